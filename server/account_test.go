package server_test

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"mirabilia/api"
	"mirabilia/people"
	"mirabilia/people/peopletest"
	"mirabilia/server"
	"mirabilia/server/client"
	"mirabilia/store/sqlite"
)

// local returns the address of a site as localhost, where passkeys are kept.
func (s *site) local() string { return strings.Replace(s.URL, "127.0.0.1", "localhost", 1) }

// visitor is somebody at localhost with a device; nobody until they enter or sign in.
func (s *site) visitor() (*guest, *peopletest.Device) {
	s.Client().Timeout = waitAtMost
	return &guest{t: s.t, Client: &client.Client{Base: s.local(), HTTP: s.Client()}}, &peopletest.Device{Origin: s.local()}
}

// local guest is one at localhost.
func (s *site) localGuest(name string) (*guest, *peopletest.Device) {
	s.t.Helper()
	g, d := s.visitor()
	g.must("POST", "/api/session", api.NameRequest{Name: name}, &g.Session)
	return g, d
}

// answer does the first half of a ceremony and has a device answer.
func (g *guest) answer(path string, in any, reply func(json.RawMessage) (json.RawMessage, error)) api.CeremonyAnswer {
	g.t.Helper()
	var c api.Ceremony
	g.must("POST", "/api/passkeys/"+path+"/begin", in, &c)
	response, err := reply(c.Options)
	if err != nil {
		g.t.Fatal(err)
	}
	return api.CeremonyAnswer{Ceremony: c.Ceremony, Response: response}
}

// keepName makes a guest's name theirs and returns the recovery codes.
func (g *guest) keepName(d *peopletest.Device, name string) []string {
	g.t.Helper()
	var codes api.CodeList
	g.must("POST", "/api/passkeys/register/finish", g.answer("register", api.RegisterRequest{Name: name}, d.Create), &codes)
	if len(codes.Codes) != 8 {
		g.t.Fatalf("%d recovery codes", len(codes.Codes))
	}
	return codes.Codes
}

func (g *guest) logIn(d *peopletest.Device) api.Session {
	g.t.Helper()
	var s api.Session
	g.must("POST", "/api/passkeys/login/finish", g.answer("login", struct{}{}, d.Get), &s)
	return s
}

func (g *guest) me() *api.Me {
	g.t.Helper()
	var m api.Me
	g.must("GET", "/api/me", nil, &m)
	return &m
}

