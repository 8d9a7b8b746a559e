package server_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/game/record"
	"mirabilia/games/duel"
	"mirabilia/server"
	"mirabilia/server/client"
)

func TestSessions(t *testing.T) {
	s := start(t)
	nobody := &guest{t: t, Client: &client.Client{Base: s.URL}}
	nobody.refused("GET", "/api/session", nil, 401, "no_session")
	nobody.refused("POST", "/api/session", api.NameRequest{Name: " \u202e "}, 400, "bad_name")
	nobody.refused("POST", "/api/session", api.NameRequest{Name: strings.Repeat("x", 25)}, 400, "bad_name")
	nobody.refused("POST", "/api/tables", api.CreateTable{}, 401, "no_session")
	a := s.guest("  Árvíztűrő   Anna ")
	if a.Session.Name != "Árvíztűrő Anna" || a.Session.Program {
		t.Errorf("session: %+v", a.Session)
	}
	var again api.Session
	a.must("GET", "/api/session", nil, &again)
	if !reflect.DeepEqual(again, a.Session) {
		t.Errorf("asked again: %+v", again)
	}
	a.must("PATCH", "/api/session", api.NameRequest{Name: "Anna"}, &again)
	if again.Name != "Anna" || again.Person != a.Session.Person {
		t.Errorf("renamed: %+v", again)
	}
	cookie := a.Cookie
	a.must("DELETE", "/api/session", nil, nil)
	a.Cookie = cookie
	a.refused("GET", "/api/session", nil, 401, "no_session")
}

func TestCookie(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*server.Config)
		header string
		secure bool
	}{
		{"plain", func(*server.Config) {}, "", false},
		{"secure", func(c *server.Config) { c.Secure = true }, "", true},
		{"behind a proxy", func(c *server.Config) { c.Proxies = append(c.Proxies, prefix("127.0.0.0/8")) }, "https", true},
		{"behind a proxy that is not believed", func(*server.Config) {}, "https", false},
	} {
		s := start(t, c.change)
		r, _ := http.NewRequest("POST", s.URL+"/api/session", strings.NewReader(`{"name":"Anna"}`))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("X-Forwarded-Proto", c.header)
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		cookie := answer.Cookies()[0]
		if !cookie.HttpOnly || cookie.SameSite != http.SameSiteLaxMode || cookie.Path != "/" || len(cookie.Value) < 43 || cookie.Secure != c.secure {
			t.Errorf("%s: %s", c.name, answer.Header.Get("Set-Cookie"))
		}
		// A second cookie tells the page that there is a session, and nothing of it.
		known := answer.Cookies()[1]
		if known.Name != "mirabilia_known" || known.Value != "1" || known.HttpOnly || known.MaxAge != cookie.MaxAge || known.Secure != c.secure {
			t.Errorf("%s: %+v", c.name, known)
		}
		if hsts := answer.Header.Get("Strict-Transport-Security") != ""; hsts != c.secure {
			t.Errorf("%s: strict transport %v", c.name, hsts)
		}
	}
}

