package architects

import (
	"math/bits"

	"mirabilia/bot/eval"
	"mirabilia/game"
	"mirabilia/games/architects"
)

// The features of Architects, in blocks. Rivals are the other seats from the most points to the fewest;
// only the first ones are looked at one by one.
const (
	featWonder = 0                                                        // own wonder by stages built
	featLacks  = featWonder + architects.NumWonders<<architects.NumStages // cards missing for each open stage
	featCards  = featLacks + architects.NumStages*5
	featTokens = featCards + architects.NumKinds*maxCards
	featOffer  = featTokens + architects.NumTokens
	featTurn   = featOffer + architects.NumTokens // what is decided, by whether it is the own turn
	featDraws  = featTurn + 2*architects.NumPhases
	featTops   = featDraws + 3 // left and right, by whether it is the own turn
	featCat    = featTops + 2*2*architects.NumKinds
	featWar    = featCat + 2 // conflict tokens still to turn
	featLead   = featWar + 8 // shields against the left and the right neighbour
	featStands = featLead + 2*(2*maxShieldLead+1)
	featSpoils = featStands + 10
	featRivals = featSpoils + 5
	featSeats  = featRivals + rivalCount*rivalSize
	featPace   = featSeats + game.MaxSeats + 1
	featNext   = featPace + 6*7                            // what the next seat may take
	featDecks  = featNext + 2*architects.NumKinds          // cards of each kind left in the left and the right deck
	featWants  = featDecks + 2*architects.NumKinds*maxDeck // resources that the whole wonder still wants
	featPoints = featWants + maxWants + 1
	features   = featPoints + pointBucketCount
)

const (
	maxCards         = 5 // cards of a kind
	maxShieldLead    = 5
	rivalCount       = 3
	maxLead          = 12
	rivalLead        = 2*maxLead + 1
	maxRival         = 7 // resources, and shields
	maxDeck          = 4
	maxWants         = 15
	pointBucketCount = 24 // of two points each
)

// A rival: points against it, stages it has built, cards it lacks for the next, turns until it moves, number of tokens; its wonder by stages
// built, symbols, resources, shields, and which tokens.
const (
	rivalBuilt      = rivalLead
	rivalLacks      = rivalBuilt + 6
	rivalMoves      = rivalLacks + 5
	rivalTokenCount = rivalMoves + game.MaxSeats
	rivalWonder     = rivalTokenCount + 5
	rivalSymbols    = rivalWonder + 6*architects.NumWonders
	rivalGoods      = rivalSymbols + 4
	rivalShields    = rivalGoods + maxRival + 1
	rivalTokens     = rivalShields + maxRival + 1
	rivalSize       = rivalTokens + architects.NumTokens
)

// encode appends the features of a position of Architects.
func encode(s *architects.State, seat game.Seat, buf []uint16) []uint16 {
	w, built := int(s.Wonder(seat)), s.BuiltSet(seat)
	buf = append(buf, uint16(featWonder+w<<architects.NumStages+int(built)))
	for open := s.Open(seat); open != 0; open &= open - 1 {
		stage := bits.TrailingZeros8(open)
		buf = append(buf, uint16(featLacks+stage*5+min(4, s.Missing(seat, stage))))
	}
	cards := s.Cards(seat)
	for k := range architects.Kind(architects.NumKinds) {
		if n := cards.Count(k); n > 0 {
			buf = append(buf, uint16(featCards+int(k)*maxCards+min(maxCards, n)-1))
		}
	}
	buf = eval.AppendSet(buf, featTokens, tokenSet(s, seat))
	offered := s.Offered()
	for i, t := range offered {
		if t != architects.NoToken && !(i > 0 && offered[0] == t) && !(i > 1 && offered[1] == t) {
			buf = append(buf, uint16(featOffer+int(t)))
		}
	}
	turn := 0
	if s.Turn() == seat {
		turn = 1
		buf = append(buf, uint16(featDraws+min(2, s.ExtraDraws())))
	}
	buf = append(buf, uint16(featTurn+turn*architects.NumPhases+s.Phase()), uint16(featSeats+s.Seats()))
	buf = encodeTops(s, seat, featTops+2*turn*architects.NumKinds, buf)
	buf = encodeTops(s, game.Seat((int(seat)+1)%s.Seats()), featNext, buf)
	switch s.Cat() {
	case seat:
		buf = append(buf, uint16(featCat))
	case game.NoSeat:
		buf = append(buf, uint16(featCat+1))
	}
	wants := -resourceCount(cards)
	for stage := range architects.NumStages {
		if !s.IsBuilt(seat, stage) {
			wants += architects.StageCost(stage)
		}
	}
	buf = append(buf, uint16(featWants+max(0, min(maxWants, wants))))
	buf = encodeDecks(s, seat, buf)
	return encodeRivals(s, seat, encodeBattle(s, seat, buf))
}

