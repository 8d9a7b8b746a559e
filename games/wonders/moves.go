package wonders

import (
	"math/bits"

	"mirabilia/game"
)

// A move is packed as kind, sums to the right and to the left, card. Kind is never 0.
type kind uint8

const (
	build kind = 1 + iota
	stage
	sell
	dig
	pickSide // the card is the side
)

func pack(k kind, c Card, p payment) game.Move {
	return game.Move(k)<<16 | game.Move(p.right)<<12 | game.Move(p.left)<<8 | game.Move(c)
}

func kindOf(m game.Move) kind      { return kind(min(m>>16, 255)) }
func cardOf(m game.Move) Card      { return Card(m & 0xFF) }
func paid(m game.Move) payment     { return payment{uint8(m >> 8 & 15), uint8(m >> 12 & 15)} }
func unpaid(m game.Move) game.Move { return m &^ 0xFF00 }
func trailing(x uint16) int        { return bits.TrailingZeros16(x) }

// owes says that a seat may choose now.
func (s *State) owes(seat game.Seat) bool { return seat < game.Seat(s.seats) && s.Owing().Has(seat) }

// Moves lists, for each card of the hand, building it with every payment, building the next stage with it with
// every payment, and selling it. Cheaper payments come first.
func (s *State) Moves(seat game.Seat, buf []game.Move) []game.Move {
	if !s.owes(seat) {
		return buf
	}
	switch s.phase {
	case choosingSides:
		return append(buf, pack(pickSide, Card(day), payment{}), pack(pickSide, Card(night), payment{}))
	case digging:
		pile, _ := s.pile()
		for c := range pile {
			if pile[c] > 0 && !s.city[seat].built.meets(&sameName[c]) {
				buf = append(buf, pack(dig, Card(c), payment{}))
			}
		}
		return append(buf, pack(dig, noCard, payment{}))
	}
	var forStage, forCard [maxPayments]payment
	stagePays := s.stagePayments(int(seat), &forStage)
	hand := s.hand(int(seat))
	for i, c := range hand {
		if i > 0 && c == hand[i-1] {
			continue
		}
		for _, p := range s.buildPayments(int(seat), c, &forCard) {
			buf = append(buf, pack(build, c, p))
		}
		for _, p := range stagePays {
			buf = append(buf, pack(stage, c, p))
		}
		buf = append(buf, pack(sell, c, payment{}))
	}
	return buf
}

// Draw takes each card with each action that is legal for it as likely as any other. Among the payments it
// keeps to those that no other beats in both sums (see undominated), each as likely.
func (s *State) Draw(seat game.Seat, r *game.Rand) game.Move {
	switch s.phase {
	case choosingSides:
		return pack(pickSide, Card(r.Below(2)), payment{})
	case digging:
		return s.drawDig(int(seat), r)
	}
	hand := s.hand(int(seat))
	var buf [maxPayments]payment
	for {
		x := r.Below(3 * len(hand))
		i, k := x/3, sell-kind(x%3)
		c := hand[i]
		if i > 0 && c == hand[i-1] {
			continue
		}
		var pays []payment
		switch k {
		case sell:
			return pack(sell, c, payment{})
		case build:
			pays = s.buildPayments(int(seat), c, &buf)
		case stage:
			pays = s.stagePayments(int(seat), &buf)
		}
		switch {
		case len(pays) == 1:
			return pack(k, c, pays[0])
		case len(pays) > 1:
			pays = undominated(pays)
			return pack(k, c, pays[r.Below(len(pays))])
		}
	}
}

// drawDig draws evenly from the cards of the pile that can be taken, and from taking none.
func (s *State) drawDig(seat int, r *game.Rand) game.Move {
	pile, _ := s.pile()
	var can [cardCount + 1]Card
	can[0] = noCard
	n := 1
	for c := range pile {
		if pile[c] > 0 && !s.city[seat].built.meets(&sameName[c]) {
			can[n] = Card(c)
			n++
		}
	}
	return pack(dig, can[r.Below(n)], payment{})
}

