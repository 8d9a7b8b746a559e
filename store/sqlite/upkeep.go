package sqlite

import (
	"context"
	"database/sql"
	"errors"

	"mirabilia/store"
)

// Usage counts what is kept.
func (db *DB) Usage(ctx context.Context) (store.Usage, error) {
	u := store.Usage{MaxBytes: db.maxBytes, Reserve: reserveOf(db.maxBytes), Tables: map[string]int64{}}
	var pages, free, size int64
	for _, q := range []struct {
		query string
		into  *int64
	}{
		{"PRAGMA page_count", &pages}, {"PRAGMA freelist_count", &free}, {"PRAGMA page_size", &size},
		{"SELECT count(*) FROM entry", &u.Entries}, {"SELECT count(*) FROM snapshot", &u.Snapshots}, {"SELECT count(*) FROM chat", &u.Lines}, {"SELECT count(*) FROM analysis", &u.Analyses},
		{"SELECT count(*) FROM person", &u.People}, {"SELECT count(*) FROM token", &u.Tokens},
	} {
		if err := db.read.QueryRowContext(ctx, q.query).Scan(q.into); err != nil {
			return u, explained(err)
		}
	}
	db.pending.mu.Lock()
	for _, t := range db.pending.tables {
		u.Entries += int64(len(t.entries))
	}
	db.pending.mu.Unlock()
	u.Bytes = (pages - free) * size
	type count struct {
		status string
		n      int64
	}
	list, err := collect(db.read, ctx, func(rows *sql.Rows) (c count, err error) {
		err = rows.Scan(&c.status, &c.n)
		return c, err
	}, "SELECT status, count(*) FROM game_table GROUP BY status")
	for _, c := range list {
		u.Tables[c.status] = c.n
	}
	return u, err
}

// ExpireTables forgets old tables.
func (db *DB) ExpireTables(ctx context.Context, status string, before int64, limit int) (int, error) {
	ids, err := collect(db.read, ctx, func(rows *sql.Rows) (id string, err error) {
		err = rows.Scan(&id)
		return id, err
	}, "SELECT id FROM game_table WHERE status = ? AND updated < ? ORDER BY updated, id LIMIT ?", status, before, limit)
	if err != nil {
		return 0, err
	}
	return db.dropOld(ctx, ids, status, before)
}

// excess are the tables of a status that go when there is no room, in this order.
const excess = `SELECT id FROM (
		SELECT g.id, g.updated, a.person IS NOT NULL AS kept, row_number() OVER (PARTITION BY coalesce(p.owner, g.owner) ORDER BY g.updated DESC, g.id) AS nth
		FROM game_table g LEFT JOIN person p ON p.id = g.owner LEFT JOIN account a ON a.person = coalesce(p.owner, g.owner)
		WHERE g.status = ? AND g.updated < ? AND (g.wake = 0 OR g.wake >= ?) AND NOT (? AND EXISTS (
			SELECT 1 FROM involved i LEFT JOIN person q ON q.id = i.person JOIN account b ON b.person = coalesce(q.owner, i.person) WHERE i.table_id = g.id)))
	ORDER BY nth DESC, kept, updated, id LIMIT ?`

// ExpireExcess forgets tables of whoever has most of them.
func (db *DB) ExpireExcess(ctx context.Context, status string, guests bool, before, calm int64, limit int) (int, error) {
	ids, err := collect(db.read, ctx, func(rows *sql.Rows) (id string, err error) {
		err = rows.Scan(&id)
		return id, err
	}, excess, status, before, calm, guests, limit)
	if err != nil {
		return 0, err
	}
	return db.dropOld(ctx, ids, status, before)
}

