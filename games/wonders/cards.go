package wonders

import (
	"math/bits"
	"strings"

	"mirabilia/game"
)

// The cards of the second edition, by testdata/cards.json. The cost is coins to the bank and letters of
// resources; a card accepts the chain sign in the sixth column and gives those in the seventh; the eighth
// column has one digit for each copy, the number of players from which on it is used. The guilds have
// none: of those, players + 2 are drawn.
var cards = [...]struct {
	id      string
	age     uint8
	colour  colour
	coins   uint8
	cost    string
	accepts string
	gives   string
	copies  string
	effect  effect
}{
	{"lumber-yard", 1, brown, 0, "", "", "", "34", effect{produce: "W"}},
	{"stone-pit", 1, brown, 0, "", "", "", "35", effect{produce: "S"}},
	{"clay-pool", 1, brown, 0, "", "", "", "35", effect{produce: "C"}},
	{"ore-vein", 1, brown, 0, "", "", "", "34", effect{produce: "O"}},
	{"timber-yard", 1, brown, 1, "", "", "", "3", effect{produce: "W/S"}},
	{"clay-pit", 1, brown, 1, "", "", "", "3", effect{produce: "O/C"}},
	{"excavation", 1, brown, 1, "", "", "", "4", effect{produce: "S/C"}},
	{"forest-cave", 1, brown, 1, "", "", "", "5", effect{produce: "W/O"}},
	{"tree-farm", 1, brown, 1, "", "", "", "6", effect{produce: "W/C"}},
	{"mine", 1, brown, 1, "", "", "", "6", effect{produce: "S/O"}},
	{"loom-age1", 1, grey, 0, "", "", "", "36", effect{produce: "T"}},
	{"glassworks-age1", 1, grey, 0, "", "", "", "36", effect{produce: "G"}},
	{"press-age1", 1, grey, 0, "", "", "", "36", effect{produce: "P"}},
	{"altar", 1, blue, 0, "", "", "star", "35", effect{vp: 3}},
	{"theater", 1, blue, 0, "", "", "mask", "36", effect{vp: 3}},
	{"well", 1, blue, 0, "", "", "hammer", "47", effect{vp: 3}},
	{"baths", 1, blue, 0, "S", "", "drop", "37", effect{vp: 3}},
	{"tavern", 1, yellow, 0, "", "", "", "457", effect{coins: 5}},
	{"east-trading-post", 1, yellow, 0, "", "", "stall", "37", effect{cheap: "WSCO", where: right}},
	{"west-trading-post", 1, yellow, 0, "", "", "stall", "37", effect{cheap: "WSCO", where: left}},
	{"marketplace", 1, yellow, 0, "", "", "camel", "36", effect{cheap: "GTP", where: beside}},
	{"stockade", 1, red, 0, "W", "", "", "37", effect{shields: 1}},
	{"barracks", 1, red, 0, "O", "", "", "35", effect{shields: 1}},
	{"guard-tower", 1, red, 0, "C", "", "", "34", effect{shields: 1}},
	{"apothecary", 1, green, 0, "T", "", "horseshoe mortar", "35", effect{science: compass}},
	{"workshop", 1, green, 0, "G", "", "target lamp", "37", effect{science: gear}},
	{"scriptorium", 1, green, 0, "P", "", "scales book", "34", effect{science: tablet}},
	{"sawmill", 2, brown, 1, "", "", "", "34", effect{produce: "WW"}},
	{"quarry", 2, brown, 1, "", "", "", "34", effect{produce: "SS"}},
	{"brickyard", 2, brown, 1, "", "", "", "34", effect{produce: "CC"}},
	{"foundry", 2, brown, 1, "", "", "", "34", effect{produce: "OO"}},
	{"loom-age2", 2, grey, 0, "", "", "", "35", effect{produce: "T"}},
	{"glassworks-age2", 2, grey, 0, "", "", "", "35", effect{produce: "G"}},
	{"press-age2", 2, grey, 0, "", "", "", "35", effect{produce: "P"}},
	{"aqueduct", 2, blue, 0, "SSS", "drop", "", "37", effect{vp: 5}},
	{"temple", 2, blue, 0, "WCG", "", "", "36", effect{vp: 4}},
	{"statue", 2, blue, 0, "WOO", "hammer", "", "37", effect{vp: 4}},
	{"courthouse", 2, blue, 0, "CCT", "scales", "", "35", effect{vp: 4}},
	{"forum", 2, yellow, 0, "CC", "stall", "barrel", "367", effect{produce: "G/P/T", kept: true}},
	{"caravansery", 2, yellow, 0, "WW", "camel", "lighthouse", "356", effect{produce: "W/S/O/C", kept: true}},
	{"vineyard", 2, yellow, 0, "", "", "", "36", effect{coins: 1, per: 1 << brown, where: around}},
	{"bazar", 2, yellow, 0, "", "", "", "47", effect{coins: 2, per: 1 << grey, where: around}},
	{"walls", 2, red, 0, "SSS", "", "castle", "37", effect{shields: 2}},
	{"training-ground", 2, red, 0, "WOO", "", "helmet", "467", effect{shields: 2}},
	{"stables", 2, red, 0, "WCO", "horseshoe", "", "35", effect{shields: 2}},
	{"archery-range", 2, red, 0, "WWO", "target", "", "36", effect{shields: 2}},
	{"dispensary", 2, green, 0, "OOG", "mortar", "lightning torch", "34", effect{science: compass}},
	{"laboratory", 2, green, 0, "CCP", "lamp", "planet saw", "35", effect{science: gear}},
	{"library", 2, green, 0, "SST", "book", "temple scroll", "36", effect{science: tablet}},
	{"school", 2, green, 0, "WP", "", "lyre feather", "37", effect{science: tablet}},
	{"pantheon", 3, blue, 0, "CCOGTP", "star", "", "36", effect{vp: 7}},
	{"gardens", 3, blue, 0, "WCC", "mask", "", "34", effect{vp: 5}},
	{"town-hall", 3, blue, 0, "SSOG", "", "", "36", effect{vp: 6}},
	{"palace", 3, blue, 0, "WSCOGTP", "", "", "37", effect{vp: 8}},
	{"senate", 3, blue, 0, "WWSO", "temple", "", "35", effect{vp: 6}},
	{"haven", 3, yellow, 0, "WOT", "barrel", "", "34", effect{vp: 1, coins: 1, per: 1 << brown, where: self}},
	{"lighthouse", 3, yellow, 0, "SG", "lighthouse", "", "36", effect{vp: 1, coins: 1, per: 1 << yellow, where: self}},
	{"chamber-of-commerce", 3, yellow, 0, "CCP", "", "", "46", effect{vp: 2, coins: 2, per: 1 << grey, where: self}},
	{"arena", 3, yellow, 0, "SSO", "lightning", "", "35", effect{vp: 1, coins: 3, per: stages, where: self}},
	{"ludus", 3, yellow, 0, "SO", "", "", "57", effect{vp: 1, coins: 3, per: 1 << red, where: self}},
	{"fortifications", 3, red, 0, "COOO", "castle", "", "37", effect{shields: 3}},
	{"circus", 3, red, 0, "SSSO", "helmet", "", "46", effect{shields: 3}},
	{"arsenal", 3, red, 0, "WWOT", "", "", "35", effect{shields: 3}},
	{"siege-workshop", 3, red, 0, "WCCC", "saw", "", "35", effect{shields: 3}},
	{"castrum", 3, red, 0, "WCCP", "", "", "47", effect{shields: 3}},
	{"lodge", 3, green, 0, "CCTP", "torch", "", "36", effect{science: compass}},
	{"observatory", 3, green, 0, "OOGT", "planet", "", "37", effect{science: gear}},
	{"university", 3, green, 0, "WWGP", "scroll", "", "34", effect{science: tablet}},
	{"academy", 3, green, 0, "SSSG", "lyre", "", "37", effect{science: compass}},
	{"study", 3, green, 0, "WTP", "feather", "", "35", effect{science: gear}},
	{"workers-guild", 3, purple, 0, "WSCOO", "", "", "", effect{vp: 1, per: 1 << brown, where: beside}},
	{"craftsmens-guild", 3, purple, 0, "SSOO", "", "", "", effect{vp: 2, per: 1 << grey, where: beside}},
	{"magistrates-guild", 3, purple, 0, "WWWST", "", "", "", effect{vp: 1, per: 1 << blue, where: beside}},
	{"traders-guild", 3, purple, 0, "GTP", "", "", "", effect{vp: 1, per: 1 << yellow, where: beside}},
	{"spies-guild", 3, purple, 0, "CCG", "", "", "", effect{vp: 1, per: 1 << red, where: beside}},
	{"philosophers-guild", 3, purple, 0, "CCCTP", "", "", "", effect{vp: 1, per: 1 << green, where: beside}},
	{"shipowners-guild", 3, purple, 0, "WWWGP", "", "", "", effect{vp: 1, per: 1<<brown | 1<<grey | 1<<purple, where: self}},
	{"scientists-guild", 3, purple, 0, "WWOOP", "", "", "", effect{science: anySymbol}},
	{"builders-guild", 3, purple, 0, "SSSCCG", "", "", "", effect{vp: 1, per: stages, where: around}},
	{"decorators-guild", 3, purple, 0, "SOOT", "", "", "", effect{vp: 7, per: wonderComplete, where: self}},
}

