package sqlite

import (
	"context"
	"database/sql"
	"slices"
	"strings"

	"mirabilia/store"
)

// Shun keeps that a person mutes or blocks another.
func (db *DB) Shun(ctx context.Context, h store.Shunned, most int) (whose string, err error) {
	err = db.writes.Submit(ctx, func(s *statements) error {
		var n int
		if err := s.row("SELECT coalesce((SELECT coalesce(owner, id) FROM person WHERE id = ?), ''), (SELECT count(*) FROM shunned WHERE person = ? AND other <> ?)",
			h.Other, h.Person, h.Other).Scan(&whose, &n); err != nil {
			return err
		}
		switch {
		case whose == "":
			return store.ErrNotFound
		case whose == h.Person:
			return store.ErrYourself
		case n >= most:
			return store.ErrTooMany
		}
		return s.putShunned(h)
	})
	return whose, err
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
		}, `SELECT DISTINCT s.person, coalesce(o.owner, o.id) FROM shunned s JOIN person o ON o.id = s.other
			WHERE s.blocked AND s.person IN (?`+strings.Repeat(", ?", len(part)-1)+") ORDER BY 1, 2", args...)
		if err != nil {
			return nil, err
		}
		for _, h := range list {
			blocked[h.Person] = append(blocked[h.Person], h.Other)
		}
	}
	return blocked, nil
}

const (
	// whose is the person who is meant by an id: the owner of a program, or the person themselves.
	whose = "(SELECT coalesce(owner, id) FROM person WHERE id = ?1)"
	// shunnedBy are the people whom a person shuns.
	shunnedBy = "SELECT coalesce(o.owner, o.id) FROM shunned s JOIN person o ON o.id = s.other WHERE s.person = " + whose
	// blockersOf are the people who block a person or one of their programs.
	blockersOf = "SELECT s.person FROM shunned s WHERE s.blocked AND s.other IN (SELECT id FROM person WHERE id = " + whose + " OR owner = " + whose + ")"
)

// Unread returns everybody whose words a person does not want to read.
func (db *DB) Unread(ctx context.Context, person string) ([]string, error) {
	return collect(db.read, ctx, scanText, "WITH met(id) AS ("+shunnedBy+") SELECT p.id FROM person p WHERE p.id IN (SELECT id FROM met) OR p.owner IN (SELECT id FROM met) ORDER BY 1", person)
}

// Apart returns everybody with whom a person sits at no table.
func (db *DB) Apart(ctx context.Context, person string) (map[string]bool, error) {
	type pair struct {
		id  string
		own bool
	}
	list, err := collect(db.read, ctx, func(rows *sql.Rows) (p pair, err error) {
		err = rows.Scan(&p.id, &p.own)
		return p, err
	}, "WITH own(id) AS ("+shunnedBy+" AND s.blocked), met(id) AS (SELECT id FROM own UNION "+blockersOf+`)
		SELECT p.id, coalesce(p.owner, p.id) IN (SELECT id FROM own) FROM person p WHERE p.id IN (SELECT id FROM met) OR p.owner IN (SELECT id FROM met)`, person)
	apart := make(map[string]bool, len(list))
	for _, p := range list {
		apart[p.id] = p.own
	}
	return apart, err
}
