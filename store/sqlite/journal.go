package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"slices"

	"mirabilia/store"
)

// Append makes a batch durable.
func (db *DB) Append(ctx context.Context, b *store.Batch) error {
	submit := db.writes.Submit
	if b.Patient {
		submit = db.writes.SubmitPatiently
	}
	return submit(ctx, func(s *statements) error { return s.append(b) })
}

func (s *statements) append(b *store.Batch) error {
	if s.gathers(b) {
		s.gather(b)
		return nil
	}
	if err := s.settle(b.Row.ID); err != nil {
		return err
	}
	if err := s.putRow(b); err != nil {
		return err
	}
	if b.Rewrite {
		s.cutOff(b.Row.ID)
		if err := s.run(b.Row.ID, "DELETE FROM entry WHERE table_id = ?", "DELETE FROM snapshot WHERE table_id = ?"); err != nil {
			return err
		}
	}
	if err := s.putEntries(b); err != nil {
		return err
	}
	s.bytes += len(b.Snapshot)
	if b.Snapshot != nil {
		if _, err := s.exec(`INSERT INTO snapshot (table_id, seq, data) VALUES (?, ?, ?)
			ON CONFLICT (table_id) DO UPDATE SET seq = excluded.seq, data = excluded.data`, b.Row.ID, b.End(), b.Snapshot); err != nil {
			return err
		}
	}
	return s.involve(b)
}

// putEntries writes the entries of a batch.
func (s *statements) putEntries(b *store.Batch) error {
	first := b.End() - int64(len(b.Entries)) + 1
	for i, e := range b.Entries {
		s.bytes += len(e)
		if _, err := s.exec("INSERT INTO entry (table_id, seq, data) VALUES (?, ?, ?)", b.Row.ID, first+int64(i), string(e)); err != nil {
			return err
		}
	}
	return nil
}

// run runs statements that take the id of a table.
func (s *statements) run(table string, queries ...string) error {
	for _, q := range queries {
		if _, err := s.exec(q, table); err != nil {
			return err
		}
	}
	return nil
}

// putRow writes the table's row if its last entry is the one that the batch names; it has changed nothing if not.
func (s *statements) putRow(b *store.Batch) error {
	r, turns := &b.Row, turnsOf(b.People)
	if b.Last == 0 {
		return s.must(store.ErrTaken, insertRow+" ON CONFLICT (id) DO NOTHING",
			r.ID, b.End(), r.Game, r.Status, r.Owner, r.Public, r.Open, r.Updated, r.Wake, string(r.Data), turns)
	}
	// Most appends change nothing that is indexed. A statement that does not name these columns leaves the indexes alone.
	err := s.must(store.ErrTaken, `UPDATE game_table SET seq = ?, data = ?, turns = ? WHERE id = ? AND seq = ?
		AND updated = ? AND wake = ? AND status = ? AND open = ? AND public = ? AND owner = ? AND game = ?`,
		b.End(), string(r.Data), turns, r.ID, b.Last, r.Updated, r.Wake, r.Status, r.Open, r.Public, r.Owner, r.Game)
	if !errors.Is(err, store.ErrTaken) {
		return err
	}
	return s.must(store.ErrTaken, `UPDATE game_table SET seq = ?, game = ?, status = ?, owner = ?, public = ?, open = ?, updated = ?, wake = ?, data = ?, turns = ?
		WHERE id = ? AND seq = ?`, b.End(), r.Game, r.Status, r.Owner, r.Public, r.Open, r.Updated, r.Wake, string(r.Data), turns, r.ID, b.Last)
}

const insertRow = "INSERT INTO game_table (id, seq, game, status, owner, public, open, updated, wake, data, turns) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"

// turnsOf returns the people whose turn it is, each with a space before and after. No id of a person has a space in it.
func turnsOf(people []store.Involved) string {
	turns := ""
	for _, p := range people {
		if p.Turn {
			turns += " " + p.Person
		}
	}
	if turns != "" {
		turns += " "
	}
	return turns
}

// isTurn reports in a query whether it is the turn of the person i at the table t.
const isTurn = "instr(t.turns, ' ' || i.person || ' ') > 0"

// must runs a statement that refuses by changing nothing.
func (s *statements) must(refusal error, query string, args ...any) error {
	result, err := s.exec(query, args...)
	if err != nil {
		return err
	}
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, refusal)
	}
	return nil
}

// Drop forgets a table.
func (db *DB) Drop(ctx context.Context, table string, last int64) error {
	return db.writes.Submit(ctx, func(s *statements) error { return s.dropAt(table, last) })
}

func (s *statements) dropAt(table string, last int64) error {
	if err := s.settle(table); err != nil {
		return err
	}
	// The row that others refer to is marked first, so that a refusal changes nothing else.
	if err := s.must(store.ErrTaken, "UPDATE game_table SET seq = 0 WHERE id = ? AND seq = ?", table, last); err != nil {
		return err
	}
	return s.drop(table)
}

