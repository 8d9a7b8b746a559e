package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"mirabilia/store"
)

// emptyBytes is about what the tables and indexes take that hold nothing.
const emptyBytes = 256 << 10

// Usage counts what is kept. The rows of the tables know how many entries and bytes they have, so that the largest of all, the
// journals, need not be read. How many bytes there may be is for the database's host to say.
func (db *DB) Usage(ctx context.Context) (store.Usage, error) {
	u := store.Usage{Bytes: emptyBytes, Tables: map[string]int64{}}
	type count struct {
		Status                string
		Tables, Entries, Size int64
	}
	list, err := collect(ctx, db, pgx.RowToStructByPos[count], "SELECT status, count(*), sum(entries)::bigint, sum(bytes)::bigint FROM game_table GROUP BY status")
	if err != nil {
		return u, err
	}
	for _, c := range list {
		u.Tables[c.Status] = c.Tables
		u.Entries += c.Entries
		u.Bytes += c.Size
	}
	var analysed int64
	err = db.row(ctx, `SELECT (SELECT count(*) FROM snapshot), (SELECT count(*) FROM chat), (SELECT count(*) FROM person), (SELECT count(*) FROM token),
		(SELECT count(*) FROM analysis), (SELECT coalesce(sum(bytes), 0)::bigint FROM analysis)`, nil, &u.Snapshots, &u.Lines, &u.People, &u.Tokens, &u.Analyses, &analysed)
	u.Bytes += analysed
	return u, err
}

// ExpireTables forgets old tables.
func (db *DB) ExpireTables(ctx context.Context, status string, before int64, limit int) (int, error) {
	ids, err := collect(ctx, db, pgx.RowTo[string], "SELECT id FROM game_table WHERE status = $1 AND updated < $2 ORDER BY updated, id LIMIT $3", status, before, limit)
	if err != nil {
		return 0, err
	}
	return db.dropOld(ctx, ids, status, before)
}

// excess are the tables of a status that go when there is no room, in this order.
const excess = `SELECT id FROM (
		SELECT g.id, g.updated, a.person IS NOT NULL AS kept, row_number() OVER (PARTITION BY coalesce(nullif(p.owner, ''), g.owner) ORDER BY g.updated DESC, g.id) AS nth
		FROM game_table g LEFT JOIN person p ON p.id = g.owner LEFT JOIN account a ON a.person = coalesce(nullif(p.owner, ''), g.owner)
		WHERE g.status = $1 AND g.updated < $2 AND (g.wake = 0 OR g.wake >= $3) AND NOT ($4 AND EXISTS (
			SELECT 1 FROM involved i LEFT JOIN person q ON q.id = i.person JOIN account b ON b.person = coalesce(nullif(q.owner, ''), i.person) WHERE i.table_id = g.id))) AS g
	ORDER BY nth DESC, kept, updated, id LIMIT $5`

// ExpireExcess forgets tables of whoever has most of them.
func (db *DB) ExpireExcess(ctx context.Context, status string, guests bool, before, calm int64, limit int) (int, error) {
	ids, err := collect(ctx, db, pgx.RowTo[string], excess, status, before, calm, guests, limit)
	if err != nil {
		return 0, err
	}
	return db.dropOld(ctx, ids, status, before)
}

// dropOld forgets those of the tables that have not gone on since they were found.
func (db *DB) dropOld(ctx context.Context, ids []string, status string, before int64) (n int, err error) {
	for _, id := range ids {
		k, err := db.drop(ctx, "UPDATE game_table SET writer = $2 WHERE id = $1 AND status = $3 AND updated < $4", id, status, before)
		if err != nil {
			return n, err
		}
		n += int(k)
	}
	return n, nil
}

// ExpireChat forgets old lines.
func (db *DB) ExpireChat(ctx context.Context, before int64, limit int) (int, error) {
	return db.exec(ctx, `DELETE FROM chat WHERE (table_id, n) IN (SELECT c.table_id, c.n FROM chat c WHERE c.at < $1
		AND NOT EXISTS (SELECT 1 FROM game_table g WHERE g.id = c.table_id AND (g.status IN ('lobby', 'playing') OR g.updated >= $1)) ORDER BY c.at LIMIT $2)`, before, limit)
}

