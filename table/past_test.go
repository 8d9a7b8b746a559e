package table_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/table"
)

// copyOf returns what is kept of a table now, as a standby has it that hears nothing from now on.
func (m *memory) copyOf(id string) kept {
	m.mu.Lock()
	defer m.mu.Unlock()
	return *m.tables[id]
}

// promote makes such a copy what is kept.
func (m *memory) promote(id string, k kept) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.tables[id] = &k
}

// otherMoves lets the two people play moves that nobody has played before: the last legal ones.
func otherMoves(t *testing.T, id string, many int, ps ...*player) {
	t.Helper()
	for range many {
		for _, p := range ps {
			if moves := p.see(id).Game.Moves; len(moves) > 0 {
				p.do(id, api.CommandMove, api.CommandData{Move: moves[len(moves)-1]})
				break
			}
		}
	}
}

// readable folds the journal of a table from its first entry, as a node does that never saw it.
func readable(t *testing.T, j *memory, id string) *api.Snapshot {
	t.Helper()
	snap, err := newHub(t, j).Snapshot(t.Context(), id, table.Person{})
	if err != nil {
		t.Fatalf("the journal cannot be read: %v", err)
	}
	return snap
}

// hears follows a table as the page does: a number is told once, until a snapshot begins anew.
type hears struct {
	sub       *table.Subscription
	seq       int64
	last      api.LogEntry
	snapshots int
}

func (h *hears) until(t *testing.T, seq int64, at int64) {
	t.Helper()
	for h.seq != seq || h.last.At != at {
		select {
		case data, ok := <-h.sub.C:
			if !ok {
				t.Fatal("the subscription ended")
			}
			h.take(t, data)
		case <-time.After(20 * time.Second):
			t.Fatalf("the page stays at %d (%+v), and the journal is at %d", h.seq, h.last, seq)
		}
	}
}

func (h *hears) take(t *testing.T, data []byte) {
	t.Helper()
	switch e := envelope(data); e.Type {
	case api.MessageSnapshot:
		var s api.Snapshot
		if err := json.Unmarshal(e.Data, &s); err != nil {
			t.Fatal(err)
		}
		h.seq, h.last = e.Seq, s.Log[len(s.Log)-1]
		h.snapshots++
	case api.MessageUpdate:
		var u api.Update
		if err := json.Unmarshal(e.Data, &u); err != nil {
			t.Fatal(err)
		}
		if e.Seq != h.seq+1 {
			t.Fatalf("told %d after %d", e.Seq, h.seq)
		}
		h.seq, h.last = e.Seq, u.Log
	}
}

func follows(t *testing.T, p *player, id string) *hears {
	t.Helper()
	sub, err := p.h.Subscribe(t.Context(), id, p.Person, -1, true, nil)
	if err != nil {
		t.Fatal(err)
	}
	h := &hears{sub: sub}
	for _, data := range sub.First {
		h.take(t, data)
	}
	return h
}

// TestMemoryAheadIsGivenUp: the last entries of a table are lost below nodes that have it in memory, as when a standby that lagged becomes the database. Whatever is played then, at
// whichever node, the journal can be read, all nodes show the same, and pages begin anew with a snapshot.
func TestMemoryAheadIsGivenUp(t *testing.T) {
	t.Parallel()
	for _, others := range []int{0, 2, 3, 4} {
		for _, cut := range []bool{false, true} {
			t.Run(fmt.Sprintf("%d other moves, relay cut %v", others, cut), func(t *testing.T) {
				t.Parallel()
				j := newMemory()
				hubs := nodes(t, j, "a", "b", "c")
				a, b := players(t, hubs[0].Hub, anna)[0], players(t, hubs[0].Hub, bela)[0]
				id := open(t, []*player{a, b}, api.Settings{Game: "duel"})
				for range 12 {
					otherMoves(t, id, 1, a, b)
				}
				old := j.copyOf(id)
				page := follows(t, a, id)
				for range 3 { // what is lost
					for _, p := range []*player{a, b} {
						if len(p.see(id).Game.Moves) > 0 {
							p.moveAny(id)
							break
						}
					}
				}
				at2 := []*player{{t: t, h: hubs[1].Hub, Person: anna, n: 1000}, {t: t, h: hubs[1].Hub, Person: bela, n: 1000}}
				at2[0].see(id)
				if cut {
					hubs[0].relay.Cut(true)
				}
				j.promote(id, old)
				otherMoves(t, id, others, at2...)
				// The first node goes on at once: with a move that only its own memory offers, where it has one.
				for _, p := range []*player{a, b} {
					snap, err := p.h.Snapshot(t.Context(), id, p.Person)
					if err == nil && len(snap.Game.Moves) > 0 {
						_, _ = p.try(id, api.CommandMove, api.CommandData{Move: snap.Game.Moves[0]})
					}
				}
				truth := readable(t, j, id)
				last := truth.Log[len(truth.Log)-1]
				page.until(t, truth.Seq, last.At)
				if page.snapshots != 2 {
					t.Errorf("the page had %d snapshots", page.snapshots)
				}
				for _, n := range hubs {
					within(t, "all nodes show the same", func() bool {
						snap, err := n.Snapshot(t.Context(), id, table.Person{})
						return err == nil && snap.Seq == truth.Seq && string(snap.Game.View) == string(truth.Game.View)
					})
				}
				if n := hubs[0].Stats().Torn; n != 1 {
					t.Errorf("the first node gave its memory up %d times", n)
				}
			})
		}
	}
}

