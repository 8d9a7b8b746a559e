package table

import (
	"sync"
	"testing"
	"testing/synctest"
)

// Everything is run once, one after the other on one goroutine, many at a time on many, of which a few are kept. After close none is left, or the
// test would fail as one that never ends.
func TestStacks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s stacks
		done := make(chan struct{}, 1)
		ran := 0
		for range 100 {
			s.run(func() { ran++ }, done)
		}
		if ran != 100 || len(s.free) != 1 {
			t.Errorf("of 100 tasks %d were run, on %d goroutines", ran, len(s.free))
		}
		gate := make(chan struct{})
		var callers sync.WaitGroup
		for range 2 * freeStacks {
			callers.Go(func() { s.run(func() { <-gate }, make(chan struct{}, 1)) })
		}
		synctest.Wait()
		if len(s.free) != 0 {
			t.Errorf("%d goroutines are free while all have something to do", len(s.free))
		}
		close(gate)
		callers.Wait()
		if len(s.free) != freeStacks {
			t.Errorf("%d goroutines are kept, want %d", len(s.free), freeStacks)
		}
		s.close()
	})
}