// A program plays with a token and is marked as one; its owner can revoke it.
func TestTokens(t *testing.T) {
	s := start(t)
	a := s.guest("Anna")
	var tok api.Token
	a.must("POST", "/api/tokens", api.NameRequest{Name: "Deep Anna"}, &tok)
	if !strings.HasPrefix(tok.Token, "mira_") {
		t.Errorf("token: %+v", tok)
	}
	p := &guest{t: t, Client: &client.Client{Base: s.URL, Token: tok.Token}}
	p.must("GET", "/api/session", nil, &p.Session)
	if !p.Session.Program || p.Session.Name != "Deep Anna" {
		t.Errorf("program: %+v", p.Session)
	}
	p.refused("POST", "/api/tokens", api.NameRequest{Name: "x"}, 403, "not_for_programs")
	p.refused("GET", "/api/tokens", nil, 403, "not_for_programs")
	p.refused("DELETE", "/api/tokens/x", nil, 403, "not_for_programs")
	id := table(t, "duel", a, p)
	if seat := a.look(id).Table.Places[1]; seat.Kind != api.KindProgram || seat.Name != "Deep Anna" {
		t.Errorf("seat: %+v", seat)
	}
	var list api.TokenList
	a.must("GET", "/api/tokens", nil, &list)
	if len(list.Tokens) != 1 || list.Tokens[0].Token != "" || list.Tokens[0].Person != p.Session.Person {
		t.Errorf("list: %+v", list)
	}
	b := s.guest("Béla")
	b.refused("DELETE", "/api/tokens/"+p.Session.Person, nil, 404, "no_program")
	// With its token the program loses what it opened with it, and nobody else loses anything.
	ctx := soon(t)
	sock, err := p.Dial(ctx, id, -1)
	if err != nil {
		t.Fatal(err)
	}
	defer sock.Close()
	other, err := a.Dial(ctx, id, -1)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	a.must("DELETE", "/api/tokens/"+p.Session.Person, nil, nil)
	p.refused("GET", "/api/session", nil, 401, "no_session")
	for err == nil {
		_, err = sock.Read(ctx)
	}
	if code := client.CloseCode(err); code != 1008 {
		t.Errorf("the socket was closed with %d: %v", code, err)
	}
	if err := other.Send(ctx, a.command(api.CommandChat, api.CommandData{Text: "alone now"})); err != nil {
		t.Error(err)
	}
	if e := nextAnswer(t, other); e.Type != api.MessageAck {
		t.Errorf("%s %s", e.Type, e.Data)
	}
	a.refused("DELETE", "/api/tokens/"+p.Session.Person, nil, 404, "no_program")
	for range 20 {
		a.must("POST", "/api/tokens", api.NameRequest{Name: "x"}, nil)
	}
	a.refused("POST", "/api/tokens", api.NameRequest{Name: "x"}, 429, "too_many_programs")
}

// Only the hash of a token is in the store, and nothing secret is in the log.
func TestNoSecretsKeptOrLogged(t *testing.T) {
	var log bytes.Buffer
	folder := t.TempDir()
	db := openStore(t, folder)
	cfg := testConfig(db)
	cfg.Log = debugLog(&log)
	srv, err := server.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	h := httptest.NewServer(srv)
	s := &site{t, h, srv, nil}
	a := s.guest("Annabella")
	var tok api.Token
	a.must("POST", "/api/tokens", api.NameRequest{Name: "x"}, &tok)
	snap, err := a.Create(t.Context(), api.CreateTable{Settings: api.Settings{Game: "duel", Seats: 2}, Bots: []string{"", "random"}})
	if err != nil {
		t.Fatal(err)
	}
	var inv api.Invite
	a.must("POST", "/api/tables/"+snap.Table.ID+"/invites", nil, &inv)
	b := s.guest("Barnabás")
	b.must("POST", "/api/invites", api.InviteRequest{Token: inv.Token}, nil)
	b.refused("POST", "/api/invites", api.InviteRequest{Token: inv.Token + "x"}, 404, "bad_invite")
	a.do(snap.Table.ID, api.CommandStart, api.CommandData{Nonce: "0123456789abcdef"})
	a.do(snap.Table.ID, api.CommandChat, api.CommandData{Text: "between us"})
	p := &guest{t: t, Client: &client.Client{Base: s.URL, Token: tok.Token}}
	p.must("GET", "/api/session", nil, nil)
	sock, err := a.Dial(soon(t), snap.Table.ID, -1)
	if err != nil {
		t.Fatal(err)
	}
	for _, cmd := range []api.Command{a.command(api.CommandChat, api.CommandData{Text: "between us"}), a.command(api.CommandMove, api.CommandData{Move: "nonsense of Anna"})} {
		if err := sock.Send(soon(t), cmd); err != nil {
			t.Fatal(err)
		}
		nextAnswer(t, sock)
	}
	sock.Close()
	srv.Close()
	h.Close()
	db.Close()
	_, session, _ := strings.Cut(a.Cookie, "=")
	stored := readFolder(t, folder)
	for name, secret := range map[string]string{"session": session, "token": tok.Token, "invitation": inv.Token} {
		if bytes.Contains(stored, []byte(secret)) {
			t.Errorf("the %s is stored", name)
		}
		if strings.Contains(log.String(), secret) {
			t.Errorf("the %s is logged", name)
		}
	}
	for _, private := range []string{"Annabella", "Barnabás", "0123456789abcdef", "between us", "nonsense of Anna"} {
		if strings.Contains(log.String(), private) {
			t.Errorf("%s is logged", private)
		}
	}
	if !bytes.Contains(stored, []byte("Annabella")) || !strings.Contains(log.String(), "POST") {
		t.Error("the test looks in the wrong places")
	}
}

