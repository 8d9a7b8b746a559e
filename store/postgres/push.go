package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"mirabilia/store"
)

// PushKeys returns the keys by which push services know this server.
func (db *DB) PushKeys(ctx context.Context, made []byte) (keys []byte, err error) {
	if made != nil {
		if _, err := db.exec(ctx, "INSERT INTO push_key (id, data) VALUES (1, $1) ON CONFLICT (id) DO NOTHING", made); err != nil {
			return nil, err
		}
	}
	err = db.row(ctx, "SELECT data FROM push_key WHERE id = 1", nil, &keys)
	return keys, orNone(err)
}

// DropPushKeys forgets the keys and all devices.
func (db *DB) DropPushKeys(ctx context.Context) (n int, err error) {
	err = db.inTransaction(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "DELETE FROM push_key WHERE id = 1"); err != nil {
			return err
		}
		tag, err := tx.Exec(ctx, "DELETE FROM subscription")
		n = int(tag.RowsAffected())
		return err
	})
	return n, err
}

// orNone takes what may be missing.
func orNone(err error) error {
	if errors.Is(explained(err), store.ErrNotFound) {
		return nil
	}
	return err
}

// Subscribe keeps where a device can be reached.
func (db *DB) Subscribe(ctx context.Context, s store.Subscription, most int) error {
	return db.inTransaction(ctx, func(ctx context.Context, tx pgx.Tx) error {
		var there bool
		var n int
		if err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM live_token WHERE hash = $1 AND person = $2),
			(SELECT count(*) FROM subscription x JOIN live_token t ON t.hash = x.token WHERE x.person = $2 AND x.token <> $1 AND x.endpoint <> $3)`, s.Token, s.Person, s.Endpoint).Scan(&there, &n); err != nil {
			return err
		}
		switch {
		case !there:
			return store.ErrNotFound
		case n >= most:
			return store.ErrTooMany
		}
		statements := &pgx.Batch{}
		putSubscription(statements, s)
		return execAll(ctx, tx, statements)
	})
}

func putSubscription(statements *pgx.Batch, s store.Subscription) {
	statements.Queue("DELETE FROM subscription WHERE token = $1 OR endpoint = $2", s.Token, s.Endpoint)
	statements.Queue("INSERT INTO subscription (id, person, token, endpoint, key, auth, created, seen, reached) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
		s.ID, s.Person, s.Token, s.Endpoint, s.Key, s.Auth, s.Created, s.Seen, s.Reached)
}

// Subscriptions returns where a person can be reached.
func (db *DB) Subscriptions(ctx context.Context, person string) ([]store.Subscription, error) {
	return collect(ctx, db, pgx.RowToStructByPos[store.Subscription], `SELECT x.id, x.person, x.token, x.endpoint, x.key, x.auth, t.agent, x.created, x.seen, x.reached
		FROM subscription x JOIN live_token t ON t.hash = x.token WHERE x.person = $1 ORDER BY x.created, x.id`, person)
}

// Unsubscribe forgets where a device can be reached.
func (db *DB) Unsubscribe(ctx context.Context, person, id string) error {
	return db.change(ctx, "DELETE FROM subscription WHERE id = $1 AND person = $2", id, person)
}

// Reached notes that a push service took a message.
func (db *DB) Reached(ctx context.Context, id string, at int64) error {
	return db.change(ctx, "UPDATE subscription SET reached = $2 WHERE id = $1", id, at)
}

// Awaited returns the tables that wait for people who can be reached.
func (db *DB) Awaited(ctx context.Context) ([]store.Awaited, error) {
	return collect(ctx, db, pgx.RowToStructByPos[store.Awaited], `SELECT i.person, g.id, g.data FROM (SELECT DISTINCT x.person FROM subscription x JOIN live_token t ON t.hash = x.token) r
		JOIN involved i ON i.person = r.person AND i.ended = 0 AND i.turn JOIN game_table g ON g.id = i.table_id
		WHERE g.status = 'playing' ORDER BY i.person, g.id`)
}

// SetNotices keeps what a person wants to be told.
func (db *DB) SetNotices(ctx context.Context, person string, data []byte) error {
	return db.change(ctx, "INSERT INTO notices (person, data) SELECT id, $1 FROM person WHERE id = $2 ON CONFLICT (person) DO UPDATE SET data = excluded.data", data, person)
}

// Notices returns what a person wants to be told.
func (db *DB) Notices(ctx context.Context, person string) (data []byte, err error) {
	err = db.row(ctx, "SELECT data FROM notices WHERE person = $1", []any{person}, &data)
	return data, orNone(err)
}

// ExpireSubscriptions forgets where nobody is reached any more.
func (db *DB) ExpireSubscriptions(ctx context.Context, before int64, limit int) (int, error) {
	return db.exec(ctx, `DELETE FROM subscription WHERE id IN (SELECT x.id FROM subscription x
		WHERE x.seen < $1 OR NOT EXISTS (SELECT 1 FROM live_token t WHERE t.hash = x.token) ORDER BY x.seen, x.id LIMIT $2)`, before, limit)
}
