package cluster_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"net/http"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"mirabilia/api"
	"mirabilia/cluster/proxy"
	"mirabilia/people/peopletest"
	"mirabilia/server/client"
	"mirabilia/store"
)

// at returns the same person at another node.
func at(p *client.Client, n *node) *client.Client {
	other := *p
	other.Base = "http://" + n.addr
	return &other
}

// ready asks a node whether it is ready.
func ready(t *testing.T, n *node) (status int, word string) { return get(t, n, "/readyz") }

// get asks a node for something.
func get(t *testing.T, n *node, path string) (status int, text string) {
	t.Helper()
	answer, err := http.Get("http://" + n.addr + path)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(body)
}

func soon(t *testing.T, what string, so func() bool) time.Duration {
	t.Helper()
	start := time.Now()
	for !so() {
		if time.Since(start) > 20*time.Second {
			t.Fatalf("not so: %s", what)
		}
		time.Sleep(5 * time.Millisecond)
	}
	return time.Since(start)
}

// ends waits until the socket of a token that is revoked ends. On a machine that does nothing else, that takes less than two seconds.
func ends(t *testing.T, sock *client.Socket, what string, revoked time.Time) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	var err error
	for err == nil {
		_, err = sock.Next(ctx)
	}
	took := time.Since(revoked).Round(time.Millisecond)
	t.Logf("%s: the socket ended after %v: %v", what, took, err)
	if client.CloseCode(err) != 1008 {
		t.Errorf("%s: %v", what, err)
	}
	if os.Getenv("MIRABILIA_QUIET") != "" && took >= 2*time.Second {
		t.Errorf("%s: the socket ended only after %v", what, took)
	}
}

// recoveredAt recovers an account at one node: at another one the sockets of its sessions and programs end, and links that were offered there are worth nothing.
func recoveredAt(t *testing.T, here, there *node) {
	t.Helper()
	ctx := context.Background()
	local := func(n *node) string { return strings.Replace("http://"+n.addr, "127.0.0.1", "localhost", 1) }
	o, err := client.Enter(ctx, local(there), everyRequest(), "guest")
	if err != nil {
		t.Fatal(err)
	}
	must := func(c *client.Client, path string, in, out any) {
		t.Helper()
		if err := c.Do(ctx, "POST", path, in, out); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
	}
	device := &peopletest.Device{Origin: local(there)}
	var begun api.Ceremony
	must(o, "/api/passkeys/register/begin", api.RegisterRequest{Name: "Fanni"}, &begun)
	made, err := device.Create(begun.Options)
	if err != nil {
		t.Fatal(err)
	}
	var codes api.CodeList
	must(o, "/api/passkeys/register/finish", api.CeremonyAnswer{Ceremony: begun.Ceremony, Response: made}, &codes)
	var tok api.Token
	must(o, "/api/tokens", api.NameRequest{Name: "Program"}, &tok)
	var link api.Link
	must(o, "/api/links", nil, &link)
	public, err := o.Create(ctx, api.CreateTable{Settings: api.Settings{Game: "duel", Seats: 2, Public: true}})
	if err != nil {
		t.Fatal(err)
	}
	program := &client.Client{Base: "http://" + there.addr, HTTP: everyRequest(), Token: tok.Token}
	socks := map[string]*client.Socket{}
	for what, c := range map[string]*client.Client{"a session": o, "a program": program} {
		if socks[what], err = c.Dial(ctx, public.Table.ID, -1); err != nil {
			t.Fatal(err)
		}
	}
	back := &client.Client{Base: local(here), HTTP: everyRequest()}
	start := time.Now()
	must(back, "/api/recover", api.RecoverRequest{Name: "Fanni", Code: codes.Codes[0]}, nil)
	for what, sock := range socks {
		ends(t, sock, what+" after a recovery elsewhere", start)
	}
	late := &client.Client{Base: local(there), HTTP: everyRequest()}
	var refused *client.Refused
	if err := late.Do(ctx, "POST", "/api/claims", api.ClaimRequest{Secret: strings.TrimPrefix(link.Path, "/signin#link=")}, nil); !errors.As(err, &refused) || refused.Why.Reason != "no_link" {
		t.Errorf("a link from before: %v", err)
	}
}

