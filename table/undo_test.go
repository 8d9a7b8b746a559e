package table_test

import (
	"bytes"
	"slices"
	"testing"

	"mirabilia/api"
	"mirabilia/game"
)

// revealing plays until Anna's last decision does (or does not) turn up something, with nobody having
// decided after her, and gives the snapshots before and after it.
func revealing(t *testing.T, ps []*player, id string, want bool) (before, after *api.Snapshot) {
	t.Helper()
	for range 200 {
		before = playOn(t, ps, id, func(s *api.Snapshot) bool { return len(s.Game.Moves) > 0 })
		if before.Table.Status == api.StatusFinished {
			t.Fatal("the game ended before the case was met")
		}
		ps[0].moveAny(id)
		after = ps[0].see(id)
		if after.Table.Status == api.StatusPlaying && (after.Game.Undo == api.UndoAsk) == want {
			return before, after
		}
	}
	t.Fatal("case not met")
	return nil, nil
}

func TestFreeUndo(t *testing.T) {
	h := newHub(t, newMemory())
	ps := players(t, h, anna, bela)
	id := open(t, ps, api.Settings{Game: "duel"})
	before, after := revealing(t, ps, id, false)
	if after.Game.Undo != api.UndoFree {
		t.Fatalf("undo is %q", after.Game.Undo)
	}
	ps[0].do(id, api.CommandUndo, api.CommandData{})
	now := ps[0].see(id)
	if !bytes.Equal(now.Game.View, before.Game.View) || now.Game.Decision != before.Game.Decision {
		t.Errorf("taken back:\n%s\nbefore:\n%s", now.Game.View, before.Game.View)
	}
	undone := 0
	for _, l := range now.Log {
		if l.Undone {
			undone++
		}
	}
	if undone != 1 {
		t.Errorf("%d decisions are marked as taken back", undone)
	}
	playOn(t, ps, id, nil)
	if _, err := h.Record(t.Context(), id); err != nil {
		t.Error(err)
	}
}

func TestUndoByAgreement(t *testing.T) {
	h := newHub(t, newMemory())
	ps := players(t, h, anna, bela)
	id := open(t, ps, api.Settings{Game: "duel"})
	before, after := revealing(t, ps, id, true)
	ps[0].do(id, api.CommandUndo, api.CommandData{})
	s := ps[1].see(id)
	if s.Table.Undo == nil || s.Table.Undo.Seat != 0 || s.Table.Undo.Decisions != 1 || !bytes.Equal(ps[0].see(id).Game.View, after.Game.View) {
		t.Fatalf("asked: %+v", s.Table.Undo)
	}
	ps[0].refused(id, api.CommandUndo, api.CommandData{}, game.Conflict, "undo_asked")
	ps[0].refused(id, api.CommandAnswer, api.CommandData{Accept: true}, game.Conflict, "nothing_to_answer")
	ps[1].do(id, api.CommandAnswer, api.CommandData{})
	if s := ps[0].see(id); s.Table.Undo != nil || s.Game.Decision != after.Game.Decision {
		t.Fatal("denied, but taken back")
	}
	// A decision of the other answers no as well.
	ps[0].do(id, api.CommandUndo, api.CommandData{})
	if s := ps[1].see(id); len(s.Game.Moves) > 0 {
		ps[1].moveAny(id)
		if s := ps[0].see(id); s.Table.Undo != nil {
			t.Fatal("the request stands after the other has decided")
		}
		ps[0].do(id, api.CommandUndo, api.CommandData{})
	}
	ps[1].do(id, api.CommandAnswer, api.CommandData{Accept: true})
	await(t, "the undo", func() bool { return ps[0].see(id).Table.Undo == nil })
	if s := ps[0].see(id); !bytes.Equal(s.Game.View, before.Game.View) {
		t.Errorf("agreed:\n%s\nbefore:\n%s", s.Game.View, before.Game.View)
	}
	playOn(t, ps, id, nil)
}

