package postgres

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/jackc/pgx/v5"

	"mirabilia/names"
	"mirabilia/store"
)

// taken turns the refusal of a row that is there already into ErrTaken.
func taken(err error) error {
	if code(err) == codeUnique {
		return store.ErrTaken
	}
	return explained(err)
}

// inTransaction runs f in a transaction, again if it lost against another. It is for what is rare: f may take several round trips.
func (db *DB) inTransaction(ctx context.Context, f func(ctx context.Context, tx pgx.Tx) error) error {
	return attempt(ctx, func(ctx context.Context) error {
		return pgx.BeginTxFunc(ctx, db.pool, pgx.TxOptions{IsoLevel: pgx.Serializable}, func(tx pgx.Tx) error { return f(ctx, tx) })
	})
}

// execAll runs statements one after the other.
func execAll(ctx context.Context, tx pgx.Tx, statements *pgx.Batch) error {
	return tx.SendBatch(ctx, statements).Close()
}

const nameFree = `SELECT NOT EXISTS (SELECT 1 FROM account WHERE person <> $1 AND (folded = $2 OR alike = $3 AND alike <> coalesce((SELECT alike FROM account WHERE person = $1), '')))
	AND NOT EXISTS (SELECT 1 FROM held_name WHERE hash = $4 AND (person = '' OR person <> $1) AND until > $5)`

// KeepName makes a guest's name theirs.
func (db *DB) KeepName(ctx context.Context, a store.Account, k store.Passkey, c store.Codes) error {
	return taken(db.inTransaction(ctx, func(ctx context.Context, tx pgx.Tx) error {
		var guest, free, account bool
		if err := tx.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM person WHERE id = $1 AND owner = ''), EXISTS (SELECT 1 FROM account WHERE person = $1)", a.Person).Scan(&guest, &account); err != nil {
			return err
		}
		if !guest {
			return store.ErrNotFound
		}
		if err := tx.QueryRow(ctx, nameFree, a.Person, a.Folded, names.Alike(a.Name), store.HeldKey(a.Folded), a.Kept).Scan(&free); err != nil {
			return err
		}
		if account || !free {
			return store.ErrTaken
		}
		statements := &pgx.Batch{}
		statements.Queue("UPDATE person SET name = $2 WHERE id = $1", a.Person, a.Name)
		statements.Queue(putAccount, accountValues(&a)...)
		putPasskey(statements, k)
		setCodes(statements, a.Person, c)
		return execAll(ctx, tx, statements)
	}))
}

const putAccount = "INSERT INTO account (person, folded, kept, renamed, profile, presence, asked, epoch, alike) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)"

func accountValues(a *store.Account) []any {
	return []any{a.Person, a.Folded, a.Kept, a.Renamed, a.Profile, a.Presence, a.Asked, a.Epoch, names.Alike(a.Name)}
}

func putPasskey(statements *pgx.Batch, k store.Passkey) {
	statements.Queue("INSERT INTO passkey (id, person, name, data, created, used, agent, limited, asleep) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
		k.ID, k.Person, k.Name, k.Data, k.Created, k.Used, k.Agent, k.Limited, k.Asleep)
}

func setCodes(statements *pgx.Batch, person string, c store.Codes) {
	statements.Queue("DELETE FROM recovery_code WHERE person = $1", person)
	for n, hash := range c.Hashes {
		statements.Queue("INSERT INTO recovery_code (person, n, salt, hash) VALUES ($1, $2, $3, $4)", person, n, c.Salt, hash)
	}
}

const account = "SELECT a.person, p.name, a.folded, a.kept, a.renamed, a.profile, a.presence, a.asked, a.epoch FROM account a JOIN person p ON p.id = a.person "

func (db *DB) account(ctx context.Context, where, value string) (a store.Account, err error) {
	err = db.row(ctx, account+where, []any{value}, &a.Person, &a.Name, &a.Folded, &a.Kept, &a.Renamed, &a.Profile, &a.Presence, &a.Asked, &a.Epoch)
	return a, err
}

// Account returns a person's account.
func (db *DB) Account(ctx context.Context, person string) (store.Account, error) {
	return db.account(ctx, "WHERE a.person = $1", person)
}

