package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"mirabilia/store"
)

var _ store.Moving = (*DB)(nil)

// TablesAfter lists tables.
func (db *DB) TablesAfter(ctx context.Context, after string, limit int) ([]string, error) {
	return collect(ctx, db, pgx.RowTo[string], "SELECT id FROM game_table WHERE id > $1 ORDER BY id LIMIT $2", after, limit)
}

// maxLines is more than a table's chat ever has.
const maxLines = 1 << 30

// Whole reads everything of a table.
func (db *DB) Whole(ctx context.Context, table string) (*store.Whole, error) {
	l, err := db.Load(ctx, table)
	if err != nil {
		return nil, err
	}
	w := &store.Whole{Row: l.Row, Last: l.Last, Snapshot: l.Snapshot, SnapshotAt: l.SnapshotAt}
	if w.Entries, err = db.Entries(ctx, table, 0); err != nil {
		return nil, err
	}
	if w.People, err = collect(ctx, db, pgx.RowToStructByPos[store.Involved], "SELECT person, turn FROM involved WHERE table_id = $1 ORDER BY person", table); err != nil {
		return nil, err
	}
	if w.Chat, err = db.Said(ctx, table, maxLines); err != nil {
		return nil, err
	}
	w.Analysis, err = store.AnalysisOrNone(db.Analysis(ctx, table))
	return w, err
}

// Put keeps a table, in one transaction.
func (db *DB) Put(ctx context.Context, w *store.Whole) error {
	id, r := w.Row.ID, &w.Row
	size := int64(len(r.Data) + len(w.Snapshot))
	numbers := make([]int64, len(w.Entries))
	for i, e := range w.Entries {
		numbers[i] = w.Last - int64(len(w.Entries)) + 1 + int64(i)
		size += int64(len(e))
	}
	statements := &pgx.Batch{}
	for _, query := range []string{"DELETE FROM entry WHERE table_id = $1", "DELETE FROM snapshot WHERE table_id = $1", "DELETE FROM chat WHERE table_id = $1", "DELETE FROM analysis WHERE table_id = $1",
		"DELETE FROM involved WHERE table_id = $1", "DELETE FROM game_table WHERE id = $1"} {
		statements.Queue(query, id)
	}
	statements.Queue(`INSERT INTO game_table (id, seq, writer, game, status, owner, public, open, updated, wake, data, entries, bytes)
		VALUES ($1, $2, 'moved', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`, id, w.Last, r.Game, r.Status, r.Owner, r.Public, r.Open, r.Updated, r.Wake, notNil(r.Data), len(w.Entries), size)
	if len(w.Entries) > 0 {
		statements.Queue("INSERT INTO entry (table_id, seq, data) SELECT $1, e.seq, e.data FROM unnest($2::bigint[], $3::bytea[]) AS e (seq, data)", id, numbers, w.Entries)
	}
	if w.Snapshot != nil {
		statements.Queue("INSERT INTO snapshot (table_id, seq, data) VALUES ($1, $2, $3)", id, w.SnapshotAt, w.Snapshot)
	}
	for _, p := range w.People {
		statements.Queue("INSERT INTO involved (table_id, person, turn, ended) SELECT id, $2, $3, CASE WHEN status = 'finished' THEN updated ELSE 0 END FROM game_table WHERE id = $1", id, p.Person, p.Turn)
	}
	for _, l := range w.Chat {
		statements.Queue("INSERT INTO chat (table_id, n, person, command, at, text) VALUES ($1, $2, $3, $4, $5, $6)", id, l.N, l.Person, []byte(l.Command), l.At, l.Text)
	}
	if w.Analysis != nil {
		statements.Queue(putAnalysis, analysisValues(w.Analysis)...)
	}
	return db.all(ctx, statements)
}

// all runs statements in one transaction.
func (db *DB) all(ctx context.Context, statements *pgx.Batch) error {
	return attempt(ctx, func(ctx context.Context) error {
		return db.single(ctx, begin, statements, func(_ int, r pgx.BatchResults) error {
			_, err := r.Exec()
			return err
		})
	})
}

const wholePerson = "SELECT id, name, owner, created, coalesce((SELECT h.since FROM host h WHERE h.person = person.id), 0) FROM person "

// WholePerson reads everything of a person.
func (db *DB) WholePerson(ctx context.Context, id string) (*store.WholePerson, error) {
	list, err := db.people(ctx, wholePerson+"WHERE id = $1", id)
	if err == nil && len(list) == 0 {
		err = store.ErrNotFound
	}
	if err != nil {
		return nil, err
	}
	return &list[0], nil
}

