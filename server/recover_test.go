package server_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/crypto/argon2"

	"mirabilia/api"
	"mirabilia/people"
	"mirabilia/server"
	"mirabilia/server/client"
	"mirabilia/store"
)

// stranger is somebody at an address of this machine.
func (s *site) stranger(address string) *guest {
	return &guest{t: s.t, Client: &client.Client{Base: s.URL, HTTP: from(address)}}
}

// wrongCode is a code that nobody has: new codes are longer.
const wrongCode = "ABCD-ABCD"

// tries asks to be let in by a code, and returns the work that must come first, if any.
func (g *guest) tries(name, code string, done *api.WorkDone) (in *api.Session, asked *api.Work, reason string) {
	g.t.Helper()
	in = &api.Session{}
	err := g.Do(g.t.Context(), "POST", "/api/recover", api.RecoverRequest{Name: name, Code: code, Work: done}, in)
	var e *client.Refused
	switch {
	case err == nil:
		return in, nil, ""
	case errors.As(err, &e):
		return nil, e.Why.Work, e.Why.Reason
	}
	g.t.Fatal(err)
	return nil, nil, ""
}

// works does what was asked for.
func works(w *api.Work) *api.WorkDone {
	return &api.WorkDone{Task: w.Task, Answers: people.Work{Task: w.Task, Bits: w.Bits, Parts: w.Parts}.Do()}
}