// With three at the table both others must agree; one who says no is enough to refuse, and one who goes away is not waited for.
func TestUndoByAgreementOfAll(t *testing.T) {
	h := newHub(t, newMemory())
	ps := players(t, h, anna, bela, csaba)
	a, b, c := ps[0], ps[1], ps[2]
	id := open(t, ps, api.Settings{Game: "dice"})
	yes := api.CommandData{Accept: true}
	ask := func() (decisions int) {
		s := playOn(t, ps, id, func(*api.Snapshot) bool { return a.see(id).Game.Undo == api.UndoAsk })
		a.do(id, api.CommandUndo, api.CommandData{})
		u := a.see(id).Table.Undo
		if u == nil || u.Seat != 0 || !slices.Equal(u.Waiting, []int{1, 2}) {
			t.Fatalf("asked: %+v", u)
		}
		return s.Game.Decision - u.Decisions
	}
	ask()
	b.do(id, api.CommandAnswer, yes)
	b.refused(id, api.CommandAnswer, yes, game.Conflict, "nothing_to_answer")
	if u := a.see(id).Table.Undo; u == nil || !slices.Equal(u.Waiting, []int{2}) {
		t.Fatalf("one agreed: %+v", u)
	}
	stood := a.see(id).Game.Decision
	c.do(id, api.CommandAnswer, api.CommandData{})
	if s := a.see(id); s.Table.Undo != nil || s.Game.Decision != stood {
		t.Fatal("one said no, and it was taken back or still waits")
	}
	want := ask()
	c.do(id, api.CommandAnswer, yes)
	b.do(id, api.CommandAnswer, yes)
	await(t, "taking back", func() bool { return a.see(id).Table.Undo == nil })
	if got := a.see(id).Game.Decision; got != want {
		t.Errorf("%d decisions stand, not %d", got, want)
	}
	want = ask()
	c.do(id, api.CommandAnswer, yes)
	b.do(id, api.CommandAway, api.CommandData{})
	await(t, "taking back", func() bool { return a.see(id).Table.Undo == nil })
	undone := 0
	for _, l := range a.see(id).Log {
		if l.What == api.WhatUndone {
			if undone++; undone == 2 && l.N != want {
				t.Errorf("%d decisions were left, not %d", l.N, want)
			}
		}
	}
	if undone != 2 {
		t.Errorf("taken back %d times", undone)
	}
	b.do(id, api.CommandBack, api.CommandData{})
	playOn(t, ps, id, nil)
}

// Bots always agree: the decision and what they answered to it are taken back.
func TestUndoAgainstBots(t *testing.T) {
	h := newHub(t, newMemory())
	a := players(t, h, anna)
	id := open(t, a, api.Settings{Game: "duel"}, "random")
	for n := range 10 {
		before := playOn(t, a, id, func(s *api.Snapshot) bool { return len(s.Game.Moves) > 0 && s.Game.Decision >= 3*n })
		if before.Table.Status == api.StatusFinished {
			break
		}
		a[0].moveAny(id)
		s := playOn(t, a, id, func(s *api.Snapshot) bool { return len(s.Game.Moves) > 0 })
		if s.Table.Status == api.StatusFinished {
			break
		}
		if s.Game.Undo != api.UndoFree {
			t.Fatalf("undo is %q", s.Game.Undo)
		}
		a[0].do(id, api.CommandUndo, api.CommandData{})
		now := a[0].see(id)
		if now.Game.Decision < before.Game.Decision {
			t.Fatalf("%d decisions stand, %d stood before", now.Game.Decision, before.Game.Decision)
		}
		if now.Game.Decision == before.Game.Decision && !bytes.Equal(now.Game.View, before.Game.View) {
			t.Fatalf("taken back:\n%s\nbefore:\n%s", now.Game.View, before.Game.View)
		}
	}
	playOn(t, a, id, nil)
}

// In a simultaneous game a choice is withdrawn without a trace as long as others have not chosen.
func TestWithdraw(t *testing.T) {
	h := newHub(t, newMemory())
	ps := players(t, h, anna, bela)
	id := open(t, ps, api.Settings{Game: "dice"})
	before, other := ps[0].see(id), ps[1].see(id)
	ps[0].moveAny(id)
	if s := ps[0].see(id); !s.Game.Withdraw || s.Game.Undo != api.UndoFree {
		t.Fatalf("withdraw %v, undo %q", s.Game.Withdraw, s.Game.Undo)
	}
	ps[1].refused(id, api.CommandWithdraw, api.CommandData{}, game.IllegalMove, "nothing_to_withdraw")
	if s := ps[1].see(id); !bytes.Equal(s.Game.View, other.Game.View) && len(s.Game.Owing) == 2 {
		t.Error("a secret choice shows")
	}
	ps[0].do(id, api.CommandUndo, api.CommandData{}) // does the same
	if s := ps[0].see(id); !bytes.Equal(s.Game.View, before.Game.View) || s.Log[len(s.Log)-1].What != api.WhatWithdrawn {
		t.Errorf("withdrawn:\n%s\nbefore:\n%s", s.Game.View, before.Game.View)
	}
	end := playOn(t, ps, id, nil)
	if end.Game.Undo != api.UndoNone {
		t.Error("a finished game can be taken back")
	}
}