// TestKeptName: a guest's name becomes theirs, with their games; they come back to it from elsewhere, and nobody else can have it.
func TestKeptName(t *testing.T) {
	s := start(t)
	a, device := s.localGuest("fanni")
	b := s.guest("Béla")
	id := table(t, "duel", a, b)
	if m := a.me(); m.Kept || len(m.Devices) != 1 || !m.Devices[0].Here || m.Codes != 0 {
		t.Errorf("a guest: %+v", m)
	}
	a.keepName(device, "Fanni")
	m := a.me()
	if !m.Kept || m.Name != "Fanni" || m.Person != a.Session.Person || m.Codes != 8 || len(m.Passkeys) != 1 || m.KeptSince == 0 || !m.Fresh {
		t.Errorf("kept: %+v", m)
	}
	if places := b.look(id).Table.Places; places[0].Name != "Fanni" {
		t.Errorf("at the table: %+v", places)
	}
	a.refused("POST", "/api/passkeys/register/begin", api.RegisterRequest{Name: "Other"}, 409, "has_account")

	// Elsewhere.
	elsewhere, _ := s.visitor()
	if in := elsewhere.logIn(device); in.Person != a.Session.Person || !in.Kept || in.Name != "Fanni" {
		t.Errorf("signed in as %+v", in)
	}
	if places := elsewhere.look(id).Seat; places != 0 {
		t.Errorf("the seat is %d", places)
	}
	if m := elsewhere.me(); len(m.Devices) != 2 {
		t.Errorf("devices: %+v", m.Devices)
	}

	// Nobody else.
	for _, name := range []string{"Fanni", "FANNI", "fánni", "f a n n i", "Fannl", "Fann1"} {
		b.refused("PATCH", "/api/session", api.NameRequest{Name: name}, 409, "name_taken")
		b.refused("POST", "/api/session", api.NameRequest{Name: name}, 409, "name_taken")
		var c api.NameCheck
		b.must("GET", "/api/names?name="+strings.ReplaceAll(name, " ", "%20"), nil, &c)
		if c.Free || c.Reason != "name_taken" || len(c.Others) != 3 {
			t.Errorf("%s: %+v", name, c)
		}
		for _, other := range c.Others {
			var c api.NameCheck
			if b.must("GET", "/api/names?name="+strings.ReplaceAll(other, " ", "%20"), nil, &c); !c.Free {
				t.Errorf("%q was suggested: %+v", other, c)
			}
		}
	}
	c, cDevice := s.localGuest("Someone")
	c.refused("POST", "/api/passkeys/register/begin", api.RegisterRequest{Name: "fanní"}, 409, "name_taken")
	c.refused("POST", "/api/passkeys/register/begin", api.RegisterRequest{Name: "x"}, 400, "name_too_short")
	c.refused("POST", "/api/passkeys/register/begin", api.RegisterRequest{}, 400, "bad_name")
	c.refused("POST", "/api/passkeys/register/begin", api.RegisterRequest{Name: "VENDEG"}, 400, "reserved_name")
	c.keepName(cDevice, "Hanna")

	// Another spelling at any time, another name once in 30 days; the old one is held back.
	a.must("PATCH", "/api/session", api.NameRequest{Name: "FANNI"}, nil)
	a.must("PATCH", "/api/session", api.NameRequest{Name: "Zsófi"}, nil)
	a.refused("PATCH", "/api/session", api.NameRequest{Name: "Fanni"}, 429, "renamed_lately")
	b.refused("PATCH", "/api/session", api.NameRequest{Name: "Fanni"}, 409, "name_taken")
	a.refused("PATCH", "/api/session", api.NameRequest{Name: "Hanna"}, 429, "renamed_lately")

	// Signing out ends one session only.
	elsewhere.must("DELETE", "/api/session", nil, nil)
	elsewhere.refused("GET", "/api/me", nil, 401, "no_session")
	if m := a.me(); len(m.Devices) != 1 || m.Name != "Zsófi" {
		t.Errorf("%+v", m)
	}
}

// TestForgedPasskeys: an answer that is replayed, comes from another site, was not verified by its owner or belongs to another ceremony is refused, and nothing is kept.
func TestForgedPasskeys(t *testing.T) {
	s := start(t)
	a, device := s.localGuest("Fanni")
	finish := func(g *guest, what string, answer api.CeremonyAnswer, status int, reason string) {
		t.Helper()
		g.refused("POST", "/api/passkeys/"+what+"/finish", answer, status, reason)
	}
	begin := func(d *peopletest.Device) api.CeremonyAnswer {
		t.Helper()
		return a.answer("register", api.RegisterRequest{Name: "Fanni"}, d.Create)
	}
	finish(a, "register", begin(&peopletest.Device{Origin: "http://localhost.evil.example"}), 403, "bad_passkey")
	finish(a, "register", begin(&peopletest.Device{Origin: s.URL}), 403, "bad_passkey")
	finish(a, "register", begin(&peopletest.Device{Origin: s.local(), Unverified: true}), 403, "bad_passkey")
	other, _ := s.localGuest("Other")
	finish(other, "register", begin(device), 403, "bad_passkey")
	garbled := begin(device)
	garbled.Response = json.RawMessage(`{"id":"x"}`)
	finish(a, "register", garbled, 403, "bad_passkey")
	finish(a, "register", garbled, 409, "no_ceremony")
	for _, response := range []string{`null`, `[]`, `"x"`, `{}`, `{"id":"AA","rawId":"AA","type":"public-key","response":{"clientDataJSON":"e30","attestationObject":"oA"}}`} {
		odd := begin(device)
		odd.Response = json.RawMessage(response)
		finish(a, "register", odd, 403, "bad_passkey")
	}
	if m := a.me(); m.Kept || len(m.Passkeys) > 0 {
		t.Fatalf("%+v", m)
	}
	device.Forget()
	a.keepName(device, "Fanni")

	thief, _ := s.visitor()
	good := thief.answer("login", struct{}{}, device.Get)
	thief.must("POST", "/api/passkeys/login/finish", good, nil)
	replay, _ := s.visitor()
	finish(replay, "login", good, 409, "no_ceremony")
	fresh := replay.answer("login", struct{}{}, device.Get)
	old := good
	old.Ceremony = fresh.Ceremony
	finish(replay, "login", old, 403, "bad_passkey")
	device.Unverified = true
	finish(replay, "login", replay.answer("login", struct{}{}, device.Get), 403, "bad_passkey")
	device.Unverified = false
	device.Origin = "https://evil.example"
	finish(replay, "login", replay.answer("login", struct{}{}, device.Get), 403, "bad_passkey")
	device.Origin = s.local()
	// A challenge for a new passkey is no challenge for signing in.
	mixed := other.answer("register", api.RegisterRequest{Name: "Other"}, (&peopletest.Device{Origin: s.local()}).Create)
	finish(other, "login", mixed, 403, "bad_passkey")
	// A copy of the device has signed less often.
	device.Rewind()
	finish(replay, "login", replay.answer("login", struct{}{}, device.Get), 403, "bad_passkey")
	// A device that knows another site's passkeys only.
	if _, err := (&peopletest.Device{Origin: s.local()}).Get(fresh.Response); err == nil {
		t.Error("a device without passkeys answers")
	}
	replay.refused("GET", "/api/me", nil, 401, "no_session")
}

