package server_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"
	"time"

	"mirabilia/api"
	"mirabilia/people"
	"mirabilia/server"
	"mirabilia/store"
)

func (g *guest) report(other *guest, reason, text, table string) {
	g.t.Helper()
	g.must("POST", "/api/reports", api.ReportRequest{Person: other.Session.Person, Reason: reason, Text: text, Table: table}, nil)
}

// host makes somebody a host, as the command line does.
func (s *site) host(g *guest) {
	s.t.Helper()
	if _, err := s.db.Decide(s.t.Context(), store.Deed{At: 1, By: people.Console, Kind: store.DeedHost, Person: g.Session.Person, Reason: "test"}); err != nil {
		s.t.Fatal(err)
	}
}

func (g *guest) openReports() []api.HostReport {
	g.t.Helper()
	var list api.HostReports
	g.must("GET", "/api/host/reports", nil, &list)
	return list.Reports
}

func (g *guest) decides(req api.DeedRequest) api.Deed {
	g.t.Helper()
	var d api.Deed
	g.must("POST", "/api/host/deeds", req, &d)
	return d
}

func (g *guest) session() *api.Session {
	g.t.Helper()
	var s api.Session
	g.must("GET", "/api/session", nil, &s)
	return &s
}

// TestReports: a report reaches the host with what was said around it; nonsense, floods and other people's secrets are refused.
func TestReports(t *testing.T) {
	s := start(t)
	h := s.named("Helga")[0]
	a, b, c := s.guest("Anna"), s.guest("Béla"), s.guest("Cili")
	id := lobbyOf(t, api.Settings{Game: "dice", Seats: 3}, a, b)
	for n := range 30 {
		b.do(id, api.CommandChat, api.CommandData{Text: fmt.Sprint("line ", n)})
	}
	a.shun(b, false)
	a.report(b, api.ReportWords, "  he is rude\u202e ", id)
	ask := func(g *guest, req api.ReportRequest, status int, reason string) {
		t.Helper()
		g.refused("POST", "/api/reports", req, status, reason)
	}
	person := b.Session.Person
	ask(a, api.ReportRequest{Person: person, Reason: api.ReportWords, Table: id}, 409, "reported")
	ask(a, api.ReportRequest{Person: "nobody", Reason: api.ReportWords}, 404, "no_person")
	ask(a, api.ReportRequest{Person: person, Reason: "boring"}, 400, "bad_report")
	ask(a, api.ReportRequest{Person: person, Reason: api.ReportOther, Text: " "}, 400, "no_text")
	ask(a, api.ReportRequest{Person: person, Reason: api.ReportName, Text: strings.Repeat("x", 501)}, 400, "too_long")
	ask(b, api.ReportRequest{Person: person, Reason: api.ReportWords}, 400, "yourself")
	ask(a, api.ReportRequest{Person: person, Reason: api.ReportObjection, Text: "x"}, 400, "yourself")
	ask(a, api.ReportRequest{Person: person, Reason: api.ReportWords, Table: id, Line: 99}, 404, "no_line")
	ask(a, api.ReportRequest{Person: person, Reason: api.ReportWords, Table: "nothing"}, 404, "no_table")
	// At a private table a stranger does not even learn what was said by reporting it.
	private, err := a.Create(t.Context(), api.CreateTable{Settings: api.Settings{Game: "duel", Seats: 2}, Seat: 0})
	if err != nil {
		t.Fatal(err)
	}
	ask(c, api.ReportRequest{Person: a.Session.Person, Reason: api.ReportWords, Table: private.Table.ID}, 403, "private")
	c.must("POST", "/api/reports", api.ReportRequest{Person: person, Reason: api.ReportWords, Table: id, Line: 12}, nil)

	a.refused("GET", "/api/host/reports", nil, 403, "not_host")
	h.refused("GET", "/api/host/reports", nil, 403, "not_host")
	s.host(h)
	if who := h.session(); !who.Host {
		t.Errorf("%+v", who)
	}
	list := h.openReports()
	if len(list) != 2 || list[0].ByName != "Cili" || list[1].ByName != "Anna" || list[1].Name != "Béla" || list[1].Text != "he is rude" || list[1].Table != id {
		t.Fatalf("%+v", list)
	}
	texts := func(r api.HostReport) string {
		var all []string
		for _, l := range r.Lines {
			all = append(all, strings.TrimPrefix(l.Text, "line "))
		}
		return strings.Join(all, " ")
	}
	if got := texts(list[1]); got != "10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29" {
		t.Errorf("the last lines: %s", got)
	}
	if got := texts(list[0]); got != "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21" {
		t.Errorf("around line 12: %s", got)
	}
	// It needs nothing to be done, and is decided once.
	d := h.decides(api.DeedRequest{Kind: people.Dismiss, Person: person, Reason: "only a game", Report: list[0].ID})
	if d.Kind != "dismiss" || d.ByName != "Helga" || d.Name != "Béla" {
		t.Errorf("%+v", d)
	}
	h.refused("POST", "/api/host/deeds", api.DeedRequest{Kind: people.Mute, Person: person, Reason: "x", Report: list[0].ID}, 409, "report_closed")
	if list := h.openReports(); len(list) != 1 || len(list[0].Deeds) != 1 {
		t.Errorf("%+v", list)
	}
}

