package server

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"time"

	"mirabilia/store"
)

// readiness remembers for a moment whether the store can write, so that being asked costs nothing.
type readiness struct {
	store store.Store

	mu    sync.Mutex
	asked time.Time
	err   error
}

const readyFor = time.Second

func (r *readiness) check(ctx context.Context) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if time.Since(r.asked) > readyFor {
		r.err = r.store.Ping(ctx)
		r.asked = time.Now()
	}
	return r.err
}

func (s *Server) alive(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "alive") }

func (s *Server) isReady(w http.ResponseWriter, r *http.Request) {
	if s.closing.Load() {
		http.Error(w, "stopping", http.StatusServiceUnavailable)
		return
	}
	if err := s.ready.check(context.WithoutCancel(r.Context())); err != nil {
		http.Error(w, "cannot save: "+s.told(err).Message, http.StatusServiceUnavailable)
		return
	}
	fmt.Fprintln(w, "ready")
}
