package sqlite

import (
	"context"
	"database/sql"
	"errors"

	"mirabilia/names"
	"mirabilia/store"
)

// found turns a missing row into ErrNotFound.
func found(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return store.ErrNotFound
	}
	return explained(err)
}

const nameFree = `SELECT NOT EXISTS (SELECT 1 FROM account WHERE person <> ?1 AND (folded = ?2 OR alike = ?3 AND alike <> coalesce((SELECT alike FROM account WHERE person = ?1), '')))
	AND NOT EXISTS (SELECT 1 FROM held_name WHERE hash = ?4 AND (person = '' OR person <> ?1) AND until > ?5)`

// KeepName makes a guest's name theirs.
func (db *DB) KeepName(ctx context.Context, a store.Account, k store.Passkey, c store.Codes) error {
	return db.writes.Submit(ctx, func(s *statements) error {
		var guest, free bool
		if err := s.row("SELECT EXISTS (SELECT 1 FROM person WHERE id = ? AND owner IS NULL)", a.Person).Scan(&guest); err != nil {
			return err
		}
		if !guest {
			return store.ErrNotFound
		}
		if err := s.row(nameFree+" AND NOT EXISTS (SELECT 1 FROM account WHERE person = ?1) AND NOT EXISTS (SELECT 1 FROM passkey WHERE id = ?6)",
			a.Person, a.Folded, names.Alike(a.Name), store.HeldKey(a.Folded), a.Kept, k.ID).Scan(&free); err != nil {
			return err
		}
		if !free {
			return store.ErrTaken
		}
		if _, err := s.exec("UPDATE person SET name = ? WHERE id = ?", a.Name, a.Person); err != nil {
			return err
		}
		if err := s.putAccount(a); err != nil {
			return err
		}
		if err := s.putPasskey(k); err != nil {
			return err
		}
		return s.setCodes(a.Person, c)
	})
}

func (s *statements) putAccount(a store.Account) error {
	_, err := s.exec(`INSERT INTO account (person, folded, alike, kept, renamed, profile, presence, asked, epoch) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (person) DO UPDATE SET folded = excluded.folded, alike = excluded.alike, kept = excluded.kept, renamed = excluded.renamed, profile = excluded.profile, presence = excluded.presence, asked = excluded.asked,
			epoch = excluded.epoch`, a.Person, a.Folded, names.Alike(a.Name), a.Kept, a.Renamed, a.Profile, a.Presence, a.Asked, a.Epoch)
	return err
}

func (s *statements) putPasskey(k store.Passkey) error {
	_, err := s.exec("INSERT INTO passkey (id, person, name, data, created, used, agent, limited, asleep) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
		k.ID, k.Person, k.Name, k.Data, k.Created, k.Used, k.Agent, k.Limited, k.Asleep)
	return err
}

func (s *statements) setCodes(person string, c store.Codes) error {
	if _, err := s.exec("DELETE FROM recovery_code WHERE person = ?", person); err != nil {
		return err
	}
	for n, hash := range c.Hashes {
		if _, err := s.exec("INSERT INTO recovery_code (person, n, salt, hash) VALUES (?, ?, ?, ?)", person, n, c.Salt, hash); err != nil {
			return err
		}
	}
	return nil
}

const account = "SELECT a.person, p.name, a.folded, a.kept, a.renamed, a.profile, a.presence, a.asked, a.epoch FROM account a JOIN person p ON p.id = a.person "

func (db *DB) account(ctx context.Context, where, value string) (a store.Account, err error) {
	err = db.read.QueryRowContext(ctx, account+where, value).Scan(&a.Person, &a.Name, &a.Folded, &a.Kept, &a.Renamed, &a.Profile, &a.Presence, &a.Asked, &a.Epoch)
	return a, found(err)
}

// Account returns a person's account.
func (db *DB) Account(ctx context.Context, person string) (store.Account, error) {
	return db.account(ctx, "WHERE a.person = ?", person)
}

// AccountByName returns the account of a name.
func (db *DB) AccountByName(ctx context.Context, folded string) (store.Account, error) {
	return db.account(ctx, "WHERE a.folded = ?", folded)
}

