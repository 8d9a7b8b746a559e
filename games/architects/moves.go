package architects

import (
	"math/bits"
	"slices"

	"mirabilia/game"
)

// A move has its kind in the top four bits, for building the stage in the four below, and under them its
// argument: a deck, a bag of cards to pay with, a set of symbols, a token or a kind of card.
const (
	moveTake     game.Move = (iota + 1) << kindShift // the top card of a deck: main draw, extra draw or Alexandria
	moveBuild                                        // a stage
	moveExchange                                     // a set of symbols for a token
	movePick                                         // a progress token
	moveLook                                         // into a deck, as Halicarnassus
	moveKeep                                         // a card looked at
	moveEnd                                          // the turn

	kindShift            = 28
	stageShift           = 24
	argument   game.Move = 1<<stageShift - 1
)

const (
	// maxPayments bounds the payments for one stage: 126 bundles for four resources, 21 of them also with a doubled coin.
	maxPayments = 126 + 21
	// maxMoves bounds the moves of a seat: Babylon may have to pay four resources or three, and there are sets,
	// decks and the end of the turn.
	maxMoves = maxPayments + 56 + 6 + NumSets + 3 + 1
)

func takeMove(d Deck) game.Move      { return moveTake | game.Move(d) }
func exchangeMove(set Set) game.Move { return moveExchange | game.Move(set) }
func pickMove(t Token) game.Move     { return movePick | game.Move(t) }
func lookMove(d Deck) game.Move      { return moveLook | game.Move(d) }
func keepMove(k Kind) game.Move      { return moveKeep | game.Move(k) }
func kindOf(m game.Move) game.Move   { return m >> kindShift << kindShift }
func paymentOf(m game.Move) Bag      { return Bag(m & argument) }
func stageOf(m game.Move) int        { return int(m >> stageShift & 0xF) }
func buildMove(stage int, payment Bag) game.Move {
	return moveBuild | game.Move(stage)<<stageShift | game.Move(payment)
}

// Moves lists builds by stage, then sets, decks (left, central, right) and the end of the turn.
func (s *State) Moves(seat game.Seat, buf []game.Move) []game.Move {
	if !s.Owing().Has(seat) || seat >= game.Seat(s.seats) {
		return buf
	}
	switch s.phase {
	case toDraw:
		return s.appendTakes(buf)
	case toAct:
		return s.appendActions(buf)
	case toTakeAny:
		for d := range Deck(NumDecks) {
			if s.hasCards(d) {
				buf = append(buf, takeMove(d))
			}
		}
	case toPick:
		for i, t := range s.faceUp {
			if t != NoToken && !slices.Contains(s.faceUp[:i], t) {
				buf = append(buf, pickMove(t))
			}
		}
		if s.pile != 0 {
			buf = append(buf, pickMove(Pile))
		}
	case toLook:
		for _, d := range [...]Deck{s.leftDeck(seat), s.rightDeck(seat)} {
			if s.hasCards(d) {
				buf = append(buf, lookMove(d))
			}
		}
	case toKeep:
		shown := s.looked + one(s.top[s.lookDeck])
		for k := range Kind(NumKinds) {
			if shown.Count(k) > 0 {
				buf = append(buf, keepMove(k))
			}
		}
	}
	return buf
}

// appendTakes lists the available decks of the seat whose turn it is.
func (s *State) appendTakes(buf []game.Move) []game.Move {
	for _, d := range [...]Deck{s.leftDeck(s.turn), Central, s.rightDeck(s.turn)} {
		if s.hasCards(d) {
			buf = append(buf, takeMove(d))
		}
	}
	return buf
}

// appendActions lists the decision menu of docs/rules/architects.md 3.2. Which of several ready tokens gives an extra draw makes
// no difference, as each is used up or ready either way; so the move names the deck alone.
func (s *State) appendActions(buf []game.Move) []game.Move {
	p := s.purse(s.turn)
	for open := s.payableStages(); open != 0; open &= open - 1 {
		buf = s.appendBuilds(buf, p, bits.TrailingZeros8(open))
	}
	for set := range Set(NumSets) {
		if s.mayExchange(set) {
			buf = append(buf, exchangeMove(set))
		}
	}
	if s.ready != 0 {
		buf = s.appendTakes(buf)
	}
	if s.mayEnd() {
		buf = append(buf, moveEnd)
	}
	return buf
}

// appendBuilds lists the payments that a seat may choose for a stage: the legal ones or, by the ruling, those of them
// that keep the most stages within reach.
func (s *State) appendBuilds(buf []game.Move, p purse, stage int) []game.Move {
	from := len(buf)
	buf = s.appendPayments(buf, p, stage)
	if s.rulings[payment] != paymentMost {
		return buf
	}
	me := &s.players[s.turn]
	most := s.mostStages(me.wonder, me.built, s.dutiful(p))
	kept := from
	for _, m := range buf[from:] {
		rest := s.dutiful(s.after(p, stage, paymentOf(m)))
		if 1+s.mostStages(me.wonder, me.built|1<<stage, rest) >= most {
			buf[kept] = m
			kept++
		}
	}
	return buf[:kept]
}

// mayExchange reports whether the seat whose turn it is holds the set and a token is left for it.
func (s *State) mayExchange(set Set) bool {
	return s.tokensLeft() && s.players[s.turn].cards.has(sets[set].cards)
}

// mustExchange reports whether any set can be exchanged.
func (s *State) mustExchange() bool {
	green := s.players[s.turn].cards >> greenShift
	return (green.with(2, greenOnes) != 0 || green.with(1, greenOnes) == greenOnes) && s.tokensLeft()
}

// payableStages returns the open stages that the seat whose turn it is can pay for.
func (s *State) payableStages() uint8 {
	me := &s.players[s.turn]
	return s.purse(s.turn).payable(stages[me.wonder][me.built].open)
}

// mustBuild reports whether an open stage can be paid for.
func (s *State) mustBuild() bool {
	me := &s.players[s.turn]
	return s.dutiful(s.purse(s.turn)).payable(stages[me.wonder][me.built].open) != 0
}

// mayEnd reports whether the turn may be ended: when no duty is open.
func (s *State) mayEnd() bool {
	return !s.mustExchange() && !s.mustBuild() && (s.rulings[extra] != extraMust || !s.mayTakeExtra())
}

// mayTakeExtra reports whether a token is ready and there is a card to take.
func (s *State) mayTakeExtra() bool { return s.ready != 0 && s.canDraw(s.turn) }

// mayAct reports whether there is anything to do but to end the turn.
func (s *State) mayAct() bool {
	return s.mustExchange() || s.payableStages() != 0 || s.mayTakeExtra()
}

// maxChoices bounds the moves of a seat when it does not act: as many as there are kinds of cards.
const maxChoices = NumKinds

// RandomMove draws evenly.
func (s *State) RandomMove(seat game.Seat, r *game.Rand) game.Move {
	if s.phase == toAct {
		var buf [maxMoves]game.Move
		moves := s.appendActions(buf[:0])
		return moves[r.IntN(len(moves))]
	}
	var buf [maxChoices]game.Move
	moves := s.Moves(seat, buf[:0])
	return moves[r.IntN(len(moves))]
}
