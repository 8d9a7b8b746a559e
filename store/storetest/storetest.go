// Package storetest is the suite that every store passes.
package storetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	_ "mirabilia/gctest"
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
		{"an append names the past that it follows", pasts},
		{"one of many appends wins", race},
		{"batches are whole", whole},
		{"many tables at once", many},
		{"index", index},
		{"pages", pages},
		{"tables of a person", ofPerson},
		{"due tables", due},
		{"people", people},
		{"programs", programs},
		{"names", namesOf},
		{"accounts", accounts},
		{"epochs", epochs},
		{"entrances", entrances},
		{"names are kept once", keptOnce},
		{"passkeys", passkeys},
		{"recovery codes", codes},
		{"signed in on several devices", signedIn},
		{"what waits", waiting},
		{"what waits is exchanged", exchanged},
		{"one of many exchanges wins", exchangedAtOnce},
		{"a person is forgotten", forgotten},
		{"accounts are not expendable", accountsStay},
		{"friends", friends},
		{"whom people shun", shunned},
		{"shunned programs", shunnedPrograms},
		{"where people can be reached", subscriptions},
		{"tables that wait for those who can be reached", awaited},
		{"keys for push services", pushKeys},
		{"reports", reports},
		{"the journal of the hosts", deeds},
		{"finding people", found},
		{"old guests", oldGuests},
		{"old reports", oldReports},
		{"announcements", announcements},
		{"ratings", ratings},
		{"standing", standing},
		{"results told at once", resultsAtOnce},
		{"results taken out", refolded},
		{"places of bots", botPlaces},
		{"ratings of the forgotten", forgottenRatings},
		{"tournaments", tournaments},
		{"one of many appends to a tournament wins", tournamentRace},
		{"snapshots", snapshots},
		{"rewritten journals", rewritten},
		{"rows that change in one thing", changed},
		{"dropped tables", dropped},
		{"tables with an open seat", openSeats},
		{"tables of an owner", owned},
		{"chat", chat},
		{"analyses", analyses},
		{"old tokens", oldTokens},
		{"old people", oldPeople},
		{"old tables", oldTables},
		{"tables of whoever has most", excess},
		{"old chat", oldChat},
		{"usage", usage},
		{"heartbeat", heartbeat},
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
	b := &store.Batch{Last: last, Row: store.Row{ID: id, Game: "duel", Status: "playing", Public: true, Updated: 1, Data: []byte(`{}`)}}
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