// NameFree reports whether a name can be taken.
func (db *DB) NameFree(ctx context.Context, name, person string, now int64) (free bool, err error) {
	folded := names.Fold(name)
	err = db.read.QueryRowContext(ctx, nameFree, person, folded, names.Alike(name), store.HeldKey(folded), now).Scan(&free)
	return free, explained(err)
}

// RenameAccount changes the name of an account.
func (db *DB) RenameAccount(ctx context.Context, a store.Account, heldUntil int64) error {
	return db.writes.Submit(ctx, func(s *statements) error {
		var before string
		if err := s.row("SELECT folded FROM account WHERE person = ?", a.Person).Scan(&before); err != nil {
			return found(err)
		}
		var free bool
		if err := s.row(nameFree, a.Person, a.Folded, names.Alike(a.Name), store.HeldKey(a.Folded), a.Renamed).Scan(&free); err != nil {
			return err
		}
		if !free {
			return store.ErrTaken
		}
		if err := s.hold(before, a.Person, heldUntil); err != nil {
			return err
		}
		if _, err := s.exec("DELETE FROM held_name WHERE hash = ?", store.HeldKey(a.Folded)); err != nil {
			return err
		}
		if _, err := s.exec("UPDATE person SET name = ? WHERE id = ?", a.Name, a.Person); err != nil {
			return err
		}
		_, err := s.exec("UPDATE account SET folded = ?, alike = ?, renamed = ? WHERE person = ?", a.Folded, names.Alike(a.Name), a.Renamed, a.Person)
		return err
	})
}

func (s *statements) hold(folded, person string, until int64) error {
	_, err := s.exec(`INSERT INTO held_name (hash, person, until) VALUES (?, ?, ?)
		ON CONFLICT (hash) DO UPDATE SET person = excluded.person, until = excluded.until`, store.HeldKey(folded), person, until)
	return err
}

// SetPrivacy notes what a person has decided.
func (db *DB) SetPrivacy(ctx context.Context, person string, p store.Privacy) error {
	return db.change(ctx, "UPDATE account SET profile = ?, presence = ?, asked = ? WHERE person = ?", p.Profile, p.Presence, p.Asked, person)
}

// Forget removes a person, and what is left of them in the files.
func (db *DB) Forget(ctx context.Context, person string, heldUntil int64) error {
	scrubbed := make(chan error, 1)
	err := db.writes.Submit(ctx, func(s *statements) error {
		if err := s.forget(person, heldUntil); err != nil {
			return err
		}
		return s.scrubAfter(scrubbed)
	})
	if err != nil {
		return err
	}
	return <-scrubbed
}

// forget removes a person from the tables.
func (s *statements) forget(person string, heldUntil int64) error {
	var folded sql.NullString
	if err := s.row("SELECT a.folded FROM person p LEFT JOIN account a ON a.person = p.id WHERE p.id = ?", person).Scan(&folded); err != nil {
		return found(err)
	}
	if _, err := s.exec("UPDATE held_name SET person = '' WHERE person = ?", person); err != nil {
		return err
	}
	if folded.Valid {
		if err := s.hold(folded.String, "", heldUntil); err != nil {
			return err
		}
	}
	if err := s.forgetConduct(person); err != nil {
		return err
	}
	for _, query := range []string{
		"DELETE FROM recovery_code WHERE person = ?",
		"DELETE FROM passkey WHERE person = ?",
		"DELETE FROM friend WHERE person = ?",
		"DELETE FROM friend WHERE other = ?",
		"DELETE FROM account WHERE person = ?",
		"DELETE FROM waiting WHERE person = ?",
		"DELETE FROM rating WHERE person = ?",
		"DELETE FROM tournament_person WHERE person = ?",
		// How games ended stays: the ratings of others follow from it.
		`UPDATE finish SET before_points = NULL, before_deviation = NULL, before_volatility = NULL, before_games = NULL, before_at = NULL,
			points = NULL, deviation = NULL, volatility = NULL, games = NULL, at = NULL WHERE person = ?`,
		// Of several people of a table who are forgotten, the last one's analysis stays.
		"UPDATE OR REPLACE analysis SET person = '' WHERE person = ?",
		// Lines keep their numbers: another line must not get the number of one that somebody has read.
		"UPDATE chat SET person = '', command = 'forgotten ' || n, text = '' WHERE person = ?",
		"DELETE FROM token WHERE person IN (SELECT id FROM person WHERE owner = ?)",
		"DELETE FROM token WHERE person = ?",
		"DELETE FROM person WHERE owner = ?",
		"DELETE FROM person WHERE id = ?",
	} {
		if _, err := s.exec(query, person); err != nil {
			return err
		}
	}
	return nil
}

