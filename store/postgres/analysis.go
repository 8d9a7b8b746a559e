package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"mirabilia/store"
)

const putAnalysis = `INSERT INTO analysis (table_id, person, at, net, depth, bytes, data) SELECT id, $2, $3, $4, $5, $6, $7 FROM game_table WHERE id = $1
	ON CONFLICT (table_id, person) DO UPDATE SET at = excluded.at, net = excluded.net, depth = excluded.depth, bytes = excluded.bytes, data = excluded.data
	WHERE excluded.net <> analysis.net OR excluded.depth >= analysis.depth`

func analysisValues(a *store.Analysis) []any {
	return []any{a.Table, a.Person, a.At, a.Net, a.Depth, int64(len(a.Data)), notNil(a.Data)}
}

// PutAnalysis keeps an analysis. An attempt whose answer was lost is repeated, and then finds an analysis that is as deep: its own.
func (db *DB) PutAnalysis(ctx context.Context, a store.Analysis) (bool, error) {
	n, err := db.exec(ctx, putAnalysis, analysisValues(&a)...)
	if err != nil || n > 0 {
		return n > 0, err
	}
	// A deeper one of the same person is there, or there is no such table.
	var there bool
	if err := db.row(ctx, "SELECT EXISTS (SELECT 1 FROM analysis WHERE table_id = $1 AND person = $2)", []any{a.Table, a.Person}, &there); err != nil {
		return false, err
	}
	if !there {
		return false, store.ErrNotFound
	}
	return false, nil
}

// Analyses returns the analyses of a table.
func (db *DB) Analyses(ctx context.Context, table string) ([]store.Analysis, error) {
	return collect(ctx, db, pgx.RowToStructByPos[store.Analysis], "SELECT table_id, person, at, net, depth, data FROM analysis WHERE table_id = $1 ORDER BY person", table)
}
