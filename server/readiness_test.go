package server

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"mirabilia/store"
)

// silent is a store whose disk answers only when the gate opens.
type silent struct {
	store.Store
	gate chan struct{}
}

func (s *silent) Ping(context.Context) error { <-s.gate; return store.ErrFull }

// A balancer is answered within a second, by a clock that only the test moves, even while the disk is silent.
func TestReadyAnswersWithinASecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &silent{gate: make(chan struct{})}
		r := &readiness{store: s}
		start := time.Now()
		for range 3 {
			if err := r.check(); !errors.Is(err, errLate) {
				t.Errorf("the disk does not answer: %v", err)
			}
		}
		if took := time.Since(start); took > 3*time.Second {
			t.Errorf("three answers took %v", took)
		}
		close(s.gate)
		synctest.Wait()
		if err := r.check(); !errors.Is(err, store.ErrFull) {
			t.Errorf("the disk answered: %v", err)
		}
	})
}
