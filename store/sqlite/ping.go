package sqlite

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"time"

	"mirabilia/store"
)

// Ping writes the time, checks that there is space for more, and reads a random row to find damage before people do.
func (db *DB) Ping(ctx context.Context) error {
	err := db.writes.Submit(ctx, func(s *statements) error {
		if _, err := s.exec("INSERT INTO ping (id, at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at", time.Now().UnixMilli()); err != nil {
			return err
		}
		return nil
	})
	if err == nil {
		err = db.writes.Submit(store.CanWait(ctx, true), func(*statements) error { return nil })
	}
	damage := db.probe(ctx)
	if err == nil && errors.Is(damage, store.ErrDamaged) {
		return fmt.Errorf("%w: %w", store.ErrDamagedSpot, damage)
	}
	return errors.Join(err, damage)
}

// probe reads a random row of each large table: the first from a random id on. That id is written as ids are, tables in small letters and digits, people in
// base64 after a p; another alphabet would lead to the same row every time.
func (db *DB) probe(ctx context.Context) error {
	var random [6]byte
	rand.Read(random[:])
	id := base64.RawURLEncoding.EncodeToString(random[:])
	for query, from := range map[string]string{
		"SELECT data FROM entry WHERE table_id >= ? LIMIT 1": strings.ToLower(id),
		"SELECT data FROM game_table WHERE id >= ? LIMIT 1":  strings.ToLower(id),
		"SELECT name FROM person WHERE id >= ? LIMIT 1":      "p" + id,
	} {
		var data []byte
		if err := db.read.QueryRowContext(ctx, query, from).Scan(&data); err != nil && !errors.Is(err, sql.ErrNoRows) {
			return explained(err)
		}
	}
	return nil
}