const (
	numCards  = len(cards)
	numGuilds = 10
	// The guilds come last.
	firstGuild = Card(numCards - numGuilds)
	numAges    = 3
	handSize   = 7
	lastTurn   = 5
	noCard     = 127
)

// Card is the number of a card in the table above.
type Card uint8

// String returns the card's id.
func (c Card) String() string { return cards[c].id }

// CardByID finds a card.
func CardByID(id string) (Card, bool) {
	c, ok := cardNumbers[id]
	return c, ok
}

// set is a set of cards.
type set [2]uint64

func (s *set) add(c Card)        { s[c>>6] |= 1 << (c & 63) }
func (s *set) has(c Card) bool   { return s[c>>6]>>(c&63)&1 != 0 }
func (s *set) meets(o *set) bool { return s[0]&o[0]|s[1]&o[1] != 0 }
func (s *set) common(o *set) int { return bits.OnesCount64(s[0]&o[0]) + bits.OnesCount64(s[1]&o[1]) }
func (s *set) empty() bool       { return s[0]|s[1] == 0 }

// first takes the lowest card out of a set that is not empty.
func (s *set) first() Card {
	if s[0] != 0 {
		c := bits.TrailingZeros64(s[0])
		s[0] &= s[0] - 1
		return Card(c)
	}
	c := bits.TrailingZeros64(s[1])
	s[1] &= s[1] - 1
	return Card(64 + c)
}

