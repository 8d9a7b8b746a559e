package wonders

import "mirabilia/game"

// Check refuses what Moves does not list.
func (s *State) Check(seat game.Seat, m game.Move) error {
	if err := game.CheckTurn(s, seat); err != nil {
		return err
	}
	k, c := kindOf(m), cardOf(m)
	if !wellFormed(m) {
		return game.Refuse(game.Invalid, "bad_move", "%#x is not a move in this game", uint32(m))
	}
	switch s.phase {
	case choosingSides:
		if k != pickSide {
			return game.Refuse(game.IllegalMove, "side_first", "seat %s must first choose a side of its board: side:day or side:night", seat.Letter())
		}
		return nil
	case digging:
		return s.checkDig(int(seat), k, c)
	}
	switch {
	case k == pickSide:
		return game.Refuse(game.IllegalMove, "sides_are_set", "the sides of the boards are already chosen")
	case k == dig:
		return game.Refuse(game.IllegalMove, "no_dig", "nothing can be built from the discard pile now")
	case !holds(s.hand(int(seat)), c):
		return game.Refuse(game.IllegalMove, "not_in_hand", "seat %s does not hold %s", seat.Letter(), c)
	case k == build:
		return s.checkBuild(int(seat), c, paid(m))
	case k == stage:
		return s.checkStage(int(seat), paid(m))
	}
	return nil
}

// wellFormed reports whether a move is one that Text can write.
func wellFormed(m game.Move) bool {
	k, c := kindOf(m), cardOf(m)
	switch k {
	case build, stage:
		return int(c) < numCards
	case sell:
		return int(c) < numCards && paid(m) == payment{}
	case dig:
		return (int(c) < numCards || c == noCard) && paid(m) == payment{}
	case pickSide:
		return side(c) < unchosen && paid(m) == payment{}
	}
	return false
}

func holds(hand []Card, c Card) bool {
	for _, h := range hand {
		if h == c {
			return true
		}
	}
	return false
}

func (s *State) checkDig(seat int, k kind, c Card) error {
	if k != dig {
		return game.Refuse(game.IllegalMove, "dig_first", "seat %s must first take a card from the discard pile or decline with d:none", game.Seat(seat).Letter())
	}
	if c == noCard {
		return nil
	}
	pile, _ := s.pile()
	switch {
	case pile[c] == 0:
		return game.Refuse(game.IllegalMove, "not_in_pile", "%s is not in the discard pile", c)
	case s.city[seat].built.meets(&sameName[c]):
		return alreadyBuilt(c)
	}
	return nil
}

func alreadyBuilt(c Card) error {
	return game.Refuse(game.IllegalMove, "already_built", "the city already has %s, and it can hold each name only once", named(cards[c].id))
}

func (s *State) checkBuild(seat int, c Card, p payment) error {
	var buf [maxPayments]payment
	if s.city[seat].built.meets(&sameName[c]) {
		return alreadyBuilt(c)
	}
	coins := int(s.city[seat].coins)
	if bank := s.bank(seat, c); bank > coins {
		return game.Refuse(game.IllegalMove, "too_dear", "%s costs %d coins to the bank, and the seat has %d", c, bank, coins)
	}
	return s.checkPayment(seat, c.String(), &cardNeed[c], s.bank(seat, c), p, s.buildPayments(seat, c, &buf))
}

func (s *State) checkStage(seat int, p payment) error {
	var buf [maxPayments]payment
	city := &s.city[seat]
	if city.stages >= numStages[city.board][city.side] {
		return game.Refuse(game.IllegalMove, "wonder_complete", "all %d stages of the wonder are built", city.stages)
	}
	id := stageID(city.board, city.side, city.stages)
	return s.checkPayment(seat, id, &stageNeed[city.board][city.side][city.stages], 0, p, s.stagePayments(seat, &buf))
}

// checkPayment accepts a payment from the legal ones and explains any other.
func (s *State) checkPayment(seat int, what string, n *need, bank int, p payment, legal []payment) error {
	for _, l := range legal {
		if l == p {
			return nil
		}
	}
	coins := int(s.city[seat].coins)
	if len(legal) > 0 {
		return game.Refuse(game.IllegalMove, "bad_payment", "%s cannot be paid with %s; possible payments (left-right): %s", what, sums(p), paymentList(legal))
	}
	var buf [maxPayments]payment
	all := s.payments(seat, n, unlimited, &buf)
	if len(all) == 0 {
		return game.Refuse(game.IllegalMove, "no_seller", "%s needs resources that neither the city nor its neighbours have", what)
	}
	return game.Refuse(game.IllegalMove, "too_dear", "%s costs at least %d coins, and the seat has %d", what, bank+all[0].total(), coins)
}

// unlimited is a purse that covers every payment.
const unlimited = 255