// AddPasskey keeps another passkey.
func (db *DB) AddPasskey(ctx context.Context, k store.Passkey, most int, epoch int64) error {
	return db.writes.Submit(ctx, func(s *statements) error {
		if err := s.at(k.Person, epoch); err != nil {
			return err
		}
		var known bool
		var n int
		if err := s.row("SELECT EXISTS (SELECT 1 FROM passkey WHERE id = ?), (SELECT count(*) FROM passkey WHERE person = ?)", k.ID, k.Person).Scan(&known, &n); err != nil {
			return err
		}
		switch {
		case known:
			return store.ErrTaken
		case n >= most:
			return store.ErrTooMany
		}
		return s.putPasskey(k)
	})
}

// Passkeys returns a person's passkeys.
func (db *DB) Passkeys(ctx context.Context, person string) ([]store.Passkey, error) {
	return collect(db.read, ctx, func(rows *sql.Rows) (k store.Passkey, err error) {
		err = rows.Scan(&k.ID, &k.Person, &k.Name, &k.Data, &k.Created, &k.Used, &k.Agent, &k.Limited, &k.Asleep)
		return k, err
	}, "SELECT id, person, name, data, created, used, agent, limited, asleep FROM passkey WHERE person = ? ORDER BY created, id", person)
}

// UsePasskey notes the use of a passkey.
func (db *DB) UsePasskey(ctx context.Context, id []byte, was, now []byte, at int64) error {
	return db.writes.Submit(ctx, func(s *statements) error {
		return s.must(store.ErrTaken, "UPDATE passkey SET data = ?, used = ? WHERE id = ? AND data = ?", now, at, id, was)
	})
}

// RenamePasskey gives a passkey another name.
func (db *DB) RenamePasskey(ctx context.Context, person string, id []byte, name string) error {
	return db.change(ctx, "UPDATE passkey SET name = ? WHERE id = ? AND person = ?", name, id, person)
}

// WakePasskey lets a passkey sign in again.
func (db *DB) WakePasskey(ctx context.Context, person string, id []byte) error {
	return db.change(ctx, "UPDATE passkey SET asleep = 0 WHERE id = ? AND person = ?", id, person)
}

// RemovePasskey forgets a passkey.
func (db *DB) RemovePasskey(ctx context.Context, person string, id []byte) error {
	return db.writes.Submit(ctx, func(s *statements) error {
		if err := s.spare(person, id); err != nil {
			return err
		}
		_, err := s.exec("DELETE FROM passkey WHERE id = ?", id)
		return err
	})
}

// spare refuses to let a person be without a passkey that could be removed.
func (s *statements) spare(person string, id []byte) error {
	var there, other bool
	if err := s.row(`SELECT EXISTS (SELECT 1 FROM passkey WHERE id = ? AND person = ?),
		EXISTS (SELECT 1 FROM passkey WHERE id <> ? AND person = ? AND NOT asleep) OR EXISTS (SELECT 1 FROM recovery_code WHERE person = ?)`,
		id, person, id, person, person).Scan(&there, &other); err != nil {
		return err
	}
	switch {
	case !there:
		return store.ErrNotFound
	case !other:
		return store.ErrTaken
	}
	return nil
}

// at refuses what was begun when an account had another epoch.
func (s *statements) at(person string, epoch int64) error {
	var now int64
	if err := s.row("SELECT epoch FROM account WHERE person = ?", person).Scan(&now); err != nil {
		return found(err)
	}
	if now != epoch {
		return store.ErrEnded
	}
	return nil
}

