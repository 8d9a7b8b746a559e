package duel

import (
	"mirabilia/game"
)

// unmark lifts the token from a slot.
func (p *pantheonState) unmark(age, slot int) slotToken {
	i := markIndex[age-1][slot]
	t := p.marks[i]
	p.marks[i] = noSlotToken
	p.marked &^= 1 << slot
	return t
}

// takeMark gives the token of a slot to a seat (docs/rules/pantheon.md 5). With a mythology token the top two divinities of
// its deck are looked at, and one is to be placed.
func (s *State) takeMark(me uint8, slot int, tell *game.Events) {
	p, c := &s.pan, &s.cities[me]
	t := p.unmark(int(s.age), slot)
	if t >= firstOffering {
		c.offerings |= 1 << (t - firstOffering)
		if tell != nil {
			tell.Add(game.Everyone, event("offering", me, t.id(), 0))
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
		tell.Add(game.Everyone, event("mythology", me, t.id(), 0))
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
			tell.Add(game.SeatSet(game.Seat(me)), event("mythology_look", me, gods[set.first()], 0))
		}
	}
}

// place puts a divinity face down on a space; the other one drawn goes back on top of its deck. The opponent loses track of
// both, unless they lay open.
func (s *State) place(me uint8, g God, space uint8, tell *game.Events) {
	p := &s.pan
	told := game.Everyone
	if !p.drawnOpen() {
		told = game.SeatSet(game.Seat(me))
		if drawn := p.top(p.placed, 2); drawn.len() > 1 {
			p.know[1-me] &^= drawn
			p.know[public] &^= drawn
		}
	}
	p.drawOut(g)
	p.put(g, space)
	if tell != nil {
		tell.Add(game.Everyone, event("place", me, mythologyIDs[p.placed], int(space)+1))
		tell.Add(told, event("place_secret", me, gods[g], int(space)+1))
	}
	p.placed = noMythology
}

// drawnOpen reports whether the divinities drawn for a mythology token lie open, because the Divine Theater has turned up their
// deck: then everyone sees which of them is placed.
func (p *pantheonState) drawnOpen() bool { return p.placed != noMythology && p.placed == p.deck }

// takeMarks takes the tokens of cards about to be turned up, before they are (docs/rules/pantheon.md 5); it tells whether
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