func TestListsOfTables(t *testing.T) {
	s := start(t)
	a, b := s.guest("Anna"), s.guest("Béla")
	mine := func(g *guest, path string) (ids []string, list api.TableList) {
		t.Helper()
		g.must("GET", path, nil, &list)
		for _, x := range list.Tables {
			ids = append(ids, x.ID)
		}
		return ids, list
	}
	var open []string
	for range 3 {
		snap, err := a.Create(t.Context(), api.CreateTable{Settings: api.Settings{Game: "duel", Seats: 2, Public: true}})
		if err != nil {
			t.Fatal(err)
		}
		open = append([]string{snap.Table.ID}, open...)
		time.Sleep(2 * time.Millisecond)
	}
	secret, err := a.Create(t.Context(), api.CreateTable{Settings: api.Settings{Game: "duel", Seats: 2}})
	if err != nil {
		t.Fatal(err)
	}
	if ids, list := mine(b, "/api/tables"); !slices.Equal(ids, open) || list.More != "" || list.Tables[0].Seat != game.NoSeat {
		t.Errorf("open tables: %v, want %v", ids, open)
	}
	if ids, _ := mine(b, "/api/tables?game=dice"); len(ids) != 0 {
		t.Errorf("of dice: %v", ids)
	}
	playing := table(t, "duel", b, a)
	if ids, list := mine(a, "/api/me/tables"); !slices.Equal(ids, append([]string{playing, secret.Table.ID}, open...)) || list.Tables[0].YourTurn || list.Tables[0].Seat != 1 {
		t.Errorf("Anna's tables: %v", ids)
	}
	if _, list := mine(b, "/api/me/tables?status=playing"); len(list.Tables) != 1 || !list.Tables[0].YourTurn || list.Tables[0].Seat != 0 || !slices.Equal(list.Tables[0].Owing, []int{0}) {
		t.Errorf("Béla's tables: %+v", list)
	}
	if ids, _ := mine(a, "/api/tables?status=playing"); !slices.Equal(ids, []string{playing}) {
		t.Errorf("running tables: %v", ids)
	}
	b.do(playing, api.CommandResign, api.CommandData{})
	if _, list := mine(a, "/api/tables?status=finished"); len(list.Tables) != 1 || !slices.Equal(list.Tables[0].Winners, []int{1}) || list.Tables[0].WonBy != api.WonByResignation ||
		!slices.Equal(list.Tables[0].Standings, []int{2, 1}) || len(list.Tables[0].Scores) != 2 {
		t.Errorf("finished: %+v", list)
	}
	a.refused("GET", "/api/tables?status=x", nil, 400, "bad_status")
	a.refused("GET", "/api/me/tables?status=x", nil, 400, "bad_status")
	a.refused("GET", "/api/tables?before=x", nil, 400, "bad_page")
	(&guest{t: t, Client: &client.Client{Base: s.URL}}).refused("GET", "/api/me/tables", nil, 401, "no_session")
	for n := range 50 {
		host := a
		if n >= 25 { // nobody may have all of them
			host = b
		}
		if _, err := host.Create(t.Context(), api.CreateTable{Settings: api.Settings{Game: "dice", Seats: 2, Public: true}}); err != nil {
			t.Fatal(err)
		}
	}
	first, list := mine(a, "/api/tables")
	second, rest := mine(a, "/api/tables?before="+list.More)
	if len(first) != 50 || len(second) != 3 || rest.More != "" || !slices.Equal(second, open) {
		t.Errorf("pages of %d and %d", len(first), len(second))
	}
}

