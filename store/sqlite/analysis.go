package sqlite

import (
	"context"
	"database/sql"

	"mirabilia/store"
)

// PutAnalysis keeps an analysis.
func (db *DB) PutAnalysis(ctx context.Context, a store.Analysis) (kept bool, err error) {
	err = db.writes.Submit(ctx, func(s *statements) error {
		kept, err = s.putAnalysis(a)
		return err
	})
	return kept, err
}

func (s *statements) putAnalysis(a store.Analysis) (bool, error) {
	var there int
	if err := s.row("SELECT count(*) FROM game_table WHERE id = ?", a.Table).Scan(&there); err != nil {
		return false, err
	}
	if there == 0 {
		return false, store.ErrNotFound
	}
	result, err := s.exec(`INSERT INTO analysis (table_id, person, at, net, depth, data) VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT (table_id, person) DO UPDATE SET at = excluded.at, net = excluded.net, depth = excluded.depth, data = excluded.data
		WHERE excluded.net <> analysis.net OR excluded.depth >= analysis.depth`, a.Table, a.Person, a.At, a.Net, a.Depth, a.Data)
	if err != nil {
		return false, err
	}
	n, err := result.RowsAffected()
	return n > 0, err
}

// Analyses returns the analyses of a table.
func (db *DB) Analyses(ctx context.Context, table string) ([]store.Analysis, error) {
	return collect(db.read, ctx, func(rows *sql.Rows) (a store.Analysis, err error) {
		err = rows.Scan(&a.Table, &a.Person, &a.At, &a.Net, &a.Depth, &a.Data)
		return a, err
	}, "SELECT table_id, person, at, net, depth, data FROM analysis WHERE table_id = ? ORDER BY person", table)
}
