package duel

import "mirabilia/game"

// The same as lookup.go in the form that networks read: whole sets as bits, by the numbers of the tables. All
// of it lies open to both seats.

// Sizes of the tables, for those who number features by them.
const (
	CardCount   = numCards
	WonderCount = numWonders
	TokenCount  = int(numTokens)
	AskCount    = int(numAsks)
)

// CardSet are the cards of a city.
func (s *State) CardSet(seat game.Seat) [2]uint64 { return s.cities[seat&1].cards.and(everyCard) }

// BuiltSet are the wonders a seat has built.
func (s *State) BuiltSet(seat game.Seat) uint16 { return uint16(s.cities[seat&1].built) }

// UnbuiltSet are the wonders a seat can still build.
func (s *State) UnbuiltSet(seat game.Seat) uint16 { return uint16(s.cities[seat&1].unbuilt) }

// TokenSet are the progress tokens of a seat.
func (s *State) TokenSet(seat game.Seat) uint16 { return uint16(s.cities[seat&1].tokens) }

// BoardSet are the progress tokens on the board.
func (s *State) BoardSet() uint16 { return uint16(s.board) }

// PoolSet are the wonders that are drafted from now.
func (s *State) PoolSet() uint16 { return uint16(s.pool) }

// LootSet are the military tokens in place: two bits for those on the opponent's half, then two for those on
// the seat's own.
func (s *State) LootSet(seat game.Seat) uint8 {
	if seat == 0 {
		return s.loot
	}
	return s.loot>>2 | s.loot<<2&allLoots
}

// WonderPrice is what a wonder would cost a seat now.
func (s *State) WonderPrice(seat game.Seat, w Wonder) int { return s.cities[seat&1].wonderPrice(w) }

// CardPrice is what a card would cost a seat now.
func (s *State) CardPrice(seat game.Seat, c Card) int {
	printed, trade := s.cities[seat&1].cardPrice(c)
	return printed + trade
}

// Asked is the seat that decides, what it decides (a number below AskCount) and whether it will have
// another turn after this one.
func (s *State) Asked() (seat game.Seat, what int, again bool) {
	return game.Seat(s.active), int(s.ask), s.again
}

// FaceUp are the slots of the structure whose card can be seen, and those of them whose card can be taken.
func (s *State) FaceUp() (seen, open uint32) { return uint32(s.present & s.up), uint32(s.open & s.up) }

// CardAt is the card in a slot that FaceUp names.
func (s *State) CardAt(slot int) Card { return s.laid[s.age-1][slot] }
