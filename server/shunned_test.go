package server_test

import (
	"archive/zip"
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"

	"mirabilia/api"
	"mirabilia/server"
)

func (g *guest) shun(other *guest, blocked bool) {
	g.t.Helper()
	g.must("PUT", "/api/shunned/"+other.Session.Person, api.ShunRequest{Blocked: blocked}, nil)
}

func (g *guest) unshun(other *guest) {
	g.t.Helper()
	g.must("DELETE", "/api/shunned/"+other.Session.Person, nil, nil)
}

func (g *guest) shunned() []api.Shunned {
	g.t.Helper()
	var list api.ShunnedList
	g.must("GET", "/api/shunned", nil, &list)
	return list.People
}

// said returns what a person reads in the chat of a table.
func (g *guest) said(id string) (texts []string) {
	g.t.Helper()
	for _, l := range g.look(id).Chat {
		texts = append(texts, l.Text)
	}
	return texts
}

// TestMuted: whoever mutes another reads nothing of them, in what is told at once and in what is read later; nobody else notices.
func TestMuted(t *testing.T) {
	s := start(t)
	a, b, c := s.guest("Anna"), s.guest("Béla"), s.guest("Cili")
	id := lobbyOf(t, api.Settings{Game: "dice", Seats: 3}, a, b, c)
	say := func(g *guest, text string) { g.do(id, api.CommandChat, api.CommandData{Text: text}) }
	say(b, "one")
	a.shun(b, false)
	say(b, "two")
	say(c, "three")
	if got := a.said(id); !slices.Equal(got, []string{"three"}) {
		t.Errorf("Anna reads %v", got)
	}
	for _, g := range []*guest{b, c} {
		if got := g.said(id); !slices.Equal(got, []string{"one", "two", "three"}) {
			t.Errorf("%s reads %v", g.Session.Name, got)
		}
	}
	// On a socket the lines do not come at all: the first that comes is the third person's.
	sock, err := a.Dial(soon(t), id, -1)
	if err != nil {
		t.Fatal(err)
	}
	defer sock.Close()
	say(b, "four")
	say(c, "five")
	for {
		m, err := sock.Next(soon(t))
		if err != nil {
			t.Fatal(err)
		}
		if m.Type != api.MessageChat {
			continue
		}
		if !bytes.Contains(m.Data, []byte("five")) || bytes.Contains(m.Data, []byte("four")) {
			t.Errorf("told: %s", m.Data)
		}
		break
	}
	if list := a.shunned(); len(list) != 1 || list[0].Name != "Béla" || list[0].Blocked || list[0].Since == 0 {
		t.Errorf("%+v", list)
	}
	a.unshun(b)
	a.unshun(b)
	if got := a.said(id); len(got) != 5 {
		t.Errorf("after it Anna reads %v", got)
	}
	if list := a.shunned(); len(list) != 0 {
		t.Errorf("%+v", list)
	}
}

// TestBlocked: two people of whom one blocks the other are not paired, sit at no table together, and do not come in by a link.
func TestBlocked(t *testing.T) {
	s := start(t)
	a, b := s.guest("Anna"), s.guest("Béla")
	over := table(t, "duel", a, b)
	b.do(over, api.CommandResign, api.CommandData{})
	a.shun(b, true)
	b.refused("PUT", "/api/shunned/"+b.Session.Person, api.ShunRequest{}, 400, "yourself")
	b.refused("PUT", "/api/shunned/nobody", api.ShunRequest{}, 404, "no_person")
	apart := func(g *guest, id, kind string) {
		t.Helper()
		reason := "private" // who is blocked is not told
		if g == a {
			reason = "apart"
		}
		g.refused("POST", "/api/tables/"+id+"/commands", g.command(kind, api.CommandData{}), 403, reason)
	}
	apart(a, over, api.CommandRematch)
	apart(b, over, api.CommandRematch)
	apart(b, lobbyOf(t, api.Settings{Game: "dice", Seats: 3}, a), api.CommandJoin)
	apart(a, lobbyOf(t, api.Settings{Game: "dice", Seats: 3}, b), api.CommandJoin)
	// A third may sit with both, one after the other.
	c := s.guest("Cili")
	theirs := lobbyOf(t, api.Settings{Game: "dice", Seats: 3}, c, b)
	apart(a, theirs, api.CommandJoin)
	// By a link.
	snap, err := a.Create(t.Context(), api.CreateTable{Settings: api.Settings{Game: "duel", Seats: 2}})
	if err != nil {
		t.Fatal(err)
	}
	var link api.Invite
	a.must("POST", "/api/tables/"+snap.Table.ID+"/invites", struct{}{}, &link)
	b.refused("POST", "/api/invites", api.InviteRequest{Token: link.Token}, 404, "bad_invite")
	c.must("POST", "/api/invites", api.InviteRequest{Token: link.Token}, nil)
	// By seeks: both wait, and neither is called. Then a third comes.
	b.seek(api.SeekRequest{Game: "duel"})
	if found := a.seek(api.SeekRequest{Game: "duel"}); found.Call != nil || b.seeking().Call != nil {
		t.Fatalf("called: %+v", found.Call)
	}
	if found := c.seek(api.SeekRequest{Game: "duel"}); found.Call == nil {
		t.Error("the third is not called")
	}
}