// TestAnotherPastIsRefused: a node whose memory has as many entries as the journal, but others, appends nothing: the person is refused or moves in the true game.
func TestAnotherPastIsRefused(t *testing.T) {
	t.Parallel()
	for range 4 {
		j := newMemory()
		hubs := nodes(t, j, "a", "b")
		a, b := players(t, hubs[0].Hub, anna)[0], players(t, hubs[0].Hub, bela)[0]
		id := open(t, []*player{a, b}, api.Settings{Game: "duel"})
		old := j.copyOf(id)
		otherMoves(t, id, 9, a, b)
		for _, n := range hubs {
			n.relay.Cut(true)
		}
		played := j.copyOf(id)
		j.promote(id, old)
		at2 := []*player{{t: t, h: hubs[1].Hub, Person: anna, n: 1000}, {t: t, h: hubs[1].Hub, Person: bela, n: 1000}}
		for len(j.copyOf(id).entries) < len(played.entries) {
			for _, p := range at2 {
				if len(p.see(id).Game.Moves) > 0 {
					p.moveAny(id)
					break
				}
			}
		}
		// Memory of the first node is asked before it looks at the journal again.
		for _, p := range []*player{a, b} {
			for _, m := range []string{"", "w:circus-maximus", "b:press"} {
				if m == "" {
					snap := at2[0].see(id)
					if len(snap.Game.Moves) == 0 {
						snap = at2[1].see(id)
					}
					m = snap.Game.Moves[0]
				}
				_, _ = p.try(id, api.CommandMove, api.CommandData{Move: m})
			}
		}
		readable(t, j, id)
	}
}

// TestChoicesStayInTheJournal: a choice that others at the table may not know of yet is told to no other node, which knows of it all the same.
func TestChoicesStayInTheJournal(t *testing.T) {
	j := newMemory()
	hubs := nodes(t, j, "a", "b")
	ps := append(players(t, hubs[0].Hub, anna, bela), players(t, hubs[1].Hub, csaba)...)
	id := open(t, ps, api.Settings{Game: "dice"})
	told := func(entry string) bool {
		for _, h := range hubs {
			h.relay.mu.Lock()
			defer h.relay.mu.Unlock()
			for _, m := range *h.relay.told {
				if len(m.Entries) > 0 && string(m.Entries[0]) == entry {
					return true
				}
			}
		}
		return false
	}
	hidden, open := 0, 0
	for range 60 {
		for i, p := range ps {
			before := p.see(id)
			if len(before.Game.Moves) == 0 {
				continue
			}
			p.do(id, api.CommandMove, api.CommandData{Move: before.Game.Moves[len(before.Game.Moves)-1]})
			after := p.see(id)
			entries := j.copyOf(id).entries
			entry := string(entries[len(entries)-1])
			// The turn goes on as long as nobody owes a decision who did not before.
			goesOn := !slices.ContainsFunc(after.Game.Owing, func(seat int) bool { return !slices.Contains(before.Game.Owing, seat) })
			if goesOn && len(before.Game.Owing) > 1 {
				if hidden++; told(entry) {
					t.Fatalf("seat %d: others still choose, and this was told: %s", i, entry)
				}
			} else if told(entry) {
				open++
			}
			for _, h := range hubs {
				within(t, "both nodes know", func() bool {
					s, err := h.Snapshot(context.Background(), id, p.Person)
					return err == nil && s.Seq == after.Seq && string(s.Game.View) == string(after.Game.View)
				})
			}
		}
	}
	if hidden < 20 || open < 10 {
		t.Errorf("%d hidden choices and %d that everybody may know", hidden, open)
	}
}

