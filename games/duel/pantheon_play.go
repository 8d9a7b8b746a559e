package duel

import (
	"math/bits"

	"mirabilia/game"
)

// applyPantheon plays a move of the expansion.
func (s *State) applyPantheon(me uint8, m game.Move, asked ask, tell *game.Events) {
	k, a, b, _ := unpack(m)
	switch k {
	case moveActivate:
		s.activate(me, God(a), offerings(b), tell)
	case movePlace:
		s.place(me, God(a), b, tell)
	case moveUncover:
		s.takeMark(me, s.slotNamed(a), tell)
	case moveNisaba:
		s.copySymbol(me, Card(a), tell)
	case moveBaal:
		s.steal(me, Card(a), tell)
	case moveZeus:
		s.strike(me, s.slotNamed(a), tell)
	case moveAnubis:
		s.unbuild(me, Wonder(a), tell)
	case moveIsis:
		s.buildByIsis(me, Wonder(a), Card(b), tell)
	case moveRa:
		s.takeUnbuilt(me, Wonder(a), tell)
	case moveMinerva:
		s.pan.minerva = int8(a) - capital
		if tell != nil {
			tell.Add(game.Everyone, event("minerva", me, gods[Minerva], int(s.pan.minerva)))
		}
	case moveNeptune:
		if asked == askNeptuneRemove {
			s.removeLoot(me, int(a), tell)
		} else {
			s.applyLoot(me, int(a), tell)
		}
	case moveGod:
		s.summon(me, God(a), tell)
	case moveDeck:
		s.turnUpDeck(me, Mythology(a), tell)
	case moveOrder:
		s.order(me, God(a), God(b), tell)
	}
}

// activate is the fourth action: a card of the Pantheon for coins and offering tokens.
func (s *State) activate(me uint8, g God, used offerings, tell *game.Events) {
	p, c := &s.pan, &s.cities[me]
	space := p.spaceOf(g)
	cost := max(0, s.activation(me, space)-offeringValue[used])
	c.offerings &^= used
	c.spend(cost)
	p.lift(space)
	if tell != nil {
		for set := used; set != 0; set &= set - 1 {
			tell.Add(game.Everyone, event("use_offering", me, offeringIDs[bits.TrailingZeros8(uint8(set))], 0))
		}
		tell.Add(game.Everyone, event("activate", me, gods[g], cost))
	}
	s.invoke(me, g, tell)
}

// summon activates a divinity of a deck for free: by the Gate or the Divine Theater.
func (s *State) summon(me uint8, g God, tell *game.Events) {
	s.pan.drawOut(g)
	s.pan.shown = s.pan.shown.without(g)
	if tell != nil {
		tell.Add(game.Everyone, event("activate_free", me, gods[g], 0))
	}
	s.invoke(me, g, tell)
}

// invoke gives a seat a divinity and carries out its effect. What cannot be carried out is void, what can
// must be.
func (s *State) invoke(me uint8, g God, tell *game.Events) {
	c, o := &s.cities[me], &s.cities[1-me]
	c.gods |= g.bit()
	switch g {
	case Enki:
		if s.only(me, g, askEnki, s.pan.onEnki.len(), tell) {
			s.force(me, moveToken, uint8(s.pan.onEnki.first()), 0, tell)
			s.takeFromEnki(me, s.pan.onEnki.first(), tell)
		}
	case Ishtar:
		s.addSymbol(me, Scales, tell)
	case Nisaba:
		if green := o.cards.and(ofColour[Green]); s.only(me, g, askNisaba, green.len(), tell) {
			s.force(me, moveNisaba, uint8(green.first()), 0, tell)
			s.copySymbol(me, green.first(), tell)
		}
	case Astarte:
		c.astarte = astarteCoins
		if tell != nil {
			tell.Add(game.Everyone, event("purse", me, gods[g], astarteCoins))
		}
	case Baal:
		if makers := o.cards.and(goodsCards); s.only(me, g, askBaal, makers.len(), tell) {
			s.force(me, moveBaal, uint8(makers.first()), 0, tell)
			s.steal(me, makers.first(), tell)
		}
	case Tanit:
		s.gain(me, tanitCoins, gods[g], tell)
	case Hades:
		s.tellVoid(me, g, s.discard.empty(), tell)
		s.askRevive(me, tell)
	case Zeus:
		if s.only(me, g, askZeus, s.present.len(), tell) {
			s.force(me, moveZeus, placeOf[s.age-1][s.present.first()], 0, tell)
			s.strike(me, s.present.first(), tell)
		}
	case Anubis:
		if built := c.built | o.built; s.only(me, g, askAnubis, built.len(), tell) {
			s.force(me, moveAnubis, uint8(built.first()), 0, tell)
			s.unbuild(me, built.first(), tell)
		}
	case Isis:
		if s.only(me, g, askIsis, s.discard.len()*c.unbuilt.len(), tell) {
			s.force(me, moveIsis, uint8(c.unbuilt.first()), uint8(s.discard.first()), tell)
			s.buildByIsis(me, c.unbuilt.first(), s.discard.first(), tell)
		}
	case Ra:
		if s.only(me, g, askRa, o.unbuilt.len(), tell) {
			s.force(me, moveRa, uint8(o.unbuilt.first()), 0, tell)
			s.takeUnbuilt(me, o.unbuilt.first(), tell)
		}
	case Mars:
		s.march(me, marsShields, gods[g], tell)
	case Minerva:
		s.ask = askMinerva
	case Neptune:
		// One military token is removed, then another applied; a single one is only removed.
		if s.only(me, g, askNeptuneRemove, bits.OnesCount8(s.loot), tell) {
			s.force(me, moveNeptune, uint8(bits.TrailingZeros8(s.loot)), 0, tell)
			s.removeLoot(me, bits.TrailingZeros8(s.loot), tell)
		}
	case Gate:
		s.openGate(me, tell)
	}
}

// tellVoid adds the event that a divinity has no effect.
func (s *State) tellVoid(me uint8, g God, void bool, tell *game.Events) {
	if void && tell != nil {
		tell.Add(game.Everyone, event("no_effect", me, gods[g], 0))
	}
}