// TestPasskeysOfAnAccount: keys are added, renamed and removed by somebody who has just used one.
func TestPasskeysOfAnAccount(t *testing.T) {
	s := start(t)
	a, device := s.localGuest("Fanni")
	codes := a.keepName(device, "Fanni")
	phone := &peopletest.Device{Origin: s.local()}
	var none api.CodeList
	if a.must("POST", "/api/passkeys/register/finish", a.answer("register", struct{}{}, phone.Create), &none); len(none.Codes) != 0 {
		t.Errorf("new codes with a second passkey: %v", none)
	}
	keys := a.me().Passkeys
	if len(keys) != 2 {
		t.Fatalf("%+v", keys)
	}
	a.must("PATCH", "/api/me/passkeys/"+keys[1].ID, api.LabelRequest{Name: " my   phone "}, nil)
	a.refused("PATCH", "/api/me/passkeys/"+keys[1].ID, api.LabelRequest{Name: strings.Repeat("x", 41)}, 400, "bad_label")
	a.refused("PATCH", "/api/me/passkeys/"+keys[1].ID, api.LabelRequest{Name: " \u202e "}, 400, "bad_label")
	a.refused("PATCH", "/api/me/passkeys/AAAA", api.LabelRequest{Name: "x"}, 404, "no_passkey")
	a.refused("DELETE", "/api/me/passkeys/!", nil, 404, "no_passkey")
	if keys = a.me().Passkeys; keys[1].Name != "my phone" {
		t.Errorf("%+v", keys)
	}
	b, bDevice := s.localGuest("Hanna")
	b.keepName(bDevice, "Hanna")
	b.refused("DELETE", "/api/me/passkeys/"+keys[0].ID, nil, 404, "no_passkey")

	// Whoever has not used a passkey for a while is asked for it.
	linked, _ := s.visitor()
	var link api.Link
	a.must("POST", "/api/links", nil, &link)
	linked.must("POST", "/api/claims", api.ClaimRequest{Secret: strings.TrimPrefix(link.Path, "/signin#link=")}, nil)
	_, token, _ := strings.Cut(linked.Cookie, "=")
	hash := sha256.Sum256([]byte(token))
	if err := s.db.Verified(t.Context(), hash[:], hash[:], time.Now().Add(-6*time.Minute).UnixMilli(), 0, ""); err != nil {
		t.Fatal(err)
	}
	for _, c := range [][2]string{{"DELETE", "/api/me/passkeys/" + keys[0].ID}, {"POST", "/api/me/codes"}, {"DELETE", "/api/me"}, {"POST", "/api/links"}} {
		linked.refused(c[0], c[1], api.NameRequest{Name: "Fanni"}, 403, "passkey_again")
	}
	linked.refused("POST", "/api/passkeys/register/begin", struct{}{}, 403, "passkey_again")
	linked.logIn(phone)
	linked.must("DELETE", "/api/me/passkeys/"+keys[0].ID, nil, nil)
	gone, _ := s.visitor()
	gone.refused("POST", "/api/passkeys/login/finish", gone.answer("login", struct{}{}, device.Get), 403, "unknown_passkey")

	// The last passkey goes only while there are recovery codes.
	var more api.CodeList
	linked.must("POST", "/api/me/codes", nil, &more)
	if slices.Equal(more.Codes, codes) || len(more.Codes) != 8 {
		t.Errorf("new codes: %v", more.Codes)
	}
	for _, code := range more.Codes {
		once, _ := s.visitor()
		once.must("POST", "/api/recover", api.RecoverRequest{Name: "fanni", Code: code}, nil)
		linked = once
	}
	linked.refused("DELETE", "/api/me/passkeys/"+keys[1].ID, nil, 409, "last_passkey")
	for n := range 9 {
		d := &peopletest.Device{Origin: s.local()}
		linked.must("POST", "/api/passkeys/register/finish", linked.answer("register", struct{}{}, d.Create), nil)
		if n == 8 {
			linked.refused("POST", "/api/passkeys/register/begin", struct{}{}, 429, "too_many_passkeys")
		}
	}
}

