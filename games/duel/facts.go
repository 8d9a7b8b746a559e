package duel

import (
	"math/bits"

	"mirabilia/game"
)

// Queries of a state. None of them allocates, and all of what they say is open to both seats. Sets are bits by
// the numbers of the tables.

// Sizes of the tables.
const (
	NumCards   = numCards
	NumSlots   = numSlots
	NumWonders = numWonders
	NumTokens  = int(numTokens)
	NumAsks    = int(numAsks)
)

// How a supremacy is won: different symbols, or the pawn's way to the capital.
const (
	SymbolsToWin = symbolsToWin
	CapitalAt    = capital
)

// Shields returns those of a card.
func (c Card) Shields() int { return int(cardTable[c].shields) }

// Symbol returns the symbol of a card, and false if it has none.
func (c Card) Symbol() (Symbol, bool) { return cardTable[c].symbol, cardTable[c].class == scholar }

// Shields returns those of a wonder.
func (w Wonder) Shields() int { return int(wonders[w].shields) }

// Cards is a set of cards, by their bits.
type Cards = cardSet

// City is what a seat has, to be compared.
type City = city

// City returns what a seat has.
func (s *State) City(seat game.Seat) *City { return &s.cities[seat&1] }

// Age is 1 to 3, or 0 during the draft of the base game.
func (s *State) Age() int { return int(s.age) }

// CardsLeft returns how many cards the structure still holds.
func (s *State) CardsLeft() int { return s.present.len() }

// Score returns a seat's points as if the game ended now. It is the sum of what scoreCity finds, without the score sheet.
func (s *State) Score(seat game.Seat) int {
	c, o := &s.cities[seat&1], &s.cities[1-seat&1]
	sum := c.points.of(Blue) + c.points.of(Green) + c.points.of(Yellow) + c.wonderVP() + c.progressVP() + int(c.coins/3)
	if c.count.of(Purple) > 0 {
		sum += c.guildVP(o)
	}
	sum += int(militaryVP[max(0, s.Lead(seat))])
	if s.pantheon {
		var parts [game.MaxCategories]int16
		c.scorePantheon(&parts)
		sum += int(parts[scoreTemples] + parts[scoreDivinities] + parts[scoreProgress])
	}
	return sum
}

// Coins returns what a seat can pay with.
func (s *State) Coins(seat game.Seat) int { return s.cities[seat&1].funds() }

// Lead returns how far the conflict pawn is towards the seat's opponent; negative on the seat's own half.
func (s *State) Lead(seat game.Seat) int { return int(s.lead(uint8(seat) & 1)) }

// Symbols returns how many different science symbols a seat has.
func (s *State) Symbols(seat game.Seat) int { return bits.OnesCount8(s.cities[seat&1].symbols) }

// SymbolSet returns the different science symbols of a seat.
func (s *State) SymbolSet(seat game.Seat) uint8 { return s.cities[seat&1].symbols }

// Made returns a seat's fixed production of a resource.
func (s *State) Made(seat game.Seat, r Resource) int { return s.cities[seat&1].made.of(r) }

// Price returns what a seat pays for one unit of a resource.
func (s *State) Price(seat game.Seat, r Resource) int { return s.cities[seat&1].price.of(r) }

// Choices returns the producers of a raw material and of a manufactured good of choice that a seat has.
func (s *State) Choices(seat game.Seat) (raw, manufactured int) {
	c := &s.cities[seat&1]
	return int(c.raw), int(c.manuf)
}

// Has reports whether a seat holds a progress token.
func (s *State) Has(seat game.Seat, t Token) bool { return s.cities[seat&1].tokens.has(t) }

// Unbuilt calls for each wonder a seat can still build, with its points and what it would cost now.
func (s *State) Unbuilt(seat game.Seat, each func(w Wonder, vp, cost int)) {
	c := &s.cities[seat&1]
	for set := c.unbuilt; set != 0; set &= set - 1 {
		w := set.first()
		each(w, int(wonders[w].vp), c.wonderPrice(w))
	}
}

// CardSet returns the cards of a city.
func (s *State) CardSet(seat game.Seat) [2]uint64 { return s.cities[seat&1].cards.and(everyCard) }

// BuiltSet returns the wonders a seat has built.
func (s *State) BuiltSet(seat game.Seat) uint16 { return uint16(s.cities[seat&1].built) }

// UnbuiltSet returns the wonders a seat can still build.
func (s *State) UnbuiltSet(seat game.Seat) uint16 { return uint16(s.cities[seat&1].unbuilt) }

// TokenSet returns the progress tokens of a seat.
func (s *State) TokenSet(seat game.Seat) uint16 { return uint16(s.cities[seat&1].tokens) }

// BoardSet returns the progress tokens on the board.
func (s *State) BoardSet() uint16 { return uint16(s.board) }

// PoolSet returns the wonders that are drafted from now.
func (s *State) PoolSet() uint16 { return uint16(s.pool) }

// LootSet returns the military tokens in place: two bits for those on the opponent's half, then two for those on
// the seat's own.
func (s *State) LootSet(seat game.Seat) uint8 {
	if seat == 0 {
		return s.loot
	}
	return s.loot>>2 | s.loot<<2&allLoots
}

// WonderPrice returns what a wonder would cost a seat now.
func (s *State) WonderPrice(seat game.Seat, w Wonder) int { return s.cities[seat&1].wonderPrice(w) }

// CardPrice returns what a card would cost a seat now.
func (s *State) CardPrice(seat game.Seat, c Card) int {
	printed, trade := s.cities[seat&1].cardPrice(c)
	return printed + trade
}

// CardPrices writes down what some cards would cost a seat now.
func (s *State) CardPrices(seat game.Seat, list []Card, prices []uint8) {
	s.cities[seat&1].cardPrices(list, prices)
}

// WonderPrices writes down what the unbuilt wonders of a seat would cost it now.
func (s *State) WonderPrices(seat game.Seat, prices *[NumWonders]uint8) {
	s.cities[seat&1].wonderPrices(prices)
}

// InTurn reports whether the seat that decides has its turn, in which it takes a card of the structure.
func (s *State) InTurn() bool { return s.ask == askTurn }

// Build returns the move that builds a card.
func Build(c Card) game.Move { return pack(moveBuild, uint8(c), 0, 0) }

// Asked returns the seat that decides, what it decides (a number below NumAsks) and whether it will have
// another turn after this one.
func (s *State) Asked() (seat game.Seat, what int, again bool) {
	return game.Seat(s.active), int(s.ask), s.again
}

// FaceUp returns the slots of the structure whose card can be seen, and those of them whose card can be taken.
func (s *State) FaceUp() (seen, open uint32) { return uint32(s.present & s.up), uint32(s.open & s.up) }

// CardAt returns the card in a slot that FaceUp names.
func (s *State) CardAt(slot int) Card { return s.laid[s.age-1][slot] }

// WondersOf returns the ids of the wonders that a seat has built. Unlike the other queries it allocates.
func (s *State) WondersOf(seat game.Seat) (ids []string) {
	for built := s.BuiltSet(seat); built != 0; built &= built - 1 {
		ids = append(ids, wonders[bits.TrailingZeros16(built)].id)
	}
	return ids
}
