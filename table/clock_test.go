package table_test

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/games/duel"
	"mirabilia/table"
)

var (
	live = api.Clock{Kind: api.ClockLive, Base: 60, Increment: 10}
	days = api.Clock{Kind: api.ClockDays, Days: 3}
)

func left(s *api.Snapshot, seat int) time.Duration {
	return time.Duration(s.Game.Clocks[seat].Left) * time.Millisecond
}

// timed runs a test with a clock of its own, a Hub and two people.
func timed(t *testing.T, test func(t *testing.T, j *memory, ps []*player)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		j := newMemory()
		h := table.New(config(j))
		defer h.Close()
		test(t, j, players(t, h, anna, bela))
	})
}

// sleeps until after the table has done what is due at that moment.
func sleep(d time.Duration) {
	time.Sleep(d + time.Millisecond)
	synctest.Wait()
}

func TestLiveClock(t *testing.T) {
	timed(t, func(t *testing.T, _ *memory, ps []*player) {
		id := open(t, ps, api.Settings{Game: "duel", Clock: live})
		time.Sleep(20 * time.Second)
		s := ps[0].see(id)
		if left(s, 0) != 40*time.Second || left(s, 1) != 60*time.Second || !s.Game.Clocks[0].Running || s.Game.Clocks[1].Running {
			t.Fatalf("after 20 s: %+v", s.Game.Clocks)
		}
		ps[0].moveAny(id)
		s = ps[0].see(id)
		if left(s, 0) != 50*time.Second || s.Game.Clocks[0].Running || !s.Game.Clocks[1].Running {
			t.Fatalf("after the move: %+v", s.Game.Clocks)
		}
		if want := time.Now().Add(60 * time.Second).UnixMilli(); s.Game.Clocks[1].Deadline != want {
			t.Errorf("deadline %d, want %d", s.Game.Clocks[1].Deadline, want)
		}
	})
}

// A seat whose clock has run out is played on by the table's bot; its person can come back.
func TestOutOfTime(t *testing.T) {
	timed(t, func(t *testing.T, _ *memory, ps []*player) {
		id := open(t, ps, api.Settings{Game: "duel", Clock: live})
		sleep(59 * time.Second)
		if s := ps[0].see(id); s.Table.Places[0].Away != "" {
			t.Fatal("timed out too early")
		}
		sleep(time.Second)
		s := ps[1].see(id)
		if s.Table.Places[0].Away != api.AwayTime || s.Table.Places[0].Bot != "random" || !slices.Equal(s.Game.Owing, []int{1}) {
			t.Fatalf("after the deadline: %+v, owing %v", s.Table.Places, s.Game.Owing)
		}
		ps[0].do(id, api.CommandBack, api.CommandData{})
		if s := ps[0].see(id); left(s, 0) != time.Minute || s.Table.Places[0].Away != "" {
			t.Errorf("back with %v", left(s, 0))
		}
		playOn(t, ps, id, nil)
	})
}