// TestRecovery: a code lets its person in once, ends all other sessions, and cannot be guessed.
func TestRecovery(t *testing.T) {
	s := start(t)
	a, device := s.localGuest("Fanni")
	codes := a.keepName(device, "Fanni")
	lost, _ := s.visitor()
	lost.logIn(device)
	r, _ := s.visitor()
	r.refused("POST", "/api/recover", api.RecoverRequest{Name: "Fanni", Code: "AAAA-AAAA"}, 403, "wrong_code")
	r.refused("POST", "/api/recover", api.RecoverRequest{Name: "Nobody", Code: codes[0]}, 403, "wrong_code")
	r.must("POST", "/api/recover", api.RecoverRequest{Name: "FANNI", Code: " " + strings.ToLower(strings.Replace(codes[3], "-", " ", 1))}, &r.Session)
	if r.Session.Person != a.Session.Person {
		t.Errorf("%+v", r.Session)
	}
	for _, g := range []*guest{a, lost} {
		g.refused("GET", "/api/me", nil, 401, "no_session")
	}
	if m := r.me(); m.Codes != 7 || !m.Fresh || len(m.Devices) != 1 {
		t.Errorf("%+v", m)
	}
	r.refused("POST", "/api/recover", api.RecoverRequest{Name: "Fanni", Code: codes[3]}, 403, "wrong_code")
	// The same code at the same moment lets one in.
	var in atomic.Int32
	var wg sync.WaitGroup
	for range 4 {
		g, _ := s.visitor()
		wg.Go(func() {
			if g.Do(t.Context(), "POST", "/api/recover", api.RecoverRequest{Name: "Fanni", Code: codes[4]}, nil) == nil {
				in.Add(1)
			}
		})
	}
	wg.Wait()
	if in.Load() != 1 {
		t.Errorf("a code has let in %d", in.Load())
	}
}

// TestGuessing: codes and digits can be tried a few times only.
func TestGuessing(t *testing.T) {
	s := start(t, func(c *server.Config) { c.Limits = server.DefaultLimits })
	a, device := s.localGuest("Fanni")
	a.keepName(device, "Fanni")
	g, _ := s.visitor()
	for range 5 {
		g.refused("POST", "/api/recover", api.RecoverRequest{Name: "Fanni", Code: "AAAA-AAAA"}, 403, "wrong_code")
	}
	g.refused("POST", "/api/recover", api.RecoverRequest{Name: "Fanni", Code: "AAAA-AAAA"}, 429, "work_first")
	for n := range 5 {
		g.refused("POST", "/api/claims", api.ClaimRequest{Digits: fmt.Sprintf("%d00000", n)}, 404, "no_link")
	}
	g.refused("POST", "/api/claims", api.ClaimRequest{Digits: "000000"}, 429, "too_many_links")
	// Challenges are stored, so that a flood of them would fill the disk.
	many := 0
	for range 40 {
		if g.Do(t.Context(), "POST", "/api/passkeys/login/begin", struct{}{}, nil) == nil {
			many++
		}
	}
	if many > 32 {
		t.Errorf("%d challenges at once", many)
	}
	g.refused("POST", "/api/passkeys/login/begin", struct{}{}, 429, "too_many_ceremonies")
}

