package duplicate

import (
	"fmt"

	"mirabilia/game"
	"mirabilia/games/duel"
)

// Valid checks what must hold in every state: both boards are valid and of one deal, their turns go by the seats that decide, and neither has run away from
// the other.
func (s *State) Valid() error {
	for i := range s.boards {
		b := &s.boards[i]
		if err := b.Valid(); err != nil {
			return fmt.Errorf("board %d: %w", i+1, err)
		}
		if s.given[i].how != playedOn && b.Owing() == 0 {
			return fmt.Errorf("board %d was over before it was given up", i+1)
		}
		// Seats take turns, and the first seat of each board has the first.
		if b.Owing() != 0 && !b.Owing().Has(game.Seat(s.turn[i]&1)) {
			return fmt.Errorf("after %d turns the other seat decides on board %d", s.turn[i], i+1)
		}
	}
	if !s.ended(0) && !s.ended(1) && max(s.turn[0], s.turn[1])-min(s.turn[0], s.turn[1]) > 1 {
		return fmt.Errorf("the boards are %d and %d turns on; neither may be more than one ahead", s.turn[0], s.turn[1])
	}
	return duel.ValidTwins(&s.boards[0], &s.boards[1])
}
