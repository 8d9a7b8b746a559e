package postgres

import (
	"context"
	"database/sql"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"mirabilia/store"
)

// Raw returns the database with all its tables, for a move of data. Its owner closes it before the store.
func (db *DB) Raw(context.Context) (*sql.DB, error) { return stdlib.OpenDBFromPool(db.pool), nil }

// arrived refuses a database that a move of data is still filling, and notes in one that a move has filled that it is used from now on.
func (db *DB) arrived(ctx context.Context) error {
	var m store.Moved
	err := db.pool.QueryRow(ctx, "SELECT source, began, complete, served FROM moved WHERE id = 1").Scan(&m.Source, &m.Began, &m.Complete, &m.Served)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err == nil {
		err = m.Usable()
	}
	if err != nil || m.Served > 0 {
		return err
	}
	_, err = db.pool.Exec(ctx, "UPDATE moved SET served = "+millis+" WHERE id = 1 AND served = 0")
	return err
}
