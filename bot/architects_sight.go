package bot

import (
	"math/bits"

	"mirabilia/game"
	"mirabilia/games/architects"
)

// The features of Architects, in blocks. Rivals are the other seats from the most points to the fewest;
// only the first ones are looked at one by one.
const (
	architectsSeeWonder = 0                                                           // own wonder by stages built
	architectsSeeLacks  = architectsSeeWonder + architects.Wonders<<architects.Stages // cards missing for each open stage
	architectsSeeCards  = architectsSeeLacks + architects.Stages*5
	architectsSeeTokens = architectsSeeCards + architects.Kinds*architectsSeeUpTo
	architectsSeeOffer  = architectsSeeTokens + architects.TokenKinds
	architectsSeeTurn   = architectsSeeOffer + architects.TokenKinds // what is decided, by whether it is the own turn
	architectsSeeDraws  = architectsSeeTurn + 2*architects.PhaseCount
	architectsSeeTops   = architectsSeeDraws + 3 // left and right, by whether it is the own turn
	architectsSeeCat    = architectsSeeTops + 2*2*architects.Kinds
	architectsSeeWar    = architectsSeeCat + 2 // conflict tokens still to turn
	architectsSeeLead   = architectsSeeWar + 8 // shields against the left and the right neighbour
	architectsSeeStands = architectsSeeLead + 2*(2*architectsWarMost+1)
	architectsSeeSpoils = architectsSeeStands + 10
	architectsSeeRivals = architectsSeeSpoils + 5
	architectsSeeSeats  = architectsSeeRivals + architectsRivals*architectsRivalSize
	architectsSeePace   = architectsSeeSeats + game.MaxSeats + 1
	architectsSeeNext   = architectsSeePace + 6*7                                    // what the next seat may take
	architectsSeeDecks  = architectsSeeNext + 2*architects.Kinds                     // cards of each kind left in the left and the right deck
	architectsSeeWants  = architectsSeeDecks + 2*architects.Kinds*architectsDeckUpTo // resources that the whole wonder still wants
	architectsSeePoints = architectsSeeWants + architectsWantMost + 1
	architectsFeatures  = architectsSeePoints + architectsPointSteps
)

const (
	architectsSeeUpTo    = 5 // cards of a kind
	architectsWarMost    = 5
	architectsRivals     = 3
	architectsLeadMost   = 12
	architectsRivalLead  = 2*architectsLeadMost + 1
	architectsRivalMost  = 7 // resources, and shields
	architectsDeckUpTo   = 4
	architectsWantMost   = 15
	architectsPointSteps = 24 // of two points each
)

// A rival: points against it, stages it has built, cards it lacks for the next, turns until it moves, number of tokens; its wonder by stages
// built, symbols, resources, shields, and which tokens.
const (
	architectsRivalBuilt   = architectsRivalLead
	architectsRivalLacks   = architectsRivalBuilt + 6
	architectsRivalMoves   = architectsRivalLacks + 5
	architectsRivalCount   = architectsRivalMoves + game.MaxSeats
	architectsRivalWonder  = architectsRivalCount + 5
	architectsRivalSymbols = architectsRivalWonder + 6*architects.Wonders
	architectsRivalGoods   = architectsRivalSymbols + 4
	architectsRivalShields = architectsRivalGoods + architectsRivalMost + 1
	architectsRivalTokens  = architectsRivalShields + architectsRivalMost + 1
	architectsRivalSize    = architectsRivalTokens + architects.TokenKinds
)

// architectsSight is a position of Architects as its network sees it.
func architectsSight(s *architects.State, seat game.Seat, buf []uint16) []uint16 {
	w, built := int(s.Wonder(seat)), s.BuiltSet(seat)
	buf = append(buf, uint16(architectsSeeWonder+w<<architects.Stages+int(built)))
	for open := s.Open(seat); open != 0; open &= open - 1 {
		stage := bits.TrailingZeros8(open)
		buf = append(buf, uint16(architectsSeeLacks+stage*5+min(4, s.Missing(seat, stage))))
	}
	cards := s.Cards(seat)
	for k := range architects.Kind(architects.Kinds) {
		if n := cards.Count(k); n > 0 {
			buf = append(buf, uint16(architectsSeeCards+int(k)*architectsSeeUpTo+min(architectsSeeUpTo, n)-1))
		}
	}
	buf = seeSet(buf, architectsSeeTokens, architectsTokenSet(s, seat))
	offered := s.Offered()
	for i, t := range offered {
		if t != architects.NoToken && !(i > 0 && offered[0] == t) && !(i > 1 && offered[1] == t) {
			buf = append(buf, uint16(architectsSeeOffer+int(t)))
		}
	}
	turn := 0
	if s.Turn() == seat {
		turn = 1
		buf = append(buf, uint16(architectsSeeDraws+min(2, s.ExtraDraws())))
	}
	buf = append(buf, uint16(architectsSeeTurn+turn*architects.PhaseCount+s.Phase()), uint16(architectsSeeSeats+s.Seats()))
	buf = architectsSeeTake(s, seat, architectsSeeTops+2*turn*architects.Kinds, buf)
	buf = architectsSeeTake(s, game.Seat((int(seat)+1)%s.Seats()), architectsSeeNext, buf)
	switch s.Cat() {
	case seat:
		buf = append(buf, uint16(architectsSeeCat))
	case game.NoSeat:
		buf = append(buf, uint16(architectsSeeCat+1))
	}
	wants := -architectsGoods(cards)
	for stage := range architects.Stages {
		if !s.IsBuilt(seat, stage) {
			wants += architects.StageCost(stage)
		}
	}
	buf = append(buf, uint16(architectsSeeWants+max(0, min(architectsWantMost, wants))))
	buf = architectsSeeBelow(s, seat, buf)
	return architectsSeeRivalry(s, seat, architectsSeeBattle(s, seat, buf))
}

