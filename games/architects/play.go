package architects

import "mirabilia/game"

// Apply plays the move and then everything that follows without a choice.
func (s *State) Apply(_ game.Seat, m game.Move, tell *game.Events) {
	s.do(m, tell)
	s.settle(tell)
}

// do plays a move of the seat whose turn it is.
func (s *State) do(m game.Move, tell *game.Events) {
	switch kindOf(m) {
	case moveTake:
		if s.phase == toAct {
			s.useExtra(tell)
		}
		s.phase = toAct
		s.take(Deck(m&argument), tell)
	case moveBuild:
		s.build(stageOf(m), paymentOf(m), tell)
	case moveExchange:
		s.exchange(Set(m&argument), tell)
	case movePick:
		s.phase = toAct
		s.pick(Token(m&argument), tell)
	case moveLook:
		s.lookInto(Deck(m&argument), tell)
	case moveKeep:
		s.keep(Kind(m&argument), tell)
	case moveEnd:
		s.endTurn(tell)
	}
}

// settle ends turns in which nothing is left to do and plays what is the only thing to do, until a seat has a choice
// (docs/rules/architects.md 3.2). The main draw is left to its seat even when one deck alone has cards.
func (s *State) settle(tell *game.Events) {
	for s.phase != toDraw && s.phase != over {
		if s.phase == toAct {
			if s.mayTakeExtra() && s.rulings[extra] != extraMust {
				return // there is a duty, or the end of the turn, to choose instead
			}
			if !s.mayAct() {
				s.endTurn(tell)
				continue
			}
		}
		m, only := s.onlyMove()
		if !only {
			return
		}
		if tell != nil {
			viewers := game.Everyone
			if s.phase == toKeep {
				viewers = s.lookers()
			}
			tell.Force(viewers, s.turn, s.Text(m))
		}
		s.do(m, tell)
	}
}

// onlyMove returns the move of the seat whose turn it is, if it has but one.
func (s *State) onlyMove() (m game.Move, only bool) {
	var buf [maxMoves]game.Move
	moves := s.Moves(s.turn, buf[:0])
	return moves[0], len(moves) == 1
}

// take gives the top card of a deck to the seat whose turn it is.
func (s *State) take(d Deck, tell *game.Events) {
	k := s.top[d]
	if d == Central {
		if k == NoCard {
			k = s.turnUp(Central)
		}
		s.top[Central] = NoCard
		s.topKnown = 0
	} else {
		s.top[d] = s.turnUp(d)
	}
	if tell != nil {
		s.tell(tell, "take", k.String(), d.String(), 0)
		s.tellTop(d, tell)
	}
	s.receive(k, tell)
}

// receive is what a card does that comes from a deck in any way (docs/rules/architects.md 3.1).
func (s *State) receive(k Kind, tell *game.Events) {
	me := &s.players[s.turn]
	me.cards += one(k)
	switch k {
	case CatPoints:
		if s.cat != s.turn && tell != nil {
			tell.Add(game.Everyone, game.Event{Type: "cat", Seat: s.turn, To: s.cat})
		}
		s.cat = s.turn
	case ShieldHorn, ShieldTwoHorns:
		s.blow(cards[k].horns, tell)
	}
	if triggered := me.tokens & trigger[k] &^ (s.used | s.ready); triggered != 0 {
		s.makeReady(triggered, tell)
	}
}

// makeReady lets a token be used for an extra draw this turn.
func (s *State) makeReady(token Tokens, tell *game.Events) {
	s.ready |= token
	if tell != nil {
		s.tell(tell, "ready", token.first().String(), "", 0)
	}
}

// useExtra uses up a ready token.
func (s *State) useExtra(tell *game.Events) {
	t := s.ready.first()
	s.ready = s.ready.remove(t)
	s.used = s.used.add(t)
	if tell != nil {
		s.tell(tell, "extra", t.String(), "", 0)
	}
}

// forgo loses the extra draws that were not taken at once, where the table plays so.
func (s *State) forgo() {
	if s.rulings[extraTime] == extraAtOnce {
		s.ready = 0
	}
}