// TestFullTablesAreNotOpen: a table without a free seat is in the list of open ones no longer, and is again when somebody has left it.
func TestFullTablesAreNotOpen(t *testing.T) {
	s := start(t)
	a, b := s.guest("Anna"), s.guest("Béla")
	snap, err := a.Create(t.Context(), api.CreateTable{Settings: api.Settings{Game: "duel", Seats: 2, Public: true}})
	if err != nil {
		t.Fatal(err)
	}
	listed := func(when string, want bool) {
		t.Helper()
		var list api.TableList
		s.guest("Csaba").must("GET", "/api/tables", nil, &list)
		if got := slices.ContainsFunc(list.Tables, func(x api.TableSummary) bool { return x.ID == snap.Table.ID }); got != want {
			t.Errorf("%s: listed %t, want %t", when, got, want)
		}
	}
	listed("with a free seat", true)
	b.do(snap.Table.ID, api.CommandJoin, api.CommandData{})
	listed("full", false)
	b.do(snap.Table.ID, api.CommandLeave, api.CommandData{})
	listed("after somebody has left", true)
}

// From an open table by invitation to a proven record, all through the API.
func TestWholeGame(t *testing.T) {
	s := start(t)
	a, b, c := s.guest("Anna"), s.guest("Béla"), s.guest("Csaba")
	snap, err := a.Create(t.Context(), api.CreateTable{Settings: api.Settings{Game: "duel", Seats: 2, Options: map[string]string{"first_game": "false"}}})
	if err != nil {
		t.Fatal(err)
	}
	id := snap.Table.ID
	commit := snap.Table.Deal.Commit
	var inv api.Invite
	a.must("POST", "/api/tables/"+id+"/invites", struct{}{}, &inv)
	if inv.Path != "/t/"+id+"#invite="+inv.Token {
		t.Errorf("invitation: %+v", inv)
	}
	c.refused("POST", "/api/tables/"+id+"/invites", nil, 403, "private")
	c.refused("GET", "/api/tables/"+id, nil, 403, "private")
	c.refused("GET", "/api/tables/"+id+"/events", nil, 403, "private")
	c.refused("POST", "/api/invites", api.InviteRequest{Token: inv.Token + "x"}, 404, "bad_invite")
	var to api.Invitation
	b.must("POST", "/api/invites", api.InviteRequest{Token: inv.Token}, &to)
	if to.Table != id {
		t.Fatalf("invited to %s", to.Table)
	}
	b.do(id, api.CommandJoin, api.CommandData{Nonce: "beba"})
	a.do(id, api.CommandStart, api.CommandData{Nonce: "a77a"})
	c.refused("POST", "/api/invites", api.InviteRequest{Token: inv.Token}, 409, "already_started")
	a.refused("POST", "/api/tables/"+id+"/invites", nil, 409, "already_started")
	a.refused("GET", "/api/tables/"+id+"/record", nil, 409, "not_finished")
	a.refused("GET", "/api/tables/"+id+"/replay", nil, 409, "not_finished")
	a.refused("POST", "/api/tables/"+id+"/commands", api.Command{ID: "1", Type: api.CommandMove, Data: api.CommandData{Move: "x"}}, 400, "bad_move")
	end := playOn(t, id, 1000, a, b)
	if end.Table.Status != api.StatusFinished || end.Table.Deal.Commit != commit {
		t.Fatalf("the end: %+v", end.Table)
	}
	var list api.TableList
	b.must("GET", "/api/me/tables?status=finished", nil, &list)
	if res := end.Game.Result; len(list.Tables) != 1 || !slices.Equal(list.Tables[0].Standings, res.Places) || !slices.Equal(list.Tables[0].Scores, res.Scores) || list.Tables[0].WonBy != res.WonBy {
		t.Errorf("the list says %+v of %+v", list.Tables, res)
	}
	nobody := &guest{t: t, Client: &client.Client{Base: s.URL}} // by link, without a session
	var text string
	nobody.must("GET", "/api/tables/"+id+"/record", nil, &text)
	rec, err := record.Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := rec.Replay(duel.Game, nil); err != nil {
		t.Error(err)
	}
	if err := rec.VerifyDeal(); err != nil || rec.Deal.Commit != commit || !slices.Equal(rec.Deal.Nonces, []string{"a77a", "beba"}) {
		t.Errorf("deal %+v: %v", rec.Deal, err)
	}
	var same record.Record
	nobody.must("GET", "/api/tables/"+id+"/record?format=json", nil, &same)
	if same.Seed != rec.Seed || len(same.Steps) != len(rec.Steps) {
		t.Error("the JSON form differs")
	}
	for _, viewer := range []string{"", "open", "spectator", "0", "1"} {
		var r api.Replay
		nobody.must("GET", "/api/tables/"+id+"/replay?eye="+viewer, nil, &r)
		if len(r.Frames) != len(rec.Steps)+1 || len(r.Frames[len(r.Frames)-1].Owing) != 0 {
			t.Errorf("eye %q: %d frames", viewer, len(r.Frames))
		}
	}
	nobody.refused("GET", "/api/tables/"+id+"/replay?eye=7", nil, 400, "bad_eye")
	nobody.refused("GET", "/api/tables/"+id+"/replay?eye=3", nil, 400, "no_seat")
	nobody.refused("GET", "/api/tables/"+id+"/record?format=x", nil, 400, "bad_format")
	nobody.refused("GET", "/api/tables/000000000000/record", nil, 404, "no_table")
	nobody.refused("GET", "/api/tables/000000000000/replay", nil, 404, "no_table")
	nobody.refused("GET", "/api/tables/000000000000", nil, 404, "no_table")
}

