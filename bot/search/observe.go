package search

import (
	"context"

	"mirabilia/game"
)

// Observe returns the chances of every seat as a viewer sees them that knows what all seats know together (every hand), but
// no future deal. It is for studying a finished game, never for playing. It returns nil if no seat has a choice.
func (s *Search[S, P]) Observe(ctx context.Context, b game.Board) []float64 {
	board := b.(P)
	w := s.workers[0]
	for set := board.Owing(); set != 0; set = set.Without(set.First()) {
		seat := set.First()
		if s.moves = append(s.moves[:0], w.candidates(board, seat)...); len(s.moves) == 1 {
			continue
		}
		s.wake()
		s.reuse.set = false
		withdrawn := committed[S, P](board, seat)
		for _, w := range s.workers {
			w.start(board, seat, withdrawn, s.moves, history{}, false)
			w.allHands = true
		}
		s.run(ctx)
		for _, w := range s.workers {
			w.allHands = false
		}
		chances := make([]float64, w.seats)
		s.chances(s.best(), chances)
		return chances
	}
	return nil
}
