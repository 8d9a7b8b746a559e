package duel

import (
	"math/bits"

	"mirabilia/game"
)

// only reports whether there is just one thing to choose for a divinity: that is no choice, and done at once. Without any it is
// void, among several the seat is asked.
func (s *State) only(me uint8, g God, what ask, n int, tell *game.Events) bool {
	s.tellVoid(me, g, n == 0, tell)
	if n > 1 {
		s.ask = what
	}
	return n == 1
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
		tell.Add(game.Everyone, event("enki_return", noSeat, tokens[set.first()].id, 0))
	}
}

// goodsCards are the brown and grey cards.
var goodsCards = ofColour[Brown].or(ofColour[Grey])

// copySymbol puts the Snake token on a green card of the opponent.
func (s *State) copySymbol(me uint8, card Card, tell *game.Events) {
	s.pan.snake = card
	if tell != nil {
		tell.Add(game.Everyone, event("snake", me, cards[card].id, 0))
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
		tell.Add(game.Everyone, e)
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
		tell.Add(game.Everyone, e)
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
		tell.Add(game.Everyone, e)
	}
}

// buildByIsis builds an own wonder with a discarded card.
func (s *State) buildByIsis(me uint8, w Wonder, card Card, tell *game.Events) {
	s.discard.remove(card)
	if tell != nil {
		e := event("wonder_free", me, wonders[w].id, 0)
		e.With = cards[card].id
		tell.Add(game.Everyone, e)
	}
	s.erect(me, w, card, tell)
}

// strike discards a card of the structure, wherever it lies. A token on it is lost with it, or taken by the
// option zeus_takes_token (docs/rules/pantheon.md 15.1).
func (s *State) strike(me uint8, slot int, tell *game.Events) {
	card := s.laid[s.age-1][slot]
	s.vacate(slot)
	s.discard.add(card)
	if tell != nil {
		e := event("strike", me, cards[card].id, 0)
		e.With = placeID(int(s.age), slot)
		tell.Add(game.Everyone, e)
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
		tell.Add(game.Everyone, event("token_lost", noSeat, t.id(), 0))
	}
}

// removeLoot removes a military token without effect; if others are left, one is to be applied.
func (s *State) removeLoot(me uint8, i int, tell *game.Events) {
	s.loot &^= 1 << i
	if tell != nil {
		tell.Add(game.Everyone, event("loot_removed", me, loots[i].id, 0))
	}
	switch bits.OnesCount8(s.loot) {
	case 0:
	case 1:
		s.force(me, moveNeptune, uint8(bits.TrailingZeros8(s.loot)), 0, tell)
		s.applyLoot(me, bits.TrailingZeros8(s.loot), tell)
	default:
		s.ask = askNeptuneApply
	}
}

// applyLoot lets the opponent lose the coins of a military token, whichever half it lay on.
func (s *State) applyLoot(me uint8, i int, tell *game.Events) {
	s.loot &^= 1 << i
	if tell != nil {
		tell.Add(game.Everyone, event("loot_applied", me, loots[i].id, 0))
	}
	s.lose(1-me, loots[i].coins, loots[i].id, tell)
}

// marchStepwise moves the pawn with Minerva and Poliorcetics about: Minerva stops it in front of her space,
// and each space really moved may cost the opponent a coin (docs/rules/pantheon.md 12).
func (s *State) marchStepwise(me uint8, n int8, source string, tell *game.Events) {
	p := &s.pan
	from := s.lead(me)
	to := min(from+n, capital)
	if p.minerva != noMinerva {
		if at := leadOver(1-me, p.minerva); at > from && at <= to {
			to = at - 1
			if tell != nil {
				tell.Add(game.Everyone, event("minerva_stops", noSeat, gods[Minerva], int(p.minerva)))
			}
			p.minerva = noMinerva
		}
	}
	if to == from {
		return
	}
	if tell != nil {
		tell.Add(game.Everyone, event("march", me, source, int(to-from)))
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
