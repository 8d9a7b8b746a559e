package sqlite

import (
	"context"
	"database/sql"
	"errors"

	"mirabilia/store"
)

// Append makes a batch durable.
func (db *DB) Append(ctx context.Context, b *store.Batch) error {
	return db.submit(ctx, func(s *statements) error { return s.append(b) })
}

func (s *statements) append(b *store.Batch) error {
	if err := s.putRow(b); err != nil {
		return err
	}
	for i, e := range b.Entries {
		if _, err := s.exec("INSERT INTO entry (table_id, seq, data) VALUES (?, ?, ?)", b.Row.ID, b.Last+int64(i)+1, string(e)); err != nil {
			return err
		}
	}
	return s.involve(b.Row.ID, b.People)
}

// putRow writes the table's row if its last entry is the one that the batch names; it has changed nothing if not.
func (s *statements) putRow(b *store.Batch) error {
	query := `UPDATE game_table SET seq = ?, game = ?, status = ?, public = ?, updated = ?, wake = ?, data = ? WHERE id = ? AND seq = ?`
	if b.Last == 0 {
		query = `INSERT INTO game_table (seq, game, status, public, updated, wake, data, id) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (id) DO NOTHING`
	}
	r := &b.Row
	args := []any{b.Last + int64(len(b.Entries)), r.Game, r.Status, r.Public, r.Updated, r.Wake, string(r.Data), r.ID}
	if b.Last != 0 {
		args = append(args, b.Last)
	}
	result, err := s.exec(query, args...)
	if err != nil {
		return err
	}
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, store.ErrTaken)
	}
	return nil
}

// involve brings the people of a table up to date, touching only the rows that change.
func (s *statements) involve(table string, people []store.Involved) error {
	rows, err := s.query("SELECT person, turn FROM involved WHERE table_id = ?", table)
	if err != nil {
		return err
	}
	defer rows.Close()
	old := map[string]bool{}
	for rows.Next() {
		var person string
		var turn bool
		if err := rows.Scan(&person, &turn); err != nil {
			return err
		}
		old[person] = turn
	}
	if err := rows.Err(); err != nil {
		return err
	}
	for _, p := range people {
		turn, known := old[p.Person]
		delete(old, p.Person)
		if known && turn == p.Turn {
			continue
		}
		if _, err := s.exec(`INSERT INTO involved (table_id, person, turn) VALUES (?, ?, ?)
			ON CONFLICT (table_id, person) DO UPDATE SET turn = excluded.turn`, table, p.Person, p.Turn); err != nil {
			return err
		}
	}
	for person := range old {
		if _, err := s.exec("DELETE FROM involved WHERE table_id = ? AND person = ?", table, person); err != nil {
			return err
		}
	}
	return nil
}

// Entries reads a journal.
func (db *DB) Entries(ctx context.Context, table string, after int64) ([][]byte, error) {
	return collect(db, ctx, func(rows *sql.Rows) (data []byte, err error) {
		err = rows.Scan(&data)
		return data, err
	}, "SELECT data FROM entry WHERE table_id = ? AND seq > ? ORDER BY seq", table, after)
}

const rowColumns = "t.id, t.game, t.status, t.public, t.updated, t.wake, t.data"

func scanRow(rows *sql.Rows) (r store.Row, err error) {
	err = rows.Scan(&r.ID, &r.Game, &r.Status, &r.Public, &r.Updated, &r.Wake, &r.Data)
	return r, err
}

// List returns a page of public tables.
func (db *DB) List(ctx context.Context, q store.Query) ([]store.Row, error) {
	where, args := "t.public AND t.status = ? AND t.updated >= ?", []any{q.Status, q.Since}
	if q.Game != "" {
		where, args = where+" AND t.game = ?", append(args, q.Game)
	}
	if q.Before != 0 {
		where, args = where+" AND (t.updated < ? OR t.updated = ? AND t.id > ?)", append(args, q.Before, q.Before, q.BeforeID)
	}
	return collect(db, ctx, scanRow, "SELECT "+rowColumns+" FROM game_table t WHERE "+where+" ORDER BY t.updated DESC, t.id LIMIT ?", append(args, q.Limit)...)
}

// OfPerson returns the tables of a person.
func (db *DB) OfPerson(ctx context.Context, person, status string, limit int) ([]store.Row, error) {
	return collect(db, ctx, scanRow, "SELECT "+rowColumns+` FROM involved i JOIN game_table t ON t.id = i.table_id
		WHERE i.person = ? AND (? = '' OR t.status = ?) ORDER BY i.turn DESC, t.updated DESC, t.id LIMIT ?`, person, status, status, limit)
}

// Due returns the tables that are to be woken.
func (db *DB) Due(ctx context.Context, now int64, limit int) ([]string, error) {
	return collect(db, ctx, func(rows *sql.Rows) (id string, err error) {
		err = rows.Scan(&id)
		return id, err
	}, "SELECT id FROM game_table WHERE wake > 0 AND wake <= ? ORDER BY wake LIMIT ?", now, limit)
}

// collect runs a query and scans every row.
func collect[T any](db *DB, ctx context.Context, scan func(*sql.Rows) (T, error), query string, args ...any) ([]T, error) {
	rows, err := db.read.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, explained(err)
	}
	defer rows.Close()
	var list []T
	for rows.Next() {
		v, err := scan(rows)
		if err != nil {
			return nil, explained(err)
		}
		list = append(list, v)
	}
	return list, explained(rows.Err())
}
