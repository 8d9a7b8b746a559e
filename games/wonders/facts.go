package wonders

import "mirabilia/game"

// Queries of a state. None allocates, and all is open to everyone but the hand, which only its seat may know.
// Sets are bits by the numbers of the tables.

// Sizes of the tables.
const (
	NumCards  = numCards
	NumBoards = int(numBoards)
	NumSides  = int(numSides) // the side not chosen yet is one
	MaxStages = maxStages
	NumKinds  = numRaw + numGoods
)

// NumAges and NumTurns are the ages of a game and the turns of an age.
const (
	NumAges  = numAges
	NumTurns = lastTurn + 1
)

// Power is what some stages do beyond giving something, as a set.
type Power = power

// The powers (docs/rules/wonders.md 9).
const (
	FreeColour = freeColour
	FreeFirst  = freeFirst
	FreeLast   = freeLast
	LastCard   = lastCard
	Digs       = digs
)

// AgeCards returns the cards of an age: from first up to, not including, end.
func AgeCards(age int) (first, end Card) { return firstOf[age], firstOf[age+1] }

// Copies returns how many copies of a card are in the deck with so many players; for a guild it is the chance to
// be there.
func (c Card) Copies(seats int) float64 {
	if c >= firstGuild {
		return float64(seats+2) / numGuilds
	}
	return float64(copies[seats][c])
}

// Age returns the running age, from 0.
func (s *State) Age() int { return int(s.age) }

// TurnsLeft returns how many cards a seat will still choose in an age.
func (s *State) TurnsLeft(age int) int {
	switch {
	case age > int(s.age):
		return NumTurns
	case age < int(s.age):
		return 0
	}
	return NumTurns - s.gone()
}

// Left returns the left neighbour.
func (s *State) Left(seat game.Seat) game.Seat { return game.Seat(s.leftOf(int(seat))) }

// Right returns the right neighbour.
func (s *State) Right(seat game.Seat) game.Seat { return game.Seat(s.rightOf(int(seat))) }

// Coins returns the coins of a seat.
func (s *State) Coins(seat game.Seat) int { return int(s.city[seat].coins) }

// Shields returns the strength of a seat in conflicts.
func (s *State) Shields(seat game.Seat) int { return s.city[seat].strength() }

// Signs returns the science symbols of a seat: compasses, gears, tablets and free choices.
func (s *State) Signs(seat game.Seat) (symbols [3]int, choices int) { return s.city[seat].signs() }

// SciencePoints returns what symbols and choices score.
func SciencePoints(symbols [3]int, choices int) int { return bestScience(symbols, choices) }

// Points returns the points of a seat by the cities as they are, those of its coins apart.
func (s *State) Points(seat game.Seat) int {
	points := 0
	for i, p := range s.parts(int(seat)) {
		if i != partCoins {
			points += p
		}
	}
	return points
}

// Stages returns the built stages of a seat's wonder, and all.
func (s *State) Stages(seat game.Seat) (done, all int) {
	c := &s.city[seat]
	return int(c.stages), int(numStages[c.board][c.side])
}

// StagePoints returns the points of the stage with a number, from 0.
func (s *State) StagePoints(seat game.Seat, k int) int {
	c := &s.city[seat]
	return int(stageEffect[c.board][c.side][k].vp)
}

// Powers returns those of the built stages of a seat.
func (s *State) Powers(seat game.Seat) Power { return s.powers(int(seat)) }

// Using returns the power that a seat is asked to use now: LastCard, Digs, or none.
func (s *State) Using(seat game.Seat) Power {
	switch {
	case seat != game.Seat(s.actor):
		return 0
	case s.phase == lastCardPhase:
		return LastCard
	case s.phase == digging:
		return Digs
	}
	return 0
}

// Price returns the least number of coins for which a seat could build a card now if it held it, whatever is
// in its purse. It is not ok if the card cannot be built at any price.
func (s *State) Price(seat game.Seat, card Card) (coins int, ok bool) {
	c := &s.city[seat]
	if c.built.meets(&sameName[card]) {
		return 0, false
	}
	if c.built.meets(&chainedBy[card]) {
		return 0, true
	}
	coins, ok = s.cheapest(int(seat), &cardNeed[card])
	return coins + int(bankPrice[card]), ok
}

// StagePrice returns the least number of coins for the stage with a number, from 0.
func (s *State) StagePrice(seat game.Seat, k int) (coins int, ok bool) {
	c := &s.city[seat]
	return s.cheapest(int(seat), &stageNeed[c.board][c.side][k])
}

// cheapest returns the least total of all payments: as much as possible goes to the cheaper side.
func (s *State) cheapest(seat int, n *need) (coins int, ok bool) {
	raw, goods, ok := s.trade(seat, n)
	if !ok || raw.buy|goods.buy == 0 {
		return 0, ok
	}
	price := s.city[seat].prices()
	fromLeft := raw.most
	if price.rawRight < price.rawLeft {
		fromLeft = raw.least
	}
	return price.rawLeft*fromLeft + price.rawRight*(raw.buy-fromLeft) + price.goods*goods.buy, true
}

// BuiltSet returns the cards of a city.
func (s *State) BuiltSet(seat game.Seat) [2]uint64 { return s.city[seat].built }

// Board returns the number of a seat's board, and of the side it plays.
func (s *State) Board(seat game.Seat) (board, side int) {
	c := &s.city[seat]
	return int(c.board), int(c.side)
}

// Turn returns the turn of the running age, from 0.
func (s *State) Turn() int { return int(s.turn) }

// Hand returns what a seat holds now, sorted; it must not be changed.
func (s *State) Hand(seat game.Seat) []Card { return s.hand(int(seat)) }

// Made returns how many units of each resource a city can make for itself, each counted as if the others were
// not asked for, and the most raw materials and goods it can make together.
func (s *State) Made(seat game.Seat) (each [NumKinds]int, raw, goods int) {
	own := &s.city[seat].own
	for k := range numRaw {
		x := 1 << k
		each[k] = int(own[x>>3] >> (x & 7 * 8) & 0xFF)
	}
	for k := range numGoods {
		each[numRaw+k] = int(own[2] >> (8 << k) & 0xFF)
	}
	return each, int(own[1] >> 56), int(own[2] >> 56)
}

// SplitPayment splits a move into what it does and the coins it pays each neighbour for it.
func SplitPayment(m game.Move) (does game.Move, left, right int) {
	p := paid(m)
	return unpaid(m), int(p.left), int(p.right)
}

// WondersOf returns the id of a seat's wonder. Unlike the other queries it allocates.
func (s *State) WondersOf(seat game.Seat) []string { return []string{boards[s.city[seat].board].id} }
