package wonders

import (
	"mirabilia/game"
)

const salePrice = 3

// Apply commits a choice or plays the move of a seat that acts alone. The choices of a turn take effect when
// the last seat commits.
func (s *State) Apply(seat game.Seat, m game.Move, tell *game.Events) {
	switch s.phase {
	case choosingSides, choosing:
		s.chosen[seat] = m
		s.committed |= 1 << seat
		if tell != nil {
			tell.Add(game.Everyone, game.Event{Type: "commit", Seat: seat, To: game.NoSeat})
		}
		if s.committed != game.FirstSeats(int(s.seats)) {
			return
		}
		chosen := s.chosen
		s.chosen = [game.MaxSeats]game.Move{}
		s.committed = 0
		if s.phase == choosingSides {
			s.takeSides(&chosen, tell)
		} else {
			s.playTurn(&chosen, tell)
		}
	case lastCardPhase:
		s.playLastCard(int(seat), m, tell)
	case digging:
		s.playDig(int(seat), cardOf(m), tell)
	}
}

// Withdraw takes back a commitment while another seat still owes.
func (s *State) Withdraw(seat game.Seat) error {
	if s.committed>>seat&1 == 0 || seat >= game.Seat(s.seats) {
		return game.Refuse(game.IllegalMove, "nothing_to_withdraw", "seat %s has no choice to withdraw; choices are final once every seat has chosen", seat.Letter())
	}
	s.committed = s.committed.Without(seat)
	s.chosen[seat] = 0
	return nil
}

func (s *State) takeSides(chosen *[game.MaxSeats]game.Move, tell *game.Events) {
	for seat := range int(s.seats) {
		c := &s.city[seat]
		c.side = side(cardOf(chosen[seat]))
		if tell != nil {
			tell.Add(game.Everyone, game.Event{Type: "side", Seat: game.Seat(seat), To: game.NoSeat, What: sides[c.side], With: boards[c.board].id})
		}
	}
	s.phase = choosing
	s.tellAge(tell)
}

// playTurn resolves the choices of all seats in the order of docs/rules/wonders.md 6.
func (s *State) playTurn(chosen *[game.MaxSeats]game.Move, tell *game.Events) {
	n := int(s.seats)
	// What an action costs is judged before any card is moved.
	var bank [game.MaxSeats]int
	for seat := range n {
		if m := chosen[seat]; kindOf(m) == build {
			bank[seat] = s.bank(seat, cardOf(m))
		}
	}
	if tell != nil {
		tell.Add(game.Everyone, game.Event{Type: "reveal", Seat: game.NoSeat, To: game.NoSeat, N: int(s.turn) + 1})
		for seat := range n {
			s.tellDeed(seat, chosen[seat], bank[seat], tell)
		}
	}
	for seat := range n {
		s.place(seat, chosen[seat])
	}
	if s.turn == lastTurn {
		s.leaveOver(tell)
	}
	for seat := range n {
		s.pay(seat, chosen[seat], bank[seat], tell)
	}
	for seat := range n {
		s.gain(seat, chosen[seat], tell)
	}
	s.afterTurn(tell)
}

// place moves the chosen card out of the hand: into the city, under the wonder or onto the pile.
func (s *State) place(seat int, m game.Move) {
	p := s.packetOf(seat, int(s.age), int(s.turn))
	i := s.gone() // the last card leaves after the sixth turn's
	hand := &s.packet[s.age][p]
	card := cardOf(m)
	j := i
	for hand[j] != card {
		j++
	}
	for ; j > i; j-- {
		hand[j] = hand[j-1]
	}
	hand[i] = card
	c := &s.city[seat]
	switch kindOf(m) {
	case build:
		s.setFate(int(s.age), p, i, built)
		c.raise(card)
	case stage:
		s.setFate(int(s.age), p, i, tucked)
		c.own.add(&stageOwn[c.board][c.side][c.stages])
		c.stages++
	case sell:
		s.setFate(int(s.age), p, i, discarded)
	}
}

