package server_test

import (
	"testing"

	"mirabilia/api"
)

// named returns people who have kept their names.
func (s *site) named(names ...string) (list []*guest) {
	s.t.Helper()
	for _, name := range names {
		g, d := s.localGuest(name)
		g.keepName(d, name)
		list = append(list, g)
	}
	return list
}

var ratedDuel = api.Settings{Game: "duel", Seats: 2, Rated: true, Clock: api.Clock{Kind: api.ClockLive, Base: 900, Increment: 5}}

// ratedGame plays a rated Duel of a few moves, which the second then resigns.
func ratedGame(t *testing.T, gs ...*guest) string {
	t.Helper()
	id := lobbyOf(t, ratedDuel, gs...)
	gs[0].do(id, api.CommandStart, api.CommandData{})
	playOn(t, id, 6, gs...)
	gs[1].do(id, api.CommandResign, api.CommandData{})
	return id
}

func (g *guest) tableRating(id string) *api.TableRating {
	g.t.Helper()
	var r api.TableRating
	g.must("GET", "/api/tables/"+id+"/rating", nil, &r)
	return &r
}

// TestRatedGame: what is at stake is told before the game, what has changed after it, to everybody alike and once.
func TestRatedGame(t *testing.T) {
	s := start(t)
	people := s.named("Anna", "Béla")
	a, b := people[0], people[1]
	visitor := s.guest("Guest")
	id := lobbyOf(t, ratedDuel, a)
	visitor.refused("POST", "/api/tables/"+id+"/commands", visitor.command(api.CommandJoin, api.CommandData{}), 403, "rated_name")
	if r := a.tableRating(id); !r.Rated || len(r.Seats) != 1 || r.Seats[0].Before.Points != 1500 || !r.Seats[0].Before.Provisional || r.Seats[0].First != 0 {
		t.Errorf("alone: %+v", r)
	}
	b.do(id, api.CommandJoin, api.CommandData{})
	before := b.tableRating(id)
	if !before.Rated || len(before.Seats) != 2 || before.Seats[1].First <= 0 || before.Seats[1].Last >= 0 || before.Seats[0].After != nil {
		t.Fatalf("at stake: %+v", before)
	}
	a.do(id, api.CommandStart, api.CommandData{})
	playOn(t, id, 6, a, b)
	b.do(id, api.CommandResign, api.CommandData{})
	for _, g := range []*guest{a, b, visitor} {
		after := g.tableRating(id)
		if !after.Rated || len(after.Seats) != 2 {
			t.Fatalf("after: %+v", after)
		}
		for i, want := range []int{before.Seats[0].First, before.Seats[1].Last} {
			one := after.Seats[i]
			if one.Seat != i || one.After == nil || one.Before.Points != 1500 || one.After.Points != 1500+want || one.After.Games != 1 || one.After.Margin >= one.Before.Margin {
				t.Errorf("seat %d: %+v, want a change of %d", i, one, want)
			}
		}
	}
	if own := b.me().Ratings; len(own) != 1 || own[0].Game != "duel" || own[0].Points != 1500+before.Seats[1].Last {
		t.Errorf("own ratings: %+v", own)
	}
	friendly := table(t, "duel", a, b)
	if r := a.tableRating(friendly); r.Rated || r.Why != api.UnratedFriendly {
		t.Errorf("friendly: %+v", r)
	}
}

