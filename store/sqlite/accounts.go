package sqlite

import (
	"context"
	"database/sql"
	"errors"

	"mirabilia/store"
)

// found turns a missing row into ErrNotFound.
func found(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return store.ErrNotFound
	}
	return explained(err)
}

const nameFree = `SELECT NOT EXISTS (SELECT 1 FROM account WHERE folded = ? AND person <> ?)
	AND NOT EXISTS (SELECT 1 FROM held_name WHERE hash = ? AND (person = '' OR person <> ?) AND until > ?)`

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
		if err := s.row(nameFree+" AND NOT EXISTS (SELECT 1 FROM account WHERE person = ?) AND NOT EXISTS (SELECT 1 FROM passkey WHERE id = ?)",
			a.Folded, a.Person, store.HeldKey(a.Folded), a.Person, a.Kept, a.Person, k.ID).Scan(&free); err != nil {
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
	_, err := s.exec(`INSERT INTO account (person, folded, kept, renamed, profile, presence, asked) VALUES (?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (person) DO UPDATE SET folded = excluded.folded, kept = excluded.kept, renamed = excluded.renamed, profile = excluded.profile, presence = excluded.presence, asked = excluded.asked`,
		a.Person, a.Folded, a.Kept, a.Renamed, a.Profile, a.Presence, a.Asked)
	return err
}

