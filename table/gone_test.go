package table_test

import (
	"encoding/json"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/relay"
	"mirabilia/relay/local"
	"mirabilia/table"
)

// bothMoved lets everybody make the first move, and returns the seat that is to decide.
func bothMoved(ps []*player, id string) int {
	for range 2 {
		ps[ps[0].see(id).Game.Owing[0]].moveAny(id)
	}
	return ps[0].see(id).Game.Owing[0]
}

// lostBy checks that a game was lost by somebody who had gone.
func lostBy(t *testing.T, p *player, id string, seat int) {
	t.Helper()
	s := p.see(id)
	if s.Table.Status != api.StatusFinished || s.Game.Result.WonBy != api.WonByAbsence || len(s.Game.Result.Winners) != 1 || s.Game.Result.Winners[0] == seat || s.Table.Claim != nil {
		t.Errorf("want seat %d to have lost by absence: %s %+v", seat, s.Table.Status, s.Game.Result)
	}
}

// stillOn checks that a game goes on, and that nothing is claimed.
func stillOn(t *testing.T, p *player, id string) {
	t.Helper()
	if s := p.see(id); s.Table.Status != api.StatusPlaying || s.Table.Claim != nil {
		t.Errorf("the game does not go on: %s %+v", s.Table.Status, s.Table.Claim)
	}
}

// Somebody who lets the game wait and is connected nowhere can be claimed to be gone after a minute, and has a little time left to come back.
func TestClaim(t *testing.T) {
	timed(t, func(t *testing.T, j *memory, ps []*player) {
		id := open(t, ps, hurried)
		gone := bothMoved(ps, id)
		stays := 1 - gone
		here, away := follow(t, ps[0].h, id, ps[stays].Person, -1), follow(t, ps[0].h, id, ps[gone].Person, -1)
		defer here.close()
		sleep(5 * time.Minute)
		ps[stays].refused(id, api.CommandClaim, api.CommandData{}, game.Conflict, "not_gone")
		away.close()
		sleep(time.Second)
		s := ps[stays].see(id)
		if s.Gone == nil || s.Gone.Seat != gone || s.Gone.From-s.Game.Now > 60_000 || s.Gone.From-s.Game.Now < 58_000 {
			t.Fatalf("gone: %+v at %d", s.Gone, s.Game.Now)
		}
		sleep(57 * time.Second)
		ps[stays].refused(id, api.CommandClaim, api.CommandData{}, game.Conflict, "not_gone_long")
		sleep(2 * time.Second)
		ps[stays].do(id, api.CommandClaim, api.CommandData{})
		ps[stays].refused(id, api.CommandClaim, api.CommandData{}, game.Conflict, "claimed")
		s = ps[stays].see(id)
		if s.Table.Status != api.StatusPlaying || s.Table.Claim == nil || s.Table.Claim.Seat != gone || s.Table.Claim.Until != j.summary(id).Wake {
			t.Fatalf("claimed: %s %+v", s.Table.Status, s.Table.Claim)
		}
		sleep(14 * time.Second)
		if s := ps[stays].see(id); s.Table.Status != api.StatusPlaying {
			t.Fatal("it was decided too early")
		}
		sleep(time.Second)
		lostBy(t, ps[stays], id, gone)
		sum, err := table.ReadPlayed(j.summary(id).Encode())
		if err != nil || sum.WonBy != api.WonByAbsence {
			t.Errorf("%+v, %v", sum, err)
		}
		// What happened was told, and the game can be read again from its journal.
		var told []string
		for _, l := range ps[stays].wholeLog(id) {
			told = append(told, l.What)
		}
		if n := len(told); told[n-2] != api.WhatClaimed || told[n-1] != api.WhatGone {
			t.Errorf("the log ends with %v", told[n-2:])
		}
		h := table.New(config(j))
		defer h.Close()
		lostBy(t, players(t, h, ps[stays].Person)[0], id, gone)
		if _, err := h.Record(t.Context(), id); err != nil {
			t.Error(err)
		}
	})
}