// TestAccountsPerAddress: three a day, also if the server is started again, which nobody can read an address from. Hosts see who came together.
func TestAccountsPerAddress(t *testing.T) {
	folder := t.TempDir()
	db := openStore(t, folder)
	limited := func(c *server.Config) { c.Limits, c.Store = server.DefaultLimits, db }
	s := start(t, limited)
	var one *guest
	for _, name := range []string{"One", "Two", "Three"} {
		b, d := s.localGuest(name)
		b.keepName(d, name)
		if one == nil {
			one = b
		}
	}
	b, _ := s.localGuest("Four")
	b.refused("POST", "/api/passkeys/register/begin", api.RegisterRequest{Name: "Four"}, 429, "too_many_accounts")
	s.db = db
	s.host(one)
	var found api.HostPeople
	one.must("GET", "/api/host/people?find=tw", nil, &found)
	if len(found.People) != 1 || !slices.Equal(found.People[0].Together, []string{"One", "Three"}) {
		t.Errorf("%+v", found)
	}
	s.srv.Close()
	s = start(t, limited)
	b, d := s.localGuest("Five")
	b.refused("POST", "/api/passkeys/register/finish", b.answer("register", api.RegisterRequest{Name: "Five"}, d.Create), 429, "too_many_accounts")
	kept, err := db.WaitingOf(t.Context(), "signup", "", 1)
	if err != nil || len(kept) != 3 {
		t.Fatalf("%v, %v", kept, err)
	}
	for _, w := range kept {
		if strings.Contains(w.Key+string(w.Data), "127.0.0.1") || w.Deadline > time.Now().Add(49*time.Hour).UnixMilli() {
			t.Errorf("%+v", w)
		}
	}
}

// TestAnotherDevice: a QR code lets a device in at once, six digits after the old device has agreed.
func TestAnotherDevice(t *testing.T) {
	s := start(t)
	a, device := s.localGuest("Fanni")
	a.refused("POST", "/api/links", nil, 403, "no_account")
	a.keepName(device, "Fanni")
	offer := func() (l api.Link) {
		t.Helper()
		a.must("POST", "/api/links", nil, &l)
		return l
	}
	state := func(l api.Link) (s api.LinkState) {
		t.Helper()
		a.must("GET", "/api/links/"+l.Digits, nil, &s)
		return s
	}
	l := offer()
	secret := strings.TrimPrefix(l.Path, "/signin#link=")
	b, _ := s.visitor()
	var in api.Claim
	b.must("POST", "/api/claims", api.ClaimRequest{Secret: secret}, &in)
	if in.Session == nil || in.Session.Person != a.Session.Person || b.me().Fresh {
		t.Errorf("%+v", in)
	}
	c, _ := s.visitor()
	c.refused("POST", "/api/claims", api.ClaimRequest{Secret: secret}, 404, "no_link")
	c.refused("POST", "/api/claims", api.ClaimRequest{Digits: l.Digits}, 404, "no_link")
	c.refused("POST", "/api/claims", api.ClaimRequest{}, 400, "bad_claim")
	c.refused("POST", "/api/claims", api.ClaimRequest{Secret: "a", Digits: "b"}, 400, "bad_claim")

	l = offer()
	if state(l).State != api.LinkOpen {
		t.Errorf("%+v", state(l))
	}
	a.refused("POST", "/api/links/"+l.Digits, api.LinkAnswer{Accept: true}, 409, "not_claimed")
	var claim api.Claim
	c.must("POST", "/api/claims", api.ClaimRequest{Digits: l.Digits}, &claim)
	thief, _ := s.visitor()
	thief.refused("POST", "/api/claims", api.ClaimRequest{Digits: l.Digits}, 404, "no_link")
	ask := api.ClaimRequest{Claim: claim.Claim}
	if c.must("POST", "/api/claims", ask, &claim); claim.Session != nil || claim.Claim == "" {
		t.Errorf("let in before the answer: %+v", claim)
	}
	other, otherDevice := s.localGuest("Hanna")
	other.keepName(otherDevice, "Hanna")
	other.refused("GET", "/api/links/"+l.Digits, nil, 404, "no_link")
	other.refused("POST", "/api/links/"+l.Digits, api.LinkAnswer{Accept: true}, 404, "no_link")
	if state(l).State != api.LinkClaimed {
		t.Errorf("%+v", state(l))
	}
	// The passkey that offered the digits was used before they were entered.
	a.refused("POST", "/api/links/"+l.Digits, api.LinkAnswer{Accept: true}, 403, "passkey_again")
	time.Sleep(2 * time.Millisecond) // the same moment is not later
	a.logIn(device)
	a.must("POST", "/api/links/"+l.Digits, api.LinkAnswer{Accept: true}, nil)
	claim = api.Claim{}
	if c.must("POST", "/api/claims", ask, &claim); claim.Session == nil || claim.Session.Person != a.Session.Person {
		t.Errorf("%+v", claim)
	}
	thief.refused("POST", "/api/claims", ask, 404, "no_link")

	// Turned away.
	l = offer()
	d, _ := s.visitor()
	claim = api.Claim{}
	d.must("POST", "/api/claims", api.ClaimRequest{Digits: l.Digits}, &claim)
	a.must("POST", "/api/links/"+l.Digits, api.LinkAnswer{}, nil)
	d.refused("POST", "/api/claims", api.ClaimRequest{Claim: claim.Claim}, 404, "no_link")
	d.refused("POST", "/api/claims", api.ClaimRequest{Secret: strings.TrimPrefix(l.Path, "/signin#link=")}, 404, "no_link")

	// A device is signed out from another, with its sockets.
	id := table(t, "duel", a, s.guest("Béla"))
	ctx := soon(t)
	sock, err := c.Dial(ctx, id, -1)
	if err != nil {
		t.Fatal(err)
	}
	defer sock.Close()
	own, err := a.Dial(ctx, id, -1)
	if err != nil {
		t.Fatal(err)
	}
	defer own.Close()
	var there string
	for _, device := range c.me().Devices {
		if device.Here {
			there = device.ID
		}
	}
	a.must("DELETE", "/api/me/devices/"+there, nil, nil)
	a.refused("DELETE", "/api/me/devices/"+there, nil, 404, "no_device")
	for err == nil {
		_, err = sock.Read(ctx)
	}
	if code := client.CloseCode(err); code != 1008 {
		t.Errorf("closed with %d: %v", code, err)
	}
	c.refused("GET", "/api/me", nil, 401, "no_session")
	// The socket of the other device lives on: a move still arrives there.
	playOn(t, id, 1, a)
	for {
		m, err := own.Read(ctx)
		if err != nil {
			t.Fatalf("the socket of another device was ended: %v", err)
		}
		if bytes.Contains(m, []byte(`"what":"move"`)) {
			break
		}
	}
}