// SetCodes replaces the recovery codes.
func (db *DB) SetCodes(ctx context.Context, person string, c store.Codes, epoch int64) error {
	return db.writes.Submit(ctx, func(s *statements) error {
		if err := s.at(person, epoch); err != nil {
			return err
		}
		return s.setCodes(person, c)
	})
}

// Codes returns the recovery codes that are left.
func (db *DB) Codes(ctx context.Context, person string) (c store.Codes, err error) {
	c.Hashes, err = collect(db.read, ctx, func(rows *sql.Rows) (hash []byte, err error) {
		err = rows.Scan(&c.Salt, &hash)
		return hash, err
	}, "SELECT salt, hash FROM recovery_code WHERE person = ? ORDER BY n", person)
	return c, err
}

// Enter lets a person in. It looks first: a refusal must have changed nothing.
func (db *DB) Enter(ctx context.Context, e store.Entrance) (programs []string, err error) {
	err = db.writes.Submit(ctx, func(s *statements) error {
		var epoch int64
		if err := s.row("SELECT coalesce(a.epoch, 0) FROM person p LEFT JOIN account a ON a.person = p.id WHERE p.id = ?", e.Person).Scan(&epoch); err != nil {
			return found(err)
		}
		if e.Code == nil && epoch != e.Token.Epoch {
			return store.ErrEnded
		}
		if err := s.allWait(e.Take, e.At); err != nil {
			return err
		}
		if e.Code != nil {
			if err := s.must(store.ErrNotFound, "DELETE FROM recovery_code WHERE person = ? AND hash = ?", e.Person, e.Code); err != nil {
				return err
			}
			if programs, err = s.raise(store.Raising{Person: e.Person, Why: store.EndedByRecovery, At: e.At}); err != nil {
				return err
			}
			e.Token.Epoch = epoch + 1
			if _, err := s.exec("DELETE FROM passkey WHERE person = ? AND limited > ?", e.Person, e.At); err != nil {
				return err
			}
			if _, err := s.exec("UPDATE passkey SET asleep = 1 WHERE person = ?", e.Person); err != nil {
				return err
			}
		}
		for _, w := range e.Take {
			if _, err := s.exec("DELETE FROM waiting WHERE kind = ? AND key = ?", w.Kind, w.Key); err != nil {
				return err
			}
		}
		return s.putToken(e.Person, e.Token)
	})
	return programs, err
}

func (s *statements) putToken(person string, t store.Token) error {
	_, err := s.exec("INSERT INTO token (hash, person, seen, agent, verified, epoch, limited) VALUES (?, ?, ?, ?, ?, ?, ?)", t.Hash, person, t.Seen, t.Agent, t.Verified, t.Epoch, t.Limited)
	return err
}

// Raise ends all sessions of an account but one.
func (db *DB) Raise(ctx context.Context, r store.Raising) (programs []string, err error) {
	err = db.writes.Submit(ctx, func(s *statements) error {
		if r.Key != nil {
			if err := s.spare(r.Person, r.Key); err != nil {
				return err
			}
		}
		programs, err = s.raise(r)
		return err
	})
	return programs, err
}

func (s *statements) raise(r store.Raising) (programs []string, err error) {
	if err := s.must(store.ErrNotFound, "UPDATE account SET epoch = epoch + 1 WHERE person = ?", r.Person); err != nil {
		return nil, err
	}
	if r.Key != nil {
		if _, err := s.exec(`DELETE FROM passkey WHERE person = ? AND (id = ? OR limited > ? AND created >= (SELECT created FROM passkey WHERE id = ?))`, r.Person, r.Key, r.At, r.Key); err != nil {
			return nil, err
		}
	}
	if programs, err = collect(s.conn, context.Background(), scanText, "SELECT id FROM person p WHERE owner = ? AND EXISTS (SELECT 1 FROM token WHERE person = p.id)", r.Person); err != nil {
		return nil, err
	}
	if r.Keep != nil && r.Next != nil {
		if err := s.nextToken(r.Keep, r.Next); err != nil {
			return nil, err
		}
		if _, err := s.exec("INSERT INTO waiting (kind, key, person, data, deadline) VALUES (?, lower(hex(?)), ?, CAST(? AS BLOB), ?) ON CONFLICT (kind, key) DO NOTHING",
			store.KindEnded, r.Keep, r.Person, r.Why, r.At+store.EndedFor); err != nil {
			return nil, err
		}
		r.Keep = r.Next
	}
	// Browsers can be told why; what has the old epoch counts no more, and need not be kept.
	const ended = "FROM token WHERE person IN (SELECT id FROM person WHERE id = ? OR owner = ?) AND hash <> ?"
	keep := r.Keep
	if keep == nil {
		keep = []byte{}
	}
	if _, err := s.exec(`INSERT INTO waiting (kind, key, person, data, deadline) SELECT ?, lower(hex(hash)), ?, CAST(? AS BLOB), ? `+ended+` ON CONFLICT (kind, key) DO NOTHING`,
		store.KindEnded, r.Person, r.Why, r.At+store.EndedFor, r.Person, r.Person, keep); err != nil {
		return nil, err
	}
	if _, err := s.exec("DELETE "+ended, r.Person, r.Person, keep); err != nil {
		return nil, err
	}
	_, err = s.exec("UPDATE token SET epoch = (SELECT epoch FROM account WHERE person = token.person) WHERE hash = ? AND person = ?", keep, r.Person)
	return programs, err
}

