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

// owes reports whether a seat may choose now.
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

// RandomMove takes each card with each action that is legal for it as likely as any other. Among the payments it
// keeps to those that no other beats in both sums (see undominated), each as likely.
func (s *State) RandomMove(seat game.Seat, r *game.Rand) game.Move {
	switch s.phase {
	case choosingSides:
		return pack(pickSide, Card(r.IntN(2)), payment{})
	case digging:
		return s.drawDig(int(seat), r)
	}
	hand := s.hand(int(seat))
	var buf [maxPayments]payment
	for {
		x := r.IntN(3 * len(hand))
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
			return pack(k, c, pays[r.IntN(len(pays))])
		}
	}
}

// drawDig draws evenly from the cards of the pile that can be taken, and from taking none.
func (s *State) drawDig(seat int, r *game.Rand) game.Move {
	pile, _ := s.pile()
	var can [numCards + 1]Card
	can[0] = noCard
	n := 1
	for c := range pile {
		if pile[c] > 0 && !s.city[seat].built.meets(&sameName[c]) {
			can[n] = Card(c)
			n++
		}
	}
	return pack(dig, can[r.IntN(n)], payment{})
}
