package server_test

import (
	"crypto/sha256"
	"net/http"
	"strings"
	"testing"
	"time"

	"mirabilia/api"
	"mirabilia/people"
	"mirabilia/people/peopletest"
	"mirabilia/server/client"
)

// What a stolen session can do, and what takes it away again. The thief has a copy of the owner's cookie, taken a moment after a passkey was used.

// stolen is somebody with a copy of a guest's cookie.
func (g *guest) stolen() *guest {
	return &guest{t: g.t, Client: &client.Client{Base: g.Base, HTTP: g.HTTP, Cookie: g.Cookie}}
}

// owner keeps a name at localhost.
func (s *site) owner(name string) (g *guest, d *peopletest.Device, codes []string) {
	s.t.Helper()
	g, d = s.localGuest(name)
	return g, d, g.keepName(d, name)
}

// recovered is a browser in which somebody has used a recovery code.
func (s *site) recovered(name, code string) *guest {
	s.t.Helper()
	g, _ := s.visitor()
	g.must("POST", "/api/recover", api.RecoverRequest{Name: name, Code: code}, &g.Session)
	return g
}

func (g *guest) offer() (l api.Link, scan api.ClaimRequest) {
	g.t.Helper()
	g.must("POST", "/api/links", nil, &l)
	return l, api.ClaimRequest{Secret: strings.TrimPrefix(l.Path, "/signin#link=")}
}

// linked is a browser that a guest's QR code lets in.
func (s *site) linked(g *guest) *guest {
	s.t.Helper()
	_, scan := g.offer()
	b, _ := s.visitor()
	b.must("POST", "/api/claims", scan, nil)
	return b
}

// addKey adds a passkey on a device.
func (g *guest) addKey(d *peopletest.Device) {
	g.t.Helper()
	g.must("POST", "/api/passkeys/register/finish", g.answer("register", struct{}{}, d.Create), nil)
}

// program makes a program of a guest.
func (s *site) program(g *guest, name string) (*guest, api.Token) {
	s.t.Helper()
	var tok api.Token
	g.must("POST", "/api/tokens", api.NameRequest{Name: name}, &tok)
	return &guest{t: s.t, Client: &client.Client{Base: s.URL, HTTP: s.Client(), Token: tok.Token}}, tok
}

// wasCut waits until a socket was ended because its session has.
func wasCut(t *testing.T, sock *client.Socket) {
	t.Helper()
	ctx := soon(t)
	var err error
	for err == nil {
		_, err = sock.Read(ctx)
	}
	if code := client.CloseCode(err); code != 1008 {
		t.Errorf("the socket was closed with %d: %v", code, err)
	}
}

// TestRecoveryEndsWhatWasBegun: links, digits that were agreed to and ceremonies of the time before a recovery lead nowhere.
func TestRecoveryEndsWhatWasBegun(t *testing.T) {
	s := start(t)
	t.Run("link", func(t *testing.T) {
		o, _, codes := s.owner("Fanni")
		l, scan := o.stolen().offer()
		s.recovered("Fanni", codes[0])
		late, _ := s.visitor()
		late.refused("POST", "/api/claims", scan, 404, "no_link")
		late.refused("POST", "/api/claims", api.ClaimRequest{Digits: l.Digits}, 404, "no_link")
	})
	t.Run("digits", func(t *testing.T) {
		o, device, codes := s.owner("Hanna")
		l, _ := o.stolen().offer()
		late, _ := s.visitor()
		var claim api.Claim
		late.must("POST", "/api/claims", api.ClaimRequest{Digits: l.Digits}, &claim)
		time.Sleep(2 * time.Millisecond)
		o.logIn(device)
		o.must("POST", "/api/links/"+l.Digits, api.LinkAnswer{Accept: true}, nil)
		s.recovered("Hanna", codes[0])
		late.refused("POST", "/api/claims", api.ClaimRequest{Claim: claim.Claim}, 404, "no_link")
	})
	t.Run("ceremony", func(t *testing.T) {
		o, _, codes := s.owner("Zita")
		in := s.linked(o)
		thief := &peopletest.Device{Origin: s.local()}
		begun := o.stolen().answer("register", struct{}{}, thief.Create)
		in.refused("POST", "/api/passkeys/register/finish", begun, 403, "bad_passkey")
		thief.Forget()
		begun = o.stolen().answer("register", struct{}{}, thief.Create)
		back := s.recovered("Zita", codes[0])
		back.refused("POST", "/api/passkeys/register/finish", begun, 409, "no_ceremony")
	})
}

