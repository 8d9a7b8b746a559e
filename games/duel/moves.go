package duel

import (
	"math/bits"

	"mirabilia/game"
)

// Moves lists what the deciding seat may do: in a turn card by card in the order of the slots (build,
// discard, each wonder), in a choice in the order of the tables.
func (s *State) Moves(seat game.Seat, buf []game.Move) []game.Move {
	if s.ask == askNothing || uint8(seat) != s.active {
		return buf
	}
	c := &s.cities[seat&1]
	switch s.ask {
	case askTurn:
		return s.turnMoves(c, buf)
	case askDraft:
		return wonderMoves(moveDraft, s.pool, buf)
	case askToken:
		return tokenMoves(s.board, buf)
	case askLibrary:
		return tokenMoves(s.drawn, buf)
	case askDestroy:
		return cardMoves(moveDestroy, s.targets(), buf)
	case askRevive:
		return cardMoves(moveRevive, s.discard, buf)
	case askBegin:
		return append(buf, pack(moveBegin, 0, 0, 0), pack(moveBegin, 1, 0, 0))
	}
	return s.pantheonMoves(s.active, buf)
}

// turnMoves returns the main actions of docs/rules/duel.md 3.
func (s *State) turnMoves(c *city, buf []game.Move) []game.Move {
	funds := c.funds()
	var wonderPrices [numWonders]uint8
	c.wonderPrices(&wonderPrices)
	var payable [numWonders]Wonder
	n := 0
	for set := c.unbuilt; set != 0; set &= set - 1 {
		if w := set.first(); int(wonderPrices[w]) <= funds {
			payable[n] = w
			n++
		}
	}
	var open [numSlots]Card
	var prices [numSlots]uint8
	laid := &s.laid[s.age-1]
	cards := open[:0]
	for set := s.open; set != 0; set &= set - 1 {
		cards = append(cards, laid[set.first()])
	}
	c.cardPrices(cards, prices[:])
	for i, card := range cards {
		if int(prices[i]) <= funds {
			buf = append(buf, pack(moveBuild, uint8(card), 0, 0))
		}
		buf = append(buf, pack(moveDiscard, uint8(card), 0, 0))
		for _, w := range payable[:n] {
			buf = append(buf, pack(moveWonder, uint8(w), uint8(card), 0))
		}
	}
	if s.activable() {
		buf = s.activationMoves(s.active, buf)
	}
	return buf
}

// activable reports whether cards of the Pantheon can be activated at all.
func (s *State) activable() bool { return s.pantheon && s.age >= 2 }

func wonderMoves(k kind, set wonderSet, buf []game.Move) []game.Move {
	for ; set != 0; set &= set - 1 {
		buf = append(buf, pack(k, uint8(set.first()), 0, 0))
	}
	return buf
}

func tokenMoves(set tokenSet, buf []game.Move) []game.Move {
	for ; set != 0; set &= set - 1 {
		buf = append(buf, pack(moveToken, uint8(set.first()), 0, 0))
	}
	return buf
}

func cardMoves(k kind, set cardSet, buf []game.Move) []game.Move {
	for !set.empty() {
		card := set.first()
		set.remove(card)
		buf = append(buf, pack(k, uint8(card), 0, 0))
	}
	return buf
}

// RandomMove draws a main action by guessing one of all that the open cards and unbuilt wonders could give until
// the guess can be paid; discarding always can. Each legal move is equally likely.
func (s *State) RandomMove(seat game.Seat, r *game.Rand) game.Move {
	c := &s.cities[seat&1]
	switch s.ask {
	case askTurn:
		if s.activable() {
			return s.drawTurnWithGods(s.active, r)
		}
		return s.drawTurn(c, r)
	case askDraft:
		return pack(moveDraft, uint8(drawBit(r, uint16(s.pool))), 0, 0)
	case askToken:
		return pack(moveToken, uint8(drawBit(r, uint16(s.board))), 0, 0)
	case askLibrary:
		return pack(moveToken, uint8(drawBit(r, uint16(s.drawn))), 0, 0)
	case askDestroy:
		return pack(moveDestroy, uint8(drawCard(r, s.targets())), 0, 0)
	case askRevive:
		return pack(moveRevive, uint8(drawCard(r, s.discard)), 0, 0)
	case askBegin:
		return pack(moveBegin, uint8(r.IntN(2)), 0, 0)
	}
	return s.pantheonDraw(s.active, r)
}

func (s *State) drawTurn(c *city, r *game.Rand) game.Move {
	funds := c.funds()
	cards, actions := uint32(s.open.len()), uint32(2+c.unbuilt.len())
	for {
		slot, action := drawTwo(r, cards, actions)
		if m := s.tryAction(c, action, s.open.nth(slot), funds); m != 0 {
			return m
		}
	}
}

// tryAction returns a main action with the card of a slot: 0 to discard it, 1 to build it, 2 and up to use it for
// an unbuilt wonder. The move is 0 if that cannot be paid.
func (s *State) tryAction(c *city, action, slot, funds int) game.Move {
	card := s.laid[s.age-1][slot]
	switch action {
	case 0:
		return pack(moveDiscard, uint8(card), 0, 0)
	case 1:
		if printed, trade := c.cardPrice(card); printed+trade <= funds {
			return pack(moveBuild, uint8(card), 0, 0)
		}
	default:
		w := wonderSet(nthBit(uint16(c.unbuilt), action-2)).first()
		if c.wonderPrice(w) <= funds {
			return pack(moveWonder, uint8(w), uint8(card), 0)
		}
	}
	return 0
}

// drawTwo draws a number below m and one below n from the two halves of one output.
func drawTwo(r *game.Rand, m, n uint32) (int, int) {
	for {
		x := r.Uint64()
		a, fairA := game.Scale(uint32(x>>32), m)
		b, fairB := game.Scale(uint32(x), n)
		if fairA && fairB {
			return a, b
		}
	}
}

func drawBit(r *game.Rand, set uint16) int {
	return bits.TrailingZeros16(nthBit(set, r.IntN(bits.OnesCount16(set))))
}

func drawCard(r *game.Rand, set cardSet) Card { return set.nth(r.IntN(set.len())) }

// targets returns the opponent's cards that the wonder just built can destroy.
func (s *State) targets() cardSet {
	return s.cities[1-s.active&1].cards.and(ofColour[s.prey])
}

// slotOf returns where a card lies among some slots, or -1.
func (s *State) slotOf(card Card, among slots) int {
	if s.age == 0 {
		return -1
	}
	laid := &s.laid[s.age-1]
	for ; among != 0; among &= among - 1 {
		if slot := among.first(); laid[slot] == card {
			return slot
		}
	}
	return -1
}
