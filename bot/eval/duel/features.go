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
	var sides [2]side
	for i, who := range [2]game.Seat{seat, 1 - seat} {
		buf = sides[i].encode(s, who, i, buf)
	}
	return encodeTable(s, seat, &sides[0], &sides[1], buf)
}

// side is what the features of one side have in common. The side of the seat that looks comes first. All of it follows from the
// city alone.
type side struct {
	built, symbols int
	symbolSet      uint8
	strategy       int // 1 with the token Strategy
	// shields are the most of a wonder that the side can pay for.
	shields int
	// classes are those of the prices of the cards that are priced; some of these can be paid.
	priced, payable duel.Cards
	classes         [duel.NumCards]uint8
	prices          *eval.PriceTable
}

// encode sets a side and appends the features of its city.
func (d *side) encode(s *duel.State, who game.Seat, i int, buf []uint16) []uint16 {
	cards, wonders, coins := s.CardSet(who), s.BuiltSet(who), s.Coins(who)
	d.built, d.symbols, d.symbolSet, d.strategy = bits.OnesCount16(wonders), s.Symbols(who), s.SymbolSet(who)&127, 0
	if s.Has(who, duel.Strategy) {
		d.strategy = 1
	}
	d.priced, d.payable, d.prices = duel.Cards{}, duel.Cards{}, eval.PriceClassesFor(coins)
	buf = eval.AppendSet(buf, featCards+i*duel.NumCards, cards[0])
	buf = eval.AppendSet(buf, featCards+i*duel.NumCards+64, cards[1])
	buf = eval.AppendSet(buf, featBuilt+i*duel.NumWonders, uint64(wonders))
	buf = d.encodeUnbuilt(s, who, i, buf)
	buf = eval.AppendSet(buf, featTokens+i*duel.NumTokens, uint64(s.TokenSet(who)))
	buf = append(buf, uint16(featSymbols+i*8+d.symbols))
	if n := coinBuckets.Of(coins); n > 0 {
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
	return buf
}

// encodeUnbuilt adds the wonders that a side can still build.
func (d *side) encodeUnbuilt(s *duel.State, who game.Seat, i int, buf []uint16) []uint16 {
	var prices [duel.NumWonders]uint8
	s.WonderPrices(who, &prices)
	d.shields = 0
	for set := s.UnbuiltSet(who); set != 0; set &= set - 1 {
		w := bits.TrailingZeros16(set)
		at, class := i*duel.NumWonders+w, d.prices.Of(prices[w])
		buf = append(buf, uint16(featUnbuilt+at), uint16(featPrices+at*eval.PriceClasses+class))
		d.shields = max(d.shields, duel.Wonder(w).Shields()&payable(class))
	}
	return buf
}

// price finds the classes of those cards that were not priced.
func (d *side) price(s *duel.State, who game.Seat, cards duel.Cards) {
	if cards[0]&^d.priced[0]|cards[1]&^d.priced[1] == 0 {
		return
	}
	var list [duel.NumSlots]duel.Card
	var prices [duel.NumSlots]uint8
	n := 0
	for half := range cards {
		for set := cards[half] &^ d.priced[half]; set != 0; set &= set - 1 {
			list[n] = duel.Card(64*half + bits.TrailingZeros64(set))
			n++
		}
		d.priced[half] |= cards[half]
	}
	s.CardPrices(who, list[:n], prices[:])
	for i, card := range list[:n] {
		class := d.prices.Of(prices[i])
		d.classes[card] = uint8(class)
		d.payable[card>>6] |= uint64(payable(class)&1) << (card & 63)
	}
}

// payable returns a mask: all bits if something of a price class can be paid, else none.
func payable(class int) int { return (class - eval.FirstTooDear) >> (bits.UintSize - 1) }

// encodeTable appends the features of what lies between the two sides. Most of the time of a search is spent here, so it foresees what
// it can: a branch that is taken by chance costs more than the little work it could save.
func encodeTable(s *duel.State, seat game.Seat, mine, theirs *side, buf []uint16) []uint16 {
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
		uint16(featWonders+min(7, mine.built+theirs.built)))
	if again {
		buf = append(buf, uint16(featAgain+turn))
	}
	if s.Age() > 0 {
		buf = encodeStructure(s, seat, mine, theirs, turn, buf)
	}
	if s.Pantheon() {
		buf = encodePantheon(s, seat, buf)
	}
	return buf
}

