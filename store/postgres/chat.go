package postgres

import (
	"context"
	"errors"
	"slices"

	"github.com/jackc/pgx/v5"

	"mirabilia/store"
)

// Say keeps a line of chat. Of two nodes that number a line at the same moment one is refused, and tries again.
func (db *DB) Say(ctx context.Context, l store.Line, most int) (n int64, err error) {
	for range maxRetries {
		err = db.row(ctx, "SELECT n FROM chat WHERE table_id = $1 AND person = $2 AND command = $3", []any{l.Table, l.Person, []byte(l.Command)}, &n)
		if err == nil || !errors.Is(err, store.ErrNotFound) {
			return n, err
		}
		var said int
		if err = db.row(ctx, "SELECT count(*) FROM chat WHERE table_id = $1 AND person = $2", []any{l.Table, l.Person}, &said); err != nil {
			return 0, err
		}
		if said >= most {
			return 0, store.ErrTooMany
		}
		err = db.row(ctx, `INSERT INTO chat (table_id, n, person, command, at, text)
			SELECT $1, coalesce(max(c.n), 0) + 1, $2, $3, $4, $5 FROM chat c WHERE c.table_id = $1
			ON CONFLICT DO NOTHING RETURNING n`, []any{l.Table, l.Person, []byte(l.Command), l.At, l.Text}, &n)
		if err == nil || !errors.Is(err, store.ErrNotFound) {
			return n, err
		}
	}
	return 0, err
}

// Said returns the last lines of a table.
func (db *DB) Said(ctx context.Context, table string, last int) ([]store.Line, error) {
	list, err := collect(ctx, db, scanLine, "SELECT table_id, n, person, command, at, text FROM chat WHERE table_id = $1 AND person <> '' ORDER BY n DESC LIMIT $2", table, last)
	slices.Reverse(list)
	return list, err
}

func scanLine(row pgx.CollectableRow) (l store.Line, err error) {
	var command []byte
	err = row.Scan(&l.Table, &l.N, &l.Person, &command, &l.At, &l.Text)
	l.Command = string(command)
	return l, err
}

// SaidBy returns what a person said.
func (db *DB) SaidBy(ctx context.Context, person string, limit int) ([]store.Line, error) {
	return collect(ctx, db, scanLine, "SELECT table_id, n, person, command, at, text FROM chat WHERE person = $1 ORDER BY at DESC, table_id, n LIMIT $2", person, limit)
}