// dropOld forgets those of the tables that have not gone on since they were found.
func (db *DB) dropOld(ctx context.Context, ids []string, status string, before int64) (n int, err error) {
	for _, id := range ids {
		err := db.writes.Submit(ctx, func(s *statements) error {
			if err := s.must(store.ErrNotFound, "UPDATE game_table SET seq = 0 WHERE id = ? AND status = ? AND updated < ?", id, status, before); err != nil {
				return err
			}
			return s.drop(id)
		})
		switch {
		case err == nil:
			n++
		case !errors.Is(err, store.ErrNotFound):
			return n, err
		}
	}
	return n, nil
}

// ExpireChat forgets old lines.
func (db *DB) ExpireChat(ctx context.Context, before int64, limit int) (int, error) {
	return db.count(ctx, `DELETE FROM chat WHERE (table_id, n) IN (SELECT c.table_id, c.n FROM chat c WHERE c.at < ?
		AND NOT EXISTS (SELECT 1 FROM game_table g WHERE g.id = c.table_id AND (g.status IN ('lobby', 'playing') OR g.updated >= ?)) ORDER BY c.at LIMIT ?)`, before, before, limit)
}

// ExpireTokens forgets the tokens of people who were not seen for long, and of programs whose owner has none left.
func (db *DB) ExpireTokens(ctx context.Context, kept bool, before int64, limit int) (int, error) {
	if kept {
		return db.count(ctx, `DELETE FROM token WHERE hash IN (SELECT t.hash FROM token t JOIN account a ON a.person = t.person WHERE t.seen < ? ORDER BY t.seen LIMIT ?)`, before, limit)
	}
	return db.count(ctx, `DELETE FROM token WHERE hash IN (SELECT t.hash FROM token t JOIN person p ON p.id = t.person
		WHERE t.seen < ? AND p.owner IS NULL AND NOT EXISTS (SELECT 1 FROM account a WHERE a.person = p.id)
			OR p.owner IS NOT NULL AND NOT EXISTS (SELECT 1 FROM token o WHERE o.person = p.owner)
				AND NOT EXISTS (SELECT 1 FROM account a WHERE a.person = p.owner)
		ORDER BY t.seen LIMIT ?)`, before, limit)
}

// ExpirePeople forgets people who cannot come back. Programs go before the person they belong to, but not while somebody shuns them and with them that person.
func (db *DB) ExpirePeople(ctx context.Context, before int64, limit int) (n int, err error) {
	err = db.writes.Submit(ctx, func(s *statements) error {
		ids, err := s.texts(`DELETE FROM person WHERE id IN (SELECT p.id FROM person p WHERE p.created < ?
			AND NOT EXISTS (SELECT 1 FROM token WHERE person = p.id)
			AND NOT EXISTS (SELECT 1 FROM account a WHERE a.person = p.id)
			AND NOT EXISTS (SELECT 1 FROM person q WHERE q.owner = p.id)
			AND NOT EXISTS (SELECT 1 FROM involved WHERE person = p.id)
			AND NOT EXISTS (SELECT 1 FROM shunned s WHERE s.other = p.id AND (EXISTS (SELECT 1 FROM token WHERE person = p.owner) OR EXISTS (SELECT 1 FROM account WHERE person = p.owner)))
			ORDER BY p.created, p.id LIMIT ?) RETURNING id`, before, limit)
		if err != nil {
			return err
		}
		n = len(ids)
		for _, id := range ids {
			if err := s.forgetConduct(id); err != nil {
				return err
			}
		}
		return nil
	})
	return n, err
}

// ExpireGuests forgets guests who do not come back.
func (db *DB) ExpireGuests(ctx context.Context, before int64, limit int) (ids []string, err error) {
	err = db.writes.Submit(ctx, func(s *statements) error {
		if ids, err = s.texts(`SELECT p.id FROM person p WHERE p.owner IS NULL AND p.created < ?
			AND NOT EXISTS (SELECT 1 FROM account a WHERE a.person = p.id)
			AND NOT EXISTS (SELECT 1 FROM token t JOIN person q ON q.id = t.person WHERE (q.id = p.id OR q.owner = p.id) AND t.seen >= ?)
			AND NOT EXISTS (SELECT 1 FROM involved i JOIN game_table g ON g.id = i.table_id WHERE i.person = p.id AND g.status IN ('lobby', 'playing'))
			ORDER BY p.created, p.id LIMIT ?`, before, before, limit); err != nil {
			return err
		}
		for _, id := range ids {
			if err := s.forget(id, 0); err != nil {
				return err
			}
		}
		return nil
	})
	return ids, err
}