// Tokens returns where a person is signed in.
func (db *DB) Tokens(ctx context.Context, person string) ([]store.Token, error) {
	return collect(db.read, ctx, scanToken, "SELECT hash, seen, agent, verified, epoch, limited FROM live_token WHERE person = ? ORDER BY seen DESC, hash", person)
}

func scanToken(rows *sql.Rows) (t store.Token, err error) {
	err = rows.Scan(&t.Hash, &t.Seen, &t.Agent, &t.Verified, &t.Epoch, &t.Limited)
	return t, err
}

// Verified notes that a person has used a passkey.
func (db *DB) Verified(ctx context.Context, hash, next []byte, at, limited int64, agent string) error {
	return db.writes.Submit(ctx, func(s *statements) error {
		if err := s.must(store.ErrNotFound, "UPDATE token SET verified = ?, limited = ?, agent = ? WHERE hash = ?", at, limited, agent, hash); err != nil {
			return err
		}
		return s.nextToken(hash, next)
	})
}

// nextToken gives a session another token; what the session has begun, and where it is told things, goes along.
func (s *statements) nextToken(was, next []byte) error {
	for _, query := range []string{
		"UPDATE token SET hash = ? WHERE hash = ?",
		"UPDATE waiting SET session = ? WHERE session = ?",
		"UPDATE subscription SET token = ? WHERE token = ?",
	} {
		if _, err := s.exec(query, next, was); err != nil {
			return err
		}
	}
	return nil
}

// RemoveToken signs one device out.
func (db *DB) RemoveToken(ctx context.Context, person string, hash []byte) error {
	return db.change(ctx, "DELETE FROM token WHERE hash = ? AND person = ?", hash, person)
}

// Wait keeps something until its deadline.
func (db *DB) Wait(ctx context.Context, w store.Waiting, now int64) error {
	return db.writes.Submit(ctx, func(s *statements) error { return s.wait(w, now) })
}

func (s *statements) wait(w store.Waiting, now int64) error {
	return s.must(store.ErrTaken, `INSERT INTO waiting (kind, key, person, data, deadline, session, epoch) VALUES (?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (kind, key) DO UPDATE SET person = excluded.person, data = excluded.data, deadline = excluded.deadline, session = excluded.session, epoch = excluded.epoch WHERE waiting.deadline <= ?`,
		w.Kind, w.Key, w.Person, w.Data, w.Deadline, w.Session, w.Epoch, now)
}

// begun says of what waits that the session that began it, if any, goes on.
const begun = " AND (session IS NULL OR EXISTS (SELECT 1 FROM live_token l WHERE l.hash = waiting.session AND l.epoch = waiting.epoch))"

