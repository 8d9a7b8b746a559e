package server_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"mirabilia/api"
	"mirabilia/people"
	"mirabilia/server/client"
	"mirabilia/store"
)

// program makes a program of a person.
func (g *guest) program(name string) *guest {
	g.t.Helper()
	var tok api.Token
	g.must("POST", "/api/tokens", api.NameRequest{Name: name}, &tok)
	p := &guest{t: g.t, Client: &client.Client{Base: g.Base, Token: tok.Token}}
	p.must("GET", "/api/session", nil, &p.Session)
	return p
}

// private opens a private table with three seats and returns it with a link to it.
func (g *guest) private() (id, token string) {
	g.t.Helper()
	snap, err := g.Create(g.t.Context(), api.CreateTable{Settings: api.Settings{Game: "dice", Seats: 3}})
	if err != nil {
		g.t.Fatal(err)
	}
	var link api.Invite
	g.must("POST", "/api/tables/"+snap.Table.ID+"/invites", struct{}{}, &link)
	return snap.Table.ID, link.Token
}

// comes takes an invitation.
func (g *guest) comes(token string) {
	g.t.Helper()
	g.must("POST", "/api/invites", api.InviteRequest{Token: token}, nil)
}

// TestProgramsCountAsTheirOwner: whom somebody mutes or blocks comes neither as a program nor as its owner, and not to a program of that person either.
func TestProgramsCountAsTheirOwner(t *testing.T) {
	s := start(t)
	a, v := s.guest("Anna"), s.guest("Vera")
	annas, veras := []*guest{a, a.program("Deep Anna")}, []*guest{v, v.program("Deep Vera")}
	mine := v.program("Else").Session.Person
	v.refused("PUT", "/api/shunned/"+mine, api.ShunRequest{Blocked: true}, 400, "yourself")
	for _, named := range veras {
		// Muted: at a table where all of them sit.
		id := lobbyOf(t, api.Settings{Game: "dice", Seats: 5}, append(slices.Clone(annas), veras...)...)
		a.shun(named, false)
		for _, g := range veras {
			g.do(id, api.CommandChat, api.CommandData{Text: "from " + g.Session.Name})
		}
		a.do(id, api.CommandChat, api.CommandData{Text: "hello"})
		for _, g := range annas {
			if got := g.said(id); !slices.Equal(got, []string{"hello"}) {
				t.Errorf("muted %s: %s reads %q", named.Session.Name, g.Session.Name, got)
			}
		}
		if got := v.said(id); len(got) != 3 {
			t.Errorf("Vera reads %q", got)
		}
		// Blocked.
		a.shun(named, true)
		for _, one := range annas {
			for _, other := range veras {
				what := fmt.Sprintf("%s blocked, %s and %s", named.Session.Name, one.Session.Name, other.Session.Name)
				join := func(g, at *guest, reason string) {
					t.Helper()
					id := lobbyOf(t, api.Settings{Game: "dice", Seats: 3}, at)
					if _, err := g.Command(t.Context(), id, g.command(api.CommandJoin, api.CommandData{})); reasonOf(err) != reason {
						t.Errorf("%s: %v", what, err)
					}
				}
				join(other, one, "private")
				join(one, other, "apart")
				_, token := one.private()
				other.refused("POST", "/api/invites", api.InviteRequest{Token: token}, 404, "bad_invite")
			}
		}
		if list := a.shunned(); len(list) != 1 || list[0].Person != named.Session.Person || list[0].Name != named.Session.Name {
			t.Errorf("whose a program is shows: %+v", list)
		}
		a.unshun(named)
	}
}

// reasonOf returns the reason of a refusal.
func reasonOf(err error) string {
	var refused *client.Refused
	if errors.As(err, &refused) {
		return refused.Why.Reason
	}
	return fmt.Sprint(err)
}

