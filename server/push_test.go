package server_test

import (
	"archive/zip"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"mirabilia/api"
	"mirabilia/locales"
	"mirabilia/push/pushtest"
	"mirabilia/server"
)

// startPush starts a server and a push service that it may send to.
func startPush(t *testing.T) (*site, *pushtest.Service) {
	service := pushtest.New(t)
	return start(t, func(c *server.Config) { c.PushNetworks, c.PushTLS = pushtest.Loopback, service.TLS() }), service
}

// subscribe lets a guest be told things, at any hour and in a language.
func (g *guest) subscribe(service *pushtest.Service, lang string) *pushtest.Device {
	g.t.Helper()
	d := service.NewDevice()
	var p api.Push
	g.must("PUT", "/api/push", api.PushSubscription{Endpoint: d.Endpoint(), P256dh: d.Key(), Auth: d.Auth()}, &p)
	p.Notices.Lang, p.Notices.Quiet, p.Notices.Chat = lang, false, true
	g.must("PUT", "/api/notices", p.Notices, nil)
	return d
}

func (g *guest) pushState() *api.Push {
	g.t.Helper()
	var p api.Push
	g.must("GET", "/api/push", nil, &p)
	return &p
}

// told waits for one message to a device, and returns its title and body.
func told(t *testing.T, d *pushtest.Device) string {
	t.Helper()
	var got []pushtest.Message
	await(t, "a message", func() bool { got = append(got, d.Take()...); return len(got) > 0 })
	if len(got) > 1 {
		t.Errorf("%d messages", len(got))
	}
	return fmt.Sprint(got[0].Field("title"), " | ", got[0].Field("body"), " | ", got[0].Field("url"))
}

// TestPush: a browser subscribes, is told a test, changes what it is told, and is told nothing any more when its session ends.
func TestPush(t *testing.T) {
	s, service := startPush(t)
	a := s.guest("Anna")
	if p := a.pushState(); len(p.Key) != 87 || len(p.Devices) != 0 || p.Decided || !p.Notices.Turn || p.Notices.Live || !p.Notices.Quiet || p.Notices.From != 1320 || p.Notices.To != 450 {
		t.Errorf("%+v", p)
	}
	d := a.subscribe(service, "hu")
	p := a.pushState()
	if len(p.Devices) != 1 || !p.Devices[0].Here || p.Devices[0].Reached != 0 || !p.Decided || p.Notices.Lang != "hu" {
		t.Errorf("%+v", p)
	}
	a.must("POST", "/api/push/test", nil, nil)
	if got := told(t, d); got != "Működik | Így szólunk majd, ha te jössz. | /notifications" {
		t.Error(got)
	}
	await(t, "the note that it was reached", func() bool { return a.pushState().Devices[0].Reached > 0 })
	p.Notices.Silent = true
	a.must("PUT", "/api/notices", p.Notices, nil)
	if !a.pushState().Notices.Silent {
		t.Error("not silent")
	}
	a.must("POST", "/api/push/later", nil, nil)
	// What cannot be.
	a.refused("PUT", "/api/push", api.PushSubscription{Endpoint: "http://push.example/x", P256dh: d.Key(), Auth: d.Auth()}, 400, "bad_endpoint")
	a.refused("PUT", "/api/push", api.PushSubscription{Endpoint: d.Endpoint(), P256dh: "AAAA", Auth: d.Auth()}, 400, "bad_push_key")
	a.refused("PUT", "/api/push", map[string]any{"endpoint": d.Endpoint(), "more": 1}, 400, "bad_json")
	bad := p.Notices
	bad.Zone = "Nowhere/Land"
	a.refused("PUT", "/api/notices", bad, 400, "no_zone")
	visitor, _ := s.visitor()
	for _, route := range []string{"GET /api/push", "GET /api/turns", "PUT /api/push", "PUT /api/notices", "POST /api/push/test", "POST /api/push/later", "DELETE /api/push/x"} {
		method, path, _ := strings.Cut(route, " ")
		visitor.refused(method, path, nil, 401, "no_session")
	}
	b := s.guest("Béla")
	b.refused("DELETE", "/api/push/"+p.Devices[0].ID, nil, 404, "no_push_device")
	a.must("DELETE", "/api/push/"+p.Devices[0].ID, nil, nil)
	if left := a.pushState(); len(left.Devices) != 0 {
		t.Errorf("%+v", left)
	}
	// A session that ends takes its subscription with it.
	a.subscribe(service, "en")
	a.must("DELETE", "/api/session", nil, nil)
	if list, err := s.db.Subscriptions(t.Context(), a.Session.Person); err != nil || len(list) != 0 {
		t.Errorf("%+v, %v", list, err)
	}
}