// ExpireReports forgets old reports.
func (db *DB) ExpireReports(ctx context.Context, before int64, limit int) (n int, err error) {
	err = db.writes.Submit(ctx, func(s *statements) error {
		ids, err := s.texts("DELETE FROM report WHERE id IN (SELECT id FROM report WHERE at < ? ORDER BY at, id LIMIT ?) RETURNING id", before, limit)
		if err != nil {
			return err
		}
		n = len(ids)
		for _, id := range ids {
			if _, err := s.exec("DELETE FROM report_line WHERE report = ?", id); err != nil {
				return err
			}
		}
		return nil
	})
	return n, err
}

// ExpireReportLines forgets what was said around reports.
func (db *DB) ExpireReportLines(ctx context.Context, before int64, limit int) (int, error) {
	return db.count(ctx, `DELETE FROM report_line WHERE (report, n) IN (SELECT l.report, l.n FROM report_line l JOIN report r ON r.id = l.report
		WHERE r.closed > 0 AND r.closed < ? LIMIT ?)`, before, limit)
}

// ExpireDeeds forgets old entries of the journal. One that lasts stays unless a later one has taken its place, and one that has lifted another goes after it.
func (db *DB) ExpireDeeds(ctx context.Context, before, now int64, limit int) (int, error) {
	return db.count(ctx, `DELETE FROM deed WHERE n IN (SELECT d.n FROM deed d WHERE d.at < ?
		AND (d.until <= ? OR EXISTS (SELECT 1 FROM deed later WHERE later.person = d.person AND later.kind = d.kind AND later.n > d.n))
		AND NOT EXISTS (SELECT 1 FROM deed first WHERE first.person = d.person AND first.kind = d.kind AND first.n < d.n AND first.until > ?)
		ORDER BY d.n LIMIT ?)`, before, now, now, limit)
}

// Announce notes when something was first announced.
func (db *DB) Announce(ctx context.Context, what string, at int64) (first int64, err error) {
	if at > 0 {
		if _, err := db.count(ctx, "INSERT INTO announced (what, at) VALUES (?, ?) ON CONFLICT (what) DO NOTHING", what, at); err != nil {
			return 0, err
		}
	}
	err = db.read.QueryRowContext(ctx, "SELECT coalesce(max(at), 0) FROM announced WHERE what = ?", what).Scan(&first)
	return first, explained(err)
}

// texts runs a query for one column of text.
func (s *statements) texts(query string, args ...any) (list []string, err error) {
	rows, err := s.query(query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		text, err := scanText(rows)
		if err != nil {
			return nil, err
		}
		list = append(list, text)
	}
	return list, rows.Err()
}

// Heartbeat notes that the server is alive, and has the file scrubbed if there was no space for it.
func (db *DB) Heartbeat(ctx context.Context, at int64) (before int64, err error) {
	if db.toScrub.Load() && db.roomToScrub(ctx) {
		err = db.writes.Submit(ctx, func(s *statements) error { return s.scrubAfter(make(chan error, 1)) })
		if err != nil {
			return 0, err
		}
	}
	err = db.writes.Submit(ctx, func(s *statements) error {
		if err := s.row("SELECT coalesce(max(at), 0) FROM heartbeat").Scan(&before); err != nil {
			return err
		}
		_, err := s.exec("INSERT INTO heartbeat (id, at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at", at)
		return err
	})
	return before, err
}
