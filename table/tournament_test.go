package table_test

import (
	"testing"
	"testing/synctest"
	"time"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/table"
)

// contest runs a test at a table of two that a tournament has opened, with a clock of its own. The game has begun.
func contest(t *testing.T, first int, in api.InTournament, test func(t *testing.T, e *ends, ps []*player, id string)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		e := &ends{}
		cfg := config(newMemory())
		cfg.Ended = e.hear
		h := table.New(cfg)
		defer h.Close()
		ps := players(t, h, anna, bela)
		const id = "cuptable"
		in.ID, in.Kind = "cup", api.TournamentArena
		settings := api.Settings{Game: "duel", Seats: 2, Clock: live10, FirstMove: first, Tournament: &in}
		for range 2 { // opened again, nothing happens
			if err := h.Gather(t.Context(), id, settings, []string{anna.ID, bela.ID}, nil); err != nil {
				t.Fatal(err)
			}
		}
		ps[0].refused(id, api.CommandLeave, api.CommandData{}, game.Forbidden, "of_tournament")
		ps[0].refused(id, api.CommandRemove, api.CommandData{Seat: seat(1)}, game.Forbidden, "of_tournament")
		ps[0].refused(id, api.CommandConfigure, api.CommandData{Settings: &settings}, game.Forbidden, "of_tournament")
		for _, p := range ps {
			p.do(id, api.CommandNonce, api.CommandData{Nonce: "0a"})
		}
		synctest.Wait()
		if s := ps[0].see(id); s.Table.Status != api.StatusPlaying || s.Table.Tournament == nil || *s.Table.Tournament != in {
			t.Fatalf("%+v", s.Table)
		}
		test(t, e, ps, id)
	})
}

// pass lets time pass, and wakes the table if it has left memory, as the server does.
func pass(t *testing.T, p *player, id string, d time.Duration) {
	t.Helper()
	sleep(d)
	if err := p.h.Wake(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	synctest.Wait()
}

// lost demands that the game was lost on time by the person of a seat, and that this was told.
func lost(t *testing.T, e *ends, ps []*player, id string, seat int, moved bool) {
	t.Helper()
	s := ps[0].see(id)
	if s.Table.Status != api.StatusFinished || s.Game.Result == nil || s.Game.Result.WonBy != api.WonByTime || s.Game.Result.Winners[0] != 1-seat {
		t.Fatalf("%s: %+v", s.Table.Status, s.Game.Result)
	}
	list := e.heard()
	if len(list) != 1 || list[0].Tournament != "cup" || list[0].Rated || list[0].Table != id {
		t.Fatalf("%+v", list)
	}
	if f := list[0].People[seat]; f.Place != 2 || f.Moved != moved || list[0].People[1-seat].Place != 1 {
		t.Errorf("%+v", list[0].People)
	}
}

// In a friendly game of a tournament nobody gets help, and whoever runs out of time has lost.
func TestTournamentGamesCount(t *testing.T) {
	contest(t, 0, api.InTournament{}, func(t *testing.T, e *ends, ps []*player, id string) {
		ps[0].moveAny(id)
		ps[0].refused(id, api.CommandUndo, api.CommandData{}, game.Forbidden, "of_tournament")
		ps[0].refused(id, api.CommandAway, api.CommandData{}, game.Forbidden, "rated")
		ps[0].refused(id, api.CommandLeave, api.CommandData{}, game.Conflict, "must_resign")
		if s := ps[0].see(id); s.Game.Undo != api.UndoNone {
			t.Errorf("an undo is offered: %q", s.Game.Undo)
		}
		// Whoever has the id may watch, though the table is not public.
		if s, err := ps[0].h.Snapshot(t.Context(), id, table.Person{}); err != nil || s.Table.Public {
			t.Errorf("%v", err)
		}
		pass(t, ps[0], id, 10*time.Minute)
		lost(t, e, ps, id, 1, false)
		ps[0].refused(id, api.CommandRematch, api.CommandData{}, game.Forbidden, "of_tournament")
	})
}

// The first decision of each player has a time of its own; later ones have the clock's.
func TestFirstMove(t *testing.T) {
	contest(t, 30, api.InTournament{}, func(t *testing.T, e *ends, ps []*player, id string) {
		sleep(30 * time.Second)
		lost(t, e, ps, id, 0, false)
	})
	contest(t, 30, api.InTournament{}, func(t *testing.T, e *ends, ps []*player, id string) {
		sleep(29 * time.Second)
		ps[0].moveAny(id)
		s := ps[1].see(id)
		if want := time.Now().Add(30 * time.Second).UnixMilli(); s.Game.Clocks[1].Deadline != want {
			t.Errorf("the second player has until %d, not %d", s.Game.Clocks[1].Deadline, want)
		}
		for range 2 {
			for _, p := range ps {
				for len(p.see(id).Game.Moves) > 0 {
					p.moveAny(id)
				}
			}
		}
		pass(t, ps[0], id, 5*time.Minute)
		if s := ps[0].see(id); s.Table.Status != api.StatusPlaying {
			t.Fatalf("%s: %+v", s.Table.Status, s.Game.Result)
		}
		pass(t, ps[0], id, 5*time.Minute)
		if s := ps[0].see(id); s.Table.Status != api.StatusFinished {
			t.Fatalf("%s", s.Table.Status)
		}
	})
}

// A game that must be over by an hour is lost then by whoever owes a decision.
func TestUntil(t *testing.T) {
	// Time begins in the year 2000 here.
	begin := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	contest(t, 0, api.InTournament{Until: begin.Add(2 * time.Minute).UnixMilli()}, func(t *testing.T, e *ends, ps []*player, id string) {
		ps[0].moveAny(id)
		ps[1].moveAny(id)
		owing := ps[0].see(id).Game.Owing[0]
		time.Sleep(time.Until(begin.Add(2*time.Minute)) - time.Second)
		synctest.Wait()
		if s := ps[0].see(id); s.Table.Status != api.StatusPlaying {
			t.Fatalf("%s", s.Table.Status)
		}
		sleep(time.Second)
		lost(t, e, ps, id, owing, true)
	})
}
