package tournament_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"mirabilia/api"
	"mirabilia/tournament"
)

// reminded returns whom a node reminds of what, in the order in which it does.
func (n *simNode) reminded(t *testing.T) (list []string) {
	t.Helper()
	if err := n.Remind(t.Context(), func(_ context.Context, r *tournament.Reminder) error {
		if r.Until <= n.w.now {
			t.Errorf("%+v is of no use any more", r)
		}
		slices.Sort(r.People)
		list = append(list, fmt.Sprint(r.What, r.People))
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return list
}

// quietWorld is a world of one node that stays alive and whose tables never end by themselves.
func quietWorld(t *testing.T) (*world, *simNode) {
	w := newWorld(t, 5)
	w.nodes = w.nodes[:1]
	return w, w.nodes[0]
}

func check(t *testing.T, got []string, want ...string) {
	t.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%v, not %v", got, want)
	}
}

// TestRemindOfArena: who joined long before is reminded before it begins, all who take part before it ends, by one node once.
func TestRemindOfArena(t *testing.T) {
	w, n := quietWorld(t)
	ctx := t.Context()
	start := w.now
	id, err := n.Create(ctx, "owner", true, tournament.Plan{Kind: api.TournamentArena, Name: "Arena", Game: "duel", Base: 300, Begins: start + time.Hour.Milliseconds(), Minutes: 60})
	if err != nil {
		t.Fatal(err)
	}
	join := func(p string) {
		t.Helper()
		if err := n.Join(ctx, id, p, true, false, 1500); err != nil {
			t.Fatal(err)
		}
	}
	join("a")
	join("b")
	w.now = start + (44 * time.Minute).Milliseconds()
	check(t, n.reminded(t))
	w.now = start + (46 * time.Minute).Milliseconds()
	join("late")
	check(t, n.reminded(t), "begins[a b]")
	check(t, n.reminded(t))
	// After a restart it is found again, under the same key: whoever tells people knows that they were told.
	check(t, w.newNodeAt(0).reminded(t), "begins[a b]")
	n = w.nodes[0]
	w.now = start + (60 * time.Minute).Milliseconds()
	if err := n.Sweep(ctx); err != nil {
		t.Fatal(err)
	}
	check(t, n.reminded(t))
	if err := n.Leave(ctx, id, "late"); err != nil {
		t.Fatal(err)
	}
	w.now = start + (109 * time.Minute).Milliseconds()
	check(t, n.reminded(t))
	w.now = start + (111 * time.Minute).Milliseconds()
	check(t, n.reminded(t), "ends[a b]")
	check(t, n.reminded(t))
	w.now = start + (121 * time.Minute).Milliseconds()
	check(t, n.reminded(t))
}

// newNodeAt puts a node in the place of another.
func (w *world) newNodeAt(i int) *simNode {
	w.nodes[i] = w.newNode()
	return w.nodes[i]
}

// TestRemindOfSwiss: a bye is told after the draw, and twice that a round over days ends while a game still runs.
func TestRemindOfSwiss(t *testing.T) {
	w, n := quietWorld(t)
	ctx := t.Context()
	id, err := n.Create(ctx, "owner", true, tournament.Plan{Kind: api.TournamentSwiss, Name: "Swiss", Game: "duel", Base: 3 * 24 * 3600, Increment: 1800})
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range []string{"a", "b", "c"} {
		if err := n.Join(ctx, id, p, true, false, 1500-float64(i)); err != nil {
			t.Fatal(err)
		}
	}
	if err := n.Start(ctx, id, "owner"); err != nil {
		t.Fatal(err)
	}
	check(t, n.reminded(t), "bye[c]")
	check(t, n.reminded(t))
	var ends int64
	var table string
	if err := n.Look(ctx, id, func(s *tournament.Tournament) { ends, table = s.Ends, s.Games[0].Table }); err != nil {
		t.Fatal(err)
	}
	w.tables[table].ends = ends // nobody plays on
	hour := time.Hour.Milliseconds()
	w.now = ends - 13*hour
	check(t, n.reminded(t))
	w.now = ends - 12*hour
	check(t, n.reminded(t), "round[a b]")
	w.now = ends - 3*hour
	check(t, n.reminded(t))
	w.now = ends - 2*hour
	check(t, n.reminded(t), "round[a b]")
	check(t, n.reminded(t))
	if err := n.Ended(ctx, id, table, w.tables[table].finishes, w.now); err != nil {
		t.Fatal(err)
	}
	if err := n.Step(ctx, id); err != nil {
		t.Fatal(err)
	}
	check(t, n.reminded(t), "bye[b]")
}
