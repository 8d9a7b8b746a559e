package postgres

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"mirabilia/store"
)

// AddReport keeps a report.
func (db *DB) AddReport(ctx context.Context, r store.Report, most int) error {
	return db.inTransaction(ctx, func(ctx context.Context, tx pgx.Tx) error {
		var there, known bool
		var open int
		if err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM person WHERE id = $1), EXISTS (SELECT 1 FROM report WHERE reporter = $2 AND person = $1 AND table_id = $3 AND closed = 0),
			(SELECT count(*) FROM report WHERE reporter = $2 AND closed = 0)`, r.Person, r.By, r.Table).Scan(&there, &known, &open); err != nil {
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
		statements := &pgx.Batch{}
		putReport(statements, r)
		return execAll(ctx, tx, statements)
	})
}

func putReport(statements *pgx.Batch, r store.Report) {
	statements.Queue("INSERT INTO report (id, reporter, person, reason, text, table_id, at, closed) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
		r.ID, r.By, r.Person, r.Reason, r.Text, r.Table, r.At, r.Closed)
	for _, l := range r.Lines {
		statements.Queue("INSERT INTO report_line (report, n, person, at, text) VALUES ($1, $2, $3, $4, $5)", r.ID, l.N, l.Person, l.At, l.Text)
	}
}

const reportColumns = "SELECT id, reporter, person, reason, text, table_id, at, closed FROM report "

func (db *DB) reports(ctx context.Context, where string, args ...any) ([]store.Report, error) {
	list, err := collect(ctx, db, func(row pgx.CollectableRow) (r store.Report, err error) {
		err = row.Scan(&r.ID, &r.By, &r.Person, &r.Reason, &r.Text, &r.Table, &r.At, &r.Closed)
		return r, err
	}, reportColumns+where, args...)
	for i := range list {
		if err != nil {
			break
		}
		list[i].Lines, err = collect(ctx, db, func(row pgx.CollectableRow) (l store.Line, err error) {
			l.Table = list[i].Table
			err = row.Scan(&l.N, &l.Person, &l.At, &l.Text)
			return l, err
		}, "SELECT n, person, at, text FROM report_line WHERE report = $1 ORDER BY n", list[i].ID)
	}
	return list, err
}

// Report returns a report.
func (db *DB) Report(ctx context.Context, id string) (store.Report, error) {
	list, err := db.reports(ctx, "WHERE id = $1", id)
	if err == nil && len(list) == 0 {
		err = store.ErrNotFound
	}
	if err != nil {
		return store.Report{}, err
	}
	return list[0], nil
}

// restricted puts conditions together, each with a value that takes the place of %d.
type restricted struct {
	where []string
	args  []any
}

func (r *restricted) add(condition string, value any) {
	r.args = append(r.args, value)
	r.where = append(r.where, fmt.Sprintf(condition, len(r.args)))
}

// with returns the condition, and what comes after it with a last value.
func (r *restricted) with(order string, last any) string {
	r.args = append(r.args, last)
	return "WHERE " + strings.Join(append(r.where, "TRUE"), " AND ") + fmt.Sprintf(order, len(r.args))
}

// Reports returns reports.
func (db *DB) Reports(ctx context.Context, q store.ReportQuery) ([]store.Report, error) {
	var r restricted
	if q.Open {
		r.add("closed = $%d", 0)
	}
	if q.By != "" {
		r.add("reporter = $%d", q.By)
	}
	if q.Person != "" {
		r.add("person = $%d", q.Person)
	}
	where := r.with(" ORDER BY at DESC, id LIMIT $%d", q.Limit)
	return db.reports(ctx, where, r.args...)
}

// Decide adds a deed to the journal. Of two at the same moment one is refused, and tries again with the next number.
func (db *DB) Decide(ctx context.Context, d store.Deed) (store.Deed, error) {
	err := db.inTransaction(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if d.Person != "" {
			var there bool
			if err := tx.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM person WHERE id = $1)", d.Person).Scan(&there); err != nil {
				return err
			}
			if !there {
				return store.ErrNotFound
			}
		}
		if d.Report != "" {
			tag, err := tx.Exec(ctx, "UPDATE report SET closed = $1 WHERE id = $2 AND closed = 0", d.At, d.Report)
			if err != nil {
				return err
			}
			if tag.RowsAffected() == 0 {
				return store.ErrTaken
			}
		}
		if err := tx.QueryRow(ctx, "SELECT coalesce(max(n), 0) + 1 FROM deed").Scan(&d.N); err != nil {
			return err
		}
		statements := &pgx.Batch{}
		putDeed(statements, d)
		switch d.Kind {
		case store.DeedHost:
			putHost(statements, d.Person, d.At)
		case store.DeedNoHost:
			statements.Queue("DELETE FROM host WHERE person = $1", d.Person)
		}
		if err := execAll(ctx, tx, statements); err != nil {
			return err
		}
		if why := d.Ends(); why != "" {
			// A guest, who could not sign in again, stays.
			if _, err := raise(ctx, tx, store.Raising{Person: d.Person, Why: why, At: d.At}); !errors.Is(err, store.ErrNotFound) {
				return err
			}
		}
		return nil
	})
	return d, err
}

func putDeed(statements *pgx.Batch, d store.Deed) {
	statements.Queue("INSERT INTO deed (n, at, host, kind, person, until, reason, report) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)", d.N, d.At, d.By, d.Kind, d.Person, d.Until, d.Reason, d.Report)
}

func putHost(statements *pgx.Batch, person string, since int64) {
	statements.Queue("INSERT INTO host (person, since) VALUES ($1, $2) ON CONFLICT (person) DO NOTHING", person, since)
}

const deedColumns = "SELECT n, at, host, kind, person, until, reason, report FROM deed "

// Deeds returns the journal.
func (db *DB) Deeds(ctx context.Context, person string, before int64, limit int) ([]store.Deed, error) {
	var r restricted
	if person != "" {
		r.add("person = $%d", person)
	}
	if before > 0 {
		r.add("n < $%d", before)
	}
	where := r.with(" ORDER BY n DESC LIMIT $%d", limit)
	return collect(ctx, db, pgx.RowToStructByPos[store.Deed], deedColumns+where, r.args...)
}

// Find returns people by a part of their name.
func (db *DB) Find(ctx context.Context, text, folded string, limit int) ([]store.Found, error) {
	return collect(ctx, db, func(row pgx.CollectableRow) (f store.Found, err error) {
		err = row.Scan(&f.ID, &f.Name, &f.Created, &f.Kept, &f.Seen)
		return f, err
	}, `SELECT p.id, p.name, p.created, a.person IS NOT NULL, coalesce((SELECT max(t.seen) FROM token t WHERE t.person = p.id), 0)
		FROM person p LEFT JOIN account a ON a.person = p.id
		WHERE p.owner = '' AND (strpos(lower(p.name), lower($1)) > 0 OR $2 <> '' AND strpos(a.folded, $2) > 0)
		ORDER BY p.created DESC, p.id LIMIT $3`, text, folded, limit)
}

// Hosts returns who is a host.
func (db *DB) Hosts(ctx context.Context) ([]string, error) {
	return collect(ctx, db, pgx.RowTo[string], "SELECT person FROM host ORDER BY person")
}

// theirs are the ids of a person and of their programs.
const theirs = "(SELECT $1::text UNION SELECT id FROM person WHERE owner = $1)"

// forgetConduct removes what is kept between a person and others, where the person is told what, and what is written of the person for the host. Reports on others stay without their author and
// the author's words, and the journal keeps its numbers.
func forgetConduct(statements *pgx.Batch, person string) {
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
		statements.Queue(query, person)
	}
}
