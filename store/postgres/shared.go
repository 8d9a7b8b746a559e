package postgres

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"mirabilia/store"
)

var _ store.Shared = (*DB)(nil)

// Last returns where tables are.
func (db *DB) Last(ctx context.Context, tables []string) (map[string]store.Last, error) {
	last := make(map[string]store.Last, len(tables))
	for part := range slices.Chunk(tables, mostInList) {
		type row struct {
			ID, Tip   string
			Seq, Line int64
		}
		list, err := collect(ctx, db, pgx.RowToStructByPos[row],
			"SELECT t.id, t.tip, t.seq, coalesce((SELECT max(c.n) FROM chat c WHERE c.table_id = t.id), 0) FROM game_table t WHERE t.id = ANY($1::text[])", part)
		if err != nil {
			return nil, err
		}
		for _, r := range list {
			last[r.ID] = store.Last{Seq: r.Seq, Tip: r.Tip, Line: r.Line}
		}
	}
	return last, nil
}

// Since reads the end of a journal by one statement, so that it is of one moment.
func (db *DB) Since(ctx context.Context, table string, after int64) (*store.Since, error) {
	end := &store.Since{}
	_, err := collect(ctx, db, func(row pgx.CollectableRow) (none struct{}, err error) {
		var data []byte
		if err = row.Scan(&end.Last, &end.Tip, &data); err == nil && data != nil {
			end.Entries = append(end.Entries, data)
		}
		return none, err
	}, `SELECT t.seq, t.tip, e.data FROM game_table t LEFT JOIN entry e ON e.table_id = t.id AND e.seq > $2
		WHERE t.id = $1 ORDER BY e.seq`, table, after)
	return end, err
}

// SharedKey returns a key that all nodes share.
func (db *DB) SharedKey(ctx context.Context, name string, made []byte) (key []byte, err error) {
	if made != nil {
		if _, err := db.exec(ctx, "INSERT INTO shared_key (name, data) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING", name, made); err != nil {
			return nil, err
		}
	}
	err = db.row(ctx, "SELECT data FROM shared_key WHERE name = $1", []any{name}, &key)
	return key, orNone(err)
}

// RenewKey puts another key in the place of one.
func (db *DB) RenewKey(ctx context.Context, name string, key []byte) error {
	_, err := db.exec(ctx, "INSERT INTO shared_key (name, data) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET data = excluded.data", name, key)
	return err
}

// millis is the database's clock at the beginning of a transaction. Engines that shard do not take a clock that goes on within one.
const millis = "floor(extract(epoch FROM now()) * 1000)::bigint"

// Now asks the database what time it is.
func (db *DB) Now(ctx context.Context) (now int64, err error) {
	err = db.row(ctx, "SELECT "+millis, nil, &now)
	return now, err
}

// KnownTokens tells which tokens are kept.
func (db *DB) KnownTokens(ctx context.Context, hashes [][]byte) (map[string]bool, error) {
	known := make(map[string]bool, len(hashes))
	for part := range slices.Chunk(hashes, mostInList) {
		list, err := collect(ctx, db, pgx.RowTo[[]byte], "SELECT hash FROM live_token WHERE hash = ANY($1::bytea[])", part)
		if err != nil {
			return nil, err
		}
		for _, hash := range list {
			known[string(hash)] = true
		}
	}
	return known, nil
}

// outagesKept is how many outages are told.
const outagesKept = 20

// Outages returns when no server was alive.
func (db *DB) Outages(ctx context.Context) ([]store.Outage, error) {
	return collect(ctx, db, pgx.RowToStructByPos[store.Outage], "SELECT until, length FROM outage ORDER BY until DESC LIMIT $1", outagesKept)
}
