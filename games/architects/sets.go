package architects

import "mirabilia/game"

// The same as know.go in the form that networks read. All of it is public.

// PhaseCount is how many kinds of decisions there are, for those who number features by them.
const PhaseCount = int(phases)

// Phase is what the seat whose turn it is must decide: a number below PhaseCount.
func (s *State) Phase() int { return int(s.phase) }

// BuiltSet are the stages a seat has built, a bit each.
func (s *State) BuiltSet(seat game.Seat) uint8 { return s.players[seat].built }

// Tops are the uppermost cards of a seat's left and right deck; NoCard where none is left.
func (s *State) Tops(seat game.Seat) (left, right Kind) {
	return s.top[s.leftDeck(seat)], s.top[s.rightDeck(seat)]
}

// Offered are the progress tokens that lie face up, NoToken on empty places.
func (s *State) Offered() [faceUpPlaces]Token { return s.faceUp }

// Neighbours of a seat: the left one, then the right one.
func (s *State) Neighbours(seat game.Seat) (left, right game.Seat) {
	return s.leftOf(seat), s.rightOf(seat)
}

// Below are the cards under the tops of a seat's left and right deck, in no order.
func (s *State) Below(seat game.Seat) (left, right Bag) {
	return s.hidden[s.leftDeck(seat)], s.hidden[s.rightDeck(seat)]
}