// architectsSeeTake adds the cards on top of the decks beside a seat.
func architectsSeeTake(s *architects.State, seat game.Seat, from int, buf []uint16) []uint16 {
	left, right := s.Tops(seat)
	for i, top := range [2]architects.Kind{left, right} {
		if top != architects.NoCard {
			buf = append(buf, uint16(from+i*architects.Kinds+int(top)))
		}
	}
	return buf
}

// architectsSeeBelow adds what the decks beside a seat still hold.
func architectsSeeBelow(s *architects.State, seat game.Seat, buf []uint16) []uint16 {
	left, right := s.Below(seat)
	for i, bag := range [2]architects.Bag{left, right} {
		for k := range architects.Kind(architects.Kinds) {
			if n := bag.Count(k); n > 0 {
				buf = append(buf, uint16(architectsSeeDecks+(i*architects.Kinds+int(k))*architectsDeckUpTo+min(architectsDeckUpTo, n)-1))
			}
		}
	}
	return buf
}

// architectsTokenSet are the tokens of a seat, a bit for each kind.
func architectsTokenSet(s *architects.State, seat game.Seat) uint64 {
	return uint64(s.Tokens(seat)) & (1<<architects.TokenKinds - 1)
}

// architectsGoods is how many resources some cards give, coins counted as one.
func architectsGoods(cards architects.Bag) int {
	n := 0
	for k := range architects.Gold + 1 {
		n += cards.Count(k)
	}
	return n
}

// architectsKindsOf is how many different symbols there are among some cards.
func architectsKindsOf(cards architects.Bag) int {
	n := 0
	for k := architects.Compass; k <= architects.Tablet; k++ {
		n += min(1, cards.Count(k))
	}
	return n
}

// architectsSeeBattle adds how the seat stands in the conflict.
func architectsSeeBattle(s *architects.State, seat game.Seat, buf []uint16) []uint16 {
	flipped, total := s.Conflict()
	mine := s.Shields(seat)
	buf = append(buf, uint16(architectsSeeWar+total-flipped), uint16(architectsSeeStands+min(9, mine)), uint16(architectsSeeSpoils+min(4, s.Spoils(seat))))
	left, right := s.Neighbours(seat)
	for i, who := range [2]game.Seat{left, right} {
		lead := max(-architectsWarMost, min(architectsWarMost, mine-s.Shields(who)))
		buf = append(buf, uint16(architectsSeeLead+i*(2*architectsWarMost+1)+architectsWarMost+lead))
	}
	return buf
}

// architectsSeeRivalry adds how the seat stands against the others.
func architectsSeeRivalry(s *architects.State, seat game.Seat, buf []uint16) []uint16 {
	n := s.Seats()
	var rivals [game.MaxSeats]game.Seat
	var points [game.MaxSeats]int
	count, most := 0, 0
	for o := range game.Seat(n) {
		points[o] = s.Points(o)
		if o == seat {
			continue
		}
		most = max(most, s.Built(o))
		i := count
		for ; i > 0 && points[rivals[i-1]] < points[o]; i-- {
			rivals[i] = rivals[i-1]
		}
		rivals[i] = o
		count++
	}
	for i, o := range rivals[:min(count, architectsRivals)] {
		at := architectsSeeRivals + i*architectsRivalSize
		lead := max(-architectsLeadMost, min(architectsLeadMost, points[seat]-points[o]))
		nearest := 4
		for open := s.Open(o); open != 0; open &= open - 1 {
			nearest = min(nearest, s.Missing(o, bits.TrailingZeros8(open)))
		}
		moves := (int(o) + n - int(s.Turn())) % n
		built, cards := s.Built(o), s.Cards(o)
		buf = append(buf,
			uint16(at+architectsLeadMost+lead),
			uint16(at+architectsRivalBuilt+built),
			uint16(at+architectsRivalLacks+nearest),
			uint16(at+architectsRivalMoves+moves),
			uint16(at+architectsRivalCount+min(4, s.Tokens(o).Len())),
			uint16(at+architectsRivalWonder+6*int(s.Wonder(o))+built),
			uint16(at+architectsRivalSymbols+architectsKindsOf(cards)),
			uint16(at+architectsRivalGoods+min(architectsRivalMost, architectsGoods(cards))),
			uint16(at+architectsRivalShields+min(architectsRivalMost, s.Shields(o))))
		buf = seeSet(buf, at+architectsRivalTokens, architectsTokenSet(s, o))
	}
	buf = append(buf, uint16(architectsSeePoints+min(architectsPointSteps-1, points[seat]/2)))
	return append(buf, uint16(architectsSeePace+6*s.Built(seat)+most))
}

// architectsScene is which cards lie on top of the decks that a seat may take from: moves name the deck alone.
func architectsScene(s *architects.State, seat game.Seat) uint64 {
	left, right := s.Tops(seat)
	return uint64(left)<<8 | uint64(right)
}