// What the rules ask of cards, worked out of the table once.
var (
	cardNumbers = map[string]Card{}
	// firstOf[a] to firstOf[a+1]-1 are the cards of age a, counted from 0.
	firstOf [numAges + 1]Card

	bankPrice  [numCards]uint8
	cardNeed   [numCards]need
	cardOwn    [numCards]supply // what the owner can use
	cardSells  [numCards]supply // what its neighbours can buy
	produces   set
	sameName   [numCards]set // the cards of the same name, itself included (docs/rules/wonders.md 5.5)
	chainedBy  [numCards]set // the cards that make it free (docs/rules/wonders.md 5.6)
	leadsTo    [numCards]set // the cards that it makes free
	ofColour   [numColours]set
	shieldSets [4]set // by shields on the card
	signSets   [5]set // by science symbol
	payers     set    // cards that bring coins when built
	scorers    set    // cards whose points are counted by something else
	// cards with which raw materials from the left, from the right, and goods cost less
	cheapLeft, cheapRight, cheapGoods set

	// copies[n][c] is how many copies of an ordinary card are used with n players; deckOf[n][a] are these
	// cards of an age in the order of their numbers.
	copies   [game.MaxSeats + 1][numCards]uint8
	deckOf   [game.MaxSeats + 1][numAges][game.MaxSeats * handSize]Card
	deckSize [game.MaxSeats + 1][numAges]int
)

// named returns the name that a city may have only once: the grey cards of Ages I and II share theirs.
func named(id string) string {
	name, _, _ := strings.Cut(id, "-age")
	return name
}

func init() {
	for i, row := range cards {
		c := Card(i)
		cardNumbers[row.id] = c
		firstOf[row.age] = c + 1
		bankPrice[c] = row.coins
		cardNeed[c] = needOf(row.cost)
		cardOwn[c] = supplyOf(row.effect.produce)
		if row.effect.produce != "" {
			produces.add(c)
			if !row.effect.kept {
				cardSells[c] = cardOwn[c]
			}
		}
		ofColour[row.colour].add(c)
		shieldSets[row.effect.shields].add(c)
		signSets[row.effect.science].add(c)
		if row.effect.coins > 0 {
			payers.add(c)
		}
		if row.effect.per != 0 && row.effect.vp > 0 {
			scorers.add(c)
		}
		if raw := strings.Contains(row.effect.cheap, "W"); raw && row.effect.where&left != 0 {
			cheapLeft.add(c)
		} else if raw {
			cheapRight.add(c)
		} else if row.effect.cheap != "" {
			cheapGoods.add(c)
		}
		for j, other := range cards {
			if named(other.id) == named(row.id) {
				sameName[c].add(Card(j))
			}
			if row.accepts != "" && strings.Contains(" "+other.gives+" ", " "+row.accepts+" ") {
				chainedBy[c].add(Card(j))
				leadsTo[j].add(c)
			}
		}
		for n := 3; n <= game.MaxSeats; n++ {
			for _, from := range row.copies {
				if int(from-'0') <= n {
					a := row.age - 1
					copies[n][c]++
					deckOf[n][a][deckSize[n][a]] = c
					deckSize[n][a]++
				}
			}
		}
	}
}