// retryAfter returns what a refused try says of when to come again, in seconds.
func (g *guest) retryAfter(path string, in any) int {
	g.t.Helper()
	body, err := json.Marshal(in)
	if err != nil {
		g.t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(g.t.Context(), "POST", g.Base+path, bytes.NewReader(body))
	if err != nil {
		g.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	answer, err := g.HTTP.Do(r)
	if err != nil {
		g.t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusTooManyRequests {
		g.t.Fatalf("%s: %d", path, answer.StatusCode)
	}
	seconds, err := strconv.Atoi(answer.Header.Get("Retry-After"))
	if err != nil {
		g.t.Errorf("%s: Retry-After: %v", path, err)
	}
	return seconds
}

// TestStrangersCannotLockRecovery: however many wrong codes strangers try at a name, its person's right code is heard, also from an address that has used up its tries.
func TestStrangersCannotLockRecovery(t *testing.T) {
	s := start(t, func(c *server.Config) { c.Limits = server.DefaultLimits })
	a, device := s.localGuest("Fanni")
	codes := a.keepName(device, "Fanni")
	stranger := s.stranger("127.0.0.2")
	for range 5 {
		if _, _, reason := stranger.tries("Fanni", wrongCode, nil); reason != "wrong_code" {
			t.Fatal(reason)
		}
	}
	_, asked, reason := stranger.tries("Fanni", wrongCode, nil)
	if reason != "work_first" || asked == nil {
		t.Fatalf("a sixth try: %s, %+v", reason, asked)
	}
	if in, _, reason := s.stranger("127.0.0.3").tries("Fanni", codes[0], nil); in == nil {
		t.Errorf("the right code from an address of its own: %s", reason)
	}
	in, asked, reason := stranger.tries("Fanni", codes[1], nil)
	if in != nil || reason != "work_first" {
		t.Fatalf("the right code without work: %+v, %s", in, reason)
	}
	if in, _, reason = stranger.tries("Fanni", codes[1], works(asked)); in == nil || in.Name != "Fanni" {
		t.Errorf("the right code after the work: %s", reason)
	}
}

// TestRecoveryWorkGrows: what an address must do grows with its tries up to a bound, is good for one try at one name from one address, and every node knows it.
func TestRecoveryWorkGrows(t *testing.T) {
	folder := t.TempDir()
	db := openStore(t, folder)
	node := func(c *server.Config) { c.Limits, c.Store = server.DefaultLimits, db }
	one, two := start(t, node), start(t, node)
	g := one.stranger("127.0.0.2")
	for range 5 {
		g.tries("Nobody", wrongCode, nil)
	}
	if seconds := g.retryAfter("/api/recover", api.RecoverRequest{Name: "Nobody", Code: wrongCode}); seconds < 700 || seconds > 720 {
		t.Errorf("the next free try is said to come in %d s; there is one every 12 minutes", seconds)
	}
	var bits []int
	_, asked, _ := g.tries("Nobody", wrongCode, nil)
	for range 7 {
		bits = append(bits, asked.Bits)
		done := works(asked)
		if _, _, reason := g.tries("Somebody", wrongCode, done); reason != "work_first" {
			t.Errorf("work for another name: %s", reason)
		}
		if _, _, reason := g.tries("Nobody", wrongCode, &api.WorkDone{Task: done.Task, Answers: append([]uint32{done.Answers[0] + 1}, done.Answers[1:]...)}); reason != "work_first" {
			t.Errorf("wrong answers: %s", reason)
		}
		if _, _, reason := g.tries("Nobody", wrongCode, done); reason != "wrong_code" {
			t.Fatalf("after the work: %s", reason)
		}
		var reason string
		if _, asked, reason = g.tries("Nobody", wrongCode, done); reason != "work_first" {
			t.Fatalf("the same work again: %s", reason)
		}
	}
	if want := fmt.Sprint([]int{11, 12, 13, 14, 15, 16, 16}); fmt.Sprint(bits) != want {
		t.Errorf("the work grows as %v, want %s", bits, want)
	}
	if seconds := g.retryAfter("/api/recover", api.RecoverRequest{Name: "Nobody", Code: wrongCode}); seconds < 3600 || seconds > 7*720 {
		t.Errorf("after so many tries the next free one is said to come in %d s", seconds)
	}
	easier := *asked
	easier.Task, easier.Bits = strings.Replace(easier.Task, ".16.", ".11.", 1), 11
	if _, _, reason := g.tries("Nobody", wrongCode, works(&easier)); reason != "work_first" {
		t.Errorf("work made easier: %s", reason)
	}

	// Work given out by one node is done for another, from the same address only, and once at all of them.
	far, other := two.stranger("127.0.0.2"), two.stranger("127.0.0.4")
	for range 5 {
		far.tries("Nobody", wrongCode, nil)
		other.tries("Nobody", wrongCode, nil)
	}
	done := works(asked)
	if _, _, reason := other.tries("Nobody", wrongCode, done); reason != "work_first" {
		t.Errorf("another address: %s", reason)
	}
	if _, _, reason := far.tries("Nobody", wrongCode, done); reason != "wrong_code" {
		t.Errorf("at another node: %s", reason)
	}
	if _, _, reason := g.tries("Nobody", wrongCode, done); reason != "work_first" {
		t.Errorf("the same work at both nodes: %s", reason)
	}
	// Several at the same moment have one try.
	_, asked, _ = far.tries("Nobody", wrongCode, nil)
	done = works(asked)
	reasons := make(chan string, 8)
	for range cap(reasons) {
		go func() { _, _, reason := far.tries("Nobody", wrongCode, done); reasons <- reason }()
	}
	heard := 0
	for range cap(reasons) {
		if receive(t, reasons) == "wrong_code" {
			heard++
		}
	}
	if heard != 1 {
		t.Errorf("%d of %d tries with one piece of work were heard", heard, cap(reasons))
	}
	for _, task := range []string{"", "....", "1.2.3.4", "x.y.z.a", strings.Repeat("9", 40) + ".15.a.b", "-1.15.a.b", strings.Repeat("x", 9000)} {
		if _, _, reason := g.tries("Nobody", wrongCode, &api.WorkDone{Task: task}); reason != "work_first" {
			t.Errorf("%.20q: %s", task, reason)
		}
	}
}

// TestCodesOfTwelveSigns: new codes are shown in three groups, and those of eight signs that somebody wrote down before go on to let in.
func TestCodesOfTwelveSigns(t *testing.T) {
	s := start(t)
	a, device := s.localGuest("Fanni")
	for _, code := range a.keepName(device, "Fanni") {
		if !regexp.MustCompile(`^([2-9A-HJ-KM-NP-Z]{4}-){2}[2-9A-HJ-KM-NP-Z]{4}$`).MatchString(code) {
			t.Errorf("a new code is %s", code)
		}
	}
	salt := bytes.Repeat([]byte{7}, 16)
	// As it was written then; the tests take 64 KiB for a hash.
	old := argon2.IDKey([]byte("ABCD2345"), salt, 2, 64, 1, 32)
	if err := s.db.SetCodes(t.Context(), a.Session.Person, store.Codes{Salt: salt, Hashes: [][]byte{old}}, 0); err != nil {
		t.Fatal(err)
	}
	r, _ := s.visitor()
	r.must("POST", "/api/recover", api.RecoverRequest{Name: "Fanni", Code: "abcd-2345"}, nil)
}

// TestDigitsAreBoundedOverAllAddresses: digits that begin alike are tried three times, wherever from; then the right ones let nobody in either, and the QR code still does.
// The digits of others are not concerned.
func TestDigitsAreBoundedOverAllAddresses(t *testing.T) {
	s := start(t, func(c *server.Config) { c.Limits = server.DefaultLimits })
	offered := func(name string) (*guest, api.Link) {
		g, device := s.localGuest(name)
		g.keepName(device, name)
		var l api.Link
		g.must("POST", "/api/links", nil, &l)
		return g, l
	}
	state := func(g *guest, l api.Link) (state api.LinkState) {
		t.Helper()
		g.must("GET", "/api/links/"+l.Digits, nil, &state)
		return state
	}
	a, link := offered("Fanni")
	b, other := offered("Hanna")
	for other.Digits[:3] == link.Digits[:3] {
		b.must("POST", "/api/links", nil, &other)
	}
	guessed, refused := 0, 0
	for n := range 40 {
		digits := fmt.Sprintf("%s%03d", link.Digits[:3], n)
		if digits == link.Digits {
			continue
		}
		var e *client.Refused
		if err := s.stranger(fmt.Sprintf("127.0.1.%d", n+1)).Do(t.Context(), "POST", "/api/claims", api.ClaimRequest{Digits: digits}, nil); !errors.As(err, &e) {
			t.Fatalf("%s: %v", digits, err)
		}
		switch e.Why.Reason {
		case "no_link":
			guessed++
		case "too_many_digits":
			refused++
		default:
			t.Fatalf("%s: %v", digits, e)
		}
	}
	if guessed != 3 || refused < 36 {
		t.Errorf("%d guesses near digits from as many addresses were looked at, %d refused", guessed, refused)
	}
	if got := state(a, link); got.State != api.LinkStopped {
		t.Errorf("the device that shows the digits is told %q", got.State)
	}
	stranger := s.stranger("127.0.2.1")
	stranger.refused("POST", "/api/claims", api.ClaimRequest{Digits: link.Digits}, 429, "too_many_digits")
	stranger.must("POST", "/api/claims", api.ClaimRequest{Secret: strings.TrimPrefix(link.Path, "/signin#link=")}, nil)
	if got := state(b, other); got.State != api.LinkOpen {
		t.Errorf("the digits of somebody else are %q", got.State)
	}
	s.stranger("127.0.2.2").must("POST", "/api/claims", api.ClaimRequest{Digits: other.Digits}, nil)
	for _, odd := range []string{"1", "12345", "1234567", "12a456x", "áááááá"} {
		s.stranger("127.0.2.3").refused("POST", "/api/claims", api.ClaimRequest{Digits: odd}, 404, "no_link")
	}
}