// TestPushTurns: a person is told that it is their turn, in words of their own, what the other did and how much time is left; whoever looks at the page is not.
func TestPushTurns(t *testing.T) {
	s, service := startPush(t)
	a, b := s.guest("Anna"), s.guest("Béla")
	da, db := a.subscribe(service, "en"), b.subscribe(service, "hu")
	id := lobbyOf(t, api.Settings{Game: "duel", Seats: 2, Clock: api.Clock{Kind: api.ClockDays, Days: 2}}, a, b)
	a.do(id, api.CommandStart, api.CommandData{Nonce: "0a"})
	playOn(t, id, 1, a, b)
	mover, other, d, quiet := a, b, da, db
	if g := b.look(id).Game; g != nil && len(g.Moves) > 0 {
		mover, other, d, quiet = b, a, db, da
	}
	var turns api.Turns
	mover.must("GET", "/api/turns", nil, &turns)
	if turns.Count != 1 || turns.Next != id || !turns.Title {
		t.Errorf("%+v", turns)
	}
	turns = api.Turns{}
	other.must("GET", "/api/turns", nil, &turns)
	if turns.Count != 0 || turns.Next != "" {
		t.Errorf("%+v", turns)
	}
	// Both have the page in front.
	if err := s.srv.TellAhead(t.Context(), 3*time.Minute); err != nil {
		t.Fatal(err)
	}
	if len(d.Take())+len(quiet.Take()) > 0 {
		t.Error("somebody was told who looks at the page")
	}
	// The next start knows nobody who looks.
	s2, err := server.New(testConfigWith(s, service))
	if err != nil {
		t.Fatal(err)
	}
	defer s2.Close()
	if err := s2.TellAhead(t.Context(), 37*time.Hour); err != nil {
		t.Fatal(err)
	}
	got := told(t, d)
	want := map[*guest][]string{a: {"Your move: Duel with Béla | ", "1 day 23 h left.", " | /t/" + id}, b: {"Te jössz: Párbaj, Anna ellen | ", "Még 1 nap 23 óra.", " | /t/" + id}}[mover]
	for _, part := range want {
		if !strings.Contains(got, part) {
			t.Errorf("%q lacks %q", got, part)
		}
	}
	if len(quiet.Take()) > 0 {
		t.Error("somebody was told whose turn it is not")
	}
}

// testConfigWith returns the configuration of another node on a site's store.
func testConfigWith(s *site, service *pushtest.Service) server.Config {
	c := testConfig(s.db)
	c.PushNetworks, c.PushTLS = pushtest.Loopback, service.TLS()
	return c
}

// TestPushNoSecrets: at every moment of games with secrets, what somebody is told names nothing but what everybody may see.
func TestPushNoSecrets(t *testing.T) {
	t.Parallel()
	s, _ := startPush(t)
	visitor, _ := s.visitor()
	named := 0
	for _, gameID := range []string{"duel", "dice"} {
		a, b := s.guest("Anna"), s.guest("Béla")
		id := table(t, gameID, a, b)
		for step := 0; step < 60; step++ {
			snap := playOn(t, id, 1, a, b)
			if snap.Table.Status != api.StatusPlaying {
				break
			}
			seen := map[string]bool{}
			lines, err := wholeLog(t.Context(), visitor.Client, id, visitor.look(id))
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range lines {
				for _, e := range l.Events {
					seen[e.What], seen[e.With] = true, true
				}
			}
			for _, g := range []*guest{a, b} {
				for _, lang := range locales.Languages {
					m, err := s.srv.TurnText(t.Context(), g.Session.Person, id, lang)
					if err != nil {
						t.Fatal(err)
					}
					if m == nil {
						continue
					}
					for key, name := range locales.Area(lang, gameID) {
						thing, ok := strings.CutPrefix(key, "name.")
						if !ok || len(name) < 6 || strings.ToLower(name) == name || !strings.Contains(m.Body, name) || longer(lang, gameID, name, m.Body) {
							continue
						}
						if named++; !seenAs(seen, lang, gameID, name) {
							t.Errorf("%s, step %d: %q names %s, which nobody has seen", gameID, step, m.Body, thing)
						}
					}
				}
			}
		}
	}
	if named < 40 {
		t.Errorf("only %d things were named", named)
	}
}

