package server_test

import (
	"slices"
	"testing"

	"mirabilia/api"
)

func (g *guest) friends() *api.FriendList {
	g.t.Helper()
	var l api.FriendList
	g.must("GET", "/api/friends", nil, &l)
	return &l
}

// TestFriends: two are friends when each has asked the other, and either can end it.
func TestFriends(t *testing.T) {
	s := start(t)
	gs := s.named("Anna", "Béla", "Csaba")
	a, b, c := gs[0], gs[1], gs[2]
	visitor := s.guest("Guest")
	visitor.refused("GET", "/api/friends", nil, 403, "no_account")
	visitor.refused("PUT", "/api/friends/Anna", nil, 403, "no_account")
	a.refused("PUT", "/api/friends/anna", nil, 400, "yourself")
	a.refused("PUT", "/api/friends/Guest", nil, 404, "no_person")
	var l api.FriendList
	a.must("PUT", "/api/friends/bela", nil, &l)
	if !slices.Equal(l.Asked, []string{"Béla"}) || len(l.Friends)+len(l.Wanted)+len(l.Asks) != 0 {
		t.Errorf("asked: %+v", l)
	}
	if p := a.profile("Béla"); p.Friend != api.FriendAsked {
		t.Errorf("%+v", p)
	}
	if p := b.profile("Anna"); p.Friend != api.FriendWanted {
		t.Errorf("%+v", p)
	}
	b.must("PUT", "/api/friends/Anna", nil, &l)
	if len(l.Friends) != 1 || l.Friends[0].Name != "Anna" || !l.Friends[0].Here || l.Friends[0].Table != "" {
		t.Errorf("agreed: %+v", l)
	}
	// What is played in public can be watched.
	id := table(t, "duel", a, c)
	if f := b.friends().Friends[0]; f.Table != id || f.Game != "duel" {
		t.Errorf("%+v", f)
	}
	// Whoever does not want it told is not here, not even to friends.
	privacy := api.Privacy{Profile: api.SeenByFriends, Presence: api.SeenByNobody, Asked: api.SeenByFriends}
	a.must("PATCH", "/api/me", privacy, nil)
	if f := b.friends().Friends[0]; f.Here || f.Table != "" {
		t.Errorf("%+v", f)
	}
	if p := b.profile("Anna"); p.Here || p.Table != "" || !p.MayAsk || p.Friend != api.FriendBoth {
		t.Errorf("%+v", p)
	}
	c.refused("GET", "/api/people/Anna", nil, 403, "profile_friends")
	visitor.refused("GET", "/api/people/Anna", nil, 403, "profile_friends")
	privacy.Presence, privacy.Profile = api.SeenByFriends, api.SeenByAll
	a.must("PATCH", "/api/me", privacy, nil)
	if p := c.profile("Anna"); p.Here || p.Table != "" || p.MayAsk {
		t.Errorf("to a stranger: %+v", p)
	}
	if p := b.profile("Anna"); !p.Here || p.Table != id {
		t.Errorf("to a friend: %+v", p)
	}
	a.refused("PATCH", "/api/me", api.Privacy{Profile: "all", Presence: "named", Asked: "all"}, 400, "bad_privacy")
	a.refused("PATCH", "/api/me", api.Privacy{Profile: "all", Presence: "all", Asked: "nobody"}, 400, "bad_privacy")
	// Refused, ended, and forgotten.
	c.must("PUT", "/api/friends/Anna", nil, nil)
	if l := a.friends(); !slices.Equal(l.Wanted, []string{"Csaba"}) || len(l.Friends) != 1 {
		t.Errorf("%+v", l)
	}
	a.must("DELETE", "/api/friends/Csaba", nil, nil)
	if l := c.friends(); len(l.Asked) != 0 {
		t.Errorf("%+v", l)
	}
	for _, id := range []string{ratedGame(t, a, b), ratedGame(t, a, c)} {
		a.tableRating(id) // by then it has counted
	}
	if r := b.ranks("duel?of=friends"); len(r.People) != 2 || r.People[0].Name != "Anna" || !r.People[1].You || r.Few {
		t.Errorf("%+v", r)
	}
	if r := b.ranks("duel"); len(r.People) != 3 {
		t.Errorf("%+v", r)
	}
	visitor.refused("GET", "/api/ranks/duel?of=friends", nil, 403, "no_account")
	b.must("DELETE", "/api/me", api.NameRequest{Name: "Béla"}, nil)
	if l := a.friends(); len(l.Friends)+len(l.Wanted)+len(l.Asked) != 0 {
		t.Errorf("%+v", l)
	}
}