// TestBlockEndsAnInvitation: who took an invitation to a private table and is blocked hears and sees nothing more of it, before the game and during it, and neither do their programs. Nobody else
// is told.
func TestBlockEndsAnInvitation(t *testing.T) {
	for _, started := range []bool{false, true} {
		s := start(t)
		a, c, d := s.guest("Anna"), s.guest("Cili"), s.guest("Dóra")
		cs := []*guest{c, c.program("Deep Cili")}
		id, token := a.private()
		for _, g := range append(cs, d) {
			g.comes(token)
		}
		if started {
			d.do(id, api.CommandJoin, api.CommandData{})
			a.do(id, api.CommandAddBot, api.CommandData{})
			a.do(id, api.CommandStart, api.CommandData{})
		}
		before := d.look(id)
		ctx := soon(t)
		var socks []*client.Socket
		for _, g := range cs {
			sock, err := g.Dial(ctx, id, -1)
			if err != nil {
				t.Fatal(err)
			}
			defer sock.Close()
			socks = append(socks, sock)
		}
		a.shun(c, true)
		a.do(id, api.CommandChat, api.CommandData{Text: "between us"})
		for i, sock := range socks {
			var err error
			for err == nil {
				var m *api.Envelope
				if m, err = sock.Next(ctx); m != nil && m.Type == api.MessageChat {
					t.Errorf("%s hears %s", cs[i].Session.Name, m.Data)
				}
			}
			if code := client.CloseCode(err); code != 1008 {
				t.Errorf("closed with %d: %v", code, err)
			}
		}
		for _, g := range cs {
			g.refused("GET", "/api/tables/"+id, nil, 403, "private")
			if _, err := g.Dial(ctx, id, -1); err == nil {
				t.Error("a new socket was opened")
			}
			if g == c {
				g.refused("POST", "/api/invites", api.InviteRequest{Token: token}, 404, "bad_invite")
			}
		}
		// A bot may have moved meanwhile, and everybody is told of that.
		after := d.look(id)
		told := after.Log[len(before.Log):]
		if slices.ContainsFunc(told, func(l api.LogEntry) bool { return !l.Bot }) || after.Seq != before.Seq+int64(len(told)) {
			t.Errorf("others are told: %+v", told)
		}
	}
}

// TestBlockClearsASeat: who waits at a table of somebody who blocks them does not sit there any more when it starts.
func TestBlockClearsASeat(t *testing.T) {
	s := start(t)
	a, c := s.guest("Anna"), s.guest("Cili")
	id := lobbyOf(t, api.Settings{Game: "dice", Seats: 3}, a, c)
	playing := table(t, "dice", a, c)
	a.shun(c, true)
	if p := a.look(id).Table.Places[1]; p.Kind != api.KindOpen {
		t.Errorf("%+v", p)
	}
	if p := a.look(playing).Table.Places[1]; p.Person != c.Session.Person {
		t.Errorf("a game that has begun is played on: %+v", p)
	}
}

// TestOwnerPutsOutAWatcher: the owner of a private table is told who watches without a seat, also those who are not connected, and can put them out for good, before the game and during it.
func TestOwnerPutsOutAWatcher(t *testing.T) {
	for _, started := range []bool{false, true} {
		s := start(t)
		a, c, d := s.guest("Anna"), s.guest("Cili"), s.guest("Dóra")
		id, token := a.private()
		c.comes(token)
		d.comes(token)
		d.do(id, api.CommandJoin, api.CommandData{})
		if started {
			a.do(id, api.CommandAddBot, api.CommandData{})
			a.do(id, api.CommandStart, api.CommandData{})
		}
		if w := a.look(id).Watchers; len(w) != 1 || w[0] != (api.Watcher{Person: c.Session.Person, Name: "Cili"}) {
			t.Fatalf("%+v", w)
		}
		if w := append(c.look(id).Watchers, d.look(id).Watchers...); len(w) != 0 {
			t.Errorf("others are told: %+v", w)
		}
		refused := func(g *guest, person string, status int, reason string) {
			t.Helper()
			g.refused("POST", "/api/tables/"+id+"/commands", g.command(api.CommandExpel, api.CommandData{Person: person}), status, reason)
		}
		refused(d, c.Session.Person, 403, "not_owner")
		refused(a, d.Session.Person, 404, "no_watcher")
		refused(a, a.Session.Person, 404, "no_watcher")
		refused(a, "nobody", 404, "no_watcher")
		ctx := soon(t)
		sock, err := c.Dial(ctx, id, -1)
		if err != nil {
			t.Fatal(err)
		}
		defer sock.Close()
		a.do(id, api.CommandExpel, api.CommandData{Person: c.Session.Person})
		for err == nil {
			_, err = sock.Read(ctx)
		}
		if code := client.CloseCode(err); code != 1008 {
			t.Errorf("closed with %d: %v", code, err)
		}
		c.refused("GET", "/api/tables/"+id, nil, 403, "private")
		c.refused("POST", "/api/invites", api.InviteRequest{Token: token}, 404, "bad_invite")
		if w := a.look(id).Watchers; len(w) != 0 {
			t.Errorf("%+v", w)
		}
		refused(a, c.Session.Person, 404, "no_watcher")
	}
	s := start(t)
	a, c := s.guest("Anna"), s.guest("Cili")
	id := lobbyOf(t, api.Settings{Game: "dice", Seats: 3}, a)
	a.refused("POST", "/api/tables/"+id+"/commands", a.command(api.CommandExpel, api.CommandData{Person: c.Session.Person}), 409, "public_table")
}

