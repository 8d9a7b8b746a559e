package table_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/games"
	"mirabilia/jsondiff"
	"mirabilia/table"
)

// screen is what one person sees on two sockets, one of which asked for differences.
type screen struct {
	t       *testing.T
	whole   *table.Subscription
	patched *taker
	view    any // as the differences made it
	seq     int64
	game    *api.Frame // the last one, but for its view
	// Bytes of updates, how many came whole on the socket that asked for differences, and how many without a frame.
	wholeBytes, patchBytes, updates, wholes, frameless int
}

func newScreen(t *testing.T, h *table.Hub, id string, p table.Person) *screen {
	t.Helper()
	s := &screen{t: t}
	var err error
	if s.whole, err = h.Subscribe(t.Context(), id, p, -1, false, nil); err != nil {
		t.Fatal(err)
	}
	s.patched = subscribeTaker(t, h, id, p)
	var snap api.Snapshot
	if err := json.Unmarshal(envelope(s.whole.First[1]).Data, &snap); err != nil {
		t.Fatal(err)
	}
	s.seq, s.game = snap.Seq, snap.Game
	s.view = decoded(t, snap.Game.View)
	return s
}

func newScreens(t *testing.T, h *table.Hub, id string, viewers []table.Person) (screens []*screen) {
	t.Helper()
	for _, p := range viewers {
		screens = append(screens, newScreen(t, h, id, p))
	}
	return screens
}

// dealt opens a table at which people sit at all seats; its cards follow from the seed.
func dealt(t *testing.T, j table.Store, seed byte, seats int, settings api.Settings) (h *table.Hub, people []table.Person, ps []*player, id string) {
	t.Helper()
	cfg := config(j)
	cfg.Games = games.Known
	chance := rand.NewChaCha8([32]byte{seed})
	cfg.Random = func(b []byte) { chance.Read(b) }
	h = table.New(cfg)
	t.Cleanup(h.Close)
	for i := range seats {
		people = append(people, table.Person{ID: fmt.Sprint("p-", i), Name: fmt.Sprint("Player ", i)})
	}
	ps = players(t, h, people...)
	return h, people, ps, open(t, ps, settings)
}

// decoded reads JSON.
func decoded(t *testing.T, data []byte) any {
	t.Helper()
	v, err := jsondiff.Decode(data)
	if err != nil {
		t.Fatalf("%s: %v", data, err)
	}
	return v
}

