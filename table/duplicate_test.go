package table_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/game/record"
	"mirabilia/game/record/pair"
	"mirabilia/games/duel"
	"mirabilia/games/duplicate"
	"mirabilia/table"
)

// matchHub opens a hub that knows Duplicate Duel.
func matchHub(t *testing.T, m *memory, e *ends) *table.Hub {
	t.Helper()
	cfg := config(m)
	cfg.Games = append(cfg.Games, duplicate.Game)
	if e != nil {
		cfg.Ended = e.hear
	}
	h := table.New(cfg)
	t.Cleanup(h.Close)
	return h
}

func matchOf(t *testing.T, s *api.Snapshot) duplicate.Match {
	t.Helper()
	var m duplicate.Match
	if err := json.Unmarshal(s.Game.View, &m); err != nil {
		t.Fatal(err)
	}
	return m
}

// A match is one table: both seats owe at once, each on another board, nothing is taken back, and its record gives two games of Duel that are twins.
func TestMatchToItsEnd(t *testing.T) {
	for _, pantheon := range []string{"false", "true"} {
		t.Run(pantheon, func(t *testing.T) {
			e := &ends{}
			h := matchHub(t, newMemory(), e)
			ps := players(t, h, anna, bela)
			id := open(t, ps, api.Settings{Game: "duplicate", Options: map[string]string{"pantheon": pantheon}, Rated: true, Clock: api.Clock{Kind: api.ClockLive, Base: 1500, Increment: 10}})
			first := ps[0].see(id)
			if !slices.Equal(first.Game.Owing, []int{0, 1}) {
				t.Fatalf("at the beginning %v owe", first.Game.Owing)
			}
			ps[1].moveAny(id)
			if m := matchOf(t, ps[0].see(id)); m.Boards[0].State != "open" || m.Boards[1].State != "waiting" || m.Boards[1].Turn != 1 {
				t.Errorf("after a turn on board 2: %+v", []string{m.Boards[0].State, m.Boards[1].State})
			}
			ps[1].refused(id, api.CommandMove, api.CommandData{Move: "1:draft:piraeus"}, game.NotYourTurn, "not_your_turn")
			ps[1].refused(id, api.CommandMove, api.CommandData{Move: "resign"}, game.Invalid, "not_by_move")
			ps[1].refused(id, api.CommandMove, api.CommandData{Move: "time"}, game.Invalid, "not_by_move")
			ps[1].refused(id, api.CommandMove, api.CommandData{Move: "b:walls"}, game.Invalid, "bad_move")
			ps[1].refused(id, api.CommandResign, api.CommandData{Board: 3}, game.Invalid, "no_board")
			snap := playOn(t, ps, id, nil)
			res := snap.Game.Result
			if res == nil || len(res.Scores) != 2 || res.Scores[0] != -res.Scores[1] || res.Scores[0] != res.Parts[0][0]+res.Parts[0][1] {
				t.Fatalf("result %+v", res)
			}
			await(t, "the end", func() bool { return len(e.heard()) == 1 })
			want := map[string]string{"false": "duel", "true": "pantheon"}[pantheon]
			if o := e.heard()[0]; o.Game != want || !maps.Equal(placesOf(o), map[string]int{anna.ID: res.Places[0], bela.ID: res.Places[1]}) {
				t.Errorf("it counts as %+v", o)
			}
			provenMatch(t, h, id)
		})
	}
}

