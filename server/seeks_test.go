package server_test

import (
	"sync"
	"sync/atomic"
	"testing"

	"mirabilia/api"
	"mirabilia/server"
)

func (g *guest) seeking() *api.Seeking {
	g.t.Helper()
	var s api.Seeking
	g.must("GET", "/api/seeks", nil, &s)
	return &s
}

func (g *guest) seek(w api.SeekRequest) *api.Seeking {
	g.t.Helper()
	var s api.Seeking
	g.must("POST", "/api/seeks", w, &s)
	return &s
}

func (g *guest) answerCall(yes bool) *api.Seeking {
	g.t.Helper()
	call := g.seeking().Call
	if call == nil {
		g.t.Fatal("not called")
	}
	var s api.Seeking
	g.must("POST", "/api/calls/"+call.ID, api.CallAnswer{Accept: yes}, &s)
	return &s
}

// TestSeek: two people look for each other, are called, sit down, and play a rated game to its end, which changes their ratings.
func TestSeek(t *testing.T) {
	t.Parallel()
	s := start(t)
	gs := s.named("Anna", "Béla")
	a, b := gs[0], gs[1]
	want := api.SeekRequest{Game: "duel", Rated: true}
	first := a.seek(want)
	if len(first.Seeks) != 1 || first.Call != nil || first.Seeks[0].ID != "live" || first.Seeks[0].Seats != 2 || first.Seeks[0].Low >= 1500 || first.Seeks[0].High <= 1500 {
		t.Fatalf("%+v", first)
	}
	visitor, _ := s.visitor()
	await(t, "one who waits", func() bool {
		pools := visitor.seeking().Pools
		return len(pools) == 1 && pools[0] == api.PoolCount{Game: "duel", Rated: true, Waiting: 1}
	})
	found := b.seek(want)
	if found.Call == nil || len(found.Seeks) != 0 || found.Call.Table != "" || found.Call.Left <= 0 || !found.Call.Rated || len(found.Call.People) != 2 {
		t.Fatalf("%+v", found)
	}
	for _, p := range found.Call.People {
		if p.You != (p.Name == "Béla") || p.Rating == nil || p.Rating.Points != 1500 || p.Yes {
			t.Errorf("%+v", p)
		}
	}
	b.refused("POST", "/api/seeks", want, 409, "called")
	visitor.must("POST", "/api/session", api.NameRequest{Name: "Visitor"}, &visitor.Session)
	visitor.refused("POST", "/api/calls/"+found.Call.ID, api.CallAnswer{Accept: true}, 404, "call_over")
	if told := a.answerCall(true); told.Call.Table != "" {
		t.Errorf("open after one answer: %+v", told)
	}
	id := b.answerCall(true).Call.Table
	if id == "" || a.seeking().Call.Table != id {
		t.Fatalf("the table is %q", id)
	}
	await(t, "the start", func() bool { return a.look(id).Table.Status == api.StatusPlaying })
	table := a.look(id).Table
	if !table.Rated || table.Public || table.Clock != (api.Clock{Kind: api.ClockLive, Base: 900, Increment: 5}) {
		t.Errorf("%+v", table.Settings)
	}
	playOn(t, id, 1000, a, b)
	if r := a.tableRating(id); !r.Rated || len(r.Seats) != 2 || r.Seats[0].After.Games != 1 {
		t.Errorf("%+v", r)
	}
	// Whoever looks again is free for it.
	a.seek(api.SeekRequest{Game: "dice"})
	a.must("DELETE", "/api/seeks/live", nil, nil)
	if left := a.seeking(); len(left.Seeks) != 0 || left.Call != nil {
		t.Errorf("%+v", left)
	}
}

// TestSeekAnsweredOnce: however many come at once, each is called to one game.
func TestSeekAnsweredOnce(t *testing.T) {
	s := start(t)
	const people = 24
	var list []*guest
	for range people {
		list = append(list, s.guest("Guest"))
	}
	var wg sync.WaitGroup
	var failed atomic.Int64
	for _, g := range list {
		wg.Go(func() {
			if err := g.Do(t.Context(), "POST", "/api/seeks", api.SeekRequest{Game: "duel"}, nil); err != nil {
				failed.Add(1)
			}
		})
	}
	wg.Wait()
	if failed.Load() > 0 {
		t.Fatalf("%d could not look", failed.Load())
	}
	calls := map[string]int{}
	for _, g := range list {
		await(t, "a call", func() bool { return g.seeking().Call != nil })
		calls[g.seeking().Call.ID]++
	}
	if len(calls) != people/2 {
		t.Errorf("%d calls", len(calls))
	}
	for id, n := range calls {
		if n != 2 {
			t.Errorf("%d people at the call %s", n, id)
		}
	}
}

// TestMeet: people are offered first where somebody has looked for others, unless the host says otherwise.
func TestMeet(t *testing.T) {
	meet := func(s *site) string {
		var c api.Catalogue
		s.guest("Guest").must("GET", "/api/games", nil, &c)
		return c.Meet
	}
	s := start(t)
	if m := meet(s); m != api.MeetBots {
		t.Errorf("an empty server offers %s", m)
	}
	s.guest("Anna").seek(api.SeekRequest{Game: "dice"})
	if m := meet(s); m != api.MeetPeople {
		t.Errorf("a server on which somebody looks offers %s", m)
	}
	s = start(t, func(c *server.Config) { c.Meet = api.MeetBots })
	s.guest("Anna").seek(api.SeekRequest{Game: "dice"})
	if m := meet(s); m != api.MeetBots {
		t.Errorf("where the host wants bots it offers %s", m)
	}
}

// TestSeekRefusals: what cannot be looked for is refused.
func TestSeekRefusals(t *testing.T) {
	s := start(t)
	g := s.guest("Guest")
	g.refused("POST", "/api/seeks", api.SeekRequest{Game: "chess"}, 400, "no_such_game")
	g.refused("POST", "/api/seeks", api.SeekRequest{Game: "duel", Rated: true}, 403, "rated_name")
	g.refused("POST", "/api/calls/nothing", api.CallAnswer{Accept: true}, 404, "call_over")
	visitor, _ := s.visitor()
	visitor.refused("POST", "/api/seeks", api.SeekRequest{Game: "duel"}, 401, "no_session")
	for _, game := range []string{"duel", "pantheon", "wonders", "architects", "dice"} {
		g.seek(api.SeekRequest{Game: game, Days: true})
	}
	if n := len(g.seeking().Seeks); n != 5 {
		t.Errorf("%d seeks", n)
	}
}

// TestDecliningCallsCosts: who declines calls is not called with the same person again for a while, and rests from the second call in a row on.
func TestDecliningCallsCosts(t *testing.T) {
	s := start(t)
	e, h := s.guest("Eva"), s.guest("Hanna")
	h.seek(api.SeekRequest{Game: "duel"})
	if e.seek(api.SeekRequest{Game: "duel"}).Call == nil {
		t.Fatal("not called")
	}
	e.answerCall(false)
	if c := e.seek(api.SeekRequest{Game: "duel"}).Call; c != nil {
		t.Fatalf("called again: %+v", c)
	}
	// A third is called with one of them; the other waits.
	third := s.guest("Dóra")
	third.seek(api.SeekRequest{Game: "duel"})
	if h.seeking().Call != nil {
		fourth := s.guest("Flóra")
		fourth.seek(api.SeekRequest{Game: "duel"})
	}
	if e.seeking().Call == nil {
		t.Fatal("not called with another")
	}
	e.answerCall(false)
	e.refused("POST", "/api/seeks", api.SeekRequest{Game: "duel"}, 429, "resting")
}
