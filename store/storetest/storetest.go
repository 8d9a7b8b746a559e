// Package storetest is the suite that every store passes.
package storetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"mirabilia/store"
)

// Run runs the suite. open opens the store of one place; opened again after it was closed, it must still hold
// everything. place names a new, empty place for each test.
func Run(t *testing.T, place func(t *testing.T) string, open func(t *testing.T, place string) store.Store) {
	for _, test := range []struct {
		name string
		run  func(t *testing.T, s store.Store, reopen func() store.Store)
	}{
		{"journal", journal},
		{"an append names the last entry", expected},
		{"one of many appends wins", race},
		{"batches are whole", whole},
		{"many tables at once", many},
		{"index", index},
		{"pages", pages},
		{"tables of a person", ofPerson},
		{"due tables", due},
		{"people", people},
		{"programs", programs},
		{"prune", prune},
		{"everything survives closing", survives},
		{"closed", closed},
	} {
		t.Run(test.name, func(t *testing.T) {
			where := place(t)
			s := open(t, where)
			t.Cleanup(func() { s.Close() })
			test.run(t, s, func() store.Store {
				if err := s.Close(); err != nil {
					t.Fatal(err)
				}
				s = open(t, where)
				return s
			})
		})
	}
}

// batch returns an append of one entry to a table.
func batch(id string, last int64, entries ...string) *store.Batch {
	b := &store.Batch{Last: last, Row: store.Row{ID: id, Game: "duel", Status: "playing", Public: true, Updated: last + 1, Data: []byte(`{}`)}}
	for _, e := range entries {
		b.Entries = append(b.Entries, []byte(e))
	}
	return b
}

func add(t *testing.T, s store.Store, b *store.Batch) {
	t.Helper()
	if err := s.Append(t.Context(), b); err != nil {
		t.Fatal(err)
	}
}

func entries(t *testing.T, s store.Store, id string, after int64) []string {
	t.Helper()
	list, err := s.Entries(t.Context(), id, after)
	if err != nil {
		t.Fatal(err)
	}
	texts := make([]string, len(list))
	for i, e := range list {
		texts[i] = string(e)
	}
	return texts
}

func wantEntries(t *testing.T, s store.Store, id string, after int64, want ...string) {
	t.Helper()
	if got := entries(t, s, id, after); !slices.Equal(got, want) {
		t.Errorf("entries of %s after %d: %q, want %q", id, after, got, want)
	}
}

func journal(t *testing.T, s store.Store, _ func() store.Store) {
	add(t, s, batch("a", 0, `{"n":1}`, `{"n":2}`))
	add(t, s, batch("b", 0, `{"árvíztűrő":"🏛 \u0000 'x'"}`))
	add(t, s, batch("a", 2, `{"n":3}`))
	wantEntries(t, s, "a", 0, `{"n":1}`, `{"n":2}`, `{"n":3}`)
	wantEntries(t, s, "a", 2, `{"n":3}`)
	wantEntries(t, s, "a", 3)
	wantEntries(t, s, "b", 0, `{"árvíztűrő":"🏛 \u0000 'x'"}`)
	wantEntries(t, s, "none", 0)
	big := string(bytes.Repeat([]byte("x"), 1<<20))
	add(t, s, batch("big", 0, big))
	wantEntries(t, s, "big", 0, big)
}

func expected(t *testing.T, s store.Store, _ func() store.Store) {
	add(t, s, batch("a", 0, "1"))
	for _, last := range []int64{0, 2, -1} {
		if err := s.Append(t.Context(), batch("a", last, "x")); !errors.Is(err, store.ErrTaken) {
			t.Errorf("append after %d: %v", last, err)
		}
	}
	if err := s.Append(t.Context(), batch("none", 1, "x")); !errors.Is(err, store.ErrTaken) {
		t.Errorf("append to a table that is not there: %v", err)
	}
	wantEntries(t, s, "a", 0, "1")
	wantEntries(t, s, "none", 0)
}