// provenMatch checks the record of a match, and those of its boards.
func provenMatch(t *testing.T, h *table.Hub, id string) [2]*record.Record {
	t.Helper()
	rec, err := h.Record(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := rec.Write(&text); err != nil {
		t.Fatal(err)
	}
	if rec, err = record.Read(&text); err != nil {
		t.Fatal(err)
	}
	if _, err := rec.Replay(duplicate.Game, nil); err != nil {
		t.Error(err)
	}
	if err := rec.VerifyDeal(); err != nil {
		t.Error(err)
	}
	boards, err := pair.Split(rec)
	if err != nil {
		t.Fatal(err)
	}
	for i, b := range boards {
		text.Reset()
		if err := b.Write(&text); err != nil {
			t.Fatal(err)
		}
		if boards[i], err = record.Read(&text); err != nil {
			t.Fatal(err)
		}
		if err := boards[i].VerifyDeal(); err != nil {
			t.Errorf("board %d: %v", i+1, err)
		}
		if _, err := boards[i].Replay(duel.Game, nil); err != nil {
			t.Errorf("board %d: %v", i+1, err)
		}
	}
	if err := record.VerifyTwins(boards[0], boards[1]); err != nil {
		t.Error(err)
	}
	return boards
}

// No move of a match is taken back, also between friends.
func TestMatchHasNoUndo(t *testing.T) {
	h := matchHub(t, newMemory(), nil)
	ps := players(t, h, anna, bela)
	id := open(t, ps, api.Settings{Game: "duplicate"})
	ps[0].moveAny(id)
	ps[0].refused(id, api.CommandUndo, api.CommandData{}, game.Forbidden, "no_undo")
	if word := ps[0].see(id).Game.Undo; word != api.UndoNone {
		t.Errorf("undo is offered: %q", word)
	}
	alone := open(t, ps[:1], api.Settings{Game: "duplicate"}, "random")
	ps[0].moveAny(alone)
	ps[0].refused(alone, api.CommandUndo, api.CommandData{}, game.Forbidden, "no_undo")
}

// One board can be resigned, also when the other seat is to decide; the other board is played on, and the match is over with it.
func TestMatchResigned(t *testing.T) {
	h := matchHub(t, newMemory(), nil)
	ps := players(t, h, anna, bela)
	id := open(t, ps, api.Settings{Game: "duplicate"})
	ps[0].moveAny(id)
	ps[0].do(id, api.CommandResign, api.CommandData{Board: 2})
	s := ps[1].see(id)
	if m := matchOf(t, s); s.Table.Status != api.StatusPlaying || m.Boards[1].State != "over" || m.Boards[1].Outcome.WonBy != "resignation" || m.Boards[1].Points != -30 ||
		m.Boards[0].State != "open" || !slices.Equal(s.Game.Owing, []int{1}) {
		t.Fatalf("%s, owing %v, %+v", s.Table.Status, s.Game.Owing, m.Boards[1].Outcome)
	}
	if l := s.Log[len(s.Log)-1]; l.What != api.WhatMove || l.Events[0].Type != "resign" || l.Events[0].Board != 2 || l.Events[0].Seat != 0 {
		t.Errorf("it is told as %+v", l)
	}
	ps[0].refused(id, api.CommandResign, api.CommandData{Board: 2}, game.IllegalMove, "board_over")
	ps[1].moveAny(id)
	ps[0].do(id, api.CommandResign, api.CommandData{})
	s = ps[0].see(id)
	if s.Table.Status != api.StatusFinished || s.Game.Result.WonBy != api.WonByResignation || !slices.Equal(s.Game.Result.Winners, []int{1}) || s.Game.Result.Scores[1] != 60 {
		t.Fatalf("%s, %+v", s.Table.Status, s.Game.Result)
	}
	boards := provenMatch(t, h, id)
	if steps := boards[0].Steps; steps[len(steps)-1].Comment != "won by resignation: B" || boards[0].Result != record.Unfinished {
		t.Errorf("board 1 is recorded as %s, %+v", boards[0].Result, steps)
	}
	// In games with one board none is named.
	other := open(t, ps, api.Settings{Game: "duel"})
	ps[0].refused(other, api.CommandResign, api.CommandData{Board: 1}, game.Invalid, "no_board")
}

// matchTimed runs a test on a hub that knows matches, with the time of a bubble.
func matchTimed(t *testing.T, e *ends, test func(t *testing.T, ps []*player)) {
	timed(t, func(t *testing.T, _ *memory, _ []*player) {
		h := matchHub(t, newMemory(), e)
		defer h.Close()
		test(t, players(t, h, anna, bela))
	})
}

// Both clocks run while both owe. A seat gains its increment when its turn on a board is over, whether or not the other board asks for its next decision at once.
func TestMatchClocks(t *testing.T) {
	matchTimed(t, nil, func(t *testing.T, ps []*player) {
		id := open(t, ps, api.Settings{Game: "duplicate", Clock: api.Clock{Kind: api.ClockLive, Base: 100, Increment: 10}})
		time.Sleep(5 * time.Second)
		s := ps[0].see(id)
		if !s.Game.Clocks[0].Running || !s.Game.Clocks[1].Running || left(s, 0) != 95*time.Second || left(s, 1) != 95*time.Second {
			t.Fatalf("clocks %+v", s.Game.Clocks)
		}
		// Béla first, and his board waits: he owes nothing. Then Anna, who owes on the other board at once.
		ps[1].moveAny(id)
		time.Sleep(5 * time.Second)
		s = ps[0].see(id)
		if left(s, 1) != 105*time.Second || s.Game.Clocks[1].Running || left(s, 0) != 90*time.Second {
			t.Fatalf("clocks %+v", s.Game.Clocks)
		}
		ps[0].moveAny(id)
		s = ps[0].see(id)
		if !slices.Equal(s.Game.Owing, []int{0, 1}) || left(s, 0) != 100*time.Second {
			t.Fatalf("owing %v, clocks %+v", s.Game.Owing, s.Game.Clocks)
		}
		// Béla's turn on board 1 are three picks: two of the first wonders, and the first of the others.
		before := left(ps[1].see(id), 1)
		for range 2 {
			ps[1].moveAny(id)
			if s = ps[1].see(id); left(s, 1) != before || !s.Game.Clocks[1].Running {
				t.Errorf("in the middle of a turn the clock went from %v to %v", before, left(s, 1))
			}
		}
		ps[1].moveAny(id)
		if s = ps[1].see(id); left(s, 1) != before+10*time.Second {
			t.Errorf("after the turn the clock went from %v to %v", before, left(s, 1))
		}
		// Giving up is no turn.
		before = left(ps[1].see(id), 1)
		ps[1].do(id, api.CommandResign, api.CommandData{Board: 2})
		if s = ps[1].see(id); left(s, 1) > before {
			t.Errorf("by resigning the clock went from %v to %v", before, left(s, 1))
		}
	})
}

// Whoever runs out of time in a match that counts loses every board that is not over; in a friendly one a bot plays on.
func TestMatchLostOnTime(t *testing.T) {
	e := &ends{}
	matchTimed(t, e, func(t *testing.T, ps []*player) {
		id := unhurried(t, ps, api.Settings{Game: "duplicate", Rated: true, Clock: api.Clock{Kind: api.ClockLive, Base: 60}})
		ps[0].moveAny(id)
		ps[0].do(id, api.CommandResign, api.CommandData{Board: 1})
		sleep(61 * time.Second)
		s := ps[0].see(id)
		if s.Table.Status != api.StatusFinished || s.Game.Result.WonBy != "shared" || !slices.Equal(s.Game.Result.Scores, []int{0, 0}) {
			t.Fatalf("%s, %+v", s.Table.Status, s.Game.Result)
		}
		m := matchOf(t, s)
		if m.Boards[1].Outcome.WonBy != api.WonByTime || !slices.Equal(m.Boards[1].Outcome.Winners, []int{0}) || m.Boards[0].Outcome.WonBy != api.WonByResignation {
			t.Errorf("boards ended %+v and %+v", m.Boards[0].Outcome, m.Boards[1].Outcome)
		}
		l := s.Log[len(s.Log)-1]
		if l.What != api.WhatTimedOut || l.Seat != 1 || !slices.ContainsFunc(l.Events, func(ev game.Event) bool { return ev.Type == "time" && ev.Board == 2 && ev.Seat == 1 }) {
			t.Errorf("it is told as %+v", l)
		}
		await(t, "the end", func() bool { return len(e.heard()) > 0 })
		for _, f := range e.heard()[0].People {
			if f.Moved != (f.Seat == 0) {
				t.Errorf("seat %d has moved: %v", f.Seat, f.Moved)
			}
		}
		provenMatch(t, ps[0].h, id)

		friendly := open(t, ps, api.Settings{Game: "duplicate", Clock: api.Clock{Kind: api.ClockLive, Base: 60}})
		ps[0].moveAny(friendly)
		sleep(61 * time.Second)
		await(t, "the bot", func() bool { return ps[0].see(friendly).Table.Places[1].Away == api.AwayTime })
		if s := ps[0].see(friendly); s.Table.Status != api.StatusPlaying {
			t.Errorf("the friendly match is %s", s.Table.Status)
		}
	})
}

// TestMatchClaimed checks that an absent player, against whom the other claims the win, loses every board that is still played, as on time, and that the record of the match says so.
func TestMatchClaimed(t *testing.T) {
	matchTimed(t, &ends{}, func(t *testing.T, ps []*player) {
		id := unhurried(t, ps, api.Settings{Game: "duplicate", Rated: true, Clock: api.Clock{Kind: api.ClockLive, Base: 1500}})
		here := follow(t, ps[0].h, id, ps[0].Person, -1)
		defer here.close()
		ps[0].moveAny(id)
		ps[1].moveAny(id)
		sleep(61 * time.Second)
		ps[0].do(id, api.CommandClaim, api.CommandData{})
		sleep(16 * time.Second)
		s := ps[0].see(id)
		if s.Table.Status != api.StatusFinished || s.Table.Claim != nil || !slices.Equal(s.Game.Result.Scores, []int{60, -60}) || !slices.Equal(s.Game.Result.Winners, []int{0}) {
			t.Fatalf("%s, %+v, %+v", s.Table.Status, s.Table.Claim, s.Game.Result)
		}
		if l := s.Log[len(s.Log)-1]; l.What != api.WhatGone || l.Seat != 1 {
			t.Errorf("it is told as %+v", l)
		}
		provenMatch(t, ps[0].h, id)
	})
}

// A table that is read anew from its journal, or from a snapshot of it, is the same match; also after boards were given up.
func TestMatchIsReadAgain(t *testing.T) {
	m := newMemory()
	h := matchHub(t, m, nil)
	ps := players(t, h, anna, bela)
	id := open(t, ps, api.Settings{Game: "duplicate", Options: map[string]string{"pantheon": "true"}})
	playOn(t, ps, id, func(s *api.Snapshot) bool { return s.Game.Decision >= 70 })
	ps[1].do(id, api.CommandResign, api.CommandData{Board: 1})
	before := ps[0].see(id)
	h.Close()
	again := matchHub(t, m, nil)
	ps = players(t, again, anna, bela)
	for _, p := range ps {
		p.n = 10000
	}
	after := ps[0].see(id)
	if !bytes.Equal(before.Game.View, after.Game.View) || !slices.Equal(before.Game.Moves, after.Game.Moves) {
		t.Error("the match is another after a restart")
	}
	snap := playOn(t, ps, id, nil)
	if snap.Table.Status != api.StatusFinished {
		t.Error(snap.Table.Status)
	}
	replay, err := again.Replay(t.Context(), id, game.Open)
	if err != nil || len(replay.Frames) < 70 {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(replay.Frames, func(f api.ReplayFrame) bool { return f.Move == "1:resign" }) {
		t.Error("the replay does not show that a board was given up")
	}
	provenMatch(t, again, id)
}

// Bots play matches, alone and for somebody who has gone.
func TestMatchWithBots(t *testing.T) {
	h := matchHub(t, newMemory(), nil)
	ps := players(t, h, anna)
	id := open(t, ps, api.Settings{Game: "duplicate"}, "random")
	playOn(t, ps, id, func(s *api.Snapshot) bool { return s.Game.Decision >= 20 })
	ps[0].do(id, api.CommandAway, api.CommandData{})
	await(t, "the end", func() bool { return ps[0].see(id).Table.Status == api.StatusFinished })
	rec, err := h.Record(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	if slices.ContainsFunc(rec.Steps, func(s record.Step) bool { return strings.HasSuffix(s.Move, "resign") || s.Move == "time" }) {
		t.Error("a bot gave up")
	}
}
