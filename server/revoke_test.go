package server_test

import (
	"context"
	"sync/atomic"
	"testing"

	"mirabilia/api"
	"mirabilia/server"
	"mirabilia/server/client"
	"mirabilia/store"
)

// between does something once between looking up a token and what is done with the answer.
type between struct {
	store.Store
	armed atomic.Bool
	do    func()
}

func (b *between) PersonByToken(ctx context.Context, hash []byte) (store.Person, int64, error) {
	p, seen, err := b.Store.PersonByToken(ctx, hash)
	if b.armed.CompareAndSwap(true, false) {
		b.do()
	}
	return p, seen, err
}

// A socket that is being opened while its token is revoked does not survive.
func TestSocketOpenedDuringRevocation(t *testing.T) {
	var b *between
	s := start(t, func(c *server.Config) {
		b = &between{Store: c.Store}
		c.Store = b
	})
	a := s.guest("Anna")
	var tok api.Token
	a.must("POST", "/api/tokens", api.NameRequest{Name: "Deep Anna"}, &tok)
	p := &guest{t: t, Client: &client.Client{Base: s.URL, Token: tok.Token}}
	id := table(t, "duel", a, p)
	b.do = func() { a.must("DELETE", "/api/tokens/"+tok.Person, nil, nil) }
	b.armed.Store(true)
	ctx := soon(t)
	sock, err := p.Dial(ctx, id, -1)
	if err != nil {
		t.Fatal(err)
	}
	defer sock.Close()
	for err == nil {
		_, err = sock.Read(ctx)
	}
	if code := client.CloseCode(err); code != 1008 {
		t.Errorf("the socket was closed with %d: %v", code, err)
	}
}

// Programs end with the session of their owner: nobody could revoke them afterwards.
func TestProgramsEndWithTheirOwner(t *testing.T) {
	s := start(t)
	a := s.guest("Anna")
	var tok api.Token
	a.must("POST", "/api/tokens", api.NameRequest{Name: "Deep Anna"}, &tok)
	p := &guest{t: t, Client: &client.Client{Base: s.URL, Token: tok.Token}}
	p.must("GET", "/api/session", nil, nil)
	a.must("DELETE", "/api/session", nil, nil)
	p.refused("GET", "/api/session", nil, 401, "no_session")
}