// AccountByName returns the account of a name.
func (db *DB) AccountByName(ctx context.Context, folded string) (store.Account, error) {
	return db.account(ctx, "WHERE a.folded = $1", folded)
}

// NameFree reports whether a name can be taken.
func (db *DB) NameFree(ctx context.Context, name, person string, now int64) (free bool, err error) {
	folded := names.Fold(name)
	err = db.row(ctx, nameFree, []any{person, folded, names.Alike(name), store.HeldKey(folded), now}, &free)
	return free, err
}

// RenameAccount changes the name of an account.
func (db *DB) RenameAccount(ctx context.Context, a store.Account, heldUntil int64) error {
	return taken(db.inTransaction(ctx, func(ctx context.Context, tx pgx.Tx) error {
		var before string
		if err := tx.QueryRow(ctx, "SELECT folded FROM account WHERE person = $1", a.Person).Scan(&before); err != nil {
			return err
		}
		var free bool
		if err := tx.QueryRow(ctx, nameFree, a.Person, a.Folded, names.Alike(a.Name), store.HeldKey(a.Folded), a.Renamed).Scan(&free); err != nil {
			return err
		}
		if !free {
			return store.ErrTaken
		}
		statements := &pgx.Batch{}
		hold(statements, before, a.Person, heldUntil)
		statements.Queue("DELETE FROM held_name WHERE hash = $1", store.HeldKey(a.Folded))
		statements.Queue("UPDATE person SET name = $2 WHERE id = $1", a.Person, a.Name)
		statements.Queue("UPDATE account SET folded = $2, alike = $4, renamed = $3 WHERE person = $1", a.Person, a.Folded, a.Renamed, names.Alike(a.Name))
		return execAll(ctx, tx, statements)
	}))
}

func hold(statements *pgx.Batch, folded, person string, until int64) {
	statements.Queue(`INSERT INTO held_name (hash, person, until) VALUES ($1, $2, $3)
		ON CONFLICT (hash) DO UPDATE SET person = excluded.person, until = excluded.until`, store.HeldKey(folded), person, until)
}

// SetPrivacy notes what a person has decided.
func (db *DB) SetPrivacy(ctx context.Context, person string, p store.Privacy) error {
	return db.change(ctx, "UPDATE account SET profile = $2, presence = $3, asked = $4 WHERE person = $1", person, p.Profile, p.Presence, p.Asked)
}

// Forget removes a person. What the database's own log and its backups keep is for its host to forget, see docs/hosting.md.
func (db *DB) Forget(ctx context.Context, person string, heldUntil int64) error {
	return db.inTransaction(ctx, func(ctx context.Context, tx pgx.Tx) error {
		var folded string
		if err := tx.QueryRow(ctx, "SELECT coalesce(a.folded, '') FROM person p LEFT JOIN account a ON a.person = p.id WHERE p.id = $1", person).Scan(&folded); err != nil {
			return err
		}
		statements := &pgx.Batch{}
		if folded != "" {
			hold(statements, folded, "", heldUntil)
		}
		forget(statements, person)
		return execAll(ctx, tx, statements)
	})
}

// forget removes a person from the tables.
func forget(statements *pgx.Batch, person string) {
	statements.Queue("UPDATE held_name SET person = '' WHERE person = $1", person)
	forgetConduct(statements, person)
	for _, query := range []string{
		"DELETE FROM recovery_code WHERE person = $1",
		"DELETE FROM passkey WHERE person = $1",
		"DELETE FROM friend WHERE person = $1 OR other = $1",
		"DELETE FROM account WHERE person = $1",
		"DELETE FROM waiting WHERE person = $1",
		"DELETE FROM rating WHERE person = $1",
		"DELETE FROM tournament_person WHERE person = $1",
		// How games ended stays: the ratings of others follow from it.
		`UPDATE finish SET before_points = NULL, before_deviation = NULL, before_volatility = NULL, before_games = NULL, before_at = NULL,
			points = NULL, deviation = NULL, volatility = NULL, games = NULL, at = NULL WHERE person = $1`,
		// Of several people of a table who are forgotten, the last one's analysis stays.
		"DELETE FROM analysis WHERE person = '' AND table_id IN (SELECT table_id FROM analysis WHERE person = $1)",
		"UPDATE analysis SET person = '' WHERE person = $1",
		// Lines keep their numbers: another line must not get the number of one that somebody has read.
		"UPDATE chat SET person = '', command = ('forgotten ' || n)::bytea, text = '' WHERE person = $1",
		"DELETE FROM token WHERE person IN (SELECT id FROM person WHERE owner = $1)",
		"DELETE FROM token WHERE person = $1",
		"DELETE FROM person WHERE owner = $1",
		"DELETE FROM person WHERE id = $1",
	} {
		statements.Queue(query, person)
	}
}

