// Package move copies all data of one store to another, table by table and column by column, by their names: what the schema gains is copied
// without a word here. What is not copied as it is, is listed in schema.go.
package move

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"mirabilia/store"
)

const (
	// atOnce is how many rows are written by one statement, bytesAtOnce how long they may be together, and mostValues how many values
	// a statement may have in either kind of database. removedAtOnce is how many rows a statement names to remove them.
	atOnce, bytesAtOnce, mostValues, removedAtOnce = 500, 4 << 20, 30_000, 100
	// quiet is how long a database that several nodes may share must not have heard of any of them.
	quiet = 30 * time.Second
)

// Report is what was done.
type Report struct {
	// Rows is how many rows there are, Copied how many of them were written now, and Removed how many were taken away: those that the source
	// has changed or has no longer since an earlier run.
	Rows, Copied, Removed int
	// Tables and People are how many games and people are there.
	Tables, People int
}

// Raw is a store that lets a move reach its tables.
type Raw interface {
	Raw(ctx context.Context) (*sql.DB, error)
}

// ErrOtherData refuses a target that holds what is not a part of the source.
var ErrOtherData = errors.New("the target already holds other data")

// All copies everything. Nothing may write to either store meanwhile. Before it writes anything, it refuses a target that holds what the source has not, and
// one that a server has used since an earlier move into it. It can be stopped at any moment and run again: until all is there and compared,
// the target has a mark that keeps servers away. progress is told after each write; an error of it ends the move. It may be nil.
func All(ctx context.Context, from, to *Side, progress func(Report) error) (r Report, err error) {
	if progress == nil {
		progress = func(Report) error { return nil }
	}
	tables, err := pairs(from, to)
	if err != nil {
		return r, err
	}
	ours, err := allowed(ctx, from, to)
	if err != nil {
		return r, err
	}
	if !ours {
		for _, t := range tables {
			if err := t.within(ctx); err != nil {
				return r, err
			}
		}
	}
	if err := to.mark(ctx, store.Moved{Source: from.Name, Began: time.Now().UnixMilli()}); err != nil {
		return r, err
	}
	if ours {
		// What an earlier run put there and the source has changed since goes.
		for _, t := range tables {
			if err := t.remove(ctx, &r); err != nil {
				return r, err
			}
		}
	}
	for _, t := range tables {
		if err := t.fill(ctx, &r, progress); err != nil {
			return r, fmt.Errorf("table %s: %w", t.name, err)
		}
	}
	for _, statement := range to.kind().after {
		if _, err := to.DB.ExecContext(ctx, statement); err != nil {
			return r, err
		}
	}
	for _, t := range tables {
		err := t.compare(ctx, func(source, target []any) error {
			if source == nil || target == nil || !slices.Equal(source, target) {
				return fmt.Errorf("table %s: %s differs from the source after it was copied: was a server started meanwhile?", t.name, t.key(slices.Concat(source, target)))
			}
			r.Rows++
			switch t.name {
			case "game_table":
				r.Tables++
			case "person":
				r.People++
			}
			return nil
		})
		if err != nil {
			return r, err
		}
	}
	return r, to.complete(ctx)
}

// allowed refuses stores between which nothing may be moved. ours says that all that the target holds was put there by moves from this source.
func allowed(ctx context.Context, from, to *Side) (ours bool, err error) {
	source, err := from.moved(ctx)
	if err != nil {
		return false, err
	}
	if err := source.Usable(); err != nil {
		return false, fmt.Errorf("%s: %w", from.Name, err)
	}
	target, err := to.moved(ctx)
	if err != nil {
		return false, err
	}
	switch {
	case target.Served > 0:
		return false, fmt.Errorf("%w: a move into it from %s was complete on %s, and it has been in use since %s; a move would undo what was done there", ErrOtherData,
			target.Source, store.Moment(target.Complete), store.Moment(target.Served))
	case target.Began > 0 && target.Source != from.Name:
		return false, fmt.Errorf("%w: a move into it from %s began on %s; go on with that one, or begin with an empty target", ErrOtherData, target.Source, store.Moment(target.Began))
	}
	// Signs of life that came with a move are those of the servers of its source.
	for side, m := range map[*Side]store.Moved{from: source, to: target} {
		if m.Began > 0 && m.Served == 0 {
			continue
		}
		if err := side.unused(ctx); err != nil {
			return false, err
		}
	}
	return target.Began > 0, nil
}

// pair is a table on both sides.
type pair struct {
	table
	from, to *Side
	// read and readBack list the table in the order of its keys, at the source and at the target.
	read, readBack string
}

// compare tells of every row of both sides, in the order of the keys; what one side does not have is nil.
func (p *pair) compare(ctx context.Context, each func(source, target []any) error) error {
	source, err := p.open(ctx, p.from, p.read)
	if err != nil {
		return fmt.Errorf("table %s of %s: %w", p.name, p.from.Name, err)
	}
	defer source.Close()
	target, err := p.open(ctx, p.to, p.readBack)
	if err != nil {
		return fmt.Errorf("table %s of %s: %w", p.name, p.to.Name, err)
	}
	defer target.Close()
	for source.row != nil || target.row != nil {
		order := 0
		switch {
		case source.row == nil:
			order = 1
		case target.row == nil:
			order = -1
		default:
			order = p.order(source.row, target.row)
		}
		var s, t []any
		if order <= 0 {
			s = source.row
		}
		if order >= 0 {
			t = target.row
		}
		if err := each(s, t); err != nil {
			return err
		}
		if s != nil {
			err = source.next()
		}
		if t != nil {
			err = errors.Join(err, target.next())
		}
		if err != nil {
			return fmt.Errorf("table %s: %w", p.name, err)
		}
	}
	return nil
}

