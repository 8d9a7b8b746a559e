package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"mirabilia/store"
)

// AddReport keeps a report.
func (db *DB) AddReport(ctx context.Context, r store.Report, most int) error {
	return db.writes.Submit(ctx, func(s *statements) error {
		var there, known bool
		var open int
		if err := s.row(`SELECT EXISTS (SELECT 1 FROM person WHERE id = ?), EXISTS (SELECT 1 FROM report WHERE reporter = ? AND person = ? AND table_id = ? AND closed = 0),
			(SELECT count(*) FROM report WHERE reporter = ? AND closed = 0)`, r.Person, r.By, r.Person, r.Table, r.By).Scan(&there, &known, &open); err != nil {
			return err
		}
		switch {
		case !there:
			return store.ErrNotFound
		case known:
			return store.ErrTaken
		case open >= most:
			return store.ErrTooMany
		}
		return s.putReport(r)
	})
}

func (s *statements) putReport(r store.Report) error {
	if _, err := s.exec("INSERT INTO report (id, reporter, person, reason, text, table_id, at, closed) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
		r.ID, r.By, r.Person, r.Reason, r.Text, r.Table, r.At, r.Closed); err != nil {
		return err
	}
	for _, l := range r.Lines {
		if _, err := s.exec("INSERT INTO report_line (report, n, person, at, text) VALUES (?, ?, ?, ?, ?)", r.ID, l.N, l.Person, l.At, l.Text); err != nil {
			return err
		}
	}
	return nil
}

const reportColumns = "SELECT id, reporter, person, reason, text, table_id, at, closed FROM report "

func (db *DB) reports(ctx context.Context, where string, args ...any) ([]store.Report, error) {
	list, err := collect(db.read, ctx, func(rows *sql.Rows) (r store.Report, err error) {
		err = rows.Scan(&r.ID, &r.By, &r.Person, &r.Reason, &r.Text, &r.Table, &r.At, &r.Closed)
		return r, err
	}, reportColumns+where, args...)
	for i := range list {
		if err != nil {
			break
		}
		list[i].Lines, err = collect(db.read, ctx, func(rows *sql.Rows) (l store.Line, err error) {
			l.Table = list[i].Table
			err = rows.Scan(&l.N, &l.Person, &l.At, &l.Text)
			return l, err
		}, "SELECT n, person, at, text FROM report_line WHERE report = ? ORDER BY n", list[i].ID)
	}
	return list, err
}

// Report returns a report.
func (db *DB) Report(ctx context.Context, id string) (store.Report, error) {
	list, err := db.reports(ctx, "WHERE id = ?", id)
	if err == nil && len(list) == 0 {
		err = store.ErrNotFound
	}
	if err != nil {
		return store.Report{}, err
	}
	return list[0], nil
}

// Reports returns reports.
func (db *DB) Reports(ctx context.Context, q store.ReportQuery) ([]store.Report, error) {
	where, args := []string{"TRUE"}, []any{}
	if q.Open {
		where = append(where, "closed = 0")
	}
	if q.By != "" {
		where, args = append(where, "reporter = ?"), append(args, q.By)
	}
	if q.Person != "" {
		where, args = append(where, "person = ?"), append(args, q.Person)
	}
	return db.reports(ctx, "WHERE "+strings.Join(where, " AND ")+" ORDER BY at DESC, id LIMIT ?", append(args, q.Limit)...)
}

// Decide adds a deed to the journal.
func (db *DB) Decide(ctx context.Context, d store.Deed) (store.Deed, error) {
	err := db.writes.Submit(ctx, func(s *statements) error {
		if d.Person != "" {
			var there bool
			if err := s.row("SELECT EXISTS (SELECT 1 FROM person WHERE id = ?)", d.Person).Scan(&there); err != nil {
				return err
			}
			if !there {
				return store.ErrNotFound
			}
		}
		if d.Report != "" {
			if err := s.must(store.ErrTaken, "UPDATE report SET closed = ? WHERE id = ? AND closed = 0", d.At, d.Report); err != nil {
				return err
			}
		}
		if err := s.row("SELECT coalesce(max(n), 0) + 1 FROM deed").Scan(&d.N); err != nil {
			return err
		}
		if err := s.putDeed(d); err != nil {
			return err
		}
		switch d.Kind {
		case store.DeedHost:
			return s.putHost(d.Person, d.At)
		case store.DeedNoHost:
			_, err := s.exec("DELETE FROM host WHERE person = ?", d.Person)
			return err
		}
		if why := d.Ends(); why != "" {
			// A guest, who could not sign in again, stays.
			if _, err := s.raise(store.Raising{Person: d.Person, Why: why, At: d.At}); !errors.Is(err, store.ErrNotFound) {
				return err
			}
		}
		return nil
	})
	return d, err
}

