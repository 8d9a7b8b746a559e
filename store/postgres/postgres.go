// Package postgres keeps everything in a PostgreSQL database, which several nodes may use at once.
//
// The SQL is plain, so that engines that speak the same protocol (CockroachDB, YugabyteDB, Citus) understand it too; a test
// reads all of it. Everything that decides is read from and written to the primary.
package postgres

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"mirabilia/store"
	"mirabilia/store/writing"
)

const (
	// attemptTime is how long one attempt at reading or writing may take. A connection that does not answer within it is given
	// up: it may have been cut.
	attemptTime = 5 * time.Second
	// connectTime is how long a connection may take to be made, if the address does not say.
	connectTime = 3 * time.Second
	// resolveTime is for how long an append whose outcome is not known is asked about before it is answered with an error.
	resolveTime = 15 * time.Second
	// usual is how many connections a node uses, if the address does not say (pool_max_conns).
	usual = 16
)

// Options are the host's choices.
type Options struct {
	// Node names this node in what it writes; empty means a random name.
	Node string
	// Moving opens a store for a move of data: one that is filled in part is taken, and one that was filled does not count as used.
	Moving bool
}

// DB is a store in a database.
type DB struct {
	pool *pgxpool.Pool
	node string
	// writes are the appends that wait for a writer.
	writes *writing.Queue[appended]
	// refused is when something was last refused for want of space, in Unix nanoseconds.
	refused atomic.Int64
	// wentBack is by how much the clock has gone back, in milliseconds, since WentBack was asked.
	wentBack atomic.Int64
}

var _ store.Store = (*DB)(nil)

// Open connects to the database of a URL such as postgres://user@host/name and brings its schema up to date. Several hosts may be
// named; the one that can be written to is used.
func Open(ctx context.Context, url string, o Options) (*DB, error) {
	cfg, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, err // it names the fault and not the password
	}
	if cfg.ConnConfig.ConnectTimeout == 0 {
		cfg.ConnConfig.ConnectTimeout = connectTime
	}
	if cfg.ConnConfig.ValidateConnect == nil {
		cfg.ConnConfig.ValidateConnect = pgconn.ValidateConnectTargetSessionAttrsReadWrite
	}
	if cfg.ConnConfig.RuntimeParams["application_name"] == "" {
		cfg.ConnConfig.RuntimeParams["application_name"] = "mirabilia"
	}
	if !strings.Contains(url, "pool_max_conns") {
		cfg.MaxConns = usual
	}
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, err
	}
	db := &DB{pool: pool, node: o.Node}
	if db.node == "" {
		db.node = rand.Text()
	}
	err = db.migrate(ctx)
	if err == nil && !o.Moving {
		err = db.arrived(ctx)
	}
	if err != nil {
		pool.Close()
		return nil, fmt.Errorf("database %s at %s: %w", cfg.ConnConfig.Database, cfg.ConnConfig.Host, explained(err))
	}
	db.writes = writing.NewQueue(writers, group, db.commit)
	return db, nil
}

// Close finishes what is being written and closes the connections.
func (db *DB) Close() error {
	db.writes.Close()
	db.pool.Close()
	return nil
}

// fullFor is for how long the database is taken to be full after something was refused for want of space.
const fullFor = 10 * time.Second

// Ping writes what time it is by the database's clock into a row of this node's own. It is so small that it finds room on a full disk, so what else was refused counts as well.
func (db *DB) Ping(ctx context.Context) error {
	_, err := db.exec(ctx, `INSERT INTO ping (node, clock) VALUES ($1, `+millis+`)
		ON CONFLICT (node) DO UPDATE SET clock = greatest(ping.clock, excluded.clock)`, db.node)
	if last := db.refused.Load(); err == nil && last > 0 && time.Since(time.Unix(0, last)) < fullFor {
		return store.ErrFull
	}
	return err
}

// noteRoom notes that there was no space for something.
func (db *DB) noteRoom(err error) error {
	if errors.Is(err, store.ErrFull) {
		db.refused.Store(time.Now().UnixNano())
	}
	return err
}

// maxRetries is how often a transaction is tried again that lost against another.
const maxRetries = 10