// AddPasskey keeps another passkey.
func (db *DB) AddPasskey(ctx context.Context, k store.Passkey, most int, epoch int64) error {
	return taken(db.inTransaction(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if err := at(ctx, tx, k.Person, epoch); err != nil {
			return err
		}
		var n int
		if err := tx.QueryRow(ctx, "SELECT count(*) FROM passkey WHERE person = $1", k.Person).Scan(&n); err != nil {
			return err
		}
		statements := &pgx.Batch{}
		putPasskey(statements, k)
		if err := execAll(ctx, tx, statements); err != nil {
			return err
		}
		if n >= most {
			return store.ErrTooMany
		}
		return nil
	}))
}

// Passkeys returns a person's passkeys.
func (db *DB) Passkeys(ctx context.Context, person string) ([]store.Passkey, error) {
	return collect(ctx, db, pgx.RowToStructByPos[store.Passkey], "SELECT id, person, name, data, created, used, agent, limited, asleep FROM passkey WHERE person = $1 ORDER BY created, id", person)
}

// refusing runs a statement that must change a row, and refuses if it changed none.
func (db *DB) refusing(ctx context.Context, refusal error, query string, args ...any) error {
	n, err := db.exec(ctx, query, args...)
	if err == nil && n == 0 {
		err = refusal
	}
	return err
}

// UsePasskey notes the use of a passkey.
func (db *DB) UsePasskey(ctx context.Context, id []byte, was, now []byte, at int64) error {
	return db.refusing(ctx, store.ErrTaken, "UPDATE passkey SET data = $3, used = $4 WHERE id = $1 AND data = $2", id, was, now, at)
}

// RenamePasskey gives a passkey another name.
func (db *DB) RenamePasskey(ctx context.Context, person string, id []byte, name string) error {
	return db.change(ctx, "UPDATE passkey SET name = $3 WHERE id = $1 AND person = $2", id, person, name)
}

// WakePasskey lets a passkey sign in again.
func (db *DB) WakePasskey(ctx context.Context, person string, id []byte) error {
	return db.change(ctx, "UPDATE passkey SET asleep = false WHERE id = $1 AND person = $2", id, person)
}

// RemovePasskey forgets a passkey.
func (db *DB) RemovePasskey(ctx context.Context, person string, id []byte) error {
	return db.inTransaction(ctx, func(ctx context.Context, tx pgx.Tx) error { return removePasskey(ctx, tx, person, id) })
}

func removePasskey(ctx context.Context, tx pgx.Tx, person string, id []byte) error {
	tag, err := tx.Exec(ctx, "DELETE FROM passkey WHERE id = $1 AND person = $2", id, person)
	if err != nil {
		return err
	}
	if tag.RowsAffected() == 0 {
		return store.ErrNotFound
	}
	var other bool
	if err := tx.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM passkey WHERE person = $1 AND NOT asleep) OR EXISTS (SELECT 1 FROM recovery_code WHERE person = $1)", person).Scan(&other); err != nil {
		return err
	}
	if !other {
		return store.ErrTaken
	}
	return nil
}

// at refuses what was begun when an account had another epoch, and lets nobody raise it meanwhile.
func at(ctx context.Context, tx pgx.Tx, person string, epoch int64) error {
	var now int64
	if err := tx.QueryRow(ctx, "SELECT epoch FROM account WHERE person = $1 FOR UPDATE", person).Scan(&now); err != nil {
		return explained(err)
	}
	if now != epoch {
		return store.ErrEnded
	}
	return nil
}