// pasts: a store that several nodes use takes an append only on the past that it follows, whatever its number, and tells the name of the past with the entries. One that serves one
// node goes by the number.
func pasts(t *testing.T, s store.Store, _ func() store.Store) {
	after := func(past, tip string, last int64, entries ...string) *store.Batch {
		b := batch("a", last, entries...)
		b.After, b.Tip = past, tip
		return b
	}
	add(t, s, after("", "one", 0, "1"))
	add(t, s, after("one", "two", 1, "2"))
	shared, ok := s.(store.Shared)
	if !ok {
		add(t, s, after("other", "three", 2, "3"))
		if l, err := s.Load(t.Context(), "a"); err != nil || l.Tip != "" || l.Last != 3 {
			t.Errorf("%+v, %v", l, err)
		}
		return
	}
	for _, past := range []string{"", "one", "other"} {
		for _, b := range []*store.Batch{after(past, "x", 2, "x"), after(past, "x", 2), after(past, "x", 1, "x")} {
			b.Rewrite, b.Snapshot = len(b.Entries) == 0, []byte("x")
			if err := s.Append(t.Context(), b); !errors.Is(err, store.ErrTaken) {
				t.Errorf("an append after %q and entry %d: %v", past, b.Last, err)
			}
		}
	}
	want := func(last int64, tip string, entries ...string) {
		t.Helper()
		l, err := s.Load(t.Context(), "a")
		if err != nil || l.Last != last || l.Tip != tip || l.Snapshot != nil {
			t.Errorf("%+v, %v, want %d %q", l, err, last, tip)
		}
		at, err := shared.Last(t.Context(), []string{"a", "none"})
		if err != nil || len(at) != 1 || at["a"] != (store.Last{Seq: last, Tip: tip}) {
			t.Errorf("%+v, %v, want %d %q", at, err, last, tip)
		}
		for n := int64(0); n <= last+1; n++ {
			end, err := shared.Since(t.Context(), "a", n)
			if err != nil || end.Last != last || end.Tip != tip {
				t.Errorf("%+v, %v, want %d %q", end, err, last, tip)
			}
			var texts []string
			for _, e := range end.Entries {
				texts = append(texts, string(e))
			}
			if !slices.Equal(texts, entries[min(n, last):]) && len(texts)+int(min(n, last)) != 0 {
				t.Errorf("after %d: %q", n, texts)
			}
		}
	}
	want(2, "two", "1", "2")
	add(t, s, after("two", "three", 2, "3"))
	want(3, "three", "1", "2", "3")
	// A journal that is cut back has another name, also where the number is one that was there.
	b := after("three", "cut", 3, "1")
	b.Rewrite = true
	add(t, s, b)
	want(1, "cut", "1")
	if end, err := shared.Since(t.Context(), "none", 0); err != nil || end.Last != 0 || end.Tip != "" || len(end.Entries) != 0 {
		t.Errorf("of a table that is not there: %+v, %v", end, err)
	}
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
	// A game ends, and after it something is still written to it.
	for i, updated := range []int64{50, 25} {
		b = row("a", "duel", "finished", false, updated, 0, store.Involved{Person: "x"}, store.Involved{Person: "w"})
		b.Last = int64(2 + i)
		add(t, s, b)
		check("x", "finished", 9, []string{"ab", "ba"}[i])
		check("x", "finished", 1, []string{"a", "b"}[i])
	}
	check("x", "playing", 9, "c")
	check("x", "", 9, "bac")
	check("w", "", 9, "a")
	check("w", "playing", 9, "")
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

func namesOf(t *testing.T, s store.Store, _ func() store.Store) {
	addPeople(t, s, store.Person{ID: "p1", Name: "Anna"}, store.Person{ID: "p2", Name: "Béla"})
	got, err := s.Names(t.Context(), []string{"p1", "nobody", "p2", "p1"})
	if err != nil || len(got) != 2 || got["p1"] != "Anna" || got["p2"] != "Béla" {
		t.Errorf("%v, %v", got, err)
	}
	if got, err := s.Names(t.Context(), nil); err != nil || len(got) != 0 {
		t.Errorf("nobody's names: %v, %v", got, err)
	}
	var many []string
	for n := range 3000 {
		many = append(many, fmt.Sprint("x", n))
	}
	if got, err := s.Names(t.Context(), append(many, "p2")); err != nil || len(got) != 1 {
		t.Errorf("of many: %v, %v", got, err)
	}
	if err := s.Rename(t.Context(), "p1", "Ágnes"); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Names(t.Context(), []string{"p1"}); err != nil || got["p1"] != "Ágnes" {
		t.Errorf("renamed: %v, %v", got, err)
	}
}

func load(t *testing.T, s store.Store, id string) *store.Loaded {
	t.Helper()
	l, err := s.Load(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func wantLoaded(t *testing.T, s store.Store, id string, last int64, snapshot string, at int64, entries ...string) {
	t.Helper()
	l := load(t, s, id)
	texts := make([]string, len(l.Entries))
	for i, e := range l.Entries {
		texts[i] = string(e)
	}
	if l.Last != last || string(l.Snapshot) != snapshot || (l.Snapshot == nil) != (snapshot == "") || l.SnapshotAt != at || !slices.Equal(texts, entries) || l.Row.ID != id {
		t.Errorf("loaded %d, %q at %d, %q; want %d, %q at %d, %q", l.Last, l.Snapshot, l.SnapshotAt, texts, last, snapshot, at, entries)
	}
}

func snapshots(t *testing.T, s store.Store, reopen func() store.Store) {
	if _, err := s.Load(t.Context(), "none"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a table that is not there: %v", err)
	}
	add(t, s, batch("a", 0, "1", "2"))
	wantLoaded(t, s, "a", 2, "", 0, "1", "2")
	b := batch("a", 2, "3")
	b.Snapshot = []byte{0, 255, 3}
	add(t, s, b)
	add(t, s, batch("a", 3, "4"))
	wantLoaded(t, s, "a", 4, "\x00\xff\x03", 3, "4")
	wantEntries(t, s, "a", 0, "1", "2", "3", "4")
	b = batch("a", 4, "5")
	b.Snapshot = []byte("five")
	add(t, s, b)
	s = reopen()
	wantLoaded(t, s, "a", 5, "five", 5)
	// A refused batch leaves the snapshot alone.
	late := batch("a", 4, "x")
	late.Snapshot = []byte("late")
	if err := s.Append(t.Context(), late); !errors.Is(err, store.ErrTaken) {
		t.Errorf("late: %v", err)
	}
	wantLoaded(t, s, "a", 5, "five", 5)
}

func rewritten(t *testing.T, s store.Store, _ func() store.Store) {
	b := batch("a", 0, "1", "2", "3")
	b.Snapshot = []byte("three")
	add(t, s, b)
	add(t, s, batch("b", 0, "1"))
	// Rewritten with other entries, numbered anew.
	b = batch("a", 3, "i", "ii")
	b.Rewrite = true
	add(t, s, b)
	wantLoaded(t, s, "a", 2, "", 0, "i", "ii")
	add(t, s, batch("a", 2, "iii"))
	wantEntries(t, s, "a", 1, "ii", "iii")
	// Archived: no entries, only a snapshot; the numbers go on.
	b = batch("a", 3)
	b.Rewrite, b.Base, b.Snapshot = true, 3, []byte("all")
	add(t, s, b)
	wantLoaded(t, s, "a", 3, "all", 3)
	wantEntries(t, s, "a", 0)
	add(t, s, batch("a", 3, "iv"))
	wantLoaded(t, s, "a", 4, "all", 3, "iv")
	// A late rewrite changes nothing.
	b = batch("a", 3, "x")
	b.Rewrite = true
	if err := s.Append(t.Context(), b); !errors.Is(err, store.ErrTaken) {
		t.Errorf("late: %v", err)
	}
	wantLoaded(t, s, "a", 4, "all", 3, "iv")
	wantLoaded(t, s, "b", 1, "", 0, "1")
}

// changed appends to a table and changes one thing of its row at a time, or nothing but its data and people.
func changed(t *testing.T, s store.Store, reopen func() store.Store) {
	now := store.Row{ID: "a", Game: "duel", Status: "playing", Owner: "p", Updated: 1, Data: []byte("{}")}
	last, people := int64(0), []store.Involved{{Person: "p", Turn: true}, {Person: "q"}}
	put := func(what string) {
		t.Helper()
		now.Data = []byte(`{"after":"` + what + `"}`)
		add(t, s, &store.Batch{Last: last, Entries: [][]byte{[]byte("{}")}, Row: now, People: slices.Clone(people)})
		last++
		l, err := s.Load(t.Context(), "a")
		if err != nil {
			t.Fatal(err)
		}
		if l.Last != last || l.Row.ID != now.ID || l.Row.Game != now.Game || l.Row.Status != now.Status || l.Row.Owner != now.Owner || l.Row.Public != now.Public ||
			l.Row.Open != now.Open || l.Row.Updated != now.Updated || l.Row.Wake != now.Wake || string(l.Row.Data) != string(now.Data) {
			t.Errorf("after %s the row is %+v, want %+v", what, l.Row, now)
		}
		for _, who := range []string{"p", "q", "r"} {
			rows, err := s.OfPerson(t.Context(), who, "", 10)
			if err != nil {
				t.Fatal(err)
			}
			if at := slices.ContainsFunc(people, func(p store.Involved) bool { return p.Person == who }); at != (len(rows) == 1) {
				t.Errorf("after %s, %s has %d tables", what, who, len(rows))
			}
		}
	}
	put("opening")
	put("nothing")
	for what, change := range map[string]func(){
		"game": func() { now.Game = "dice" }, "status": func() { now.Status = "lobby" }, "owner": func() { now.Owner = "q" }, "public": func() { now.Public = true },
		"open": func() { now.Open = true }, "updated": func() { now.Updated = 2 }, "wake": func() { now.Wake = 3 },
	} {
		change()
		put(what)
	}
	if got := fmt.Sprint(s.Due(t.Context(), 3, 10)); got != "[a] <nil>" {
		t.Errorf("due are %s", got)
	}
	people = []store.Involved{{Person: "q", Turn: true}, {Person: "r"}}
	put("other people")
	s = reopen()
	people = people[:1]
	put("fewer people, opened again")
	if err := s.Drop(t.Context(), "a", last); err != nil {
		t.Fatal(err)
	}
	last = 0
	put("another table under the same id")
}

func dropped(t *testing.T, s store.Store, _ func() store.Store) {
	b := row("a", "duel", "lobby", true, 1, 0, store.Involved{Person: "x"})
	b.Snapshot = []byte("s")
	add(t, s, b)
	add(t, s, row("b", "duel", "lobby", true, 2, 0, store.Involved{Person: "x"}))
	say(t, s, store.Line{Table: "a", Person: "x", Command: "1", Text: "hi"})
	for _, last := range []int64{0, 2} {
		if err := s.Drop(t.Context(), "a", last); !errors.Is(err, store.ErrTaken) {
			t.Errorf("dropped after %d: %v", last, err)
		}
	}
	wantLoaded(t, s, "a", 1, "s", 1)
	if err := s.Drop(t.Context(), "a", 1); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Load(t.Context(), "a"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("after it: %v", err)
	}
	wantEntries(t, s, "a", 0)
	if said, err := s.Said(t.Context(), "a", 9); err != nil || len(said) != 0 {
		t.Errorf("chat of a dropped table: %v, %v", said, err)
	}
	if got := list(t, s, store.Query{Status: "lobby", Limit: 9}); got != "b" {
		t.Errorf("left: %q", got)
	}
	rows, err := s.OfPerson(t.Context(), "x", "", 9)
	if got := names(t, rows, err); got != "b" {
		t.Errorf("of the person: %q", got)
	}
	add(t, s, row("a", "duel", "lobby", true, 3, 0)) // the id is free again
}

func openSeats(t *testing.T, s store.Store, _ func() store.Store) {
	for i, id := range []string{"a", "b", "c"} {
		b := row(id, "duel", "lobby", true, int64(i), 0)
		b.Row.Open = id != "b"
		add(t, s, b)
	}
	if got := list(t, s, store.Query{Status: "lobby", Open: true, Limit: 9}); got != "ca" {
		t.Errorf("open: %q", got)
	}
	if got := list(t, s, store.Query{Status: "lobby", Limit: 9}); got != "cba" {
		t.Errorf("all: %q", got)
	}
}

func owned(t *testing.T, s store.Store, _ func() store.Store) {
	for i, status := range []string{"lobby", "playing", "playing", "finished", "lobby"} {
		b := row(fmt.Sprint(i), "duel", status, true, int64(10*i), 0)
		if b.Row.Owner = "x"; i == 4 {
			b.Row.Owner = "y"
		}
		add(t, s, b)
	}
	for _, c := range []struct {
		person   string
		statuses []string
		since    int64
		want     int
	}{
		{"x", []string{"lobby", "playing"}, 0, 3}, {"x", []string{"lobby", "playing"}, 15, 1}, {"x", []string{"finished"}, 0, 1}, {"y", []string{"lobby"}, 0, 1}, {"z", []string{"lobby"}, 0, 0},
	} {
		if got, err := s.Owned(t.Context(), c.person, c.statuses, c.since); err != nil || got != c.want {
			t.Errorf("%+v: %d, %v", c, got, err)
		}
	}
}

func say(t *testing.T, s store.Store, l store.Line) int64 {
	t.Helper()
	n, err := s.Say(t.Context(), l, 3)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func chat(t *testing.T, s store.Store, reopen func() store.Store) {
	for i, l := range []store.Line{
		{Table: "a", Person: "x", Command: "1", At: 5, Text: "árvíztűrő 🏛"},
		{Table: "a", Person: "y", Command: "1", At: 6, Text: "'quoted'"},
		{Table: "b", Person: "x", Command: "1", At: 7, Text: "elsewhere"},
		{Table: "a", Person: "x", Command: "2", At: 8, Text: "again"},
		{Table: "a", Person: "x", Command: "3", At: 9, Text: "and again"},
	} {
		if want := []int64{1, 2, 1, 3, 4}[i]; say(t, s, l) != want {
			t.Errorf("line %d is not numbered %d", i, want)
		}
	}
	// A repeated command is said once, also beyond the limit; another is too many.
	if n := say(t, s, store.Line{Table: "a", Person: "x", Command: "2", Text: "repeated"}); n != 3 {
		t.Errorf("repeated: %d", n)
	}
	if _, err := s.Say(t.Context(), store.Line{Table: "a", Person: "x", Command: "4", Text: "too many"}, 3); !errors.Is(err, store.ErrTooMany) {
		t.Errorf("too many: %v", err)
	}
	say(t, s, store.Line{Table: "a", Person: "y", Command: "2", At: 10, Text: "my turn"})
	s = reopen()
	said, err := s.Said(t.Context(), "a", 3)
	if err != nil || len(said) != 3 {
		t.Fatalf("%+v, %v", said, err)
	}
	if want := (store.Line{Table: "a", N: 3, Person: "x", Command: "2", At: 8, Text: "again"}); said[0] != want || said[2].Text != "my turn" {
		t.Errorf("%+v", said)
	}
	if said, err := s.Said(t.Context(), "a", 99); err != nil || len(said) != 5 || said[0].Text != "árvíztűrő 🏛" {
		t.Errorf("all: %+v, %v", said, err)
	}
}

func analyses(t *testing.T, s store.Store, reopen func() store.Store) {
	add(t, s, row("a", "duel", "finished", true, 1, 0))
	add(t, s, row("b", "duel", "finished", true, 2, 0))
	// want demands the analyses of a table, as "person by network".
	want := func(table string, analyses ...string) {
		t.Helper()
		list, err := s.Analyses(t.Context(), table)
		var got []string
		for _, a := range list {
			if got = append(got, a.Person+" by "+a.Net); a.Table != table || a.At != 7 || !strings.HasPrefix(string(a.Data), "\x00\xff") {
				t.Errorf("%+v", a)
			}
		}
		if err != nil || !slices.Equal(got, analyses) {
			t.Errorf("%s has %q, %v, want %q", table, got, err, analyses)
		}
	}
	put := func(table, person, net string, depth int64, kept bool) {
		t.Helper()
		got, err := s.PutAnalysis(t.Context(), store.Analysis{Table: table, Person: person, At: 7, Net: net, Depth: depth, Data: []byte("\x00\xff" + person)})
		if err != nil || got != kept {
			t.Errorf("%s by %s, depth %d: kept %v, %v", table, person, depth, got, err)
		}
	}
	want("a")
	put("a", "x", "net1", 10, true)
	put("a", "x", "net1", 9, false) // one's own deeper one stays
	put("a", "x", "net1", 10, true) // of two as deep the later
	put("a", "y", "net1", 9, true)  // nobody's keeps another's out
	want("a", "x by net1", "y by net1")
	put("a", "x", "net2", 1, true) // another network made it
	want("a", "x by net2", "y by net1")
	want("b")
	if _, err := s.PutAnalysis(t.Context(), store.Analysis{Table: "none", Person: "x", Data: []byte("1")}); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("of a table that is not there: %v", err)
	}
	s = reopen()
	want("a", "x by net2", "y by net1")
	before, err := s.Usage(t.Context())
	if err != nil || before.Analyses != 2 {
		t.Errorf("%+v, %v", before, err)
	}
	if _, err := s.PutAnalysis(t.Context(), store.Analysis{Table: "b", Person: "x", Data: bytes.Repeat([]byte("ab"), 1<<16)}); err != nil {
		t.Fatal(err)
	}
	if u, err := s.Usage(t.Context()); err != nil || u.Bytes < before.Bytes+1<<17 {
		t.Errorf("%d bytes before, %d after, %v", before.Bytes, u.Bytes, err)
	}
	// An analysis goes with its table.
	if err := s.Drop(t.Context(), "a", 1); err != nil {
		t.Fatal(err)
	}
	if n, err := s.ExpireTables(t.Context(), "finished", 9, 9); n != 1 || err != nil {
		t.Errorf("expired %d, %v", n, err)
	}
	want("a")
	want("b")

	// People who are forgotten leave what their devices found, of several at a table the last one's.
	add(t, s, row("c", "duel", "finished", true, 3, 0))
	for _, person := range []string{"u", "v", "w"} {
		if err := s.AddPerson(t.Context(), store.Person{ID: person, Name: person}, []byte(person)); err != nil {
			t.Fatal(err)
		}
		put("c", person, "net of "+person, 1, true)
	}
	for _, person := range []string{"u", "v"} {
		if err := s.Forget(t.Context(), person, 0); err != nil {
			t.Fatal(err)
		}
	}
	want("c", " by net of v", "w by net of w")
}

func addPeople(t *testing.T, s store.Store, people ...store.Person) {
	t.Helper()
	for _, p := range people {
		if err := s.AddPerson(t.Context(), p, []byte(p.ID)); err != nil {
			t.Fatal(err)
		}
	}
}

func wantPeople(t *testing.T, s store.Store, want map[string]bool) {
	t.Helper()
	for id, there := range want {
		if _, _, err := s.PersonByToken(t.Context(), []byte(id)); (err == nil) != there {
			t.Errorf("%s: %v", id, err)
		}
	}
}

func oldTokens(t *testing.T, s store.Store, _ func() store.Store) {
	addPeople(t, s, store.Person{ID: "old", Created: 1}, store.Person{ID: "older", Created: 0}, store.Person{ID: "new", Created: 9}, store.Person{ID: "bot", Owner: "old", Created: 1})
	if n, err := s.ExpireTokens(t.Context(), false, 5, 1); n != 1 || err != nil {
		t.Errorf("expired %d, %v", n, err)
	}
	wantPeople(t, s, map[string]bool{"older": false, "old": true, "new": true, "bot": true})
	if n, err := s.ExpireTokens(t.Context(), false, 5, 9); n != 1 || err != nil {
		t.Errorf("expired %d, %v", n, err)
	}
	wantPeople(t, s, map[string]bool{"older": false, "old": false, "new": true, "bot": true})
	// Nobody could revoke the token of its program any more.
	if n, err := s.ExpireTokens(t.Context(), false, 5, 9); n != 1 || err != nil {
		t.Errorf("expired %d, %v", n, err)
	}
	wantPeople(t, s, map[string]bool{"new": true, "bot": false})
}

func oldPeople(t *testing.T, s store.Store, _ func() store.Store) {
	addPeople(t, s, store.Person{ID: "gone", Created: 1}, store.Person{ID: "here", Created: 1}, store.Person{ID: "plays", Created: 1}, store.Person{ID: "new", Created: 9},
		store.Person{ID: "owner", Created: 1}, store.Person{ID: "bot", Owner: "owner", Created: 1})
	add(t, s, row("a", "duel", "finished", true, 1, 0, store.Involved{Person: "plays"}))
	for _, id := range []string{"gone", "plays", "new", "owner"} {
		if _, err := s.RemoveTokens(t.Context(), id); err != nil {
			t.Fatal(err)
		}
	}
	if n, err := s.ExpirePeople(t.Context(), 5, 9); n != 1 || err != nil {
		t.Errorf("expired %d, %v", n, err)
	}
	got, err := s.Names(t.Context(), []string{"gone", "here", "plays", "new", "owner", "bot"})
	if _, there := got["gone"]; err != nil || there || len(got) != 5 {
		t.Errorf("left: %v, %v", got, err)
	}
	// With the program's token gone too, first it goes and then its owner.
	if _, err := s.RemoveTokens(t.Context(), "bot"); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if n, err := s.ExpirePeople(t.Context(), 5, 9); n != 1 || err != nil {
			t.Errorf("expired %d, %v", n, err)
		}
	}
}

func oldTables(t *testing.T, s store.Store, _ func() store.Store) {
	for i, id := range []string{"a", "b", "c", "d"} {
		status := "lobby"
		if id == "b" {
			status = "finished"
		}
		add(t, s, row(id, "duel", status, true, int64(10*(i+1)), 0, store.Involved{Person: "x"}))
		say(t, s, store.Line{Table: id, Person: "x", Command: "1", Text: "hi"})
	}
	if n, err := s.ExpireTables(t.Context(), "lobby", 35, 1); n != 1 || err != nil {
		t.Errorf("expired %d, %v", n, err)
	}
	if got := list(t, s, store.Query{Status: "lobby", Limit: 9}); got != "dc" {
		t.Errorf("the oldest went first: %q", got)
	}
	if n, err := s.ExpireTables(t.Context(), "lobby", 35, 9); n != 1 || err != nil {
		t.Errorf("expired %d, %v", n, err)
	}
	if got := list(t, s, store.Query{Status: "lobby", Limit: 9}) + list(t, s, store.Query{Status: "finished", Limit: 9}); got != "db" {
		t.Errorf("left: %q", got)
	}
	wantEntries(t, s, "a", 0)
	if said, err := s.Said(t.Context(), "a", 9); err != nil || len(said) != 0 {
		t.Errorf("chat of an expired table: %v, %v", said, err)
	}
}

func excess(t *testing.T, s store.Store, _ func() store.Store) {
	keep(t, s, "x", "Xenia", "xenia")
	keep(t, s, "k", "Karla", "karla")
	for _, p := range []store.Person{{ID: "g", Name: "Guest"}, {ID: "o", Name: "Other"}, {ID: "program", Name: "Program", Owner: "g"}} {
		if err := s.AddPerson(t.Context(), p, []byte(p.ID)); err != nil {
			t.Fatal(err)
		}
	}
	// g has four lobbies with those of the program, k two, o and x one each; z begins soon.
	for i, c := range "gpgpkkoxz" {
		owner := map[rune]string{'p': "program", 'z': "g"}[c]
		if owner == "" {
			owner = string(c)
		}
		b := row(string(rune('a'+i)), "duel", "lobby", true, int64(10*i), 0, store.Involved{Person: owner})
		if b.Row.Owner = owner; c == 'z' {
			b.Row.Wake = 150
		}
		add(t, s, b)
	}
	left := func() string { return list(t, s, store.Query{Status: "lobby", Limit: 20}) }
	for _, step := range []struct {
		n    int
		want string
	}{{1, "ihgfedcb"}, {1, "ihgfedc"}, {2, "ihgfd"}, {1, "ihgf"}} {
		if n, err := s.ExpireExcess(t.Context(), "lobby", false, 100, 200, step.n); n != step.n || err != nil || left() != step.want {
			t.Errorf("expired %d, %v; left %q, want %q", n, err, left(), step.want)
		}
	}
	// Of guests alone: what concerns somebody with an account stays, and what has changed since, too.
	if n, err := s.ExpireExcess(t.Context(), "lobby", true, 60, 0, 9); n != 0 || err != nil || left() != "ihgf" {
		t.Errorf("expired %d, %v; left %q", n, err, left())
	}
	if n, err := s.ExpireExcess(t.Context(), "lobby", true, 100, 0, 9); n != 2 || err != nil || left() != "hf" {
		t.Errorf("expired %d, %v; left %q", n, err, left())
	}
}

func oldChat(t *testing.T, s store.Store, _ func() store.Store) {
	for i := range 5 {
		if _, err := s.Say(t.Context(), store.Line{Table: "a", Person: "x", Command: fmt.Sprint(i), At: int64(i), Text: fmt.Sprint(i)}, 9); err != nil {
			t.Fatal(err)
		}
	}
	// What was said at a table that is not over since then stays.
	for id, b := range map[string]*store.Batch{"b": row("b", "duel", "playing", true, 1, 0), "c": row("c", "duel", "finished", true, 3, 0), "d": row("d", "duel", "finished", true, 2, 0)} {
		add(t, s, b)
		say(t, s, store.Line{Table: id, Person: "x", Command: "1", At: 1, Text: id})
	}
	defer func() {
		for id, want := range map[string]int{"b": 1, "c": 1, "d": 0} {
			if said, err := s.Said(t.Context(), id, 9); err != nil || len(said) != want {
				t.Errorf("%s: %v, %v", id, said, err)
			}
		}
	}()
	if n, err := s.ExpireChat(t.Context(), 3, 1); n != 1 || err != nil {
		t.Errorf("expired %d, %v", n, err)
	}
	if n, err := s.ExpireChat(t.Context(), 3, 2); n != 2 || err != nil {
		t.Errorf("expired %d, %v", n, err)
	}
	if n, err := s.ExpireChat(t.Context(), 3, 2); n != 1 || err != nil {
		t.Errorf("expired %d, %v", n, err)
	}
	said, err := s.Said(t.Context(), "a", 9)
	if err != nil || len(said) != 2 || said[0].Text != "3" {
		t.Errorf("left: %+v, %v", said, err)
	}
	// Numbers are not given twice.
	if n := say(t, s, store.Line{Table: "a", Person: "y", Command: "1", At: 9, Text: "y"}); n != 6 {
		t.Errorf("the next line is %d", n)
	}
}

func usage(t *testing.T, s store.Store, _ func() store.Store) {
	before, err := s.Usage(t.Context())
	if err != nil || before.Bytes <= 0 {
		t.Fatalf("%+v, %v", before, err)
	}
	b := row("a", "duel", "lobby", true, 1, 0)
	b.Snapshot = bytes.Repeat([]byte("x"), 1<<20)
	add(t, s, b)
	add(t, s, row("b", "duel", "finished", true, 1, 0))
	say(t, s, store.Line{Table: "a", Person: "x", Command: "1", Text: "hi"})
	addPeople(t, s, store.Person{ID: "p"})
	u, err := s.Usage(t.Context())
	if err != nil || u.Tables["lobby"] != 1 || u.Tables["finished"] != 1 || u.Entries != 2 || u.Snapshots != 1 || u.Lines != 1 || u.People != 1 || u.Tokens != 1 {
		t.Errorf("%+v, %v", u, err)
	}
	if u.Bytes < before.Bytes+1<<20 {
		t.Errorf("%d bytes before, %d after", before.Bytes, u.Bytes)
	}
}

func heartbeat(t *testing.T, s store.Store, reopen func() store.Store) {
	for i, want := range []int64{0, 100, 200} {
		if i == 2 {
			s = reopen()
		}
		if got, err := s.Heartbeat(t.Context(), int64(100*(i+1))); err != nil || got != want {
			t.Errorf("heartbeat before: %d, %v, want %d", got, err, want)
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
