package duel

import (
	"math/bits"

	"mirabilia/game"
)

// What players that are programs ask of a state. None of it allocates, and all of it lies open to both
// seats.

// Age is 1 to 3, or 0 during the draft of the base game.
func (s *State) Age() int { return int(s.age) }

// CardsLeft is how many cards the structure still holds.
func (s *State) CardsLeft() int { return s.present.len() }

// Score is a seat's points as if the game ended now.
func (s *State) Score(seat game.Seat) int {
	var parts [game.MaxCategories]int16
	s.scoreCity(uint8(seat)&1, &parts)
	sum := 0
	for _, p := range parts {
		sum += int(p)
	}
	return sum
}

// Coins is what a seat can pay with.
func (s *State) Coins(seat game.Seat) int { return s.cities[seat&1].funds() }

// Lead is how far the conflict pawn stands towards the seat's opponent; negative on the seat's own half.
func (s *State) Lead(seat game.Seat) int { return int(s.lead(uint8(seat) & 1)) }

// Symbols is how many different scientific symbols a seat has.
func (s *State) Symbols(seat game.Seat) int { return bits.OnesCount8(s.cities[seat&1].symbols) }

// Made is a seat's fixed production of a resource.
func (s *State) Made(seat game.Seat, r Resource) int { return s.cities[seat&1].made.of(r) }

// Price is what a seat pays for one unit of a resource.
func (s *State) Price(seat game.Seat, r Resource) int { return s.cities[seat&1].price.of(r) }

// Choices are the producers of a raw material and of a manufactured good of choice that a seat has.
func (s *State) Choices(seat game.Seat) (raw, manufactured int) {
	c := &s.cities[seat&1]
	return int(c.raw), int(c.manuf)
}

// Has tells whether a seat holds a progress token.
func (s *State) Has(seat game.Seat, t Token) bool { return s.cities[seat&1].tokens.has(t) }

// Unbuilt calls for each wonder a seat can still build, with its points and what it would cost now.
func (s *State) Unbuilt(seat game.Seat, each func(w Wonder, vp, cost int)) {
	c := &s.cities[seat&1]
	for set := c.unbuilt; set != 0; set &= set - 1 {
		w := set.first()
		each(w, int(wonders[w].vp), c.wonderPrice(w))
	}
}

// Threat is the most that a seat could do at once if the turn were its own: how far the pawn would go by a
// card, wonder or divinity it can pay, and whether one it can pay would bring the sixth symbol.
func (s *State) Threat(seat game.Seat) (steps int, science bool) {
	c := &s.cities[seat&1]
	if s.age == 0 {
		return 0, false
	}
	funds := c.funds()
	laid := &s.laid[s.age-1]
	five := bits.OnesCount8(c.symbols) == symbolsToWin-1
	for set := s.open & s.up; set != 0; set &= set - 1 {
		card := laid[set.first()]
		f := &cardTable[card]
		fresh := five && f.class == scholar && c.symbols>>f.symbol&1 == 0
		if f.class != soldier && !fresh {
			continue
		}
		if printed, trade := c.cardPrice(card); printed+trade > funds {
			continue
		}
		science = science || fresh
		if f.class == soldier {
			n := int(f.shields)
			if c.tokens.has(Strategy) {
				n++
			}
			steps = max(steps, n)
		}
	}
	for set := c.unbuilt; set != 0; set &= set - 1 {
		w := set.first()
		if n := int(wonders[w].shields); n > steps && c.wonderPrice(w) <= funds {
			steps = n
		}
	}
	if s.activable() && !science {
		return s.godThreat(uint8(seat)&1, steps, five)
	}
	return steps, science
}
