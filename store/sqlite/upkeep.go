package sqlite

import (
	"context"
	"database/sql"
	"errors"

	"mirabilia/store"
)

// Usage counts what is kept.
func (db *DB) Usage(ctx context.Context) (store.Usage, error) {
	u := store.Usage{MaxBytes: db.maxBytes, Tables: map[string]int64{}}
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
func (db *DB) ExpireTables(ctx context.Context, status string, before int64, limit int) (n int, err error) {
	ids, err := collect(db.read, ctx, func(rows *sql.Rows) (id string, err error) {
		err = rows.Scan(&id)
		return id, err
	}, "SELECT id FROM game_table WHERE status = ? AND updated < ? ORDER BY updated, id LIMIT ?", status, before, limit)
	if err != nil {
		return 0, err
	}
	for _, id := range ids {
		err := db.writes.Submit(ctx, func(s *statements) error {
			// It may have gone on since it was found.
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
	return db.count(ctx, `DELETE FROM chat WHERE (table_id, n) IN (SELECT table_id, n FROM chat WHERE at < ? ORDER BY at LIMIT ?)`, before, limit)
}

// ExpireTokens forgets the tokens of people who were not seen for long, and of programs whose owner has none left.
func (db *DB) ExpireTokens(ctx context.Context, before int64, limit int) (int, error) {
	return db.count(ctx, `DELETE FROM token WHERE hash IN (SELECT t.hash FROM token t JOIN person p ON p.id = t.person
		WHERE t.seen < ? AND p.owner IS NULL
			OR p.owner IS NOT NULL AND NOT EXISTS (SELECT 1 FROM token o WHERE o.person = p.owner)
				AND NOT EXISTS (SELECT 1 FROM account a WHERE a.person = p.owner)
		ORDER BY t.seen LIMIT ?)`, before, limit)
}

// ExpirePeople forgets people who cannot come back. Programs go before the person they belong to.
func (db *DB) ExpirePeople(ctx context.Context, before int64, limit int) (int, error) {
	return db.count(ctx, `DELETE FROM person WHERE id IN (SELECT p.id FROM person p WHERE p.created < ?
		AND NOT EXISTS (SELECT 1 FROM token WHERE person = p.id)
		AND NOT EXISTS (SELECT 1 FROM account a WHERE a.person = p.id)
		AND NOT EXISTS (SELECT 1 FROM person q WHERE q.owner = p.id)
		AND NOT EXISTS (SELECT 1 FROM involved WHERE person = p.id)
		ORDER BY p.created, p.id LIMIT ?)`, before, limit)
}

// Heartbeat notes that the server is alive.
func (db *DB) Heartbeat(ctx context.Context, at int64) (before int64, err error) {
	err = db.writes.Submit(ctx, func(s *statements) error {
		if err := s.row("SELECT coalesce(max(at), 0) FROM heartbeat").Scan(&before); err != nil {
			return err
		}
		_, err := s.exec("INSERT INTO heartbeat (id, at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at", at)
		return err
	})
	return before, err
}
