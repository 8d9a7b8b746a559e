package postgres

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"mirabilia/store"
)

// AddPerson keeps a new person.
func (db *DB) AddPerson(ctx context.Context, p store.Person, hash []byte) error {
	statements := &pgx.Batch{}
	if p.Owner == "" {
		statements.Queue("INSERT INTO person (id, name, owner, created) VALUES ($1, $2, '', $3)", p.ID, p.Name, p.Created)
	} else {
		statements.Queue("INSERT INTO person (id, name, owner, created) SELECT $1, $2, id, $4 FROM person WHERE id = $3", p.ID, p.Name, p.Owner, p.Created)
	}
	statements.Queue("INSERT INTO token (hash, person, seen, epoch) SELECT $1, id, $3, $4 FROM person WHERE id = $2", hash, p.ID, p.Created, p.Epoch)
	return attempt(ctx, func(ctx context.Context) error {
		return db.single(ctx, begin, statements, func(_ int, r pgx.BatchResults) error {
			n, err := changed(r)
			if err == nil && n == 0 {
				err = store.ErrNotFound // there is no such owner
			}
			return err
		})
	})
}

// personByToken is asked with every request, so that each of its parts finds few rows by an index.
const personByToken = `SELECT p.id, p.name, p.owner, p.created, a.person IS NOT NULL AND p.owner = '',
	EXISTS (SELECT 1 FROM shunned s WHERE s.person = coalesce(nullif(p.owner, ''), p.id)), EXISTS (SELECT 1 FROM deed d WHERE d.person IN (p.id, coalesce(nullif(p.owner, ''), p.id))), EXISTS (SELECT 1 FROM host h WHERE h.person = p.id), t.epoch, t.limited, t.seen
	FROM token t JOIN person p ON p.id = t.person LEFT JOIN account a ON a.person = coalesce(nullif(p.owner, ''), p.id) WHERE t.hash = $1 AND t.epoch = coalesce(a.epoch, 0)`

// PersonByToken returns the owner of a token.
func (db *DB) PersonByToken(ctx context.Context, hash []byte) (p store.Person, seen int64, err error) {
	err = db.row(ctx, personByToken, []any{hash},
		&p.ID, &p.Name, &p.Owner, &p.Created, &p.Kept, &p.Shuns, &p.Measured, &p.Host, &p.Epoch, &p.Limited, &seen)
	return p, seen, err
}

// Rename changes a name.
func (db *DB) Rename(ctx context.Context, id, name string) error {
	return db.change(ctx, "UPDATE person SET name = $2 WHERE id = $1", id, name)
}

// Seen marks a token as used.
func (db *DB) Seen(ctx context.Context, hash []byte, at int64) error {
	return db.change(ctx, "UPDATE token SET seen = $2 WHERE hash = $1", hash, at)
}

// RemoveTokens makes a person's tokens worthless.
func (db *DB) RemoveTokens(ctx context.Context, person string) (int, error) {
	return db.exec(ctx, "DELETE FROM token WHERE person = $1", person)
}

// Programs returns a person's programs.
func (db *DB) Programs(ctx context.Context, owner string) ([]store.Person, error) {
	return collect(ctx, db, func(row pgx.CollectableRow) (p store.Person, err error) {
		err = row.Scan(&p.ID, &p.Name, &p.Owner, &p.Created)
		return p, err
	}, `SELECT p.id, p.name, p.owner, p.created FROM person p WHERE p.owner = $1 AND EXISTS (SELECT 1 FROM live_token t WHERE t.person = p.id)
		ORDER BY p.created, p.id`, owner)
}

// Kept returns those of the people who have accounts.
func (db *DB) Kept(ctx context.Context, people []string) (kept []string, err error) {
	for part := range slices.Chunk(people, mostInList) {
		list, err := collect(ctx, db, pgx.RowTo[string], "SELECT person FROM account WHERE person = ANY($1::text[])", part)
		if err != nil {
			return nil, err
		}
		kept = append(kept, list...)
	}
	return kept, nil
}

// mostInList is how many values a statement names at once.
const mostInList = 500

// Person returns a person.
func (db *DB) Person(ctx context.Context, id string) (p store.Person, err error) {
	err = db.row(ctx, "SELECT id, name, owner, created FROM person WHERE id = $1", []any{id}, &p.ID, &p.Name, &p.Owner, &p.Created)
	return p, err
}

// Names looks up names.
func (db *DB) Names(ctx context.Context, people []string) (map[string]string, error) {
	names := make(map[string]string, len(people))
	for part := range slices.Chunk(people, mostInList) {
		type pair struct{ ID, Name string }
		list, err := collect(ctx, db, pgx.RowToStructByPos[pair], "SELECT id, name FROM person WHERE id = ANY($1::text[])", part)
		if err != nil {
			return nil, err
		}
		for _, p := range list {
			names[p.ID] = p.Name
		}
	}
	return names, nil
}