// attempt runs f until the database does not ask for it to be tried again. f has changed nothing when it fails that way.
func attempt(ctx context.Context, f func(ctx context.Context) error) error {
	for n := 0; ; n++ {
		limited, cancel := context.WithTimeout(ctx, attemptTime)
		err := f(limited)
		cancel()
		if err == nil || !tryAgain(err) || n == maxRetries {
			return explained(err)
		}
		time.Sleep(time.Duration(n+1) * time.Millisecond)
	}
}

// exec runs a statement and returns how many rows it changed.
func (db *DB) exec(ctx context.Context, query string, args ...any) (n int, err error) {
	err = attempt(ctx, func(ctx context.Context) error {
		tag, err := db.pool.Exec(ctx, query, args...)
		n = int(tag.RowsAffected())
		return err
	})
	return n, db.noteRoom(err)
}

// change runs a statement that must find its row.
func (db *DB) change(ctx context.Context, query string, args ...any) error {
	n, err := db.exec(ctx, query, args...)
	if err == nil && n == 0 {
		err = store.ErrNotFound
	}
	return err
}

// row runs a query for one row and scans it; ErrNotFound if there is none.
func (db *DB) row(ctx context.Context, query string, args []any, into ...any) error {
	return attempt(ctx, func(ctx context.Context) error {
		return db.pool.QueryRow(ctx, query, args...).Scan(into...)
	})
}

// collect runs a query and scans every row.
func collect[T any](ctx context.Context, db *DB, scan func(pgx.CollectableRow) (T, error), query string, args ...any) (list []T, err error) {
	err = attempt(ctx, func(ctx context.Context) error {
		rows, err := db.pool.Query(ctx, query, args...)
		if err != nil {
			return err
		}
		list, err = pgx.CollectRows(rows, scan)
		return err
	})
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil // what was asked for can be no text, see explained
	}
	return list, err
}

// single runs several statements in one transaction and one round trip, its commit included: a node that is stopped in the middle
// holds no locks. each reads every statement's outcome, in order. An error of each that is not the database's comes too late to keep the
// transaction from being committed.
func (db *DB) single(ctx context.Context, begin string, statements *pgx.Batch, each func(i int, r pgx.BatchResults) error) error {
	all := &pgx.Batch{}
	all.Queue(begin)
	all.QueuedQueries = append(all.QueuedQueries, statements.QueuedQueries...)
	all.Queue("COMMIT")
	results := db.pool.SendBatch(ctx, all)
	err := func() error {
		if _, err := results.Exec(); err != nil {
			return err
		}
		for i := range statements.QueuedQueries {
			if err := each(i, results); err != nil {
				return err
			}
		}
		_, err := results.Exec()
		return err
	}()
	// A refused statement is the cause; that the batch could not be closed only follows from it.
	if closing := results.Close(); err == nil {
		err = closing
	}
	return err
}

const (
	begin     = "BEGIN"
	beginRead = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
)

// changed returns how many rows the next statement of a batch changed.
func changed(r pgx.BatchResults) (int64, error) {
	tag, err := r.Exec()
	return tag.RowsAffected(), err
}

// Codes of the database's errors, see its documentation, "Error Codes".
const (
	codeSerialization = "40001"
	codeDeadlock      = "40P01"
	codeNoText        = "22021"
	codeReadOnly      = "25006"
	codeDenied        = "42501"
	codeDiskFull      = "53100"
	codeDamaged       = "XX001"
	codeIndexDamaged  = "XX002"
	codeUnique        = "23505"
	codeTableExists   = "42P07"
	codeTypeExists    = "42710"
)

func code(err error) string {
	var e *pgconn.PgError
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

// tryAgain reports whether the database has rolled back a transaction because of another and asks for it to be tried again.
func tryAgain(err error) bool {
	c := code(err)
	return c == codeSerialization || c == codeDeadlock
}

// explained adds the cause to errors of which it is known.
func explained(err error) error {
	if errors.Is(err, pgx.ErrNoRows) {
		return store.ErrNotFound
	}
	switch code(err) {
	case codeNoText:
		// Bytes that are no text cannot have been stored, so nothing has this name.
		return fmt.Errorf("%w: %w", store.ErrNotFound, err)
	case codeReadOnly, codeDenied:
		return fmt.Errorf("%w: %w", store.ErrReadOnly, err)
	case codeDiskFull:
		return fmt.Errorf("%w: %w", store.ErrFull, err)
	case codeDamaged, codeIndexDamaged:
		return fmt.Errorf("%w: %w", store.ErrDamaged, err)
	}
	return err
}