// TestNodesAreOne: sessions, names, tokens and tables of one node are those of all, with NATS and without it.
func TestNodesAreOne(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "")
	ctx := context.Background()
	a, b := w.nodes[0], w.nodes[1]
	soon(t, "the node is ready", func() bool { status, word := ready(t, b); return status == 200 && word == "ready\n" })
	p, err := client.Enter(ctx, "http://"+a.addr, everyRequest(), "Anna")
	if err != nil {
		t.Fatal(err)
	}
	snap, err := p.Create(ctx, api.CreateTable{Settings: api.Settings{Game: "duel", Seats: 2}})
	if err != nil {
		t.Fatal(err)
	}
	id := snap.Table.ID
	// The session opens a private table at once at another node.
	if snap, err := at(p, b).Look(ctx, id); err != nil || snap.Table.Places[0].Name != "Anna" {
		t.Fatalf("%+v, %v", snap, err)
	}
	if err := p.Do(ctx, "PATCH", "/api/session", api.NameRequest{Name: "Ágnes"}, nil); err != nil {
		t.Fatal(err)
	}
	soon(t, "the new name is known", func() bool {
		snap, err := at(p, b).Look(ctx, id)
		return err == nil && snap.Table.Places[0].Name == "Ágnes"
	})
	recoveredAt(t, a, b)
	// Tokens are revoked at a, with NATS, while a alone is cut off from it, and without NATS; a socket at b ends each time.
	degraded := func(n *node) {
		t.Helper()
		soon(t, "the node says that it is degraded", func() bool { status, word := ready(t, n); return status == 200 && strings.Contains(word, "degraded") })
	}
	for _, c := range []struct {
		what string
		do   func()
	}{
		{"with NATS", func() {}},
		{"cut off from NATS", func() { w.toNATS[0].Set(proxy.Cut); degraded(a) }},
		{"without NATS", func() {
			w.toNATS[0].Set(proxy.Pass)
			if err := w.nats.Kill(); err != nil {
				t.Fatal(err)
			}
			degraded(b)
		}},
	} {
		c.do()
		var token api.Token
		if err := p.Do(ctx, "POST", "/api/tokens", api.NameRequest{Name: "Program"}, &token); err != nil {
			t.Fatal(err)
		}
		program := &client.Client{Base: "http://" + b.addr, HTTP: everyRequest(), Token: token.Token}
		public, err := p.Create(ctx, api.CreateTable{Settings: api.Settings{Game: "duel", Seats: 2, Public: true}})
		if err != nil {
			t.Fatal(err)
		}
		sock, err := program.Dial(ctx, public.Table.ID, -1)
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		if err := p.Do(ctx, "DELETE", "/api/tokens/"+token.Person, nil, nil); err != nil {
			t.Fatal(err)
		}
		ends(t, sock, c.what, start)
	}
	// One of two sessions of a person ends, and nobody tells: its socket ends, and that of the other does not.
	db := w.store()
	defer db.Close()
	second := sha256.Sum256([]byte("second"))
	if _, err := db.Enter(ctx, store.Entrance{Person: p.Session.Person, Token: store.Token{Hash: second[:]}}); err != nil {
		t.Fatal(err)
	}
	device := &client.Client{Base: "http://" + b.addr, HTTP: everyRequest(), Token: "second"}
	var stays, goes *client.Socket
	if stays, err = at(p, b).Dial(ctx, id, -1); err == nil {
		goes, err = device.Dial(ctx, id, -1)
	}
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	if err := db.RemoveToken(ctx, p.Session.Person, second[:]); err != nil {
		t.Fatal(err)
	}
	ends(t, goes, "one of two sessions", start)
	if _, err := p.Command(ctx, id, api.Command{ID: "still here", Type: api.CommandChat, Data: api.CommandData{Text: "hi"}}); err != nil {
		t.Fatal(err)
	}
	for heard := ""; heard != api.MessageChat; {
		e, err := stays.Next(ctx)
		if err != nil {
			t.Fatalf("the socket of the other session: %v", err)
		}
		heard = e.Type
	}
	stays.Close()
	if err := w.nats.Launch(); err != nil {
		t.Fatal(err)
	}
	// A node that stops says so, goes on answering for a while, and asks those who are there to come back.
	sock, err := at(p, b).Dial(ctx, id, -1)
	if err != nil {
		t.Fatal(err)
	}
	last := int64(-1)
	if e, err := sock.Next(ctx); err == nil {
		last = e.Seq
	}
	if err := b.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	soon(t, "the node is draining", func() bool { status, word := ready(t, b); return status == 503 && word == "stopping\n" })
	if _, err := at(p, b).Look(ctx, id); err != nil {
		t.Errorf("while draining: %v", err)
	}
	for err == nil {
		_, err = sock.Next(ctx)
	}
	if client.CloseCode(err) != 1001 {
		t.Errorf("farewell: %v", err)
	}
	if sock, err = p.Dial(ctx, id, last); err != nil {
		t.Fatal(err)
	}
	if e, err := sock.Next(ctx); err != nil || e.Seq < last {
		t.Errorf("resumed at %+v, %v, after %d", e, err, last)
	}
	sock.Close()
	<-b.done
	// Without its database a node is not ready.
	for _, p := range w.toStore[0] {
		p.Set(proxy.Cut)
	}
	soon(t, "the node is not ready", func() bool { status, _ := ready(t, a); return status == 503 })
}
