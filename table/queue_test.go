package table

import (
	"fmt"
	"testing"
	"time"

	"mirabilia/games/duel"
	"mirabilia/games/wonders"
)

// A queue by a clock that stands still unless it is moved, with the usual times of two levels.
func testQueue() (q *queue, now *time.Time) {
	start := time.Unix(0, 0)
	q, now = newQueue(), &start
	q.now = func() time.Time { return *now }
	for _, g := range []string{"duel", "wonders"} {
		q.usual[botKind{g, "level3"}], q.usual[botKind{g, "level8"}] = 2*time.Millisecond, time.Second
	}
	return q, now
}

// serve thinks about the next decision for as long as usual.
func serve(q *queue, now *time.Time, shortOnly bool) *job {
	j := q.next(shortOnly)
	if j != nil {
		took := q.cost(j)
		*now = now.Add(took)
		q.done(j, took)
	}
	return j
}

// flood lets a person ask for the decisions of six strong bots at each of forty tables.
func flood(q *queue, person string, urgent bool) {
	for table := range 40 {
		for range 6 {
			q.add(&job{table: fmt.Sprint(person, table), person: person, game: wonders.Game, bot: "level8", urgent: urgent})
		}
	}
}

// However many strong bots one guest sets thinking, another person's bot is asked next, weak or strong, even if the
// flood came first and people sit at its tables.
func TestFloodDelaysNobodyElse(t *testing.T) {
	for _, bot := range []string{"level3", "level8"} {
		for served := 1; served < 5; served++ {
			q, now := testQueue()
			flood(q, "mallory", true)
			for range served {
				serve(q, now, false)
			}
			j := &job{table: "t", person: "anna", game: duel.Game, bot: bot, urgent: true}
			q.add(j)
			if got := serve(q, now, false); got != j {
				t.Errorf("%s after %d decisions: %s of %s was asked first", bot, served, got.bot, got.person)
			}
			// Its next decisions wait for one of the flood's at most.
			for range 20 {
				j = &job{table: "t", person: "anna", game: duel.Game, bot: bot, urgent: true}
				q.add(j)
				if a, b := serve(q, now, false), (*job)(nil); a != j {
					if b = serve(q, now, false); b != j {
						t.Fatalf("%s after %d decisions: %s and %s were asked first", bot, served, a.person, b.person)
					}
				}
			}
		}
	}
}

// Guests are cheap: many of one address share what one person gets.
func TestAddressesShare(t *testing.T) {
	q, now := testQueue()
	for i := range 10 {
		guest := fmt.Sprint("guest", i)
		q.seen(guest, "192.0.2.1")
		flood(q, guest, true)
	}
	q.seen("anna", "192.0.2.2")
	const rounds = 40
	mine := 0
	ask := func() { q.add(&job{table: "t", person: "anna", game: duel.Game, bot: "level8", urgent: true}) }
	ask() // one more than is answered: an account that asks for nothing is forgotten, and its next decision comes first
	for range rounds {
		ask()
		for serve(q, now, false).person != "anna" {
		}
		mine++
	}
	if served := int(q.arrivals) - len(q.waiting) - mine; served > rounds+1 {
		t.Errorf("the address with ten guests was served %d times, the one with one %d", served, mine)
	}
}

// Within a person's games the tables take turns, and of one table's decisions the shortest comes first.
func TestTablesTakeTurnsAndShortGoesFirst(t *testing.T) {
	q, now := testQueue()
	for _, table := range []string{"a", "b"} {
		q.add(&job{table: table, person: "anna", game: wonders.Game, bot: "level8"})
		q.add(&job{table: table, person: "anna", game: wonders.Game, bot: "level3"})
		q.add(&job{table: table, person: "anna", game: wonders.Game, bot: "level8"})
	}
	order := ""
	for j := serve(q, now, false); j != nil; j = serve(q, now, false) {
		order += j.table + j.bot[len("level"):] + " "
	}
	if want := "a3 b3 a8 b8 a8 b8 "; order != want {
		t.Errorf("asked %s, want %s", order, want)
	}
}

// Who has spent the budget comes after everyone else, even from another address with bots alone, until it fades.
func TestBudget(t *testing.T) {
	q, now := testQueue()
	flood(q, "mallory", true)
	for range 100 { // one worker all the time
		serve(q, now, false)
	}
	alone := func() *job {
		j := &job{table: "t", person: "anna", game: duel.Game, bot: "level8"}
		q.add(j)
		return j
	}
	// Anna's tables have bots alone: within the budget mallory's, with a person, would go first.
	for range 10 {
		if j := alone(); serve(q, now, false) != j {
			t.Fatal("the budget is spent, yet it was served first")
		}
	}
	*now = now.Add(10 * time.Minute)
	alone()
	if j := serve(q, now, false); j.person != "mallory" {
		t.Errorf("the budget came back, yet %s was served first", j.person)
	}
}

// The worker for short thoughts takes no long ones, so a weak bot never waits for strong ones to finish.
func TestShortThoughtsHaveAWorker(t *testing.T) {
	q, now := testQueue()
	flood(q, "mallory", true)
	if j := serve(q, now, true); j != nil {
		t.Fatalf("it took %s", j.bot)
	}
	q.add(&job{table: "t", person: "anna", game: duel.Game, bot: "unknown"}) // may be long
	want := &job{table: "t", person: "anna", game: duel.Game, bot: "level3"}
	q.add(want)
	if j := serve(q, now, true); j != want {
		t.Error("it left the short thought")
	}
}

// Accounts do not pile up, and decisions that nobody waits for are dropped.
func TestAccountsAreForgotten(t *testing.T) {
	q, now := testQueue()
	for i := range 3 * sweepAfter {
		q.add(&job{table: fmt.Sprint(i), person: fmt.Sprint(i), game: duel.Game, bot: "level8"})
		serve(q, now, false)
		*now = now.Add(time.Minute)
	}
	if n := len(q.root.children); n > sweepAfter+1 {
		t.Errorf("%d accounts are kept", n)
	}
	gone := &job{table: "t", person: "anna", game: duel.Game, bot: "level3"}
	q.add(gone)
	gone.stale.Store(true)
	if j := q.next(false); j != nil || len(q.waiting) != 0 || q.root.children["anna"] != nil {
		t.Error("a decision that nobody waits for was kept")
	}
}