// Whoever is there again, by a connection or by asking for anything, has lost nothing; the minute begins anew.
func TestClaimAnswered(t *testing.T) {
	for what, come := range map[string]func(t *testing.T, p *player, id string){
		"connected": func(t *testing.T, p *player, id string) {
			f := follow(t, p.h, id, p.Person, -1)
			sleep(time.Second)
			f.close()
		},
		"moves": func(_ *testing.T, p *player, id string) { p.moveAny(id) },
	} {
		timed(t, func(t *testing.T, _ *memory, ps []*player) {
			id := open(t, ps, hurried)
			gone := bothMoved(ps, id)
			p := ps[1-gone]
			here := follow(t, p.h, id, p.Person, -1)
			defer here.close()
			sleep(61 * time.Second)
			p.do(id, api.CommandClaim, api.CommandData{})
			sleep(10 * time.Second)
			come(t, ps[gone], id)
			sleep(time.Second)
			stillOn(t, p, id)
			sleep(30 * time.Second)
			stillOn(t, p, id)
			if _, err := p.try(id, api.CommandClaim, api.CommandData{}); err == nil {
				t.Errorf("%s: the minute did not begin anew", what)
			}
		})
	}
}

// The minute runs while the game waits for the one who is gone: not while the other thinks.
func TestNotGoneWhileTheOtherThinks(t *testing.T) {
	timed(t, func(t *testing.T, _ *memory, ps []*player) {
		id := open(t, ps, hurried)
		bothMoved(ps, id)
		s := ps[0].see(id)
		p := ps[s.Game.Owing[0]]
		here := follow(t, p.h, id, p.Person, -1)
		defer here.close()
		sleep(3 * time.Minute)
		p.refused(id, api.CommandClaim, api.CommandData{}, game.Conflict, "not_gone")
		for p.see(id).Game.Owing[0] == s.Game.Owing[0] {
			p.moveAny(id)
		}
		p.refused(id, api.CommandClaim, api.CommandData{}, game.Conflict, "not_gone_long")
		sleep(50 * time.Second)
		p.refused(id, api.CommandClaim, api.CommandData{}, game.Conflict, "not_gone_long")
		sleep(10 * time.Second)
		p.do(id, api.CommandClaim, api.CommandData{})
	})
}

// Where nothing is at stake, or nobody sits at the screen, nothing can be claimed; nor before everybody has moved.
func TestNoClaim(t *testing.T) {
	timed(t, func(t *testing.T, _ *memory, ps []*player) {
		for what, settings := range map[string]api.Settings{
			"friendly":          {Game: "duel", Clock: hurried.Clock},
			"days":              {Game: "duel", Rated: true, Clock: days},
			"three days in all": {Game: "duel", Rated: true, Clock: api.Clock{Kind: api.ClockLive, Base: 259200, Increment: 1800}},
		} {
			id := open(t, ps, settings)
			p := ps[1-bothMoved(ps, id)]
			here := follow(t, p.h, id, p.Person, -1)
			sleep(2 * time.Minute)
			if s := p.see(id); s.Gone != nil {
				t.Errorf("%s: %+v", what, s.Gone)
			}
			p.refused(id, api.CommandClaim, api.CommandData{}, game.Forbidden, "no_claim")
			here.close()
		}
		id := open(t, ps, hurried)
		ps[1].refused(id, api.CommandClaim, api.CommandData{}, game.Forbidden, "no_claim")
		(&player{t: t, h: ps[0].h, Person: csaba}).refused(id, api.CommandClaim, api.CommandData{}, game.Forbidden, "no_seat_held")
	})
}

// A start of the server makes nobody gone: what was before is not known, and people have the time to come back. A claim from before waits as long.
func TestNoClaimByAFault(t *testing.T) {
	timed(t, func(t *testing.T, j *memory, ps []*player) {
		id := open(t, ps, hurried)
		gone := bothMoved(ps, id)
		stays := ps[1-gone].Person
		sleep(61 * time.Second) // nobody is connected
		restarted := func() []*player {
			ps[0].h.Close()
			cfg := config(j)
			cfg.Grace = 90 * time.Second
			h := table.New(cfg)
			t.Cleanup(h.Close)
			for _, p := range ps {
				p.h = h
			}
			return ps
		}
		p := restarted()[1-gone]
		here := follow(t, p.h, id, stays, -1)
		sleep(time.Second)
		p.refused(id, api.CommandClaim, api.CommandData{}, game.Conflict, "not_gone_long")
		sleep(70 * time.Second) // a minute has passed, but not the time after a start
		p.refused(id, api.CommandClaim, api.CommandData{}, game.Conflict, "not_gone_long")
		sleep(20 * time.Second)
		p.do(id, api.CommandClaim, api.CommandData{})
		here.close()
		p = restarted()[1-gone]
		here = follow(t, p.h, id, stays, -1)
		defer here.close()
		sleep(80 * time.Second)
		if s := p.see(id); s.Table.Status != api.StatusPlaying || s.Table.Claim == nil {
			t.Fatalf("after a start: %s %+v", s.Table.Status, s.Table.Claim)
		}
		back := follow(t, p.h, id, ps[gone].Person, -1)
		defer back.close()
		sleep(time.Second)
		stillOn(t, p, id)
		p.h.Close()
	})
}

