package sqlite

import (
	"context"
	"database/sql"
	"slices"
	"strings"

	"mirabilia/store"
)

// Shun keeps that a person mutes or blocks another.
func (db *DB) Shun(ctx context.Context, h store.Shunned, most int) error {
	return db.writes.Submit(ctx, func(s *statements) error {
		var there bool
		var n int
		if err := s.row("SELECT EXISTS (SELECT 1 FROM person WHERE id = ?), (SELECT count(*) FROM shunned WHERE person = ? AND other <> ?)", h.Other, h.Person, h.Other).Scan(&there, &n); err != nil {
			return err
		}
		switch {
		case !there:
			return store.ErrNotFound
		case n >= most:
			return store.ErrTooMany
		}
		return s.putShunned(h)
	})
}

func (s *statements) putShunned(h store.Shunned) error {
	_, err := s.exec(`INSERT INTO shunned (person, other, blocked, since) VALUES (?, ?, ?, ?)
		ON CONFLICT (person, other) DO UPDATE SET blocked = excluded.blocked, since = excluded.since`, h.Person, h.Other, h.Blocked, h.Since)
	return err
}

// Unshun ends it.
func (db *DB) Unshun(ctx context.Context, person, other string) error {
	return db.change(ctx, "DELETE FROM shunned WHERE person = ? AND other = ?", person, other)
}

// Shunned returns whom a person shuns.
func (db *DB) Shunned(ctx context.Context, person string) ([]store.Shunned, error) {
	return collect(db.read, ctx, func(rows *sql.Rows) (h store.Shunned, err error) {
		err = rows.Scan(&h.Person, &h.Other, &h.Blocked, &h.Since)
		return h, err
	}, "SELECT person, other, blocked, since FROM shunned WHERE person = ? ORDER BY since DESC, other", person)
}

// Blocked returns whom each of the people blocks.
func (db *DB) Blocked(ctx context.Context, people []string) (map[string][]string, error) {
	blocked := map[string][]string{}
	for part := range slices.Chunk(people, mostInList) {
		args := make([]any, len(part))
		for i, id := range part {
			args[i] = id
		}
		list, err := collect(db.read, ctx, func(rows *sql.Rows) (h store.Shunned, err error) {
			err = rows.Scan(&h.Person, &h.Other)
			return h, err
		}, "SELECT person, other FROM shunned WHERE blocked AND person IN (?"+strings.Repeat(", ?", len(part)-1)+") ORDER BY person, other", args...)
		if err != nil {
			return nil, err
		}
		for _, h := range list {
			blocked[h.Person] = append(blocked[h.Person], h.Other)
		}
	}
	return blocked, nil
}

// Apart returns with whom a person sits at no table.
func (db *DB) Apart(ctx context.Context, person string) ([]string, error) {
	return collect(db.read, ctx, scanText, `SELECT other FROM shunned WHERE person = ? AND blocked
		UNION SELECT person FROM shunned WHERE other = ? AND blocked ORDER BY 1`, person, person)
}
