package server

import (
	"context"
	"io"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"mirabilia/relay"
	"mirabilia/store"
	"mirabilia/table"
)

// watched is a store that others share, and which notes when it was asked about tokens.
type watched struct {
	store.Shared
	asked []time.Time
}

func (w *watched) WentBack() time.Duration { return 0 }

func (w *watched) Now(context.Context) (int64, error)              { return time.Now().UnixMilli(), nil }
func (w *watched) Outages(context.Context) ([]store.Outage, error) { return nil, nil }
func (w *watched) KnownTokens(_ context.Context, hashes [][]byte) (map[string]bool, error) {
	w.asked = append(w.asked, time.Now())
	known := map[string]bool{}
	for _, h := range hashes {
		known[string(h)] = true
	}
	return known, nil
}

func (w *watched) SharedKey(context.Context, string, []byte) ([]byte, error) { return nil, nil }

// away is a relay that is connected or not.
type away struct {
	relay.Relay
	connected bool
}

func (a away) Connected() bool { return a.connected }

// A session that another node ended, and could not tell of, is noticed within two seconds, by a clock that only the test moves. What then
// becomes of its sockets is shown by the tests of whole clusters.
func TestEndedSessionsAreNoticedInTime(t *testing.T) {
	for _, connected := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(context.Background())
			w := &watched{}
			s := &Server{cfg: Config{Relay: away{connected: connected}, Log: slog.New(slog.NewTextHandler(io.Discard, nil))}, clock: &storeClock{start: time.Now()},
				clients: clients{of: map[string]map[opened]struct{}{}}}
			s.clients.add(&client{person: table.Person{ID: "p"}, token: []byte("hash")})
			start := time.Now()
			go s.watch(ctx, w)
			time.Sleep(time.Minute)
			cancel()
			synctest.Wait()
			before := start
			for _, at := range append(w.asked, time.Now()) {
				if at.Sub(before) >= 2*time.Second {
					t.Errorf("connected %v: nobody looked between %v and %v", connected, before.Sub(start), at.Sub(start))
				}
				before = at
			}
		})
	}
}

// told is a relay that notes what is told to other nodes.
type told struct {
	away
	messages []relay.Message
}

func (t *told) Publish(m *relay.Message) { t.messages = append(t.messages, *m) }

// A change to a tournament is told to the pages of this node and to the other nodes, and what other nodes tell reaches the pages of this one that show it.
func TestTournamentsAreToldAcrossNodes(t *testing.T) {
	page := func(s *Server, id string) *live {
		c := &live{s: s, news: make(chan struct{}, 1)}
		s.lives.watch(c, id)
		return c
	}
	hears := func(c *live) bool {
		select {
		case <-c.news:
			return true
		default:
			return false
		}
	}
	wire := &told{}
	here, there := &Server{cfg: Config{Relay: wire}}, &Server{}
	for _, s := range []*Server{here, there} {
		s.tournamentViews.one("t1", 0)
		s.tournamentViews.one("t2", 0)
	}
	own, else1, far, else2 := page(here, "t1"), page(here, "t2"), page(there, "t1"), page(there, "t2")
	here.tournamentChanged("t1")
	if len(wire.messages) != 1 || wire.messages[0].Tournament != "t1" || wire.messages[0].Table != "" {
		t.Fatalf("%+v", wire.messages)
	}
	there.heard(&wire.messages[0])
	if !hears(own) || !hears(far) || hears(else1) || hears(else2) {
		t.Error("a page does not hear of what it shows, or hears of something else")
	}
	for _, s := range []*Server{here, there} {
		if s.tournamentViews.of["t1"] != nil || s.tournamentViews.of["t2"] == nil {
			t.Errorf("what was told before is told again, or something else is made anew: %v", s.tournamentViews.of)
		}
	}
	there.lives.watch(far, "")
	there.heard(&wire.messages[0])
	if hears(far) || len(there.lives.of) != 1 {
		t.Errorf("a page hears of what it does not show: %v", there.lives.of)
	}
}
