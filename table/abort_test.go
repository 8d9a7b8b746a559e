package table_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/table"
)

var hurried = api.Settings{Game: "duel", Rated: true, Clock: api.Clock{Kind: api.ClockLive, Base: 900, Increment: 5}}

// abortedBy checks that a game was aborted because of a seat.
func abortedBy(t *testing.T, j *memory, p *player, id string, seat int) {
	t.Helper()
	s := p.see(id)
	if s.Table.Status != api.StatusClosed || s.Table.Closed != api.ClosedAborted || s.Table.Late == nil || *s.Table.Late != seat {
		t.Errorf("want aborted because of seat %d: %s %q %v", seat, s.Table.Status, s.Table.Closed, s.Table.Late)
	}
	sum, err := table.ReadPlayed(j.summary(id).Encode())
	if err != nil || sum.Late == nil || *sum.Late != seat || sum.Winners != nil {
		t.Errorf("the row says %+v, %v", sum, err)
	}
}

// wake lets a table do what is due, as the server does.
func wake(t *testing.T, p *player, id string) {
	t.Helper()
	if err := p.h.Wake(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	sleep(time.Second)
}

// Whoever does not make the first move within a minute ends the game without a result, and it is known who that was.
func TestLateFirstMove(t *testing.T) {
	for moves, late := range []int{0, 1} {
		timed(t, func(t *testing.T, j *memory, ps []*player) {
			id := open(t, ps, hurried)
			for range moves {
				sleep(50 * time.Second)
				ps[0].moveAny(id)
			}
			s := ps[0].see(id)
			if c := s.Game.Clocks[late]; !c.First || c.Deadline-s.Game.Now != time.Minute.Milliseconds() || c.Left < 899_000 {
				t.Errorf("clock %+v at %d", c, s.Game.Now)
			}
			if wake := j.summary(id).Wake; wake != s.Game.Clocks[late].Deadline {
				t.Errorf("the table wakes at %d", wake)
			}
			sleep(59 * time.Second)
			if s := ps[0].see(id); s.Table.Status != api.StatusPlaying {
				t.Fatal("aborted too early")
			}
			sleep(time.Second)
			abortedBy(t, j, ps[0], id, late)
			ps[0].refused(id, api.CommandMove, api.CommandData{Move: "x"}, game.Conflict, "closed")
		})
	}
}

// After both have moved, the clock alone counts.
func TestNoAbortAfterTheFirstMoves(t *testing.T) {
	timed(t, func(t *testing.T, _ *memory, ps []*player) {
		id := open(t, ps, hurried)
		for range 2 {
			ps[ps[0].see(id).Game.Owing[0]].moveAny(id)
		}
		s := ps[0].see(id)
		owes := s.Game.Owing[0]
		if s.Game.Clocks[owes].First {
			t.Errorf("%+v", s.Game.Clocks)
		}
		sleep(10 * time.Minute)
		if s = ps[0].see(id); s.Table.Status != api.StatusPlaying {
			t.Fatalf("after ten minutes: %s", s.Table.Status)
		}
		sleep(6 * time.Minute)
		wake(t, ps[0], id)
		if s = ps[0].see(id); s.Table.Status != api.StatusFinished || s.Game.Result.WonBy != api.WonByTime || s.Game.Result.Winners[0] == owes {
			t.Errorf("%s %+v", s.Table.Status, s.Game.Result)
		}
	})
}

// Resigning before all have moved aborts the game, and loses it afterwards.
func TestResigningAtOnceAborts(t *testing.T) {
	j := newMemory()
	h := newHub(t, j)
	ps := players(t, h, anna, bela)
	id := open(t, ps, hurried)
	ps[0].moveAny(id)
	ps[1].do(id, api.CommandResign, api.CommandData{})
	abortedBy(t, j, ps[0], id, 1)

	id = open(t, ps, hurried)
	playOn(t, ps, id, func(s *api.Snapshot) bool { return s.Game.Decision == 4 })
	ps[1].do(id, api.CommandResign, api.CommandData{})
	if s := ps[0].see(id); s.Table.Status != api.StatusFinished || s.Game.Result.WonBy != api.WonByResignation {
		t.Errorf("%s %+v", s.Table.Status, s.Game.Result)
	}
}

// Leaving before all have moved is no way around it, and neither is letting a bot play.
func TestLeavingAtOnceAborts(t *testing.T) {
	j := newMemory()
	h := newHub(t, j)
	ps := players(t, h, anna, bela)
	id := open(t, ps, hurried)
	ps[1].do(id, api.CommandLeave, api.CommandData{})
	abortedBy(t, j, ps[0], id, 1)
	found := api.Settings{Game: "duel", Seats: 2, Clock: hurried.Clock, FirstMove: table.FirstMoveTime}
	if err := h.Gather(t.Context(), "found0000000", found, []string{anna.ID, bela.ID}, nil); err != nil {
		t.Fatal(err)
	}
	id = "found0000000"
	// It begins by itself; until then nobody gets up, or lets the other get up.
	zero, one := 0, 1
	for _, c := range []struct {
		p    *player
		kind string
		data api.CommandData
	}{
		{ps[0], api.CommandLeave, api.CommandData{}}, {ps[1], api.CommandLeave, api.CommandData{}}, {ps[0], api.CommandRemove, api.CommandData{Seat: &one}},
		{ps[0], api.CommandRemove, api.CommandData{Seat: &zero}}, {ps[0], api.CommandConfigure, api.CommandData{Settings: &found}},
	} {
		c.p.refused(id, c.kind, c.data, game.Conflict, "dealing")
	}
	for _, p := range ps {
		p.do(id, api.CommandNonce, api.CommandData{Nonce: "0a"})
	}
	for p := ps[0]; p.see(id).Table.Status != api.StatusPlaying; {
		time.Sleep(time.Millisecond)
	}
	ps[1].refused(id, api.CommandAway, api.CommandData{}, game.Conflict, "first_move")
	ps[1].do(id, api.CommandLeave, api.CommandData{})
	abortedBy(t, j, ps[0], id, 1)
}

// TestDodgingAgainLoses: who did not begin the rated game before loses this one, by resigning, leaving or making no move; a friendly one is still aborted.
func TestDodgingAgainLoses(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		j := newMemory()
		cfg := config(j)
		cfg.Dodged = func(_ context.Context, person string) (bool, error) { return person == bela.ID, nil }
		h := table.New(cfg)
		defer h.Close()
		ps := players(t, h, anna, bela)
		for _, kind := range []string{api.CommandResign, api.CommandLeave, ""} {
			id := open(t, ps, hurried)
			how := api.WonByResignation
			if kind != "" {
				ps[1].do(id, kind, api.CommandData{})
			} else {
				how = api.WonByTime
				ps[0].moveAny(id)
				sleep(61 * time.Second)
				wake(t, ps[0], id)
			}
			if s := ps[0].see(id); s.Table.Status != api.StatusFinished || s.Game.Result.WonBy != how || !slices.Equal(s.Game.Result.Winners, []int{0}) {
				t.Errorf("%q: %s %+v", kind, s.Table.Status, s.Game.Result)
			}
			id = open(t, ps, hurried)
			ps[0].do(id, api.CommandResign, api.CommandData{})
			abortedBy(t, j, ps[0], id, 0)
		}
		found := api.Settings{Game: "duel", Seats: 2, Clock: hurried.Clock, FirstMove: table.FirstMoveTime}
		if err := h.Gather(t.Context(), "found0000000", found, []string{anna.ID, bela.ID}, nil); err != nil {
			t.Fatal(err)
		}
		for _, p := range ps {
			p.do("found0000000", api.CommandNonce, api.CommandData{Nonce: "0a"})
		}
		sleep(time.Second)
		ps[1].do("found0000000", api.CommandResign, api.CommandData{})
		abortedBy(t, j, ps[0], "found0000000", 1)
	})
}

