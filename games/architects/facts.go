package architects

import (
	"math/bits"

	"mirabilia/game"
)

// Queries of a state. None allocates, and all is public. Sets are bits by the numbers of the tables.

// NumPhases is how many kinds of decisions there are.
const NumPhases = int(numPhases)

// Turn returns the seat whose turn it is.
func (s *State) Turn() game.Seat { return s.turn }

// Wonder returns the wonder of a seat.
func (s *State) Wonder(seat game.Seat) Wonder { return s.players[seat].wonder }

// Built returns how many stages a seat has built.
func (s *State) Built(seat game.Seat) int { return bits.OnesCount8(s.players[seat].built) }

// Cards returns the cards in front of a seat.
func (s *State) Cards(seat game.Seat) Bag { return s.players[seat].cards }

// Tokens returns the progress tokens of a seat.
func (s *State) Tokens(seat game.Seat) Tokens { return s.players[seat].tokens }

// Shields returns the shields of a seat.
func (s *State) Shields(seat game.Seat) int { return s.players[seat].shields() }

// Points returns the points of a seat so far.
func (s *State) Points(seat game.Seat) int {
	n := 0
	for _, part := range s.parts(seat) {
		n += int(part)
	}
	return n
}

// Cat returns the holder of the cat pawn, or game.NoSeat.
func (s *State) Cat() game.Seat { return s.cat }

// Conflict returns how many conflict tokens are turned to battle, and how many there are.
func (s *State) Conflict() (flipped, total int) {
	return int(s.flipped), int(conflictTokens[s.seats])
}

// Spoils returns how many victory tokens a battle would give a seat now.
func (s *State) Spoils(seat game.Seat) int {
	shields := s.allShields()
	return s.spoils(seat, &shields)
}

// ExtraDraws returns how many cards the seat whose turn it is may still take by tokens.
func (s *State) ExtraDraws() int { return s.ready.Len() }

// Open returns the stages that a seat may build next, a bit each.
func (s *State) Open(seat game.Seat) uint8 {
	me := &s.players[seat]
	return stages[me.wonder][me.built].open
}

// IsBuilt reports whether a seat has built a stage.
func (s *State) IsBuilt(seat game.Seat, stage int) bool { return s.players[seat].built>>stage&1 != 0 }

// Missing returns how many more cards a seat needs for a stage.
func (s *State) Missing(seat game.Seat, stage int) int { return max(0, s.purse(seat).missing(stage)) }

// Horned returns the shields of a seat that the next battle uses up.
func (s *State) Horned(seat game.Seat) int { return (s.players[seat].cards & hornCards).Len() }

// StageCost returns how many resources a stage costs.
func StageCost(stage int) int { return costs[stage].count }

// IsStarred reports whether a stage carries the wonder's ability.
func IsStarred(w Wonder, stage int) bool { return wonders[w].starred>>stage&1 != 0 }

// Phase returns what the seat whose turn it is must decide: a number below NumPhases.
func (s *State) Phase() int { return int(s.phase) }

// BuiltSet returns the stages a seat has built, a bit each.
func (s *State) BuiltSet(seat game.Seat) uint8 { return s.players[seat].built }

// Tops returns the uppermost cards of a seat's left and right deck; NoCard where none is left.
func (s *State) Tops(seat game.Seat) (left, right Kind) {
	return s.top[s.leftDeck(seat)], s.top[s.rightDeck(seat)]
}

// Offered returns the progress tokens that lie face up, NoToken on empty places.
func (s *State) Offered() [faceUpPlaces]Token { return s.faceUp }

// Neighbours returns the neighbours of a seat: the left one, then the right one.
func (s *State) Neighbours(seat game.Seat) (left, right game.Seat) {
	return s.leftOf(seat), s.rightOf(seat)
}

// UnderTops returns the cards under the tops of a seat's left and right deck, in no order.
func (s *State) UnderTops(seat game.Seat) (left, right Bag) {
	return s.hidden[s.leftDeck(seat)], s.hidden[s.rightDeck(seat)]
}

// WondersOf returns the id of a seat's wonder. Unlike the other queries it allocates.
func (s *State) WondersOf(seat game.Seat) []string {
	return []string{wonders[s.players[seat].wonder].id}
}
