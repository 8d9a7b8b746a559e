package server_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

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

// Once damage was met the server is not ready any more, whatever a later write says.
func TestDamageIsRemembered(t *testing.T) {
	var damaged atomic.Bool
	damaged.Store(true)
	s := start(t, func(c *server.Config) {
		c.Store = &stuck{c.Store, func() error {
			if damaged.Load() {
				return errors.Join(store.ErrDamaged, errors.New("page 7"))
			}
			return nil
		}}
	})
	for range 2 {
		if resp, text := fetch(t, s, "/readyz", nil); resp.StatusCode != 503 {
			t.Errorf("%d %s", resp.StatusCode, text)
		}
		damaged.Store(false)
		time.Sleep(1100 * time.Millisecond) // an answer is good for a second
	}
}