// TestWhereNamesAreKept: without --site only localhost keeps passkeys; with it the host's own address.
func TestWhereNamesAreKept(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ site, host, proto, want string }{
		{"", "localhost:1", "", ""},
		{"", "127.0.0.1:1", "", api.NoPasskeysSite},
		{"", "games.example", "https", api.NoPasskeysSite},
		{"https://games.example", "games.example", "https", ""},
		{"https://games.example", "games.example", "", api.NoPasskeysInsecure},
		{"https://games.example", "other.example", "https", api.NoPasskeysAddress},
		{"https://games.example", "localhost:1", "", ""},
	} {
		s := start(t, func(cfg *server.Config) { cfg.Site, cfg.Secure = c.site, c.proto == "https" })
		g := s.guest("Fanni")
		r, err := http.NewRequestWithContext(t.Context(), "GET", s.URL+"/api/games", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Host = c.host
		answer, err := s.Client().Do(r)
		if err != nil {
			t.Fatal(err)
		}
		var m api.Catalogue
		if err := json.NewDecoder(answer.Body).Decode(&m); err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if m.NoPasskeys != c.want {
			t.Errorf("%+v: %q", c, m.NoPasskeys)
		}
		if c.host == "127.0.0.1:1" {
			g.refused("POST", "/api/passkeys/login/begin", struct{}{}, 403, "no_passkeys_no_site")
		}
	}
}