// Waiting for what happens next, without a socket.
func TestEvents(t *testing.T) {
	s := start(t)
	a, b := s.guest("Anna"), s.guest("Béla")
	id := table(t, "duel", a, b)
	var u api.Updates
	b.must("GET", "/api/tables/"+id+"/events", nil, &u)
	if len(u.Messages) != 1 || u.Messages[0].Type != api.MessageSnapshot {
		t.Fatalf("without since: %+v", u)
	}
	seq := u.Messages[0].Seq
	b.must("GET", "/api/tables/"+id+"/events?since=0", nil, &u)
	if len(u.Messages) != int(seq) || u.Messages[0].Seq != 1 {
		t.Fatalf("since the beginning: %d messages", len(u.Messages))
	}
	path := "/api/tables/" + id + "/events?since=" + jsonText(seq)
	b.must("GET", path, nil, &u)
	if len(u.Messages) != 0 {
		t.Fatalf("nothing new: %+v", u)
	}
	told := make(chan api.Updates, 1)
	go func() {
		var u api.Updates
		if err := b.Do(t.Context(), "GET", path+"&wait=20", nil, &u); err != nil {
			t.Error(err)
		}
		told <- u
	}()
	time.Sleep(50 * time.Millisecond)
	playOn(t, id, 1, a)
	if got := receive(t, told); len(got.Messages) != 1 || got.Messages[0].Type != api.MessageUpdate || got.Messages[0].Seq != seq+1 {
		t.Errorf("waited for: %+v", got)
	}
	b.refused("GET", "/api/tables/"+id+"/events?since=-1", nil, 400, "bad_since")
	b.refused("GET", "/api/tables/"+id+"/socket?views=some", nil, 400, "bad_views")
	b.refused("GET", "/api/tables/"+id+"/events?wait=31", nil, 400, "bad_wait")
	b.refused("GET", "/api/tables/000000000000/events", nil, 404, "no_table")
}

