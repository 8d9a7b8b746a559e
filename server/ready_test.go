package server_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"mirabilia/api"
	"mirabilia/server"
	"mirabilia/store"
)

// stuck is a store whose disk does not answer, or answers with an error.
type stuck struct {
	store.Store
	ping func() error
}

func (s *stuck) Ping(context.Context) error { return s.ping() }

// A disk that does not answer is not waited for.
func TestReadyDoesNotWait(t *testing.T) {
	t.Parallel()
	gate := make(chan struct{})
	s := start(t, func(c *server.Config) { c.Store = &stuck{c.Store, func() error { <-gate; return nil }} })
	if resp, _ := fetch(t, s, "/readyz", nil); resp.StatusCode != 503 {
		t.Errorf("the disk does not answer: %d", resp.StatusCode)
	}
	close(gate)
	await(t, "ready", func() bool { resp, _ := fetch(t, s, "/readyz", nil); return resp.StatusCode == 200 })
}

// A balancer may always ask, whatever its address has asked for before.
func TestReadyIsNotLimited(t *testing.T) {
	s := start(t, func(c *server.Config) { c.Limits.Rate = 0.01 })
	for _, path := range []string{"/healthz", "/readyz"} {
		for range 10 {
			if resp, text := fetch(t, s, path, nil); resp.StatusCode != 200 {
				t.Fatalf("%s: %d %s", path, resp.StatusCode, text)
			}
		}
	}
}

// rotten is a store in which what lists show of one table is no JSON.
type rotten struct {
	store.Store
	id string
}

func (r *rotten) spoil(rows []store.Row, err error) ([]store.Row, error) {
	for i := range rows {
		if rows[i].ID == r.id {
			rows[i].Data = []byte(`{"id":`)
		}
	}
	return rows, err
}

func (r *rotten) List(ctx context.Context, q store.Query) ([]store.Row, error) {
	return r.spoil(r.Store.List(ctx, q))
}

func (r *rotten) OfPerson(ctx context.Context, person, status string, limit int) ([]store.Row, error) {
	return r.spoil(r.Store.OfPerson(ctx, person, status, limit))
}

// A damaged table is left out of lists, which show all others; it is logged and counted once.
func TestDamagedTablesAreLeftOut(t *testing.T) {
	var r *rotten
	var log bytes.Buffer
	s := start(t, func(c *server.Config) {
		r = &rotten{Store: c.Store}
		c.Store, c.Log = r, slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelError}))
	})
	a := s.guest("Anna")
	var ids []string
	for range 3 {
		snap, err := a.Create(t.Context(), api.CreateTable{Settings: api.Settings{Game: "duel", Seats: 2, Public: true}})
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, snap.Table.ID)
	}
	r.id = ids[1]
	for range 2 {
		for _, path := range []string{"/api/tables", "/api/me/tables"} {
			var list api.TableList
			a.must("GET", path, nil, &list)
			if len(list.Tables) != 2 || slices.ContainsFunc(list.Tables, func(x api.TableSummary) bool { return x.ID == r.id }) {
				t.Errorf("%s lists %d tables", path, len(list.Tables))
			}
		}
	}
	if n := strings.Count(log.String(), r.id); n != 1 {
		t.Errorf("logged %d times: %s", n, log.String())
	}
	if _, text := fetch(t, s, "/metrics", nil); !strings.Contains(string(text), "mirabilia_damaged_tables_total 1\n") {
		t.Error("it is not counted")
	}
}

// Damage that was met is no reason to be unready for ever: the store is asked again. Damage in one place is no reason at all.
func TestDamageIsNotRemembered(t *testing.T) {
	t.Parallel()
	var damage atomic.Pointer[error]
	say := func(err error) { damage.Store(&err) }
	s := start(t, func(c *server.Config) {
		c.Store = &stuck{c.Store, func() error { return *damage.Load() }}
		say(nil)
	})
	for _, c := range []struct {
		err    error
		status int
		word   string
	}{
		{errors.Join(store.ErrDamaged, errors.New("page 7")), 503, "cannot save"},
		{errors.Join(store.ErrDamagedSpot, errors.New("page 7")), 200, "ready, but something"},
		{nil, 200, "ready\n"},
	} {
		say(c.err)
		time.Sleep(1100 * time.Millisecond) // an answer is good for a second
		if resp, text := fetch(t, s, "/readyz", nil); resp.StatusCode != c.status || !strings.HasPrefix(string(text), c.word) {
			t.Errorf("%v: %d %s", c.err, resp.StatusCode, text)
		}
	}
}