// TestDeletion: everything about a person goes at once; their games stay for the others.
func TestDeletion(t *testing.T) {
	const name = "Xenophanész"
	folder := t.TempDir()
	db := openStore(t, folder)
	s := start(t, func(c *server.Config) { c.Store = db })
	s.db = db
	a, device := s.localGuest("guest")
	a.keepName(device, name)
	b := s.guest("Béla")
	over := table(t, "duel", a, b)
	b.do(over, api.CommandResign, api.CommandData{})
	running := table(t, "duel", a, b)
	lobby := lobbyOf(t, api.Settings{Game: "duel", Seats: 2}, b, a)
	a.do(running, api.CommandChat, api.CommandData{Text: "I am " + name})
	var tok api.Token
	a.must("POST", "/api/tokens", api.NameRequest{Name: name + "'s bot"}, &tok)

	// The person plays in a tournament, has a friend, reports and is reported, and is under a measure.
	c := s.named("Cili")[0]
	s.host(c)
	cup := c.announce(smallArena)
	a.wants(cup, api.WantPlay)
	a.must("PUT", "/api/friends/Cili", nil, nil)
	c.must("PUT", "/api/friends/"+url.PathEscape(name), nil, nil)
	a.report(b, api.ReportWords, "he was rude to "+name, "")
	b.report(a, api.ReportOther, name+" began it", "")
	c.decides(api.DeedRequest{Kind: people.Warn, Person: a.Session.Person, Reason: name + " shouts"})

	// The export has it all.
	var text string
	a.must("GET", "/api/me/export", nil, &text)
	z, err := zip.NewReader(strings.NewReader(text), int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	var files []string
	for _, f := range z.File {
		files = append(files, f.Name)
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		var content bytes.Buffer
		if _, err := content.ReadFrom(r); err != nil || content.Len() < 3 {
			t.Errorf("%s has %d bytes, %v", f.Name, content.Len(), err)
		}
		if f.Name != "ratings.json" && f.Name != "friends.json" && f.Name != "shunned.json" && f.Name != "reports.json" && f.Name != "measures.json" && f.Name != "notices.json" && f.Name != "tournaments.json" && !strings.Contains(content.String(), name) {
			t.Errorf("%s does not know its person: %s", f.Name, content.String())
		}
	}
	if want := []string{"account.json", "programs.json", "messages.json", "tables.json", "ratings.json", "friends.json", "shunned.json", "reports.json", "measures.json", "notices.json", "tournaments.json", "games/duel-" + over + ".mgr"}; !slices.Equal(files, want) {
		t.Errorf("the export has %v", files)
	}

	a.refused("DELETE", "/api/me", api.NameRequest{Name: "Xenophanes"}, 400, "other_name")
	b.refused("DELETE", "/api/me", api.NameRequest{Name: "Béla"}, 403, "no_account")
	b.refused("GET", "/api/me/export", nil, 403, "no_account")
	a.must("DELETE", "/api/me", api.NameRequest{Name: name}, nil)
	a.refused("GET", "/api/session", nil, 401, "no_session")
	program := &guest{t: t, Client: &client.Client{Base: s.URL, Token: tok.Token}}
	program.refused("GET", "/api/session", nil, 401, "no_session")
	g, _ := s.visitor()
	g.refused("POST", "/api/passkeys/login/finish", g.answer("login", struct{}{}, device.Get), 403, "unknown_passkey")
	b.refused("PATCH", "/api/session", api.NameRequest{Name: name}, 409, "name_taken")

	for id, status := range map[string]string{over: api.StatusFinished, running: api.StatusFinished, lobby: api.StatusLobby} {
		snap := b.look(id)
		if snap.Table.Status != status {
			t.Errorf("%s is %s, want %s", id, snap.Table.Status, status)
		}
		data, err := json.Marshal(snap)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(data, []byte(name)) {
			t.Errorf("the name is still told: %s", data)
		}
	}
	if snap := b.look(running); snap.Game.Result.WonBy != api.WonByResignation || snap.Game.Result.Winners[0] != 1 || len(snap.Chat) != 0 {
		t.Errorf("%+v, chat %v", snap.Game.Result, snap.Chat)
	}
	var record string
	b.must("GET", "/api/tables/"+over+"/record", nil, &record)
	if strings.Contains(record, name) || !strings.Contains(record, "Béla") {
		t.Errorf("the record: %s", record)
	}
	for _, path := range []string{"/api/tournaments/" + cup, "/api/host/reports?all=1", "/api/host/deeds", "/api/friends", "/api/host/people?find="} {
		var told json.RawMessage
		c.must("GET", path, nil, &told)
		if bytes.Contains(told, []byte(name)) {
			t.Errorf("%s still tells the name: %s", path, told)
		}
	}
	if rows := c.tournament(cup).Standings; len(rows) > 1 {
		t.Errorf("%+v", rows)
	}
	for _, file := range []string{sqlite.File, sqlite.File + "-wal"} {
		data, err := os.ReadFile(filepath.Join(folder, file))
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		for _, word := range []string{name, "xenophanesz"} {
			if bytes.Contains(data, []byte(word)) {
				t.Errorf("%s contains %q", file, word)
			}
		}
	}
}
