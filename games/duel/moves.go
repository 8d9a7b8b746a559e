package duel

import (
	"math/bits"
	"slices"

	"mirabilia/game"
)

// Moves lists what the deciding seat may do: in a turn card by card in the order of the slots (build,
// discard, each wonder), in a choice in the order of the tables.
func (s *State) Moves(seat game.Seat, buf []game.Move) []game.Move {
	if s.ask == askNothing || uint8(seat) != s.active {
		return buf
	}
	c := &s.cities[seat&1]
	switch s.ask {
	case askTurn:
		return s.turnMoves(c, buf)
	case askDraft:
		return wonderMoves(moveDraft, s.pool, buf)
	case askToken:
		return tokenMoves(s.board, buf)
	case askLibrary:
		return tokenMoves(s.drawn, buf)
	case askDestroy:
		return cardMoves(moveDestroy, s.targets(), buf)
	case askRevive:
		return cardMoves(moveRevive, s.discard, buf)
	case askBegin:
		return append(buf, pack(moveBegin, 0, 0, 0), pack(moveBegin, 1, 0, 0))
	}
	return s.pantheonMoves(s.active, buf)
}

// turnMoves are the main actions of RULES.md 3.
func (s *State) turnMoves(c *city, buf []game.Move) []game.Move {
	funds := c.funds()
	var payable [numWonders]Wonder
	n := 0
	for set := c.unbuilt; set != 0; set &= set - 1 {
		if w := set.first(); c.wonderPrice(w) <= funds {
			payable[n] = w
			n++
		}
	}
	laid := &s.laid[s.age-1]
	for set := s.open; set != 0; set &= set - 1 {
		card := laid[set.first()]
		if printed, trade := c.cardPrice(card); printed+trade <= funds {
			buf = append(buf, pack(moveBuild, uint8(card), 0, 0))
		}
		buf = append(buf, pack(moveDiscard, uint8(card), 0, 0))
		for _, w := range payable[:n] {
			buf = append(buf, pack(moveWonder, uint8(w), uint8(card), 0))
		}
	}
	if s.activable() {
		buf = s.activationMoves(s.active, buf)
	}
	return buf
}

// activable tells whether cards of the Pantheon can be activated at all.
func (s *State) activable() bool { return s.pantheon && s.age >= 2 }

func wonderMoves(k kind, set wonderSet, buf []game.Move) []game.Move {
	for ; set != 0; set &= set - 1 {
		buf = append(buf, pack(k, uint8(set.first()), 0, 0))
	}
	return buf
}

func tokenMoves(set tokenSet, buf []game.Move) []game.Move {
	for ; set != 0; set &= set - 1 {
		buf = append(buf, pack(moveToken, uint8(set.first()), 0, 0))
	}
	return buf
}

func cardMoves(k kind, set cardSet, buf []game.Move) []game.Move {
	for !set.empty() {
		card := set.first()
		set.remove(card)
		buf = append(buf, pack(k, uint8(card), 0, 0))
	}
	return buf
}

// Draw draws a main action by guessing one of all that the open cards and unbuilt wonders could give until
// the guess can be paid; discarding always can. Each legal move is equally likely.
func (s *State) Draw(seat game.Seat, r *game.Rand) game.Move {
	c := &s.cities[seat&1]
	switch s.ask {
	case askTurn:
		if s.activable() {
			return s.drawTurnWithGods(s.active, r)
		}
		return s.drawTurn(c, r)
	case askDraft:
		return pack(moveDraft, uint8(drawBit(r, uint16(s.pool))), 0, 0)
	case askToken:
		return pack(moveToken, uint8(drawBit(r, uint16(s.board))), 0, 0)
	case askLibrary:
		return pack(moveToken, uint8(drawBit(r, uint16(s.drawn))), 0, 0)
	case askDestroy:
		return pack(moveDestroy, uint8(drawCard(r, s.targets())), 0, 0)
	case askRevive:
		return pack(moveRevive, uint8(drawCard(r, s.discard)), 0, 0)
	case askBegin:
		return pack(moveBegin, uint8(r.Below(2)), 0, 0)
	}
	return s.pantheonDraw(s.active, r)
}

func (s *State) drawTurn(c *city, r *game.Rand) game.Move {
	funds := c.funds()
	cards, actions := uint32(s.open.len()), uint32(2+c.unbuilt.len())
	for {
		slot, action := drawTwo(r, cards, actions)
		if m := s.tryAction(c, action, s.open.nth(slot), funds); m != 0 {
			return m
		}
	}
}

