package duel

import (
	"math/bits"

	"mirabilia/game"
)

// activation is what activating a card of the Pantheon costs a seat before offering tokens (RULES.md 6): the
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

// useful tells whether every token of a set lowers the cost: without the smallest it must still be more than
// nothing (RULES.md 15.30).
func useful(set offerings, cost int) bool {
	if set == 0 {
		return true
	}
	smallest := set & -set
	return offeringValue[set&^smallest] < cost
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
			tell.Add(event("use_offering", me, offeringIDs[bits.TrailingZeros8(uint8(set))], 0))
		}
		tell.Add(event("activate", me, gods[g], cost))
	}
	s.invoke(me, g, tell)
}

// summon activates a divinity of a deck for free: by the Gate or the Divine Theater.
func (s *State) summon(me uint8, g God, tell *game.Events) {
	s.pan.drawOut(g)
	s.pan.shown = s.pan.shown.without(g)
	if tell != nil {
		tell.Add(event("activate_free", me, gods[g], 0))
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
		s.askEnki(me, tell)
	case Ishtar:
		s.addSymbol(me, Scales, tell)
	case Nisaba:
		s.askCard(me, g, askNisaba, o.cards.and(ofColour[Green]), tell)
	case Astarte:
		c.astarte = astarteCoins
		if tell != nil {
			tell.Add(event("purse", me, gods[g], astarteCoins))
		}
	case Baal:
		s.askCard(me, g, askBaal, o.cards.and(goodsCards), tell)
	case Tanit:
		s.gain(me, tanitCoins, gods[g], tell)
	case Hades:
		s.tellVoid(me, g, s.discard.empty(), tell)
		s.askRevive(me, tell)
	case Zeus:
		s.askStrike(me, tell)
	case Anubis:
		s.askWonder(me, g, askAnubis, c.built|o.built, tell)
	case Isis:
		s.askIsis(me, tell)
	case Ra:
		s.askWonder(me, g, askRa, o.unbuilt, tell)
	case Mars:
		s.march(me, marsShields, gods[g], tell)
	case Minerva:
		s.ask = askMinerva
	case Neptune:
		s.askNeptune(me, tell)
	case Gate:
		s.openGate(me, tell)
	}
}

// tellVoid tells that a divinity can do nothing.
func (s *State) tellVoid(me uint8, g God, void bool, tell *game.Events) {
	if void && tell != nil {
		tell.Add(event("no_effect", me, gods[g], 0))
	}
}

// askEnki asks for one of the tokens on Enki.
func (s *State) askEnki(me uint8, tell *game.Events) {
	switch s.pan.onEnki.len() {
	case 0:
		s.tellVoid(me, Enki, true, tell)
	case 1:
		s.takeFromEnki(me, s.pan.onEnki.first(), tell)
	default:
		s.ask = askEnki
	}
}

// takeFromEnki takes one of the tokens on Enki; the other is mixed into the box.
func (s *State) takeFromEnki(me uint8, t Token, tell *game.Events) {
	rest := s.pan.onEnki &^ t.bit()
	s.pan.onEnki = 0
	tellEnkiReturns(rest, tell)
	s.takeToken(me, t, gods[Enki], tell)
}

func tellEnkiReturns(set tokenSet, tell *game.Events) {
	if tell == nil {
		return
	}
	for ; set != 0; set &= set - 1 {
		tell.Add(event("enki_return", noSeat, tokens[set.first()].id, 0))
	}
}

// goodsCards are the brown and grey cards.
var goodsCards = ofColour[Brown].or(ofColour[Grey])

// askCard asks for one of some cards; the only one is no choice.
func (s *State) askCard(me uint8, g God, what ask, from cardSet, tell *game.Events) {
	switch from.len() {
	case 0:
		s.tellVoid(me, g, true, tell)
	case 1:
		s.chooseCard(me, what, from.first(), tell)
	default:
		s.ask = what
	}
}

func (s *State) chooseCard(me uint8, what ask, card Card, tell *game.Events) {
	if what == askNisaba {
		s.copySymbol(me, card, tell)
	} else {
		s.steal(me, card, tell)
	}
}

// copySymbol puts the Snake token on a green card of the opponent.
func (s *State) copySymbol(me uint8, card Card, tell *game.Events) {
	s.pan.snake = card
	if tell != nil {
		tell.Add(event("snake", me, cards[card].id, 0))
	}
	s.addSymbol(me, cardTable[card].symbol, tell)
}

// steal takes a brown or grey card of the opponent. It is not built: nothing happens but that it produces here.
func (s *State) steal(me uint8, card Card, tell *game.Events) {
	c, o := &s.cities[me], &s.cities[1-me]
	s.loseMaker(1-me, card)
	o.cards.remove(card)
	f := &cardTable[card]
	c.cards.add(card)
	c.count += f.count
	c.made += f.makes
	o.price += f.makes &^ o.fixed
	if tell != nil {
		e := event("steal", me, cards[card].id, 0)
		e.To = game.Seat(1 - me)
		tell.Add(e)
	}
}