func (s *statements) putDeed(d store.Deed) error {
	_, err := s.exec("INSERT INTO deed (n, at, host, kind, person, until, reason, report) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", d.N, d.At, d.By, d.Kind, d.Person, d.Until, d.Reason, d.Report)
	return err
}

func (s *statements) putHost(person string, since int64) error {
	_, err := s.exec("INSERT INTO host (person, since) VALUES (?, ?) ON CONFLICT (person) DO NOTHING", person, since)
	return err
}

const deedColumns = "SELECT n, at, host, kind, person, until, reason, report FROM deed "

func scanDeed(rows *sql.Rows) (d store.Deed, err error) {
	err = rows.Scan(&d.N, &d.At, &d.By, &d.Kind, &d.Person, &d.Until, &d.Reason, &d.Report)
	return d, err
}

// Deeds returns the journal.
func (db *DB) Deeds(ctx context.Context, person string, before int64, limit int) ([]store.Deed, error) {
	where, args := []string{"TRUE"}, []any{}
	if person != "" {
		where, args = append(where, "person = ?"), append(args, person)
	}
	if before > 0 {
		where, args = append(where, "n < ?"), append(args, before)
	}
	return collect(db.read, ctx, scanDeed, deedColumns+"WHERE "+strings.Join(where, " AND ")+" ORDER BY n DESC LIMIT ?", append(args, limit)...)
}

// Find returns people by a part of their name.
func (db *DB) Find(ctx context.Context, text, folded string, limit int) ([]store.Found, error) {
	return collect(db.read, ctx, func(rows *sql.Rows) (f store.Found, err error) {
		err = rows.Scan(&f.ID, &f.Name, &f.Created, &f.Kept, &f.Seen)
		return f, err
	}, `SELECT p.id, p.name, p.created, a.person IS NOT NULL, coalesce((SELECT max(t.seen) FROM token t WHERE t.person = p.id), 0)
		FROM person p LEFT JOIN account a ON a.person = p.id
		WHERE p.owner IS NULL AND (instr(lower(p.name), lower(?)) > 0 OR ? <> '' AND instr(a.folded, ?) > 0)
		ORDER BY p.created DESC, p.id LIMIT ?`, text, folded, folded, limit)
}

// Hosts returns who is a host.
func (db *DB) Hosts(ctx context.Context) ([]string, error) {
	return collect(db.read, ctx, scanText, "SELECT person FROM host ORDER BY person")
}

// theirs are the ids of a person and of their programs.
const theirs = "(SELECT ?1 UNION SELECT id FROM person WHERE owner = ?1)"

// forgetConduct removes what is kept between a person and others, where the person is told what, and what is written of the person for the host. Reports on others stay without their author and
// the author's words, and the journal keeps its numbers.
func (s *statements) forgetConduct(person string) error {
	for _, query := range []string{
		"DELETE FROM shunned WHERE person IN " + theirs,
		"DELETE FROM shunned WHERE other IN " + theirs,
		"DELETE FROM report_line WHERE person IN " + theirs,
		"DELETE FROM report_line WHERE report IN (SELECT id FROM report WHERE person IN " + theirs + ")",
		"DELETE FROM report WHERE person IN " + theirs,
		"UPDATE report SET reporter = '', text = '' WHERE reporter IN " + theirs,
		"UPDATE deed SET person = '', reason = '' WHERE person IN " + theirs,
		"UPDATE deed SET host = '' WHERE host IN " + theirs,
		"DELETE FROM host WHERE person IN " + theirs,
		"DELETE FROM subscription WHERE person IN " + theirs,
		"DELETE FROM notices WHERE person IN " + theirs,
	} {
		if _, err := s.exec(query, person); err != nil {
			return err
		}
	}
	return nil
}