// encodeTops adds the cards on top of the decks beside a seat.
func encodeTops(s *architects.State, seat game.Seat, from int, buf []uint16) []uint16 {
	left, right := s.Tops(seat)
	for i, top := range [2]architects.Kind{left, right} {
		if top != architects.NoCard {
			buf = append(buf, uint16(from+i*architects.NumKinds+int(top)))
		}
	}
	return buf
}

// encodeDecks adds what the decks beside a seat still hold.
func encodeDecks(s *architects.State, seat game.Seat, buf []uint16) []uint16 {
	left, right := s.UnderTops(seat)
	for i, bag := range [2]architects.Bag{left, right} {
		for k := range architects.Kind(architects.NumKinds) {
			if n := bag.Count(k); n > 0 {
				buf = append(buf, uint16(featDecks+(i*architects.NumKinds+int(k))*maxDeck+min(maxDeck, n)-1))
			}
		}
	}
	return buf
}

// tokenSet returns the tokens of a seat, a bit for each kind.
func tokenSet(s *architects.State, seat game.Seat) uint64 {
	return uint64(s.Tokens(seat)) & (1<<architects.NumTokens - 1)
}

// resourceCount returns how many resources some cards give, coins counted as one.
func resourceCount(cards architects.Bag) int {
	n := 0
	for k := range architects.Gold + 1 {
		n += cards.Count(k)
	}
	return n
}

// symbolKinds returns how many different symbols there are among some cards.
func symbolKinds(cards architects.Bag) int {
	n := 0
	for k := architects.Compass; k <= architects.Tablet; k++ {
		n += min(1, cards.Count(k))
	}
	return n
}

// encodeBattle adds how the seat stands in the conflict.
func encodeBattle(s *architects.State, seat game.Seat, buf []uint16) []uint16 {
	flipped, total := s.Conflict()
	mine := s.Shields(seat)
	buf = append(buf, uint16(featWar+total-flipped), uint16(featStands+min(9, mine)), uint16(featSpoils+min(4, s.Spoils(seat))))
	left, right := s.Neighbours(seat)
	for i, who := range [2]game.Seat{left, right} {
		lead := max(-maxShieldLead, min(maxShieldLead, mine-s.Shields(who)))
		buf = append(buf, uint16(featLead+i*(2*maxShieldLead+1)+maxShieldLead+lead))
	}
	return buf
}

// encodeRivals adds how the seat stands against the others.
func encodeRivals(s *architects.State, seat game.Seat, buf []uint16) []uint16 {
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
	for i, o := range rivals[:min(count, rivalCount)] {
		at := featRivals + i*rivalSize
		lead := max(-maxLead, min(maxLead, points[seat]-points[o]))
		nearest := 4
		for open := s.Open(o); open != 0; open &= open - 1 {
			nearest = min(nearest, s.Missing(o, bits.TrailingZeros8(open)))
		}
		moves := (int(o) + n - int(s.Turn())) % n
		built, cards := s.Built(o), s.Cards(o)
		buf = append(buf,
			uint16(at+maxLead+lead),
			uint16(at+rivalBuilt+built),
			uint16(at+rivalLacks+nearest),
			uint16(at+rivalMoves+moves),
			uint16(at+rivalTokenCount+min(4, s.Tokens(o).Len())),
			uint16(at+rivalWonder+6*int(s.Wonder(o))+built),
			uint16(at+rivalSymbols+symbolKinds(cards)),
			uint16(at+rivalGoods+min(maxRival, resourceCount(cards))),
			uint16(at+rivalShields+min(maxRival, s.Shields(o))))
		buf = eval.AppendSet(buf, at+rivalTokens, tokenSet(s, o))
	}
	buf = append(buf, uint16(featPoints+min(pointBucketCount-1, points[seat]/2)))
	return append(buf, uint16(featPace+6*s.Built(seat)+most))
}

// observationKey returns which cards lie on top of the decks that a seat may take from: moves name the deck alone.
func observationKey(s *architects.State, seat game.Seat) uint64 {
	left, right := s.Tops(seat)
	return uint64(left)<<8 | uint64(right)
}
