package architects

import "mirabilia/game"

// Redeal draws anew what the viewer has not seen: the top of the central deck if others have looked at it, the cards
// that Halicarnassus looks at in secret, and all chance to come. Cards that nobody has seen have no order yet, so
// there is nothing else to hide.
func (s *State) Redeal(viewer game.Seat, r *game.Rand) {
	if viewer == game.Open {
		return
	}
	s.stream.Reseed(r)
	if s.top[Central] != NoCard && !s.topKnown.Has(viewer) {
		s.hidden[Central] += one(s.top[Central])
		s.top[Central] = s.turnUp(Central)
	}
	if s.phase == toKeep && !s.lookers().Has(viewer) {
		n := s.looked.Len()
		s.hidden[s.lookDeck] += s.looked
		s.looked = 0
		for range n {
			s.looked += one(s.turnUp(s.lookDeck))
		}
	}
}

// RedealUnseen draws chance to come anew: a card has a place only when some seat has seen it.
func (s *State) RedealUnseen(r *game.Rand) { s.stream.Reseed(r) }
