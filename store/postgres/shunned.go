package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"mirabilia/store"
)

// Shun keeps that a person mutes or blocks another.
func (db *DB) Shun(ctx context.Context, h store.Shunned, most int) (whose string, err error) {
	err = db.inTransaction(ctx, func(ctx context.Context, tx pgx.Tx) error {
		var n int
		if err := tx.QueryRow(ctx, `SELECT coalesce((SELECT coalesce(nullif(owner, ''), id) FROM person WHERE id = $2), ''),
			(SELECT count(*) FROM shunned WHERE person = $1 AND other <> $2)`, h.Person, h.Other).Scan(&whose, &n); err != nil {
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
		statements := &pgx.Batch{}
		putShunned(statements, h)
		return execAll(ctx, tx, statements)
	})
	return whose, err
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
	list, err := collect(ctx, db, pgx.RowToStructByPos[pair], `SELECT DISTINCT s.person, coalesce(nullif(o.owner, ''), o.id) FROM shunned s JOIN person o ON o.id = s.other
		WHERE s.blocked AND s.person = ANY($1::text[]) ORDER BY 1, 2`, people)
	blocked := map[string][]string{}
	for _, p := range list {
		blocked[p.Person] = append(blocked[p.Person], p.Other)
	}
	return blocked, err
}

const (
	// whose is the person who is meant by an id: the owner of a program, or the person themselves.
	whose = "(SELECT coalesce(nullif(owner, ''), id) FROM person WHERE id = $1)"
	// shunnedBy are the people whom a person shuns.
	shunnedBy = "SELECT coalesce(nullif(o.owner, ''), o.id) FROM shunned s JOIN person o ON o.id = s.other WHERE s.person = " + whose
	// metAndPrograms are the people who are met and all their programs. With "or" in the place of the union all people of the site would be looked at.
	metAndPrograms = "SELECT id FROM met UNION SELECT q.id FROM met JOIN person q ON q.owner = met.id"
	// blockersOf are the people who block a person or one of their programs.
	blockersOf = "SELECT s.person FROM shunned s WHERE s.blocked AND s.other IN (SELECT id FROM person WHERE id = " + whose + " OR owner = " + whose + ")"

	unreadOf = "WITH met(id) AS (" + shunnedBy + ") SELECT p.id FROM person p WHERE p.id IN (" + metAndPrograms + ") ORDER BY 1"
	apartOf  = "WITH own(id) AS (" + shunnedBy + " AND s.blocked), met(id) AS (SELECT id FROM own UNION " + blockersOf + `)
		SELECT p.id, coalesce(nullif(p.owner, ''), p.id) IN (SELECT id FROM own) FROM person p WHERE p.id IN (` + metAndPrograms + ")"
)

// Unread returns everybody whose words a person does not want to read.
func (db *DB) Unread(ctx context.Context, person string) ([]string, error) {
	return collect(ctx, db, pgx.RowTo[string], unreadOf, person)
}

// Apart returns everybody with whom a person sits at no table.
func (db *DB) Apart(ctx context.Context, person string) (map[string]bool, error) {
	type pair struct {
		ID  string
		Own bool
	}
	list, err := collect(ctx, db, pgx.RowToStructByPos[pair], apartOf, person)
	apart := make(map[string]bool, len(list))
	for _, p := range list {
		apart[p.ID] = p.Own
	}
	return apart, err
}