// A node dies while somebody is to make the first move: another ends the game when its time has come.
func TestAnotherNodeAborts(t *testing.T) {
	timed(t, func(t *testing.T, j *memory, ps []*player) {
		id := open(t, ps, hurried)
		ps[0].h.Close()
		h := table.New(config(j))
		defer h.Close()
		sleep(70 * time.Second)
		p := players(t, h, anna)[0]
		wake(t, p, id)
		abortedBy(t, j, p, id, 0)
	})
}

// Only games are hurried for which nobody has days, and which count or for which people were found.
func TestWhoIsHurried(t *testing.T) {
	h := newHub(t, newMemory())
	ps := players(t, h, anna, bela)
	for _, c := range []struct {
		what     string
		settings api.Settings
		want     int
	}{
		{"rated and live", hurried, 60},
		{"friendly", api.Settings{Game: "duel", Clock: hurried.Clock, FirstMove: 9}, 0},
		{"days", api.Settings{Game: "duel", Rated: true, Clock: days, FirstMove: 9}, 0},
		{"three days in all", api.Settings{Game: "duel", Rated: true, Clock: api.Clock{Kind: api.ClockLive, Base: 259200, Increment: 1800}}, 0},
	} {
		if s := ps[0].see(open(t, ps, c.settings)); s.Table.FirstMove != c.want {
			t.Errorf("%s: %d s for the first move", c.what, s.Table.FirstMove)
		}
	}
	found := api.Settings{Game: "duel", Seats: 2, Clock: hurried.Clock, FirstMove: table.FirstMoveTime}
	if err := h.Gather(t.Context(), "found0000000", found, []string{anna.ID, bela.ID}, nil); err != nil {
		t.Fatal(err)
	}
	if s := ps[0].see("found0000000"); s.Table.FirstMove != 60 {
		t.Errorf("found: %+v", s.Table.Settings)
	}
}