// race: many write to one table, each naming what it read; every number is won once.
func race(t *testing.T, s store.Store, _ func() store.Store) {
	const writers, rounds = 8, 25
	var won atomic.Int64
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			for n := 0; n < rounds; {
				list, err := s.Entries(context.Background(), "a", 0)
				if err != nil {
					t.Error(err)
					return
				}
				switch err := s.Append(context.Background(), batch("a", int64(len(list)), fmt.Sprint(w, n))); {
				case err == nil:
					won.Add(1)
					n++
				case !errors.Is(err, store.ErrTaken):
					t.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	list := entries(t, s, "a", 0)
	if len(list) != writers*rounds || won.Load() != writers*rounds {
		t.Errorf("%d entries, %d appends won", len(list), won.Load())
	}
	slices.Sort(list)
	if len(slices.Compact(list)) != writers*rounds {
		t.Error("an entry stands twice")
	}
}

// whole: readers never see half of a batch, nor entries without the row that belongs to them.
func whole(t *testing.T, s store.Store, _ func() store.Store) {
	const rounds = 60
	stop := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
			}
			list, err := s.Entries(context.Background(), "a", 0)
			if err != nil || len(list)%3 != 0 {
				t.Errorf("%d entries, %v", len(list), err)
				return
			}
		}
	})
	for n := range int64(rounds) {
		add(t, s, batch("a", 3*n, "1", "2", "3"))
	}
	close(stop)
	wg.Wait()
	wantEntries(t, s, "a", 3*rounds-1, "3")
}

// many: appends of many tables at once all become durable, refused ones among them notwithstanding.
func many(t *testing.T, s store.Store, reopen func() store.Store) {
	const tables, rounds = 40, 20
	var wg sync.WaitGroup
	for n := range tables {
		wg.Go(func() {
			id := fmt.Sprintf("t%d", n)
			for k := range int64(rounds) {
				if err := s.Append(context.Background(), batch(id, k, fmt.Sprint(k))); err != nil {
					t.Error(err)
				}
				if err := s.Append(context.Background(), batch(id, k, "late")); !errors.Is(err, store.ErrTaken) {
					t.Errorf("a late append: %v", err)
				}
			}
		})
	}
	wg.Wait()
	s = reopen()
	for n := range tables {
		if got := entries(t, s, fmt.Sprintf("t%d", n), 0); len(got) != rounds || slices.Contains(got, "late") {
			t.Errorf("table %d: %q", n, got)
		}
	}
}

func row(id, game, status string, public bool, updated, wake int64, people ...store.Involved) *store.Batch {
	return &store.Batch{Entries: [][]byte{[]byte("{}")}, People: people,
		Row: store.Row{ID: id, Game: game, Status: status, Public: public, Updated: updated, Wake: wake, Data: []byte(`{"id":"` + id + `"}`)}}
}

func list(t *testing.T, s store.Store, q store.Query) string {
	t.Helper()
	rows, err := s.List(t.Context(), q)
	return names(t, rows, err)
}

func names(t *testing.T, rows []store.Row, err error) string {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	text := ""
	for _, r := range rows {
		if string(r.Data) != `{"id":"`+r.ID+`"}` {
			t.Errorf("row %s has data %s", r.ID, r.Data)
		}
		text += r.ID
	}
	return text
}

func index(t *testing.T, s store.Store, _ func() store.Store) {
	add(t, s, row("a", "duel", "lobby", true, 10, 0))
	add(t, s, row("b", "duel", "lobby", false, 20, 0))
	add(t, s, row("c", "dice", "lobby", true, 30, 0))
	add(t, s, row("d", "duel", "playing", true, 40, 0))
	for _, c := range []struct {
		q    store.Query
		want string
	}{
		{store.Query{Status: "lobby", Limit: 9}, "ca"},
		{store.Query{Status: "lobby", Game: "duel", Limit: 9}, "a"},
		{store.Query{Status: "lobby", Since: 11, Limit: 9}, "c"},
		{store.Query{Status: "playing", Limit: 9}, "d"},
		{store.Query{Status: "finished", Limit: 9}, ""},
	} {
		if got := list(t, s, c.q); got != c.want {
			t.Errorf("%+v: %q, want %q", c.q, got, c.want)
		}
	}
	// A row follows its table.
	b := row("a", "dice", "playing", true, 50, 0)
	b.Last = 1
	add(t, s, b)
	if got := list(t, s, store.Query{Status: "playing", Limit: 9}); got != "ad" {
		t.Errorf("playing: %q", got)
	}
}