// TestLinksEndWithTheirDevice: what a session has offered ends with it, however it ends.
func TestLinksEndWithTheirDevice(t *testing.T) {
	s := start(t)
	s.host(s.named("Cili")[0])
	for name, end := range map[string]func(o *guest, device *peopletest.Device){
		"Signs out": func(o *guest, _ *peopletest.Device) { o.must("DELETE", "/api/session", nil, nil) },
		"Is ended": func(o *guest, device *peopletest.Device) {
			other, _ := s.visitor()
			other.logIn(device)
			for _, d := range other.me().Devices {
				if !d.Here {
					other.must("DELETE", "/api/me/devices/"+d.ID, nil, nil)
				}
			}
			o.refused("GET", "/api/session", nil, 401, "ended_device")
		},
		"Ends all": func(_ *guest, device *peopletest.Device) {
			other, _ := s.visitor()
			other.logIn(device)
			other.must("DELETE", "/api/me/devices", nil, nil)
		},
		"Ends others": func(o *guest, _ *peopletest.Device) { o.must("DELETE", "/api/me/devices", nil, nil) },
		"Is closed": func(o *guest, _ *peopletest.Device) {
			if _, err := s.people().Do(t.Context(), people.Deed{By: people.Console, Person: o.Session.Person, Kind: people.Close, Reason: "engines"}); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			o, device, _ := s.owner(name)
			_, scan := o.offer()
			end(o, device)
			late, _ := s.visitor()
			late.refused("POST", "/api/claims", scan, 404, "no_link")
		})
	}
}

// TestLinkedDevicesAreLimited: a device that was let in by a code takes nothing from its owner, nor does a passkey that it adds, or what that signs in.
func TestLinkedDevicesAreLimited(t *testing.T) {
	s, service := startPush(t)
	o, device, codes := s.owner("Fanni")
	s.host(o)
	told := o.subscribe(service, "en")
	_, program := s.program(o, "mine")
	in := s.linked(o.stolen())
	if m := in.me(); m.Fresh || m.Limited < time.Now().Add(71*time.Hour).UnixMilli() || m.Limited > time.Now().Add(73*time.Hour).UnixMilli() {
		t.Errorf("let in: %+v", m)
	}
	key := o.me().Passkeys[0].ID
	var there string
	for _, d := range in.me().Devices {
		if !d.Here {
			there = d.ID
		}
	}
	limited := func(g *guest) {
		t.Helper()
		for _, c := range []struct {
			method, path string
			in           any
		}{
			{"POST", "/api/links", nil}, {"POST", "/api/me/codes", nil}, {"POST", "/api/tokens", api.NameRequest{Name: "evil"}}, {"DELETE", "/api/me", api.NameRequest{Name: "Fanni"}}, {"PATCH", "/api/session", api.NameRequest{Name: "Hidden"}},
			{"DELETE", "/api/me/passkeys/" + key, nil}, {"PATCH", "/api/me/passkeys/" + key, api.LabelRequest{Name: "x"}}, {"POST", "/api/me/passkeys/" + key + "/own", nil},
			{"POST", "/api/me/passkeys/" + key + "/disown", nil}, {"DELETE", "/api/me/devices/" + there, nil}, {"DELETE", "/api/me/devices", nil}, {"GET", "/api/host/deeds", nil},
			{"POST", "/api/host/deeds", api.DeedRequest{Kind: people.Warn, Person: o.Session.Person, Reason: "x"}}, {"POST", "/api/links/000000", api.LinkAnswer{Accept: true}},
			{"DELETE", "/api/push/" + o.pushState().Devices[0].ID, nil}, {"DELETE", "/api/tokens/" + program.Person, nil},
		} {
			g.refused(c.method, c.path, c.in, 403, "limited_device")
		}
	}
	limited(in)
	// What it is told itself it can end.
	in.subscribe(service, "en")
	for _, d := range in.pushState().Devices {
		if d.Here {
			in.must("DELETE", "/api/push/"+d.ID, nil, nil)
		}
	}
	// It adds one passkey, as it has none to show. That is limited as long, and so is what it signs in; it proves nothing in the session that was stolen.
	thief := &peopletest.Device{Origin: s.local()}
	in.addKey(thief)
	await(t, "the owner is told", func() bool { return len(told.Take()) > 0 })
	limited(in)
	in.must("POST", "/api/passkeys/register/begin", struct{}{}, nil) // a passkey was used a moment ago
	by, _ := s.visitor()
	if who := by.logIn(thief); who.Limited != in.me().Limited {
		t.Errorf("signed in by a limited passkey: %+v", who)
	}
	limited(by)
	stolen := o.stolen()
	stolen.refused("POST", "/api/passkeys/login/finish", stolen.answer("login", struct{}{}, thief.Get), 403, "limited_passkey")
	// A passkey from before lifts the limit, there only.
	phone := s.linked(o)
	if who := phone.logIn(device); who.Limited != 0 || phone.me().Limited != 0 {
		t.Errorf("still limited: %+v", who)
	}
	phone.must("POST", "/api/links", nil, nil)
	limited(in)
	// The owner's recovery ends it, and the passkey with it.
	back := s.recovered("Fanni", codes[0])
	gone, _ := s.visitor()
	gone.refused("POST", "/api/passkeys/login/finish", gone.answer("login", struct{}{}, thief.Get), 403, "unknown_passkey")
	if keys := back.me().Passkeys; len(keys) != 1 || keys[0].ID != key {
		t.Errorf("%+v", keys)
	}
}

