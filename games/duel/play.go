package duel

import "mirabilia/game"

// Apply plays a move. Effects are carried out until one asks for a choice; when the last is done the action
// is finished and the turn passes (docs/rules/duel.md 3, order inside an action).
func (s *State) Apply(seat game.Seat, m game.Move, tell *game.Events) {
	k, a, b, _ := unpack(m)
	me := uint8(seat) & 1
	asked := s.ask
	s.ask = askNothing
	switch k {
	case moveDraft:
		s.draft(me, Wonder(a), tell)
		return
	case moveBegin:
		s.begin(a, tell)
		return
	case moveBuild:
		s.build(me, Card(a), tell)
	case moveDiscard:
		s.discardForCoins(me, Card(a), tell)
	case moveWonder:
		s.buildWonder(me, Wonder(a), Card(b), tell)
	case moveToken:
		s.chooseToken(me, Token(a), asked, tell)
	case moveDestroy:
		s.destroy(me, Card(a), tell)
	case moveRevive:
		s.revive(me, Card(a), tell)
	default:
		s.applyPantheon(me, m, asked, tell)
	}
	if s.ask == askNothing && s.ending == running {
		s.finish(tell)
	}
}

// draftOrder is whose pick each of the eight wonders is: 1-2-2-1, then 2-1-1-2 (docs/rules/duel.md 1).
var draftOrder = [numDrafted]uint8{0, 1, 1, 0, 1, 0, 0, 1}

// draft takes a wonder of the pool. The last one of a pool is nobody's choice and goes to its seat at once.
func (s *State) draft(me uint8, w Wonder, tell *game.Events) {
	s.takeWonder(me, w, tell)
	if s.pool.len() == 1 {
		last := s.pool.first()
		s.force(draftOrder[s.picks], moveDraft, uint8(last), 0, tell)
		s.takeWonder(draftOrder[s.picks], last, tell)
		s.pool, s.reserve = s.reserve, 0
		tellPool(s.pool, tell)
	}
	if s.picks < numDrafted {
		s.active = draftOrder[s.picks]
		s.ask = askDraft
		return
	}
	s.beginPlay(tell)
}

func (s *State) takeWonder(me uint8, w Wonder, tell *game.Events) {
	s.pool &^= w.bit()
	s.cities[me].unbuilt |= w.bit()
	s.picks++
	if tell != nil {
		tell.Add(game.Everyone, event("draft", me, wonders[w].id, 0))
	}
}

// build is action A: the card goes to the city for its price.
func (s *State) build(me uint8, card Card, tell *game.Events) {
	c := &s.cities[me]
	byChain := c.cards.has(cardTable[card].chain)
	printed, trade := c.cardPrice(card)
	if tell != nil {
		s.tellBuild(me, card, byChain, printed+trade, tell)
	}
	s.pay(me, printed, trade, tell)
	s.take(card)
	if byChain && c.tokens.has(Urbanism) {
		s.gain(me, urbanismCoins, tokens[Urbanism].id, tell)
	}
	s.construct(me, card, tell)
}

// discardForCoins is action B.
func (s *State) discardForCoins(me uint8, card Card, tell *game.Events) {
	c := &s.cities[me]
	coins := c.discardGain()
	s.take(card)
	s.discard.add(card)
	c.coins += int16(coins)
	if tell != nil {
		tell.Add(game.Everyone, event("discard", me, cards[card].id, coins))
	}
}

// buildWonder is action C: the card goes under the wonder and counts for nothing else.
func (s *State) buildWonder(me uint8, w Wonder, card Card, tell *game.Events) {
	trade := s.cities[me].wonderPrice(w)
	if tell != nil {
		e := event("wonder", me, wonders[w].id, trade)
		e.With = cards[card].id
		tell.Add(game.Everyone, e)
	}
	s.pay(me, 0, trade, tell)
	s.take(card)
	s.erect(me, w, card, tell)
}

// take removes a card from the structure; what lay under it alone becomes accessible. Its face is turned
// when the action is done.
func (s *State) take(card Card) {
	s.vacate(s.slotOf(card, s.open))
}

func (s *State) vacate(slot int) {
	age := s.age - 1
	s.laid[age][slot] = noCard
	gone := slots(1) << slot
	s.present &^= gone
	s.up &^= gone
	below := &layouts[age].below[slot]
	s.open = s.open&^gone | freed(below[0], s.present) | freed(below[1], s.present)
}

// freed returns the slot if it is there and nothing lies on it.
func freed(under slot, present slots) slots {
	if under.cover&present != 0 {
		return 0
	}
	return under.bit & present
}

// pay takes coins for a construction: the treasury first, then Astarte's. What is trade goes to an opponent
// with Economy.
func (s *State) pay(me uint8, printed, trade int, tell *game.Events) {
	c, o := &s.cities[me], &s.cities[1-me]
	c.spend(printed + trade)
	if trade > 0 && o.tokens.has(Economy) {
		o.coins += int16(trade)
		if tell != nil {
			e := event("economy", 1-me, tokens[Economy].id, trade)
			e.To = game.Seat(me)
			tell.Add(game.Everyone, e)
		}
	}
}

func (c *city) spend(coins int) {
	c.coins -= int16(coins)
	if c.coins < 0 {
		c.astarte -= uint8(-c.coins)
		c.coins = 0
	}
}

// chooseToken takes the progress token asked for.
func (s *State) chooseToken(me uint8, t Token, asked ask, tell *game.Events) {
	switch asked {
	case askToken:
		s.takeToken(me, t, "board", tell)
	case askLibrary:
		s.takeToken(me, t, "box", tell)
	case askEnki:
		s.takeFromEnki(me, t, tell)
	}
}

// destroy discards a card of the opponent: Circus Maximus, The Statue of Zeus.
func (s *State) destroy(me uint8, card Card, tell *game.Events) {
	o := &s.cities[1-me]
	s.loseMaker(1-me, card)
	o.cards.remove(card)
	s.discard.add(card)
	s.prey = 0
	if tell != nil {
		e := event("destroy", me, cards[card].id, 0)
		e.To = game.Seat(1 - me)
		tell.Add(game.Everyone, e)
	}
}

// loseMaker takes a brown or grey card out of what a city makes and counts.
func (s *State) loseMaker(seat uint8, card Card) {
	c, o := &s.cities[seat], &s.cities[1-seat]
	f := &cardTable[card]
	c.count -= f.count
	c.made -= f.makes
	o.price -= f.makes &^ o.fixed
}

// revive builds a card of the discard pile for free: The Mausoleum.
func (s *State) revive(me uint8, card Card, tell *game.Events) {
	s.discard.remove(card)
	if tell != nil {
		tell.Add(game.Everyone, event("revive", me, cards[card].id, 0))
	}
	s.construct(me, card, tell)
}
