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

// encode appends the features of a position of Duel. Most of the time of a search is spent here, so it foresees what it can: a
// branch that is taken by chance costs more than the little work it could save.
func encode(s *duel.State, seat game.Seat, buf []uint16) []uint16 {
	built := 0
	var sides [2]side
	for i, who := range [2]game.Seat{seat, 1 - seat} {
		side := &sides[i]
		cards := s.CardSet(who)
		buf = eval.AppendSet(buf, featCards+i*duel.NumCards, cards[0])
		buf = eval.AppendSet(buf, featCards+i*duel.NumCards+64, cards[1])
		wonders := s.BuiltSet(who)
		built += bits.OnesCount16(wonders)
		buf = eval.AppendSet(buf, featBuilt+i*duel.NumWonders, uint64(wonders))
		side.who, side.coins = who, s.Coins(who)
		buf = side.encodeUnbuilt(s, i, buf)
		buf = eval.AppendSet(buf, featTokens+i*duel.NumTokens, uint64(s.TokenSet(who)))
		buf = append(buf, uint16(featSymbols+i*8+s.Symbols(who)))
		if n := coinBuckets.Of(side.coins); n > 0 {
			buf = append(buf, uint16(featCoins+i*coinBucketCount+n-1))
		}
		for r := range duel.Resource(5) {
			if n := min(5, s.Made(who, r)); n > 0 {
				buf = append(buf, uint16(featMade+i*25+int(r)*5+n-1))
			}
		}
		raw, manufactured := s.Choices(who)
		if raw > 0 {
			buf = append(buf, uint16(featChoices+i*6+min(3, raw)-1))
		}
		if manufactured > 0 {
			buf = append(buf, uint16(featChoices+i*6+3+min(3, manufactured)-1))
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
		buf = encodeStructure(s, &sides, turn, buf)
	}
	if s.Pantheon() {
		buf = encodePantheon(s, seat, buf)
	}
	return buf
}

// side is what the features of one side have in common. The side of the seat that looks comes first.
type side struct {
	who   game.Seat
	coins int
	// shields are the most of a wonder that the side can pay for.
	shields int
}

// encodeUnbuilt adds the wonders that a side can still build.
func (d *side) encodeUnbuilt(s *duel.State, i int, buf []uint16) []uint16 {
	var prices [duel.NumWonders]uint8
	s.WonderPrices(d.who, &prices)
	classes := eval.PriceClassesFor(d.coins)
	for set := s.UnbuiltSet(d.who); set != 0; set &= set - 1 {
		w := bits.TrailingZeros16(set)
		at, class := i*duel.NumWonders+w, classes.Of(prices[w])
		buf = append(buf, uint16(featUnbuilt+at), uint16(featPrices+at*eval.PriceClasses+class))
		d.shields = max(d.shields, duel.Wonder(w).Shields()&payable(class))
	}
	return buf
}

// payable returns a mask: all bits if something of a price class can be paid, else none.
func payable(class int) int { return (class - eval.FirstTooDear) >> (bits.UintSize - 1) }

// faceUp are the cards that lie face up, in parallel lists.
type faceUp struct {
	cards []duel.Card
	// symbols and shields are those of the cards that can be taken.
	symbols []symbolCounts
	shields []int
	// seen counts the symbols of all of them.
	seen symbolCounts
}

// encodeStructure adds the cards that lie face up, and what each side could do at once with them if the turn were its own: a
// network with few hidden units cannot find these threats in the cards alone.
func encodeStructure(s *duel.State, sides *[2]side, turn int, buf []uint16) []uint16 {
	if n := s.CardsLeft(); n > 0 {
		buf = append(buf, uint16(featLeft+n-1))
	}
	var cards [duel.NumSlots]duel.Card
	var symbols [duel.NumSlots]symbolCounts
	var shields [duel.NumSlots]int
	var seen symbolCounts
	n := 0
	openAt := featOpen + turn*duel.NumCards - featCovered
	up, free := s.FaceUp()
	for ; up != 0; up &= up - 1 {
		slot := bits.TrailingZeros32(up)
		card, open := s.CardAt(slot), -int(free>>slot&1)
		buf = append(buf, uint16(featCovered+openAt&open+int(card)))
		seen += symbolOf[card]
		cards[n], symbols[n], shields[n] = card, symbolOf[card]&symbolCounts(open), card.Shields()&open
		n++
	}
	list := faceUp{cards[:n], symbols[:n], shields[:n], seen}
	for i := range sides {
		buf = sides[i].encodeCards(s, i, turn, &list, buf)
	}
	return buf
}

// encodeCards adds what the cards that lie face up mean to a side.
func (d *side) encodeCards(s *duel.State, i, turn int, up *faceUp, buf []uint16) []uint16 {
	var prices [duel.NumSlots]uint8
	cards := up.cards
	s.CardPrices(d.who, cards, prices[:])
	classes := eval.PriceClassesFor(d.coins)
	symbolsUp, shields := up.symbols[:len(cards)], up.shields[:len(cards)]
	var taken symbolCounts // symbols that the side can take and pay for
	steps := 0
	for j, card := range cards {
		class := classes.Of(prices[j])
		buf = append(buf, uint16(featAfford+(i*duel.NumCards+int(card))*eval.PriceClasses+class))
		mask := payable(class)
		taken += symbolsUp[j] & symbolCounts(mask)
		steps = max(steps, shields[j]&mask)
	}
	if steps > 0 && s.Has(d.who, duel.Strategy) {
		steps++
	}
	own := ownSymbols[s.SymbolSet(d.who)&127]
	symbols := min(6, s.Symbols(d.who))
	news, pairs := (taken &^ own).sum(), (taken & own).sum()
	at := 2*turn + i
	buf = append(buf,
		uint16(featNews+(at*7+symbols)*3+min(2, news)),
		uint16(featOuts+(i*7+symbols)*7+min(6, (up.seen&^own).different())))
	if pairs > 0 && s.BoardSet() != 0 {
		buf = append(buf, uint16(featPairs+at*2+min(2, pairs)-1))
	}
	reach := min(duel.CapitalAt, s.Lead(d.who)+max(steps, d.shields))
	buf = append(buf, uint16(featReach+at*19+9+reach))
	if reach == duel.CapitalAt || symbols == duel.SymbolsToWin-1 && news > 0 {
		buf = append(buf, uint16(featWins+at))
	}
	return buf
}

// symbolCounts counts cards by their symbol, a byte each.
type symbolCounts uint64

// sum returns the number of all cards.
func (n symbolCounts) sum() int { return int(n * 0x01_01_01_01_01_01_01_01 >> 56) }

// different returns the number of symbols of which there are 1 to 3 cards.
func (n symbolCounts) different() int {
	return bits.OnesCount64(uint64(n|n>>1) & 0x01_01_01_01_01_01_01_01)
}

// symbolOf counts the symbol of each card.
var symbolOf = func() (list [duel.NumCards]symbolCounts) {
	for c := range list {
		if symbol, ok := duel.Card(c).Symbol(); ok {
			list[c] = 1 << (8 * symbol)
		}
	}
	return list
}()

// ownSymbols has the bytes of all symbols of a set.
var ownSymbols = func() (list [128]symbolCounts) {
	for set := range list {
		for symbol := range 7 {
			if set>>symbol&1 != 0 {
				list[set] |= 0xff << (8 * symbol)
			}
		}
	}
	return list
}()

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
