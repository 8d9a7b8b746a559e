package duel

import (
	"mirabilia/game"
	"slices"
)

// answers says which decisions a kind of move answers.
var answers = [numKinds][]ask{
	moveDraft:   {askDraft},
	moveBuild:   {askTurn},
	moveDiscard: {askTurn},
	moveWonder:  {askTurn},
	moveToken:   {askToken, askLibrary, askEnki},
	moveDestroy: {askDestroy},
	moveRevive:  {askRevive},
	moveBegin:   {askBegin},

	moveActivate: {askTurn},
	movePlace:    {askPlace},
	moveUncover:  {askUncover},
	moveNisaba:   {askNisaba},
	moveBaal:     {askBaal},
	moveZeus:     {askZeus},
	moveAnubis:   {askAnubis},
	moveIsis:     {askIsis},
	moveRa:       {askRa},
	moveMinerva:  {askMinerva},
	moveNeptune:  {askNeptuneRemove, askNeptuneApply},
	moveGod:      {askGate, askDivinity},
	moveDeck:     {askDeck},
	moveOrder:    {askOrder},
}

// Check returns why a move may not be played. It speaks only of what both players see.
func (s *State) Check(seat game.Seat, m game.Move) error {
	if err := game.CheckTurn(s, seat); err != nil {
		return err
	}
	if !wellFormed(m) {
		return game.Refuse(game.Invalid, "bad_move", "%#x is not a move in this game", uint32(m))
	}
	k, a, b, _ := unpack(m)
	if !slices.Contains(answers[k], s.ask) {
		return game.Refuse(game.IllegalMove, "wrong_decision", "the decision at hand is %q, but the move answers %q", askIDs[s.ask], askIDs[answers[k][0]])
	}
	c := &s.cities[seat&1]
	switch k {
	case moveDraft:
		if !s.pool.has(Wonder(a)) {
			return game.Refuse(game.IllegalMove, "not_in_pool", "%s is not among the wonders to choose from", wonders[a].id)
		}
	case moveBuild:
		return s.checkBuild(c, Card(a))
	case moveDiscard:
		return s.checkAccess(Card(a))
	case moveWonder:
		return s.checkWonder(c, Wonder(a), Card(b))
	case moveToken:
		if s.ask == askToken && !s.board.has(Token(a)) {
			return game.Refuse(game.IllegalMove, "not_on_board", "%s is not on the board", tokens[a].id)
		}
		if s.ask == askLibrary && !s.drawn.has(Token(a)) {
			return game.Refuse(game.IllegalMove, "not_drawn", "%s is not among the tokens drawn", tokens[a].id)
		}
		if s.ask == askEnki && !s.pan.onEnki.has(Token(a)) {
			return game.Refuse(game.IllegalMove, "not_on_enki", "%s is not on Enki", tokens[a].id)
		}
	case moveDestroy:
		if targets := s.targets(); !targets.has(Card(a)) {
			return game.Refuse(game.IllegalMove, "not_a_target", "%s is not one of the opponent's %s cards", cards[a].id, colourIDs[s.prey])
		}
	case moveRevive:
		if !s.discard.has(Card(a)) {
			return game.Refuse(game.IllegalMove, "not_discarded", "%s is not in the discard pile", cards[a].id)
		}
	default:
		return s.checkPantheon(s.active, m)
	}
	return nil
}

// checkAccess refuses a card that cannot be taken. A card lying face down is as unknown as one in the box.
func (s *State) checkAccess(card Card) error {
	slot := s.slotOf(card, s.present&s.up)
	if slot < 0 {
		return game.Refuse(game.IllegalMove, "not_in_sight", "%s is not face up in the structure", cards[card].id)
	}
	if s.open>>slot&1 == 0 {
		on := layouts[s.age-1].cover[slot] & s.present
		return game.Refuse(game.IllegalMove, "not_accessible", "%s is still covered by %d cards", cards[card].id, on.len())
	}
	return nil
}

func (s *State) checkBuild(c *city, card Card) error {
	if err := s.checkAccess(card); err != nil {
		return err
	}
	if printed, trade := c.cardPrice(card); printed+trade > c.funds() {
		return game.Refuse(game.IllegalMove, "too_dear", "%s costs %d coins, and the seat has %d", cards[card].id, printed+trade, c.funds())
	}
	return nil
}

func (s *State) checkWonder(c *city, w Wonder, card Card) error {
	switch {
	case c.built.has(w):
		return game.Refuse(game.IllegalMove, "already_built", "%s is already built", wonders[w].id)
	case !c.unbuilt.has(w):
		return game.Refuse(game.IllegalMove, "not_your_wonder", "%s is not one of the seat's wonders", wonders[w].id)
	}
	if err := s.checkAccess(card); err != nil {
		return err
	}
	if price := c.wonderPrice(w); price > c.funds() {
		return game.Refuse(game.IllegalMove, "too_dear", "%s costs %d coins, and the seat has %d", wonders[w].id, price, c.funds())
	}
	return nil
}
