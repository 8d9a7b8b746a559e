package seek_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"mirabilia/game"
	"mirabilia/seek"
	"mirabilia/store"
	"mirabilia/store/sqlite"
)

// world is a store with a clock, and the tables that were opened.
type world struct {
	t   *testing.T
	db  store.Store
	now atomic.Int64

	mu     sync.Mutex
	opened map[string]*seek.Call
	// failing makes opening tables fail.
	failing bool
	last    map[string][2][]string
	about   map[string]seek.About
	// tables are the open ones, and gone those that are open no longer when people want to sit down there.
	tables []seek.Table
	gone   map[string]bool
	ids    int
}

func newWorld(t *testing.T) *world {
	t.Helper()
	db, err := sqlite.Open(t.Context(), t.TempDir(), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	w := &world{t: t, db: db, opened: map[string]*seek.Call{}, last: map[string][2][]string{}}
	w.now.Store(1_000_000)
	return w
}

var errNotNow = errors.New("not now")

// node returns one of several that share the store.
func (w *world) node() *seek.Seeks {
	return seek.New(seek.Config{Store: w.db, Now: w.now.Load,
		NewID: func() string {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.ids++
			return fmt.Sprint("id", w.ids)
		},
		About: func(_ context.Context, person, _ string) (seek.About, error) {
			w.mu.Lock()
			defer w.mu.Unlock()
			about := w.about[person]
			about.Last = w.last[person]
			return about, nil
		},
		Tables: func(context.Context) ([]seek.Table, error) { return w.tables, nil },
		Open: func(_ context.Context, c *seek.Call) error {
			w.mu.Lock()
			defer w.mu.Unlock()
			if w.failing {
				return errNotNow
			}
			if w.gone[c.Table] {
				return seek.ErrGone
			}
			copied := *c
			w.opened[c.Table] = &copied
			return nil
		}})
}

func (w *world) pass(d time.Duration) { w.now.Add(d.Milliseconds()) }

func (w *world) begin(n *seek.Seeks, person string, wish seek.Wish) {
	w.t.Helper()
	if err := n.Begin(w.t.Context(), person, true, wish); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) pair(n *seek.Seeks, want int) {
	w.t.Helper()
	if found, err := n.Pair(w.t.Context()); err != nil || found != want {
		w.t.Fatalf("%d games found, %v; want %d", found, err, want)
	}
}

func (w *world) tidy(n *seek.Seeks) {
	w.t.Helper()
	if err := n.Tidy(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
}

// called returns the call to a person, which must be there.
func (w *world) called(n *seek.Seeks, person string) *seek.Call {
	w.t.Helper()
	c, err := n.Call(w.t.Context(), person)
	if err != nil || c == nil {
		w.t.Fatalf("%s is not called: %v", person, err)
	}
	return c
}

func (w *world) answer(n *seek.Seeks, person, id string, yes bool) *seek.Call {
	w.t.Helper()
	c, err := n.Answer(w.t.Context(), person, id, yes)
	if err != nil {
		w.t.Fatal(err)
	}
	return c
}

// seeks checks whether a person looks for a game.
func (w *world) seeks(n *seek.Seeks, person string, want bool) {
	w.t.Helper()
	list, err := n.Of(w.t.Context(), person)
	if err != nil || len(list) > 0 != want {
		w.t.Errorf("%s looks for %+v, %v; want %v", person, list, err, want)
	}
}

func refusedWith(t *testing.T, err error, reason string) {
	t.Helper()
	var r *game.Error
	if !errors.As(err, &r) || r.Reason != reason {
		t.Errorf("%v, want a refusal %s", err, reason)
	}
}

var live, days = seek.Wish{Game: "duel", Rated: true}, seek.Wish{Game: "duel", Rated: true, Days: true}

// Whoever blocks another never meets them, however long both wait; a third meets either.
func TestBlockedNeverMeet(t *testing.T) {
	w := newWorld(t)
	n := w.node()
	for _, p := range []string{"anna", "béla", "cili"} {
		if err := w.db.AddPerson(t.Context(), store.Person{ID: p, Name: p}, []byte(p)); err != nil {
			t.Fatal(err)
		}
	}
	shun := store.Shunned{Person: "anna", Other: "béla", Blocked: true}
	if _, err := w.db.Shun(t.Context(), shun, 9); err != nil {
		t.Fatal(err)
	}
	friendly := seek.Wish{Game: "duel"}
	w.begin(n, "anna", friendly)
	w.begin(n, "béla", friendly)
	for range 100 {
		w.pair(n, 0)
		w.pass(2 * time.Second)
		w.seeks(n, "anna", true)
		w.seeks(n, "béla", true)
	}
	w.begin(n, "cili", friendly)
	w.pair(n, 1)
	if c := w.called(n, "cili"); c.People[0].Seek.Person == "béla" == (c.People[1].Seek.Person == "béla") && c.People[0].Seek.Person == "anna" == (c.People[1].Seek.Person == "anna") {
		t.Errorf("%+v", c.People)
	}
	w.answer(n, "cili", w.called(n, "cili").ID, false)
	// Once it is over, they meet; a mute is no hindrance either.
	shun.Blocked = false
	if _, err := w.db.Shun(t.Context(), shun, 9); err != nil {
		t.Fatal(err)
	}
	w.pair(n, 1)
	if a, b := w.called(n, "anna"), w.called(n, "béla"); a.ID != b.ID {
		t.Errorf("%s and %s", a.ID, b.ID)
	}
}

// Two people meet: both are called, both sit down, and the table is opened once.
func TestTwoMeet(t *testing.T) {
	w := newWorld(t)
	here, there := w.node(), w.node()
	w.begin(here, "anna", live)
	w.pair(here, 0)
	w.seeks(there, "anna", true)
	w.begin(there, "bela", live)
	w.pair(here, 1)
	w.pair(there, 0)
	w.seeks(here, "anna", false)
	c := w.called(there, "anna")
	if c.Opened || !c.Rated || c.Seats() != 2 || c.ID != w.called(here, "bela").ID {
		t.Fatalf("%+v", c)
	}
	refusedWith(t, here.Begin(t.Context(), "anna", true, live), "called")
	if c := w.answer(here, "anna", c.ID, true); c.Opened || len(w.opened) != 0 {
		t.Errorf("opened after one answer: %+v", c)
	}
	if c := w.answer(there, "bela", c.ID, true); !c.Opened || len(w.opened) != 1 {
		t.Errorf("not opened: %+v", c)
	}
	if !w.called(here, "anna").Opened {
		t.Error("anna is not told")
	}
	w.answer(here, "anna", c.ID, true) // an answer that is repeated changes nothing
	_, err := here.Answer(t.Context(), "bela", c.ID, false)
	if err != nil {
		t.Errorf("after the table was opened: %v", err)
	}
	if len(w.opened) != 1 {
		t.Errorf("%d tables", len(w.opened))
	}
	// Both can look again at once.
	w.begin(here, "anna", live)
	w.seeks(here, "anna", true)
	_, err = here.Answer(t.Context(), "csaba", c.ID, true)
	refusedWith(t, err, "call_over")
}

// Whoever does not want to ends the call: the other goes on looking, from when they began.
func TestNotNow(t *testing.T) {
	w := newWorld(t)
	n := w.node()
	w.begin(n, "anna", live)
	began := w.now.Load()
	w.pass(time.Second)
	w.begin(n, "bela", live)
	w.pair(n, 1)
	w.answer(n, "bela", w.called(n, "bela").ID, false)
	w.seeks(n, "bela", false)
	if list, err := n.Of(t.Context(), "anna"); err != nil || len(list) != 1 || list[0].Since != began {
		t.Errorf("%+v, %v", list, err)
	}
	if c, err := n.Call(t.Context(), "anna"); c != nil || err != nil {
		t.Errorf("%+v, %v", c, err)
	}
}

// Whoever does not answer has left: the seek ends, and after two missed calls in a row live seeks rest.
func TestNoAnswer(t *testing.T) {
	w := newWorld(t)
	n := w.node()
	for i, other := range []string{"anna", "csaba"} {
		w.begin(n, other, live)
		w.begin(n, "bela", live)
		w.pair(n, 1)
		c := w.called(n, other)
		w.answer(n, other, c.ID, true)
		w.pass(19 * time.Second)
		w.tidy(n)
		w.called(n, other)
		w.pass(2 * time.Second)
		_, err := n.Answer(t.Context(), "bela", c.ID, true)
		refusedWith(t, err, "call_over")
		w.tidy(n)
		w.tidy(n)
		w.seeks(n, other, true)
		w.seeks(n, "bela", false)
		if len(w.opened) != 0 {
			t.Fatalf("game %d was opened", i)
		}
		if err := n.End(t.Context(), other, "live"); err != nil {
			t.Fatal(err)
		}
	}
	refusedWith(t, n.Begin(t.Context(), "bela", true, live), "resting")
	w.begin(n, "bela", days)
	w.pass(6 * time.Minute)
	w.begin(n, "bela", live)
}

// TestDecliningTwiceRests: from the second declined call in a row on, live seeks rest, as after calls that were not answered; the two of a declined call are not called together again for some minutes.
func TestDecliningTwiceRests(t *testing.T) {
	w := newWorld(t)
	n := w.node()
	w.begin(n, "anna", live)
	w.begin(n, "eva", live)
	w.pair(n, 1)
	w.answer(n, "eva", w.called(n, "eva").ID, false)
	w.begin(n, "eva", live) // once is nothing
	w.pair(n, 0)
	// Somebody else is called at once.
	w.begin(n, "csaba", live)
	w.pair(n, 1)
	with := w.called(n, "csaba")
	if !slices.ContainsFunc(with.People, func(p seek.Called) bool { return p.Seek.Person == "anna" }) {
		t.Errorf("%+v", with)
	}
	w.answer(n, "csaba", with.ID, true)
	w.answer(n, "anna", with.ID, true)
	w.begin(n, "dora", live)
	w.pair(n, 1)
	w.answer(n, "eva", w.called(n, "eva").ID, false)
	refusedWith(t, n.Begin(t.Context(), "eva", true, live), "resting")
	w.begin(n, "eva", days)
	if err := n.End(t.Context(), "eva", "days-duel-friendly"); err != nil {
		t.Fatal(err)
	}
	// After ten minutes all of it is forgotten, and whoever sits down has no call to make up for.
	w.pass(11 * time.Minute)
	w.begin(n, "eva", live)
	w.begin(n, "dora", live)
	w.pair(n, 1)
	c := w.called(n, "eva")
	w.answer(n, "eva", c.ID, true)
	w.answer(n, "dora", c.ID, true)
	w.begin(n, "eva", live)
	w.begin(n, "flora", live)
	w.pair(n, 1)
	w.answer(n, "eva", w.called(n, "eva").ID, false)
	w.begin(n, "eva", live)
}

// A node dies after all have agreed and before the table is open: another opens it.
func TestADeathBeforeTheTable(t *testing.T) {
	w := newWorld(t)
	dying, other := w.node(), w.node()
	w.begin(dying, "anna", live)
	w.begin(dying, "bela", live)
	w.pair(dying, 1)
	id := w.called(other, "anna").ID
	w.answer(dying, "anna", id, true)
	w.failing = true
	if _, err := dying.Answer(t.Context(), "bela", id, true); !errors.Is(err, errNotNow) {
		t.Fatal(err)
	}
	w.failing = false
	w.pass(25 * time.Second) // too late to answer, but all have
	w.tidy(other)
	if c := w.called(other, "bela"); !c.Opened || len(w.opened) != 1 || w.opened[c.Table] == nil {
		t.Errorf("%+v, %d tables", c, len(w.opened))
	}
}

// At days per move nobody need be there.
func TestDays(t *testing.T) {
	w := newWorld(t)
	n := w.node()
	w.begin(n, "anna", days)
	w.pass(13 * 24 * time.Hour)
	w.seeks(n, "anna", true)
	w.begin(n, "bela", days)
	w.pair(n, 1)
	if len(w.opened) != 1 {
		t.Errorf("%d tables", len(w.opened))
	}
	for _, game := range []string{"pantheon", "wonders", "architects", "dice"} {
		w.begin(n, "csaba", seek.Wish{Game: game, Days: true})
	}
	w.begin(n, "csaba", days)
	w.begin(n, "csaba", days) // the same again
	refusedWith(t, n.Begin(t.Context(), "csaba", true, seek.Wish{Game: "duel", Days: true}), "too_many_seeks")
	w.pass(15 * 24 * time.Hour)
	w.seeks(n, "csaba", false)
}

// A live seek moves to another game; it lives as long as its page asks, and what is asked for again goes on.
func TestLiveSeeks(t *testing.T) {
	w := newWorld(t)
	n := w.node()
	w.begin(n, "anna", live)
	began := w.now.Load()
	for range 5 {
		w.pass(time.Minute)
		w.seeks(n, "anna", true)
	}
	w.begin(n, "anna", seek.Wish{Game: "duel", Rated: true, Bots: true})
	if list, err := n.Of(t.Context(), "anna"); err != nil || len(list) != 1 || list[0].Since != began || !list[0].Bots {
		t.Errorf("%+v, %v", list, err)
	}
	w.begin(n, "anna", seek.Wish{Game: "dice"})
	if list, err := n.Of(t.Context(), "anna"); err != nil || len(list) != 1 || list[0].Game != "dice" || list[0].Since == began {
		t.Errorf("%+v, %v", list, err)
	}
	w.pass(3 * time.Minute)
	w.seeks(n, "anna", false)
	w.begin(n, "anna", live)
	if err := n.End(t.Context(), "anna", "live"); err != nil {
		t.Error(err)
	}
	w.seeks(n, "anna", false)
	if err := n.End(t.Context(), "anna", "live"); err != nil {
		t.Errorf("ended twice: %v", err)
	}
	refusedWith(t, n.Begin(t.Context(), "anna", true, seek.Wish{Game: "chess"}), "no_such_game")
	refusedWith(t, n.Begin(t.Context(), "guest", false, live), "rated_name")
	if err := n.Begin(t.Context(), "guest", false, seek.Wish{Game: "duel"}); err != nil {
		t.Error(err)
	}
}

// A thousand people look at once and several nodes pair them: everybody is called to one game.
func TestAThousand(t *testing.T) {
	w := newWorld(t)
	const people = 1000
	nodes := []*seek.Seeks{w.node(), w.node(), w.node()}
	var wg sync.WaitGroup
	for i, n := range nodes {
		wg.Go(func() {
			for p := i; p < people; p += len(nodes) {
				if err := n.Begin(t.Context(), fmt.Sprint("p", p), true, live); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if counts, err := w.node().Counts(t.Context()); err != nil || len(counts) != 1 || counts[0].Waiting != people {
		t.Errorf("%+v, %v", counts, err)
	}
	var found atomic.Int64
	for _, n := range nodes {
		wg.Go(func() {
			k, err := n.Pair(t.Context())
			if err != nil {
				t.Error(err)
			}
			found.Add(int64(k))
		})
	}
	wg.Wait()
	if found.Load() != people/2 {
		t.Fatalf("%d games", found.Load())
	}
	seen := map[string][]string{}
	for p := range people {
		name := fmt.Sprint("p", p)
		c := w.called(nodes[p%3], name)
		seen[c.ID] = append(seen[c.ID], name)
		if !slices.ContainsFunc(c.People, func(q seek.Called) bool { return q.Seek.Person == name }) {
			t.Errorf("%s is called to a game of others", name)
		}
	}
	for id, list := range seen {
		if len(list) != 2 {
			t.Errorf("%v are called to %s", list, id)
		}
	}
}

// Whether somebody looked for others is known for a day.
func TestSought(t *testing.T) {
	w := newWorld(t)
	n := w.node()
	want := func(want bool) {
		t.Helper()
		if got, err := n.Sought(t.Context()); err != nil || got != want {
			t.Errorf("%v, %v", got, err)
		}
	}
	want(false)
	w.begin(n, "anna", live)
	w.pass(20 * time.Hour)
	w.begin(n, "anna", live)
	w.pass(20 * time.Hour)
	want(true)
	w.pass(5 * time.Hour)
	want(false)
}

// How long people usually wait is the median of the last waits, once there are enough.
func TestUsualWait(t *testing.T) {
	w := newWorld(t)
	here, there := w.node(), w.node()
	usual := func(wish seek.Wish, want int64) {
		t.Helper()
		if got, err := there.Usual(t.Context(), wish); err != nil || got != want {
			t.Errorf("%+v: usually %d ms, %v; want %d", wish, got, err, want)
		}
	}
	for n := range 3 {
		usual(live, 0)
		first, second := fmt.Sprint("first", n), fmt.Sprint("second", n)
		w.begin(here, first, live)
		w.pass(10 * time.Second)
		w.begin(there, second, live)
		w.pair(here, 1)
		w.answer(here, first, w.called(here, first).ID, true)
		w.answer(there, second, w.called(there, second).ID, true)
	}
	usual(live, 10_000)
	usual(seek.Wish{Game: "duel"}, 0)
	usual(days, 0)
	// Nobody has played for long: nothing is known.
	w.pass(31 * 24 * time.Hour)
	usual(live, 0)
}
