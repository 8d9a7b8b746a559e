package duel

import (
	"mirabilia/game"
)

// checkPantheon returns why a move of the expansion may not be played; the decision is one it answers.
func (s *State) checkPantheon(me uint8, m game.Move) error {
	k, a, b, _ := unpack(m)
	p, c, o := &s.pan, &s.cities[me], &s.cities[1-me]
	switch k {
	case moveActivate:
		return s.checkActivation(me, God(a), offerings(b))
	case movePlace:
		if !p.top(p.placed, 2).has(God(a)) {
			return game.Refuse(game.IllegalMove, "not_shown", "%s is not among the divinities drawn", gods[a])
		}
		if p.spaces[b] != noGod {
			return game.Refuse(game.IllegalMove, "space_taken", "space %d of the Pantheon is not empty", b+1)
		}
	case moveUncover:
		if slot := s.slotNamed(a); slot < 0 || (s.open&^s.up&p.marked)>>slot&1 == 0 {
			return game.Refuse(game.IllegalMove, "slot_empty", "there is no token at %s", places[a])
		}
	case moveNisaba:
		if !o.cards.has(Card(a)) || cardTable[a].colour != Green {
			return game.Refuse(game.IllegalMove, "not_a_target", "%s is not one of the opponent's green cards", cards[a].id)
		}
	case moveBaal:
		if !o.cards.has(Card(a)) || !goodsCards.has(Card(a)) {
			return game.Refuse(game.IllegalMove, "not_a_target", "%s is not one of the opponent's brown or grey cards", cards[a].id)
		}
	case moveZeus:
		if slot := s.slotNamed(a); slot < 0 || s.present>>slot&1 == 0 {
			return game.Refuse(game.IllegalMove, "slot_empty", "there is no card at %s", places[a])
		}
	case moveAnubis:
		if !(c.built | o.built).has(Wonder(a)) {
			return game.Refuse(game.IllegalMove, "not_standing", "%s is not built", wonders[a].id)
		}
	case moveIsis:
		if !c.unbuilt.has(Wonder(a)) {
			return game.Refuse(game.IllegalMove, "not_unbuilt", "%s is not one of the seat's unbuilt wonders", wonders[a].id)
		}
		if !s.discard.has(Card(b)) {
			return game.Refuse(game.IllegalMove, "not_discarded", "%s is not in the discard pile", cards[b].id)
		}
	case moveRa:
		if !o.unbuilt.has(Wonder(a)) {
			return game.Refuse(game.IllegalMove, "not_unbuilt", "%s is not one of the opponent's unbuilt wonders", wonders[a].id)
		}
	case moveMinerva:
		if int8(a)-capital == s.pawn {
			return game.Refuse(game.IllegalMove, "pawn_is_there", "the conflict pawn is already on space %d", s.pawn)
		}
	case moveNeptune:
		if s.loot>>a&1 == 0 {
			return game.Refuse(game.IllegalMove, "loot_gone", "%s is no longer on the track", loots[a].id)
		}
	case moveGod:
		shown := p.shown
		if s.ask == askDivinity {
			shown = p.top(p.deck, godsPerDeck)
		}
		if !shown.has(God(a)) {
			return game.Refuse(game.IllegalMove, "not_shown", "%s is not among the divinities shown", gods[a])
		}
	case moveDeck:
		if p.size[a] == 0 {
			return game.Refuse(game.IllegalMove, "empty_deck", "the %s deck is empty", mythologyIDs[a])
		}
	case moveOrder:
		rest := p.top(p.deck, godsPerDeck)
		if a == b || !rest.has(God(a)) || !rest.has(God(b)) {
			return game.Refuse(game.IllegalMove, "not_shown", "%s and %s are not the divinities to put back", gods[a], gods[b])
		}
	}
	return nil
}

func (s *State) checkActivation(me uint8, g God, used offerings) error {
	c := &s.cities[me]
	if !s.pantheon || s.age < 2 {
		return game.Refuse(game.IllegalMove, "no_pantheon_yet", "the Pantheon can be activated from Age II on, in games played with it")
	}
	space := s.pan.spaceOf(g)
	if space < 0 {
		return game.Refuse(game.IllegalMove, "not_in_pantheon", "%s is not in the Pantheon", gods[g])
	}
	if used&^c.offerings != 0 {
		return game.Refuse(game.IllegalMove, "no_offering", "the seat does not have these offering tokens")
	}
	cost := s.activation(me, space)
	if !useful(used, cost) {
		return game.Refuse(game.IllegalMove, "wasted_offering", "%s costs %d coins; fewer offering tokens cover that", gods[g], cost)
	}
	if cost -= offeringValue[used]; cost > c.funds() {
		return game.Refuse(game.IllegalMove, "too_dear", "%s costs %d coins with these tokens, and the seat has %d", gods[g], cost, c.funds())
	}
	return nil
}