// TestResumingOnAnotherPast: whoever comes back with the number of a line that is not the one they know begins anew, also when the number is one that the table has.
func TestResumingOnAnotherPast(t *testing.T) {
	h := newHub(t, newMemory())
	ps := players(t, h, anna, bela)
	id := open(t, ps, api.Settings{Game: "duel"})
	otherMoves(t, id, 4, ps...)
	log := ps[0].see(id).Log
	line := log[len(log)-3]
	for at, want := range map[int64]string{0: "update update", line.At: "update update", line.At - 1: "snapshot"} {
		sub, err := h.Resume(t.Context(), id, anna, table.Heard{Seq: line.Seq, At: at}, false, nil)
		if err != nil {
			t.Fatal(err)
		}
		var told []string
		for _, data := range sub.First[1:] {
			told = append(told, envelope(data).Type)
		}
		if got := strings.Join(told, " "); got != want {
			t.Errorf("at %d: %s, want %s", at, got, want)
		}
		sub.Close()
	}
}

// nameless is a store that cannot be asked for names now and then.
type nameless struct {
	*memory
	fails *atomic.Int64
}

func (f nameless) Names(ctx context.Context, people []string) (map[string]string, error) {
	if f.fails.Add(-1) >= 0 {
		return nil, errDisk
	}
	return f.memory.Names(ctx, people)
}

// TestAnotherPastIsToldInTheEnd: while the database changes hands, not all of it can be read at once. A page whose table has another past gets its snapshot all the same, as soon as it can be made.
func TestAnotherPastIsToldInTheEnd(t *testing.T) {
	t.Parallel()
	j := nameless{newMemory(), &atomic.Int64{}}
	hubs := nodes(t, j, "a", "b")
	a, b, c := players(t, hubs[0].Hub, anna)[0], players(t, hubs[0].Hub, bela)[0], players(t, hubs[1].Hub, csaba)[0]
	snap, err := a.h.Create(t.Context(), a.Person, &api.CreateTable{Settings: api.Settings{Game: "dice", Seats: 3, Public: true}, Bots: make([]string, 3)})
	if err != nil {
		t.Fatal(err)
	}
	id := snap.Table.ID
	old := j.copyOf(id)
	page := follows(t, a, id)
	b.do(id, api.CommandJoin, api.CommandData{Nonce: "0b0b"}) // what is lost
	hubs[0].relay.Cut(true)
	j.promote(id, old)
	time.Sleep(5 * time.Millisecond) // lines are told apart by their times
	j.fails.Store(0)
	c.do(id, api.CommandJoin, api.CommandData{Nonce: "0c0c"})
	j.fails.Store(2)
	truth := readable(t, j.memory, id)
	page.until(t, truth.Seq, truth.Log[len(truth.Log)-1].At)
	if page.snapshots != 2 || hubs[0].Stats().Torn != 1 {
		t.Errorf("the page had %d snapshots, and the node gave its memory up %d times", page.snapshots, hubs[0].Stats().Torn)
	}
}

// TestSavedMeanwhileIsNoOtherPast: a node that comes too late with an entry, because another has ended the game, reads the table from where it was saved then. That is no other past, of which
// hosts would be told.
func TestSavedMeanwhileIsNoOtherPast(t *testing.T) {
	t.Parallel()
	j := newMemory()
	hubs := nodes(t, j, "a", "b")
	a, b := players(t, hubs[0].Hub, anna)[0], players(t, hubs[0].Hub, bela)[0]
	id := open(t, []*player{a, b}, api.Settings{Game: "duel"})
	otherMoves(t, id, 4, a, b)
	at2 := &player{t: t, h: hubs[1].Hub, Person: anna, n: 1000}
	at2.see(id)
	for _, n := range hubs {
		n.relay.Cut(true)
	}
	b.do(id, api.CommandResign, api.CommandData{})
	at2.refused(id, api.CommandResign, api.CommandData{}, game.NotYourTurn, "game_over")
	if n := hubs[1].Stats().Torn; n != 0 {
		t.Errorf("%d tables have another past", n)
	}
}
