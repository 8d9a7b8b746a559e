package duel

import "math/bits"

// The tables in the form that play works with: what a card or wonder does, in lanes and masks.

// cardSet is a set of cards. In a city the places after the last card hold mythology tokens (templeToken).
type cardSet [2]uint64

func (set *cardSet) has(c Card) bool      { return set[c>>6&1]>>(c&63)&1 != 0 }
func (set *cardSet) add(c Card)           { set[c>>6&1] |= 1 << (c & 63) }
func (set *cardSet) remove(c Card)        { set[c>>6&1] &^= 1 << (c & 63) }
func (set cardSet) and(o cardSet) cardSet { return cardSet{set[0] & o[0], set[1] & o[1]} }
func (set cardSet) or(o cardSet) cardSet  { return cardSet{set[0] | o[0], set[1] | o[1]} }
func (set cardSet) without(o cardSet) cardSet {
	return cardSet{set[0] &^ o[0], set[1] &^ o[1]}
}
func (set cardSet) empty() bool { return set[0]|set[1] == 0 }
func (set cardSet) len() int    { return bits.OnesCount64(set[0]) + bits.OnesCount64(set[1]) }

// first returns the lowest card of a set that is not empty.
func (set cardSet) first() Card {
	if set[0] != 0 {
		return Card(bits.TrailingZeros64(set[0]))
	}
	return Card(64 + bits.TrailingZeros64(set[1]))
}

// nth returns the card of a set that has i lower ones.
func (set cardSet) nth(i int) Card {
	word, base := set[0], Card(0)
	if n := bits.OnesCount64(word); i >= n {
		word, base, i = set[1], 64, i-n
	}
	for ; i > 0; i-- {
		word &= word - 1
	}
	return base + Card(bits.TrailingZeros64(word))
}

// wonderSet is a set of wonders.
type wonderSet uint16

func (set wonderSet) has(w Wonder) bool { return set>>w&1 != 0 }
func (set wonderSet) len() int          { return bits.OnesCount16(uint16(set)) }
func (set wonderSet) first() Wonder     { return Wonder(bits.TrailingZeros16(uint16(set))) }
func (w Wonder) bit() wonderSet         { return 1 << w }

const (
	baseWonders wonderSet = 1<<numBaseWonders - 1
	allWonders  wonderSet = 1<<numWonders - 1
	baseTokens  tokenSet  = 1<<numBaseTokens - 1
	allTokens   tokenSet  = 1<<numTokens - 1
)

// tally holds a small number for each colour, a byte each.
type tally uint64

func (t tally) of(c Colour) int { return int(t >> (8 * c) & 0xff) }

// class is what kind of effect a card has, for the branch that carries it out.
type class uint8

const (
	plain   class = iota // nothing at once
	maker                // production
	market               // choice of resources, or a fixed price
	soldier              // shields
	scholar              // a symbol
	purse                // coins
)

// cardFacts is a card as play needs it.
type cardFacts struct {
	need    goods
	makes   goods
	fixed   goods
	count   tally // 1 in the lane of its colour
	points  tally // its points in the lane of its colour
	class   class
	colour  Colour
	coins   uint8 // printed
	chain   Card  // owning this makes it free
	chained bool  // it shows a chain symbol under its cost
	raw     uint8 // choice of raw material
	manuf   uint8 // choice of manufactured good
	shields uint8
	symbol  Symbol
	gain    uint8 // coins at once
}

var cardTable = makeCardTable()

func makeCardTable() (list [numCards]cardFacts) {
	for i := range cards {
		row := &cards[i]
		f := cardFacts{
			need:    units(row.cost),
			makes:   row.effect.makes,
			fixed:   row.effect.fixed,
			count:   1 << (8 * row.colour),
			points:  tally(row.vp) << (8 * row.colour),
			colour:  row.colour,
			coins:   row.coins,
			chain:   noCard,
			shields: row.effect.shields,
			symbol:  row.effect.symbol,
			gain:    row.effect.coins,
		}
		e := &row.effect
		switch {
		case e.makes != 0:
			f.class = maker
		case e.choice|e.fixed != 0:
			f.class = market
		case e.shields != 0:
			f.class = soldier
		case e.symbol != noSymbol:
			f.class = scholar
		case e.coins|e.each|e.perCoin != 0:
			f.class = purse
		}
		switch e.choice {
		case rawLanes:
			f.raw = 1
		case manufLanes:
			f.manuf = 1
		}
		if row.colour == Temple {
			f.chain, f.chained = mythToken(Mythology(Card(i)-firstTemple)), true
		}
		for j := range cards {
			if row.takes != "" && cards[j].gives == row.takes {
				f.chain, f.chained = Card(j), true
			}
		}
		list[i] = f
	}
	return list
}

// priceFacts is what the price of a card depends on in most cities, in half a cache line.
type priceFacts struct {
	need  goods
	chain cardSet // owning its card makes this one free; empty if there is none
	coins uint8
}

var priceTable = func() (list [numCards]priceFacts) {
	for i, f := range cardTable {
		list[i] = priceFacts{need: f.need, coins: f.coins}
		if f.chain != noCard {
			list[i].chain.add(f.chain)
		}
	}
	return list
}()

// ofColour are the cards of each colour.
var ofColour = func() (sets [numColours]cardSet) {
	for i := range cards {
		sets[cards[i].colour].add(Card(i))
	}
	return sets
}()

// wonderFacts is a wonder as play needs it.
type wonderFacts struct {
	need       goods
	raw, manuf uint8
}

var wonderTable = func() (list [numWonders]wonderFacts) {
	for i := range wonders {
		f := wonderFacts{need: units(wonders[i].cost)}
		switch lanes(wonders[i].choice) {
		case rawLanes:
			f.raw = 1
		case manufLanes:
			f.manuf = 1
		}
		list[i] = f
	}
	return list
}()

// The decks: which cards have which back.
type back uint8

const (
	backAge1 back = iota
	backAge2
	backAge3
	backGuild
	backTemple
	numBacks
)

var (
	backIDs   = [numBacks]string{"age-1", "age-2", "age-3", "guild", "grand-temple"}
	deckStart = [numBacks + 1]Card{firstAge1, firstAge2, firstAge3, firstGuild, firstTemple, numCards}
)

func (c Card) back() back {
	switch {
	case c < firstAge2:
		return backAge1
	case c < firstAge3:
		return backAge2
	case c < firstGuild:
		return backAge3
	case c < firstTemple:
		return backGuild
	}
	return backTemple
}
