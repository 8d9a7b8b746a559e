package sqlite

import (
	"context"
	"database/sql"

	"mirabilia/store"
)

// Befriend notes a wish.
func (db *DB) Befriend(ctx context.Context, person, other string, at int64, most int) error {
	return db.writes.Submit(ctx, func(s *statements) error {
		var accounts, n int
		if err := s.row("SELECT (SELECT count(*) FROM account WHERE person IN (?, ?)), (SELECT count(*) FROM friend WHERE person = ? AND other <> ?)", person, other, person, other).Scan(&accounts, &n); err != nil {
			return err
		}
		switch {
		case accounts < 2:
			return store.ErrNotFound
		case n >= most:
			return store.ErrTooMany
		}
		return s.befriend(person, other, at)
	})
}

func (s *statements) befriend(person, other string, at int64) error {
	_, err := s.exec("INSERT INTO friend (person, other, since) VALUES (?, ?, ?) ON CONFLICT (person, other) DO NOTHING", person, other, at)
	return err
}

// Unfriend forgets wishes.
func (db *DB) Unfriend(ctx context.Context, person, other string) error {
	_, err := db.count(ctx, "DELETE FROM friend WHERE person = ? AND other = ? OR person = ? AND other = ?", person, other, other, person)
	return err
}

// FriendsOf returns a person's friends.
func (db *DB) FriendsOf(ctx context.Context, person string) ([]store.Friend, error) {
	return collect(db.read, ctx, func(rows *sql.Rows) (f store.Friend, err error) {
		err = rows.Scan(&f.Person, &f.Wants, &f.Wanted)
		return f, err
	}, `SELECT who, sum(wants), sum(wanted) FROM (SELECT other AS who, since AS wants, 0 AS wanted FROM friend WHERE person = ?
		UNION ALL SELECT person, 0, since FROM friend WHERE other = ?) GROUP BY who ORDER BY who`, person, person)
}
