package table_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/game/record"
	"mirabilia/games/duel"
	"mirabilia/table"
)

// newerRules is Duel in an edition to come.
type newerRules struct{ game.Game }

func (newerRules) Info() *game.Info {
	info := *duel.Game.Info()
	info.Rules = "to come"
	return &info
}

// A running game that was dealt by other rules is closed with a word to its players, nothing fails over it, and a table that
// waits is played by the rules of today.
func TestRunningGameIsClosedWhenRulesChange(t *testing.T) {
	j := newMemory()
	old := newHub(t, j)
	ps := players(t, old, anna, bela)
	id := open(t, ps, api.Settings{Game: "duel"})
	for range 5 {
		playOn(t, ps, id, func(s *api.Snapshot) bool { return len(s.Game.Moves) > 0 })
		ps[0].moveAny(id)
	}
	waiting, err := old.Create(t.Context(), anna, &api.CreateTable{Settings: api.Settings{Game: "duel", Seats: 2}, Bots: []string{"", "random"}})
	if err != nil {
		t.Fatal(err)
	}
	old.Close()
	if j.summary(id).Wake != 0 {
		t.Fatal("a game without clock and bots asks to be woken")
	}
	cfg := config(j)
	cfg.Games = []game.Game{newerRules{duel.Game}}
	var logged bytes.Buffer
	cfg.Log = logTo(&logged)
	h := table.New(cfg)
	defer h.Close()
	a := players(t, h, anna)[0]
	a.n = 1000 // her earlier commands are done
	if err := h.Wake(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	await(t, "the end", func() bool { return a.see(id).Table.Status == api.StatusClosed })
	s := a.see(id)
	if l := s.Log[len(s.Log)-1]; s.Table.Closed != api.ClosedRules || l.What != api.WhatClosed || l.Text != api.ClosedRules || s.Game != nil {
		t.Errorf("closed: %+v %+v", s.Table, l)
	}
	if sum := j.summary(id); sum.Status != api.StatusClosed || sum.Wake <= sum.Updated {
		t.Errorf("summary: %+v", sum)
	}
	a.refused(id, api.CommandResign, api.CommandData{}, game.Conflict, "closed")
	a.do(waiting.Table.ID, api.CommandStart, api.CommandData{})
	if s := a.see(waiting.Table.ID); s.Table.Rules != "to come" || s.Game == nil {
		t.Errorf("a table that waited: %+v", s.Table)
	}
	if logged.Len() > 0 {
		t.Errorf("logged: %s", logged.String())
	}
}

// A finished game keeps its record and its result for good. Its replay says that the rules have changed, and shows moves and
// result.
func TestFinishedGamesOutliveTheRules(t *testing.T) {
	j := newMemory()
	old := newHub(t, j)
	ps := players(t, old, anna, bela)
	id := open(t, ps, api.Settings{Game: "duel"})
	end := playOn(t, ps, id, nil)
	before, err := old.Record(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	old.Close()

	cfg := config(j)
	cfg.Games = []game.Game{newerRules{duel.Game}}
	var logged bytes.Buffer
	cfg.Log = logTo(&logged)
	h := table.New(cfg)
	defer h.Close()
	if err := h.Wake(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	after, err := h.Record(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	if x, y := written(t, before), written(t, after); x != y {
		t.Errorf("the record was\n%s\nand is\n%s", x, y)
	}
	if err := after.VerifyDeal(); err != nil {
		t.Error(err)
	}
	replay, err := h.Replay(t.Context(), id, game.Open)
	if err != nil {
		t.Fatal(err)
	}
	if !replay.RulesChanged || len(replay.Frames) != len(before.Steps)+1 || replay.Frames[1].Move != before.Steps[0].Move || string(replay.Frames[1].View) != "null" {
		t.Errorf("replay: %v, %d frames, %+v", replay.RulesChanged, len(replay.Frames), replay.Frames[1])
	}
	want, _ := json.Marshal(end.Game.Result)
	if got, _ := json.Marshal(replay.Result); !bytes.Equal(got, want) {
		t.Errorf("the result was %s and is %s", want, got)
	}
	if s := players(t, h, anna)[0].see(id); s.Table.Status != api.StatusFinished {
		t.Errorf("the table is %s", s.Table.Status)
	}
	if logged.Len() > 0 {
		t.Errorf("logged: %s", logged.String())
	}
}

func written(t *testing.T, r *record.Record) string {
	t.Helper()
	var text strings.Builder
	if err := r.Write(&text); err != nil {
		t.Fatal(err)
	}
	return text.String()
}
