package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"slices"

	"mirabilia/store"
)

// Say keeps a line of chat.
func (db *DB) Say(ctx context.Context, l store.Line, most int) (n int64, err error) {
	err = db.writes.Submit(ctx, func(s *statements) error {
		n, err = s.say(l, most)
		return err
	})
	return n, err
}

func (s *statements) say(l store.Line, most int) (n int64, err error) {
	err = s.row("SELECT n FROM chat WHERE table_id = ? AND person = ? AND command = ?", l.Table, l.Person, l.Command).Scan(&n)
	if err == nil || !errors.Is(err, sql.ErrNoRows) {
		return n, err
	}
	var said int
	if err := s.row("SELECT count(*) FROM chat WHERE table_id = ? AND person = ?", l.Table, l.Person).Scan(&said); err != nil {
		return 0, err
	}
	if said >= most {
		return 0, store.ErrTooMany
	}
	if err := s.row("SELECT coalesce(max(n), 0) + 1 FROM chat WHERE table_id = ?", l.Table).Scan(&n); err != nil {
		return 0, err
	}
	_, err = s.exec("INSERT INTO chat (table_id, n, person, command, at, text) VALUES (?, ?, ?, ?, ?, ?)", l.Table, n, l.Person, l.Command, l.At, l.Text)
	return n, err
}

// Said returns the last lines of a table.
func (db *DB) Said(ctx context.Context, table string, last int) ([]store.Line, error) {
	list, err := collect(db.read, ctx, scanLine, "SELECT table_id, n, person, command, at, text FROM chat WHERE table_id = ? AND person <> '' ORDER BY n DESC LIMIT ?", table, last)
	slices.Reverse(list)
	return list, err
}

func scanLine(rows *sql.Rows) (l store.Line, err error) {
	err = rows.Scan(&l.Table, &l.N, &l.Person, &l.Command, &l.At, &l.Text)
	return l, err
}

// SaidBy returns what a person said.
func (db *DB) SaidBy(ctx context.Context, person string, limit int) ([]store.Line, error) {
	return collect(db.read, ctx, scanLine, "SELECT table_id, n, person, command, at, text FROM chat WHERE person = ? ORDER BY at DESC, table_id, n LIMIT ?", person, limit)
}
