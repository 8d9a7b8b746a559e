package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"mirabilia/store"
)

// Raw returns a connection of its own to all tables, for a move of data, after what is pending was written where it belongs. It does not check
// references between rows: a move writes table by table, and has the same rows on both sides at its end. Its owner closes it before the store.
func (db *DB) Raw(ctx context.Context) (*sql.DB, error) {
	if err := db.writes.Submit(ctx, func(s *statements) error { return s.deleteRows(0) }); err != nil {
		return nil, err
	}
	raw, err := connectLoosely(db.path, "&_pragma=synchronous(FULL)"+writerCache+maxPages(db.maxBytes))
	return raw, explained(err)
}

// arrived refuses a file that a move of data is still filling, and notes in one that a move has filled that it is used from now on.
func arrived(ctx context.Context, db *sql.DB) error {
	var m store.Moved
	err := db.QueryRowContext(ctx, "SELECT source, began, complete, served FROM moved").Scan(&m.Source, &m.Began, &m.Complete, &m.Served)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err == nil {
		err = m.Usable()
	}
	if err != nil || m.Served > 0 {
		return err
	}
	_, err = db.ExecContext(ctx, "UPDATE moved SET served = ?", time.Now().UnixMilli())
	return err
}