// askWonder asks for one of some wonders.
func (s *State) askWonder(me uint8, g God, what ask, from wonderSet, tell *game.Events) {
	switch from.len() {
	case 0:
		s.tellVoid(me, g, true, tell)
	case 1:
		s.chooseWonder(me, what, from.first(), tell)
	default:
		s.ask = what
	}
}

func (s *State) chooseWonder(me uint8, what ask, w Wonder, tell *game.Events) {
	if what == askAnubis {
		s.unbuild(me, w, tell)
	} else {
		s.takeUnbuilt(me, w, tell)
	}
}

// unbuild takes the card from under a wonder: what it gave at once stays, what it gives lastingly ends.
func (s *State) unbuild(me uint8, w Wonder, tell *game.Events) {
	owner := uint8(0)
	if s.cities[1].built.has(w) {
		owner = 1
	}
	c := &s.cities[owner]
	c.built &^= w.bit()
	c.unbuilt |= w.bit()
	c.raw -= wonderTable[w].raw
	c.manuf -= wonderTable[w].manuf
	s.discard.add(s.under[w])
	if tell != nil {
		e := event("unbuild", me, wonders[w].id, 0)
		e.To, e.With = game.Seat(owner), cards[s.under[w]].id
		tell.Add(e)
	}
	s.under[w] = noCard
}

// takeUnbuilt takes an unbuilt wonder of the opponent.
func (s *State) takeUnbuilt(me uint8, w Wonder, tell *game.Events) {
	s.cities[1-me].unbuilt &^= w.bit()
	s.cities[me].unbuilt |= w.bit()
	if tell != nil {
		e := event("take_wonder", me, wonders[w].id, 0)
		e.To = game.Seat(1 - me)
		tell.Add(e)
	}
}

// askIsis asks for a discarded card and an own wonder to build with it.
func (s *State) askIsis(me uint8, tell *game.Events) {
	switch n := s.discard.len() * s.cities[me].unbuilt.len(); n {
	case 0:
		s.tellVoid(me, Isis, true, tell)
	case 1:
		s.buildByIsis(me, s.cities[me].unbuilt.first(), s.discard.first(), tell)
	default:
		s.ask = askIsis
	}
}

func (s *State) buildByIsis(me uint8, w Wonder, card Card, tell *game.Events) {
	s.discard.remove(card)
	if tell != nil {
		e := event("wonder_free", me, wonders[w].id, 0)
		e.With = cards[card].id
		tell.Add(e)
	}
	s.erect(me, w, card, tell)
}

// askStrike asks which card of the structure Zeus discards.
func (s *State) askStrike(me uint8, tell *game.Events) {
	switch s.present.len() {
	case 0:
		s.tellVoid(me, Zeus, true, tell)
	case 1:
		s.strike(me, s.present.first(), tell)
	default:
		s.ask = askZeus
	}
}

// strike discards a card of the structure, wherever it lies. A token on it is lost with it, or taken by the
// option zeus_takes_token (RULES.md 15.1).
func (s *State) strike(me uint8, slot int, tell *game.Events) {
	card := s.laid[s.age-1][slot]
	s.vacate(slot)
	s.discard.add(card)
	if tell != nil {
		e := event("strike", me, cards[card].id, 0)
		e.With = placeID(int(s.age), slot)
		tell.Add(e)
	}
	if s.pan.marked>>slot&1 == 0 {
		return
	}
	if s.zeusTakes {
		s.takeMark(me, slot, tell)
		return
	}
	t := s.pan.unmark(int(s.age), slot)
	if tell != nil {
		tell.Add(event("token_lost", noSeat, t.id(), 0))
	}
}

// unmark lifts the token from a slot.
func (p *pantheonState) unmark(age, slot int) slotToken {
	i := markIndex[age-1][slot]
	t := p.marks[i]
	p.marks[i] = noSlotToken
	p.marked &^= 1 << slot
	return t
}

// takeMark gives the token of a slot to a seat (RULES.md 5). With a mythology token the top two divinities of
// its deck are looked at, and one is to be placed.
func (s *State) takeMark(me uint8, slot int, tell *game.Events) {
	p, c := &s.pan, &s.cities[me]
	t := p.unmark(int(s.age), slot)
	if t >= firstOffering {
		c.offerings |= 1 << (t - firstOffering)
		if tell != nil {
			tell.Add(event("offering", me, t.id(), 0))
		}
		return
	}
	m := Mythology(t - firstMyth)
	if token := mythToken(m); c.cards.has(token) {
		c.cards.add(token + numMythologies)
	} else {
		c.cards.add(token)
	}
	if tell != nil {
		tell.Add(event("mythology", me, t.id(), 0))
	}
	if p.size[m] == 0 {
		return
	}
	drawn := p.top(m, 2)
	p.know[me] = deduced(p.know[me] | drawn)
	p.placed = m
	s.ask = askPlace
	if tell != nil {
		for set := drawn; set != 0; set &= set - 1 {
			e := event("mythology_look", me, gods[set.first()], 0)
			e.For = game.SeatSet(game.Seat(me))
			tell.Add(e)
		}
	}
}

