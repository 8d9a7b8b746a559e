package sqlite

import (
	"cmp"
	"context"
	"database/sql"
	"slices"

	"mirabilia/store"
)

var _ store.Moving = (*DB)(nil)

// TablesAfter lists tables.
func (db *DB) TablesAfter(ctx context.Context, after string, limit int) ([]string, error) {
	return collect(db.read, ctx, scanText, "SELECT id FROM game_table WHERE id > ? ORDER BY id LIMIT ?", after, limit)
}

func scanText(rows *sql.Rows) (text string, err error) {
	err = rows.Scan(&text)
	return text, err
}

// Whole reads everything of a table.
func (db *DB) Whole(ctx context.Context, table string) (*store.Whole, error) {
	db.settle(ctx, func(id string, _ *pendingTable) bool { return id == table })
	l, err := db.Load(ctx, table)
	if err != nil {
		return nil, err
	}
	w := &store.Whole{Row: l.Row, Last: l.Last, Snapshot: l.Snapshot, SnapshotAt: l.SnapshotAt}
	if w.Entries, err = db.Entries(ctx, table, 0); err != nil {
		return nil, err
	}
	if t := db.pending.of(table); t != nil { // it could not be settled
		w.People = slices.SortedFunc(slices.Values(t.people), func(a, b store.Involved) int { return cmp.Compare(a.Person, b.Person) })
	} else if w.People, err = collect(db.read, ctx, func(rows *sql.Rows) (p store.Involved, err error) {
		err = rows.Scan(&p.Person, &p.Turn)
		return p, err
	}, "SELECT i.person, "+isTurn+" FROM involved i JOIN game_table t ON t.id = i.table_id WHERE i.table_id = ? ORDER BY i.person", table); err != nil {
		return nil, err
	}
	if w.Chat, err = db.Said(ctx, table, maxLines); err != nil {
		return nil, err
	}
	w.Analysis, err = store.AnalysisOrNone(db.Analysis(ctx, table))
	return w, err
}

// maxLines is more than a table's chat ever has.
const maxLines = 1 << 30

// Put keeps a table.
func (db *DB) Put(ctx context.Context, w *store.Whole) error {
	return db.writes.Submit(ctx, func(s *statements) error {
		id := w.Row.ID
		if err := s.drop(id); err != nil {
			return err
		}
		r := &w.Row
		if _, err := s.exec(insertRow, id, w.Last, r.Game, r.Status, r.Owner, r.Public, r.Open, r.Updated, r.Wake, string(r.Data), turnsOf(w.People)); err != nil {
			return err
		}
		first := w.Last - int64(len(w.Entries)) + 1
		for i, e := range w.Entries {
			if _, err := s.exec("INSERT INTO entry (table_id, seq, data) VALUES (?, ?, ?)", id, first+int64(i), string(e)); err != nil {
				return err
			}
		}
		if w.Snapshot != nil {
			if _, err := s.exec("INSERT INTO snapshot (table_id, seq, data) VALUES (?, ?, ?)", id, w.SnapshotAt, w.Snapshot); err != nil {
				return err
			}
		}
		for _, p := range concernedBy(w.People, r) {
			if err := s.putInvolved(id, p); err != nil {
				return err
			}
		}
		for _, l := range w.Chat {
			if _, err := s.exec("INSERT INTO chat (table_id, n, person, command, at, text) VALUES (?, ?, ?, ?, ?, ?)", id, l.N, l.Person, l.Command, l.At, l.Text); err != nil {
				return err
			}
		}
		if w.Analysis != nil {
			_, err := s.putAnalysis(*w.Analysis)
			return err
		}
		return nil
	})
}

const wholePerson = "SELECT id, name, coalesce(owner, ''), created, coalesce((SELECT since FROM host WHERE person = id), 0) FROM person "

func scanPerson(rows *sql.Rows) (p store.WholePerson, err error) {
	err = rows.Scan(&p.ID, &p.Name, &p.Owner, &p.Created, &p.HostSince)
	return p, err
}

// WholePerson reads everything of a person.
func (db *DB) WholePerson(ctx context.Context, id string) (*store.WholePerson, error) {
	list, err := db.people(ctx, wholePerson+"WHERE id = ?", id)
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
	return db.people(ctx, wholePerson+"WHERE id > ? ORDER BY id LIMIT ?", after, limit)
}

