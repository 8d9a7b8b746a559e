package dice

import "mirabilia/game"

// Redeal replaces what other seats decided in this round, which nobody else has seen, by random decisions, and
// the dice to come. Seats that have finished stay finished, and seats that must decide still must.
func (s *State) Redeal(viewer game.Seat, r *game.Rand) {
	if viewer == game.Open {
		return
	}
	if !s.over {
		for seat := range game.Seat(s.seats) {
			if seat == viewer {
				continue
			}
			finished := !s.owing.Has(seat)
			s.rewind(seat)
			if finished {
				for s.owing.Has(seat) {
					s.replay(seat, uint16(s.RandomMove(seat, r)))
				}
			} else {
				s.begin(seat, r)
			}
		}
	}
	s.stream.Reseed(r)
}

// RedealUnseen draws the dice to come anew. What was decided in this round, its seat knows.
func (s *State) RedealUnseen(r *game.Rand) { s.stream.Reseed(r) }

// begin lets a seat that still owes make some of its decisions of the round, or none, but not the last: that
// it owes does not tell how far it is.
func (s *State) begin(seat game.Seat, r *game.Rand) {
	for r.IntN(2) == 0 {
		before := s.players[seat]
		s.replay(seat, uint16(s.RandomMove(seat, r)))
		if !s.owing.Has(seat) {
			s.players[seat] = before
			s.owing |= game.SeatSet(seat)
			return
		}
	}
}
