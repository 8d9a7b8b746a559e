package architects

import (
	"fmt"

	"mirabilia/game"
)

// Valid checks what holds in every state.
func (s *State) Valid() error {
	if s.seats < 2 || s.seats > game.MaxSeats || s.turn >= game.Seat(s.seats) || s.phase >= numPhases {
		return fmt.Errorf("no table: %d seats, turn of %d, phase %d", s.seats, s.turn, s.phase)
	}
	for _, check := range []func() error{s.validSeats, s.validDecks, s.validCards, s.validWar, s.validCat, s.validTokens, s.validTurn} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

func (s *State) validSeats() error {
	for seat := range game.Seat(s.seats) {
		p := &s.players[seat]
		switch {
		case p.wonder >= NumWonders:
			return fmt.Errorf("seat %d has no wonder", seat)
		case s.ownerOf(Deck(p.wonder)) != seat:
			return fmt.Errorf("two seats have %s", p.wonder)
		case s.chosen[seat] != noWonder && s.chosen[seat] != p.wonder:
			return fmt.Errorf("seat %d chose %s and has %s", seat, s.chosen[seat], p.wonder)
		case p.built > allStages || !stages[p.wonder][p.built].possible:
			return fmt.Errorf("seat %d has built stages without those below", seat)
		case p.built == allStages && (seat != s.turn || s.phase == toDraw):
			return fmt.Errorf("the game ends with the turn in which a wonder is completed; seat %d has completed it before", seat)
		}
	}
	for seat := s.seats; seat < game.MaxSeats; seat++ {
		if s.players[seat] != (player{}) {
			return fmt.Errorf("there is something at seat %d, which nobody has", seat)
		}
	}
	return nil
}

func (s *State) validDecks() error {
	for d := range Deck(NumDecks) {
		inPlay := d == Central || s.ownerOf(d) != noOne
		switch {
		case s.top[d] >= NumKinds && s.top[d] != NoCard || s.hidden[d]>>(4*NumKinds) != 0:
			return fmt.Errorf("the deck %s has a card of no kind", d)
		case !inPlay && s.hasCards(d):
			return fmt.Errorf("the deck %s is not in play", d)
		case inPlay && !s.fitsDeck(d):
			return fmt.Errorf("the deck %s has cards too many", d)
		case inPlay && d != Central && s.top[d] == NoCard && s.hidden[d] != 0:
			return fmt.Errorf("the deck %s has no top", d)
		}
	}
	if s.phase != toKeep && (s.looked != 0 || s.lookDeck != 0) {
		return fmt.Errorf("cards are looked at in the phase %s", phaseIDs[s.phase])
	}
	return nil
}

// fitsDeck reports whether the cards of a deck are among those it began with. They are taken away one after the other,
// since what is too much may not fit into one bag.
func (s *State) fitsDeck(d Deck) bool {
	rest := fullDecks[d]
	parts := [...]Bag{s.hidden[d], 0, 0}
	if s.top[d] != NoCard {
		parts[1] = one(s.top[d])
	}
	if s.phase == toKeep && d == s.lookDeck {
		parts[2] = s.looked
	}
	for _, part := range parts {
		if !rest.has(part) {
			return false
		}
		rest -= part
	}
	return true
}

// validCards checks that no card is lost. Blue cards and shields without horns stay with who took them; all others may have been
// discarded. What a seat has it took from its decks, or by an ability of Alexandria from any.
func (s *State) validCards() error {
	for k, n := range s.discarded() {
		kept := Kind(k) == ThreePoints || Kind(k) == CatPoints || Kind(k) == Shield
		switch {
		case n < 0:
			return fmt.Errorf("%d more %s are with the players than have left the decks", -n, Kind(k))
		case n > 0 && kept && !s.aside:
			return fmt.Errorf("%d %s are lost: they have left the decks and nobody has them", n, Kind(k))
		}
	}
	for seat := range game.Seat(s.seats) {
		p := &s.players[seat]
		far := 0
		if p.wonder == Alexandria {
			far = int(p.built>>1&1 + p.built>>3&1)
		}
		for k := range Kind(NumKinds) {
			reach := far
			for _, d := range [...]Deck{s.leftDeck(seat), s.rightDeck(seat), Central} {
				reach += fullDecks[d].Count(k) - s.left(d).Count(k)
			}
			if p.cards.Count(k) > reach {
				return fmt.Errorf("seat %d has %d %s and could only have taken %d", seat, p.cards.Count(k), k, reach)
			}
		}
		if p.cards>>(4*NumKinds) != 0 {
			return fmt.Errorf("seat %d has cards of no kind", seat)
		}
	}
	return nil
}

// horns returns how many are on the cards that players have.
func (s *State) horns() int {
	n := 0
	for seat := range s.seats {
		cards := s.players[seat].cards
		n += cards.Count(ShieldHorn) + 2*cards.Count(ShieldTwoHorns)
	}
	return n
}

// flips returns how many conflict tokens show the battle side: one for each horn since the last battle, whose cards the
// players still have.
func (s *State) flips() uint8 { return uint8(min(s.horns(), int(conflictTokens[s.seats]))) }

func (s *State) validWar() error {
	if s.flipped != s.flips() {
		return fmt.Errorf("%d conflict tokens are turned; the horns on the table have turned %d", s.flipped, s.flips())
	}
	if s.battlePending() && (s.phase == toDraw || s.phase == over) {
		return fmt.Errorf("the last conflict token is turned and no battle was fought")
	}
	gone := s.discarded()
	battles := (gone[ShieldHorn] + 2*gone[ShieldTwoHorns]) / int(conflictTokens[s.seats])
	sum := 0
	for seat := range s.seats {
		n := int(s.players[seat].victories)
		sum += n
		if n > 2*battles {
			return fmt.Errorf("seat %d has %d victory tokens after at most %d battles", seat, n, battles)
		}
	}
	if s.rulings[victories] == victoriesLimited && sum > victoryTokens {
		return fmt.Errorf("there are %d victory tokens, not %d", victoryTokens, sum)
	}
	return nil
}

// validCat checks that the pawn is with someone as soon as a cat has been taken, and only who has had it knows the top of the
// central deck.
func (s *State) validCat() error {
	var fanciers game.Seats
	for seat := range game.Seat(s.seats) {
		if s.players[seat].cards.Count(CatPoints) > 0 {
			fanciers |= 1 << seat
		}
	}
	switch {
	case s.cat == noOne && fanciers != 0:
		return fmt.Errorf("cats have been taken, and nobody has the pawn")
	case s.cat != noOne && (s.cat >= game.Seat(s.seats) || !fanciers.Has(s.cat)):
		return fmt.Errorf("seat %d has the pawn and no cat", s.cat)
	case s.topKnown&^fanciers != 0:
		return fmt.Errorf("someone knows the top of the central deck who never had the pawn")
	case (s.top[Central] != NoCard) != (s.topKnown != 0):
		return fmt.Errorf("the top of the central deck is drawn when someone looks at it")
	case s.phase == toDraw && s.cat == s.turn && s.hasCards(Central) && !s.topKnown.Has(s.turn):
		return fmt.Errorf("seat %d has the pawn and has not looked at the central deck", s.turn)
	}
	return nil
}

func (s *State) validTokens() error {
	var counts [NumTokens]int
	count := func(set Tokens) {
		for i := range set.Len() {
			counts[set.nth(i)]++
		}
	}
	sets := []Tokens{s.pile, s.used, s.ready}
	for seat := range s.seats {
		sets = append(sets, s.players[seat].tokens)
		count(s.players[seat].tokens)
	}
	for _, set := range sets {
		if set&^allTokens != 0 || set&secondCulture != 0 && !set.Has(Culture) {
			return fmt.Errorf("%b is no set of tokens", set)
		}
	}
	count(s.pile)
	for _, t := range s.faceUp {
		switch {
		case t < NumTokens:
			counts[t]++
		case t != NoToken:
			return fmt.Errorf("token %d lies face up", t)
		case s.pile != 0:
			return fmt.Errorf("a place for tokens is empty, and the pile is not")
		}
	}
	for t, n := range counts {
		if n != allTokens.Count(Token(t)) {
			return fmt.Errorf("there are %d tokens %s, not %d", n, Token(t), allTokens.Count(Token(t)))
		}
	}
	return nil
}

func (s *State) validTurn() error {
	me := &s.players[s.turn]
	const once = extraDraws | 1<<Economy | 1<<Engineering
	switch {
	case (s.used|s.ready)&^(me.tokens&once) != 0 || s.ready&^extraDraws != 0 || s.used&s.ready != 0:
		return fmt.Errorf("tokens are used or ready that seat %d does not have so", s.turn)
	case (s.phase == toDraw || s.phase == over) && s.used|s.ready != 0:
		return fmt.Errorf("tokens are used or ready outside a turn")
	}
	starred := me.built&wonders[me.wonder].starred != 0
	switch s.phase {
	case over:
		if s.ended() == "no_draw" && (s.rulings[noDraw] != noDrawEnd || s.canDraw(s.turn)) {
			return fmt.Errorf("the game is over without a complete wonder, and there are cards left")
		}
		return nil
	case toDraw:
		if !s.canDraw(s.turn) {
			return fmt.Errorf("seat %d is to draw and its decks are empty", s.turn)
		}
		return nil
	case toTakeAny, toLook, toKeep:
		of := Alexandria
		if s.phase != toTakeAny {
			of = Halicarnassus
		}
		if me.wonder != of || !starred {
			return fmt.Errorf("seat %d has no ability that asks to %s", s.turn, phaseIDs[s.phase])
		}
	}
	if s.phase == toKeep {
		if s.lookDeck != s.leftDeck(s.turn) && s.lookDeck != s.rightDeck(s.turn) || s.top[s.lookDeck] == NoCard {
			return fmt.Errorf("the deck %s is not one that Halicarnassus looks into", s.lookDeck)
		}
		if n := s.looked.Len(); n > lookAt-1 || n < lookAt-1 && s.hidden[s.lookDeck] != 0 {
			return fmt.Errorf("it is not so that Halicarnassus looks at %d cards", n+1)
		}
	}
	if len(s.Moves(s.turn, nil)) < 2 {
		return fmt.Errorf("seat %d has no choice in the phase %s; what has no choice is played at once", s.turn, phaseIDs[s.phase])
	}
	return nil
}
