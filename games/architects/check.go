package architects

import (
	"slices"
	"strconv"
	"strings"

	"mirabilia/game"
)

// Check looks the move up among the legal ones; the reason is worked out only when it is not there.
func (s *State) Check(seat game.Seat, m game.Move) error {
	if err := game.CheckTurn(s, seat); err != nil {
		return err
	}
	var buf [maxMoves]game.Move
	moves := s.Moves(seat, buf[:0])
	if slices.Contains(moves, m) {
		return nil
	}
	return s.refusal(m, moves)
}

// decides are the kinds of move that each phase asks for.
var decides = [numPhases][]game.Move{
	toDraw:    {moveTake},
	toAct:     {moveBuild, moveExchange, moveTake, moveEnd},
	toTakeAny: {moveTake},
	toPick:    {movePick},
	toLook:    {moveLook},
	toKeep:    {moveKeep},
}

// refusal says why a move is not among the legal ones.
func (s *State) refusal(m game.Move, legal []game.Move) *game.Error {
	refuse := func(reason, why string) *game.Error {
		return game.Refuse(game.IllegalMove, reason, "%s; allowed now: %s", why, s.texts(legal))
	}
	if !isMove(m) {
		return game.Refuse(game.Invalid, "bad_move", "%#x is not a move; allowed now: %s", uint32(m), s.texts(legal))
	}
	if !slices.Contains(decides[s.phase], kindOf(m)) {
		return refuse("other_decision", "another decision is due first ("+phaseIDs[s.phase]+")")
	}
	switch kindOf(m) {
	case moveTake, moveLook:
		return refuse(s.deckRefusal(m))
	case moveBuild:
		return refuse(s.buildRefusal(m))
	case moveExchange:
		if !s.tokensLeft() {
			return refuse("no_token", "no progress token is left")
		}
		return refuse("no_set", "you do not hold a "+Set(m&argument).String())
	case movePick:
		if Token(m&argument) == Pile {
			return refuse("no_token", "the pile is empty")
		}
		return refuse("no_token", Token(m&argument).String()+" does not lie face up")
	case moveKeep:
		return refuse("not_shown", "no "+Kind(m&argument).String()+" is among the cards looked at")
	}
	return refuse("duty", "the turn may not end before every duty is done")
}

func (s *State) deckRefusal(m game.Move) (reason, why string) {
	d := Deck(m & argument)
	switch {
	case s.phase == toAct && s.ready == 0:
		return "no_extra", "no token is ready for an extra draw"
	case d != Central && s.ownerOf(d) == noOne:
		return "no_deck", "the deck of " + d.String() + " is not in play"
	case s.hasCards(d):
		return "out_of_reach", "the deck of " + d.String() + " is not one of yours"
	}
	return "empty_deck", "the deck " + d.String() + " is empty"
}

func (s *State) buildRefusal(m game.Move) (reason, why string) {
	me := &s.players[s.turn]
	stage, pay := stageOf(m), paymentOf(m)
	name := "stage " + stageText(stage)
	p := s.purse(s.turn)
	switch {
	case me.built>>stage&1 != 0:
		return "stage_built", name + " is built already"
	case stages[me.wonder][me.built].open>>stage&1 == 0:
		return "stage_shut", name + " needs all stages of the row below"
	case !me.cards.has(pay):
		return "no_cards", "you do not hold " + strings.Join(cardIDs(pay), ", ")
	case tokensFor(stage, pay).Has(Economy) && !p.economy:
		return "too_little", name + " costs " + costText(stage) + "; Economy is not there to double a coin"
	case tokensFor(stage, pay).Has(Engineering) && !p.engineering:
		return "misfit", name + " costs " + costText(stage) + "; Engineering is not there to pay with others"
	}
	var buf [maxPayments]game.Move
	if !slices.Contains(s.appendPayments(buf[:0], p, stage), m) {
		return "coin_for_card", "a coin stands only for a resource that is missing"
	}
	return "fewer_stages", "this payment keeps another stage out of reach"
}

// ownerOf returns the seat whose deck it is; noOne if it is not in play.
func (s *State) ownerOf(d Deck) game.Seat {
	for seat := range game.Seat(s.seats) {
		if s.leftDeck(seat) == d {
			return seat
		}
	}
	return noOne
}

func (s *State) texts(moves []game.Move) string {
	list := make([]string, len(moves))
	for i, m := range moves {
		list[i] = s.Text(m)
	}
	return strings.Join(list, " ")
}

// isMove reports whether a number is a move of some state: no bit of it is idle.
func isMove(m game.Move) bool {
	arg := m & argument
	switch kindOf(m) {
	case moveBuild:
		return stageOf(m) < NumStages && isPayment(stageOf(m), paymentOf(m))
	case moveTake, moveLook:
		return stageOf(m) == 0 && arg < NumDecks && (kindOf(m) == moveTake || Deck(arg) != Central)
	case moveExchange:
		return stageOf(m) == 0 && arg < NumSets
	case movePick:
		return stageOf(m) == 0 && (arg < NumTokens || Token(arg) == Pile)
	case moveKeep:
		return stageOf(m) == 0 && arg < NumKinds
	}
	return m == moveEnd
}

// isPayment reports whether a stage can ever be paid so: as many cards as it costs, or one less with a doubled coin.
func isPayment(stage int, pay Bag) bool {
	n := pay.Len()
	return n == costs[stage].count || n == costs[stage].count-1 && pay.Count(Gold) > 0
}

// costText returns a cost in words.
func costText(stage int) string {
	text := strconv.Itoa(costs[stage].count)
	if costs[stage].identical {
		return text + " identical resources"
	}
	return text + " different resources"
}
