package server

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"mirabilia/store"
)

// readiness knows whether the store can write. It asks at most once a second, and waits for the answer for a moment only: a
// disk that takes longer is not ready.
type readiness struct {
	store store.Store
	// damaged is set once anything that was asked of the store met damage.
	damaged atomic.Bool

	mu    sync.Mutex
	asked time.Time
	// pending is closed when the question that is being asked is answered; nil if none is.
	pending chan struct{}
	err     error
}

const (
	readyFor = time.Second
	// readyWait is how long an answer is waited for.
	readyWait = 800 * time.Millisecond
)

var errLate = errors.New("the disk takes too long")

func (r *readiness) check() error {
	if r.damaged.Load() {
		return store.ErrDamaged
	}
	r.mu.Lock()
	if r.pending == nil {
		if time.Since(r.asked) <= readyFor {
			defer r.mu.Unlock()
			return r.err
		}
		r.pending = make(chan struct{})
		go r.ask(r.pending)
	}
	pending := r.pending
	r.mu.Unlock()
	late := time.NewTimer(readyWait)
	defer late.Stop()
	select {
	case <-pending:
		r.mu.Lock()
		defer r.mu.Unlock()
		return r.err
	case <-late.C:
		return errLate
	}
}

func (r *readiness) ask(pending chan struct{}) {
	err := r.store.Ping(context.Background())
	if errors.Is(err, store.ErrDamaged) {
		r.damaged.Store(true)
	}
	r.mu.Lock()
	r.err, r.asked, r.pending = err, time.Now(), nil
	r.mu.Unlock()
	close(pending)
}

func (s *Server) alive(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "alive") }

func (s *Server) isReady(w http.ResponseWriter, _ *http.Request) {
	if s.closing.Load() || s.draining.Load() {
		http.Error(w, "stopping", http.StatusServiceUnavailable)
		return
	}
	switch err := s.ready.check(); {
	case errors.Is(err, errLate):
		http.Error(w, "cannot save: "+errLate.Error(), http.StatusServiceUnavailable)
	case err != nil:
		http.Error(w, "cannot save: "+s.told(err).Message, http.StatusServiceUnavailable)
	default:
		s.readyWord(w)
	}
}