// longer reports whether a name is in a text only as a part of a longer one.
func longer(lang, gameID, name, text string) bool {
	for key, other := range locales.Area(lang, gameID) {
		if strings.HasPrefix(key, "name.") && other != name && strings.Contains(other, name) && strings.Contains(text, other) {
			return true
		}
	}
	return false
}

// seenAs reports whether something of a name was seen; several things may have the same.
func seenAs(seen map[string]bool, lang, gameID, name string) bool {
	for id := range seen {
		if text, ok := locales.Lookup(lang, gameID+".name."+id); ok && text == name {
			return true
		}
	}
	return false
}

// TestPushAsks: invitations, rematches, messages and games that were found are told, but not what comes of people who are muted.
func TestPushAsks(t *testing.T) {
	s, service := startPush(t)
	gs := s.named("Anna", "Béla")
	a, b := gs[0], gs[1]
	da, db := a.subscribe(service, "en"), b.subscribe(service, "hu")
	snap, err := a.Create(t.Context(), api.CreateTable{Settings: api.Settings{Game: "duel", Seats: 2, Clock: api.Clock{Kind: api.ClockLive, Base: 900}}})
	if err != nil {
		t.Fatal(err)
	}
	id := snap.Table.ID
	a.must("POST", "/api/asks", api.AskRequest{Name: "Béla", Table: id}, nil)
	if got := told(t, db); got != "Anna meghív: Párbaj | A meghívás tíz percig él. | /" {
		t.Error(got)
	}
	var friends api.FriendList
	b.must("GET", "/api/friends", nil, &friends)
	if len(friends.Asks) != 1 {
		t.Fatalf("%+v", friends)
	}
	b.must("POST", "/api/asks/"+friends.Asks[0].ID, api.CallAnswer{Accept: true}, nil)
	if got := told(t, da); got != "Béla has come: Duel | Your invitation was accepted. | /t/"+id {
		t.Error(got)
	}
	b.do(id, api.CommandJoin, api.CommandData{Nonce: "0b"})
	b.do(id, api.CommandChat, api.CommandData{Text: "a secret word"})
	if got := told(t, da); got != "Béla wrote: Duel | There is a new message at your table. | /t/"+id {
		t.Error(got)
	}
	b.must("PUT", "/api/shunned/"+a.Session.Person, api.ShunRequest{}, nil)
	a.do(id, api.CommandChat, api.CommandData{Text: "hello"})
	a.do(id, api.CommandStart, api.CommandData{Nonce: "0a"})
	playOn(t, id, 4, a, b)
	a.do(id, api.CommandResign, api.CommandData{})
	b.do(id, api.CommandRematch, api.CommandData{})
	if got := told(t, da); got != "Béla wants a rematch: Duel | Sit down again within ten minutes. | /t/"+id {
		t.Error(got)
	}
	if got := db.Take(); len(got) > 0 {
		t.Errorf("%+v", got) // of somebody who is muted
	}
	// Somebody is found.
	a.seek(api.SeekRequest{Game: "duel"})
	b.seek(api.SeekRequest{Game: "duel"})
	await(t, "a call", func() bool { return a.seeking().Call != nil })
	if got := told(t, da); got != "Opponent found: Duel | Béla is waiting. You have 20 seconds to sit down. | /" {
		t.Error(got)
	}
	if got := told(t, db); got != "Megvan az ellenfél: Párbaj | Anna vár. Húsz másodperced van leülni. | /" {
		t.Error(got)
	}
}

