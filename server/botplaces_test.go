package server_test

import (
	"fmt"
	"testing"
	"time"

	"mirabilia/api"
	"mirabilia/games"
	"mirabilia/rating"
	"mirabilia/server"
	"mirabilia/store"
	tables "mirabilia/table"
)

// TestPlaceBots: friendly games of people who are known well move the bots among people, once a month and by a little; nothing moves by other games, and people do not move.
func TestPlaceBots(t *testing.T) {
	t.Parallel()
	s := start(t)
	ctx, now := t.Context(), time.Now().UnixMilli()
	gs := s.named("Anna", "Béla", "Csaba")
	n := 0
	rated := func(a, b *guest, count int) {
		for range count {
			n++
			r := rating.Result{Table: fmt.Sprint("r", n), Game: "duel", At: now, Finishes: []rating.Finish{{Person: a.Session.Person, Place: 1 + n%2}, {Person: b.Session.Person, Place: 2 - n%2}}}
			if _, err := s.db.AddResult(ctx, r); err != nil {
				t.Fatal(err)
			}
		}
	}
	rated(gs[0], gs[1], 60)
	rated(gs[2], gs[1], 1) // of whom little is known
	// played adds a finished game against a bot.
	played := func(g *guest, won bool, change func(*tables.Summary)) {
		t.Helper()
		n++
		id := fmt.Sprintf("b%011d", n)
		places := []int{2, 1}
		if won {
			places = []int{1, 2}
		}
		sum := &tables.Summary{TableSummary: api.TableSummary{ID: id, Settings: api.Settings{Game: "duel", Seats: 2, Clock: api.Clock{Kind: api.ClockNone}}, Status: api.StatusFinished, Owner: g.Session.Person, Updated: now,
			Places: []api.Seat{{Seat: 0, Kind: api.KindPerson, Person: g.Session.Person}, {Seat: 1, Kind: api.KindBot, Bot: "level4"}}, Standings: places, Scores: []int{50, 50}, Owing: []int{}}}
		if change != nil {
			change(sum)
		}
		row := store.Row{ID: id, Game: "duel", Status: api.StatusFinished, Owner: g.Session.Person, Updated: sum.Updated, Data: sum.Encode()}
		if err := s.db.Append(ctx, &store.Batch{Entries: [][]byte{[]byte("{}")}, Row: row, People: []store.Involved{{Person: g.Session.Person}}}); err != nil {
			t.Fatal(err)
		}
	}
	place := func(at int64, want string) {
		t.Helper()
		list, err := server.PlaceBots(ctx, s.db, games.All, at)
		got := ""
		for _, p := range list {
			got += fmt.Sprintf("%s %s %+.0f by %d;", p.Game, p.Month, p.Points, p.Games)
		}
		if err != nil || got != want {
			t.Errorf("%q, %v; want %q", got, err, want)
		}
	}
	ranks := func() *api.Ranks {
		t.Helper()
		var r api.Ranks
		gs[0].must("GET", "/api/ranks/duel", nil, &r)
		return &r
	}
	before := gs[0].me().Ratings
	if r := ranks(); !r.BotsEstimated || r.Bots[3].Points != 1500 {
		t.Errorf("%+v", r.Bots)
	}
	for range 130 {
		played(gs[0], false, nil)
	}
	for range 69 {
		played(gs[1], false, nil)
	}
	// None of these counts: too little is known of the person, it is old, somebody else sat there, a bot stood in, it was rated or tried from the middle.
	for range 50 {
		played(gs[2], false, nil)
	}
	for _, change := range []func(*tables.Summary){
		func(x *tables.Summary) { x.Updated -= 40 * 24 * 3600 * 1000 },
		func(x *tables.Summary) {
			x.Places[1] = api.Seat{Seat: 1, Kind: api.KindPerson, Person: gs[1].Session.Person}
		},
		func(x *tables.Summary) { x.Places[0].Away = api.AwayLeft },
		func(x *tables.Summary) { x.Rated = true },
		func(x *tables.Summary) { x.Trial = true },
		func(x *tables.Summary) { x.Options = map[string]string{"pantheon": "true"} },
		func(x *tables.Summary) { x.Places[1].Bot = "random" },
	} {
		played(gs[0], true, change)
	}
	place(now, "")
	played(gs[0], false, nil)
	month := time.UnixMilli(now).UTC().Format("2006-01")
	place(now, "duel "+month+" +20 by 200;")
	place(now, "") // once a month
	if own := gs[0].me().Ratings; fmt.Sprint(own) != fmt.Sprint(before) {
		t.Errorf("people have moved: %+v, was %+v", own, before)
	}
	if list, err := s.db.BotPlaces(ctx); err != nil || len(list) != 1 || list[0].Games != 200 {
		t.Errorf("%+v, %v", list, err)
	}
	// A server that starts now shows them there.
	later := start(t, func(cfg *server.Config) { cfg.Store = s.db })
	var r api.Ranks
	later.guest("Dóra").must("GET", "/api/ranks/duel", nil, &r)
	if r.BotsEstimated || r.Bots[3].Points != 1520 {
		t.Errorf("%v %+v", r.BotsEstimated, r.Bots)
	}
}