// The row of a finished game keeps how it was played: what a profile is made of.
func TestFigures(t *testing.T) {
	timed(t, func(t *testing.T, j *memory, ps []*player) {
		id := open(t, ps, hurried)
		for range 30 {
			s := ps[0].see(id)
			if s.Table.Status == api.StatusFinished {
				break
			}
			owes := s.Game.Owing[0]
			sleep(time.Duration(1+2*owes) * time.Second)
			ps[owes].moveAny(id)
		}
		owes := ps[0].see(id).Game.Owing[0]
		sleep(20 * time.Minute)
		wake(t, ps[0], id)
		sum, err := table.ReadPlayed(j.summary(id).Encode())
		if err != nil || len(sum.Figures) != 2 {
			t.Fatalf("%+v, %v", sum, err)
		}
		for seat, f := range sum.Figures {
			if want := int64(1001 + 2000*seat); f.Pace != want || f.Moves < 10 || len(f.Parts) < 7 || f.Stalled != (seat == owes) {
				t.Errorf("seat %d, pace %d: %+v", seat, want, f)
			}
		}
	})
}

// People who were found for an open table sit down there, once, and the game starts by itself; where there is no room, nobody sits down.
func TestFill(t *testing.T) {
	timed(t, func(t *testing.T, _ *memory, ps []*player) {
		h := ps[0].h
		snap, err := h.Create(t.Context(), anna, &api.CreateTable{Settings: api.Settings{Game: "duel", Seats: 2, Public: true, Rated: true, Clock: hurried.Clock}})
		if err != nil {
			t.Fatal(err)
		}
		id := snap.Table.ID
		refused := func(reason string, people ...table.Person) {
			t.Helper()
			var r *game.Error
			if err := h.Fill(t.Context(), id, people); !errors.As(err, &r) || r.Reason != reason {
				t.Errorf("%v, want %s", err, reason)
			}
		}
		refused("rated_name", table.Person{ID: "p-guest"})
		refused("apart", table.Person{ID: bela.ID, Kept: true, Apart: map[string]bool{anna.ID: true}})
		refused(table.ReasonTaken, bela, csaba)
		for range 2 {
			if err := h.Fill(t.Context(), id, []table.Person{bela}); err != nil {
				t.Fatal(err)
			}
		}
		sleep(20 * time.Second)
		s := ps[0].see(id)
		if s.Table.Status != api.StatusPlaying || s.Table.Places[1].Person != bela.ID || s.Table.Places[1].Name != bela.Name {
			t.Errorf("%s %+v", s.Table.Status, s.Table.Places)
		}
		refused("already_started", csaba)
	})
}
