package seek_test

import (
	"testing"
	"time"

	"mirabilia/seek"
	"mirabilia/store"
)

// An open table is answered like a seek: whoever looks for such a game is called to it, and nobody else meanwhile.
func TestOpenTable(t *testing.T) {
	w := newWorld(t)
	here, there := w.node(), w.node()
	w.tables = []seek.Table{{ID: "open", Wish: live, Since: w.now.Load(), People: []string{"anna"}}}
	if counts, err := here.Counts(t.Context()); err != nil || len(counts) != 1 || counts[0].Waiting != 1 {
		t.Errorf("waiting: %+v, %v", counts, err)
	}
	w.pair(here, 0)
	w.pass(time.Second)
	w.begin(here, "bela", live)
	w.pass(time.Second)
	w.begin(here, "csaba", live)
	// The two who seek and the table: the first who came sits down at it, the other goes on looking.
	w.pair(here, 1)
	w.pair(there, 0)
	c := w.called(there, "bela")
	if c.Table != "open" || len(c.Seated) != 1 || c.Seated[0] != "anna" || c.Seats() != 2 || len(c.People) != 1 {
		t.Fatalf("%+v", c)
	}
	w.seeks(here, "csaba", true)
	if c := w.answer(there, "bela", c.ID, true); !c.Opened || w.opened["open"] == nil {
		t.Errorf("nobody sits down: %+v", c)
	}
}

// Whoever does not want to leaves the table to others.
func TestOpenTableNotNow(t *testing.T) {
	w := newWorld(t)
	n := w.node()
	w.tables = []seek.Table{{ID: "open", Wish: live, Since: w.now.Load(), People: []string{"anna"}}}
	w.begin(n, "bela", live)
	w.pair(n, 1)
	w.answer(n, "bela", w.called(n, "bela").ID, false)
	w.begin(n, "csaba", live)
	w.pair(n, 1)
	if c := w.called(n, "csaba"); c.Table != "open" {
		t.Errorf("%+v", c)
	}
	// Nobody answers: the table is free again, too.
	w.pass(25 * time.Second)
	w.tidy(n)
	w.begin(n, "dora", live)
	w.pair(n, 1)
	w.called(n, "dora")
}

// Somebody else has sat down meanwhile: whoever was called goes on looking, from when they began.
func TestOpenTableGone(t *testing.T) {
	w := newWorld(t)
	n := w.node()
	w.tables = []seek.Table{{ID: "open", Wish: days, Since: w.now.Load(), People: []string{"anna"}}}
	w.gone = map[string]bool{"open": true}
	w.begin(n, "bela", days)
	w.pair(n, 1)
	w.seeks(n, "bela", true)
	if c, err := n.Call(t.Context(), "bela"); c != nil || err != nil {
		t.Errorf("still called: %+v, %v", c, err)
	}
	w.tables[0].Wish, w.tables = live, w.tables[:1]
	w.pass(time.Minute)
	w.begin(n, "csaba", live)
	w.pair(n, 1)
	_, err := n.Answer(t.Context(), "csaba", w.called(n, "csaba").ID, true)
	refusedWith(t, err, "call_over")
	w.seeks(n, "csaba", true)
	// The list of tables that was read a moment ago still has it: nobody is called to it again.
	w.tables = nil
	w.pair(n, 0)
}

// Blocked people, other wishes and other windows do not meet at open tables either.
func TestOpenTableDoesNotFit(t *testing.T) {
	w := newWorld(t)
	n := w.node()
	for _, p := range []string{"anna", "bela"} {
		if err := w.db.AddPerson(t.Context(), store.Person{ID: p, Name: p}, []byte(p)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := w.db.Shun(t.Context(), store.Shunned{Person: "anna", Other: "bela", Blocked: true}, 9); err != nil {
		t.Fatal(err)
	}
	w.tables = []seek.Table{{ID: "open", Wish: live, Since: w.now.Load(), People: []string{"anna"}}}
	w.begin(n, "bela", live)
	w.begin(n, "csaba", seek.Wish{Game: "duel"})
	w.begin(n, "dora", seek.Wish{Game: "pantheon", Rated: true})
	w.pair(n, 0)
}

// Whoever leaves games meets only people who take that, and losing on purpose brings no weaker opponents.
func TestLeaversAndSandbags(t *testing.T) {
	w := newWorld(t)
	n := w.node()
	w.about = map[string]seek.About{"anna": {Leaver: true}, "csaba": {TakesLeavers: true}, "dora": {Best: 2100}}
	w.begin(n, "anna", live)
	w.begin(n, "bela", live)
	w.pair(n, 0)
	w.begin(n, "csaba", live)
	w.pair(n, 1)
	w.called(n, "anna")
	w.called(n, "csaba")
	w.seeks(n, "bela", true)
	w.begin(n, "dora", live)
	if list, err := n.Of(t.Context(), "dora"); err != nil || len(list) != 1 || list[0].Strength != 1900 {
		t.Errorf("%+v, %v", list, err)
	}
}
