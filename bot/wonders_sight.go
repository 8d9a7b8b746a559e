package bot

import (
	"mirabilia/game"
	"mirabilia/games/wonders"
)

// The features of 7 Wonders, in blocks. Neighbours come as the left, then the right one.
const (
	wondersSeeBuilt   = 0                                          // own cards, then those of the neighbours
	wondersSeeBoard   = wondersSeeBuilt + 3*wonders.CardCount      // own board, side and stages
	wondersSeeStages  = wondersSeeBoard + wondersBoardStates       // stages of the neighbours
	wondersSeeNext    = wondersSeeStages + 2*(wonders.MaxStages+1) // price of the next stage, in classes
	wondersSeeCoins   = wondersSeeNext + priceClasses + 1
	wondersSeeMade    = wondersSeeCoins + 3*wondersCoinSteps // units of each resource
	wondersSeeRaw     = wondersSeeMade + wonders.KindCount*5
	wondersSeeGoods   = wondersSeeRaw + 10
	wondersSeeSigns   = wondersSeeGoods + 6
	wondersSeeHand    = wondersSeeSigns + 4*6
	wondersSeeAfford  = wondersSeeHand + wonders.CardCount // cards in hand, by their price in classes
	wondersSeeWar     = wondersSeeAfford + wonders.CardCount*(priceClasses+1)
	wondersSeeTurn    = wondersSeeWar + 2*wonders.Ages*(2*wondersWarMost+1)
	wondersSeeSeats   = wondersSeeTurn + wonders.Ages*wonders.Turns
	wondersSeeUsing   = wondersSeeSeats + game.MaxSeats + 1
	wondersSeeLead    = wondersSeeUsing + 2 // own points less those of the best of the others
	wondersSeeSecond  = wondersSeeLead + 2*wondersLeadMost + 1
	wondersSeeScience = wondersSeeSecond + 2*wondersLeadMost + 1 // by symbols of the best of the others
	wondersFeatures   = wondersSeeScience + 12
)

const (
	wondersBoardStates = wonders.BoardCount * wonders.SideCount * (wonders.MaxStages + 1)
	wondersCoinSteps   = 16
	wondersWarMost     = 6
	wondersLeadMost    = 20
)

var wondersCoins = newSteps(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 19, 22, 26)

// wondersSight is a position of 7 Wonders as its network sees it.
func wondersSight(s *wonders.State, seat game.Seat, buf []uint16) []uint16 {
	left, right := s.Left(seat), s.Right(seat)
	for i, who := range [3]game.Seat{seat, left, right} {
		built := s.BuiltSet(who)
		buf = seeSet(buf, wondersSeeBuilt+i*wonders.CardCount, built[0])
		buf = seeSet(buf, wondersSeeBuilt+i*wonders.CardCount+64, built[1])
		if n := wondersCoins.of(s.Coins(who)); n > 0 {
			buf = append(buf, uint16(wondersSeeCoins+i*wondersCoinSteps+n-1))
		}
		if i > 0 {
			done, _ := s.Stages(who)
			buf = append(buf, uint16(wondersSeeStages+(i-1)*(wonders.MaxStages+1)+done))
			lead := max(-wondersWarMost, min(wondersWarMost, s.Shields(seat)-s.Shields(who)))
			buf = append(buf, uint16(wondersSeeWar+((i-1)*wonders.Ages+s.Age())*(2*wondersWarMost+1)+wondersWarMost+lead))
		}
	}
	board, side := s.Board(seat)
	done, all := s.Stages(seat)
	coins := s.Coins(seat)
	next := priceClasses
	if done < all {
		price, ok := s.StagePrice(seat, done)
		next = wondersPriceClass(price, ok, coins)
	}
	buf = append(buf,
		uint16(wondersSeeBoard+(board*wonders.SideCount+side)*(wonders.MaxStages+1)+done),
		uint16(wondersSeeNext+next),
		uint16(wondersSeeTurn+s.Age()*wonders.Turns+s.Turn()),
		uint16(wondersSeeSeats+s.Seats()))
	each, raw, goods := s.Made(seat)
	for k, n := range each {
		if n > 0 {
			buf = append(buf, uint16(wondersSeeMade+k*5+min(5, n)-1))
		}
	}
	buf = append(buf, uint16(wondersSeeRaw+min(9, raw)), uint16(wondersSeeGoods+min(5, goods)))
	symbols, choices := s.Signs(seat)
	for k, n := range [4]int{symbols[0], symbols[1], symbols[2], choices} {
		if n > 0 {
			buf = append(buf, uint16(wondersSeeSigns+k*6+min(6, n)-1))
		}
	}
	switch s.Using(seat) {
	case wonders.LastCard:
		buf = append(buf, uint16(wondersSeeUsing))
	case wonders.Digs:
		buf = append(buf, uint16(wondersSeeUsing+1))
	}
	last := wonders.Card(wonders.CardCount)
	for _, c := range s.Hand(seat) {
		if c == last {
			continue
		}
		last = c
		price, ok := s.Price(seat, c)
		buf = append(buf, uint16(wondersSeeHand+int(c)),
			uint16(wondersSeeAfford+int(c)*(priceClasses+1)+wondersPriceClass(price, ok, coins)))
	}
	return wondersSeeOthers(s, seat, buf)
}

// wondersPriceClass is the class of a price, or one more if there is none.
func wondersPriceClass(price int, ok bool, coins int) int {
	if !ok {
		return priceClasses
	}
	return priceClass(price, coins)
}

// wondersSeeOthers adds how the seat stands against all others.
func wondersSeeOthers(s *wonders.State, seat game.Seat, buf []uint16) []uint16 {
	first, second, science := -99, -99, 0
	for o := range game.Seat(s.Seats()) {
		if o == seat {
			continue
		}
		p := s.Points(o) + s.Coins(o)/3
		if p > first {
			first, second = p, first
		} else if p > second {
			second = p
		}
		symbols, choices := s.Signs(o)
		science = max(science, symbols[0]+symbols[1]+symbols[2]+choices)
	}
	mine := s.Points(seat) + s.Coins(seat)/3
	lead := func(p int) int { return wondersLeadMost + max(-wondersLeadMost, min(wondersLeadMost, (mine-p)/2)) }
	return append(buf, uint16(wondersSeeLead+lead(first)), uint16(wondersSeeSecond+lead(second)), uint16(wondersSeeScience+min(11, science)))
}

// wondersOffers lists the moves of a seat but for needlessly dear ones: those that pay one neighbour more, and the
// other no less, than another move that does the same. No way of building is lost, only needless expense.
func wondersOffers(s *wonders.State, seat game.Seat, buf []game.Move) []game.Move {
	moves := s.Moves(seat, buf)
	kept := moves[:0]
	group, last := 0, game.Move(0) // payments for the same thing are listed together, the cheapest first
	for i, m := range moves {
		does, left, right := wonders.SplitPayment(m)
		if i == 0 || does != last {
			group, last = len(kept), does
		}
		dear := false
		for _, k := range kept[group:] {
			_, l, r := wonders.SplitPayment(k)
			dear = dear || l <= left && r <= right
		}
		if !dear {
			kept = append(kept, m)
		}
	}
	return kept
}
