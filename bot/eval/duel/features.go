package duel

import (
	"math/bits"

	"mirabilia/bot/eval"
	"mirabilia/game"
	"mirabilia/games/duel"
)

// The features of Duel, in blocks. Blocks for both sides begin with the side of the seat that looks.
const (
	featCards   = 0
	featBuilt   = featCards + 2*duel.NumCards
	featUnbuilt = featBuilt + 2*duel.NumWonders
	featPrices  = featUnbuilt + 2*duel.NumWonders // of unbuilt wonders, in classes
	featTokens  = featPrices + 2*duel.NumWonders*eval.PriceClasses
	featBoard   = featTokens + 2*duel.NumTokens
	featPool    = featBoard + duel.NumTokens
	featSymbols = featPool + duel.NumWonders
	featCoins   = featSymbols + 2*8
	featMade    = featCoins + 2*coinBucketCount
	featChoices = featMade + 2*5*5
	featPawn    = featChoices + 2*2*3
	featLoot    = featPawn + 19
	featAge     = featLoot + 4
	featLeft    = featAge + 4
	featAsked   = featLeft + 20
	featAgain   = featAsked + 2*duel.NumAsks
	featOpen    = featAgain + 2 // cards that can be taken, by whose turn it is
	featCovered = featOpen + 2*duel.NumCards
	featAfford  = featCovered + duel.NumCards // visible cards, by what they cost each side
	featScore   = featAfford + 2*duel.NumCards*eval.PriceClasses
	featWonders = featScore + 2*maxScore + 1
	featGods    = featWonders + 8 // from here on Pantheon's
	featOffers  = featGods + 2*divinityCount
	featMyths   = featOffers + 2*3
	featSpaces  = featMyths + 2*10 // divinities on the spaces, counted from the seat that looks
	featActive  = featSpaces + divinityCount*duel.NumSpaces
	featEnki    = featActive + 2*divinityCount*eval.PriceClasses // divinities, by what they cost each side
	featMinerva = featEnki + duel.NumTokens
	featMarks   = featMinerva + 19
	features    = featMarks + 5 + 3
)

const (
	divinityCount   = int(duel.Gate) + 1
	coinBucketCount = 24
	maxScore        = 20
)

var coinBuckets = eval.NewBuckets(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16, 18, 20, 22, 25, 28, 32, 36, 40, 50)

// encode appends the features of a position of Duel.
func encode(s *duel.State, seat game.Seat, buf []uint16) []uint16 {
	built := 0
	for side, who := range [2]game.Seat{seat, 1 - seat} {
		cards := s.CardSet(who)
		buf = eval.AppendSet(buf, featCards+side*duel.NumCards, cards[0])
		buf = eval.AppendSet(buf, featCards+side*duel.NumCards+64, cards[1])
		wonders := s.BuiltSet(who)
		built += bits.OnesCount16(wonders)
		buf = eval.AppendSet(buf, featBuilt+side*duel.NumWonders, uint64(wonders))
		coins := s.Coins(who)
		for set := s.UnbuiltSet(who); set != 0; set &= set - 1 {
			w := bits.TrailingZeros16(set)
			at := side*duel.NumWonders + w
			buf = append(buf, uint16(featUnbuilt+at), uint16(featPrices+at*eval.PriceClasses+eval.PriceClass(s.WonderPrice(who, duel.Wonder(w)), coins)))
		}
		buf = eval.AppendSet(buf, featTokens+side*duel.NumTokens, uint64(s.TokenSet(who)))
		buf = append(buf, uint16(featSymbols+side*8+s.Symbols(who)))
		if n := coinBuckets.Of(coins); n > 0 {
			buf = append(buf, uint16(featCoins+side*coinBucketCount+n-1))
		}
		for r := range duel.Resource(5) {
			if n := min(5, s.Made(who, r)); n > 0 {
				buf = append(buf, uint16(featMade+side*25+int(r)*5+n-1))
			}
		}
		raw, manufactured := s.Choices(who)
		if raw > 0 {
			buf = append(buf, uint16(featChoices+side*6+min(3, raw)-1))
		}
		if manufactured > 0 {
			buf = append(buf, uint16(featChoices+side*6+3+min(3, manufactured)-1))
		}
	}
	buf = eval.AppendSet(buf, featBoard, uint64(s.BoardSet()))
	buf = eval.AppendSet(buf, featPool, uint64(s.PoolSet()))
	buf = eval.AppendSet(buf, featLoot, uint64(s.LootSet(seat)))
	asked, what, again := s.Asked()
	turn := int(asked ^ seat)
	buf = append(buf,
		uint16(featPawn+9+s.Lead(seat)),
		uint16(featAge+s.Age()),
		uint16(featAsked+turn*duel.NumAsks+what),
		uint16(featScore+maxScore+max(-maxScore, min(maxScore, (s.Score(seat)-s.Score(1-seat))/2))),
		uint16(featWonders+min(7, built)))
	if again {
		buf = append(buf, uint16(featAgain+turn))
	}
	if s.Age() > 0 {
		buf = encodeStructure(s, seat, turn, buf)
	}
	if s.Pantheon() {
		buf = encodePantheon(s, seat, buf)
	}
	return buf
}