// TestReportsAreLimited: nobody floods the host, neither at once nor in the long run.
func TestReportsAreLimited(t *testing.T) {
	s := start(t)
	a := s.guest("Anna")
	for n := range 11 {
		b := s.guest("Béla")
		req := api.ReportRequest{Person: b.Session.Person, Reason: api.ReportLeaving}
		if n < 10 {
			a.must("POST", "/api/reports", req, nil)
		} else {
			a.refused("POST", "/api/reports", req, 429, "too_many_reports")
		}
	}
	s = start(t, func(c *server.Config) { c.Limits = server.Limits{Rate: 1} })
	a, b := s.guest("Anna"), s.guest("Béla")
	for n := range 6 {
		req := api.ReportRequest{Person: "nobody", Reason: api.ReportName}
		if n < 5 {
			a.refused("POST", "/api/reports", req, 404, "no_person")
		} else {
			a.refused("POST", "/api/reports", req, 429, "too_many_reports")
		}
	}
	b.refused("POST", "/api/reports", api.ReportRequest{Person: "nobody", Reason: api.ReportName}, 404, "no_person")
}

// TestMeasures: what a host decides works at once, its person is told what, why and until when, and can object; when it is lifted or over, all is as before.
func TestMeasures(t *testing.T) {
	s := start(t)
	gs := s.named("Helga", "Anna", "Béla")
	h, a, b := gs[0], gs[1], gs[2]
	s.host(h)
	decide := func(kind, reason string, lift bool) api.Deed {
		t.Helper()
		return h.decides(api.DeedRequest{Kind: kind, Person: b.Session.Person, Reason: reason, Lift: lift})
	}
	for _, c := range []struct {
		req    api.DeedRequest
		status int
		reason string
	}{
		{api.DeedRequest{Kind: "shout", Person: b.Session.Person, Reason: "x"}, 400, "bad_measure"},
		{api.DeedRequest{Kind: store.DeedHost, Person: b.Session.Person, Reason: "x"}, 400, "bad_measure"},
		{api.DeedRequest{Kind: people.Mute, Person: b.Session.Person, Reason: " "}, 400, "no_reason"},
		{api.DeedRequest{Kind: people.Mute, Person: b.Session.Person, Reason: "x", Days: 4000}, 400, "bad_days"},
		{api.DeedRequest{Kind: people.Mute, Person: b.Session.Person, Reason: "x", Lift: true}, 409, "no_measure"},
		{api.DeedRequest{Kind: people.Mute, Person: "nobody", Reason: "x"}, 404, "no_person"},
		{api.DeedRequest{Kind: people.Dismiss, Person: b.Session.Person, Reason: "x"}, 400, "no_report"},
		{api.DeedRequest{Kind: people.Mute, Person: h.Session.Person, Reason: "x"}, 403, "is_host"},
		{api.DeedRequest{Kind: people.Rename, Person: b.Session.Person, Reason: "x", Name: "anna"}, 409, "name_taken"},
	} {
		h.refused("POST", "/api/host/deeds", c.req, c.status, c.reason)
	}
	a.refused("POST", "/api/host/deeds", api.DeedRequest{Kind: people.Mute, Person: b.Session.Person, Reason: "x"}, 403, "not_host")

	// Muted, over a socket that was open before.
	id := lobbyOf(t, api.Settings{Game: "dice", Seats: 2}, a, b)
	sock, err := b.Dial(soon(t), id, -1)
	if err != nil {
		t.Fatal(err)
	}
	defer sock.Close()
	d := decide(people.Mute, "insults", false)
	if days := (d.Until - d.At) / (24 * time.Hour).Milliseconds(); days != 7 {
		t.Errorf("muted for %d days", days)
	}
	say := b.command(api.CommandChat, api.CommandData{Text: "ha"})
	if err := sock.Send(soon(t), say); err != nil {
		t.Fatal(err)
	}
	for {
		m, err := sock.Next(soon(t))
		if err != nil {
			t.Fatal(err)
		}
		if m.Type == api.MessageAck {
			t.Fatal("a muted person has written")
		}
		if m.Type == api.MessageRefusal {
			if !bytes.Contains(m.Data, []byte(`"muted"`)) || !bytes.Contains(m.Data, []byte("insults")) {
				t.Errorf("%s", m.Data)
			}
			break
		}
	}
	if m := b.session().Measures; len(m) != 1 || m[0].Kind != api.MeasureMute || m[0].Reason != "insults" || m[0].Until != d.Until {
		t.Errorf("told: %+v", m)
	}
	if m := a.session().Measures; len(m) != 0 {
		t.Errorf("another is told: %+v", m)
	}
	b.must("POST", "/api/reports", api.ReportRequest{Person: b.Session.Person, Reason: api.ReportObjection, Text: "I was joking"}, nil)
	if list := h.openReports(); len(list) != 1 || list[0].Reason != api.ReportObjection || list[0].Deeds[0].Reason != "insults" {
		t.Errorf("%+v", list)
	}
	if d := decide(people.Mute, "accepted", true); d.Kind != "lift_mute" {
		t.Errorf("%+v", d)
	}
	b.do(id, api.CommandChat, api.CommandData{Text: "thank you"})

	// Friendly games only.
	before := lobbyOf(t, ratedDuel, a, b)
	decide(people.Restrict, "arranged results", false)
	b.refused("POST", "/api/seeks", api.SeekRequest{Game: "duel", Rated: true}, 403, "friendly_only")
	b.refused("POST", "/api/tables", api.CreateTable{Settings: ratedDuel, Seat: 0}, 403, "friendly_only")
	rated := lobbyOf(t, ratedDuel, a)
	b.refused("POST", "/api/tables/"+rated+"/commands", b.command(api.CommandJoin, api.CommandData{}), 403, "friendly_only")
	if r := a.tableRating(before); r.Rated || r.Why != api.UnratedRestricted {
		t.Errorf("where he sat down before: %+v", r)
	}
	decide(people.Restrict, "over", true)
	b.do(rated, api.CommandJoin, api.CommandData{})

	// Another name, which everybody sees.
	h.decides(api.DeedRequest{Kind: people.Rename, Person: b.Session.Person, Reason: "a rude name", Name: "Player 17"})
	if places := a.look(rated).Table.Places; places[1].Name != "Player 17" {
		t.Errorf("%+v", places)
	}
	b.refused("PATCH", "/api/session", api.NameRequest{Name: "Béla"}, 429, "renamed_lately")

	// The journal has it all, the latest first, and so has the export, without the host's name.
	var journal api.DeedList
	h.must("GET", "/api/host/deeds?person="+b.Session.Person, nil, &journal)
	var kinds []string
	for _, d := range journal.Deeds {
		kinds = append(kinds, d.Kind)
	}
	if got := strings.Join(kinds, " "); got != "rename lift_restrict restrict lift_mute mute" || journal.More != 0 {
		t.Errorf("the journal: %s, %+v", got, journal)
	}
	if file := b.exported("measures.json"); !bytes.Contains(file, []byte("arranged results")) || bytes.Contains(file, []byte("Helga")) || bytes.Contains(file, []byte(h.Session.Person)) {
		t.Errorf("%s", file)
	}
	if file := b.exported("reports.json"); !bytes.Contains(file, []byte("I was joking")) {
		t.Errorf("%s", file)
	}
	h.refused("GET", "/api/host/deeds?before=x", nil, 400, "bad_page")
	var found api.HostPeople
	h.must("GET", "/api/host/people?find=PLAYER", nil, &found)
	if len(found.People) != 1 || found.People[0].Name != "Player 17" || !found.People[0].Kept || found.People[0].Reports != 1 {
		t.Errorf("%+v", found)
	}
}

