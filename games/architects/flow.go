package architects

import "mirabilia/game"

// endTurn closes a turn and begins the next (docs/rules/architects.md 8): battle, end of the game, next player.
func (s *State) endTurn(tell *game.Events) {
	if s.ready != 0 && tell != nil {
		s.tellDeclined(tell)
	}
	if s.battlePending() {
		s.battle(tell)
	}
	if s.players[s.turn].built == allStages || !s.anyCards() {
		s.finish(tell)
		return
	}
	s.used, s.ready = 0, 0
	s.nextSeat(tell)
	s.beginTurn(tell)
}

// beginTurn asks for the main draw. A seat whose decks are all empty draws nothing but still has its duties, or as
// the table rules (cases 25, 26). Someone can always draw: a deck that is not empty is its owner's left deck.
func (s *State) beginTurn(tell *game.Events) {
	for !s.canDraw(s.turn) {
		if s.rulings[noDraw] == noDrawEnd {
			s.finish(tell)
			return
		}
		if tell != nil {
			s.tell(tell, "pass", "", "", 0)
		}
		if s.rulings[noDraw] != noDrawSkip {
			s.phase = toAct
			return
		}
		s.nextSeat(tell)
	}
	s.phase = toDraw
	if s.cat == s.turn && s.hasCards(Central) {
		s.peek(tell)
	}
}

func (s *State) nextSeat(tell *game.Events) {
	s.turn = s.leftOf(s.turn)
	if tell != nil {
		s.tell(tell, "turn", "", "", 0)
	}
}

// peek shows the top of the central deck to the holder of the cat.
func (s *State) peek(tell *game.Events) {
	if s.top[Central] == NoCard {
		s.top[Central] = s.turnUp(Central)
	}
	known := s.topKnown.Has(s.turn)
	s.topKnown |= 1 << s.turn
	if tell != nil && !known {
		s.tell(tell, "peek", "", "", 0)
		tell.Add(game.SeatSet(s.turn), game.Event{Type: "peeked", Seat: s.turn, To: game.NoSeat, What: s.top[Central].String()})
	}
}

func (s *State) finish(tell *game.Events) {
	s.phase = over
	s.used, s.ready = 0, 0
	if tell != nil {
		s.tellEnd(tell)
	}
}

// ended says why the game is over.
func (s *State) ended() string {
	switch {
	case s.phase != over:
		return ""
	case s.players[s.turn].built == allStages:
		return "wonder"
	case !s.anyCards():
		return "decks"
	}
	return "no_draw"
}
