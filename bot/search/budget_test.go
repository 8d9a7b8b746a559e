package search

import (
	"sync"
	"testing"

	"mirabilia/game"
)

// TestSharedMemory: many searches side by side never hold more than they may together, the tree that rested longest
// goes first, and what is released is free again.
func TestSharedMemory(t *testing.T) {
	const limit = 1 << 20
	shared := NewSharedMemory(limit)
	config := plain[nim](2)
	config.Params.RolloutMoves = 10
	config.MoveKey = func(s *nim) uint64 { return uint64(s.pile)<<8 | uint64(s.turn) }
	searches := make([]*Search[nim, *nim], 12)
	for i := range searches {
		searches[i] = New[nim](config, Budget{Simulations: 3000, Shared: shared}, game.NumberSeed(uint64(i)))
	}
	board := nim{pile: 1 << 16, n: 2}
	most := 0
	for i, s := range searches {
		s.Choose(&board, 0)
		stats := shared.Stats()
		most = max(most, stats.Bytes)
		if stats.Bytes > limit || stats.Resting+stats.Dropped != i+1 {
			t.Fatalf("after %d searches: %+v", i+1, stats)
		}
	}
	if stats := shared.Stats(); stats.Dropped == 0 || most < limit/2 {
		t.Fatalf("nothing had to be dropped: %+v", stats)
	}
	if searches[0].workers[0].tree.nodes != nil || searches[len(searches)-1].workers[0].tree.nodes == nil {
		t.Error("not the oldest tree was dropped")
	}
	// A dropped search goes on; several at once keep to the limit, too.
	var wg sync.WaitGroup
	for _, s := range searches[:4] {
		wg.Go(func() {
			for range 3 {
				s.Choose(&board, 0)
				if n := shared.Stats().Bytes; n > limit {
					t.Errorf("%d bytes of %d are held", n, limit)
				}
			}
		})
	}
	wg.Wait()
	for _, s := range searches {
		s.Release()
	}
	if stats := shared.Stats(); stats.Bytes != 0 || stats.Resting != 0 {
		t.Errorf("after all were released: %+v", stats)
	}
}