// TestClosedAccount: somebody whose account was closed is out everywhere, is told why on coming back, and can take their data and leave, but not play.
func TestClosedAccount(t *testing.T) {
	s := start(t)
	h := s.named("Helga")[0]
	s.host(h)
	b, device := s.localGuest("guest")
	b.keepName(device, "Béla")
	var tok api.Token
	b.must("POST", "/api/tokens", api.NameRequest{Name: "Béla's bot"}, &tok)
	id := lobbyOf(t, api.Settings{Game: "dice", Seats: 2}, b)
	sock, err := b.Dial(soon(t), id, -1)
	if err != nil {
		t.Fatal(err)
	}
	defer sock.Close()
	b.seek(api.SeekRequest{Game: "duel"})
	h.decides(api.DeedRequest{Kind: people.Close, Person: b.Session.Person, Reason: "engines"})
	for err == nil {
		_, err = sock.Next(soon(t))
	}
	b.refused("GET", "/api/session", nil, 401, "ended_closed")
	b.refused("GET", "/api/me", nil, 401, "no_session")
	back, _ := s.visitor()
	in := back.logIn(device)
	if len(in.Measures) != 1 || in.Measures[0].Kind != api.MeasureClose || in.Measures[0].Reason != "engines" || in.Measures[0].Until != 0 {
		t.Errorf("told: %+v", in.Measures)
	}
	back.Session = in
	if got := back.seeking(); len(got.Seeks) != 0 {
		t.Errorf("still looks: %+v", got)
	}
	back.refused("POST", "/api/seeks", api.SeekRequest{Game: "duel"}, 403, "closed_account")
	back.refused("POST", "/api/tables", api.CreateTable{Settings: api.Settings{Game: "dice", Seats: 2}}, 403, "closed_account")
	back.refused("POST", "/api/tables/"+id+"/commands", back.command(api.CommandStart, api.CommandData{}), 403, "closed_account")
	back.refused("POST", "/api/tokens", api.NameRequest{Name: "another"}, 403, "closed_account")
	if m := back.me(); len(m.Measures) != 1 {
		t.Errorf("%+v", m)
	}
	back.exported("account.json")
	back.must("POST", "/api/reports", api.ReportRequest{Person: in.Person, Reason: api.ReportObjection, Text: "no engines"}, nil)
	h.decides(api.DeedRequest{Kind: people.Close, Person: in.Person, Reason: "a mistake", Lift: true})
	back.seek(api.SeekRequest{Game: "duel"})
	h.decides(api.DeedRequest{Kind: people.Close, Person: in.Person, Reason: "engines after all", Days: 3})
	again, _ := s.visitor()
	if in := again.logIn(device); len(in.Measures) != 1 || in.Measures[0].Until == 0 {
		t.Errorf("told: %+v", in.Measures)
	}
	again.must("DELETE", "/api/me", api.NameRequest{Name: "Béla"}, nil)

	// A guest is not signed out, and is told at once.
	g := s.guest("Gizi")
	theirs := table(t, "duel", g, h)
	h.decides(api.DeedRequest{Kind: people.Close, Person: g.Session.Person, Reason: "spam"})
	if m := g.session().Measures; len(m) != 1 || m[0].Reason != "spam" {
		t.Errorf("%+v", m)
	}
	g.refused("POST", "/api/seeks", api.SeekRequest{Game: "duel"}, 403, "closed_account")
	g.refused("GET", "/api/tables/"+theirs+"/events", nil, 403, "closed_account")
	if sock, err := g.Dial(soon(t), theirs, -1); err == nil {
		sock.Close()
		t.Error("the guest plays on over a socket")
	}
}

