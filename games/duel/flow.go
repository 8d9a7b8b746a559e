package duel

import "mirabilia/game"

// finish ends an action: cards that became accessible are turned up, then the turn passes, or the age ends.
func (s *State) finish(tell *game.Events) {
	if s.pantheon && !s.settled() && !(s.closeShows(tell) && s.takeMarks(tell)) {
		return
	}
	if tell != nil {
		s.tellReveals(s.open&^s.up, tell)
	}
	s.up |= s.open
	again := s.again
	s.again = false
	if s.present == 0 {
		s.endAge(tell)
		return
	}
	if again {
		if tell != nil {
			tell.Add(game.Everyone, event("again", s.active, "", 0))
		}
	} else {
		s.active ^= 1
	}
	s.ask = askTurn
}

// endAge lays out the next age and settles who begins it (docs/rules/duel.md 10); a turn won by the last card is lost.
// The active seat is the one that acted last.
func (s *State) endAge(tell *game.Events) {
	if s.age == numAges {
		s.end(civilian, 0, tell)
		return
	}
	s.beginAge(tell)
	if s.present == 0 { // all its cards are out of play
		s.endAge(tell)
		return
	}
	if weaker := s.weaker(); weaker != noSeat {
		s.active = weaker
	} else if !s.lastChooses {
		s.begin(s.active, tell)
		return
	}
	s.ask = askBegin
	if tell != nil {
		tell.Add(game.Everyone, event("asked_to_begin", s.active, "", 0))
	}
}

// weaker returns the seat on whose half the pawn is.
func (s *State) weaker() uint8 {
	switch {
	case s.pawn > 0:
		return 1
	case s.pawn < 0:
		return 0
	}
	return noSeat
}

// beginAge lays out the structure of the next age.
func (s *State) beginAge(tell *game.Events) {
	l := &layouts[s.age]
	s.age++
	s.present, s.open, s.up = allSlots, l.open, l.faceUp
	if s.aside {
		s.layPart()
	}
	if s.pantheon && s.age == 2 {
		s.openPantheon(tell)
	}
	if tell != nil {
		tell.Add(game.Everyone, event("age", noSeat, "", int(s.age)))
	}
}

// layPart leaves the places of cards that are out of play empty.
func (s *State) layPart() {
	for slot, card := range s.laid[s.age-1] {
		if card == noCard {
			s.present &^= 1 << slot
		}
	}
	s.open = s.uncovered()
	s.up = (s.up | s.open) & s.present
}

// begin gives the first turn of an age to a seat.
func (s *State) begin(seat uint8, tell *game.Events) {
	s.active = seat
	s.ask = askTurn
	if tell != nil {
		tell.Add(game.Everyone, event("begin", seat, "", int(s.age)))
	}
}

// end closes the game.
func (s *State) end(how ending, winner uint8, tell *game.Events) {
	s.ending = how
	s.winner = winner
	s.ask = askNothing
	s.again = false
	if tell != nil {
		s.tellEnd(tell)
	}
}

// beginPlay starts the first age, which with Pantheon lies there already.
func (s *State) beginPlay(tell *game.Events) {
	if !s.pantheon {
		s.beginAge(tell)
	}
	if s.present == 0 {
		s.endAge(tell)
		return
	}
	s.begin(0, tell)
}
