package duel

import "mirabilia/game"

// redealGods gives the places of all other divinities than the known ones others of the same mythology. Who knew
// a place still knows it: what others have looked at is no secret, only what they saw.
func (s *State) redealGods(known godSet, r *game.Rand) {
	for m := range Mythology(numMythologies) {
		s.pan.redeal(m, known, r)
	}
}

// redeal does it for one mythology.
func (p *pantheonState) redeal(m Mythology, known godSet, r *game.Rand) {
	unknown := m.gods() &^ known
	if unknown == 0 {
		return
	}
	var old, fresh [godsPerDeck]God
	var at [godsPerDeck]*God
	n := 0
	find := func(place *God) {
		if unknown.has(*place) {
			at[n], old[n] = place, *place
			n++
		}
	}
	for i := range p.spaces {
		if p.spaces[i] < Gate {
			find(&p.spaces[i])
		}
	}
	for i := range p.size[m] {
		find(&p.decks[m][i])
	}
	for i := range n {
		bit := nthBit(uint16(unknown), r.IntN(unknown.len()))
		unknown &^= godSet(bit)
		fresh[i] = godSet(bit).first()
	}
	was := p.know
	for i := range n {
		*at[i] = fresh[i]
		for k := range p.know {
			p.know[k] &^= fresh[i].bit()
		}
	}
	for i := range n {
		for k := range p.know {
			if was[k].has(old[i]) {
				p.know[k] |= fresh[i].bit()
			}
		}
	}
}

// knower returns the index of a viewer in pantheonState.know.
func knower(viewer game.Seat) int {
	if viewer < public {
		return int(viewer)
	}
	return public
}