// SetCodes replaces the recovery codes.
func (db *DB) SetCodes(ctx context.Context, person string, c store.Codes, epoch int64) error {
	return db.inTransaction(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if err := at(ctx, tx, person, epoch); err != nil {
			return err
		}
		statements := &pgx.Batch{}
		setCodes(statements, person, c)
		return execAll(ctx, tx, statements)
	})
}

// Codes returns the recovery codes that are left.
func (db *DB) Codes(ctx context.Context, person string) (c store.Codes, err error) {
	c.Hashes, err = collect(ctx, db, func(row pgx.CollectableRow) (hash []byte, err error) {
		err = row.Scan(&c.Salt, &hash)
		return hash, err
	}, "SELECT salt, hash FROM recovery_code WHERE person = $1 ORDER BY n", person)
	return c, err
}

// Enter lets a person in.
func (db *DB) Enter(ctx context.Context, e store.Entrance) (programs []string, err error) {
	err = db.inTransaction(ctx, func(ctx context.Context, tx pgx.Tx) error {
		token := e.Token
		// The answer to a try before may have been lost.
		var done bool
		if err := tx.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM token WHERE hash = $1)", token.Hash).Scan(&done); err != nil || done {
			return err
		}
		if e.Code != nil {
			if err := must(ctx, tx, store.ErrNotFound, "DELETE FROM recovery_code WHERE person = $1 AND hash = $2", e.Person, e.Code); err != nil {
				return err
			}
			if programs, err = raise(ctx, tx, store.Raising{Person: e.Person, Why: store.EndedByRecovery, At: e.At}); err != nil {
				return err
			}
			statements := &pgx.Batch{}
			statements.Queue("DELETE FROM passkey WHERE person = $1 AND limited > $2", e.Person, e.At)
			statements.Queue("UPDATE passkey SET asleep = true WHERE person = $1", e.Person)
			if err := execAll(ctx, tx, statements); err != nil {
				return err
			}
			if err := tx.QueryRow(ctx, "SELECT epoch FROM account WHERE person = $1", e.Person).Scan(&token.Epoch); err != nil {
				return err
			}
		} else if err := at(ctx, tx, e.Person, token.Epoch); errors.Is(err, store.ErrNotFound) {
			// A guest has no account, and no epoch but the first.
			var guest bool
			if err := tx.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM person WHERE id = $1)", e.Person).Scan(&guest); err != nil {
				return err
			}
			if !guest {
				return store.ErrNotFound
			}
		} else if err != nil {
			return err
		}
		for _, w := range e.Take {
			if err := must(ctx, tx, store.ErrTaken, "DELETE FROM waiting WHERE kind = $1 AND key = $2 AND data = $3 AND deadline > $4"+begun, w.Kind, w.Key, w.Data, e.At); err != nil {
				return err
			}
		}
		statements := &pgx.Batch{}
		putToken(statements, e.Person, token)
		return execAll(ctx, tx, statements)
	})
	return programs, err
}

func putToken(statements *pgx.Batch, person string, t store.Token) {
	statements.Queue("INSERT INTO token (hash, person, seen, agent, verified, epoch, limited) VALUES ($1, $2, $3, $4, $5, $6, $7)", t.Hash, person, t.Seen, t.Agent, t.Verified, t.Epoch, t.Limited)
}

// must runs a statement that refuses by changing nothing.
func must(ctx context.Context, tx pgx.Tx, refusal error, query string, args ...any) error {
	tag, err := tx.Exec(ctx, query, args...)
	if err == nil && tag.RowsAffected() == 0 {
		err = refusal
	}
	return err
}

// Raise ends all sessions of an account but one.
func (db *DB) Raise(ctx context.Context, r store.Raising) (programs []string, err error) {
	err = db.inTransaction(ctx, func(ctx context.Context, tx pgx.Tx) error {
		programs, err = raise(ctx, tx, r)
		return err
	})
	return programs, err
}