// TestRatedGamesThatDoNotCount: one that nobody has played, and the fourth of a day between the same two.
func TestRatedGamesThatDoNotCount(t *testing.T) {
	s := start(t)
	gs := s.named("Anna", "Béla", "Csaba")
	id := lobbyOf(t, ratedDuel, gs[:2]...)
	gs[0].do(id, api.CommandStart, api.CommandData{})
	gs[1].do(id, api.CommandResign, api.CommandData{})
	if r := gs[0].tableRating(id); r.Rated || r.Why != api.UnratedUnplayed {
		t.Errorf("unplayed: %+v", r)
	}
	for n := range 3 {
		if r := gs[0].tableRating(ratedGame(t, gs[n%2], gs[1-n%2])); !r.Rated || r.Seats[0].After.Games != n+1 {
			t.Fatalf("game %d: %+v", n, r)
		}
	}
	id = lobbyOf(t, ratedDuel, gs[:2]...)
	if r := gs[0].tableRating(id); r.Rated || r.Why != api.UnratedMet {
		t.Errorf("before the fourth: %+v", r)
	}
	if r := gs[0].tableRating(ratedGame(t, gs[0], gs[1])); r.Rated || r.Why != api.UnratedMet {
		t.Errorf("the fourth: %+v", r)
	}
	if r := gs[2].tableRating(ratedGame(t, gs[0], gs[2])); !r.Rated {
		t.Errorf("with somebody else: %+v", r)
	}
}

// TestDeletionCounts: whoever deletes the account in the middle of a rated game has lost it, and the other keeps what was won.
func TestDeletionCounts(t *testing.T) {
	s := start(t)
	gs := s.named("Anna", "Béla")
	id := lobbyOf(t, ratedDuel, gs...)
	gs[0].do(id, api.CommandStart, api.CommandData{})
	playOn(t, id, 6, gs...)
	won := gs[0].tableRating(id).Seats[0].First
	gs[1].must("DELETE", "/api/me", api.NameRequest{Name: "Béla"}, nil)
	r := gs[0].tableRating(id)
	if !r.Rated || len(r.Seats) != 1 || r.Seats[0].Seat != 0 || r.Seats[0].After.Points != 1500+won {
		t.Errorf("%+v, want a change of %d", r, won)
	}
	if own := gs[0].me().Ratings; len(own) != 1 || own[0].Points != 1500+won {
		t.Errorf("own ratings: %+v", own)
	}
}

// TestUnrate: a host takes a game out of the ratings, once and with a reason: everybody has the rating that they would have without it.
func TestUnrate(t *testing.T) {
	s := start(t)
	gs := s.named("Anna", "Béla", "Csaba", "Helga")
	h := gs[3]
	s.host(h)
	bad, good := ratedGame(t, gs[0], gs[1]), ratedGame(t, gs[1], gs[2])
	gs[0].tableRating(bad)
	was := gs[1].tableRating(good).Seats[0].After.Points
	unrate := func(table, reason string) api.DeedRequest {
		return api.DeedRequest{Kind: "unrate", Table: table, Reason: reason}
	}
	gs[0].refused("POST", "/api/host/deeds", unrate(bad, "x"), 403, "not_host")
	h.refused("POST", "/api/host/deeds", unrate(bad, " "), 400, "no_reason")
	h.refused("POST", "/api/host/deeds", unrate("nowhere", "x"), 404, "not_rated")
	h.decides(unrate(bad, "they had agreed on it"))
	h.refused("POST", "/api/host/deeds", unrate(bad, "again"), 409, "unrated")
	if r := gs[0].tableRating(bad); r.Rated || r.Why != api.UnratedHost || len(r.Seats) != 0 {
		t.Errorf("%+v", r)
	}
	if own := gs[0].me().Ratings; len(own) != 0 {
		t.Errorf("the winner has still %+v", own)
	}
	// The loser of it has won afterwards, as somebody of whom nothing was known.
	r := gs[1].tableRating(good)
	if !r.Rated || r.Seats[0].Before.Points != 1500 || r.Seats[0].Before.Games != 0 || r.Seats[0].After.Points <= was || r.Seats[0].After.Games != 1 {
		t.Errorf("%+v, was %d", r.Seats, was)
	}
	var journal api.DeedList
	h.must("GET", "/api/host/deeds", nil, &journal)
	if d := journal.Deeds[0]; d.Kind != "unrate" || d.ByName != "Helga" || d.Reason != bad+": they had agreed on it" {
		t.Errorf("%+v", d)
	}
}
