package postgres

import (
	"cmp"
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

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

const nameFree = `SELECT NOT EXISTS (SELECT 1 FROM account WHERE folded = $1 AND person <> $2)
	AND NOT EXISTS (SELECT 1 FROM held_name WHERE hash = $3 AND (person = '' OR person <> $2) AND until > $4)`

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
		if err := tx.QueryRow(ctx, nameFree, a.Folded, a.Person, store.HeldKey(a.Folded), a.Kept).Scan(&free); err != nil {
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

const putAccount = "INSERT INTO account (person, folded, kept, renamed, profile, presence, asked) VALUES ($1, $2, $3, $4, $5, $6, $7)"

func accountValues(a *store.Account) []any {
	return []any{a.Person, a.Folded, a.Kept, a.Renamed, a.Profile, a.Presence, a.Asked}
}

func putPasskey(statements *pgx.Batch, k store.Passkey) {
	statements.Queue("INSERT INTO passkey (id, person, name, data, created, used) VALUES ($1, $2, $3, $4, $5, $6)", k.ID, k.Person, k.Name, k.Data, k.Created, k.Used)
}

func setCodes(statements *pgx.Batch, person string, c store.Codes) {
	statements.Queue("DELETE FROM recovery_code WHERE person = $1", person)
	for n, hash := range c.Hashes {
		statements.Queue("INSERT INTO recovery_code (person, n, salt, hash) VALUES ($1, $2, $3, $4)", person, n, c.Salt, hash)
	}
}

const account = "SELECT a.person, p.name, a.folded, a.kept, a.renamed, a.profile, a.presence, a.asked FROM account a JOIN person p ON p.id = a.person "

func (db *DB) account(ctx context.Context, where, value string) (a store.Account, err error) {
	err = db.row(ctx, account+where, []any{value}, &a.Person, &a.Name, &a.Folded, &a.Kept, &a.Renamed, &a.Profile, &a.Presence, &a.Asked)
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
func (db *DB) NameFree(ctx context.Context, folded, person string, now int64) (free bool, err error) {
	err = db.row(ctx, nameFree, []any{folded, person, store.HeldKey(folded), now}, &free)
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
		if err := tx.QueryRow(ctx, nameFree, a.Folded, a.Person, store.HeldKey(a.Folded), a.Renamed).Scan(&free); err != nil {
			return err
		}
		if !free {
			return store.ErrTaken
		}
		statements := &pgx.Batch{}
		hold(statements, before, a.Person, heldUntil)
		statements.Queue("DELETE FROM held_name WHERE hash = $1", store.HeldKey(a.Folded))
		statements.Queue("UPDATE person SET name = $2 WHERE id = $1", a.Person, a.Name)
		statements.Queue("UPDATE account SET folded = $2, renamed = $3 WHERE person = $1", a.Person, a.Folded, a.Renamed)
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
func (db *DB) AddPasskey(ctx context.Context, k store.Passkey, most int) error {
	return taken(db.inTransaction(ctx, func(ctx context.Context, tx pgx.Tx) error {
		var account bool
		var n int
		if err := tx.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM account WHERE person = $1), (SELECT count(*) FROM passkey WHERE person = $1)", k.Person).Scan(&account, &n); err != nil {
			return err
		}
		if !account {
			return store.ErrNotFound
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
	return collect(ctx, db, pgx.RowToStructByPos[store.Passkey], "SELECT id, person, name, data, created, used FROM passkey WHERE person = $1 ORDER BY created, id", person)
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

// RemovePasskey forgets a passkey.
func (db *DB) RemovePasskey(ctx context.Context, person string, id []byte) error {
	return db.inTransaction(ctx, func(ctx context.Context, tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, "DELETE FROM passkey WHERE id = $1 AND person = $2", id, person)
		if err != nil {
			return err
		}
		if tag.RowsAffected() == 0 {
			return store.ErrNotFound
		}
		var other bool
		if err := tx.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM passkey WHERE person = $1) OR EXISTS (SELECT 1 FROM recovery_code WHERE person = $1)", person).Scan(&other); err != nil {
			return err
		}
		if !other {
			return store.ErrTaken
		}
		return nil
	})
}

// SetCodes replaces the recovery codes.
func (db *DB) SetCodes(ctx context.Context, person string, c store.Codes) error {
	return db.inTransaction(ctx, func(ctx context.Context, tx pgx.Tx) error {
		var account bool
		if err := tx.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM account WHERE person = $1)", person).Scan(&account); err != nil {
			return err
		}
		if !account {
			return store.ErrNotFound
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

// UseCode removes a recovery code.
func (db *DB) UseCode(ctx context.Context, person string, hash []byte) error {
	return db.change(ctx, "DELETE FROM recovery_code WHERE person = $1 AND hash = $2", person, hash)
}

// AddToken lets a person in on another device.
func (db *DB) AddToken(ctx context.Context, person string, t store.Token) error {
	return db.change(ctx, "INSERT INTO token (hash, person, seen, agent, verified) SELECT $1, id, $2, $3, $4 FROM person WHERE id = $5", t.Hash, t.Seen, t.Agent, t.Verified, person)
}

// Tokens returns where a person is signed in.
func (db *DB) Tokens(ctx context.Context, person string) ([]store.Token, error) {
	return collect(ctx, db, pgx.RowToStructByPos[store.Token], "SELECT hash, seen, agent, verified FROM token WHERE person = $1 ORDER BY seen DESC, hash", person)
}

// Verified notes that a person has used a passkey.
func (db *DB) Verified(ctx context.Context, hash []byte, at int64) error {
	return db.change(ctx, "UPDATE token SET verified = $2 WHERE hash = $1", hash, at)
}

// RemoveToken signs one device out.
func (db *DB) RemoveToken(ctx context.Context, person string, hash []byte) error {
	return db.change(ctx, "DELETE FROM token WHERE hash = $2 AND person = $1", person, hash)
}

// Wait keeps something until its deadline.
func (db *DB) Wait(ctx context.Context, w store.Waiting, now int64) error {
	return db.refusing(ctx, store.ErrTaken, putWaiting, w.Kind, w.Key, w.Person, w.Data, w.Deadline, now)
}

const putWaiting = `INSERT INTO waiting (kind, key, person, data, deadline) VALUES ($1, $2, $3, $4, $5)
	ON CONFLICT (kind, key) DO UPDATE SET person = excluded.person, data = excluded.data, deadline = excluded.deadline WHERE waiting.deadline <= $6`

// Waiting returns something that waits.
func (db *DB) Waiting(ctx context.Context, kind, key string, now int64) (w store.Waiting, err error) {
	err = db.row(ctx, "SELECT kind, key, person, data, deadline FROM waiting WHERE kind = $1 AND key = $2 AND deadline > $3", []any{kind, key, now},
		&w.Kind, &w.Key, &w.Person, &w.Data, &w.Deadline)
	return w, err
}

// WaitingOf returns what waits of a kind.
func (db *DB) WaitingOf(ctx context.Context, kind, person string, now int64) ([]store.Waiting, error) {
	where, args := "WHERE kind = $1 AND deadline > $2", []any{kind, now}
	if person != "" {
		where, args = where+" AND person = $3 AND person <> ''", append(args, person)
	}
	return collect(ctx, db, pgx.RowToStructByPos[store.Waiting], "SELECT kind, key, person, data, deadline FROM waiting "+where+" ORDER BY key", args...)
}

// Exchange takes and puts what waits. Rows are locked in one order, so that two exchanges do not wait for each other.
func (db *DB) Exchange(ctx context.Context, take, put []store.Waiting, now int64) error {
	byKey := func(a, b store.Waiting) int { return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Key, b.Key)) }
	take, put = slices.SortedFunc(slices.Values(take), byKey), slices.SortedFunc(slices.Values(put), byKey)
	return attempt(ctx, func(ctx context.Context) error {
		return pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
			must := func(query string, args ...any) error {
				tag, err := tx.Exec(ctx, query, args...)
				if err == nil && tag.RowsAffected() == 0 {
					err = store.ErrTaken
				}
				return err
			}
			for _, w := range take {
				if err := must("DELETE FROM waiting WHERE kind = $1 AND key = $2 AND data = $3 AND deadline > $4", w.Kind, w.Key, w.Data, now); err != nil {
					return err
				}
			}
			for _, w := range put {
				if err := must(putWaiting, w.Kind, w.Key, w.Person, w.Data, w.Deadline, now); err != nil {
					return err
				}
			}
			return nil
		})
	})
}

// Change replaces the data of something that waits.
func (db *DB) Change(ctx context.Context, kind, key string, was, now []byte) error {
	return db.refusing(ctx, store.ErrTaken, "UPDATE waiting SET data = $4 WHERE kind = $1 AND key = $2 AND data = $3", kind, key, was, now)
}

// Take removes something that waits. An answer that is lost on the way loses it: it must be asked for anew.
func (db *DB) Take(ctx context.Context, kind, key string, now int64) (w store.Waiting, err error) {
	err = db.row(ctx, "DELETE FROM waiting WHERE kind = $1 AND key = $2 AND deadline > $3 RETURNING kind, key, person, data, deadline", []any{kind, key, now},
		&w.Kind, &w.Key, &w.Person, &w.Data, &w.Deadline)
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