// TestSessionsFromLinksAreNotFresh: letting in one device after the other does not keep five minutes of theft open.
func TestSessionsFromLinksAreNotFresh(t *testing.T) {
	s := start(t)
	o, _, codes := s.owner("Fanni")
	in := s.linked(o.stolen())
	if in.me().Fresh {
		t.Error("a device that was let in counts as if it had used a passkey")
	}
	_ = in.Do(t.Context(), "POST", "/api/me/codes", nil, nil)
	s.recovered("Fanni", codes[0])
}

// TestRecoveryEndsPrograms: programs end with the sessions, and their sockets; only a fresh passkey makes one.
func TestRecoveryEndsPrograms(t *testing.T) {
	s := start(t)
	for name, end := range map[string]func(o *guest, code string){
		"Fanni": func(_ *guest, code string) { s.recovered("Fanni", code) },
		"Hanna": func(o *guest, _ string) { o.must("DELETE", "/api/me/devices", nil, nil) },
	} {
		o, _, codes := s.owner(name)
		evil, tok := s.program(o.stolen(), "evil")
		id := table(t, "duel", o, evil)
		sock, err := evil.Dial(soon(t), id, -1)
		if err != nil {
			t.Fatal(err)
		}
		end(o, codes[0])
		wasCut(t, sock)
		evil.refused("POST", "/api/tables", api.CreateTable{Settings: api.Settings{Game: "duel", Seats: 2}}, 401, "no_session")
		evil.refused("GET", "/api/session", nil, 401, map[string]string{"Fanni": "ended_recovered", "Hanna": "ended_all"}[name])
		if name == "Hanna" {
			var list api.TokenList
			if o.must("GET", "/api/tokens", nil, &list); len(list.Tokens) != 0 {
				t.Errorf("%s is still listed: %+v", tok.Name, list)
			}
		}
	}
	o, _, _ := s.owner("Zita")
	s.stale(o)
	o.refused("POST", "/api/tokens", api.NameRequest{Name: "evil"}, 403, "passkey_again")
	g := s.guest("Béla")
	s.program(g, "a guest's")
}

// stale lets the passkey of a session be used six minutes ago.
func (s *site) stale(g *guest) { s.verified(g, 6*time.Minute) }