// encodeStructure adds the cards that lie face up.
func encodeStructure(s *duel.State, seat game.Seat, turn int, buf []uint16) []uint16 {
	if n := s.CardsLeft(); n > 0 {
		buf = append(buf, uint16(featLeft+n-1))
	}
	mine, theirs := s.Coins(seat), s.Coins(1-seat)
	seen, open := s.FaceUp()
	for ; seen != 0; seen &= seen - 1 {
		slot := bits.TrailingZeros32(seen)
		card := s.CardAt(slot)
		if open>>slot&1 != 0 {
			buf = append(buf, uint16(featOpen+turn*duel.NumCards+int(card)))
		} else {
			buf = append(buf, uint16(featCovered+int(card)))
		}
		buf = append(buf,
			uint16(featAfford+int(card)*eval.PriceClasses+eval.PriceClass(s.CardPrice(seat, card), mine)),
			uint16(featAfford+(duel.NumCards+int(card))*eval.PriceClasses+eval.PriceClass(s.CardPrice(1-seat, card), theirs)))
	}
	return buf
}

// encodePantheon adds what the expansion brings.
func encodePantheon(s *duel.State, seat game.Seat, buf []uint16) []uint16 {
	for side, who := range [2]game.Seat{seat, 1 - seat} {
		buf = eval.AppendSet(buf, featGods+side*divinityCount, uint64(s.GodSet(who)))
		buf = eval.AppendSet(buf, featOffers+side*3, uint64(s.OfferingSet(who)))
		buf = eval.AppendSet(buf, featMyths+side*10, uint64(s.Mythologies(who)))
		means := s.Coins(who) + s.Offerings(who)
		for i := range duel.NumSpaces {
			g, cost, ok := s.Space(who, i)
			if !ok {
				continue
			}
			buf = append(buf, uint16(featActive+(side*divinityCount+int(g))*eval.PriceClasses+eval.PriceClass(cost, means)))
			if side == 0 {
				if seat == 1 {
					i = duel.NumSpaces - 1 - i
				}
				buf = append(buf, uint16(featSpaces+int(g)*duel.NumSpaces+i))
			}
		}
	}
	buf = eval.AppendSet(buf, featEnki, uint64(s.Enki()))
	if at, ok := s.MinervaAt(seat); ok {
		buf = append(buf, uint16(featMinerva+9+at))
	}
	mythologies, offerings := s.Marks()
	buf = eval.AppendSet(buf, featMarks, uint64(mythologies))
	return eval.AppendSet(buf, featMarks+5, uint64(offerings))
}

// variant returns 1 for Pantheon, else 0.
func variant(s *duel.State) int {
	if s.Pantheon() {
		return 1
	}
	return 0
}