func raise(ctx context.Context, tx pgx.Tx, r store.Raising) (programs []string, err error) {
	if err := must(ctx, tx, store.ErrNotFound, "UPDATE account SET epoch = epoch + 1 WHERE person = $1", r.Person); err != nil {
		return nil, err
	}
	if r.Key != nil {
		if _, err := tx.Exec(ctx, "DELETE FROM passkey WHERE person = $1 AND id <> $2 AND limited > $3 AND created >= (SELECT created FROM passkey WHERE id = $2)", r.Person, r.Key, r.At); err != nil {
			return nil, err
		}
		if err := removePasskey(ctx, tx, r.Person, r.Key); err != nil {
			return nil, err
		}
	}
	rows, err := tx.Query(ctx, "SELECT id FROM person p WHERE owner = $1 AND EXISTS (SELECT 1 FROM token t WHERE t.person = p.id)", r.Person)
	if err != nil {
		return nil, err
	}
	if programs, err = pgx.CollectRows(rows, pgx.RowTo[string]); err != nil {
		return nil, err
	}
	// Browsers can be told why; what has the old epoch counts no more, and need not be kept.
	statements := &pgx.Batch{}
	if r.Keep != nil && r.Next != nil {
		nextToken(statements, r.Keep, r.Next)
		statements.Queue("INSERT INTO waiting (kind, key, person, data, deadline) VALUES ($2, encode($3, 'hex'), $1, $4, $5) ON CONFLICT (kind, key) DO NOTHING",
			r.Person, store.KindEnded, r.Keep, []byte(r.Why), r.At+store.EndedFor)
		r.Keep = r.Next
	}
	statements.Queue(`INSERT INTO waiting (kind, key, person, data, deadline) SELECT $3, encode(hash, 'hex'), $1, $4, $5 FROM token
		WHERE person IN (SELECT id FROM person WHERE id = $1 OR owner = $1) AND hash <> $2 ON CONFLICT (kind, key) DO NOTHING`,
		r.Person, orEmpty(r.Keep), store.KindEnded, []byte(r.Why), r.At+store.EndedFor)
	statements.Queue("DELETE FROM token WHERE person IN (SELECT id FROM person WHERE id = $1 OR owner = $1) AND hash <> $2", r.Person, orEmpty(r.Keep))
	statements.Queue("UPDATE token SET epoch = (SELECT a.epoch FROM account a WHERE a.person = $1) WHERE hash = $2 AND person = $1", r.Person, orEmpty(r.Keep))
	return programs, execAll(ctx, tx, statements)
}

// orEmpty returns bytes that are not NULL.
func orEmpty(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}

// Tokens returns where a person is signed in.
func (db *DB) Tokens(ctx context.Context, person string) ([]store.Token, error) {
	return collect(ctx, db, pgx.RowToStructByPos[store.Token], "SELECT hash, seen, agent, verified, epoch, limited FROM live_token WHERE person = $1 ORDER BY seen DESC, hash", person)
}

// Verified notes that a person has used a passkey.
func (db *DB) Verified(ctx context.Context, hash, next []byte, at, limited int64, agent string) error {
	return db.inTransaction(ctx, func(ctx context.Context, tx pgx.Tx) error {
		// The answer to a try before may have been lost: then the session has the next token already.
		if err := must(ctx, tx, store.ErrNotFound, "UPDATE token SET verified = $3, limited = $4, agent = $5 WHERE hash = $1 OR hash = $2", hash, next, at, limited, agent); err != nil {
			return err
		}
		statements := &pgx.Batch{}
		nextToken(statements, hash, next)
		return execAll(ctx, tx, statements)
	})
}

// nextToken gives a session another token; what the session has begun, and where it is told things, goes along.
func nextToken(statements *pgx.Batch, was, next []byte) {
	statements.Queue("UPDATE token SET hash = $2 WHERE hash = $1", was, next)
	statements.Queue("UPDATE waiting SET session = $2 WHERE session = $1", was, next)
	statements.Queue("UPDATE subscription SET token = $2 WHERE token = $1", was, next)
}

// RemoveToken signs one device out.
func (db *DB) RemoveToken(ctx context.Context, person string, hash []byte) error {
	return db.change(ctx, "DELETE FROM token WHERE hash = $2 AND person = $1", person, hash)
}

// Wait keeps something until its deadline.
func (db *DB) Wait(ctx context.Context, w store.Waiting, now int64) error {
	return db.refusing(ctx, store.ErrTaken, putWaiting, w.Kind, w.Key, w.Person, w.Data, w.Deadline, now, w.Session, w.Epoch)
}