// verified lets it be used some time ago.
func (s *site) verified(g *guest, ago time.Duration) {
	s.t.Helper()
	_, token, _ := strings.Cut(g.Cookie, "=")
	hash := sha256.Sum256([]byte(token))
	if err := s.db.Verified(s.t.Context(), hash[:], hash[:], time.Now().Add(-ago).UnixMilli(), 0, ""); err != nil {
		s.t.Fatal(err)
	}
}

// people are those of the site, as the command line has them.
func (s *site) people() *people.People {
	p := people.New(s.db, func() int64 { return time.Now().UnixMilli() })
	p.CodeMemory = 64
	return p
}

// TestRecoveryPutsPasskeysToSleep: a passkey that a thief has added lets nobody in after a recovery, and the owner's own ones do when the owner says that they are.
func TestRecoveryPutsPasskeysToSleep(t *testing.T) {
	s := start(t)
	o, device, codes := s.owner("Fanni")
	thief := &peopletest.Device{Origin: s.local()}
	o.stolen().addKey(thief)
	back := s.recovered("Fanni", codes[0])
	signs := func(d *peopletest.Device, status int) {
		t.Helper()
		g, _ := s.visitor()
		if answer := g.answer("login", struct{}{}, d.Get); status == 200 {
			g.must("POST", "/api/passkeys/login/finish", answer, nil)
		} else {
			g.refused("POST", "/api/passkeys/login/finish", answer, status, "passkey_asleep")
		}
	}
	signs(thief, 403)
	signs(device, 403)
	keys := back.me().Passkeys
	if len(keys) != 2 || !keys[0].Asleep || !keys[1].Asleep {
		t.Fatalf("%+v", keys)
	}
	back.must("POST", "/api/me/passkeys/"+keys[0].ID+"/own", nil, nil)
	back.refused("POST", "/api/me/passkeys/AAAA/own", nil, 404, "no_passkey")
	signs(device, 200)
	signs(thief, 403)
	back.must("DELETE", "/api/me/passkeys/"+keys[1].ID, nil, nil)
	if keys := back.me().Passkeys; len(keys) != 1 || keys[0].Asleep {
		t.Errorf("%+v", keys)
	}
}

// TestNobodySignsOutForGood: after a recovery with the last code, when all passkeys sleep, signing out waits for a way back.
func TestNobodySignsOutForGood(t *testing.T) {
	s := start(t)
	_, device, codes := s.owner("Fanni")
	var back *guest
	for _, code := range codes {
		back = s.recovered("Fanni", code)
	}
	back.refused("DELETE", "/api/session", nil, 409, "no_way_back")
	back.must("POST", "/api/me/passkeys/"+back.me().Passkeys[0].ID+"/own", nil, nil)
	back.must("DELETE", "/api/session", nil, nil)
	again, _ := s.visitor()
	again.logIn(device)
}

// TestSignOutEverywhere: one call ends every other session with its sockets, and tells each browser why; the one that asked goes on.
func TestSignOutEverywhere(t *testing.T) {
	s := start(t)
	o, device, _ := s.owner("Fanni")
	other, _ := s.visitor()
	other.logIn(device)
	id := table(t, "duel", o, s.guest("Béla"))
	own, err := o.Dial(soon(t), id, -1)
	if err == nil {
		_, err = own.Next(soon(t)) // it is known by now
	}
	if err != nil {
		t.Fatal(err)
	}
	sock, err := other.Dial(soon(t), id, -1)
	if err != nil {
		t.Fatal(err)
	}
	o.must("DELETE", "/api/me/devices", nil, nil)
	wasCut(t, sock)
	other.refused("GET", "/api/me", nil, 401, "no_session")
	other.refused("GET", "/api/session", nil, 401, "ended_all")
	if m := o.me(); len(m.Devices) != 1 || !m.Devices[0].Here {
		t.Errorf("%+v", m.Devices)
	}
	// The session that asked has another cookie, with which its socket comes back.
	comesBack(t, own)
	if own, err = o.Dial(soon(t), id, -1); err != nil {
		t.Fatal(err)
	}
	defer own.Close()
	o.do(id, api.CommandChat, api.CommandData{Text: "still here"})
	for ctx := soon(t); ; {
		e, err := own.Next(ctx)
		if err != nil {
			t.Fatalf("the socket of the session that asked: %v", err)
		}
		if e.Type == api.MessageChat {
			break
		}
	}
	// Somebody who never had a session here is told nothing.
	stranger, _ := s.visitor()
	stranger.refused("GET", "/api/session", nil, 401, "no_session")
	s.guest("Anna").refused("DELETE", "/api/me/devices", nil, 403, "no_account")
}