func (s *statements) putPasskey(k store.Passkey) error {
	_, err := s.exec("INSERT INTO passkey (id, person, name, data, created, used) VALUES (?, ?, ?, ?, ?, ?)", k.ID, k.Person, k.Name, k.Data, k.Created, k.Used)
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

const account = "SELECT a.person, p.name, a.folded, a.kept, a.renamed, a.profile, a.presence, a.asked FROM account a JOIN person p ON p.id = a.person "

func (db *DB) account(ctx context.Context, where, value string) (a store.Account, err error) {
	err = db.read.QueryRowContext(ctx, account+where, value).Scan(&a.Person, &a.Name, &a.Folded, &a.Kept, &a.Renamed, &a.Profile, &a.Presence, &a.Asked)
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
func (db *DB) NameFree(ctx context.Context, folded, person string, now int64) (free bool, err error) {
	err = db.read.QueryRowContext(ctx, nameFree, folded, person, store.HeldKey(folded), person, now).Scan(&free)
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
		if err := s.row(nameFree, a.Folded, a.Person, store.HeldKey(a.Folded), a.Person, a.Renamed).Scan(&free); err != nil {
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
		_, err := s.exec("UPDATE account SET folded = ?, renamed = ? WHERE person = ?", a.Folded, a.Renamed, a.Person)
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
		"UPDATE analysis SET person = '' WHERE person = ?",
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
func (db *DB) AddPasskey(ctx context.Context, k store.Passkey, most int) error {
	return db.writes.Submit(ctx, func(s *statements) error {
		var known, account bool
		var n int
		if err := s.row("SELECT EXISTS (SELECT 1 FROM passkey WHERE id = ?), EXISTS (SELECT 1 FROM account WHERE person = ?), (SELECT count(*) FROM passkey WHERE person = ?)",
			k.ID, k.Person, k.Person).Scan(&known, &account, &n); err != nil {
			return err
		}
		switch {
		case !account:
			return store.ErrNotFound
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
		err = rows.Scan(&k.ID, &k.Person, &k.Name, &k.Data, &k.Created, &k.Used)
		return k, err
	}, "SELECT id, person, name, data, created, used FROM passkey WHERE person = ? ORDER BY created, id", person)
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

// RemovePasskey forgets a passkey.
func (db *DB) RemovePasskey(ctx context.Context, person string, id []byte) error {
	return db.writes.Submit(ctx, func(s *statements) error {
		var there, other bool
		if err := s.row(`SELECT EXISTS (SELECT 1 FROM passkey WHERE id = ? AND person = ?),
			EXISTS (SELECT 1 FROM passkey WHERE id <> ? AND person = ?) OR EXISTS (SELECT 1 FROM recovery_code WHERE person = ?)`,
			id, person, id, person, person).Scan(&there, &other); err != nil {
			return err
		}
		switch {
		case !there:
			return store.ErrNotFound
		case !other:
			return store.ErrTaken
		}
		_, err := s.exec("DELETE FROM passkey WHERE id = ?", id)
		return err
	})
}

// SetCodes replaces the recovery codes.
func (db *DB) SetCodes(ctx context.Context, person string, c store.Codes) error {
	return db.writes.Submit(ctx, func(s *statements) error {
		var account bool
		if err := s.row("SELECT EXISTS (SELECT 1 FROM account WHERE person = ?)", person).Scan(&account); err != nil {
			return err
		}
		if !account {
			return store.ErrNotFound
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

// UseCode removes a recovery code.
func (db *DB) UseCode(ctx context.Context, person string, hash []byte) error {
	return db.change(ctx, "DELETE FROM recovery_code WHERE person = ? AND hash = ?", person, hash)
}

// AddToken lets a person in on another device.
func (db *DB) AddToken(ctx context.Context, person string, t store.Token) error {
	return db.change(ctx, "INSERT INTO token (hash, person, seen, agent, verified) SELECT ?, id, ?, ?, ? FROM person WHERE id = ?", t.Hash, t.Seen, t.Agent, t.Verified, person)
}

// Tokens returns where a person is signed in.
func (db *DB) Tokens(ctx context.Context, person string) ([]store.Token, error) {
	return collect(db.read, ctx, scanToken, "SELECT hash, seen, agent, verified FROM token WHERE person = ? ORDER BY seen DESC, hash", person)
}

func scanToken(rows *sql.Rows) (t store.Token, err error) {
	err = rows.Scan(&t.Hash, &t.Seen, &t.Agent, &t.Verified)
	return t, err
}

// Verified notes that a person has used a passkey.
func (db *DB) Verified(ctx context.Context, hash []byte, at int64) error {
	return db.change(ctx, "UPDATE token SET verified = ? WHERE hash = ?", at, hash)
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
	return s.must(store.ErrTaken, `INSERT INTO waiting (kind, key, person, data, deadline) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (kind, key) DO UPDATE SET person = excluded.person, data = excluded.data, deadline = excluded.deadline WHERE waiting.deadline <= ?`,
		w.Kind, w.Key, w.Person, w.Data, w.Deadline, now)
}

// Exchange takes and puts what waits. It looks first: a refusal must have changed nothing.
func (db *DB) Exchange(ctx context.Context, take, put []store.Waiting, now int64) error {
	return db.writes.Submit(ctx, func(s *statements) error {
		taken := map[[2]string]bool{}
		for _, w := range take {
			var there bool
			if err := s.row("SELECT EXISTS (SELECT 1 FROM waiting WHERE kind = ? AND key = ? AND data = ? AND deadline > ?)", w.Kind, w.Key, w.Data, now).Scan(&there); err != nil {
				return err
			}
			if !there || taken[[2]string{w.Kind, w.Key}] {
				return store.ErrTaken
			}
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

const waitingColumns = "SELECT kind, key, person, data, deadline FROM waiting "

// WaitingOf returns what waits of a kind.
func (db *DB) WaitingOf(ctx context.Context, kind, person string, now int64) ([]store.Waiting, error) {
	where, args := "WHERE kind = ? AND deadline > ?", []any{kind, now}
	if person != "" {
		where, args = where+" AND person = ? AND person <> ''", append(args, person)
	}
	return collect(db.read, ctx, func(rows *sql.Rows) (w store.Waiting, err error) {
		err = rows.Scan(&w.Kind, &w.Key, &w.Person, &w.Data, &w.Deadline)
		return w, err
	}, waitingColumns+where+" ORDER BY key", args...)
}

// Waiting returns something that waits.
func (db *DB) Waiting(ctx context.Context, kind, key string, now int64) (w store.Waiting, err error) {
	err = db.read.QueryRowContext(ctx, waitingColumns+"WHERE kind = ? AND key = ? AND deadline > ?", kind, key, now).
		Scan(&w.Kind, &w.Key, &w.Person, &w.Data, &w.Deadline)
	return w, found(err)
}

// Change replaces the data of something that waits.
func (db *DB) Change(ctx context.Context, kind, key string, was, now []byte) error {
	return db.writes.Submit(ctx, func(s *statements) error {
		return s.must(store.ErrTaken, "UPDATE waiting SET data = ? WHERE kind = ? AND key = ? AND data = ?", now, kind, key, was)
	})
}

// Take removes something that waits.
func (db *DB) Take(ctx context.Context, kind, key string, now int64) (w store.Waiting, err error) {
	err = db.writes.Submit(ctx, func(s *statements) error {
		return found(s.row("DELETE FROM waiting WHERE kind = ? AND key = ? AND deadline > ? RETURNING kind, key, person, data, deadline", kind, key, now).
			Scan(&w.Kind, &w.Key, &w.Person, &w.Data, &w.Deadline))
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