func pages(t *testing.T, s store.Store, _ func() store.Store) {
	for i, id := range []string{"a", "b", "c", "d", "e", "f", "g"} {
		add(t, s, row(id, "duel", "lobby", true, int64(1+i/3), 0)) // several of one moment
	}
	var got string
	q := store.Query{Status: "lobby", Limit: 2}
	for range 10 {
		rows, err := s.List(t.Context(), q)
		got += names(t, rows, err)
		if len(rows) < q.Limit {
			break
		}
		last := rows[len(rows)-1]
		q.Before, q.BeforeID = last.Updated, last.ID
	}
	if got != "gdefabc" {
		t.Errorf("page by page: %q", got)
	}
}

func ofPerson(t *testing.T, s store.Store, _ func() store.Store) {
	add(t, s, row("a", "duel", "playing", false, 10, 0, store.Involved{Person: "x", Turn: true}, store.Involved{Person: "y"}))
	add(t, s, row("b", "duel", "finished", true, 30, 0, store.Involved{Person: "x"}))
	add(t, s, row("c", "duel", "playing", true, 20, 0, store.Involved{Person: "x"}, store.Involved{Person: "z", Turn: true}))
	check := func(person, status string, limit int, want string) {
		t.Helper()
		rows, err := s.OfPerson(t.Context(), person, status, limit)
		if got := names(t, rows, err); got != want {
			t.Errorf("%s %s: %q, want %q", person, status, got, want)
		}
	}
	check("x", "", 9, "abc")
	check("x", "playing", 9, "ac")
	check("x", "", 2, "ab")
	check("y", "", 9, "a")
	check("nobody", "", 9, "")
	// The turn passes, y leaves, w comes.
	b := row("a", "duel", "playing", false, 40, 0, store.Involved{Person: "x"}, store.Involved{Person: "w", Turn: true})
	b.Last = 1
	add(t, s, b)
	check("x", "playing", 9, "ac")
	check("y", "", 9, "")
	check("w", "", 9, "a")
}

func due(t *testing.T, s store.Store, _ func() store.Store) {
	add(t, s, row("a", "duel", "playing", true, 1, 300))
	add(t, s, row("b", "duel", "playing", true, 2, 100))
	add(t, s, row("c", "duel", "playing", true, 3, 0))
	add(t, s, row("d", "duel", "playing", true, 4, 200))
	for now, want := range map[int64]string{50: "[]", 100: "[b]", 250: "[b d]", 1000: "[b d a]"} {
		got, err := s.Due(t.Context(), now, 9)
		if err != nil || fmt.Sprint(got) != want {
			t.Errorf("due at %d: %v, %v, want %s", now, got, err, want)
		}
	}
	if got, err := s.Due(t.Context(), 1000, 1); err != nil || fmt.Sprint(got) != "[b]" {
		t.Errorf("the first of the due: %v, %v", got, err)
	}
}

func people(t *testing.T, s store.Store, _ func() store.Store) {
	anna := store.Person{ID: "p1", Name: "Anna", Created: 7}
	if err := s.AddPerson(t.Context(), anna, []byte("hash1")); err != nil {
		t.Fatal(err)
	}
	if err := s.AddPerson(t.Context(), anna, []byte("hash2")); err == nil {
		t.Error("one id for two persons")
	}
	if err := s.AddPerson(t.Context(), store.Person{ID: "p2"}, []byte("hash1")); err == nil {
		t.Error("one token for two persons")
	}
	p, seen, err := s.PersonByToken(t.Context(), []byte("hash1"))
	if err != nil || p != anna || seen != 7 {
		t.Errorf("%+v seen %d, %v", p, seen, err)
	}
	if _, _, err := s.PersonByToken(t.Context(), []byte("hash2")); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("unknown token: %v", err)
	}
	if err := s.Rename(t.Context(), "p1", "Ágnes"); err != nil {
		t.Error(err)
	}
	if err := s.Seen(t.Context(), []byte("hash1"), 99); err != nil {
		t.Error(err)
	}
	if p, seen, _ := s.PersonByToken(t.Context(), []byte("hash1")); p.Name != "Ágnes" || seen != 99 {
		t.Errorf("%+v seen %d", p, seen)
	}
	if err := s.Rename(t.Context(), "nobody", "x"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("renaming nobody: %v", err)
	}
	if err := s.Seen(t.Context(), []byte("none"), 1); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("an unknown token was seen: %v", err)
	}
	if n, err := s.RemoveTokens(t.Context(), "p1"); n != 1 || err != nil {
		t.Errorf("removed %d, %v", n, err)
	}
	if _, _, err := s.PersonByToken(t.Context(), []byte("hash1")); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("removed token: %v", err)
	}
}