const putWaiting = `INSERT INTO waiting (kind, key, person, data, deadline, session, epoch) VALUES ($1, $2, $3, $4, $5, $7, $8)
	ON CONFLICT (kind, key) DO UPDATE SET person = excluded.person, data = excluded.data, deadline = excluded.deadline, session = excluded.session, epoch = excluded.epoch
	WHERE waiting.deadline <= $6`

const (
	waitingFields = "kind, key, person, data, deadline, session, epoch"
	// begun says of what waits that the session that began it, if any, goes on.
	begun = " AND (session IS NULL OR EXISTS (SELECT 1 FROM live_token l WHERE l.hash = waiting.session AND l.epoch = waiting.epoch))"
)

func waitingInto(w *store.Waiting) []any {
	return []any{&w.Kind, &w.Key, &w.Person, &w.Data, &w.Deadline, &w.Session, &w.Epoch}
}

// Waiting returns something that waits.
func (db *DB) Waiting(ctx context.Context, kind, key string, now int64) (w store.Waiting, err error) {
	err = db.row(ctx, "SELECT "+waitingFields+" FROM waiting WHERE kind = $1 AND key = $2 AND deadline > $3"+begun, []any{kind, key, now}, waitingInto(&w)...)
	return w, err
}

// WaitingOf returns what waits of a kind.
func (db *DB) WaitingOf(ctx context.Context, kind, person string, now int64) ([]store.Waiting, error) {
	where, args := "WHERE kind = $1 AND deadline > $2"+begun, []any{kind, now}
	if person != "" {
		where, args = where+" AND person = $3 AND person <> ''", append(args, person)
	}
	return collect(ctx, db, pgx.RowToStructByPos[store.Waiting], "SELECT "+waitingFields+" FROM waiting "+where+" ORDER BY key", args...)
}

// Exchange takes and puts what waits. Rows are locked in one order, so that two exchanges do not wait for each other.
func (db *DB) Exchange(ctx context.Context, take, put []store.Waiting, now int64) error {
	byKey := func(a, b store.Waiting) int { return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Key, b.Key)) }
	take, put = slices.SortedFunc(slices.Values(take), byKey), slices.SortedFunc(slices.Values(put), byKey)
	return attempt(ctx, func(ctx context.Context) error {
		return pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
			for _, w := range take {
				if err := must(ctx, tx, store.ErrTaken, "DELETE FROM waiting WHERE kind = $1 AND key = $2 AND data = $3 AND deadline > $4"+begun, w.Kind, w.Key, w.Data, now); err != nil {
					return err
				}
			}
			for _, w := range put {
				if err := must(ctx, tx, store.ErrTaken, putWaiting, w.Kind, w.Key, w.Person, w.Data, w.Deadline, now, w.Session, w.Epoch); err != nil {
					return err
				}
			}
			return nil
		})
	})
}

// Change replaces the data of something that waits.
func (db *DB) Change(ctx context.Context, kind, key string, was, now []byte) error {
	return db.refusing(ctx, store.ErrTaken, "UPDATE waiting SET data = $4 WHERE kind = $1 AND key = $2 AND data = $3"+begun, kind, key, was, now)
}

// Take removes something that waits. An answer that is lost on the way loses it: it must be asked for anew.
func (db *DB) Take(ctx context.Context, kind, key string, now int64) (w store.Waiting, err error) {
	err = db.row(ctx, "DELETE FROM waiting WHERE kind = $1 AND key = $2 AND deadline > $3"+begun+" RETURNING "+waitingFields, []any{kind, key, now}, waitingInto(&w)...)
	return w, err
}

// ExpireWaiting forgets what nobody waits for any more.
func (db *DB) ExpireWaiting(ctx context.Context, now int64, limit int) (int, error) {
	n, err := db.exec(ctx, "DELETE FROM waiting WHERE (kind, key) IN (SELECT kind, key FROM waiting WHERE deadline <= $1 ORDER BY deadline LIMIT $2)", now, limit)
	if err != nil {
		return n, err
	}
	held, err := db.exec(ctx, "DELETE FROM held_name WHERE hash IN (SELECT hash FROM held_name WHERE until <= $1 ORDER BY until LIMIT $2)", now, limit)
	return n + held, err
}
