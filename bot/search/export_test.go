package search

import (
	"hash/maphash"

	"mirabilia/game"
)

// Peek makes a search keep its tree by the true board, as a dishonest one would.
func Peek[S comparable, P game.State[S]](s *Search[S, P]) {
	seed := maphash.MakeSeed()
	s.reuse.asKnown = func(board *S, _ game.Seat) S { return *board }
	s.config.MoveKey = func(s *S) uint64 { return maphash.Comparable(seed, *s) }
}

// Kept returns how many visits the last search took over from earlier ones.
func Kept[S comparable, P game.State[S]](s *Search[S, P]) (visits int) {
	for _, stat := range s.workers[0].rootStats {
		visits += stat.before
	}
	return visits
}
