package wonders

import "mirabilia/game"

// The same as facts.go in the form that networks read: sets as bits by the numbers of the tables. All of it is
// open to everyone but the hand, which networks see on redealt states only.

// Sizes of the tables, for those who number features by them.
const (
	CardCount  = cardCount
	BoardCount = int(boardCount)
	SideCount  = int(sideCount) // the side not chosen yet is one
	MaxStages  = maxStages
	KindCount  = rawKinds + goodsKinds
)

// BuiltSet are the cards of a city.
func (s *State) BuiltSet(seat game.Seat) [2]uint64 { return s.city[seat].built }

// Board is the number of a seat's board, and of the side it plays.
func (s *State) Board(seat game.Seat) (board, side int) {
	c := &s.city[seat]
	return int(c.board), int(c.side)
}

// Turn is the turn of the running age, from 0.
func (s *State) Turn() int { return int(s.turn) }

// Hand is what a seat holds now, sorted; it must not be changed.
func (s *State) Hand(seat game.Seat) []Card { return s.hand(int(seat)) }

// Made is how many units of each resource a city can make for itself, each counted as if the others were
// not asked for, and the most raw materials and goods it can make together.
func (s *State) Made(seat game.Seat) (each [KindCount]int, raw, goods int) {
	own := &s.city[seat].own
	for k := range rawKinds {
		x := 1 << k
		each[k] = int(own[x>>3] >> (x & 7 * 8) & 0xFF)
	}
	for k := range goodsKinds {
		each[rawKinds+k] = int(own[2] >> (8 << k) & 0xFF)
	}
	return each, int(own[1] >> 56), int(own[2] >> 56)
}