// TestCopiesOfACookie: whoever has a copy of a cookie loses it when its owner keeps a name, uses a passkey, signs out everywhere or removes somebody's passkey, with the sockets that it opened, and
// is never taken for somebody who has used a passkey. The owner goes on, with what was begun.
func TestCopiesOfACookie(t *testing.T) {
	s, service := startPush(t)
	o, device := s.localGuest("Fanni")
	id := table(t, "duel", o, s.guest("Béla"))
	o.subscribe(service, "en")
	added := &peopletest.Device{Origin: s.local()}
	for _, c := range []struct {
		what, told string
		do         func()
	}{
		{"keeps a name", "no_session", func() { o.keepName(device, "Fanni") }},
		{"uses a passkey", "no_session", func() { s.stale(o); o.logIn(device) }},
		{"signs out everywhere", "ended_all", func() { o.must("DELETE", "/api/me/devices", nil, nil) }},
		{"removes a passkey", "ended_key", func() {
			o.addKey(added)
			o.must("POST", "/api/me/passkeys/"+o.me().Passkeys[1].ID+"/disown", nil, nil)
		}},
	} {
		copied := o.stolen()
		sock, err := copied.Dial(soon(t), id, -1)
		if err == nil {
			_, err = sock.Next(soon(t)) // it is known by now
		}
		if err != nil {
			t.Fatal(err)
		}
		c.do()
		comesBack(t, sock)
		copied.refused("GET", "/api/me", nil, 401, "no_session")
		copied.refused("POST", "/api/me/codes", nil, 401, "no_session")
		copied.refused("GET", "/api/session", nil, 401, c.told)
		if m := o.me(); !m.Fresh || len(m.Devices) != 1 || !m.Devices[0].Here {
			t.Errorf("the owner who %s: %+v", c.what, m)
		}
		if p := o.pushState(); len(p.Devices) != 1 || !p.Devices[0].Here {
			t.Errorf("where the owner who %s is told things: %+v", c.what, p.Devices)
		}
	}
}

// comesBack waits until a socket was asked to come back.
func comesBack(t *testing.T, sock *client.Socket) {
	t.Helper()
	ctx := soon(t)
	var err error
	for err == nil {
		_, err = sock.Read(ctx)
	}
	if code := client.CloseCode(err); code != 1001 {
		t.Errorf("the socket was closed with %d: %v", code, err)
	}
}

// TestTheYesIsGivenWithAPasskey: six digits are agreed to on the device that shows them, with a passkey used since they were entered.
func TestTheYesIsGivenWithAPasskey(t *testing.T) {
	s := start(t)
	o, device, _ := s.owner("Fanni")
	l, _ := o.offer()
	in, _ := s.visitor()
	var claim api.Claim
	in.must("POST", "/api/claims", api.ClaimRequest{Digits: l.Digits}, &claim)
	yes := api.LinkAnswer{Accept: true}
	o.refused("POST", "/api/links/"+l.Digits, yes, 403, "passkey_again")
	other, _ := s.visitor()
	other.logIn(device)
	other.refused("POST", "/api/links/"+l.Digits, yes, 404, "no_link")
	if in.must("POST", "/api/claims", api.ClaimRequest{Claim: claim.Claim}, &claim); claim.Session != nil {
		t.Fatal("let in without a yes")
	}
	time.Sleep(2 * time.Millisecond) // the same moment is not later
	o.logIn(device)
	o.must("POST", "/api/links/"+l.Digits, yes, nil)
	if in.must("POST", "/api/claims", api.ClaimRequest{Claim: claim.Claim}, &claim); claim.Session == nil || claim.Session.Limited == 0 {
		t.Errorf("%+v", claim)
	}
}