func programs(t *testing.T, s store.Store, _ func() store.Store) {
	for i, p := range []store.Person{{ID: "p1", Name: "Anna"}, {ID: "r2", Name: "Two", Owner: "p1", Created: 2}, {ID: "r1", Name: "One", Owner: "p1", Created: 1}, {ID: "p3", Name: "Else"}} {
		if err := s.AddPerson(t.Context(), p, fmt.Append(nil, i)); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.AddPerson(t.Context(), store.Person{ID: "r9", Owner: "nobody"}, []byte("9")); err == nil {
		t.Error("a program without an owner")
	}
	list, err := s.Programs(t.Context(), "p1")
	if err != nil || len(list) != 2 || list[0].ID != "r1" || list[1].Owner != "p1" {
		t.Errorf("%+v, %v", list, err)
	}
	if _, err := s.RemoveTokens(t.Context(), "r1"); err != nil {
		t.Error(err)
	}
	if list, _ := s.Programs(t.Context(), "p1"); len(list) != 1 || list[0].ID != "r2" {
		t.Errorf("after removal: %+v", list)
	}
}

func prune(t *testing.T, s store.Store, _ func() store.Store) {
	for _, p := range []store.Person{{ID: "old", Created: 1}, {ID: "new", Created: 9}, {ID: "bot", Owner: "old", Created: 1}} {
		if err := s.AddPerson(t.Context(), p, []byte(p.ID)); err != nil {
			t.Fatal(err)
		}
	}
	if n, err := s.Prune(t.Context(), 5); n != 1 || err != nil {
		t.Errorf("pruned %d, %v", n, err)
	}
	for id, there := range map[string]bool{"old": false, "new": true, "bot": true} {
		if _, _, err := s.PersonByToken(t.Context(), []byte(id)); (err == nil) != there {
			t.Errorf("%s: %v", id, err)
		}
	}
}

func survives(t *testing.T, s store.Store, reopen func() store.Store) {
	add(t, s, row("a", "duel", "playing", true, 10, 5, store.Involved{Person: "x", Turn: true}))
	if err := s.AddPerson(t.Context(), store.Person{ID: "p1", Name: "Anna"}, []byte("hash")); err != nil {
		t.Fatal(err)
	}
	s = reopen()
	wantEntries(t, s, "a", 0, "{}")
	if err := s.Append(t.Context(), batch("a", 0, "x")); !errors.Is(err, store.ErrTaken) {
		t.Errorf("append after 0: %v", err)
	}
	if got := list(t, s, store.Query{Status: "playing", Limit: 9}); got != "a" {
		t.Errorf("list: %q", got)
	}
	if _, _, err := s.PersonByToken(t.Context(), []byte("hash")); err != nil {
		t.Error(err)
	}
	if err := s.Ping(t.Context()); err != nil {
		t.Error(err)
	}
}

func closed(t *testing.T, s store.Store, _ func() store.Store) {
	var wg sync.WaitGroup
	for n := range 20 {
		wg.Go(func() {
			for k := range int64(200) {
				if s.Append(context.Background(), batch(fmt.Sprint(n), k, "x")) != nil {
					return // closed in the middle of it; what matters is that nobody waits for ever
				}
			}
		})
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	wg.Wait()
	if err := s.Append(context.Background(), batch("z", 0, "x")); err == nil {
		t.Error("an append to a closed store")
	}
}
