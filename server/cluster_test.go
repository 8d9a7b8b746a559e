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
				clients: clients{of: map[string]map[*client]struct{}{}}}
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