// TestGuestsAreTold: guests who came before it was announced are told that they will be forgotten sooner; others are not.
func TestGuestsAreTold(t *testing.T) {
	db := openStore(t, t.TempDir())
	now := time.Now().UnixMilli()
	hash := sha256.Sum256([]byte("old"))
	yesterday := now - (24 * time.Hour).Milliseconds()
	if err := db.AddPerson(t.Context(), store.Person{ID: "old", Name: "Old", Created: yesterday}, hash[:]); err != nil {
		t.Fatal(err)
	}
	s := start(t, func(c *server.Config) { c.Store = db })
	old, _ := s.visitor()
	old.Token = "old"
	await(t, "the announcement", func() bool { return old.session().GuestsFrom > 0 })
	days := func(at int64) int64 { return (at - now) / (24 * time.Hour).Milliseconds() }
	if from := old.session().GuestsFrom; days(from) < 29 || days(from) > 31 {
		t.Errorf("from in %d days", days(from))
	}
	if who := s.guest("New").session(); who.GuestsFrom != 0 {
		t.Errorf("a new guest: %+v", who)
	}
}

// TestHostState: hosts see what goes on, how people behave, and can end a game, which counts for nobody.
func TestHostState(t *testing.T) {
	s := start(t)
	gs := s.named("Helga", "Anna", "Béla")
	h, a, b := gs[0], gs[1], gs[2]
	a.refused("GET", "/api/host/state", nil, 403, "not_host")
	s.host(h)
	a.seek(api.SeekRequest{Game: "duel", Rated: true})
	id := lobbyOf(t, ratedDuel, a, b)
	a.do(id, api.CommandStart, api.CommandData{})
	await(t, "the one who waits", func() bool {
		var state api.HostState
		h.must("GET", "/api/host/state", nil, &state)
		return state.Here == 3 && state.Tables > 0 && len(state.Waits) == 1 && state.Waits[0].PoolCount == api.PoolCount{Game: "duel", Rated: true, Waiting: 1}
	})
	a.refused("POST", "/api/host/deeds", api.DeedRequest{Kind: people.End, Table: id, Reason: "x"}, 403, "not_host")
	h.refused("POST", "/api/host/deeds", api.DeedRequest{Kind: people.End, Table: id}, 400, "no_reason")
	h.refused("POST", "/api/host/deeds", api.DeedRequest{Kind: people.End, Table: "nothing", Reason: "x"}, 404, "no_table")
	if d := h.decides(api.DeedRequest{Kind: people.End, Table: id, Reason: "it was arranged"}); d.Kind != people.End || d.Reason != id+": it was arranged" || d.Person != "" {
		t.Errorf("%+v", d)
	}
	if table := a.look(id).Table; table.Status != api.StatusClosed || table.Closed != api.ClosedHost || table.Late != nil {
		t.Errorf("%+v", table)
	}
	if r := a.tableRating(id); r.Rated {
		t.Errorf("%+v", r)
	}
	h.refused("POST", "/api/host/deeds", api.DeedRequest{Kind: people.End, Table: id, Reason: "again"}, 409, "game_over")
	// Aborted games, and those that were not finished, are told with the person.
	id = lobbyOf(t, ratedDuel, a, b)
	a.do(id, api.CommandStart, api.CommandData{})
	a.do(id, api.CommandResign, api.CommandData{})
	id = lobbyOf(t, api.Settings{Game: "duel", Seats: 2}, a, b)
	a.do(id, api.CommandStart, api.CommandData{})
	a.do(id, api.CommandLeave, api.CommandData{})
	b.do(id, api.CommandResign, api.CommandData{})
	var found api.HostPeople
	h.must("GET", "/api/host/people?find=Anna", nil, &found)
	if p := found.People[0]; p.Aborts != 1 || p.Played != 1 || p.Finished != 0 {
		t.Errorf("%+v", p)
	}
}