// firefox is a browser that says so.
type firefox struct{ http.RoundTripper }

func (f firefox) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("User-Agent", "Mozilla/5.0 (X11; Linux x86_64) Firefox/130.0")
	return f.RoundTripper.RoundTrip(r)
}

// TestAddedPasskeysAreTold: all devices are told of a passkey that was added, with what added it; a press removes it, what it has added, and every other session.
func TestAddedPasskeysAreTold(t *testing.T) {
	s := start(t)
	o, device, _ := s.owner("Fanni")
	var who api.Session
	if o.must("GET", "/api/session", nil, &who); len(who.PasskeysAdded) != 0 {
		t.Errorf("the first passkey is told: %+v", who)
	}
	in := s.linked(o.stolen())
	in.HTTP = &http.Client{Transport: firefox{s.Client().Transport}, Timeout: waitAtMost}
	thief, second := &peopletest.Device{Origin: s.local()}, &peopletest.Device{Origin: s.local()}
	in.addKey(thief)
	by, _ := s.visitor()
	by.logIn(thief)
	by.addKey(second)
	o.must("GET", "/api/session", nil, &who)
	if len(who.PasskeysAdded) != 2 {
		t.Fatalf("%+v", who)
	}
	if k := who.PasskeysAdded[0]; k.Agent != "Firefox, Linux" || !k.Linked || k.Limited != in.me().Limited {
		t.Errorf("%+v", k)
	}
	var turns api.Turns
	if o.must("GET", "/api/turns", nil, &turns); turns.Passkey != who.PasskeysAdded[1].Created {
		t.Errorf("%+v", turns)
	}
	bad := who.PasskeysAdded[0].ID
	s.stale(o)
	o.refused("POST", "/api/me/passkeys/"+bad+"/disown", nil, 403, "passkey_again")
	o.logIn(device)
	o.refused("POST", "/api/me/passkeys/AAAA/disown", nil, 404, "no_passkey")
	o.must("POST", "/api/me/passkeys/"+bad+"/disown", nil, nil)
	if m := o.me(); len(m.Passkeys) != 1 || len(m.Devices) != 1 {
		t.Errorf("%+v", m)
	}
	in.refused("GET", "/api/session", nil, 401, "ended_key")
	by.refused("GET", "/api/session", nil, 401, "ended_key")
}

// TestNamesAreChangedWithAPasskey: the name of an account, without which a recovery code is worth nothing, is not changed by whoever has its cookie alone.
func TestNamesAreChangedWithAPasskey(t *testing.T) {
	s := start(t)
	o, _, codes := s.owner("Fanni")
	s.stale(o)
	o.stolen().refused("PATCH", "/api/session", api.NameRequest{Name: "Hidden"}, 403, "passkey_again")
	s.recovered("Fanni", codes[0]).must("PATCH", "/api/session", api.NameRequest{Name: "Zita"}, nil)
	g := s.guest("Béla")
	g.must("PATCH", "/api/session", api.NameRequest{Name: "Another"}, nil)
}

// TestHostsProveThemselves: a deed asks for a passkey used in that session within ten minutes, and all hosts see who did what.
func TestHostsProveThemselves(t *testing.T) {
	s := start(t)
	h, device, _ := s.owner("Cili")
	other, _, _ := s.owner("Dani")
	s.host(h)
	s.host(other)
	warn := api.DeedRequest{Kind: people.Warn, Person: s.guest("Béla").Session.Person, Reason: "shouts"}
	s.verified(h, 11*time.Minute)
	h.must("GET", "/api/host/deeds", nil, nil)
	h.refused("POST", "/api/host/deeds", warn, 403, "passkey_again")
	h.logIn(device)
	h.must("POST", "/api/host/deeds", warn, nil)
	var seen api.DeedList
	if other.must("GET", "/api/host/deeds", nil, &seen); len(seen.Deeds) == 0 || seen.Deeds[0].ByName != "Cili" || seen.Deeds[0].Name != "Béla" || seen.Deeds[0].Reason != "shouts" {
		t.Errorf("another host sees %+v", seen.Deeds)
	}
}
