package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"mirabilia/store"
)

// A move that is written where it belongs touches two pages: that of the table's row and that of its journal. When many tables have moves at
// once, a transaction writes theirs as one row instead, and they are pending. Later they are settled, which means written where they belong,
// several of a table at a time: when a table has many, before anything else of it is written, when their row gets old, and before a list
// needs them. Readers of one table get them from memory.

const (
	// pendingFrom is how many writes a transaction has at least if its moves become pending: a few are better written where they belong.
	pendingFrom = 4
	// mostPending is how many entries a table may have pending and still get more. mostPendingRows and mostPendingBytes are how many rows the
	// table pending may have, and how long they may be together, when another one is added: after a crash they are all read.
	mostPending      = 32
	mostPendingRows  = 2048
	mostPendingBytes = 16 << 20
	// retiredAtOnce is how many of the oldest rows are deleted after each transaction when none was added for the time quiet.
	retiredAtOnce = 8
	quiet         = time.Second
	// settleAtOnce is how many tables are settled in one write for somebody who wants a list.
	settleAtOnce = 64
)

// pending has in memory what is pending on the disk. The writer brings it up to date after each commit.
type pending struct {
	mu     sync.Mutex
	tables map[string]*pendingTable
	// rows are those of the table pending, the oldest first; bytes is how long they are together, and added when the last one came.
	rows  []pendingRow
	bytes int
	added time.Time
}

// pendingTable is what is pending of one table. It is replaced, never changed.
type pendingTable struct {
	// settled is the number of the last entry in the journal, and wake what the table's row says there.
	settled, wake int64
	// entries follow it; row and people are those of the last of them.
	entries [][]byte
	row     store.Row
	people  []store.Involved
	// first is the oldest row of the table pending with one of the entries.
	first int64
}

// pendingRow is a row of the table pending: its number, of which tables it has entries, and how long it is.
type pendingRow struct {
	n      int64
	tables []string
	bytes  int
}

func (p *pending) of(table string) *pendingTable {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.tables[table]
}

// last returns the number of the table's last entry.
func (t *pendingTable) last() int64 { return t.settled + int64(len(t.entries)) }

// after returns what is pending after one more batch, also if nothing was; then wake is what the table's row says.
func (t *pendingTable) after(b *store.Batch, wake int64) *pendingTable {
	next := &pendingTable{settled: b.Last, wake: wake}
	if t != nil {
		*next = *t
	}
	next.entries = append(next.entries, b.Entries...)
	next.row, next.people = b.Row, b.People
	return next
}

// since returns t after it was written to a row.
func (t *pendingTable) since(row int64) *pendingTable {
	if t.first != 0 {
		return t
	}
	next := *t
	next.first = row
	return &next
}

// gathers reports whether a batch can become pending: nothing changes but the table's last entries, whose turn it is, when the table wakes,
// and what lists show.
func (s *statements) gathers(b *store.Batch) bool {
	known := s.tables[b.Row.ID]
	if !s.crowded || known == nil || known.last != b.Last || b.Rewrite || b.Snapshot != nil || len(b.Entries) == 0 || s.settled[b.Row.ID] || s.gathered[b.Row.ID] != nil {
		return false
	}
	was, is := &known.row, &b.Row
	if was.Game != is.Game || was.Status != is.Status || was.Owner != is.Owner || was.Public != is.Public || was.Open != is.Open || was.Updated != is.Updated ||
		!slices.Equal(known.people, concernedBy(b.People, is)) {
		return false
	}
	t := s.pending.of(is.ID)
	return t == nil || len(t.entries)+len(b.Entries) <= mostPending
}

// gather lets a batch become pending at the end of the transaction.
func (s *statements) gather(b *store.Batch) {
	id, known := b.Row.ID, s.tables[b.Row.ID]
	s.pages -= pagesPerWrite
	s.batches = append(s.batches, b)
	s.gathered[id] = s.pending.of(id).after(b, known.row.Wake)
	known.last = b.End()
}

// cut is the number of a batch that makes those before it count no longer: their table was dropped, or its entries got other numbers.
const cut = -1

// cutOff makes what the rows have of a table count no longer, because its journal is rewritten or the table is dropped.
func (s *statements) cutOff(table string) {
	s.pending.mu.Lock()
	defer s.pending.mu.Unlock()
	if slices.ContainsFunc(s.pending.rows, func(r pendingRow) bool { return slices.Contains(r.tables, table) }) {
		s.batches = append(s.batches, &store.Batch{Last: cut, Row: store.Row{ID: table}})
	}
}

// newest returns the number of the newest row.
func (p *pending) newest() int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.rows) == 0 {
		return 0
	}
	return p.rows[len(p.rows)-1].n
}

// settle writes what is pending of a table where it belongs.
func (s *statements) settle(table string) error {
	t := s.gathered[table]
	if t == nil {
		t = s.pending.of(table)
	}
	if t == nil || s.settled[table] {
		return nil
	}
	b := &store.Batch{Last: t.settled, Entries: t.entries, Row: t.row, People: t.people}
	err := s.putRow(b)
	if errors.Is(err, store.ErrTaken) {
		err = s.putRest(b)
	}
	if err != nil {
		return err
	}
	s.pages += pagesPerWrite
	s.settled[table] = true
	if known := s.tables[table]; known != nil {
		known.row.Wake = t.row.Wake
	}
	return s.putEntries(b)
}

