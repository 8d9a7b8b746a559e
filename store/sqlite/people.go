package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"

	"mirabilia/store"
)

// AddPerson keeps a new person.
func (db *DB) AddPerson(ctx context.Context, p store.Person, hash []byte) error {
	return db.writes.Submit(ctx, func(s *statements) error {
		owner := sql.NullString{String: p.Owner, Valid: p.Owner != ""}
		if _, err := s.exec("INSERT INTO person (id, name, owner, created) VALUES (?, ?, ?, ?)", p.ID, p.Name, owner, p.Created); err != nil {
			return err
		}
		return s.putToken(p.ID, store.Token{Hash: hash, Seen: p.Created, Epoch: p.Epoch})
	})
}

const personByToken = `SELECT p.id, p.name, coalesce(p.owner, ''), p.created, a.person IS NOT NULL AND p.owner IS NULL, EXISTS (SELECT 1 FROM shunned WHERE person = coalesce(p.owner, p.id)), EXISTS (SELECT 1 FROM deed WHERE person = p.id OR person = p.owner), EXISTS (SELECT 1 FROM host WHERE person = p.id), t.epoch, t.limited, t.seen
	FROM token t JOIN person p ON p.id = t.person LEFT JOIN account a ON a.person = coalesce(p.owner, p.id) WHERE t.hash = ? AND t.epoch = coalesce(a.epoch, 0)`

// PersonByToken returns the owner of a token.
func (db *DB) PersonByToken(ctx context.Context, hash []byte) (p store.Person, seen int64, err error) {
	err = db.byToken.QueryRowContext(ctx, hash).Scan(&p.ID, &p.Name, &p.Owner, &p.Created, &p.Kept, &p.Shuns, &p.Measured, &p.Host, &p.Epoch, &p.Limited, &seen)
	if errors.Is(err, sql.ErrNoRows) {
		err = store.ErrNotFound
	}
	return p, seen, explained(err)
}

// Rename changes a name.
func (db *DB) Rename(ctx context.Context, id, name string) error {
	return db.change(ctx, "UPDATE person SET name = ? WHERE id = ?", name, id)
}

// Seen marks a token as used.
func (db *DB) Seen(ctx context.Context, hash []byte, at int64) error {
	return db.change(ctx, "UPDATE token SET seen = ? WHERE hash = ?", at, hash)
}

// change runs a statement that must find its row.
func (db *DB) change(ctx context.Context, query string, args ...any) error {
	n, err := db.count(ctx, query, args...)
	if err == nil && n == 0 {
		err = store.ErrNotFound
	}
	return err
}

// count runs a statement and returns how many rows it changed.
func (db *DB) count(ctx context.Context, query string, args ...any) (n int, err error) {
	err = db.writes.Submit(ctx, func(s *statements) error {
		result, err := s.exec(query, args...)
		if err != nil {
			return err
		}
		changed, err := result.RowsAffected()
		n = int(changed)
		return err
	})
	return n, err
}

// RemoveTokens makes a person's tokens worthless.
func (db *DB) RemoveTokens(ctx context.Context, person string) (int, error) {
	return db.count(ctx, "DELETE FROM token WHERE person = ?", person)
}

// Programs returns a person's programs.
func (db *DB) Programs(ctx context.Context, owner string) ([]store.Person, error) {
	return collect(db.read, ctx, func(rows *sql.Rows) (p store.Person, err error) {
		err = rows.Scan(&p.ID, &p.Name, &p.Owner, &p.Created)
		return p, err
	}, `SELECT id, name, owner, created FROM person p WHERE owner = ? AND EXISTS (SELECT 1 FROM live_token WHERE person = p.id)
		ORDER BY created, id`, owner)
}

// Person returns a person.
func (db *DB) Person(ctx context.Context, id string) (p store.Person, err error) {
	err = db.read.QueryRowContext(ctx, "SELECT id, name, coalesce(owner, ''), created FROM person WHERE id = ?", id).Scan(&p.ID, &p.Name, &p.Owner, &p.Created)
	if errors.Is(err, sql.ErrNoRows) {
		err = store.ErrNotFound
	}
	return p, explained(err)
}

// Names looks up names.
func (db *DB) Names(ctx context.Context, people []string) (map[string]string, error) {
	names := make(map[string]string, len(people))
	for part := range slices.Chunk(people, mostInList) {
		args := make([]any, len(part))
		for i, id := range part {
			args[i] = id
		}
		type pair struct{ id, name string }
		list, err := collect(db.read, ctx, func(rows *sql.Rows) (p pair, err error) {
			err = rows.Scan(&p.id, &p.name)
			return p, err
		}, "SELECT id, name FROM person WHERE id IN (?"+strings.Repeat(", ?", len(part)-1)+")", args...)
		if err != nil {
			return nil, err
		}
		for _, p := range list {
			names[p.id] = p.name
		}
	}
	return names, nil
}

// Kept returns those of the people who have accounts.
func (db *DB) Kept(ctx context.Context, people []string) (kept []string, err error) {
	for part := range slices.Chunk(people, mostInList) {
		args := make([]any, len(part))
		for i, id := range part {
			args[i] = id
		}
		list, err := collect(db.read, ctx, scanText, "SELECT person FROM account WHERE person IN (?"+strings.Repeat(", ?", len(part)-1)+")", args...)
		if err != nil {
			return nil, err
		}
		kept = append(kept, list...)
	}
	return kept, nil
}

// mostInList is how many values a statement names at once.
const mostInList = 500