// within refuses a target that holds anything but a part of the source.
func (p *pair) within(ctx context.Context) error {
	const must = "it must be empty, or hold a part of the source"
	return p.compare(ctx, func(source, target []any) error {
		switch {
		case target == nil || source != nil && slices.Equal(source, target):
			return nil
		case source == nil:
			return fmt.Errorf("%w: the source has no %s in the table %s; %s", ErrOtherData, p.key(target), p.name, must)
		}
		return fmt.Errorf("%w: %s in the table %s differs in %s; %s", ErrOtherData, p.key(target), p.name, p.differing(source, target), must)
	})
}

// fill writes the rows that the target does not have.
func (p *pair) fill(ctx context.Context, r *Report, progress func(Report) error) error {
	b := &batch{columns: p.columns, most: p.to.atOnce(), write: func(values []any, rows int) error {
		if _, err := p.to.DB.ExecContext(ctx, fmt.Sprintf("INSERT INTO %q (%s) VALUES %s", p.name, p.names(), p.to.places(rows, len(p.columns))), values...); err != nil {
			return err
		}
		r.Copied += rows
		return progress(*r)
	}}
	if err := p.compare(ctx, func(source, target []any) error {
		if target != nil {
			return nil
		}
		return b.add(source)
	}); err != nil {
		return err
	}
	return b.flush()
}

// remove takes rows away that are not as in the source.
func (p *pair) remove(ctx context.Context, r *Report) error {
	var columns []column
	for _, i := range p.keys {
		columns = append(columns, p.columns[i])
	}
	b := &batch{columns: columns, most: min(p.to.atOnce(), removedAtOnce), write: func(values []any, rows int) error {
		_, err := p.to.DB.ExecContext(ctx, fmt.Sprintf("DELETE FROM %q WHERE %s", p.name, p.anyOf(rows)), values...)
		r.Removed += rows
		return err
	}}
	if err := p.compare(ctx, func(source, target []any) error {
		if target == nil || source != nil && slices.Equal(source, target) {
			return nil
		}
		var key []any
		for _, i := range p.keys {
			key = append(key, target[i])
		}
		return b.add(key)
	}); err != nil {
		return err
	}
	return b.flush()
}

// anyOf finds rows by so many keys.
func (p *pair) anyOf(rows int) string {
	var list []string
	for n := range rows {
		var one []string
		for k, i := range p.keys {
			one = append(one, fmt.Sprintf("%q = %s", p.columns[i].name, p.to.kind().placeholder(n*len(p.keys)+k+1)))
		}
		list = append(list, "("+strings.Join(one, " AND ")+")")
	}
	return strings.Join(list, " OR ")
}

// batch gathers rows that are written together.
type batch struct {
	write   func(values []any, rows int) error
	columns []column
	most    int
	values  []any
	size    int
}

func (b *batch) add(row []any) error {
	for i, v := range row {
		b.values = append(b.values, b.columns[i].written(v))
		if text, ok := v.(string); ok {
			b.size += len(text)
		}
	}
	if len(b.values) < min(b.most*len(b.columns), mostValues) && b.size < bytesAtOnce {
		return nil
	}
	return b.flush()
}

func (b *batch) flush() error {
	if len(b.values) == 0 {
		return nil
	}
	err := b.write(b.values, len(b.values)/len(b.columns))
	b.values, b.size = b.values[:0], 0
	return err
}

// order compares the keys of two rows.
func (p *pair) order(a, b []any) int {
	for _, i := range p.keys {
		if c := compareValues(a[i], b[i]); c != 0 {
			return c
		}
	}
	return 0
}

func compareValues(a, b any) int {
	if n, ok := a.(int64); ok {
		return cmp.Compare(n, b.(int64))
	}
	return cmp.Compare(a.(string), b.(string))
}

// key names a row as a host may look for it; hashes and keys are not shown.
func (p *pair) key(row []any) string {
	var parts []string
	for _, i := range p.keys {
		if p.columns[i].binary() {
			return "row"
		}
		parts = append(parts, fmt.Sprint(row[i]))
	}
	return strings.Join(parts, " ")
}

// differing names the columns in which two rows differ.
func (p *pair) differing(a, b []any) string {
	var names []string
	for i, c := range p.columns {
		if a[i] != b[i] {
			names = append(names, c.name)
		}
	}
	return strings.Join(names, ", ")
}

// list goes through the rows of a table. row is nil after the last one.
type list struct {
	*sql.Rows
	columns []column
	row     []any
}

func (p *pair) open(ctx context.Context, s *Side, query string) (*list, error) {
	rows, err := s.DB.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	l := &list{Rows: rows, columns: p.columns}
	return l, l.next()
}

func (l *list) next() error {
	l.row = nil
	if !l.Next() {
		return l.Err()
	}
	row := make([]any, len(l.columns))
	into := make([]any, len(row))
	for i := range row {
		into[i] = &row[i]
	}
	if err := l.Scan(into...); err != nil {
		return err
	}
	for i, c := range l.columns {
		row[i] = c.read(row[i])
	}
	l.row = row
	return nil
}
