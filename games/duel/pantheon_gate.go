package duel

import (
	"math/bits"

	"mirabilia/game"
)

// openGate turns up the top divinity of each deck; one is to be chosen (docs/rules/pantheon.md 8).
func (s *State) openGate(me uint8, tell *game.Events) {
	p := &s.pan
	for m := range Mythology(numMythologies) {
		p.shown |= p.top(m, 1)
	}
	if p.shown == 0 {
		s.tellVoid(me, Gate, true, tell)
		return
	}
	p.gate = true
	s.turnUp(p.shown, "gate_show", tell)
	if p.shown.len() == 1 {
		s.force(me, moveGod, uint8(p.shown.first()), 0, tell)
		s.summon(me, p.shown.first(), tell)
		return
	}
	s.ask = askGate
}

// turnUp shows divinities to everyone; Enki gets its tokens if it has none.
func (s *State) turnUp(set godSet, how string, tell *game.Events) {
	s.pan.reveal(set)
	if tell != nil {
		for left := set; left != 0; left &= left - 1 {
			tell.Add(game.Everyone, event(how, noSeat, gods[left.first()], 0))
		}
	}
	if set.has(Enki) && s.pan.onEnki == 0 {
		s.layEnki(tell)
	}
}

// askDeck asks for a deck for the Divine Theater.
func (s *State) askDeck(me uint8, tell *game.Events) {
	decks := s.pan.decksLeft()
	switch bits.OnesCount16(decks) {
	case 0:
		if tell != nil {
			tell.Add(game.Everyone, event("no_effect", me, wonders[theDivineTheater].id, 0))
		}
	case 1:
		s.force(me, moveDeck, uint8(bits.TrailingZeros16(decks)), 0, tell)
		s.turnUpDeck(me, Mythology(bits.TrailingZeros16(decks)), tell)
	default:
		s.ask = askDeck
	}
}

// decksLeft returns the decks that are not empty, a bit each.
func (p *pantheonState) decksLeft() uint16 {
	var set uint16
	for m, n := range p.size {
		if n > 0 {
			set |= 1 << m
		}
	}
	return set
}

// turnUpDeck shows a whole deck, of which one divinity is to be activated.
func (s *State) turnUpDeck(me uint8, m Mythology, tell *game.Events) {
	p := &s.pan
	p.deck = m
	all := p.top(m, godsPerDeck)
	if tell != nil {
		tell.Add(game.Everyone, event("deck_chosen", me, mythologyIDs[m], 0))
	}
	s.turnUp(all, "deck_show", tell)
	if all.len() == 1 {
		s.force(me, moveGod, uint8(all.first()), 0, tell)
		s.summon(me, all.first(), tell)
		return
	}
	s.ask = askDivinity
}

// order puts the two divinities left in the Divine Theater's deck back, one above the other.
func (s *State) order(me uint8, top, below God, tell *game.Events) {
	p := &s.pan
	p.decks[p.deck][0], p.decks[p.deck][1] = below, top
	if tell != nil {
		tell.Add(game.Everyone, event("deck_order", me, gods[top], 0))
	}
	s.endShows(tell)
}

// settled reports whether an action leaves nothing of Pantheon to be closed or taken.
func (s *State) settled() bool {
	p := &s.pan
	return p.deck == noMythology && !p.gate && s.open&^s.up&p.marked == 0
}

// closeShows ends the Divine Theater, then the Gate, once the chosen divinity's effect is done (docs/rules/pantheon.md
// 15.35); it reports whether nothing is left to decide.
func (s *State) closeShows(tell *game.Events) bool {
	p := &s.pan
	if p.deck != noMythology && p.size[p.deck] > 1 {
		s.ask = askOrder
		return false
	}
	if p.deck != noMythology || p.gate {
		s.endShows(tell)
	}
	return true
}

// endShows turns everything face down again; an unchosen Enki gives its tokens back.
func (s *State) endShows(tell *game.Events) {
	p := &s.pan
	p.deck, p.gate, p.shown = noMythology, false, 0
	if p.onEnki != 0 && p.spaceOf(Enki) < 0 {
		tellEnkiReturns(p.onEnki, tell)
		p.onEnki = 0
	}
}