func TestSocket(t *testing.T) {
	s := start(t)
	ctx := soon(t)
	a, b := s.guest("Anna"), s.guest("Béla")
	id := table(t, "duel", a, b)
	sock, err := a.Dial(ctx, id, -1)
	if err != nil {
		t.Fatal(err)
	}
	defer sock.Close()
	e, err := sock.Next(ctx)
	var hello api.Hello
	if err != nil || e.Type != api.MessageHello || json.Unmarshal(e.Data, &hello) != nil || hello.API != api.Version {
		t.Fatalf("%+v, %v", e, err)
	}
	if e, err = sock.Next(ctx); err != nil || e.Type != api.MessageSnapshot {
		t.Fatalf("%+v, %v", e, err)
	}
	var snap api.Snapshot
	if err := json.Unmarshal(e.Data, &snap); err != nil || snap.Seat != 0 {
		t.Fatal(snap.Seat, err)
	}
	cmd := a.command(api.CommandMove, api.CommandData{Move: snap.Game.Moves[0]})
	for range 2 { // the second time it is answered, not done
		if err := sock.Send(ctx, cmd); err != nil {
			t.Fatal(err)
		}
	}
	acks, updates := 0, 0
	for acks < 2 || updates < 1 {
		e, err := sock.Next(ctx)
		if err != nil {
			t.Fatal(err)
		}
		switch e.Type {
		case api.MessageAck:
			var ack api.Ack
			json.Unmarshal(e.Data, &ack)
			if ack.ID != cmd.ID || ack.Seq != snap.Seq+1 {
				t.Errorf("%+v", ack)
			}
			acks++
		case api.MessageUpdate:
			updates++
		}
	}
	if got := b.look(id); got.Seq != snap.Seq+1 {
		t.Errorf("seq %d after one move from %d", got.Seq, snap.Seq)
	}
	// A refusal leaves the socket usable.
	sock.Send(ctx, a.command(api.CommandMove, api.CommandData{Move: "x"}))
	for {
		e, err := sock.Next(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if e.Type == api.MessageRefusal {
			break
		}
	}
	// Resuming gives what was missed and nothing else.
	playOn(t, id, 3, a, b)
	again, err := a.Dial(ctx, id, snap.Seq)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if e, err := again.Next(ctx); err != nil || e.Type != api.MessageHello {
		t.Fatalf("resumed: %+v, %v", e, err)
	}
	for want := snap.Seq + 1; want <= snap.Seq+4; want++ {
		if e, err := again.Next(ctx); err != nil || e.Type != api.MessageUpdate || e.Seq != want {
			t.Fatalf("resumed: %+v, %v", e, err)
		}
	}
	// Someone without a session watches, but does nothing.
	nobody := &client.Client{Base: s.URL}
	watch, err := nobody.Dial(ctx, id, snap.Seq+4)
	if err != nil {
		t.Fatal(err)
	}
	defer watch.Close()
	watch.Send(ctx, api.Command{ID: "1", Type: api.CommandChat, Data: api.CommandData{Text: "hi"}})
	for {
		e, err := watch.Next(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if e.Type == api.MessageRefusal {
			var r api.Refusal
			json.Unmarshal(e.Data, &r)
			if r.Error.Reason != "no_session" || r.ID != "1" {
				t.Errorf("%+v", r)
			}
			break
		}
	}
	var refused *client.Refused
	if _, err := nobody.Dial(ctx, "000000000000", -1); !errors.As(err, &refused) || refused.Status != 404 {
		t.Errorf("a socket to nothing: %v", err)
	}
}

// Pages of other origins can neither change anything nor listen.
func TestOrigins(t *testing.T) {
	s := start(t, func(c *server.Config) { c.Origins = []string{"https://friend.example"} })
	a := s.guest("Anna")
	id := table(t, "duel", a, s.guest("Béla"))
	for origin, want := range map[string]int{"": 400, s.URL: 400, "https://evil.example": 403, "https://friend.example": 400} {
		r, _ := http.NewRequest("POST", s.URL+"/api/tables/"+id+"/commands", strings.NewReader(`{`))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Cookie", a.Cookie)
		if origin != "" {
			r.Header.Set("Origin", origin)
		}
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != want {
			t.Errorf("a command from %q: %d, want %d", origin, answer.StatusCode, want)
		}
		r, _ = http.NewRequest("GET", s.URL+"/api/tables/"+id+"/socket", nil)
		r.Header = http.Header{"Connection": {"Upgrade"}, "Upgrade": {"websocket"}, "Sec-Websocket-Version": {"13"}, "Sec-Websocket-Key": {"dGhlIHNhbXBsZSBub25jZQ=="}, "Cookie": {a.Cookie}}
		if origin != "" {
			r.Header.Set("Origin", origin)
		}
		if answer, err = http.DefaultClient.Do(r); err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if allowed := answer.StatusCode == 101; allowed != (want == 400) {
			t.Errorf("a socket from %q: %d", origin, answer.StatusCode)
		}
	}
}

func TestPage(t *testing.T) {
	s := start(t)
	get := func(path, encoding, etag string) *http.Response {
		t.Helper()
		r, _ := http.NewRequest("GET", s.URL+path, nil)
		r.Header.Set("Accept-Encoding", encoding)
		r.Header.Set("If-None-Match", etag)
		answer, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { answer.Body.Close() })
		return answer
	}
	for _, path := range []string{"/", "/t/0123456789ab", "/rules/duel", "/index.html"} {
		answer := get(path, "", "")
		body, _ := io.ReadAll(answer.Body)
		if answer.StatusCode != 200 || !bytes.Contains(body, []byte("let a = 1")) || answer.Header.Get("Cache-Control") != "no-cache" {
			t.Errorf("%s: %d %s", path, answer.StatusCode, body)
		}
		policy := answer.Header.Get("Content-Security-Policy")
		// The hash is of "let a = 1".
		if strings.Contains(strings.Replace(policy, " 'wasm-unsafe-eval'", "", 1), "unsafe") || !strings.Contains(policy, "default-src 'none'") || !strings.Contains(policy, "script-src 'self' 'wasm-unsafe-eval' 'sha256-") {
			t.Errorf("%s: policy %s", path, policy)
		}
		for header, want := range map[string]string{"X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Referrer-Policy": "no-referrer"} {
			if got := answer.Header.Get(header); got != want {
				t.Errorf("%s: %s is %q", path, header, got)
			}
		}
	}
	asset := get("/assets/index-AbCd12_x.js", "gzip", "")
	if asset.Header.Get("Cache-Control") != "public, max-age=31536000, immutable" || asset.Header.Get("Content-Encoding") != "gzip" || !strings.HasPrefix(asset.Header.Get("Content-Type"), "text/javascript") {
		t.Errorf("asset: %v", asset.Header)
	}
	if again := get("/assets/index-AbCd12_x.js", "gzip", asset.Header.Get("ETag")); again.StatusCode != http.StatusNotModified {
		t.Errorf("asked again: %d", again.StatusCode)
	}
	if plain := get("/icon.svg", "gzip", ""); plain.Header.Get("Cache-Control") != "no-cache" || plain.Header.Get("Content-Type") != "image/svg+xml" {
		t.Errorf("icon: %v", plain.Header)
	}
	for _, path := range []string{"/no.js", "/assets/x.css", "/go.mod"} {
		if answer := get(path, "", ""); answer.StatusCode != 404 {
			t.Errorf("%s: %d", path, answer.StatusCode)
		}
	}
	for path, want := range map[string]int{"/api/": 404, "/api/nothing": 404, "/healthz": 200, "/readyz": 200, "/metrics": 200, "/api/openapi.yaml": 200} {
		if answer := get(path, "", ""); answer.StatusCode != want {
			t.Errorf("%s: %d, want %d", path, answer.StatusCode, want)
		}
	}
	a := s.guest("Anna")
	a.refused("PUT", "/api/session", nil, 405, "bad_method")
	a.refused("GET", "/api/nothing", nil, 404, "no_route")
	var games api.Catalogue
	a.must("GET", "/api/games", nil, &games)
	if len(games.Games) != 2 || games.DefaultBot != "random" {
		t.Errorf("catalogue: %+v", games)
	}
}

// Metrics count what happens and name no table and no person.
func TestMetrics(t *testing.T) {
	s := start(t)
	a, b := s.guest("Anna"), s.guest("Béla")
	id := table(t, "duel", a, b)
	playOn(t, id, 10, a, b)
	a.refused("GET", "/api/tables/000000000000", nil, 404, "no_table")
	var text string
	a.must("GET", "/metrics", nil, &text)
	for _, want := range []string{
		`mirabilia_command_seconds_count{type="move"} 10`, `mirabilia_refusals_total{code="not_found"} 1`, `mirabilia_tables 1`,
		`mirabilia_http_requests_total{route="POST /api/session",status="201"} 2`, `mirabilia_commit_seconds_count 1`, `mirabilia_build_info{version="test"} 1`,
		"process_resident_memory_bytes", "mirabilia_sockets 0", "mirabilia_bots_queued 0",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in the metrics", want)
		}
	}
	if strings.Contains(text, id) || strings.Contains(text, a.Session.Person) {
		t.Error("the metrics name a table or a person")
	}
}

