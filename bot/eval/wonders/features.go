package wonders

import (
	"mirabilia/bot/eval"
	"mirabilia/game"
	"mirabilia/games/wonders"
)

// The features of 7 Wonders, in blocks. Neighbours come as the left, then the right one.
const (
	featBuilt   = 0                                    // own cards, then those of the neighbours
	featBoard   = featBuilt + 3*wonders.NumCards       // own board, side and stages
	featStages  = featBoard + boardStates              // stages of the neighbours
	featNext    = featStages + 2*(wonders.MaxStages+1) // price of the next stage, in classes
	featCoins   = featNext + eval.PriceClasses + 1
	featMade    = featCoins + 3*coinBucketCount // units of each resource
	featRaw     = featMade + wonders.NumKinds*5
	featGoods   = featRaw + 10
	featSigns   = featGoods + 6
	featHand    = featSigns + 4*6
	featAfford  = featHand + wonders.NumCards // cards in hand, by their price in classes
	featWar     = featAfford + wonders.NumCards*(eval.PriceClasses+1)
	featTurn    = featWar + 2*wonders.NumAges*(2*maxShieldLead+1)
	featSeats   = featTurn + wonders.NumAges*wonders.NumTurns
	featUsing   = featSeats + game.MaxSeats + 1
	featLead    = featUsing + 2 // own points less those of the best of the others
	featSecond  = featLead + 2*maxLead + 1
	featScience = featSecond + 2*maxLead + 1 // by symbols of the best of the others
	features    = featScience + 12
)

const (
	boardStates     = wonders.NumBoards * wonders.NumSides * (wonders.MaxStages + 1)
	coinBucketCount = 16
	maxShieldLead   = 6
	maxLead         = 20
)

var coinBuckets = eval.NewBuckets(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 19, 22, 26)

// encode appends the features of a position of 7 Wonders.
func encode(s *wonders.State, seat game.Seat, buf []uint16) []uint16 {
	left, right := s.Left(seat), s.Right(seat)
	for i, who := range [3]game.Seat{seat, left, right} {
		built := s.BuiltSet(who)
		buf = eval.AppendSet(buf, featBuilt+i*wonders.NumCards, built[0])
		buf = eval.AppendSet(buf, featBuilt+i*wonders.NumCards+64, built[1])
		if n := coinBuckets.Of(s.Coins(who)); n > 0 {
			buf = append(buf, uint16(featCoins+i*coinBucketCount+n-1))
		}
		if i > 0 {
			done, _ := s.Stages(who)
			buf = append(buf, uint16(featStages+(i-1)*(wonders.MaxStages+1)+done))
			lead := max(-maxShieldLead, min(maxShieldLead, s.Shields(seat)-s.Shields(who)))
			buf = append(buf, uint16(featWar+((i-1)*wonders.NumAges+s.Age())*(2*maxShieldLead+1)+maxShieldLead+lead))
		}
	}
	board, side := s.Board(seat)
	done, all := s.Stages(seat)
	coins := s.Coins(seat)
	next := eval.PriceClasses
	if done < all {
		price, ok := s.StagePrice(seat, done)
		next = priceClass(price, ok, coins)
	}
	buf = append(buf,
		uint16(featBoard+(board*wonders.NumSides+side)*(wonders.MaxStages+1)+done),
		uint16(featNext+next),
		uint16(featTurn+s.Age()*wonders.NumTurns+s.Turn()),
		uint16(featSeats+s.Seats()))
	each, raw, goods := s.Made(seat)
	for k, n := range each {
		if n > 0 {
			buf = append(buf, uint16(featMade+k*5+min(5, n)-1))
		}
	}
	buf = append(buf, uint16(featRaw+min(9, raw)), uint16(featGoods+min(5, goods)))
	symbols, choices := s.Signs(seat)
	for k, n := range [4]int{symbols[0], symbols[1], symbols[2], choices} {
		if n > 0 {
			buf = append(buf, uint16(featSigns+k*6+min(6, n)-1))
		}
	}
	switch s.Using(seat) {
	case wonders.LastCard:
		buf = append(buf, uint16(featUsing))
	case wonders.Digs:
		buf = append(buf, uint16(featUsing+1))
	}
	last := wonders.Card(wonders.NumCards)
	for _, c := range s.Hand(seat) {
		if c == last {
			continue
		}
		last = c
		price, ok := s.Price(seat, c)
		buf = append(buf, uint16(featHand+int(c)),
			uint16(featAfford+int(c)*(eval.PriceClasses+1)+priceClass(price, ok, coins)))
	}
	return encodeOthers(s, seat, buf)
}

// priceClass returns the class of a price, or one more if there is none.
func priceClass(price int, ok bool, coins int) int {
	if !ok {
		return eval.PriceClasses
	}
	return eval.PriceClass(price, coins)
}

// encodeOthers adds how the seat stands against all others.
func encodeOthers(s *wonders.State, seat game.Seat, buf []uint16) []uint16 {
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
	lead := func(p int) int { return maxLead + max(-maxLead, min(maxLead, (mine-p)/2)) }
	return append(buf, uint16(featLead+lead(first)), uint16(featSecond+lead(second)), uint16(featScience+min(11, science)))
}

// candidates lists the moves of a seat but for needlessly dear ones: those that pay one neighbour more, and the
// other no less, than another move that does the same. No way of building is lost, only needless expense.
func candidates(s *wonders.State, seat game.Seat, buf []game.Move) []game.Move {
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