// PeopleAfter lists people.
func (db *DB) PeopleAfter(ctx context.Context, after string, limit int) ([]store.WholePerson, error) {
	return db.people(ctx, wholePerson+"WHERE id > $1 ORDER BY id LIMIT $2", after, limit)
}

func (db *DB) people(ctx context.Context, query string, args ...any) ([]store.WholePerson, error) {
	list, err := collect(ctx, db, func(row pgx.CollectableRow) (p store.WholePerson, err error) {
		err = row.Scan(&p.ID, &p.Name, &p.Owner, &p.Created, &p.HostSince)
		return p, err
	}, query, args...)
	if err != nil {
		return nil, err
	}
	return list, store.Complete(ctx, db, list, func(person string) ([]store.Token, error) {
		return collect(ctx, db, pgx.RowToStructByPos[store.Token], "SELECT hash, seen, agent, verified FROM token WHERE person = $1 ORDER BY hash", person)
	})
}

// PutPerson keeps a person.
func (db *DB) PutPerson(ctx context.Context, p *store.WholePerson) error {
	statements := &pgx.Batch{}
	statements.Queue(`INSERT INTO person (id, name, owner, created) VALUES ($1, $2, $3, $4)
		ON CONFLICT (id) DO UPDATE SET name = excluded.name, owner = excluded.owner, created = excluded.created`, p.ID, p.Name, p.Owner, p.Created)
	statements.Queue("DELETE FROM token WHERE person = $1", p.ID)
	for _, t := range p.Tokens {
		statements.Queue("INSERT INTO token (hash, person, seen, agent, verified) VALUES ($1, $2, $3, $4, $5)", t.Hash, p.ID, t.Seen, t.Agent, t.Verified)
	}
	for _, query := range []string{"DELETE FROM passkey WHERE person = $1", "DELETE FROM recovery_code WHERE person = $1", "DELETE FROM friend WHERE person = $1", "DELETE FROM account WHERE person = $1", "DELETE FROM shunned WHERE person = $1", "DELETE FROM host WHERE person = $1", "DELETE FROM subscription WHERE person = $1", "DELETE FROM notices WHERE person = $1"} {
		statements.Queue(query, p.ID)
	}
	if p.HostSince > 0 {
		putHost(statements, p.ID, p.HostSince)
	}
	for _, h := range p.Shunned {
		putShunned(statements, h)
	}
	for _, one := range p.Subscriptions {
		putSubscription(statements, one)
	}
	if p.Notices != nil {
		statements.Queue("INSERT INTO notices (person, data) VALUES ($1, $2)", p.ID, p.Notices)
	}
	if a := p.Account; a != nil {
		statements.Queue(putAccount, accountValues(a)...)
		for _, k := range p.Passkeys {
			putPasskey(statements, k)
		}
		setCodes(statements, p.ID, p.Codes)
		for _, f := range p.Friends {
			statements.Queue(befriend, p.ID, f.Person, f.Wants)
		}
	}
	return db.all(ctx, statements)
}

// ReportsAfter lists reports.
func (db *DB) ReportsAfter(ctx context.Context, after string, limit int) ([]store.Report, error) {
	return db.reports(ctx, "WHERE id > $1 ORDER BY id LIMIT $2", after, limit)
}

// PutReport keeps a report.
func (db *DB) PutReport(ctx context.Context, r *store.Report) error {
	statements := &pgx.Batch{}
	putReport(statements, *r)
	return db.all(ctx, statements)
}

// DeedsAfter lists the journal of what hosts did.
func (db *DB) DeedsAfter(ctx context.Context, n int64, limit int) ([]store.Deed, error) {
	return collect(ctx, db, pgx.RowToStructByPos[store.Deed], deedColumns+"WHERE n > $1 ORDER BY n LIMIT $2", n, limit)
}

// PutDeed keeps an entry of the journal.
func (db *DB) PutDeed(ctx context.Context, d *store.Deed) error {
	statements := &pgx.Batch{}
	putDeed(statements, *d)
	return db.all(ctx, statements)
}

// LastHeartbeat returns when a server was last alive.
func (db *DB) LastHeartbeat(ctx context.Context) (at int64, err error) {
	err = db.row(ctx, "SELECT at FROM heartbeat WHERE id = 1", nil, &at)
	if errors.Is(err, store.ErrNotFound) {
		err = nil
	}
	return at, err
}