// TestBlockEndsACall: whoever is called to a game with somebody and blocks them is not seated with them.
func TestBlockEndsACall(t *testing.T) {
	s := start(t)
	a, b := s.guest("Anna"), s.guest("Béla")
	a.seek(api.SeekRequest{Game: "duel"})
	if found := b.seek(api.SeekRequest{Game: "duel"}); found.Call == nil {
		t.Fatal("not called")
	}
	b.answerCall(true)
	a.shun(b, true)
	if c := a.seeking(); c.Call != nil || len(c.Seeks) != 0 {
		t.Errorf("Anna: %+v", c)
	}
	if c := b.seeking(); c.Call != nil || len(c.Seeks) != 1 {
		t.Errorf("Béla goes on looking: %+v", c)
	}
}

// TestShunnedAreExported: whom a person shuns is in the export of their data.
func TestShunnedAreExported(t *testing.T) {
	s := start(t)
	a, b := s.named("Anna")[0], s.guest("Béla")
	a.shun(b, true)
	if file := a.exported("shunned.json"); !bytes.Contains(file, []byte(`"name": "Béla"`)) || !bytes.Contains(file, []byte(`"blocked": true`)) {
		t.Errorf("%s", file)
	}
}

// exported returns a file of the export of a person's data.
func (g *guest) exported(name string) []byte {
	g.t.Helper()
	var data string
	g.must("GET", "/api/me/export", nil, &data)
	z, err := zip.NewReader(strings.NewReader(data), int64(len(data)))
	if err != nil {
		g.t.Fatal(err)
	}
	f, err := z.Open(name)
	if err != nil {
		g.t.Fatal(err)
	}
	defer f.Close()
	text, err := io.ReadAll(f)
	if err != nil {
		g.t.Fatal(err)
	}
	return text
}

// TestShunningIsLimited: nobody fills the store with people whom they shun.
func TestShunningIsLimited(t *testing.T) {
	s := start(t, func(c *server.Config) { c.Limits = server.Limits{Rate: 0.05} })
	a, b := s.guest("Anna"), s.guest("Béla")
	for range 3 {
		a.shun(b, true)
	}
	a.refused("PUT", "/api/shunned/"+b.Session.Person, api.ShunRequest{}, 429, "too_many_shuns")
}

// TestBlockEndsAFriendship: whoever blocks a friend is a friend no longer, and neither can ask the other to a table or to be one.
func TestBlockEndsAFriendship(t *testing.T) {
	s := start(t)
	gs := s.named("Anna", "Béla")
	a, b := gs[0], gs[1]
	a.must("PUT", "/api/friends/B%C3%A9la", struct{}{}, nil)
	var list api.FriendList
	b.must("PUT", "/api/friends/Anna", struct{}{}, &list)
	if len(list.Friends) != 1 {
		t.Fatalf("%+v", list)
	}
	snap, err := b.Create(t.Context(), api.CreateTable{Settings: api.Settings{Game: "duel", Seats: 2}})
	if err != nil {
		t.Fatal(err)
	}
	b.must("POST", "/api/asks", api.AskRequest{Name: "Anna", Table: snap.Table.ID}, nil)
	a.shun(b, true)
	for _, g := range gs {
		if g.must("GET", "/api/friends", nil, &list); len(list.Friends)+len(list.Wanted)+len(list.Asked)+len(list.Asks) != 0 {
			t.Errorf("%s: %+v", g.Session.Name, list)
		}
	}
	a.refused("PUT", "/api/friends/B%C3%A9la", struct{}{}, 403, "blocking")
	a.refused("POST", "/api/asks", api.AskRequest{Name: "B%C3%A9la", Table: snap.Table.ID}, 404, "no_person")
	a.refused("POST", "/api/asks", api.AskRequest{Name: "Béla", Table: snap.Table.ID}, 403, "blocking")
	b.refused("POST", "/api/asks", api.AskRequest{Name: "Anna", Table: snap.Table.ID}, 403, "only_friends")
	// A wish that nobody answers looks the same to the one who is blocked, and the other is not bothered with it.
	if b.must("PUT", "/api/friends/Anna", struct{}{}, &list); !slices.Equal(list.Asked, []string{"Anna"}) {
		t.Errorf("%+v", list)
	}
	if l := a.friends(); len(l.Wanted)+len(l.Asked)+len(l.Friends) != 0 {
		t.Errorf("%+v", l)
	}
	if p := a.profile("Béla"); p.Friend != api.FriendNone {
		t.Errorf("%+v", p)
	}
	var p api.Profile
	if b.must("GET", "/api/people/Anna", nil, &p); p.MayAsk {
		t.Errorf("%+v", p)
	}
}