// TestBlockedReadWhatStrangersRead: who is blocked gets, word for word, the answers of somebody who was not invited.
func TestBlockedReadWhatStrangersRead(t *testing.T) {
	s := start(t)
	a, v, stranger := s.guest("Anna"), s.guest("Vera"), s.guest("Else")
	a.shun(v, true)
	answer := func(g *guest, path string, in any) string {
		t.Helper()
		var refused *client.Refused
		if err := g.Do(t.Context(), "POST", path, in, nil); !errors.As(err, &refused) {
			t.Fatalf("not refused: %v", err)
		}
		return fmt.Sprintf("%+v", *refused)
	}
	open := lobbyOf(t, api.Settings{Game: "dice", Seats: 3}, a)
	closed, token := a.private()
	join := api.Command{ID: "j", Type: api.CommandJoin}
	if one, other := answer(v, "/api/tables/"+open+"/commands", join), answer(stranger, "/api/tables/"+closed+"/commands", join); one != other {
		t.Errorf("%s\n%s", one, other)
	}
	if one, other := answer(v, "/api/invites", api.InviteRequest{Token: token}), answer(stranger, "/api/invites", api.InviteRequest{Token: token + "0"}); one != other {
		t.Errorf("%s\n%s", one, other)
	}
}

// TestWhereaboutsAreHiddenFromTheBlocked: to who is blocked it looks as if the other were not here.
func TestWhereaboutsAreHiddenFromTheBlocked(t *testing.T) {
	s := start(t)
	gs := s.named("Anna", "Vera")
	a, v := gs[0], gs[1]
	id := table(t, "duel", a, s.guest("Else"))
	if p := v.profile("Anna"); !p.Here || p.Table != id || p.Playing != "duel" {
		t.Fatalf("%+v", p)
	}
	a.shun(v, true)
	if p := v.profile("Anna"); p.Here || p.Table != "" || p.Playing != "" {
		t.Errorf("%+v", p)
	}
	if p := s.guest("Guest").profile("Anna"); !p.Here || p.Table != id {
		t.Errorf("others: %+v", p)
	}
}

// TestMutedPublishNothing: whom the host has muted publishes no words, neither as chat nor as a name of theirs, of a program or of a tournament, nor as what a tournament tells; neither do their
// programs. What is theirs already stays, and they can write to the host.
func TestMutedPublishNothing(t *testing.T) {
	s := start(t)
	gs := s.named("Anna", "Vera")
	a, v := gs[0], gs[1]
	gerti, _ := s.localGuest("Gerti")
	plan := smallArena
	cup := v.announce(plan)
	program, other := v.program("Deep Vera"), gerti.program("Deep Gerti")
	id := lobbyOf(t, api.Settings{Game: "dice", Seats: 5}, a, v, program, gerti, other)
	muted := []struct{ person, program *guest }{{v, program}, {gerti, other}}
	publish := func(why string, refused bool) {
		t.Helper()
		try := func(g *guest, method, path string, in any) {
			t.Helper()
			err := g.Do(t.Context(), method, path, in, nil)
			if got := reasonOf(err) == "muted"; got != refused {
				t.Errorf("%s: %s %s %+v as %s: %v", why, method, path, in, g.Session.Name, err)
			}
		}
		for _, m := range muted {
			for _, g := range []*guest{m.person, m.program} {
				try(g, "POST", "/api/tables/"+id+"/commands", g.command(api.CommandChat, api.CommandData{Text: "lies"}))
				try(g, "PATCH", "/api/session", api.NameRequest{Name: g.Session.Name + " " + why})
			}
			try(m.person, "POST", "/api/tokens", api.NameRequest{Name: "Anna lies " + why})
		}
		try(gerti, "POST", "/api/passkeys/register/begin", api.RegisterRequest{Name: "Anna lies"})
		plan.Name = "Anna is a liar"
		try(v, "POST", "/api/tournaments", plan)
		try(v, "POST", "/api/tournaments/"+cup+"/deeds", api.TournamentDeed{Do: api.DoCancel, Why: "because of Anna"})
	}
	for _, m := range muted {
		if _, err := s.db.Decide(t.Context(), store.Deed{At: 1, By: people.Console, Kind: people.Mute, Person: m.person.Session.Person, Until: people.Forever, Reason: "insults"}); err != nil {
			t.Fatal(err)
		}
	}
	publish("muted", true)
	gerti.must("PATCH", "/api/session", api.NameRequest{Name: "Gerti"}, nil)
	v.report(a, api.ReportWords, "she began", "")
	for _, m := range muted {
		if _, err := s.db.Decide(t.Context(), store.Deed{At: 2, By: people.Console, Kind: people.Mute, Person: m.person.Session.Person, Reason: "accepted"}); err != nil {
			t.Fatal(err)
		}
	}
	publish("free", false)
}
