package duel

import (
	"fmt"
	"math/bits"
)

// recount works out everything that is kept from what it follows from.
func (s *State) recount() {
	for i := range s.cities {
		c := &s.cities[i]
		c.made, c.fixed, c.count, c.points = 0, 0, 0, 0
		c.symbols, c.pairs, c.raw, c.manuf = 0, 0, 0, 0
		for set := c.cards.and(everyCard); !set.empty(); {
			card := set.first()
			set.remove(card)
			f := &cardTable[card]
			c.made += f.makes
			c.fixed |= f.fixed
			c.count += f.count
			c.points += f.points
			c.raw += f.raw
			c.manuf += f.manuf
			if f.symbol != noSymbol {
				c.count1(f.symbol)
			}
		}
		if c.tokens.has(Law) {
			c.count1(Scales)
		}
		if c.gods.has(Ishtar) {
			c.count1(Scales)
		}
		if c.gods.has(Nisaba) && s.pan.snake != noCard {
			c.count1(cardTable[s.pan.snake].symbol)
		}
		for set := c.built; set != 0; set &= set - 1 {
			c.raw += wonderTable[set.first()].raw
			c.manuf += wonderTable[set.first()].manuf
		}
	}
	for i := range s.cities {
		c, o := &s.cities[i], &s.cities[1-i]
		c.price = (startPrices+o.made)&^c.fixed | everyOne&c.fixed
	}
	s.open = s.uncovered()
	s.pan.marked, s.pan.filled, s.pan.gateAt = 0, 0, 0
	if s.pantheon {
		for i, g := range s.pan.spaces {
			if g != noGod {
				s.pan.put(g, uint8(i))
			}
		}
	}
	for i, t := range s.pan.marks {
		if t != noSlotToken && s.age > 0 && i < len(markedSlots[s.age-1]) {
			s.pan.marked |= 1 << markedSlots[s.age-1][i]
		}
	}
}

// count1 counts a symbol once more.
func (c *city) count1(sym Symbol) {
	bit := uint8(1) << sym
	c.pairs |= c.symbols & bit
	c.symbols |= bit
}

var everyCard = cardSet{1<<64 - 1, 1<<(numCards-64) - 1}

// uncovered returns the slots on which nothing lies.
func (s *State) uncovered() slots {
	var open slots
	if s.age == 0 {
		return 0
	}
	for set := s.present; set != 0; set &= set - 1 {
		if slot := set.first(); layouts[s.age-1].cover[slot]&s.present == 0 {
			open |= 1 << slot
		}
	}
	return open
}