// TestAsks: a friend is asked to a table with one request, and sits down with what it brought.
func TestAsks(t *testing.T) {
	s := start(t)
	gs := s.named("Anna", "Béla", "Csaba")
	a, b, c := gs[0], gs[1], gs[2]
	open := func(g *guest) string {
		t.Helper()
		snap, err := g.Create(t.Context(), api.CreateTable{Settings: api.Settings{Game: "duel", Seats: 2}})
		if err != nil {
			t.Fatal(err)
		}
		return snap.Table.ID
	}
	id := open(a)
	a.refused("POST", "/api/asks", api.AskRequest{Name: "nobody", Table: id}, 404, "no_person")
	a.refused("POST", "/api/asks", api.AskRequest{Name: "Béla", Table: "no-such-table"}, 404, "no_table")
	c.refused("POST", "/api/asks", api.AskRequest{Name: "Béla", Table: id}, 403, "private")
	s.guest("Guest").refused("POST", "/api/asks", api.AskRequest{Name: "Béla", Table: id}, 403, "no_account")
	a.must("POST", "/api/asks", api.AskRequest{Name: "Béla", Table: id}, nil)
	// Asking again asks instead.
	id = open(a)
	a.must("POST", "/api/asks", api.AskRequest{Name: "bela", Table: id}, nil)
	asks := b.friends().Asks
	if len(asks) != 1 || asks[0].From != "Anna" || asks[0].Table != id || asks[0].Game != "duel" || asks[0].Left <= 0 || len(c.friends().Asks) != 0 {
		t.Fatalf("%+v", asks)
	}
	c.refused("POST", "/api/asks/"+asks[0].ID, api.CallAnswer{Accept: true}, 404, "no_ask")
	b.refused("GET", "/api/tables/"+id, nil, 403, "private")
	b.must("POST", "/api/asks/"+asks[0].ID, api.CallAnswer{Accept: true}, nil)
	b.do(id, api.CommandJoin, api.CommandData{})
	if asks := b.friends().Asks; len(asks) != 0 {
		t.Errorf("asked to a table that is full: %+v", asks)
	}
	other := open(c)
	c.must("POST", "/api/asks", api.AskRequest{Name: "Béla", Table: other}, nil)
	asks = b.friends().Asks
	if len(asks) != 1 || asks[0].From != "Csaba" {
		t.Fatalf("%+v", asks)
	}
	b.must("POST", "/api/asks/"+asks[0].ID, api.CallAnswer{}, nil)
	b.refused("POST", "/api/asks/"+asks[0].ID, api.CallAnswer{Accept: true}, 404, "no_ask")
	b.refused("GET", "/api/tables/"+other, nil, 403, "private")
	if asks := b.friends().Asks; len(asks) != 0 {
		t.Errorf("after a no: %+v", asks)
	}
	// Some want to be asked by friends only.
	b.must("PATCH", "/api/me", api.Privacy{Profile: api.SeenByAll, Presence: api.SeenByAll, Asked: api.SeenByFriends}, nil)
	c.refused("POST", "/api/asks", api.AskRequest{Name: "Béla", Table: other}, 403, "only_friends")
	// When the asking person has left, the ask is gone, too.
	b.must("PATCH", "/api/me", shownTo(api.SeenByAll), nil)
	c.must("POST", "/api/asks", api.AskRequest{Name: "Béla", Table: other}, nil)
	c.must("DELETE", "/api/me", api.NameRequest{Name: "Csaba"}, nil)
	if asks := b.friends().Asks; len(asks) != 0 {
		t.Errorf("asked by nobody: %+v", asks)
	}
}
