package postgres

import (
	"context"
	"slices"
	"time"

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

// The time of all nodes is the database's clock and what that has gone back by, which they catch up with slowly: a fail-over to a machine whose clock is behind stops
// nobody's time. Each node writes down the clock once a second (Ping), so the database itself is witness of where it was.
const (
	wentBackBy = 5 * 1000
	// mostAhead is how far the nodes' time may be ahead. A clock that goes back further was wrong before, and is believed now.
	mostAhead = 24 * 3600 * 1000
	aheadNow  = "coalesce((SELECT greatest(0, c.ahead - greatest(0, " + millis + " - c.since) / 32) FROM clock c WHERE c.id = 1), 0)"
	siteTime  = "(" + millis + " + " + aheadNow + ")"
)

// Now asks the database what time it is.
func (db *DB) Now(ctx context.Context) (now int64, err error) {
	var witness int64
	if err = db.row(ctx, "SELECT "+siteTime+", coalesce((SELECT max(clock) FROM ping), 0) - "+millis, nil, &now, &witness); err != nil || witness <= wentBackBy {
		return now, err
	}
	if err := db.catchUp(ctx); err != nil {
		return 0, err
	}
	err = db.row(ctx, "SELECT "+siteTime, nil, &now)
	return now, err
}

// catchUp lets the nodes' time stay where it was although the database's clock has gone back. One node does it.
func (db *DB) catchUp(ctx context.Context) error {
	var back int64
	statements := &pgx.Batch{}
	statements.Queue("SELECT id FROM clock WHERE id = 1 FOR UPDATE")
	statements.Queue("SELECT coalesce(max(clock), 0) - " + millis + " FROM ping")
	statements.Queue("UPDATE clock SET ahead = greatest(0, ahead - greatest(0, (SELECT max(clock) FROM ping) - since) / 32) + (SELECT max(clock) FROM ping) - "+millis+", since = "+millis+`
		WHERE id = 1 AND (SELECT max(clock) FROM ping) - `+millis+" BETWEEN $1 AND $2", wentBackBy, mostAhead)
	statements.Queue("UPDATE ping SET clock = " + millis + " WHERE clock > " + millis)
	err := attempt(ctx, func(ctx context.Context) error {
		return db.single(ctx, begin, statements, func(i int, r pgx.BatchResults) error {
			if i == 1 {
				return r.QueryRow().Scan(&back)
			}
			_, err := r.Exec()
			return err
		})
	})
	if err == nil && back > wentBackBy {
		db.wentBack.Store(back)
	}
	return err
}

// WentBack returns by how much the database's clock has gone back since it was last asked, as this node has found it; 0 if it has not.
func (db *DB) WentBack() time.Duration {
	return time.Duration(db.wentBack.Swap(0)) * time.Millisecond
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