// ExpireTokens forgets the tokens of people who were not seen for long, and of programs whose owner has none left.
func (db *DB) ExpireTokens(ctx context.Context, kept bool, before int64, limit int) (int, error) {
	if kept {
		return db.exec(ctx, `DELETE FROM token WHERE hash IN (SELECT t.hash FROM token t JOIN account a ON a.person = t.person WHERE t.seen < $1 ORDER BY t.seen LIMIT $2)`, before, limit)
	}
	return db.exec(ctx, `DELETE FROM token WHERE hash IN (SELECT t.hash FROM token t JOIN person p ON p.id = t.person
		WHERE t.seen < $1 AND p.owner = '' AND NOT EXISTS (SELECT 1 FROM account a WHERE a.person = p.id)
			OR p.owner <> '' AND NOT EXISTS (SELECT 1 FROM token o WHERE o.person = p.owner)
				AND NOT EXISTS (SELECT 1 FROM account a WHERE a.person = p.owner)
		ORDER BY t.seen LIMIT $2)`, before, limit)
}

// ExpirePeople forgets people who cannot come back. Programs go before the person they belong to, but not while somebody shuns them and with them that person.
func (db *DB) ExpirePeople(ctx context.Context, before int64, limit int) (n int, err error) {
	err = db.inTransaction(ctx, func(ctx context.Context, tx pgx.Tx) error {
		rows, err := tx.Query(ctx, `DELETE FROM person WHERE id IN (SELECT p.id FROM person p WHERE p.created < $1
			AND NOT EXISTS (SELECT 1 FROM token t WHERE t.person = p.id)
			AND NOT EXISTS (SELECT 1 FROM account a WHERE a.person = p.id)
			AND NOT EXISTS (SELECT 1 FROM person q WHERE q.owner = p.id)
			AND NOT EXISTS (SELECT 1 FROM involved i WHERE i.person = p.id)
			AND NOT EXISTS (SELECT 1 FROM shunned s WHERE s.other = p.id AND p.owner <> ''
				AND (EXISTS (SELECT 1 FROM token t WHERE t.person = p.owner) OR EXISTS (SELECT 1 FROM account a WHERE a.person = p.owner)))
			ORDER BY p.created, p.id LIMIT $2) RETURNING id`, before, limit)
		if err != nil {
			return err
		}
		ids, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if n = len(ids); err != nil || n == 0 {
			return err
		}
		statements := &pgx.Batch{}
		for _, id := range ids {
			forgetConduct(statements, id)
		}
		return execAll(ctx, tx, statements)
	})
	return n, err
}

// ExpireGuests forgets guests who do not come back. When a guest comes back at this very moment, the transaction is tried again, and then it keeps that guest.
func (db *DB) ExpireGuests(ctx context.Context, before int64, limit int) (ids []string, err error) {
	err = db.inTransaction(ctx, func(ctx context.Context, tx pgx.Tx) error {
		rows, err := tx.Query(ctx, `SELECT p.id FROM person p WHERE p.owner = '' AND p.created < $1
			AND NOT EXISTS (SELECT 1 FROM account a WHERE a.person = p.id)
			AND NOT EXISTS (SELECT 1 FROM token t JOIN person q ON q.id = t.person WHERE (q.id = p.id OR q.owner = p.id) AND t.seen >= $1)
			AND NOT EXISTS (SELECT 1 FROM involved i JOIN game_table g ON g.id = i.table_id WHERE i.person = p.id AND g.status IN ('lobby', 'playing'))
			ORDER BY p.created, p.id LIMIT $2`, before, limit)
		if err != nil {
			return err
		}
		if ids, err = pgx.CollectRows(rows, pgx.RowTo[string]); err != nil || len(ids) == 0 {
			return err
		}
		statements := &pgx.Batch{}
		for _, id := range ids {
			forget(statements, id)
		}
		return execAll(ctx, tx, statements)
	})
	return ids, err
}