// raise adds a card to the city.
func (c *city) raise(card Card) {
	c.built.add(card)
	if produces.has(card) {
		c.own.add(&cardOwn[card])
		c.sells.add(&cardSells[card])
	}
}

// powers returns those of the built stages.
func (s *State) powers(seat int) power {
	c := &s.city[seat]
	return stageSums[c.board][c.side][c.stages].powers
}

// pay moves the coins of one action to the bank and to the neighbours.
func (s *State) pay(seat int, m game.Move, bank int, tell *game.Events) {
	p := paid(m)
	total := bank + p.total()
	if total == 0 {
		return
	}
	l, r := s.leftOf(seat), s.rightOf(seat)
	s.city[seat].coins -= uint16(total)
	s.city[l].coins += uint16(p.left)
	s.city[r].coins += uint16(p.right)
	if tell == nil {
		return
	}
	if bank > 0 {
		tell.Add(game.Everyone, game.Event{Type: "bank", Seat: game.Seat(seat), To: game.NoSeat, N: bank})
	}
	if p.left > 0 {
		tell.Add(game.Everyone, game.Event{Type: "pay", Seat: game.Seat(seat), To: game.Seat(l), N: int(p.left)})
	}
	if p.right > 0 {
		tell.Add(game.Everyone, game.Event{Type: "pay", Seat: game.Seat(seat), To: game.Seat(r), N: int(p.right)})
	}
}

// gain takes the coins that an action brings, counted on the cities as they are now.
func (s *State) gain(seat int, m game.Move, tell *game.Events) {
	c := &s.city[seat]
	coins, from := 0, ""
	switch kindOf(m) {
	case sell:
		c.coins += salePrice
		return
	case build:
		if card := cardOf(m); payers.has(card) {
			coins, from = s.coinsOf(seat, card), cards[card].id
		}
	case stage:
		coins = int(stageEffect[c.board][c.side][c.stages-1].coins)
		if coins > 0 && tell != nil {
			from = stageID(c.board, c.side, c.stages-1)
		}
	}
	if coins > 0 {
		c.coins += uint16(coins)
		if tell != nil {
			tell.Add(game.Everyone, game.Event{Type: "gain", Seat: game.Seat(seat), To: game.NoSeat, What: from, N: coins})
		}
	}
}

// coinsOf returns what a card in a city brings when it is built.
func (s *State) coinsOf(seat int, card Card) int {
	e := &cards[card].effect
	if e.per == 0 {
		return int(e.coins)
	}
	return int(e.coins) * s.count(seat, e.per, e.where)
}

// playLastCard is a turn of its own for Babylon (docs/rules/wonders.md 9.2).
func (s *State) playLastCard(seat int, m game.Move, tell *game.Events) {
	bank := 0
	if kindOf(m) == build {
		bank = s.bank(seat, cardOf(m))
	}
	if tell != nil {
		s.tellDeed(seat, m, bank, tell)
	}
	s.place(seat, m)
	s.pay(seat, m, bank, tell)
	s.gain(seat, m, tell)
	s.afterLastCard(tell)
}

// playDig builds a card from the discard pile, or none.
func (s *State) playDig(seat int, card Card, tell *game.Events) {
	if card == noCard {
		if tell != nil {
			tell.Add(game.Everyone, game.Event{Type: "take_none", Seat: game.Seat(seat), To: game.NoSeat})
		}
		s.endTurn(tell)
		return
	}
	s.look[s.looks-1].card = card
	s.city[seat].raise(card)
	if tell != nil {
		tell.Add(game.Everyone, game.Event{Type: "take", Seat: game.Seat(seat), To: game.NoSeat, What: card.String()})
	}
	s.gain(seat, pack(build, card, payment{}), tell)
	s.endTurn(tell)
}
