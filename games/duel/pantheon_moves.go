package duel

import (
	"math/bits"

	"mirabilia/game"
)

func (set offerings) len() int { return bits.OnesCount8(uint8(set)) }

// offeringSubsets are the sets of offering tokens that can be used of those held, by number.
var offeringSubsets = func() (table [1 << numOfferings][1 << numOfferings]offerings) {
	for held := range table {
		n := 0
		for set := range offerings(1 << numOfferings) {
			if set&^offerings(held) == 0 {
				table[held][n] = set
				n++
			}
		}
	}
	return table
}()

// usable reports whether a seat with some coins can activate for a cost with a set of offering tokens: it must
// be enough, and no token wasted.
func usable(set offerings, cost, funds int) bool {
	return cost-offeringValue[set] <= funds && useful(set, cost)
}

// useful reports whether every token of a set lowers the cost: without the smallest it must still be more than
// nothing (docs/rules/pantheon.md 15.30).
func useful(set offerings, cost int) bool {
	if set == 0 {
		return true
	}
	smallest := set & -set
	return offeringValue[set&^smallest] < cost
}

// withinReach returns the spaces whose card a seat can activate with all its means, a bit each: the nearest ones,
// as far as its coins go, and the Gate if they go twice as far.
func (s *State) withinReach(me uint8) uint8 {
	c := &s.cities[me]
	means := c.funds() + offeringValue[c.offerings] + int(c.built>>theSanctuary&1)*sanctuaryCoins
	reach := s.pan.filled & spacesWithin[me&1][min(means, farthestCost)]
	if gate := s.pan.gateAt; gate&reach != 0 && gateFactor*activationCost(me, bits.TrailingZeros8(gate)) > means {
		reach &^= gate
	}
	return reach
}

// spacesWithin are the spaces that cost a seat at most some coins, a bit each.
var spacesWithin = func() (table [2][farthestCost + 1]uint8) {
	for seat := range table {
		for coins := range table[seat] {
			for space, cost := range activationCosts[seat] {
				if int(cost) <= coins {
					table[seat][coins] |= 1 << space
				}
			}
		}
	}
	return table
}()

// activation returns what activating a card of the Pantheon costs a seat before offering tokens (docs/rules/pantheon.md 6): the
// Gate doubles the printed cost, then the Sanctuary takes 2 off.
func (s *State) activation(seat uint8, space int) int {
	cost := activationCost(seat, space)
	if s.pan.gateAt>>space&1 != 0 {
		cost *= gateFactor
	}
	if s.cities[seat].built.has(theSanctuary) {
		cost -= sanctuaryCoins
	}
	return cost
}

// activationMoves returns the legal activations (docs/rules/pantheon.md 4, action 4).
func (s *State) activationMoves(me uint8, buf []game.Move) []game.Move {
	c := &s.cities[me]
	for left := s.withinReach(me); left != 0; left &= left - 1 {
		space := bits.TrailingZeros8(left)
		g := uint8(s.pan.spaces[space])
		if c.offerings == 0 {
			buf = append(buf, pack(moveActivate, g, 0, 0))
			continue
		}
		cost := s.activation(me, space)
		for _, set := range offeringSubsets[c.offerings][:1<<c.offerings.len()] {
			if usable(set, cost, c.funds()) {
				buf = append(buf, pack(moveActivate, g, uint8(set), 0))
			}
		}
	}
	return buf
}

// drawTurnWithGods draws a main action as drawTurn does, with the activations among them.
func (s *State) drawTurnWithGods(me uint8, r *game.Rand) game.Move {
	c := &s.cities[me]
	reach := s.withinReach(me)
	funds := c.funds()
	cards, held := s.open.len(), c.offerings.len()
	onCards := cards * (2 + c.unbuilt.len())
	all := onCards + bits.OnesCount8(reach)<<held
	for {
		guess, fair := game.Scale(uint32(r.Uint64()>>32), uint32(all))
		if !fair {
			continue
		}
		if guess < onCards {
			action := guess * reciprocal[cards] >> 16
			if m := s.tryAction(c, action, s.open.nth(guess-action*cards), funds); m != 0 {
				return m
			}
			continue
		}
		guess -= onCards
		space := bits.TrailingZeros16(nthBit(uint16(reach), guess>>held))
		set := offeringSubsets[c.offerings][guess&(1<<held-1)]
		if held == 0 || usable(set, s.activation(me, space), funds) {
			return pack(moveActivate, uint8(s.pan.spaces[space]), uint8(set), 0)
		}
	}
}

// reciprocal divides small numbers by the number of open cards: n/d is n*reciprocal[d]>>16.
var reciprocal = func() (table [numSlots + 1]int) {
	for d := 1; d < len(table); d++ {
		table[d] = 1<<16/d + 1
	}
	return table
}()