// A rated game of two is lost on time.
func TestRatedLostOnTime(t *testing.T) {
	timed(t, func(t *testing.T, j *memory, ps []*player) {
		id := open(t, ps, api.Settings{Game: "duel", Clock: live, Rated: true})
		ps[0].refused(id, api.CommandAway, api.CommandData{}, game.Forbidden, "rated")
		ps[0].refused(unhurried(t, ps, api.Settings{Game: "duel", Clock: live, Rated: true}), api.CommandLeave, api.CommandData{}, game.Conflict, "must_resign")
		ps[0].moveAny(id)
		ps[0].refused(id, api.CommandUndo, api.CommandData{}, game.Forbidden, "rated")
		sleep(time.Minute)
		s := ps[0].see(id)
		if s.Table.Status != api.StatusFinished || s.Game.Result.WonBy != api.WonByTime || !slices.Equal(s.Game.Result.Winners, []int{0}) {
			t.Fatalf("%s, %+v", s.Table.Status, s.Game.Result)
		}
		if s := j.summary(id); s.Wake <= s.Updated || s.WonBy != api.WonByTime {
			t.Errorf("summary: %+v", s)
		}
		rec, err := ps[0].h.Record(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := rec.Replay(duel.Game, nil); err != nil || rec.Steps[0].Comment != "won by time: A" {
			t.Errorf("record: %+v, %v", rec.Steps, err)
		}
	})
}

// A move that comes when the time is over, but before the clock has struck, is too late.
func TestTooLate(t *testing.T) {
	timed(t, func(t *testing.T, _ *memory, ps []*player) {
		id := open(t, ps, api.Settings{Game: "duel", Clock: live, Rated: true})
		move := ps[0].see(id).Game.Moves[0]
		time.Sleep(time.Minute)
		ps[0].refused(id, api.CommandMove, api.CommandData{Move: move}, game.NotYourTurn, "game_over")
	})
}

// Deadlines stand in the journal: another process, started later, keeps them, but lets people come back first.
func TestDeadlinesSurviveARestart(t *testing.T) {
	for _, c := range []struct {
		name   string
		clock  api.Clock
		down   time.Duration // between the start of the game and the restart
		strike time.Duration // from the restart on
	}{
		{"live", live, 20 * time.Second, 40 * time.Second},
		{"live, over while down", live, 5 * time.Minute, 30 * time.Second},
		{"live, nearly over", live, 55 * time.Second, 30 * time.Second},
		{"days", days, 71 * time.Hour, time.Hour},
		{"days, over while down", days, 80 * time.Hour, 30 * time.Second},
	} {
		t.Run(c.name, func(t *testing.T) {
			timed(t, func(t *testing.T, j *memory, ps []*player) {
				id := open(t, ps, api.Settings{Game: "duel", Clock: c.clock})
				want := ps[0].see(id).Game.Clocks[0].Deadline
				ps[0].h.Close()
				if w := j.summary(id).Wake; w != want {
					t.Errorf("wakes at %d, the deadline is %d", w, want)
				}
				time.Sleep(c.down)
				cfg := config(j)
				cfg.Grace, cfg.Idle = 30*time.Second, 100*time.Hour
				h := table.New(cfg)
				defer h.Close()
				a := players(t, h, anna)[0]
				if got := a.see(id).Game.Clocks[0].Deadline; got != want {
					t.Errorf("deadline %d after the restart, %d before", got, want)
				}
				sleep(c.strike - time.Second)
				if a.see(id).Table.Places[0].Away != "" {
					t.Fatal("timed out too early")
				}
				sleep(time.Second)
				if a.see(id).Table.Places[0].Away != api.AwayTime {
					t.Fatal("not timed out")
				}
			})
		})
	}
}

// Every decision has its days anew, and those who wait lose none.
func TestDaysClock(t *testing.T) {
	timed(t, func(t *testing.T, _ *memory, ps []*player) {
		id := open(t, ps, api.Settings{Game: "duel", Clock: days})
		for range 5 {
			time.Sleep(70 * time.Hour)
			playOn(t, ps, id, func(s *api.Snapshot) bool { return slices.Contains(s.Game.Owing, 1) })
			time.Sleep(70 * time.Hour)
			playOn(t, ps, id, func(s *api.Snapshot) bool { return slices.Contains(s.Game.Owing, 0) })
		}
		if s := ps[0].see(id); s.Table.Places[0].Away != "" || left(s, 0) != 72*time.Hour || left(s, 1) != 72*time.Hour {
			t.Errorf("%+v %+v", s.Table.Places, s.Game.Clocks)
		}
	})
}

// Withdrawing and taking back give back the increment, so that nobody gains time by changing his mind.
func TestNoTimeGainedByChangingMinds(t *testing.T) {
	timed(t, func(t *testing.T, _ *memory, ps []*player) {
		id := open(t, ps, api.Settings{Game: "dice", Clock: live})
		for range 5 {
			for len(ps[0].see(id).Game.Moves) > 0 {
				ps[0].moveAny(id)
			}
			for ps[0].see(id).Game.Withdraw {
				ps[0].do(id, api.CommandWithdraw, api.CommandData{})
			}
		}
		if s := ps[0].see(id); left(s, 0) != time.Minute || !s.Game.Clocks[0].Running {
			t.Errorf("clock: %+v", s.Game.Clocks[0])
		}
	})
}

// Nor days: who decides and changes his mind has as long as before.
func TestNoDaysGainedByChangingMinds(t *testing.T) {
	timed(t, func(t *testing.T, _ *memory, ps []*player) {
		id := open(t, ps, api.Settings{Game: "dice", Clock: days})
		time.Sleep(50 * time.Hour)
		for len(ps[0].see(id).Game.Moves) > 0 {
			ps[0].moveAny(id)
		}
		if s := ps[0].see(id); left(s, 0) != 72*time.Hour || s.Game.Clocks[0].Running {
			t.Errorf("decided: %+v", s.Game.Clocks[0])
		}
		for ps[0].see(id).Game.Withdraw {
			ps[0].do(id, api.CommandWithdraw, api.CommandData{})
		}
		if s := ps[0].see(id); left(s, 0) != 22*time.Hour || !s.Game.Clocks[0].Running {
			t.Errorf("withdrawn: %+v", s.Game.Clocks[0])
		}
		time.Sleep(22 * time.Hour)
		if err := ps[0].h.Wake(t.Context(), id); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if p := ps[1].see(id).Table.Places[0]; p.Away != api.AwayTime {
			t.Errorf("after the deadline: %+v", p)
		}
	})
}

// Taking back is free of charge for one's own clock only; what all agree to gives everyone concerned his days anew.
func TestDaysAfterTakingBack(t *testing.T) {
	timed(t, func(t *testing.T, _ *memory, ps []*player) {
		id := open(t, ps, api.Settings{Game: "duel", Clock: days})
		time.Sleep(10 * time.Hour)
		before, after := revealing(t, ps, id, false)
		if left(before, 0) != 62*time.Hour || after.Game.Clocks[0].Running || left(after, 0) != 72*time.Hour {
			t.Fatalf("decided: %+v", after.Game.Clocks)
		}
		time.Sleep(10 * time.Hour)
		ps[0].do(id, api.CommandUndo, api.CommandData{})
		if s := ps[0].see(id); left(s, 0) != left(before, 0) || !s.Game.Clocks[0].Running {
			t.Errorf("taken back at once: %+v, before %+v", s.Game.Clocks, before.Game.Clocks)
		}
		time.Sleep(50 * time.Hour)
		revealing(t, ps, id, true)
		ps[0].do(id, api.CommandUndo, api.CommandData{})
		time.Sleep(20 * time.Hour)
		ps[1].do(id, api.CommandAnswer, api.CommandData{Accept: true})
		synctest.Wait()
		if s := ps[0].see(id); left(s, 0) != 72*time.Hour || !s.Game.Clocks[0].Running || s.Table.Undo != nil {
			t.Errorf("taken back by agreement: %+v", s.Game.Clocks)
		}
	})
}

// A table that nobody looks at leaves memory and comes back when it is asked for.
func TestIdleTablesLeaveMemory(t *testing.T) {
	timed(t, func(t *testing.T, j *memory, ps []*player) {
		h := ps[0].h
		id := open(t, ps, api.Settings{Game: "duel", Clock: days})
		f := follow(t, h, id, anna, -1)
		sleep(time.Hour)
		if n := h.Stats().Tables; n != 1 {
			t.Fatalf("%d tables in memory while one is looked at", n)
		}
		f.close()
		sleep(2 * time.Minute)
		if n := h.Stats().Tables; n != 0 {
			t.Fatalf("%d tables in memory that nobody looks at", n)
		}
		playOn(t, ps, id, nil)
		if j.summary(id).Status != api.StatusFinished {
			t.Error("not finished")
		}
	})
}

// A game that is over leaves memory seconds after nobody looks at it any more, and so it does when it has come back to be archived, or for somebody who asks.
func TestFinishedGamesLeaveMemory(t *testing.T) {
	timed(t, func(t *testing.T, _ *memory, ps []*player) {
		h := ps[0].h
		gone := func(when string, within time.Duration) {
			t.Helper()
			sleep(within)
			if n := h.Stats().Tables; n != 0 {
				t.Errorf("%s %d tables are in memory after %v", when, n, within)
			}
		}
		var ids []string
		for range 3 {
			id := open(t, ps, api.Settings{Game: "duel"})
			f := follow(t, h, id, anna, -1)
			ps[0].do(id, api.CommandResign, api.CommandData{})
			sleep(time.Minute)
			if n := h.Stats().Tables; n != 1 {
				t.Fatalf("%d tables in memory while somebody looks at a result", n)
			}
			f.close()
			gone("when nobody looks", 6*time.Second)
			ids = append(ids, id)
		}
		ps[0].see(ids[0])
		gone("asked again", 6*time.Second)
		sleep(10 * time.Minute)
		for _, id := range ids {
			if err := h.Wake(t.Context(), id); err != nil {
				t.Fatal(err)
			}
			gone("archived", 20*time.Millisecond)
		}
		if n := h.Stats().Archived; n != 3 {
			t.Errorf("%d of 3 were archived", n)
		}
	})
}

func TestPresence(t *testing.T) {
	timed(t, func(t *testing.T, _ *memory, ps []*player) {
		h := ps[0].h
		id := open(t, ps, api.Settings{Game: "duel"})
		a := follow(t, h, id, anna, -1)
		b := follow(t, h, id, bela, -1)
		c := follow(t, h, id, csaba, -1)
		sleep(time.Second)
		if s := ps[0].see(id); !slices.Equal(s.Online, []int{0, 1}) || s.Spectators != 1 {
			t.Errorf("online %v, %d spectators", s.Online, s.Spectators)
		}
		b.close()
		c.close()
		sleep(time.Second)
		a.close()
		var last api.Envelope
		for e := range a.ch {
			last = e
		}
		if last.Type != api.MessagePresence || string(last.Data) != `{"online":[0],"spectators":0}` {
			t.Errorf("last message: %s %s", last.Type, last.Data)
		}
	})
}