// allWait refuses if one of several does not wait with its data, or is there twice.
func (s *statements) allWait(list []store.Waiting, now int64) error {
	seen := map[[2]string]bool{}
	for _, w := range list {
		var there bool
		if err := s.row("SELECT EXISTS (SELECT 1 FROM waiting WHERE kind = ? AND key = ? AND data = ? AND deadline > ?"+begun+")", w.Kind, w.Key, w.Data, now).Scan(&there); err != nil {
			return err
		}
		if !there || seen[[2]string{w.Kind, w.Key}] {
			return store.ErrTaken
		}
		seen[[2]string{w.Kind, w.Key}] = true
	}
	return nil
}

// Exchange takes and puts what waits. It looks first: a refusal must have changed nothing.
func (db *DB) Exchange(ctx context.Context, take, put []store.Waiting, now int64) error {
	return db.writes.Submit(ctx, func(s *statements) error {
		if err := s.allWait(take, now); err != nil {
			return err
		}
		taken := map[[2]string]bool{}
		for _, w := range take {
			taken[[2]string{w.Kind, w.Key}] = true
		}
		for _, w := range put {
			var there bool
			if err := s.row("SELECT EXISTS (SELECT 1 FROM waiting WHERE kind = ? AND key = ? AND deadline > ?)", w.Kind, w.Key, now).Scan(&there); err != nil {
				return err
			}
			if there && !taken[[2]string{w.Kind, w.Key}] {
				return store.ErrTaken
			}
		}
		for _, w := range take {
			if _, err := s.exec("DELETE FROM waiting WHERE kind = ? AND key = ?", w.Kind, w.Key); err != nil {
				return err
			}
		}
		for _, w := range put {
			if err := s.wait(w, now); err != nil {
				return err
			}
		}
		return nil
	})
}

const (
	waitingFields  = "kind, key, person, data, deadline, session, epoch"
	waitingColumns = "SELECT " + waitingFields + " FROM waiting "
)

func scanWaiting(row interface{ Scan(...any) error }) (w store.Waiting, err error) {
	err = row.Scan(&w.Kind, &w.Key, &w.Person, &w.Data, &w.Deadline, &w.Session, &w.Epoch)
	return w, found(err)
}

// WaitingOf returns what waits of a kind.
func (db *DB) WaitingOf(ctx context.Context, kind, person string, now int64) ([]store.Waiting, error) {
	where, args := "WHERE kind = ? AND deadline > ?"+begun, []any{kind, now}
	if person != "" {
		where, args = where+" AND person = ? AND person <> ''", append(args, person)
	}
	return collect(db.read, ctx, func(rows *sql.Rows) (store.Waiting, error) { return scanWaiting(rows) }, waitingColumns+where+" ORDER BY key", args...)
}

// Waiting returns something that waits.
func (db *DB) Waiting(ctx context.Context, kind, key string, now int64) (store.Waiting, error) {
	return scanWaiting(db.read.QueryRowContext(ctx, waitingColumns+"WHERE kind = ? AND key = ? AND deadline > ?"+begun, kind, key, now))
}

// Change replaces the data of something that waits.
func (db *DB) Change(ctx context.Context, kind, key string, was, now []byte) error {
	return db.writes.Submit(ctx, func(s *statements) error {
		return s.must(store.ErrTaken, "UPDATE waiting SET data = ? WHERE kind = ? AND key = ? AND data = ?"+begun, now, kind, key, was)
	})
}

// Take removes something that waits.
func (db *DB) Take(ctx context.Context, kind, key string, now int64) (w store.Waiting, err error) {
	err = db.writes.Submit(ctx, func(s *statements) error {
		w, err = scanWaiting(s.row("DELETE FROM waiting WHERE kind = ? AND key = ? AND deadline > ?"+begun+" RETURNING "+waitingFields, kind, key, now))
		return err
	})
	return w, err
}

// ExpireWaiting forgets what nobody waits for any more.
func (db *DB) ExpireWaiting(ctx context.Context, now int64, limit int) (int, error) {
	n, err := db.count(ctx, "DELETE FROM waiting WHERE (kind, key) IN (SELECT kind, key FROM waiting WHERE deadline <= ? ORDER BY deadline LIMIT ?)", now, limit)
	if err != nil {
		return n, err
	}
	held, err := db.count(ctx, "DELETE FROM held_name WHERE hash IN (SELECT hash FROM held_name WHERE until <= ? ORDER BY until LIMIT ?)", now, limit)
	return n + held, err
}