// Valid checks what must hold in every state: nothing is lost or twice there, nothing kept is stale, and the
// decision that is owed can be made.
func (s *State) Valid() error {
	for _, check := range []func() error{
		s.validKept, s.validWonders, s.validCards, s.validStructure, s.validTokens, s.validTrack, s.validDecision,
		s.validPantheon,
	} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

func (s *State) validKept() error {
	again := *s
	again.recount()
	if again != *s {
		return fmt.Errorf("what is kept of production, prices, counts or accessible cards is stale")
	}
	for i := range s.cities {
		if s.cities[i].coins < 0 {
			return fmt.Errorf("seat %d has %d coins", i, s.cities[i].coins)
		}
	}
	return nil
}

func (s *State) validWonders() error {
	a, b := &s.cities[0], &s.cities[1]
	sets := [...]wonderSet{a.unbuilt, a.built, b.unbuilt, b.built, s.pool, s.reserve}
	var all wonderSet
	total := 0
	for _, set := range sets {
		all |= set
		total += set.len()
	}
	if all.len() != total {
		return fmt.Errorf("a wonder is in two places")
	}
	if all&^s.allWonders() != 0 {
		return fmt.Errorf("wonders %v do not belong to the game", (all &^ s.allWonders()).ids())
	}
	for w := range Wonder(numWonders) {
		if (s.under[w] != noCard) != (a.built | b.built).has(w) {
			return fmt.Errorf("%s must stand with a card under it or not at all", wonders[w].id)
		}
	}
	if s.picks < numDrafted {
		return s.validDraft()
	}
	if s.pool|s.reserve != 0 {
		return fmt.Errorf("wonders are left to draft after %d are taken", s.picks)
	}
	standing := a.built.len() + b.built.len()
	switch {
	case standing > wonderLimit:
		return fmt.Errorf("%d wonders stand, at most %d can", standing, wonderLimit)
	case standing == wonderLimit && total != wonderLimit:
		return fmt.Errorf("%d wonders stand and others can still be built", standing)
	case standing < wonderLimit && total != numDrafted && !(s.pantheon && total == wonderLimit):
		return fmt.Errorf("%d wonders are in play, not %d", total, numDrafted)
	}
	for i := range s.cities {
		owned := s.cities[i].unbuilt | s.cities[i].built
		if owned.len() > numDrafted/2 && !s.pantheon {
			return fmt.Errorf("seat %d has %d wonders", i, owned.len())
		}
		if s.firstGame && !s.pantheon && owned&^firstGameSets[i] != 0 {
			return fmt.Errorf("seat %d has other wonders than those of a first game", i)
		}
	}
	return nil
}

func (s *State) validDraft() error {
	if s.firstGame {
		return fmt.Errorf("a first game has no draft")
	}
	if s.ask != askDraft || s.active != draftOrder[s.picks] || s.ending != running {
		return fmt.Errorf("pick %d of the draft is not asked of its seat", s.picks)
	}
	inPool, inReserve := poolSize-int(s.picks)%poolSize, 0
	if s.picks < poolSize {
		inReserve = poolSize
	}
	if s.pool.len() != inPool || inPool == 1 || s.reserve.len() != inReserve {
		return fmt.Errorf("after %d picks the pool has %d wonders and %d wait", s.picks, s.pool.len(), s.reserve.len())
	}
	var owned [2]int
	for _, seat := range draftOrder[:s.picks] {
		owned[seat]++
	}
	for i := range s.cities {
		if s.cities[i].unbuilt.len() != owned[i] || s.cities[i].built != 0 {
			return fmt.Errorf("seat %d has drafted %d wonders, not %d", i, s.cities[i].unbuilt.len(), owned[i])
		}
	}
	return nil
}

// validCards checks that every card is in one place, and that as many of each deck are out as were dealt and taken.
func (s *State) validCards() error {
	var seen cardSet
	var dealt [numBacks]int
	put := func(card Card) error {
		if card >= numCards {
			return fmt.Errorf("there is no card %d", card)
		}
		if seen.has(card) {
			return fmt.Errorf("%s is in two places", cards[card].id)
		}
		seen.add(card)
		dealt[card.back()]++
		return nil
	}
	var places []Card
	for _, set := range []cardSet{s.cities[0].cards.and(everyCard), s.cities[1].cards.and(everyCard), s.discard} {
		for !set.empty() {
			places = append(places, set.first())
			set.remove(set.first())
		}
	}
	for _, card := range s.under {
		if card != noCard {
			places = append(places, card)
		}
	}
	for age := range s.laid {
		for slot, card := range s.laid[age] {
			there := age >= int(s.age) && (card != noCard || !s.aside) || age == int(s.age)-1 && s.present>>slot&1 != 0
			if there != (card != noCard) {
				return fmt.Errorf("slot %d of age %d holds a card or not against the record", slot, age+1)
			}
			if !there {
				continue
			}
			if b := card.back(); b != back(age) && (age != numAges-1 || b != s.extraDeck()) {
				return fmt.Errorf("%s lies in age %d", cards[card].id, age+1)
			}
			places = append(places, card)
		}
	}
	for _, card := range places {
		if err := put(card); err != nil {
			return err
		}
	}
	if s.aside {
		return nil
	}
	want := [numBacks]int{backAge1: numSlots, backAge2: numSlots, backAge3: agedCards}
	want[s.extraDeck()] = extraCards
	if dealt != want {
		return fmt.Errorf("of the decks %v cards are in play %v, not %v", backIDs, dealt, want)
	}
	// Nothing of an age to come has been taken: all of it still lies, and what lies is counted once.
	if taken := len(places) - (numAges-int(s.age))*numSlots - s.present.len(); taken != max(0, int(s.age)*numSlots-s.present.len()) {
		return fmt.Errorf("%d cards are taken from the structures", taken)
	}
	return nil
}

func (s *State) validStructure() error {
	if s.age == 0 {
		if s.present|s.up != 0 {
			return fmt.Errorf("there is a structure before age 1")
		}
		return nil
	}
	l := &layouts[s.age-1]
	if s.present&^allSlots != 0 || s.up&^s.present != 0 {
		return fmt.Errorf("a card lies beyond the structure")
	}
	for set := s.present; set != 0 && !s.pantheon && !s.aside; set &= set - 1 {
		if slot := set.first(); l.under[slot]&^s.present != 0 {
			return fmt.Errorf("a card under %s is gone before it", placeID(int(s.age), slot))
		}
	}
	least, most := s.present&l.faceUp, s.present&(l.faceUp|s.open)
	if s.ask == askTurn || s.ask == askBegin || s.ask == askDraft {
		least = most
	}
	if s.up&^most != 0 || least&^s.up != 0 {
		return fmt.Errorf("the wrong cards lie face up")
	}
	return nil
}

func (s *State) validTokens() error {
	sets := [...]tokenSet{s.board, s.drawn, s.cities[0].tokens, s.cities[1].tokens, s.pan.onEnki}
	var all tokenSet
	total := 0
	for _, set := range sets {
		all |= set
		total += set.len()
	}
	if all.len() != total {
		return fmt.Errorf("a progress token is in two places")
	}
	if all&^s.allTokens() != 0 {
		return fmt.Errorf("progress tokens %v do not belong to the game", (all &^ s.allTokens()).ids())
	}
	owned := s.cities[0].tokens.len() + s.cities[1].tokens.len()
	fromBox := owned + s.board.len() - tokensOnBoard
	if s.board.len() > tokensOnBoard || fromBox < 0 {
		return fmt.Errorf("%d progress tokens on the board and %d taken do not make %d", s.board.len(), owned, tokensOnBoard)
	}
	library := 0
	if (s.cities[0].built | s.cities[1].built).has(theGreatLibrary) && s.drawn == 0 {
		library = 1
	}
	if fromBox != library && !s.pantheon {
		return fmt.Errorf("%d progress tokens came from the box, not %d", fromBox, library)
	}
	return nil
}

func (s *State) validTrack() error {
	if s.pawn < -capital || s.pawn > capital {
		return fmt.Errorf("the pawn is on %d", s.pawn)
	}
	for i, l := range loots {
		if s.loot>>i&1 != 0 && leadOver(l.victim, s.pawn) >= l.from {
			return fmt.Errorf("%s is still there with the pawn on %d", l.id, s.pawn)
		}
	}
	won := s.ending == military
	if atCapital := s.pawn == capital || s.pawn == -capital; atCapital != won {
		return fmt.Errorf("the pawn is on %d and the game is won by war: %v", s.pawn, won)
	}
	if won && s.lead(s.winner) != capital {
		return fmt.Errorf("the wrong seat has won by war")
	}
	return nil
}

func (s *State) validDecision() error {
	for i := range s.cities {
		won := s.ending == scientific && s.winner == uint8(i)
		if n := bits.OnesCount8(s.cities[i].symbols); n >= symbolsToWin != won {
			return fmt.Errorf("seat %d has %d symbols and has won by them: %v", i, n, won)
		}
	}
	if (s.ending == running) != (s.ask != askNothing) {
		return fmt.Errorf("the game is over and a decision is owed, or neither")
	}
	if s.ending == civilian && (s.age != numAges || s.present != 0) {
		return fmt.Errorf("the game was scored before its end")
	}
	if s.winner != 0 && s.ending != military && s.ending != scientific {
		return fmt.Errorf("there is a winner without a supremacy")
	}
	if s.prey != 0 && s.ask != askDestroy {
		return fmt.Errorf("a colour to destroy is named without need")
	}
	if s.again && (s.ask == askTurn || s.ask == askBegin || s.ask == askDraft || s.ask == askNothing) {
		return fmt.Errorf("another turn is noted where no action is going on")
	}
	if (s.drawn != 0) != (s.ask == askLibrary) {
		return fmt.Errorf("tokens are drawn from the box and not asked for, or the reverse")
	}
	if (s.age == 0) != (s.ask == askDraft && !s.pantheon) {
		return fmt.Errorf("in age %d the decision %s is owed", s.age, askIDs[s.ask])
	}
	switch s.ask {
	case askDraft:
		if s.picks >= numDrafted || s.age > 1 || s.age == 1 && s.present != allSlots && !s.aside {
			return fmt.Errorf("the draft is over")
		}
	case askTurn:
		if s.present == 0 {
			return fmt.Errorf("a turn without a card to take")
		}
	case askToken:
		if s.board.len() < 2 || s.cities[s.active].pairs == 0 {
			return fmt.Errorf("no progress token to choose")
		}
	case askDestroy:
		if s.prey > Grey || s.targets().len() < 2 {
			return fmt.Errorf("no card to destroy")
		}
	case askRevive:
		if s.discard.len() < 2 {
			return fmt.Errorf("no card to revive")
		}
	case askLibrary:
		if s.drawn.len() < 2 || s.drawn.len() > libraryDraw {
			return fmt.Errorf("%d tokens drawn by The Great Library", s.drawn.len())
		}
	case askBegin:
		if s.present != allSlots && !s.aside || s.present == 0 || s.age < 2 {
			return fmt.Errorf("who begins is settled at the start of an age")
		}
		if weaker := s.weaker(); weaker != noSeat && weaker != s.active || weaker == noSeat && !s.lastChooses {
			return fmt.Errorf("the wrong seat is asked who begins")
		}
	}
	return nil
}