// tryAction is a main action with the card of a slot: 0 to discard it, 1 to build it, 2 and up to use it for
// an unbuilt wonder. The move is 0 if that cannot be paid.
func (s *State) tryAction(c *city, action, slot, funds int) game.Move {
	card := s.laid[s.age-1][slot]
	switch action {
	case 0:
		return pack(moveDiscard, uint8(card), 0, 0)
	case 1:
		if printed, trade := c.cardPrice(card); printed+trade <= funds {
			return pack(moveBuild, uint8(card), 0, 0)
		}
	default:
		w := wonderSet(nthBit(uint16(c.unbuilt), action-2)).first()
		if c.wonderPrice(w) <= funds {
			return pack(moveWonder, uint8(w), uint8(card), 0)
		}
	}
	return 0
}

// drawTwo draws a number below m and one below n from the two halves of one output.
func drawTwo(r *game.Rand, m, n uint32) (int, int) {
	for {
		x := r.Uint64()
		a, fairA := scale(uint32(x>>32), m)
		b, fairB := scale(uint32(x), n)
		if fairA && fairB {
			return a, b
		}
	}
}

// scale maps 32 random bits to a number below n as game.Rand does; not fair means: draw again.
func scale(x, n uint32) (v int, fair bool) {
	p := uint64(x) * uint64(n)
	low := uint32(p)
	return int(p >> 32), low >= n || low >= -n%n
}

func drawBit(r *game.Rand, set uint16) int {
	return bits.TrailingZeros16(nthBit(set, r.Below(bits.OnesCount16(set))))
}

func drawCard(r *game.Rand, set cardSet) Card { return set.nth(r.Below(set.len())) }

// targets are the opponent's cards that the wonder just built can destroy.
func (s *State) targets() cardSet {
	return s.cities[1-s.active&1].cards.and(ofColour[s.prey])
}

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

// Check tells why a move may not be played. It speaks only of what both players see.
func (s *State) Check(seat game.Seat, m game.Move) error {
	if err := game.CheckTurn(s, seat); err != nil {
		return err
	}
	if !wellFormed(m) {
		return game.Refuse(game.Invalid, "bad_move", "%#x is no move of this game", uint32(m))
	}
	k, a, b, _ := unpack(m)
	if !slices.Contains(answers[k], s.ask) {
		return game.Refuse(game.IllegalMove, "wrong_decision", "now %q is to be decided, and the move answers %q", askIDs[s.ask], askIDs[answers[k][0]])
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
			return game.Refuse(game.IllegalMove, "not_on_board", "%s does not lie on the board", tokens[a].id)
		}
		if s.ask == askLibrary && !s.drawn.has(Token(a)) {
			return game.Refuse(game.IllegalMove, "not_drawn", "%s is not among the tokens drawn", tokens[a].id)
		}
		if s.ask == askEnki && !s.pan.onEnki.has(Token(a)) {
			return game.Refuse(game.IllegalMove, "not_on_enki", "%s does not lie on Enki", tokens[a].id)
		}
	case moveDestroy:
		if targets := s.targets(); !targets.has(Card(a)) {
			return game.Refuse(game.IllegalMove, "not_a_target", "%s is no %s card of the opponent", cards[a].id, colourIDs[s.prey])
		}
	case moveRevive:
		if !s.discard.has(Card(a)) {
			return game.Refuse(game.IllegalMove, "not_discarded", "%s does not lie in the discard pile", cards[a].id)
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
		return game.Refuse(game.IllegalMove, "not_in_sight", "%s does not lie face up in the structure", cards[card].id)
	}
	if s.open>>slot&1 == 0 {
		on := layouts[s.age-1].cover[slot] & s.present
		return game.Refuse(game.IllegalMove, "not_accessible", "%s is still covered by %d of the cards on it", cards[card].id, on.len())
	}
	return nil
}

func (s *State) checkBuild(c *city, card Card) error {
	if err := s.checkAccess(card); err != nil {
		return err
	}
	if printed, trade := c.cardPrice(card); printed+trade > c.funds() {
		return game.Refuse(game.IllegalMove, "too_dear", "%s costs %d coins, and there are %d", cards[card].id, printed+trade, c.funds())
	}
	return nil
}

func (s *State) checkWonder(c *city, w Wonder, card Card) error {
	switch {
	case c.built.has(w):
		return game.Refuse(game.IllegalMove, "already_built", "%s stands already", wonders[w].id)
	case !c.unbuilt.has(w):
		return game.Refuse(game.IllegalMove, "not_your_wonder", "%s is not one of the wonders in front of the seat", wonders[w].id)
	}
	if err := s.checkAccess(card); err != nil {
		return err
	}
	if price := c.wonderPrice(w); price > c.funds() {
		return game.Refuse(game.IllegalMove, "too_dear", "%s costs %d coins, and there are %d", wonders[w].id, price, c.funds())
	}
	return nil
}

// slotOf is where a card lies among some slots, or -1.
func (s *State) slotOf(card Card, among slots) int {
	if s.age == 0 {
		return -1
	}
	laid := &s.laid[s.age-1]
	for ; among != 0; among &= among - 1 {
		if slot := among.first(); laid[slot] == card {
			return slot
		}
	}
	return -1
}
