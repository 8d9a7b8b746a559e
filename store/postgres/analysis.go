package postgres

import (
	"context"
	"errors"

	"mirabilia/store"
)

const putAnalysis = `INSERT INTO analysis (table_id, person, at, net, depth, bytes, data) SELECT id, $2, $3, $4, $5, $6, $7 FROM game_table WHERE id = $1
	ON CONFLICT (table_id) DO UPDATE SET person = excluded.person, at = excluded.at, net = excluded.net, depth = excluded.depth, bytes = excluded.bytes, data = excluded.data
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
	// A deeper one is there, or there is no such table.
	_, err = db.Analysis(ctx, a.Table)
	return false, err
}

// Analysis returns the analysis of a table.
func (db *DB) Analysis(ctx context.Context, table string) (a store.Analysis, err error) {
	err = db.row(ctx, "SELECT table_id, person, at, net, depth, data FROM analysis WHERE table_id = $1", []any{table}, &a.Table, &a.Person, &a.At, &a.Net, &a.Depth, &a.Data)
	if errors.Is(err, store.ErrNotFound) {
		return store.Analysis{}, store.ErrNotFound
	}
	return a, err
}
