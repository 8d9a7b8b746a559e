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
	featNews    = featMarks + 5 + 3  // symbols of each side by new ones it can take and pay for, by whose turn it is
	featPairs   = featNews + 2*2*7*3 // pairs of symbols that each side can complete
	featOuts    = featPairs + 2*2*2  // symbols of each side by new ones that lie face up
	featReach   = featOuts + 2*7*7   // where each side can bring the pawn
	featWins    = featReach + 2*2*19 // a victory that each side can pay for
	features    = featWins + 2*2

	// firstFeatures is the number of features of the first version: those behind came later.
	firstFeatures = featNews
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
	t := threats{coins: [2]int{mine, theirs}, symbols: [2]uint8{s.SymbolSet(seat), s.SymbolSet(1 - seat)}}
	for ; seen != 0; seen &= seen - 1 {
		slot := bits.TrailingZeros32(seen)
		card := s.CardAt(slot)
		if open>>slot&1 != 0 {
			buf = append(buf, uint16(featOpen+turn*duel.NumCards+int(card)))
		} else {
			buf = append(buf, uint16(featCovered+int(card)))
		}
		prices := [2]int{s.CardPrice(seat, card), s.CardPrice(1-seat, card)}
		buf = append(buf,
			uint16(featAfford+int(card)*eval.PriceClasses+eval.PriceClass(prices[0], mine)),
			uint16(featAfford+(duel.NumCards+int(card))*eval.PriceClasses+eval.PriceClass(prices[1], theirs)))
		t.add(card, open>>slot&1 != 0, prices)
	}
	return t.encode(s, seat, turn, buf)
}

// threats are what each side could do at once with the cards that lie face up, if the turn were its own: the side of the
// seat that looks comes first. A network with few hidden units cannot find them in the cards alone.
type threats struct {
	coins   [2]int
	symbols [2]uint8
	// news counts the new symbols and pairs the second ones that a side can take and pay for, shields the most of a card; seen
	// are the new symbols that lie face up at all.
	news, pairs, shields [2]int
	seen                 [2]uint8
}

// add adds a card that lies face up.
func (t *threats) add(card duel.Card, open bool, prices [2]int) {
	symbol, isScience := card.Symbol()
	shields := card.Shields()
	if !isScience && shields == 0 {
		return
	}
	for side := range t.coins {
		payable := open && prices[side] <= t.coins[side]
		if payable {
			t.shields[side] = max(t.shields[side], shields)
		}
		if !isScience {
			continue
		}
		if t.symbols[side]>>symbol&1 == 0 {
			t.seen[side] |= 1 << symbol
			if payable {
				t.news[side]++
			}
		} else if payable {
			t.pairs[side]++
		}
	}
}

// encode appends the features of the threats.
func (t *threats) encode(s *duel.State, seat game.Seat, turn int, buf []uint16) []uint16 {
	for side, who := range [2]game.Seat{seat, 1 - seat} {
		at := 2*turn + side
		symbols := min(6, s.Symbols(who))
		buf = append(buf,
			uint16(featNews+(at*7+symbols)*3+min(2, t.news[side])),
			uint16(featOuts+(side*7+symbols)*7+min(6, bits.OnesCount8(t.seen[side]))))
		if t.pairs[side] > 0 && s.BoardSet() != 0 {
			buf = append(buf, uint16(featPairs+at*2+min(2, t.pairs[side])-1))
		}
		steps := t.shields[side]
		if steps > 0 && s.Has(who, duel.Strategy) {
			steps++
		}
		for set := s.UnbuiltSet(who); set != 0; set &= set - 1 {
			w := duel.Wonder(bits.TrailingZeros16(set))
			if n := w.Shields(); n > steps && s.WonderPrice(who, w) <= t.coins[side] {
				steps = n
			}
		}
		reach := min(duel.CapitalAt, s.Lead(who)+steps)
		buf = append(buf, uint16(featReach+at*19+9+reach))
		if reach == duel.CapitalAt || symbols == duel.SymbolsToWin-1 && t.news[side] > 0 {
			buf = append(buf, uint16(featWins+at))
		}
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
