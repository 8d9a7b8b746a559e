package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"mirabilia/store"
)

// Shun keeps that a person mutes or blocks another.
func (db *DB) Shun(ctx context.Context, h store.Shunned, most int) error {
	return db.inTransaction(ctx, func(ctx context.Context, tx pgx.Tx) error {
		var there bool
		var n int
		if err := tx.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM person WHERE id = $2), (SELECT count(*) FROM shunned WHERE person = $1 AND other <> $2)", h.Person, h.Other).Scan(&there, &n); err != nil {
			return err
		}
		switch {
		case !there:
			return store.ErrNotFound
		case n >= most:
			return store.ErrTooMany
		}
		statements := &pgx.Batch{}
		putShunned(statements, h)
		return execAll(ctx, tx, statements)
	})
}

func putShunned(statements *pgx.Batch, h store.Shunned) {
	statements.Queue(`INSERT INTO shunned (person, other, blocked, since) VALUES ($1, $2, $3, $4)
		ON CONFLICT (person, other) DO UPDATE SET blocked = excluded.blocked, since = excluded.since`, h.Person, h.Other, h.Blocked, h.Since)
}

// Unshun ends it.
func (db *DB) Unshun(ctx context.Context, person, other string) error {
	return db.change(ctx, "DELETE FROM shunned WHERE person = $1 AND other = $2", person, other)
}

// Shunned returns whom a person shuns.
func (db *DB) Shunned(ctx context.Context, person string) ([]store.Shunned, error) {
	return collect(ctx, db, pgx.RowToStructByPos[store.Shunned], "SELECT person, other, blocked, since FROM shunned WHERE person = $1 ORDER BY since DESC, other", person)
}

// Blocked returns whom each of the people blocks.
func (db *DB) Blocked(ctx context.Context, people []string) (map[string][]string, error) {
	type pair struct{ Person, Other string }
	list, err := collect(ctx, db, pgx.RowToStructByPos[pair], "SELECT person, other FROM shunned WHERE blocked AND person = ANY($1::text[]) ORDER BY person, other", people)
	blocked := map[string][]string{}
	for _, p := range list {
		blocked[p.Person] = append(blocked[p.Person], p.Other)
	}
	return blocked, err
}

// Apart returns with whom a person sits at no table.
func (db *DB) Apart(ctx context.Context, person string) ([]string, error) {
	return collect(ctx, db, pgx.RowTo[string], `SELECT other FROM shunned WHERE person = $1 AND blocked
		UNION SELECT person FROM shunned WHERE other = $1 AND blocked ORDER BY 1`, person)
}