// Check refuses what Moves does not list.
func (s *State) Check(seat game.Seat, m game.Move) error {
	if err := game.CheckTurn(s, seat); err != nil {
		return err
	}
	k, c := kindOf(m), cardOf(m)
	if !wellFormed(m) {
		return game.Refuse(game.Invalid, "bad_move", "%#x is no move of this game", uint32(m))
	}
	switch s.phase {
	case choosingSides:
		if k != pickSide {
			return game.Refuse(game.IllegalMove, "side_first", "seat %s must pick a side of its board first: side:day or side:night", seat.Letter())
		}
		return nil
	case digging:
		return s.checkDig(int(seat), k, c)
	}
	switch {
	case k == pickSide:
		return game.Refuse(game.IllegalMove, "sides_are_set", "the sides of the boards are chosen already")
	case k == dig:
		return game.Refuse(game.IllegalMove, "no_dig", "no card may be built from the discards now")
	case !holds(s.hand(int(seat)), c):
		return game.Refuse(game.IllegalMove, "not_in_hand", "seat %s does not hold %s", seat.Letter(), c)
	case k == build:
		return s.checkBuild(int(seat), c, paid(m))
	case k == stage:
		return s.checkStage(int(seat), paid(m))
	}
	return nil
}

// wellFormed says that a move is one that Text can write.
func wellFormed(m game.Move) bool {
	k, c := kindOf(m), cardOf(m)
	switch k {
	case build, stage:
		return int(c) < cardCount
	case sell:
		return int(c) < cardCount && paid(m) == payment{}
	case dig:
		return (int(c) < cardCount || c == noCard) && paid(m) == payment{}
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
		return game.Refuse(game.IllegalMove, "dig_first", "seat %s must first take a card from the discards or decline with d:none", game.Seat(seat).Letter())
	}
	if c == noCard {
		return nil
	}
	pile, _ := s.pile()
	switch {
	case pile[c] == 0:
		return game.Refuse(game.IllegalMove, "not_in_pile", "%s is not among the discards", c)
	case s.city[seat].built.meets(&sameName[c]):
		return alreadyBuilt(c)
	}
	return nil
}

func alreadyBuilt(c Card) error {
	return game.Refuse(game.IllegalMove, "already_built", "the city already has %s, and a name may stand in it only once", named(cards[c].id))
}

func (s *State) checkBuild(seat int, c Card, p payment) error {
	var buf [maxPayments]payment
	if s.city[seat].built.meets(&sameName[c]) {
		return alreadyBuilt(c)
	}
	coins := int(s.city[seat].coins)
	if bank := s.bank(seat, c); bank > coins {
		return game.Refuse(game.IllegalMove, "too_dear", "%s costs %d to the bank, the seat has %d", c, bank, coins)
	}
	return s.checkPayment(seat, c.String(), &cardNeed[c], s.bank(seat, c), p, s.buildPayments(seat, c, &buf))
}

func (s *State) checkStage(seat int, p payment) error {
	var buf [maxPayments]payment
	city := &s.city[seat]
	if city.stages >= stageCount[city.board][city.side] {
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
		return game.Refuse(game.IllegalMove, "bad_payment", "%s cannot be paid with %s; possible are (left-right): %s", what, sums(p), paymentList(legal))
	}
	var buf [maxPayments]payment
	all := s.payments(seat, n, unlimited, &buf)
	if len(all) == 0 {
		return game.Refuse(game.IllegalMove, "no_seller", "%s needs resources that neither the city nor its neighbours have", what)
	}
	return game.Refuse(game.IllegalMove, "too_dear", "%s costs at least %d, the seat has %d", what, bank+all[0].total(), coins)
}

// unlimited is a purse that covers every payment.
const unlimited = 255