// build turns a stage and resolves its ability at once (docs/rules/architects.md 4.3).
func (s *State) build(stage int, pay Bag, tell *game.Events) {
	s.forgo()
	me := &s.players[s.turn]
	helped := tokensFor(stage, pay)
	me.cards -= pay
	me.built |= 1 << stage
	s.used |= helped &^ s.alwaysOn()
	if tell != nil {
		s.tellBuild(stage, pay, helped, tell)
	}
	if me.tokens.Has(Architecture) && !(s.used | s.ready).Has(Architecture) {
		s.makeReady(1<<Architecture, tell)
	}
	if wonders[me.wonder].starred>>stage&1 != 0 {
		s.useAbility(tell)
	}
}

// useAbility resolves the ability of a starred stage, as far as possible; a choice is left to the seat as a phase.
func (s *State) useAbility(tell *game.Events) {
	w := s.players[s.turn].wonder
	left, right := s.leftDeck(s.turn), s.rightDeck(s.turn)
	works := true
	switch w {
	case Alexandria:
		works = s.anyCards()
	case Babylon:
		works = s.tokensLeft()
	case Ephesos:
		works = s.hasCards(Central)
	case Halicarnassus, Olympia:
		works = s.hasCards(left) || s.hasCards(right)
	}
	if !works {
		if tell != nil {
			s.tell(tell, "no_ability", w.String(), "", 0)
		}
		return
	}
	if tell != nil {
		s.tell(tell, "ability", w.String(), "", 0)
	}
	switch w {
	case Alexandria:
		s.phase = toTakeAny
	case Babylon:
		s.phase = toPick
	case Ephesos:
		s.take(Central, tell)
	case Halicarnassus:
		s.phase = toLook
	case Olympia:
		for _, d := range [...]Deck{left, right} {
			if s.hasCards(d) {
				s.take(d, tell)
			} else if tell != nil {
				s.tell(tell, "skip_deck", d.String(), "", 0)
			}
		}
	}
}

// lookAt is how many cards Halicarnassus looks at.
const lookAt = 5

// lookInto turns up the cards below the top of a deck.
func (s *State) lookInto(d Deck, tell *game.Events) {
	s.phase = toKeep
	s.lookDeck = d
	for range min(lookAt-1, s.hidden[d].Len()) {
		s.looked += one(s.turnUp(d))
	}
	if tell != nil {
		s.tellLook(tell)
	}
}

// keep takes one of the cards looked at and shuffles the others into the deck.
func (s *State) keep(k Kind, tell *game.Events) {
	d := s.lookDeck
	s.hidden[d] += s.looked + one(s.top[d]) - one(k)
	s.looked, s.lookDeck = 0, 0
	s.top[d] = s.turnUp(d)
	s.phase = toAct
	if tell != nil {
		s.tell(tell, "take", k.String(), d.String(), 0)
		if s.top[d] != NoCard {
			s.tell(tell, "shuffle", d.String(), "", 0)
		}
		s.tellTop(d, tell)
	}
	s.receive(k, tell)
}

// exchange discards a set of symbols for a progress token (docs/rules/architects.md 5).
func (s *State) exchange(set Set, tell *game.Events) {
	s.forgo()
	s.players[s.turn].cards -= sets[set].cards
	s.phase = toPick
	if tell != nil {
		s.tell(tell, "exchange", set.String(), "", 0)
	}
}

// pick gives a progress token to the seat whose turn it is.
func (s *State) pick(t Token, tell *game.Events) {
	me := &s.players[s.turn]
	if t == Pile {
		t = s.drawToken()
		me.tokens = me.tokens.add(t)
		if tell != nil {
			s.tell(tell, "token", t.String(), "", 0)
			s.tell(tell, "from_pile", t.String(), "", 0)
		}
		return
	}
	place := 0
	for s.faceUp[place] != t {
		place++
	}
	me.tokens = me.tokens.add(t)
	s.faceUp[place] = s.drawToken()
	if tell != nil {
		s.tell(tell, "token", t.String(), "", 0)
		if up := s.faceUp[place]; up != NoToken {
			tell.Add(game.Everyone, game.Event{Type: "refill", Seat: game.NoSeat, To: game.NoSeat, What: up.String()})
		} else {
			tell.Add(game.Everyone, game.Event{Type: "no_refill", Seat: game.NoSeat, To: game.NoSeat})
		}
	}
}