func (s *statements) drop(table string) error {
	delete(s.tables, table)
	s.settled[table] = true // what is pending of it goes, too
	s.cutOff(table)
	return s.run(table, "DELETE FROM entry WHERE table_id = ?", "DELETE FROM snapshot WHERE table_id = ?", "DELETE FROM chat WHERE table_id = ?", "DELETE FROM analysis WHERE table_id = ?",
		"DELETE FROM involved WHERE table_id = ?", "DELETE FROM game_table WHERE id = ?")
}

// involve brings the people of a table up to date, touching only the rows that change.
func (s *statements) involve(b *store.Batch) error {
	old, err := s.peopleBefore(b)
	if err != nil {
		return err
	}
	people := concernedBy(b.People, &b.Row)
	for _, p := range people {
		if slices.Contains(old, p) {
			continue
		}
		if err := s.putInvolved(b.Row.ID, p); err != nil {
			return err
		}
	}
	for _, p := range old {
		if slices.ContainsFunc(people, func(now concerned) bool { return now.person == p.person }) {
			continue
		}
		if _, err := s.exec("DELETE FROM involved WHERE table_id = ? AND person = ?", b.Row.ID, p.person); err != nil {
			return err
		}
	}
	if len(s.tables) >= mostWritten {
		clear(s.tables)
	}
	now := &written{last: b.End(), row: b.Row, people: people}
	now.row.Data = nil
	s.tables[b.Row.ID] = now
	return nil
}

// concerned is a person whom a table concerns, as it is stored.
type concerned struct {
	person string
	// ended is when the game was last changed if it is finished, and 0 otherwise.
	ended int64
}

// concernedBy returns the people of a table as they are stored.
func concernedBy(people []store.Involved, r *store.Row) []concerned {
	var ended int64
	if r.Status == store.StatusFinished {
		ended = r.Updated
	}
	list := make([]concerned, len(people))
	for i, p := range people {
		list[i] = concerned{p.Person, ended}
	}
	return list
}

func (s *statements) putInvolved(table string, p concerned) error {
	_, err := s.exec("INSERT INTO involved (table_id, person, ended) VALUES (?, ?, ?) ON CONFLICT (table_id, person) DO UPDATE SET ended = excluded.ended", table, p.person, p.ended)
	return err
}

// written is what the writer remembers of a table: it is the only one who writes, and what it remembers goes with its connection when a transaction
// fails. last is the number of the last entry, also of one that is pending; row is as it is stored, but without its data.
type written struct {
	last   int64
	row    store.Row
	people []concerned
}

// mostWritten is how many tables the writer remembers.
const mostWritten = 1 << 13

// peopleBefore returns the people of a table before a batch.
func (s *statements) peopleBefore(b *store.Batch) ([]concerned, error) {
	if b.Last == 0 {
		return nil, nil // whatever is remembered is of a table that was forgotten
	}
	if old := s.tables[b.Row.ID]; old != nil {
		return old.people, nil
	}
	rows, err := s.query("SELECT person, ended FROM involved WHERE table_id = ?", b.Row.ID)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var old []concerned
	for rows.Next() {
		var p concerned
		if err := rows.Scan(&p.person, &p.ended); err != nil {
			return nil, err
		}
		old = append(old, p)
	}
	return old, rows.Err()
}

// Load reads what is kept of a table.
func (db *DB) Load(ctx context.Context, table string) (*store.Loaded, error) {
	t := db.pending.of(table) // first: what is settled meanwhile is then read from the journal
	l, err := db.loadSettled(ctx, table)
	if err == nil && t != nil && l.Last == t.settled {
		l.Row, l.Last, l.Entries = t.row, t.last(), append(l.Entries, t.entries...)
	}
	return l, err
}

// loadSettled reads a table without what is pending, in one transaction, so that it is of one moment.
func (db *DB) loadSettled(ctx context.Context, table string) (*store.Loaded, error) {
	tx, err := db.read.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return nil, explained(err)
	}
	defer tx.Rollback()
	l := &store.Loaded{}
	r := &l.Row
	err = tx.QueryRowContext(ctx, `SELECT t.id, t.game, t.status, t.owner, t.public, t.open, t.updated, t.wake, t.data, t.seq, coalesce(s.seq, 0), s.data
		FROM game_table t LEFT JOIN snapshot s ON s.table_id = t.id WHERE t.id = ?`, table).
		Scan(&r.ID, &r.Game, &r.Status, &r.Owner, &r.Public, &r.Open, &r.Updated, &r.Wake, &r.Data, &l.Last, &l.SnapshotAt, &l.Snapshot)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, store.ErrNotFound
	}
	if err != nil {
		return nil, explained(err)
	}
	l.Entries, err = collect(tx, ctx, scanData, entriesAfter, table, l.SnapshotAt)
	return l, err
}

const entriesAfter = "SELECT data FROM entry WHERE table_id = ? AND seq > ? ORDER BY seq"

func scanData(rows *sql.Rows) (data []byte, err error) {
	err = rows.Scan(&data)
	return data, err
}

