package sqlite

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"mirabilia/store"
	"mirabilia/store/storetest"
)

// openCrowded opens a store in which every move that can be is pending first.
func openCrowded(t *testing.T, folder string) *DB {
	t.Helper()
	db, err := Open(t.Context(), folder, Options{crowd: 1, calm: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	return db
}

// TestStoreWithPending runs the suite of all stores with moves that are pending. Its tests of many at once must have some.
func TestStoreWithPending(t *testing.T) {
	were := map[string]bool{}
	storetest.Run(t, func(t *testing.T) string { return t.TempDir() }, func(t *testing.T, folder string) store.Store {
		return watched{openCrowded(t, folder), func() { were[t.Name()] = true }}
	})
	for _, name := range []string{"one_of_many_appends_wins", "batches_are_whole", "many_tables_at_once"} {
		if !were[t.Name()+"/"+name] {
			t.Errorf("%s: no move was pending; they were in %v", name, slices.Sorted(maps.Keys(were)))
		}
	}
}

// watched tells when moves have been pending in a store.
type watched struct {
	*DB
	pending func()
}

func (w watched) Close() error {
	if !w.DB.pending.added.IsZero() {
		w.pending()
	}
	return w.DB.Close()
}

// whole is what a store should hold of a table.
type whole struct {
	Row      store.Row
	Last     int64
	Entries  [][]byte
	Snapshot []byte
	People   []store.Involved
}

// model is what a store should hold.
type model map[string]*whole

// check compares a store with what it should hold, by every way to read it.
func (m model) check(t *testing.T, db *DB) {
	t.Helper()
	entries := int64(0)
	for id, want := range m {
		l, err := db.Load(t.Context(), id)
		if err != nil {
			t.Fatalf("%s: %v", id, err)
		}
		all, err := db.Entries(t.Context(), id, 0)
		entries += int64(len(all))
		if err != nil || l.Last != want.Last || !reflect.DeepEqual(all, want.Entries) || !reflect.DeepEqual(l.Row, want.Row) || !bytes.Equal(l.Snapshot, want.Snapshot) ||
			len(l.Entries) > 0 && !bytes.Equal(l.Entries[len(l.Entries)-1], all[len(all)-1]) || int64(len(l.Entries)) != l.Last-l.SnapshotAt {
			t.Fatalf("%s: %d entries up to %d, row %+v: %v; want %d up to %d, row %+v", id, len(all), l.Last, l.Row, err, len(want.Entries), want.Last, want.Row)
		}
		after := want.Last - int64(len(all))/2
		if some, err := db.Entries(t.Context(), id, after); err != nil || int64(len(some)) != want.Last-after {
			t.Fatalf("%s: %d entries after %d of %d: %v", id, len(some), after, want.Last, err)
		}
	}
	if u, err := db.Usage(t.Context()); err != nil || u.Entries != entries {
		t.Fatalf("%d entries are counted, want %d: %v", u.Entries, entries, err)
	}
}

// checkList compares one of the lists, which settles what it shows.
func (m model) checkList(t *testing.T, db *DB, which int) {
	t.Helper()
	switch which {
	case 0:
		m.checkPublic(t, db)
	case 1:
		m.checkOfPerson(t, db, "p1")
	case 2:
		m.checkDue(t, db)
	}
}

func (m model) checkPublic(t *testing.T, db *DB) {
	t.Helper()
	rows, err := db.List(t.Context(), store.Query{Status: "playing", Limit: 1000})
	if err != nil || len(rows) != len(m) {
		t.Fatalf("%d tables are listed, want %d: %v", len(rows), len(m), err)
	}
	for _, r := range rows {
		if !reflect.DeepEqual(r, m[r.ID].Row) {
			t.Fatalf("listed %+v, want %+v", r, m[r.ID].Row)
		}
	}
}

func (m model) checkOfPerson(t *testing.T, db *DB, person string) {
	t.Helper()
	rows, err := db.OfPerson(t.Context(), person, "", 1000)
	waits := store.Involved{Person: person, Turn: true}
	turns := 0
	for _, w := range m {
		if slices.Contains(w.People, waits) {
			turns++
		}
	}
	for i, r := range rows {
		if turn := slices.Contains(m[r.ID].People, waits); turn != (i < turns) || !reflect.DeepEqual(r, m[r.ID].Row) {
			t.Fatalf("table %d of %s is %+v, its turn %v; %d tables wait", i, person, r, turn, turns)
		}
	}
	if err != nil || len(rows) != len(m) {
		t.Fatalf("%d tables of %s, want %d: %v", len(rows), person, len(m), err)
	}
}

func (m model) checkDue(t *testing.T, db *DB) {
	t.Helper()
	const now = 5000
	due, err := db.Due(t.Context(), now, 1000)
	for id, w := range m {
		if is := w.Row.Wake > 0 && w.Row.Wake <= now; err != nil || is != slices.Contains(due, id) {
			t.Fatalf("table %s wakes at %d, and at %d these are due: %v %v", id, w.Row.Wake, now, due, err)
		}
	}
}

// TestPendingIsNeverLost writes at random, reads in between, and every now and then goes on from a copy of the files, as after a crash. Everything
// that was acknowledged must be there at any time, by every way to read it.
func TestPendingIsNeverLost(t *testing.T) {
	const seed, steps = 16, 3000
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	folder := t.TempDir()
	db := openCrowded(t, folder)
	defer func() { db.Close() }()
	m := model{}
	text := func() []byte { return []byte(strings.Repeat(string(rune('a'+r.IntN(26))), 1+r.IntN(300))) }
	crashes, loaded, rewrites, drops := 0, 0, 0, 0
	for step := range steps {
		id := fmt.Sprint("t", r.IntN(12))
		w := m[id]
		switch action := r.IntN(100); {
		case w == nil:
			w = &whole{Row: store.Row{ID: id, Game: "duel", Status: "playing", Owner: "p0", Public: true, Updated: 60_000}}
			m[id] = w
			fallthrough
		case action < 80: // a move
			b := &store.Batch{Last: w.Last, Row: w.Row, People: []store.Involved{{Person: "p0", Turn: r.IntN(2) == 0}, {Person: "p1", Turn: r.IntN(2) == 0}}}
			b.Row.Data, b.Row.Wake = text(), []int64{0, 4000, 6000}[r.IntN(3)]
			for range 1 + r.IntN(2) {
				b.Entries = append(b.Entries, text())
			}
			if r.IntN(30) == 0 {
				b.Snapshot = text()
				w.Snapshot = b.Snapshot
			}
			if r.IntN(15) == 0 {
				b.Row.Updated += 60_000
			}
			late := *b
			late.Last--
			if err := db.Append(t.Context(), &late); w.Last > 0 && !errors.Is(err, store.ErrTaken) {
				t.Fatalf("step %d: a late append: %v", step, err)
			}
			if err := db.Append(t.Context(), b); err != nil {
				t.Fatalf("step %d: %v", step, err)
			}
			w.Entries, w.Last, w.Row, w.People = append(w.Entries, b.Entries...), b.End(), b.Row, b.People
		case action < 82: // the journal is dropped for a snapshot
			b := &store.Batch{Last: w.Last, Rewrite: true, Base: w.Last, Snapshot: text(), Row: w.Row, People: w.People}
			if err := db.Append(t.Context(), b); err != nil {
				t.Fatalf("step %d: %v", step, err)
			}
			w.Entries, w.Snapshot = nil, b.Snapshot
			rewrites++
		case action < 83:
			if err := db.Drop(t.Context(), id, w.Last); err != nil {
				t.Fatalf("step %d: %v", step, err)
			}
			delete(m, id)
			drops++
		case action < 85:
			m.checkList(t, db, r.IntN(3))
		case action < 87:
			m.check(t, db)
		case action < 88: // a crash
			crashed := t.TempDir()
			for _, name := range []string{File, File + "-wal"} {
				data, err := os.ReadFile(filepath.Join(folder, name))
				if err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(crashed, name), data, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			before := maps.Clone(db.pending.tables)
			if err := db.Close(); err != nil {
				t.Fatal(err)
			}
			folder, db = crashed, openCrowded(t, crashed)
			if !slices.Equal(slices.Sorted(maps.Keys(before)), slices.Sorted(maps.Keys(db.pending.tables))) {
				t.Fatalf("step %d: %d tables were pending, %d are", step, len(before), len(db.pending.tables))
			}
			crashes++
			loaded += len(before)
			m.check(t, db)
		case action < 89:
			if err := db.Close(); err != nil {
				t.Fatal(err)
			}
			db = openCrowded(t, folder)
			if n := len(db.pending.tables) + len(db.pending.rows); n > 0 {
				t.Fatalf("step %d: a closed store has %d pending", step, n)
			}
			m.check(t, db)
		}
		for id, p := range db.pending.tables {
			if len(p.entries) > mostPending {
				t.Fatalf("step %d: %d entries of %s are pending", step, len(p.entries), id)
			}
		}
	}
	m.check(t, db)
	t.Logf("%d crashes, after which %d tables were pending; %d rewrites, %d drops", crashes, loaded, rewrites, drops)
	if crashes < 5 || loaded < 20 || rewrites < 5 || drops < 5 {
		t.Error("too little was looked at")
	}
}

// TestManyInOneTransaction does several things at random in each transaction, often to the same table, and gives some transactions up. Every now and
// then it goes on from a copy of the files.
func TestManyInOneTransaction(t *testing.T) {
	const seed, transactions = 17, 600
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	folder := t.TempDir()
	db := openCrowded(t, folder)
	defer func() { db.Close() }()
	m := model{}
	errGivenUp := errors.New("given up")
	did := map[string]int{}
	for n := range transactions {
		then := model{} // what the store holds if the transaction is not given up
		for id, w := range m {
			copied := *w
			then[id] = &copied
		}
		givenUp := r.IntN(6) == 0
		err := db.writes.Submit(t.Context(), func(s *statements) error {
			once := map[string]bool{}
			for range 2 + r.IntN(7) {
				id := fmt.Sprint("t", r.IntN(4))
				w := then[id]
				if w == nil {
					w = &whole{Row: store.Row{ID: id, Game: "duel", Status: "playing", Public: true, Updated: 60_000}}
					then[id] = w
				}
				b := &store.Batch{Last: w.Last, Row: w.Row, Entries: [][]byte{fmt.Append(nil, n, " ", w.Last)}}
				b.Row.Data = fmt.Append(nil, n)
				what := "move"
				switch i := r.IntN(20); {
				case i < 2 && w.Last > 0:
					what = "drop"
					delete(then, id)
					if err := s.dropAt(id, w.Last); err != nil {
						return err
					}
				case i < 4 && w.Last > 0:
					what, b.Rewrite, b.Base, b.Snapshot, b.Entries, w.Entries = "rewrite", true, w.Last, []byte("snapshot"), nil, nil
					w.Snapshot = b.Snapshot
					fallthrough
				default:
					if once[id] {
						did[what+" of a table that was written before"]++
					}
					once[id] = true
					if err := s.append(b); err != nil {
						return err
					}
					w.Entries, w.Last, w.Row = append(slices.Clone(w.Entries), b.Entries...), b.End(), b.Row
				}
				did[what]++
			}
			if givenUp {
				return errGivenUp
			}
			return nil
		})
		switch {
		case givenUp && err != nil:
			did["given up"]++
		case err != nil:
			t.Fatalf("transaction %d: %v", n, err)
		default:
			m = then
		}
		if n%7 == 0 {
			m.check(t, db)
		}
		if n%40 == 39 {
			did["crash"]++
			crashed := t.TempDir()
			if err := os.CopyFS(crashed, os.DirFS(folder)); err != nil {
				t.Fatal(err)
			}
			if err := db.Close(); err != nil {
				t.Fatal(err)
			}
			folder, db = crashed, openCrowded(t, crashed)
			m.check(t, db)
			m.checkPublic(t, db)
		}
	}
	t.Log(did)
	if did["given up"] < 50 || did["crash"] < 10 || did["drop"] < 50 || did["rewrite of a table that was written before"] < 20 || did["move of a table that was written before"] < 100 {
		t.Error("too little was done")
	}
}

// TestReadWhileSettled reads a table time and again while moves become pending and are settled: no reader misses a move that was acknowledged, or sees
// one twice.
func TestReadWhileSettled(t *testing.T) {
	const reads = 300
	db := openCrowded(t, t.TempDir())
	defer db.Close()
	var acked atomic.Int64
	move := func() {
		last := acked.Load()
		n := []byte(fmt.Sprint(last + 1))
		if err := db.Append(t.Context(), &store.Batch{Last: last, Entries: [][]byte{n}, Row: store.Row{ID: "a", Game: "duel", Status: "playing", Public: true, Data: n}}); err != nil {
			t.Error(err)
		}
		acked.Store(last + 1)
	}
	move()
	next := make(chan struct{}, 1)
	var wg sync.WaitGroup
	wg.Go(func() {
		for range next {
			for range 8 {
				move()
			}
		}
	})
	for range reads {
		next <- struct{}{} // the moves go on while this reads
		before := acked.Load()
		l, err := db.Load(t.Context(), "a")
		if err != nil || l.Last < before || int64(len(l.Entries)) != l.Last || string(l.Row.Data) != fmt.Sprint(l.Last) || string(l.Entries[l.Last-1]) != fmt.Sprint(l.Last) {
			t.Errorf("after %d: %d entries up to %d: %v", before, len(l.Entries), l.Last, err)
		}
		list, err := db.Entries(t.Context(), "a", before/2)
		if n := before/2 + int64(len(list)); err != nil || n < before || string(list[len(list)-1]) != fmt.Sprint(n) {
			t.Errorf("after %d: %d entries: %v", before, n, err)
		}
		if rows, err := db.List(t.Context(), store.Query{Status: "playing", Limit: 5}); err != nil || len(rows) != 1 {
			t.Errorf("after %d: %+v: %v", before, rows, err)
		} else if n, err := strconv.ParseInt(string(rows[0].Data), 10, 64); err != nil || n < before {
			t.Errorf("after %d: the list shows move %s: %v", before, rows[0].Data, err)
		}
	}
	close(next)
	wg.Wait()
}

// TestSettledBetween settles a table between the two looks of a reader, which then has in memory what it also finds in the journal.
func TestSettledBetween(t *testing.T) {
	db := openCrowded(t, t.TempDir())
	defer db.Close()
	for last := range int64(3) {
		if err := db.Append(t.Context(), &store.Batch{Last: last, Entries: [][]byte{[]byte(fmt.Sprint(last + 1))}, Row: store.Row{ID: "a", Data: []byte(fmt.Sprint(last + 1))}}); err != nil {
			t.Fatal(err)
		}
	}
	seen := db.pending.of("a")
	if seen == nil || len(seen.entries) != 2 {
		t.Fatalf("pending: %+v", seen)
	}
	db.settle(t.Context(), func(string, *pendingTable) bool { return true })
	if db.pending.of("a") != nil {
		t.Fatal("it was not settled")
	}
	db.pending.tables["a"] = seen
	l, err := db.Load(t.Context(), "a")
	if err != nil || l.Last != 3 || len(l.Entries) != 3 {
		t.Errorf("%d entries up to %d: %v", len(l.Entries), l.Last, err)
	}
	for after, want := range []int{3, 2, 1, 0, 0} {
		if list, err := db.Entries(t.Context(), "a", int64(after)); err != nil || len(list) != want {
			t.Errorf("%d entries after %d: %v", len(list), after, err)
		}
	}
	delete(db.pending.tables, "a")
}

// TestPendingRowsAreBounded lets one table fall asleep while others go on: its entries are settled, and its row is deleted.
func TestPendingRowsAreBounded(t *testing.T) {
	folder := t.TempDir()
	db := openCrowded(t, folder)
	defer db.Close()
	row := store.Row{Game: "duel", Status: "playing", Data: []byte("{}")}
	add := func(id string, last int64) {
		t.Helper()
		b := &store.Batch{Last: last, Entries: [][]byte{[]byte("x")}, Row: row}
		b.Row.ID = id
		if err := db.Append(t.Context(), b); err != nil {
			t.Fatal(err)
		}
	}
	add("asleep", 0)
	add("asleep", 1)
	if db.pending.of("asleep") == nil {
		t.Fatal("nothing is pending")
	}
	for n := range int64(mostPendingRows + 200) {
		add("awake", n)
	}
	if db.pending.of("asleep") != nil || db.pending.of("awake") == nil {
		t.Error("what is old is pending, or nothing is")
	}
	var rows int
	if err := db.read.QueryRowContext(t.Context(), "SELECT count(*) FROM pending").Scan(&rows); err != nil || rows != len(db.pending.rows) || rows > mostPendingRows+1 {
		t.Errorf("%d rows, %d in memory, want at most %d: %v", rows, len(db.pending.rows), mostPendingRows, err)
	}
	if list, err := db.Entries(t.Context(), "asleep", 0); err != nil || len(list) != 2 {
		t.Errorf("%d entries: %v", len(list), err)
	}
}

// TestFailedCommitIsForgotten checks that a row which reached the disk although its commit failed is deleted before others follow: nobody was told of it.
func TestFailedCommitIsForgotten(t *testing.T) {
	folder := t.TempDir()
	db := openCrowded(t, folder)
	row := store.Row{ID: "a", Game: "duel", Status: "playing", Data: []byte("{}")}
	add := func(id string, last int64, text string) {
		t.Helper()
		b := &store.Batch{Last: last, Entries: [][]byte{[]byte(text)}, Row: row}
		b.Row.ID = id
		if err := db.Append(t.Context(), b); err != nil {
			t.Fatal(err)
		}
	}
	add("a", 0, "one")
	add("a", 1, "two")
	lost := appendBatch([]byte{pendingForm}, &store.Batch{Last: 2, Entries: [][]byte{[]byte("never acknowledged")}, Row: row})
	if _, err := db.writer.exec("INSERT INTO pending (data) VALUES (?)", lost); err != nil {
		t.Fatal(err)
	}
	db.giveUp(db.writer)
	add("b", 0, "one")
	add("b", 1, "two")
	crashed := t.TempDir()
	if err := os.CopyFS(crashed, os.DirFS(folder)); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	db = openCrowded(t, crashed)
	defer db.Close()
	list, err := db.Entries(t.Context(), "a", 0)
	if got := string(bytes.Join(list, []byte(" "))); err != nil || got != "one two" {
		t.Errorf("%q, %v", got, err)
	}
}

// TestFailedCommitHasSettled lets a transaction that settles a table, and one that drops another, reach the disk although their commits failed.
// Nothing of it is known in memory; the tables go on all the same.
func TestFailedCommitHasSettled(t *testing.T) {
	db := openCrowded(t, t.TempDir())
	defer db.Close()
	row := store.Row{Game: "duel", Status: "playing", Data: []byte("{}")}
	add := func(id string, last int64) error {
		b := &store.Batch{Last: last, Entries: [][]byte{fmt.Append(nil, last+1)}, Row: row}
		b.Row.ID = id
		return db.Append(t.Context(), b)
	}
	for last := range int64(3) {
		for _, id := range []string{"settled", "dropped", "gone on"} {
			if err := add(id, last); err != nil {
				t.Fatal(err)
			}
		}
	}
	s, err := db.begin()
	if err != nil {
		t.Fatal(err)
	}
	direct := &store.Batch{Last: 3, Entries: [][]byte{[]byte("never acknowledged")}, Row: row}
	direct.Row.ID, direct.Row.Status = "gone on", "finished"
	if err := errors.Join(s.settle("settled"), s.dropAt("dropped", 3), s.append(direct)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.exec("COMMIT"); err != nil {
		t.Fatal(err)
	}
	db.giveUp(s)
	if db.pending.of("settled") == nil || db.pending.of("dropped") == nil || db.pending.of("gone on") == nil {
		t.Fatal("nothing is pending in memory")
	}
	if err := add("settled", 3); err != nil {
		t.Error(err)
	}
	if err := add("dropped", 3); !errors.Is(err, store.ErrTaken) {
		t.Errorf("a table that was dropped: %v", err)
	}
	if err := add("gone on", 3); !errors.Is(err, store.ErrTaken) {
		t.Errorf("a table that has gone on: %v", err)
	}
	if l, err := db.Load(t.Context(), "gone on"); err != nil || l.Last != 4 || len(l.Entries) != 4 {
		t.Errorf("%+v, %v", l, err)
	}
	if list, err := db.Entries(t.Context(), "settled", 0); err != nil || string(bytes.Join(list, []byte(" "))) != "1 2 3 4" {
		t.Errorf("%s: %v", list, err)
	}
}

// TestQuietStoreSettles writes a little after much. What is pending is settled bit by bit.
func TestQuietStoreSettles(t *testing.T) {
	db := openCrowded(t, t.TempDir())
	defer db.Close()
	row := store.Row{Game: "duel", Status: "playing", Data: bytes.Repeat([]byte("x"), 100)}
	for last := range int64(4) {
		for n := range 10 {
			b := &store.Batch{Last: last, Entries: [][]byte{[]byte("x")}, Row: row}
			b.Row.ID = fmt.Sprint("t", n)
			if err := db.Append(t.Context(), b); err != nil {
				t.Fatal(err)
			}
		}
	}
	rows := len(db.pending.rows)
	if rows < 20 || db.pending.bytes < rows*100 {
		t.Fatalf("%d rows of %d bytes are pending", rows, db.pending.bytes)
	}
	// Each write sees what the ones before have left, because what is retired after them is retired before the next.
	see := func(want int, change func()) {
		t.Helper()
		if err := db.writes.Submit(t.Context(), func(*statements) error {
			if n := len(db.pending.rows); n != want {
				t.Errorf("%d rows are left, want %d", n, want)
			}
			change()
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	nothing := func() {}
	grewQuiet := func() { db.pending.added = time.Now().Add(-2 * db.quiet) }
	see(rows, nothing)
	see(rows, grewQuiet)
	left := rows - retiredAtOnce
	// If they cannot be settled, nobody else's write fails, and they are left alone for a while.
	var stuck string
	settledAt := func(n int64) {
		t := *db.pending.tables[stuck]
		t.settled = n
		db.pending.tables[stuck] = &t
	}
	see(left, func() {
		stuck = db.pending.rows[0].tables[0]
		settledAt(1000) // the journal has not so many
	})
	see(left, nothing)
	see(left, func() {
		settledAt(1)
		grewQuiet()
	})
	for left > 0 {
		left = max(0, left-retiredAtOnce)
		see(left, nothing)
	}
	if len(db.pending.tables) > 0 || db.pending.bytes != 0 {
		t.Errorf("%d tables and %d bytes are pending", len(db.pending.tables), db.pending.bytes)
	}
}

// TestPendingIsShort: long rows are settled before they are many.
func TestPendingIsShort(t *testing.T) {
	db := openCrowded(t, t.TempDir())
	defer db.Close()
	longest := 0
	for last := range int64(60) {
		b := &store.Batch{Last: last, Entries: [][]byte{bytes.Repeat([]byte("x"), mostPendingBytes/20)}, Row: store.Row{ID: "a", Game: "duel", Status: "playing", Data: []byte("{}")}}
		if err := db.Append(t.Context(), b); err != nil {
			t.Fatal(err)
		}
		longest = max(longest, db.pending.bytes)
	}
	if most := mostPendingBytes + mostPendingBytes/10; longest > most || longest < mostPendingBytes/2 {
		t.Errorf("up to %d bytes were pending, want at most %d", longest, most)
	}
	if list, err := db.Entries(t.Context(), "a", 0); err != nil || len(list) != 60 {
		t.Errorf("%d entries: %v", len(list), err)
	}
}

// TestPendingOnAFullDisk fills a bounded file with moves of many tables. What was acknowledged can be read while nothing can be written, and after a start.
func TestPendingOnAFullDisk(t *testing.T) {
	folder := t.TempDir()
	db, err := Open(t.Context(), folder, Options{crowd: 1, MaxBytes: 600 << 10})
	if err != nil {
		t.Fatal(err)
	}
	acked := map[string]int64{}
	var mu sync.Mutex
	var wg sync.WaitGroup
	var full bool
	move := func(id string, last int64) error {
		return db.Append(t.Context(), &store.Batch{Last: last, Entries: [][]byte{bytes.Repeat([]byte("x"), 900)}, Row: store.Row{ID: id, Game: "duel", Status: "playing", Public: true, Data: []byte("{}")},
			People: []store.Involved{{Person: "p0", Turn: last%2 == 0}, {Person: "p1", Turn: last%2 == 1}}})
	}
	for n := range 8 {
		id := fmt.Sprint("t", n)
		if err := move(id, 0); err != nil {
			t.Fatal(err)
		}
		acked[id] = 1
	}
	for id := range maps.Clone(acked) {
		wg.Go(func() {
			for last := int64(1); last < 1000; last++ {
				err := move(id, last)
				mu.Lock()
				if err == nil {
					acked[id] = last + 1
				} else if full = errors.Is(err, store.ErrFull); !full {
					t.Error(err)
				}
				mu.Unlock()
				if err != nil {
					return
				}
			}
		})
	}
	wg.Wait()
	if !full {
		t.Fatal("the file was never full")
	}
	check := func() {
		t.Helper()
		for id, n := range acked {
			if l, err := db.Load(t.Context(), id); err != nil || l.Last != n || int64(len(l.Entries)) != n {
				t.Errorf("%s: %v, want %d entries", id, err, n)
			}
		}
		if rows, err := db.List(t.Context(), store.Query{Status: "playing", Limit: 10}); err != nil || len(rows) != 8 {
			t.Errorf("%d tables are listed: %v", len(rows), err)
		}
	}
	check()
	// A move of data takes what was written where it belongs, or nothing.
	raw, err := db.Raw(t.Context())
	if err == nil {
		err = raw.Close()
		if n := len(db.pending.tables); n > 0 {
			t.Errorf("a move would miss moves of %d tables", n)
		}
	}
	if err != nil && !errors.Is(err, store.ErrFull) {
		t.Error(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	db = openCrowded(t, folder)
	defer db.Close()
	check()
}

// TestDamagedPending checks that a row which is damaged is noticed at the start.
func TestDamagedPending(t *testing.T) {
	batches := []*store.Batch{
		{Last: 3, Row: store.Row{ID: "a", Wake: -5, Data: []byte(`{"x":1}`)}, People: []store.Involved{{Person: "p", Turn: true}, {Person: "q"}}, Entries: [][]byte{[]byte("one"), []byte("two")}},
		{Last: 1 << 40, Row: store.Row{ID: "b", Wake: 1 << 50, Data: []byte("{}")}, Entries: [][]byte{bytes.Repeat([]byte("long"), 1000)}},
	}
	row := []byte{pendingForm}
	for _, b := range batches {
		row = appendBatch(row, b)
	}
	if got, err := readBatches(row); err != nil || !reflect.DeepEqual(got, batches) {
		t.Fatalf("read %+v, %v", got, err)
	}
	first := len(appendBatch([]byte{pendingForm}, batches[0]))
	for n := range row {
		got, err := readBatches(row[:n])
		if whole := n == 1 || n == first; (err == nil) != whole || whole && len(got) != min(1, n/2) {
			t.Errorf("the first %d bytes of %d: %d batches, %v", n, len(row), len(got), err)
		}
	}
	folder := t.TempDir()
	db := openCrowded(t, folder)
	if err := db.Append(t.Context(), &store.Batch{Entries: [][]byte{[]byte("x")}, Row: store.Row{ID: "a", Data: []byte("{}")}}); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{
		"another form": {2},
		"cut":          row[:len(row)-1],
		"a gap":        appendBatch([]byte{pendingForm}, &store.Batch{Last: 2, Row: store.Row{ID: "a"}, Entries: [][]byte{[]byte("x")}}),
	} {
		raw, err := connect(filepath.Join(folder, File), "")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := raw.ExecContext(t.Context(), "INSERT OR REPLACE INTO pending (n, data) VALUES (1, ?)", data); err != nil {
			t.Fatal(err)
		}
		if err := raw.Close(); err != nil {
			t.Fatal(err)
		}
		if db, err := Open(t.Context(), folder, Options{}); !errors.Is(err, store.ErrDamaged) {
			t.Errorf("%s: %v", name, err)
			db.Close()
		}
	}
}
