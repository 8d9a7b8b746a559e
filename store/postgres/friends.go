package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"mirabilia/store"
)

// Befriend notes a wish.
func (db *DB) Befriend(ctx context.Context, person, other string, at int64, most int) error {
	return db.inTransaction(ctx, func(ctx context.Context, tx pgx.Tx) error {
		var accounts, n int
		if err := tx.QueryRow(ctx, "SELECT (SELECT count(*) FROM account WHERE person IN ($1, $2)), (SELECT count(*) FROM friend WHERE person = $1 AND other <> $2)", person, other).Scan(&accounts, &n); err != nil {
			return err
		}
		switch {
		case accounts < 2:
			return store.ErrNotFound
		case n >= most:
			return store.ErrTooMany
		}
		_, err := tx.Exec(ctx, befriend, person, other, at)
		return err
	})
}

const befriend = "INSERT INTO friend (person, other, since) VALUES ($1, $2, $3) ON CONFLICT (person, other) DO NOTHING"

// Unfriend forgets wishes.
func (db *DB) Unfriend(ctx context.Context, person, other string) error {
	_, err := db.exec(ctx, "DELETE FROM friend WHERE person = $1 AND other = $2 OR person = $2 AND other = $1", person, other)
	return err
}

// FriendsOf returns a person's friends.
func (db *DB) FriendsOf(ctx context.Context, person string) ([]store.Friend, error) {
	return collect(ctx, db, pgx.RowToStructByPos[store.Friend], `SELECT f.who, sum(f.wants)::bigint, sum(f.wanted)::bigint FROM (SELECT other AS who, since AS wants, 0 AS wanted FROM friend WHERE person = $1
		UNION ALL SELECT person, 0, since FROM friend WHERE other = $1) f GROUP BY f.who ORDER BY f.who`, person)
}