// same reports whether two decoded values are equal, five times as fast as reflect.DeepEqual does.
func same(a, b any) bool {
	switch a := a.(type) {
	case map[string]any:
		b, ok := b.(map[string]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for name, x := range a {
			if y, ok := b[name]; !ok || !same(x, y) {
				return false
			}
		}
		return true
	case []any:
		b, ok := b.([]any)
		return ok && slices.EqualFunc(a, b, same)
	}
	return a == b
}

// next reads one update.
func next(t *testing.T, messages <-chan []byte) (u api.Update, size int, seq int64) {
	t.Helper()
	for {
		m, ok := <-messages
		if !ok {
			t.Fatal("the subscription ended")
		}
		if e := envelope(m); e.Type == api.MessageUpdate {
			if err := json.Unmarshal(e.Data, &u); err != nil {
				t.Fatal(err)
			}
			return u, len(m), e.Seq
		}
	}
}

// catchUp reads all updates up to a number on both sockets and compares them.
func (s *screen) catchUp(to int64) {
	s.t.Helper()
	for s.seq < to {
		a, n, seq := next(s.t, s.whole.C)
		b, m, other := next(s.t, s.patched.all)
		if seq != other || seq != s.seq+1 {
			s.t.Fatalf("update %d on one socket, %d on the other, after %d", seq, other, s.seq)
		}
		s.seq = seq
		s.wholeBytes, s.patchBytes, s.updates = s.wholeBytes+n, s.patchBytes+m, s.updates+1
		if (a.Game == nil) != (b.Game == nil) || a.Game != nil && (a.Game.View == nil || a.Game.Patch != nil || (b.Game.View == nil) == (b.Game.Patch == nil)) {
			s.t.Fatalf("update %d: %+v and %+v", seq, a.Game, b.Game)
		}
		if a.Game == nil {
			s.frameless++
			continue
		}
		if b.Game.Patch == nil {
			s.wholes++
			s.view = decoded(s.t, b.Game.View)
		} else {
			var err error
			if s.view, err = jsondiff.ApplyTo(s.view, b.Game.Patch); err != nil {
				s.t.Fatalf("update %d: %v", seq, err)
			}
		}
		if !same(s.view, decoded(s.t, a.Game.View)) {
			s.t.Fatalf("update %d: the patch %s makes\n%v\nwant\n%s", seq, b.Game.Patch, s.view, a.Game.View)
		}
		s.game = a.Game
		a.Game.View, b.Game.View, b.Game.Patch = nil, nil, nil
		x, _ := json.Marshal(a)
		if y, _ := json.Marshal(b); string(x) != string(y) {
			s.t.Fatalf("update %d: beside the view %s and %s differ", seq, x, y)
		}
	}
}

// Through whole games of all kinds, every viewer gets by differences what the others get whole, and gets much less.
func TestPatches(t *testing.T) {
	t.Parallel()
	const seed = 7
	for _, c := range []struct {
		game    string
		seats   int
		options game.Options
		most    int // bytes for one's own move and what follows until the next
	}{
		{"duel", 2, nil, 5000}, {"duel", 2, game.Options{"pantheon": "true"}, 7000}, {"wonders", 3, nil, 10000}, {"wonders", 7, nil, 20000},
		{"duplicate", 2, game.Options{"pantheon": "true"}, 12000}, {"architects", 2, nil, 6000}, {"architects", 7, nil, 10000}, {"dice", 2, nil, 12000}, {"dice", 7, nil, 25000},
	} {
		t.Run(fmt.Sprint(c.game, c.seats, c.options), func(t *testing.T) {
			t.Parallel()
			h, people, ps, id := dealt(t, newMemory(), seed, c.seats, api.Settings{Game: c.game, Options: c.options})
			viewers := append(people, csaba)
			if c.seats > 3 {
				viewers = []table.Person{people[0], csaba} // the other seats would show nothing new and take minutes
			}
			screens := newScreens(t, h, id, viewers)
			r := rand.New(rand.NewPCG(seed, seed))
			own := 0
			for owing := screens[0].game.Owing; len(owing) > 0; owing = screens[0].game.Owing {
				seat := owing[r.IntN(len(owing))]
				moves := ps[seat].see(id).Game.Moves
				ps[seat].do(id, api.CommandMove, api.CommandData{Move: moves[r.IntN(len(moves))]})
				if seat == 0 {
					own++
				}
				for i, s := range screens {
					// What others do in secret has no number for this one.
					snap, err := h.Snapshot(t.Context(), id, viewers[i])
					if err != nil {
						t.Fatal(err)
					}
					s.catchUp(snap.Seq)
				}
			}
			for i, s := range screens {
				if s.updates < 20 || s.wholes > s.updates/20 {
					t.Errorf("screen %d: %d of %d updates came whole", i, s.wholes, s.updates)
				}
				r := s.patched
				r.mu.Lock()
				took, waited := r.took, r.waited
				r.mu.Unlock()
				if min(took, waited) < s.updates/4 {
					t.Errorf("screen %d took %d messages at once, and %d waited", i, took, waited)
				}
			}
			s := screens[0]
			t.Logf("seed %d: %d moves of one seat, %d bytes each, whole %d", seed, own, s.patchBytes/own, s.wholeBytes/own)
			if s.patchBytes/own > c.most {
				t.Errorf("%d bytes for one's own move, want at most %d", s.patchBytes/own, c.most)
			}
		})
	}
}

// A screen that resumes, sits down or comes late never gets a difference to something it does not have.
func TestPatchesAfterResuming(t *testing.T) {
	h := newHub(t, newMemory())
	ps := players(t, h, anna, bela)
	id := open(t, ps, api.Settings{Game: "duel"})
	moveOn := func() int64 {
		for _, p := range ps {
			if s := p.see(id); len(s.Game.Moves) > 0 {
				return p.do(id, api.CommandMove, api.CommandData{Move: s.Game.Moves[0]}).Seq
			}
		}
		t.Fatal("nobody is to move")
		return 0
	}
	first := newScreen(t, h, id, anna)
	first.catchUp(moveOn())
	seen := moveOn()
	first.catchUp(seen)
	resumed, err := h.Subscribe(t.Context(), id, anna, seen, true, nil)
	if err != nil || len(resumed.First) > 1 {
		t.Fatal(err, len(resumed.First))
	}
	first.catchUp(moveOn())
	if u, _, _ := next(t, resumed.C); u.Game.View == nil || u.Game.Patch != nil {
		t.Error("the first view after resuming is not whole")
	}
	first.catchUp(moveOn())
	if u, _, _ := next(t, resumed.C); u.Game.Patch == nil {
		t.Error("the second view after resuming is not a difference")
	}
	// All leave, the game goes on, someone comes back: the view told to those who left is worth nothing.
	resumed.Close()
	first.whole.Close()
	first.patched.sub.Close()
	moveOn()
	moveOn()
	again := newScreen(t, h, id, anna)
	again.catchUp(moveOn())
	if again.wholes > 0 {
		t.Error("after a snapshot the first view need not be whole")
	}
}

// When the store fails, the table in memory is given up in the middle of a move: differences go on from what people were shown, not from what
// the table believed for a moment.
func TestPatchesAfterAFailure(t *testing.T) {
	m := newMemory()
	h := newHub(t, m)
	ps := players(t, h, anna, bela)
	id := open(t, ps, api.Settings{Game: "duel"})
	screens := []*screen{newScreen(t, h, id, anna), newScreen(t, h, id, bela)}
	failed := 0
	for i := range 30 {
		for k, p := range ps {
			moves := p.see(id).Game.Moves
			if len(moves) == 0 {
				continue
			}
			c := &api.Command{ID: fmt.Sprint("move", i), Type: api.CommandMove, Data: api.CommandData{Move: moves[0]}}
			if i%3 == 0 {
				m.set(i%2 == 0, i%2 == 1) // fails, or fails after it became durable
				if _, err := h.Command(t.Context(), id, []table.Person{anna, bela}[k], c); err == nil {
					t.Fatal("the store fails, but the move was made")
				}
				failed++
				m.set(false, false)
			}
			if _, err := h.Command(t.Context(), id, []table.Person{anna, bela}[k], c); err != nil {
				t.Fatal(err)
			}
			break
		}
		if i%5 != 4 {
			continue // so that messages wait behind others
		}
		for k, s := range screens {
			s.catchUp(ps[k].see(id).Seq)
		}
	}
	if failed < 10 || screens[0].updates < 30 || screens[0].wholes > 0 {
		t.Errorf("%d failures, %d updates, %d of them whole", failed, screens[0].updates, screens[0].wholes)
	}
}