func (db *DB) people(ctx context.Context, query string, args ...any) ([]store.WholePerson, error) {
	list, err := collect(db.read, ctx, scanPerson, query, args...)
	if err != nil {
		return nil, err
	}
	return list, store.Complete(ctx, db, list, func(person string) ([]store.Token, error) {
		return collect(db.read, ctx, scanToken, "SELECT hash, seen, agent, verified FROM token WHERE person = ? ORDER BY hash", person)
	})
}

// PutPerson keeps a person.
func (db *DB) PutPerson(ctx context.Context, p *store.WholePerson) error {
	return db.writes.Submit(ctx, func(s *statements) error {
		owner := sql.NullString{String: p.Owner, Valid: p.Owner != ""}
		if _, err := s.exec(`INSERT INTO person (id, name, owner, created) VALUES (?, ?, ?, ?)
			ON CONFLICT (id) DO UPDATE SET name = excluded.name, owner = excluded.owner, created = excluded.created`, p.ID, p.Name, owner, p.Created); err != nil {
			return err
		}
		if _, err := s.exec("DELETE FROM token WHERE person = ?", p.ID); err != nil {
			return err
		}
		for _, t := range p.Tokens {
			if _, err := s.exec("INSERT INTO token (hash, person, seen, agent, verified) VALUES (?, ?, ?, ?, ?)", t.Hash, p.ID, t.Seen, t.Agent, t.Verified); err != nil {
				return err
			}
		}
		for _, query := range []string{"DELETE FROM passkey WHERE person = ?", "DELETE FROM recovery_code WHERE person = ?", "DELETE FROM friend WHERE person = ?", "DELETE FROM shunned WHERE person = ?", "DELETE FROM host WHERE person = ?", "DELETE FROM subscription WHERE person = ?", "DELETE FROM notices WHERE person = ?"} {
			if _, err := s.exec(query, p.ID); err != nil {
				return err
			}
		}
		if p.HostSince > 0 {
			if err := s.putHost(p.ID, p.HostSince); err != nil {
				return err
			}
		}
		for _, h := range p.Shunned {
			if err := s.putShunned(h); err != nil {
				return err
			}
		}
		for _, one := range p.Subscriptions {
			if err := s.putSubscription(one); err != nil {
				return err
			}
		}
		if p.Notices != nil {
			if _, err := s.exec("INSERT INTO notices (person, data) VALUES (?, ?)", p.ID, p.Notices); err != nil {
				return err
			}
		}
		if p.Account == nil {
			_, err := s.exec("DELETE FROM account WHERE person = ?", p.ID)
			return err
		}
		if err := s.putAccount(*p.Account); err != nil {
			return err
		}
		for _, k := range p.Passkeys {
			if err := s.putPasskey(k); err != nil {
				return err
			}
		}
		for _, f := range p.Friends {
			if err := s.befriend(p.ID, f.Person, f.Wants); err != nil {
				return err
			}
		}
		return s.setCodes(p.ID, p.Codes)
	})
}

// ReportsAfter lists reports.
func (db *DB) ReportsAfter(ctx context.Context, after string, limit int) ([]store.Report, error) {
	return db.reports(ctx, "WHERE id > ? ORDER BY id LIMIT ?", after, limit)
}

// PutReport keeps a report.
func (db *DB) PutReport(ctx context.Context, r *store.Report) error {
	return db.writes.Submit(ctx, func(s *statements) error { return s.putReport(*r) })
}

// DeedsAfter lists the journal of what hosts did.
func (db *DB) DeedsAfter(ctx context.Context, n int64, limit int) ([]store.Deed, error) {
	return collect(db.read, ctx, scanDeed, deedColumns+"WHERE n > ? ORDER BY n LIMIT ?", n, limit)
}

// PutDeed keeps an entry of the journal.
func (db *DB) PutDeed(ctx context.Context, d *store.Deed) error {
	return db.writes.Submit(ctx, func(s *statements) error { return s.putDeed(*d) })
}

// LastHeartbeat returns when a server was last alive.
func (db *DB) LastHeartbeat(ctx context.Context) (at int64, err error) {
	err = db.read.QueryRowContext(ctx, "SELECT coalesce(max(at), 0) FROM heartbeat").Scan(&at)
	return at, explained(err)
}
