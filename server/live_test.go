package server_test

import (
	"encoding/json"
	"testing"

	"mirabilia/api"
	"mirabilia/server/client"
)

// hears demands that the next message of a page's socket names a tournament.
func hears(t *testing.T, sock *client.Socket, id string) {
	t.Helper()
	m, err := sock.Next(soon(t))
	if err != nil {
		t.Fatal(err)
	}
	var news api.LiveTournament
	if err := json.Unmarshal(m.Data, &news); err != nil || m.Type != api.MessageTournament || news.ID != id {
		t.Fatalf("%+v, %v; not of %s", m, err, id)
	}
}

// ends demands that a page's socket is closed with a code.
func ends(t *testing.T, sock *client.Socket, code int) {
	t.Helper()
	ctx := soon(t)
	var err error
	for err == nil {
		_, err = sock.Read(ctx)
	}
	if got := client.CloseCode(err); got != code {
		t.Errorf("closed with %d, not %d: %v", got, code, err)
	}
}

// TestLive: pages hear that the tournament which they show has changed, whoever has them open; they end with the session and with the server.
func TestLive(t *testing.T) {
	t.Parallel()
	s := start(t)
	gs := s.named("Anna", "Béla")
	a, b := gs[0], gs[1]
	id, other := a.announce(smallArena), a.announce(smallSwiss)
	visitor, _ := s.visitor()
	g := s.guest("Guest")
	dial := func(who *guest, id string) *client.Socket {
		t.Helper()
		sock, err := who.DialLive(soon(t), id)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(sock.Close)
		return sock
	}
	pages := []*client.Socket{dial(visitor, id), dial(g, id), dial(a, id)}
	for _, p := range pages {
		hears(t, p, id) // what changed before it was watched
	}
	for _, one := range gs {
		one.wants(id, api.WantPlay)
		for _, p := range pages {
			hears(t, p, id)
		}
	}
	// What was drawn is told, and that the tables are open.
	a.doTo(id, api.TournamentDeed{Do: api.DoStart})
	for _, p := range pages {
		hears(t, p, id)
	}
	// Another page, another tournament; of the first one nothing more is told.
	data, err := json.Marshal(api.LiveWatch{Tournament: other})
	if err != nil {
		t.Fatal(err)
	}
	page := pages[2]
	if err := page.Write(t.Context(), data); err != nil {
		t.Fatal(err)
	}
	for m := id; m != other; {
		e, err := page.Next(soon(t))
		if err != nil {
			t.Fatal(err)
		}
		var news api.LiveTournament
		if err := json.Unmarshal(e.Data, &news); err != nil {
			t.Fatal(err)
		}
		m = news.ID
	}
	b.wants(id, api.WantRest)
	b.wants(other, api.WantPlay)
	hears(t, page, other)
	// What is no message ends the socket, and a session that ends does.
	if err := pages[0].Write(t.Context(), []byte(`{"tournament": 1}`)); err != nil {
		t.Fatal(err)
	}
	ends(t, pages[0], 1008)
	g.must("DELETE", "/api/session", nil, nil)
	ends(t, pages[1], 1008)
	s.srv.Close()
	ends(t, page, 1001)
}