// putRest writes the row of a batch that the journal has already, as a whole or in part: a commit that failed may have reached the disk all
// the same. Only the entries that the journal does not have stay in the batch.
func (s *statements) putRest(b *store.Batch) error {
	var have int64
	err := s.row("SELECT seq FROM game_table WHERE id = ?", b.Row.ID).Scan(&have)
	if errors.Is(err, sql.ErrNoRows) { // the table was dropped
		b.Entries = nil
		return nil
	}
	if err != nil {
		return err
	}
	if have < b.Last {
		return fmt.Errorf("%w: table %s has %d entries, but what is pending follows entry %d", store.ErrDamaged, b.Row.ID, have, b.Last)
	}
	b.Entries = b.Entries[min(have-b.Last, int64(len(b.Entries))):]
	b.Last = have
	if len(b.Entries) == 0 {
		return nil
	}
	return s.putRow(b)
}

// writePending writes the batches that were gathered as one row.
func (s *statements) writePending() error {
	data := append(s.buffer[:0], pendingForm)
	for _, b := range s.batches {
		if b.Last == cut || !s.settled[b.Row.ID] {
			data = appendBatch(data, b)
			s.added.tables = append(s.added.tables, b.Row.ID)
		}
	}
	if len(s.added.tables) == 0 {
		return nil
	}
	s.buffer = data
	s.added.bytes = len(data)
	s.bytes += len(data)
	s.pages += pagesPerRow
	result, err := s.exec("INSERT INTO pending (data) VALUES (?)", data)
	if err == nil {
		s.added.n, err = result.LastInsertId()
	}
	return err
}

// makeRoom deletes the oldest rows of the table pending if this transaction adds another one and there are too many, or too long ones.
func (s *statements) makeRoom() error {
	if len(s.batches) == 0 {
		return nil
	}
	s.pending.mu.Lock()
	rows, bytes := s.pending.rows, s.pending.bytes
	s.pending.mu.Unlock()
	gone := max(0, len(rows)-mostPendingRows)
	for i := 0; i < len(rows) && bytes > mostPendingBytes; i++ {
		bytes -= rows[i].bytes
		gone = max(gone, i+1)
	}
	return s.deleteRows(len(rows) - gone)
}

// retire deletes a few of the oldest rows of the table pending if none was added for a while. It has a transaction of its own, with which
// nobody else's fails; if this one does, nothing is lost, and it is tried again after as long a while.
func (db *DB) retire() {
	db.pending.mu.Lock()
	rows, added := len(db.pending.rows), db.pending.added
	db.pending.mu.Unlock()
	if rows == 0 || time.Since(added) <= db.quiet {
		return
	}
	s, err := db.begin()
	if err == nil {
		if err = s.deleteRows(max(0, rows-retiredAtOnce)); err == nil {
			_, err = s.exec("COMMIT")
		}
		if err == nil {
			db.pending.committed(s)
			return
		}
		db.giveUp(s)
	}
	db.pending.mu.Lock()
	db.pending.added = time.Now()
	db.pending.mu.Unlock()
}

// deleteRows deletes the oldest rows of the table pending until only so many are left, and settles what they hold.
func (s *statements) deleteRows(left int) error {
	s.pending.mu.Lock()
	rows := s.pending.rows
	s.pending.mu.Unlock()
	for ; s.deleted < len(rows)-left; s.deleted++ {
		row := &rows[s.deleted]
		for _, id := range row.tables {
			if t := s.pending.of(id); t != nil && t.first == row.n {
				if err := s.settle(id); err != nil {
					return err
				}
			}
		}
		s.pages += pagesPerRow
		if _, err := s.exec("DELETE FROM pending WHERE n = ?", row.n); err != nil {
			return err
		}
	}
	return nil
}

// committed brings the memory up to what a transaction has written.
func (p *pending) committed(s *statements) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for id := range s.settled {
		delete(p.tables, id)
	}
	for _, id := range s.added.tables {
		if t := s.gathered[id]; t != nil && !s.settled[id] {
			p.tables[id] = t.since(s.added.n)
		}
	}
	for _, row := range p.rows[:s.deleted] {
		p.bytes -= row.bytes
	}
	p.rows = p.rows[s.deleted:]
	if s.added.n > 0 {
		p.rows = append(p.rows, s.added)
		p.bytes += s.added.bytes
		p.added = time.Now()
	}
}

// settle settles the tables that fit, for somebody who reads more than one, and reports whether there were any. If it cannot, because nothing
// can be written, lists are a little old.
func (db *DB) settle(ctx context.Context, fits func(id string, t *pendingTable) bool) (any bool) {
	var ids []string
	db.pending.mu.Lock()
	for id, t := range db.pending.tables {
		if fits(id, t) {
			ids = append(ids, id)
		}
	}
	db.pending.mu.Unlock()
	for part := range slices.Chunk(ids, settleAtOnce) {
		if err := db.writes.SubmitPatiently(ctx, func(s *statements) error {
			for _, id := range part {
				if err := s.settle(id); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			break
		}
	}
	return len(ids) > 0
}

// concerning fits the tables that concern any of the people.
func concerning(people ...string) func(string, *pendingTable) bool {
	set := make(map[string]bool, len(people))
	for _, p := range people {
		set[p] = true
	}
	return func(_ string, t *pendingTable) bool {
		return slices.ContainsFunc(t.people, func(p store.Involved) bool { return set[p.Person] })
	}
}