// TestPushInTheExport: what is told and where is among a person's data, and goes with the account.
func TestPushInTheExport(t *testing.T) {
	s, service := startPush(t)
	g, device := s.localGuest("Anna")
	g.keepName(device, "Anna")
	d := g.subscribe(service, "hu")
	var text string
	g.must("GET", "/api/me/export", nil, &text)
	z, err := zip.NewReader(strings.NewReader(text), int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	f, err := z.Open("notices.json")
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	var kept struct {
		Notices api.Notices
		Devices []struct{ Endpoint string }
	}
	if err := json.Unmarshal(data, &kept); err != nil || kept.Notices.Lang != "hu" || len(kept.Devices) != 1 || kept.Devices[0].Endpoint != d.Endpoint() {
		t.Errorf("%s, %v", data, err)
	}
	if err := s.db.Forget(t.Context(), g.Session.Person, 0); err != nil {
		t.Fatal(err)
	}
	if list, err := s.db.Subscriptions(t.Context(), g.Session.Person); err != nil || len(list) != 0 {
		t.Errorf("%+v, %v", list, err)
	}
}

// TestAway: whoever has kept their name may be away for so many days a year; their clocks of days stand, also at games that begin meanwhile, and they are told of no turns.
func TestAway(t *testing.T) {
	s, service := startPush(t)
	gs := s.named("Anna", "Béla")
	a, b := gs[0], gs[1]
	da := a.subscribe(service, "en")
	twoDays := api.Settings{Game: "duel", Seats: 2, Clock: api.Clock{Kind: api.ClockDays, Days: 2}}
	begin := func() string {
		id := lobbyOf(t, twoDays, a, b)
		a.do(id, api.CommandStart, api.CommandData{Nonce: "0a"})
		await(t, "the start", func() bool { return a.look(id).Table.Status == api.StatusPlaying })
		return id
	}
	first := begin()
	resting := func(id string) bool { return b.look(id).Table.Places[0].Holiday }
	var p api.Push
	a.must("GET", "/api/push", nil, &p)
	if p.Away != (api.Away{Left: 14}) {
		t.Errorf("%+v", p.Away)
	}
	s.guest("Guest").refused("PUT", "/api/away", api.AwayRequest{Away: true}, 403, "no_account")
	a.must("PUT", "/api/away", api.AwayRequest{Away: true}, &p)
	if !p.Away.Away || p.Away.Until == 0 || p.Away.Left < 13 || !resting(first) {
		t.Errorf("%+v", p.Away)
	}
	a.must("PUT", "/api/away", api.AwayRequest{Away: true}, nil) // again, which changes nothing
	second := begin()
	if err := s.srv.KeepHolidays(t.Context()); err != nil {
		t.Fatal(err)
	}
	if !resting(second) {
		t.Error("the clock runs in a game that began meanwhile")
	}
	if err := s.srv.TellAhead(t.Context(), 47*time.Hour); err != nil {
		t.Fatal(err)
	}
	if got := da.Take(); len(got) > 0 {
		t.Errorf("told on holiday: %+v", got)
	}
	p = api.Push{}
	a.must("PUT", "/api/away", api.AwayRequest{}, &p)
	if p.Away.Away || p.Away.Left != 13 || resting(first) || resting(second) {
		t.Errorf("%+v", p.Away)
	}
	// What was used stays used when something else is decided.
	a.must("PUT", "/api/notices", p.Notices, &p)
	if p.Away.Left != 13 {
		t.Errorf("%+v", p.Away)
	}
	// An end that was interrupted, and days that are used up, are seen to by the next look.
	a.must("PUT", "/api/away", api.AwayRequest{Away: true}, nil)
	if err := s.srv.UseUpHoliday(t.Context(), a.Session.Person); err != nil {
		t.Fatal(err)
	}
	if err := s.srv.KeepHolidays(t.Context()); err != nil {
		t.Fatal(err)
	}
	if resting(first) || resting(second) {
		t.Error("the clocks stand after the holiday")
	}
	a.refused("PUT", "/api/away", api.AwayRequest{Away: true}, 409, "no_away_days")
	b.refused("PUT", "/api/away", map[string]any{"away": "yes"}, 400, "bad_json")
}

// TestPushPaired: whoever is paired in a tournament is told, once.
func TestPushPaired(t *testing.T) {
	s, service := startPush(t)
	gs := append(s.named("Anna"), s.guest("Béla"))
	d := gs[0].subscribe(service, "en")
	id := gs[0].announce(smallSwiss)
	for _, g := range gs {
		g.wants(id, api.WantPlay)
	}
	gs[0].doTo(id, api.TournamentDeed{Do: api.DoStart})
	got := told(t, d)
	if !strings.HasPrefix(got, "Your tournament: Duel with ") || !strings.Contains(got, "Round 1 of Swiss is paired, and the game has begun. | /t/") {
		t.Error(got)
	}
	// Opened again, as another node would do it, it is told to nobody again.
	if err := s.srv.OpenAgain(t.Context(), gs[0].tournament(id).Tables[0].Table); err != nil {
		t.Fatal(err)
	}
	gs[0].must("POST", "/api/push/test", nil, nil)
	if got := told(t, d); !strings.HasPrefix(got, "It works") {
		t.Error(got)
	}
}

// TestPushTournament: people are reminded that a tournament begins, are told of byes and that it was called off, in words of their own, and each once.
func TestPushTournament(t *testing.T) {
	s, service := startPush(t)
	gs := append(s.named("Anna", "Béla"), s.guest("Cili"))
	da, db, dc := gs[0].subscribe(service, "en"), gs[1].subscribe(service, "hu"), gs[2].subscribe(service, "en")
	remind := func(ahead time.Duration) {
		t.Helper()
		for range 2 {
			if err := s.srv.RemindAhead(t.Context(), ahead); err != nil {
				t.Fatal(err)
			}
		}
	}
	plan := smallArena
	plan.Begins = time.Now().Add(time.Hour).UnixMilli()
	id := gs[0].announce(plan)
	for _, g := range gs[:2] {
		g.wants(id, api.WantPlay)
	}
	remind(46 * time.Minute)
	for d, want := range map[*pushtest.Device]string{da: "Sunday arena begins in 1 hour | Come in time: if you are on its page, you are taken to your table. | /a/" + id,
		db: "Sunday arena: kezdés 1 óra múlva | Gyere időben: aki a verseny oldalán vár, az rögtön az asztalához kerül. | /a/" + id} {
		if got := told(t, d); got != want {
			t.Error(got)
		}
	}
	gs[0].doTo(id, api.TournamentDeed{Do: api.DoCancel, Why: "Rain"})
	if got := told(t, db); got != "Sunday arena elmarad | Rain | /a/"+id {
		t.Error(got)
	}
	// A Swiss tournament with a bye.
	id = gs[0].announce(smallSwiss)
	for _, g := range gs {
		g.wants(id, api.WantPlay)
	}
	gs[0].doTo(id, api.TournamentDeed{Do: api.DoStart})
	remind(0)
	byes := 0
	for _, d := range []*pushtest.Device{da, db, dc} {
		switch got := told(t, d); {
		case strings.Contains(got, "Swiss: a bye in round 1 | You have no opponent this round, and get a full point. | /s/"+id), strings.Contains(got, "Swiss, 1. forduló: erőnyerő vagy | "):
			byes++
		case strings.Contains(got, "Round 1 of Swiss is paired"), strings.Contains(got, "Swiss, 1. forduló: megvan a párosítás"):
		default:
			t.Error(got)
		}
	}
	if byes != 1 {
		t.Errorf("%d byes", byes)
	}
	// Nothing was told twice, and the organiser is not told of what they did themselves.
	gs[0].must("POST", "/api/push/test", nil, nil)
	if got := told(t, da); !strings.HasPrefix(got, "It works") {
		t.Error(got)
	}
}