// pantheonMoves lists the answers to a choice of the expansion.
func (s *State) pantheonMoves(me uint8, buf []game.Move) []game.Move {
	p, c, o := &s.pan, &s.cities[me], &s.cities[1-me]
	switch s.ask {
	case askUncover:
		return s.slotMoves(moveUncover, s.open&^s.up&p.marked, buf)
	case askPlace:
		for set := p.top(p.placed, 2); set != 0; set &= set - 1 {
			for empty := p.emptySpaces(); empty != 0; empty &= empty - 1 {
				buf = append(buf, pack(movePlace, uint8(set.first()), uint8(bits.TrailingZeros16(empty)), 0))
			}
		}
	case askEnki:
		return tokenMoves(p.onEnki, buf)
	case askNisaba:
		return cardMoves(moveNisaba, o.cards.and(ofColour[Green]), buf)
	case askBaal:
		return cardMoves(moveBaal, o.cards.and(goodsCards), buf)
	case askZeus:
		return s.slotMoves(moveZeus, s.present, buf)
	case askAnubis:
		return wonderMoves(moveAnubis, c.built|o.built, buf)
	case askIsis:
		for set := c.unbuilt; set != 0; set &= set - 1 {
			for pile := s.discard; !pile.empty(); {
				card := pile.first()
				pile.remove(card)
				buf = append(buf, pack(moveIsis, uint8(set.first()), uint8(card), 0))
			}
		}
	case askRa:
		return wonderMoves(moveRa, o.unbuilt, buf)
	case askMinerva:
		for at := range uint8(2*capital + 1) {
			if int8(at)-capital != s.pawn {
				buf = append(buf, pack(moveMinerva, at, 0, 0))
			}
		}
	case askNeptuneRemove, askNeptuneApply:
		for set := s.loot; set != 0; set &= set - 1 {
			buf = append(buf, pack(moveNeptune, uint8(bits.TrailingZeros8(set)), 0, 0))
		}
	case askGate:
		return godMoves(p.shown, buf)
	case askDeck:
		for set := p.decksLeft(); set != 0; set &= set - 1 {
			buf = append(buf, pack(moveDeck, uint8(bits.TrailingZeros16(set)), 0, 0))
		}
	case askDivinity:
		return godMoves(p.top(p.deck, godsPerDeck), buf)
	case askOrder:
		rest := p.top(p.deck, godsPerDeck)
		first := rest.first()
		second := rest.without(first).first()
		return append(buf, pack(moveOrder, uint8(first), uint8(second), 0), pack(moveOrder, uint8(second), uint8(first), 0))
	}
	return buf
}

func (s *State) slotMoves(k kind, set slots, buf []game.Move) []game.Move {
	for ; set != 0; set &= set - 1 {
		buf = append(buf, pack(k, placeOf[s.age-1][set.first()], 0, 0))
	}
	return buf
}

func godMoves(set godSet, buf []game.Move) []game.Move {
	for ; set != 0; set &= set - 1 {
		buf = append(buf, pack(moveGod, uint8(set.first()), 0, 0))
	}
	return buf
}

// pantheonDraw draws an answer to a choice of the expansion.
func (s *State) pantheonDraw(me uint8, r *game.Rand) game.Move {
	p, c, o := &s.pan, &s.cities[me], &s.cities[1-me]
	switch s.ask {
	case askUncover:
		set := s.open &^ s.up & p.marked
		return pack(moveUncover, placeOf[s.age-1][set.nth(r.IntN(set.len()))], 0, 0)
	case askPlace:
		drawn, empty := uint16(p.top(p.placed, 2)), p.emptySpaces()
		g, space := drawTwo(r, uint32(bits.OnesCount16(drawn)), uint32(bits.OnesCount16(empty)))
		return pack(movePlace, uint8(bits.TrailingZeros16(nthBit(drawn, g))), uint8(bits.TrailingZeros16(nthBit(empty, space))), 0)
	case askEnki:
		return pack(moveToken, uint8(drawBit(r, uint16(p.onEnki))), 0, 0)
	case askNisaba:
		return pack(moveNisaba, uint8(drawCard(r, o.cards.and(ofColour[Green]))), 0, 0)
	case askBaal:
		return pack(moveBaal, uint8(drawCard(r, o.cards.and(goodsCards))), 0, 0)
	case askZeus:
		return pack(moveZeus, placeOf[s.age-1][s.present.nth(r.IntN(s.present.len()))], 0, 0)
	case askAnubis:
		return pack(moveAnubis, uint8(drawBit(r, uint16(c.built|o.built))), 0, 0)
	case askIsis:
		w := drawBit(r, uint16(c.unbuilt))
		return pack(moveIsis, uint8(w), uint8(drawCard(r, s.discard)), 0)
	case askRa:
		return pack(moveRa, uint8(drawBit(r, uint16(o.unbuilt))), 0, 0)
	case askMinerva:
		at := r.IntN(2 * capital)
		if at >= int(s.pawn)+capital {
			at++
		}
		return pack(moveMinerva, uint8(at), 0, 0)
	case askNeptuneRemove, askNeptuneApply:
		return pack(moveNeptune, uint8(drawBit(r, uint16(s.loot))), 0, 0)
	case askGate:
		return pack(moveGod, uint8(drawBit(r, uint16(p.shown))), 0, 0)
	case askDeck:
		return pack(moveDeck, uint8(drawBit(r, p.decksLeft())), 0, 0)
	case askDivinity:
		return pack(moveGod, uint8(drawBit(r, uint16(p.top(p.deck, godsPerDeck)))), 0, 0)
	case askOrder:
		rest := p.top(p.deck, godsPerDeck)
		top := God(drawBit(r, uint16(rest)))
		return pack(moveOrder, uint8(top), uint8(rest.without(top).first()), 0)
	}
	return 0
}
