package duel

import "mirabilia/game"

// Redeal draws anew what a viewer cannot know: the faces of cards lying face down, the ages to come, the
// second four wonders of the draft, the tokens another seat drew with The Great Library, divinities chosen in
// secret, and chance to come.
func (s *State) Redeal(viewer game.Seat, r *game.Rand) {
	if viewer == game.Open {
		return
	}
	s.chance.Reseed(r)
	s.redealDrawn(viewer, r)
	s.redealCards(r)
	if s.pantheon {
		s.redealGods(s.pan.know[knower(viewer)], r)
	}
}

// redealDrawn draws the tokens of The Great Library again for a viewer who did not see them.
func (s *State) redealDrawn(viewer game.Seat, r *game.Rand) {
	if s.drawn != 0 && viewer != game.Seat(s.active) {
		drawn := s.drawn.len()
		s.drawn = 0
		s.drawn = tokenSet(pick(r, uint16(s.box()), drawn))
	}
}

// RedealUnseen is Redeal without the tokens drawn and the divinities that one of the seats knows.
func (s *State) RedealUnseen(r *game.Rand) {
	s.chance.Reseed(r)
	s.redealCards(r)
	if s.pantheon {
		s.redealGods(s.pan.know[0]|s.pan.know[1], r)
	}
}

// Foreseen reports whether a decision turned up no card, drew no token and laid out no wonders.
func (s *State) Foreseen(before game.Board) bool {
	b, ok := before.(*State)
	return ok && !s.pantheon && s.age == b.age && s.up&^b.up == 0 && s.drawn == b.drawn && s.reserve == b.reserve && s.pool&^b.pool == 0
}

// redealCards draws the cards and wonders that are face down for both.
func (s *State) redealCards(r *game.Rand) {
	if s.reserve != 0 {
		s.redealReserve(r)
	}
	for age := int(s.age); age < numAges; age++ {
		if s.aside {
			s.relay(age, r)
		} else {
			s.lay(age, r)
		}
	}
	if hidden := s.present &^ s.up; hidden != 0 {
		s.redealStructure(hidden, r)
	}
}

// redealReserve draws the second four wonders of the draft.
func (s *State) redealReserve(r *game.Rand) {
	s.reserve = wonderSet(pick(r, uint16(s.allWonders()&^(s.pool|s.cities[0].unbuilt|s.cities[1].unbuilt)), poolSize))
}

// redealStructure gives the slots lying face down other unseen cards with the same backs.
func (s *State) redealStructure(hidden slots, r *game.Rand) { s.redealSlots(hidden, s.unseen(), r) }

// redealSlots gives some slots of the structure other cards of those that may lie there, with the same backs.
func (s *State) redealSlots(hidden slots, unseen cardSet, r *game.Rand) {
	var pack [firstAge3 - firstAge2]Card
	laid := &s.laid[s.age-1]
	for _, deck := range [2]back{back(s.age - 1), s.extraDeck()} {
		n := 0
		for c := deckStart[deck]; c < deckStart[deck+1]; c++ {
			if unseen.has(c) {
				pack[n] = c
				n++
			}
		}
		for set := hidden; set != 0; set &= set - 1 {
			slot := set.first()
			if laid[slot].back() != deck {
				continue
			}
			i := r.IntN(n)
			n--
			laid[slot] = pack[i]
			pack[i] = pack[n]
		}
		if s.age < numAges {
			return
		}
	}
}

// relay puts the cards of an age to come into another order, where others are out of play.
func (s *State) relay(age int, r *game.Rand) {
	var all cardSet
	for _, card := range s.laid[age] {
		if card != noCard {
			all.add(card)
		}
	}
	for slot, card := range s.laid[age] {
		if card != noCard {
			s.laid[age][slot] = all.nth(r.IntN(all.len()))
			all.remove(s.laid[age][slot])
		}
	}
}

// unseen returns the cards that may lie face down, here or in the ages to come: those that have not shown their face and
// are not known to be out of play.
func (s *State) unseen() cardSet {
	if !s.aside {
		return everyCard.without(s.seen())
	}
	var unseen cardSet
	for set := s.present &^ s.up; set != 0; set &= set - 1 {
		unseen.add(s.laid[s.age-1][set.first()])
	}
	for _, laid := range s.laid[s.age:] {
		for _, card := range laid {
			if card != noCard {
				unseen.add(card)
			}
		}
	}
	return unseen
}

// seen returns the cards that have shown their face: all that were taken, and those face up in the structure.
func (s *State) seen() cardSet {
	seen := s.cities[0].cards.or(s.cities[1].cards).or(s.discard)
	for _, card := range s.under {
		if card != noCard {
			seen.add(card)
		}
	}
	for set := s.present & s.up; set != 0; set &= set - 1 {
		seen.add(s.laid[s.age-1][set.first()])
	}
	return seen
}
