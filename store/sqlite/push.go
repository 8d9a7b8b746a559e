package sqlite

import (
	"context"
	"database/sql"
	"errors"

	"mirabilia/store"
)

// PushKeys returns the keys by which push services know this server.
func (db *DB) PushKeys(ctx context.Context, made []byte) (keys []byte, err error) {
	if made != nil {
		if _, err := db.count(ctx, "INSERT INTO push_key (id, data) VALUES (1, ?) ON CONFLICT (id) DO NOTHING", made); err != nil {
			return nil, err
		}
	}
	err = db.read.QueryRowContext(ctx, "SELECT data FROM push_key WHERE id = 1").Scan(&keys)
	return keys, orNone(err)
}

// DropPushKeys forgets the keys and all devices.
func (db *DB) DropPushKeys(ctx context.Context) (n int, err error) {
	err = db.writes.Submit(ctx, func(s *statements) error {
		if _, err := s.exec("DELETE FROM push_key"); err != nil {
			return err
		}
		result, err := s.exec("DELETE FROM subscription")
		if err != nil {
			return err
		}
		gone, err := result.RowsAffected()
		n = int(gone)
		return err
	})
	return n, err
}

// orNone takes what may be missing.
func orNone(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	return explained(err)
}

// Subscribe keeps where a device can be reached.
func (db *DB) Subscribe(ctx context.Context, p store.Subscription, most int) error {
	return db.writes.Submit(ctx, func(s *statements) error {
		var there bool
		var n int
		if err := s.row(`SELECT EXISTS (SELECT 1 FROM live_token WHERE hash = ? AND person = ?),
			(SELECT count(*) FROM subscription x JOIN live_token t ON t.hash = x.token WHERE x.person = ? AND x.token <> ? AND x.endpoint <> ?)`, p.Token, p.Person, p.Person, p.Token, p.Endpoint).Scan(&there, &n); err != nil {
			return err
		}
		switch {
		case !there:
			return store.ErrNotFound
		case n >= most:
			return store.ErrTooMany
		}
		return s.putSubscription(p)
	})
}

func (s *statements) putSubscription(p store.Subscription) error {
	if _, err := s.exec("DELETE FROM subscription WHERE token = ? OR endpoint = ?", p.Token, p.Endpoint); err != nil {
		return err
	}
	_, err := s.exec("INSERT INTO subscription (id, person, token, endpoint, key, auth, created, seen, reached) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
		p.ID, p.Person, p.Token, p.Endpoint, p.Key, p.Auth, p.Created, p.Seen, p.Reached)
	return err
}

// Subscriptions returns where a person can be reached.
func (db *DB) Subscriptions(ctx context.Context, person string) ([]store.Subscription, error) {
	return collect(db.read, ctx, func(rows *sql.Rows) (p store.Subscription, err error) {
		err = rows.Scan(&p.ID, &p.Person, &p.Token, &p.Endpoint, &p.Key, &p.Auth, &p.Agent, &p.Created, &p.Seen, &p.Reached)
		return p, err
	}, `SELECT x.id, x.person, x.token, x.endpoint, x.key, x.auth, t.agent, x.created, x.seen, x.reached
		FROM subscription x JOIN live_token t ON t.hash = x.token WHERE x.person = ? ORDER BY x.created, x.id`, person)
}

// Unsubscribe forgets where a device can be reached.
func (db *DB) Unsubscribe(ctx context.Context, person, id string) error {
	return db.change(ctx, "DELETE FROM subscription WHERE id = ? AND person = ?", id, person)
}

// Reached notes that a push service took a message.
func (db *DB) Reached(ctx context.Context, id string, at int64) error {
	return db.change(ctx, "UPDATE subscription SET reached = ? WHERE id = ?", at, id)
}

// Awaited returns the tables that wait for people who can be reached.
func (db *DB) Awaited(ctx context.Context) ([]store.Awaited, error) {
	reached, err := collect(db.read, ctx, scanText, "SELECT DISTINCT person FROM subscription")
	if err != nil {
		return nil, err
	}
	db.settle(ctx, concerning(reached...))
	return collect(db.read, ctx, func(rows *sql.Rows) (a store.Awaited, err error) {
		err = rows.Scan(&a.Person, &a.Table, &a.Data)
		return a, err
	}, `SELECT i.person, t.id, t.data FROM (SELECT DISTINCT x.person FROM subscription x JOIN live_token k ON k.hash = x.token) r
		CROSS JOIN involved i ON i.person = r.person AND i.ended = 0 CROSS JOIN game_table t ON t.id = i.table_id
		WHERE t.status = 'playing' AND `+isTurn+` ORDER BY i.person, t.id`)
}

// SetNotices keeps what a person wants to be told.
func (db *DB) SetNotices(ctx context.Context, person string, data []byte) error {
	return db.change(ctx, "INSERT INTO notices (person, data) SELECT id, ? FROM person WHERE id = ? ON CONFLICT (person) DO UPDATE SET data = excluded.data", data, person)
}

// Notices returns what a person wants to be told.
func (db *DB) Notices(ctx context.Context, person string) (data []byte, err error) {
	err = db.read.QueryRowContext(ctx, "SELECT data FROM notices WHERE person = ?", person).Scan(&data)
	return data, orNone(err)
}

// ExpireSubscriptions forgets where nobody is reached any more.
func (db *DB) ExpireSubscriptions(ctx context.Context, before int64, limit int) (int, error) {
	return db.count(ctx, `DELETE FROM subscription WHERE id IN (SELECT x.id FROM subscription x
		WHERE x.seen < ? OR NOT EXISTS (SELECT 1 FROM live_token t WHERE t.hash = x.token) ORDER BY x.seen, x.id LIMIT ?)`, before, limit)
}