// A clock that jumps ahead makes nobody gone.
func TestNoClaimByAJump(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		var ahead atomic.Int64
		cfg := config(newMemory())
		cfg.Clock = func() (int64, time.Duration) { return time.Now().UnixMilli() + ahead.Load(), time.Since(start) }
		h := table.New(cfg)
		defer h.Close()
		ps := players(t, h, anna, bela)
		id := open(t, ps, hurried)
		gone := bothMoved(ps, id)
		p := ps[1-gone]
		here := follow(t, h, id, p.Person, -1)
		defer here.close()
		sleep(20 * time.Second)
		ahead.Store(time.Hour.Milliseconds())
		p.refused(id, api.CommandClaim, api.CommandData{}, game.Conflict, "not_gone_long")
		sleep(35 * time.Second)
		p.refused(id, api.CommandClaim, api.CommandData{}, game.Conflict, "not_gone_long")
		sleep(6 * time.Second)
		p.do(id, api.CommandClaim, api.CommandData{})
	})
}

// deaf is a relay by which some kinds of messages are lost.
type deaf struct {
	local.Relay
	loses []relay.Kind
}

func (d deaf) Publish(m *relay.Message) {
	if !slices.Contains(d.loses, m.Kind) {
		d.Relay.Publish(m)
	}
}

// A node that was not told that somebody is connected at another cannot take the win from them: that node answers the claim, even if it has to find it in the journal.
func TestClaimAcrossNodes(t *testing.T) {
	for what, lost := range map[string][]relay.Kind{
		"presence is lost":             {relay.Present, relay.Who},
		"everything of tables is lost": {relay.Present, relay.Who, relay.News},
	} {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				j, bus := newMemory(), local.NewBus()
				var hubs []*table.Hub
				for _, name := range []string{"a", "b"} {
					cfg := config(j)
					r := deaf{bus.Node(name), lost}
					cfg.Relay = r
					h := table.New(cfg)
					hubs = append(hubs, h)
					defer r.Close()
					defer h.Close()
				}
				sleep(10 * time.Second)
				ps := []*player{players(t, hubs[0], anna)[0], players(t, hubs[1], bela)[0]}
				id := open(t, ps, hurried)
				gone := bothMoved(ps, id)
				p, other := ps[1-gone], ps[gone]
				here, there := follow(t, p.h, id, p.Person, -1), follow(t, other.h, id, other.Person, -1)
				defer here.close()
				sleep(65 * time.Second)
				p.do(id, api.CommandClaim, api.CommandData{})
				sleep(20 * time.Second)
				stillOn(t, p, id)
				// Once the other has really gone, the claim holds, whichever node is the steward.
				there.close()
				sleep(65 * time.Second)
				p.do(id, api.CommandClaim, api.CommandData{})
				sleep(20 * time.Second)
				// The steward may have the table no longer in memory, and is woken by what stands in the store.
				for _, h := range hubs {
					if err := h.Wake(t.Context(), id); err != nil {
						t.Fatal(err)
					}
				}
				sleep(6 * time.Second)
				lostBy(t, p, id, gone)
			})
		})
	}
}

// Everybody at the table is told that a win can be claimed, without asking.
func TestGoneIsTold(t *testing.T) {
	timed(t, func(t *testing.T, _ *memory, ps []*player) {
		id := open(t, ps, hurried)
		gone := bothMoved(ps, id)
		here := follow(t, ps[0].h, id, ps[1-gone].Person, -1)
		defer here.close()
		sleep(2 * time.Second)
		told := false
		for len(here.ch) > 0 {
			e := <-here.ch
			var who api.Presence
			if e.Type != api.MessagePresence {
				continue
			}
			if err := json.Unmarshal(e.Data, &who); err != nil {
				t.Fatal(err)
			}
			told = who.Gone != nil && who.Gone.Seat == gone
		}
		if !told {
			t.Error("nobody was told who is gone")
		}
	})
}
