package table

import (
	"testing"
	"testing/synctest"
)

// Everything is run once, one after the other on one goroutine, many at a time on many, of which a few are kept. After close none is left, or the
// test would fail as one that never ends.
func TestStacks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s stacks
		turn := make(chan struct{}, 1)
		ran := 0
		for range 100 {
			turn <- struct{}{}
			s.start(func() { ran++ }, turn)
		}
		synctest.Wait()
		if ran != 100 || len(s.free) != 1 {
			t.Errorf("of 100 tasks %d were run, on %d goroutines", ran, len(s.free))
		}
		gate := make(chan struct{})
		turns := make(chan struct{}, 2*freeStacks)
		for range 2 * freeStacks {
			turns <- struct{}{}
			s.start(func() { <-gate }, turns)
		}
		synctest.Wait()
		if len(s.free) != 0 {
			t.Errorf("%d goroutines are free while all have something to do", len(s.free))
		}
		close(gate)
		synctest.Wait()
		if len(s.free) != freeStacks || len(turns) != 0 {
			t.Errorf("%d goroutines are kept, want %d; %d turns are not over", len(s.free), freeStacks, len(turns))
		}
		s.close()
	})
}
