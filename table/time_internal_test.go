package table

import (
	"testing"
	"time"
)

// TestTimeThatWasWrong: a node that thought that it was much later goes by the common time as soon as it knows better, and forgets the pauses that it or others found meanwhile.
func TestTimeThatWasWrong(t *testing.T) {
	const start = int64(1_000_000_000_000)
	wall, mono := start, time.Duration(0)
	k := newTimekeeper(func() (int64, time.Duration) { return wall, mono }, 0, true)
	step := func(by int64) int64 {
		wall, mono = wall+by+1000, mono+time.Second
		return k.now()
	}
	if got := step(0); got != start+1000 {
		t.Fatalf("at first: %d", got-start)
	}
	wrong := step(400 * day)
	if length, until := k.paused(start); length < 399*day || until != wrong {
		t.Fatalf("a jump ahead is a pause: %d until %d", length, until)
	}
	k.pauseAt(wrong+day, day) // another node finds one
	if got := step(-400 * day); got != start+3000 {
		t.Errorf("back again: %d", got-start)
	}
	if length, _ := k.paused(start); length != 0 {
		t.Errorf("a pause of %d is left of it", length)
	}
	k.pauseAt(start+400*day, 400*day) // it was noted in the store, too
	if length, _ := k.paused(start); length != 0 {
		t.Errorf("a pause of %d that ends in the future counts", length)
	}
	// A clock that is a little behind waits.
	now := k.now()
	if got := step(-2000); got < now {
		t.Errorf("%d ms back", now-got)
	}
}

// TestTablesStayAhead: a table whose last entry is of a time that was wrong goes on from there.
func TestTablesStayAhead(t *testing.T) {
	wall, mono := int64(1_000_000_000_000), time.Duration(0)
	h := &Hub{time: newTimekeeper(func() (int64, time.Duration) { return wall, mono }, 0, true)}
	tab := &table{h: h, s: &state{updated: wall + 3600*second}}
	first := tab.now()
	wall, mono = wall+7*second, mono+7*time.Second
	if first != tab.s.updated || tab.now() != first+7*second {
		t.Errorf("after 7 s: %d, and then %d", first-tab.s.updated, tab.now()-first)
	}
}

// TestPauseOfATableAhead: a table that went ahead of a node whose clock was an hour behind leaves that hour out, when the clock is right again, and no moment of its own time.
func TestPauseOfATableAhead(t *testing.T) {
	wall, mono := int64(1_000_000_000_000), time.Duration(0)
	k := newTimekeeper(func() (int64, time.Duration) { return wall - 3600*second, mono }, 0, true)
	tab := &table{h: &Hub{time: k}, s: &state{updated: wall}}
	tab.s.clocks = append(tab.s.clocks, clock{left: 25 * second, since: wall})
	if got := tab.now(); got != wall {
		t.Fatalf("its time is %d ms off", got-wall)
	}
	wall, mono = wall+5*second, mono+5*time.Second
	k.read = func() (int64, time.Duration) { return wall, mono }
	now := tab.now()
	p := tab.pauseDue()
	if p == nil {
		t.Fatal("nothing is left out")
	}
	if lived := now - p.N - tab.s.updated; lived < 0 || lived > 5*second {
		t.Errorf("%d ms of a person's time are gone after 5 s", lived)
	}
}