// place puts a divinity face down on a space; the other one drawn goes back on top of its deck. Who did not
// choose loses track of both.
func (s *State) place(me uint8, g God, space uint8, tell *game.Events) {
	p := &s.pan
	if drawn := p.top(p.placed, 2); drawn.len() > 1 {
		p.know[1-me] &^= drawn
		p.know[public] &^= drawn
	}
	p.drawOut(g)
	p.put(g, space)
	if tell != nil {
		e := event("place", me, mythologyIDs[p.placed], int(space)+1)
		tell.Add(e)
		e = event("place_secret", me, gods[g], int(space)+1)
		e.For = game.SeatSet(game.Seat(me))
		tell.Add(e)
	}
	p.placed = noMythology
}

// askNeptune asks for a military token to remove, then for one to apply. A single one is only removed.
func (s *State) askNeptune(me uint8, tell *game.Events) {
	switch bits.OnesCount8(s.loot) {
	case 0:
		s.tellVoid(me, Neptune, true, tell)
	case 1:
		s.removeLoot(me, bits.TrailingZeros8(s.loot), tell)
	default:
		s.ask = askNeptuneRemove
	}
}

// removeLoot removes a military token without effect; if others are left, one is to be applied.
func (s *State) removeLoot(me uint8, i int, tell *game.Events) {
	s.loot &^= 1 << i
	if tell != nil {
		tell.Add(event("loot_removed", me, loots[i].id, 0))
	}
	switch bits.OnesCount8(s.loot) {
	case 0:
	case 1:
		s.applyLoot(me, bits.TrailingZeros8(s.loot), tell)
	default:
		s.ask = askNeptuneApply
	}
}

// applyLoot lets the opponent lose the coins of a military token, whichever half it lay on.
func (s *State) applyLoot(me uint8, i int, tell *game.Events) {
	s.loot &^= 1 << i
	if tell != nil {
		tell.Add(event("loot_applied", me, loots[i].id, 0))
	}
	s.lose(1-me, loots[i].coins, loots[i].id, tell)
}

// openGate turns up the top divinity of each deck; one is to be chosen (RULES.md 8).
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
		s.summon(me, p.shown.first(), tell)
		return
	}
	s.ask = askGate
}

// turnUp shows divinities to everybody; Enki gets its tokens if it has none.
func (s *State) turnUp(set godSet, how string, tell *game.Events) {
	s.pan.reveal(set)
	if tell != nil {
		for left := set; left != 0; left &= left - 1 {
			tell.Add(event(how, noSeat, gods[left.first()], 0))
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
			tell.Add(event("no_effect", me, wonders[theDivineTheater].id, 0))
		}
	case 1:
		s.turnUpDeck(me, Mythology(bits.TrailingZeros16(decks)), tell)
	default:
		s.ask = askDeck
	}
}

// decksLeft are the decks that are not empty, a bit each.
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
		tell.Add(event("deck_chosen", me, mythologyIDs[m], 0))
	}
	s.turnUp(all, "deck_show", tell)
	if all.len() == 1 {
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
		tell.Add(event("deck_order", me, gods[top], 0))
	}
	s.endShows(tell)
}

// settled tells whether an action leaves nothing of Pantheon to be closed or taken.
func (s *State) settled() bool {
	p := &s.pan
	return p.deck == noMythology && !p.gate && s.open&^s.up&p.marked == 0
}

// closeShows ends the Divine Theater, then the Gate, once the chosen divinity's effect is done (RULES.md
// 15.35); it tells whether nothing is asked for.
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

// takeMarks takes the tokens of cards about to be turned up, before they are (RULES.md 5); it tells whether
// nothing is asked for.
func (s *State) takeMarks(tell *game.Events) bool {
	for {
		ready := s.open &^ s.up & s.pan.marked
		switch ready.len() {
		case 0:
			return true
		case 1:
			s.takeMark(s.active, ready.first(), tell)
			if s.ask != askNothing {
				return false
			}
		default:
			s.ask = askUncover
			return false
		}
	}
}

// marchStepwise moves the pawn with Minerva and Poliorcetics about: Minerva stops it in front of her space,
// and each space really moved may cost the opponent a coin (RULES.md 12).
func (s *State) marchStepwise(me uint8, n int8, source string, tell *game.Events) {
	p := &s.pan
	from := s.lead(me)
	to := min(from+n, capital)
	if p.minerva != noMinerva {
		if at := leadOver(1-me, p.minerva); at > from && at <= to {
			to = at - 1
			if tell != nil {
				tell.Add(event("minerva_stops", noSeat, gods[Minerva], int(p.minerva)))
			}
			p.minerva = noMinerva
		}
	}
	if to == from {
		return
	}
	if tell != nil {
		tell.Add(event("march", me, source, int(to-from)))
	}
	costs := s.cities[me].tokens.has(Poliorcetics)
	for at := from + 1; at <= to; at++ {
		s.setLead(me, at)
		if costs {
			s.lose(1-me, 1, tokens[Poliorcetics].id, tell)
		}
		if at >= loots[0].from {
			s.plunder(1-me, at, tell)
		}
	}
	if to == capital {
		s.end(military, me, tell)
	}
}