// faceUp are cards of the structure.
type faceUp struct {
	cards, takeable duel.Cards
	symbols         uint8 // of all the cards
}

// encodeStructure adds the cards that lie face up, and what each side could do at once with them if the turn were its own: a
// network with few hidden units cannot find these threats in the cards alone.
func encodeStructure(s *duel.State, seat game.Seat, mine, theirs *side, turn int, buf []uint16) []uint16 {
	if n := s.CardsLeft(); n > 0 {
		buf = append(buf, uint16(featLeft+n-1))
	}
	var up faceUp
	var list [duel.NumSlots]duel.Card
	n := 0
	openAt := featOpen + turn*duel.NumCards - featCovered
	seen, free := s.FaceUp()
	for ; seen != 0; seen &= seen - 1 {
		slot := bits.TrailingZeros32(seen)
		card, open := s.CardAt(slot), -int(free>>slot&1)
		buf = append(buf, uint16(featCovered+openAt&open+int(card)))
		up.symbols |= symbolOf[card]
		bit := uint64(1) << (card & 63)
		up.cards[card>>6&1] |= bit
		up.takeable[card>>6&1] |= bit & uint64(open)
		list[n] = card
		n++
	}
	mine.price(s, seat, up.cards)
	theirs.price(s, 1-seat, up.cards)
	for _, card := range list[:n] {
		at := featAfford + int(card)*eval.PriceClasses
		buf = append(buf, uint16(at+int(mine.classes[card])), uint16(at+duel.NumCards*eval.PriceClasses+int(theirs.classes[card])))
	}
	tokens := s.BoardSet() != 0
	buf = mine.encodeThreats(s.Lead(seat), 2*turn, &up, tokens, buf)
	return theirs.encodeThreats(s.Lead(1-seat), 2*turn+1, &up, tokens, buf)
}

// encodeThreats adds what a side could do at once. Of the four numbers at, two are for each side's turn.
func (d *side) encodeThreats(lead, at int, up *faceUp, tokens bool, buf []uint16) []uint16 {
	cards := duel.Cards{up.takeable[0] & d.payable[0], up.takeable[1] & d.payable[1]}
	steps := mostShields(cards)
	if steps > 0 {
		steps += d.strategy
	}
	symbols := min(6, d.symbols)
	unknown := &otherSymbols[d.symbolSet]
	news := bits.OnesCount64(cards[0]&unknown[0]) + bits.OnesCount64(cards[1]&unknown[1])
	buf = append(buf,
		uint16(featNews+(at*7+symbols)*3+min(2, news)),
		uint16(featOuts+(at&1*7+symbols)*7+min(6, bits.OnesCount8(up.symbols&^d.symbolSet))))
	pairs := bits.OnesCount64(cards[0]&otherSymbols[0][0]) + bits.OnesCount64(cards[1]&otherSymbols[0][1]) - news
	if pairs > 0 && tokens {
		buf = append(buf, uint16(featPairs+at*2+min(2, pairs)-1))
	}
	reach := min(duel.CapitalAt, lead+max(steps, d.shields))
	buf = append(buf, uint16(featReach+at*19+9+reach))
	if reach == duel.CapitalAt || symbols == duel.SymbolsToWin-1 && news > 0 {
		buf = append(buf, uint16(featWins+at))
	}
	return buf
}

// mostShields returns the most shields of a card of a set.
func mostShields(cards duel.Cards) int {
	for n := len(withShields) - 1; n > 0; n-- {
		if cards[0]&withShields[n][0]|cards[1]&withShields[n][1] != 0 {
			return n
		}
	}
	return 0
}

// withShields are the cards by their shields.
var withShields = func() (list [4]duel.Cards) {
	for c := range duel.Card(duel.NumCards) {
		list[c.Shields()][c>>6] |= 1 << (c & 63)
	}
	return list
}()

// otherSymbols are the cards with a symbol that is not in a set.
var otherSymbols = func() (list [128]duel.Cards) {
	for set := range list {
		for c := range duel.Card(duel.NumCards) {
			if symbol, ok := c.Symbol(); ok && set>>symbol&1 == 0 {
				list[set][c>>6] |= 1 << (c & 63)
			}
		}
	}
	return list
}()

// symbolOf is the symbol of each card, as a set.
var symbolOf = func() (list [duel.NumCards]uint8) {
	for c := range list {
		if symbol, ok := duel.Card(c).Symbol(); ok {
			list[c] = 1 << symbol
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