// Stopping finishes what is being written, tells the sockets, and refuses the rest; afterwards everything is there.
func TestShutdown(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	db := openStore(t, folder)
	srv, err := server.New(testConfig(db))
	if err != nil {
		t.Fatal(err)
	}
	h := httptest.NewServer(srv)
	s := &site{t, h, srv, nil}
	a, b := s.guest("Anna"), s.guest("Béla")
	id := table(t, "dice", a, b)
	ctx := soon(t)
	sock, err := a.Dial(ctx, id, -1)
	if err != nil {
		t.Fatal(err)
	}
	acked := make(chan int64, 1)
	begun := make(chan struct{})
	go func() {
		var last int64
		for n := 0; ; n++ {
			if n == 5 {
				close(begun)
			}
			snap, err := b.Look(t.Context(), id)
			if err != nil {
				break
			}
			cmd := b.command(api.CommandChat, api.CommandData{Text: "still here"})
			if len(snap.Game.Moves) > 0 {
				cmd = b.command(api.CommandMove, api.CommandData{Move: snap.Game.Moves[0]})
			}
			ack, err := b.Command(t.Context(), id, cmd)
			if err != nil {
				break
			}
			last = ack.Seq
		}
		acked <- last
	}()
	receive(t, begun)
	srv.Close()
	for {
		if _, err = sock.Read(ctx); err != nil {
			break
		}
	}
	if code := client.CloseCode(err); code != 1001 {
		t.Errorf("the socket was closed with %d: %v", code, err)
	}
	a.refused("POST", "/api/tables/"+id+"/commands", api.Command{ID: "late", Type: api.CommandResign}, 503, "unavailable")
	if err := a.Do(t.Context(), "GET", "/readyz", nil, nil); err == nil {
		t.Error("ready while stopping")
	}
	last := receive(t, acked)
	h.Close()
	if err := db.Close(); err != nil {
		t.Error(err)
	}
	s = &site{t: t}
	db = openStore(t, folder)
	defer db.Close()
	entries, err := db.Entries(t.Context(), id, 0)
	if err != nil || int64(len(entries)) < last || last == 0 {
		t.Errorf("%d entries, %d were acknowledged: %v", len(entries), last, err)
	}
}

// Nobody is null, in requests and in answers.
func TestNobodyIsNull(t *testing.T) {
	s := start(t)
	a := s.guest("Anna")
	ask := map[string]any{"game": "duel", "seats": 2, "clock": map[string]any{"kind": ""}, "public": true, "rated": false, "seat": nil, "bots": []string{"random", ""}}
	var snap struct {
		Table api.Table
		Seat  *int
		Log   []struct{ Seat, To *int }
	}
	a.must("POST", "/api/tables", ask, &snap)
	if snap.Seat != nil || len(snap.Log) != 2 || snap.Log[0].Seat != nil || snap.Log[0].To != nil || *snap.Log[1].Seat != 0 {
		t.Errorf("a host beside the table: %+v", snap)
	}
	var list struct{ Tables []struct{ Seat *int } }
	a.must("GET", "/api/me/tables", nil, &list)
	if len(list.Tables) != 1 || list.Tables[0].Seat != nil {
		t.Errorf("the host's list: %+v", list)
	}
	ask["seat"] = -1
	a.refused("POST", "/api/tables", ask, 400, "bad_json")
}