// ExpireReports forgets old reports.
func (db *DB) ExpireReports(ctx context.Context, before int64, limit int) (n int, err error) {
	err = db.inTransaction(ctx, func(ctx context.Context, tx pgx.Tx) error {
		rows, err := tx.Query(ctx, "DELETE FROM report WHERE id IN (SELECT id FROM report WHERE at < $1 ORDER BY at, id LIMIT $2) RETURNING id", before, limit)
		if err != nil {
			return err
		}
		ids, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if n = len(ids); err != nil || n == 0 {
			return err
		}
		_, err = tx.Exec(ctx, "DELETE FROM report_line WHERE report = ANY($1::text[])", ids)
		return err
	})
	return n, err
}

// ExpireReportLines forgets what was said around reports.
func (db *DB) ExpireReportLines(ctx context.Context, before int64, limit int) (int, error) {
	return db.exec(ctx, `DELETE FROM report_line WHERE (report, n) IN (SELECT l.report, l.n FROM report_line l JOIN report r ON r.id = l.report
		WHERE r.closed > 0 AND r.closed < $1 LIMIT $2)`, before, limit)
}

// ExpireDeeds forgets old entries of the journal. One that lasts stays unless a later one has taken its place, and one that has lifted another goes after it.
func (db *DB) ExpireDeeds(ctx context.Context, before, now int64, limit int) (int, error) {
	return db.exec(ctx, `DELETE FROM deed WHERE n IN (SELECT d.n FROM deed d WHERE d.at < $1
		AND (d.until <= $2 OR EXISTS (SELECT 1 FROM deed l WHERE l.person = d.person AND l.kind = d.kind AND l.n > d.n))
		AND NOT EXISTS (SELECT 1 FROM deed f WHERE f.person = d.person AND f.kind = d.kind AND f.n < d.n AND f.until > $2)
		ORDER BY d.n LIMIT $3)`, before, now, limit)
}

// Announce notes when something was first announced.
func (db *DB) Announce(ctx context.Context, what string, at int64) (first int64, err error) {
	if at > 0 {
		if _, err := db.exec(ctx, "INSERT INTO announced (what, at) VALUES ($1, $2) ON CONFLICT (what) DO NOTHING", what, at); err != nil {
			return 0, err
		}
	}
	err = db.row(ctx, "SELECT coalesce(max(at), 0) FROM announced WHERE what = $1", []any{what}, &first)
	return first, err
}

// outage is how long no server must have been alive for it to be noted, in milliseconds.
const outage = 60 * 1000

// Heartbeat notes that a server is alive. Of several nodes the latest counts. The first after an outage notes it, so that the others know
// of it too. A sign of life from days ahead is of a clock that was wrong.
func (db *DB) Heartbeat(ctx context.Context, at int64) (before int64, err error) {
	statements := &pgx.Batch{}
	statements.Queue("INSERT INTO heartbeat (id, at) VALUES (1, 0) ON CONFLICT (id) DO NOTHING")
	statements.Queue("SELECT at FROM heartbeat WHERE id = 1 FOR UPDATE")
	statements.Queue("INSERT INTO outage (until, length) SELECT $1, $1 - at FROM heartbeat WHERE id = 1 AND at > 0 AND $1 - at > $2 ON CONFLICT (until) DO NOTHING", at, outage)
	statements.Queue("UPDATE heartbeat SET at = $1 WHERE id = 1 AND (at < $1 OR at > $1 + $2)", at, mostAhead)
	err = attempt(ctx, func(ctx context.Context) error {
		return db.single(ctx, begin, statements, func(i int, r pgx.BatchResults) error {
			if i == 1 {
				return r.QueryRow().Scan(&before)
			}
			_, err := r.Exec()
			return err
		})
	})
	return before, err
}

// Unsafe returns the settings by which PostgreSQL may lose on a power cut, or with its primary, what it has acknowledged, each as "name = value".
func (db *DB) Unsafe(ctx context.Context) ([]string, error) {
	return collect(ctx, db, pgx.RowTo[string], `SELECT name || ' = ' || current_setting(name) FROM (VALUES ('fsync'), ('full_page_writes'), ('synchronous_commit')) AS s (name)
		WHERE current_setting(name) <> 'on' AND NOT (name = 'synchronous_commit' AND current_setting(name) = 'remote_apply') ORDER BY name`)
}