// Entries reads a journal.
func (db *DB) Entries(ctx context.Context, table string, after int64) ([][]byte, error) {
	t := db.pending.of(table)
	if t == nil {
		return collect(db.read, ctx, scanData, entriesAfter, table, after)
	}
	tx, err := db.read.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return nil, explained(err)
	}
	defer tx.Rollback()
	var last int64
	if err := tx.QueryRowContext(ctx, "SELECT seq FROM game_table WHERE id = ?", table).Scan(&last); err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, explained(err)
	}
	list, err := collect(tx, ctx, scanData, entriesAfter, table, after)
	if err == nil && last == t.settled && after < t.last() { // otherwise it was settled, or dropped, meanwhile
		list = append(list, t.entries[max(0, after-t.settled):]...)
	}
	return list, err
}

const rowColumns = "t.id, t.game, t.status, t.owner, t.public, t.open, t.updated, t.wake, t.data"

func scanRow(rows *sql.Rows) (r store.Row, err error) {
	err = rows.Scan(&r.ID, &r.Game, &r.Status, &r.Owner, &r.Public, &r.Open, &r.Updated, &r.Wake, &r.Data)
	return r, err
}

// List returns a page of public tables.
func (db *DB) List(ctx context.Context, q store.Query) ([]store.Row, error) {
	where, args := "t.public AND t.status = ? AND t.updated >= ?", []any{q.Status, q.Since}
	if q.Game != "" {
		where, args = where+" AND t.game = ?", append(args, q.Game)
	}
	if q.Open {
		where += " AND t.open"
	}
	if q.Before != 0 {
		where, args = where+" AND (t.updated < ? OR t.updated = ? AND t.id > ?)", append(args, q.Before, q.Before, q.BeforeID)
	}
	page := func() ([]store.Row, error) {
		return collect(db.read, ctx, scanRow, "SELECT "+rowColumns+" FROM game_table t WHERE "+where+" ORDER BY t.updated DESC, t.id LIMIT ?", append(args, q.Limit)...)
	}
	rows, err := page()
	if err != nil || !db.settle(ctx, func(id string, _ *pendingTable) bool {
		return slices.ContainsFunc(rows, func(r store.Row) bool { return r.ID == id })
	}) {
		return rows, err
	}
	return page()
}

// Owned counts the tables of a person.
func (db *DB) Owned(ctx context.Context, person string, statuses []string, since int64) (n int, err error) {
	for _, status := range statuses {
		var k int
		if err := db.read.QueryRowContext(ctx, "SELECT count(*) FROM game_table WHERE owner = ? AND status = ? AND updated >= ?", person, status, since).Scan(&k); err != nil {
			return 0, explained(err)
		}
		n += k
	}
	return n, nil
}

// OfPerson returns the tables of a person. Of finished games, of which there can be thousands, only those are read that are asked for.
func (db *DB) OfPerson(ctx context.Context, person, status string, limit int) ([]store.Row, error) {
	db.settle(ctx, concerning(person))
	return collect(db.read, ctx, scanRow, "SELECT "+rowColumns+` FROM (
			SELECT * FROM (SELECT table_id, person FROM involved WHERE person = ? AND ended > 0 AND ? IN ('', 'finished') ORDER BY ended DESC, table_id LIMIT ?)
			UNION ALL SELECT table_id, person FROM involved WHERE person = ? AND ended = 0
		) i CROSS JOIN game_table t ON t.id = i.table_id
		WHERE ? = '' OR t.status = ? ORDER BY `+isTurn+` DESC, t.updated DESC, t.id LIMIT ?`, person, status, limit, person, status, status, limit)
}

// TablesAfter lists tables.
func (db *DB) TablesAfter(ctx context.Context, after string, limit int) ([]string, error) {
	return collect(db.read, ctx, func(rows *sql.Rows) (id string, err error) {
		err = rows.Scan(&id)
		return id, err
	}, "SELECT id FROM game_table WHERE id > ? ORDER BY id LIMIT ?", after, limit)
}

// Due returns the tables that are to be woken.
func (db *DB) Due(ctx context.Context, now int64, limit int) ([]string, error) {
	db.settle(ctx, func(_ string, t *pendingTable) bool {
		return t.wake > 0 && t.wake <= now || t.row.Wake > 0 && t.row.Wake <= now
	})
	return collect(db.read, ctx, func(rows *sql.Rows) (id string, err error) {
		err = rows.Scan(&id)
		return id, err
	}, "SELECT id FROM game_table WHERE wake > 0 AND wake <= ? ORDER BY wake LIMIT ?", now, limit)
}

// querier is the reading side of a database or a transaction.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// collect runs a query and scans every row.
func scanText(rows *sql.Rows) (text string, err error) {
	err = rows.Scan(&text)
	return text, err
}

func collect[T any](from querier, ctx context.Context, scan func(*sql.Rows) (T, error), query string, args ...any) ([]T, error) {
	rows, err := from.QueryContext(ctx, query, args...)
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
