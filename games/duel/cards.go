package duel

// Card is an age card, a guild or a Grand Temple: its row in the table.
type Card uint8

// noCard means no card.
const noCard Card = 0xff

// Where the decks begin in the table; each runs to the next.
const (
	firstAge1   Card = 0
	firstAge2   Card = 23
	firstAge3   Card = 46
	firstGuild  Card = 66
	firstTemple Card = 73
	numCards         = 78
)

// Colour is the kind of a card.
type Colour uint8

// The colours, in the order of their lanes. Temple is the colour of the Grand Temples of Pantheon.
const (
	Brown Colour = iota
	Grey
	Blue
	Green
	Yellow
	Red
	Purple
	Temple
	numColours
)

var colourIDs = [numColours]string{"brown", "grey", "blue", "green", "yellow", "red", "purple", "grand-temple"}

// Symbol is a science symbol.
type Symbol uint8

// The symbols. Each of the first six is on two green cards, the scales on the Law token and, in
// Pantheon, on Ishtar.
const (
	Wheel Symbol = iota
	Quill
	Mortar
	Plumb
	Sundial
	ArmillarySphere
	Scales
	numSymbols
	noSymbol
)

var symbolIDs = [numSymbols]string{"wheel", "quill", "mortar", "plumb", "sundial", "armillary-sphere", "scales"}

// counted is a set of things in a city that a card counts: colours by their bit, and two more.
type counted uint16

const (
	countWonders  counted = 1 << numColours << iota // constructed wonders
	countTriplets                                   // full sets of three coins in the treasury
)

func colours(list ...Colour) counted {
	var set counted
	for _, c := range list {
		set |= 1 << c
	}
	return set
}

// effect is what a card does; most do one thing.
type effect struct {
	makes   goods   // fixed production, which also raises the opponent's prices
	choice  goods   // lanes of which one unit may be had for each construction
	fixed   goods   // lanes bought at 1 coin
	shields uint8   // steps of the conflict pawn
	symbol  Symbol  // noSymbol for most
	coins   uint8   // taken on construction
	each    uint8   // coins for each thing in per, in the own city, on construction
	per     counted // what each counts
	guild   counted // what a guild counts, in the city that has most
	perCoin uint8   // coins for each of them on construction
	perVP   uint8   // points for each of them at the end
}

func makes(letters string) effect       { return effect{makes: units(letters), symbol: noSymbol} }
func chooses(letters string) effect     { return effect{choice: lanes(letters), symbol: noSymbol} }
func fixes(letters string) effect       { return effect{fixed: lanes(letters), symbol: noSymbol} }
func shields(n uint8) effect            { return effect{shields: n, symbol: noSymbol} }
func science(s Symbol) effect           { return effect{symbol: s} }
func points() effect                    { return effect{symbol: noSymbol} }
func gains(coins uint8) effect          { return effect{coins: coins, symbol: noSymbol} }
func forEach(n uint8, c counted) effect { return effect{each: n, per: c, symbol: noSymbol} }

func guild(c counted, coins, vp uint8) effect {
	return effect{guild: c, perCoin: coins, perVP: vp, symbol: noSymbol}
}

// cardRow is one card as printed.
type cardRow struct {
	id     string
	age    uint8
	colour Colour
	coins  uint8  // printed coins of the cost
	cost   string // its resources, a letter a unit: Wood Stone Clay Glass Papyrus
	takes  string // the chain symbol accepted instead of the whole cost
	gives  string // the chain symbol it bears
	vp     uint8
	effect effect
}

// cards are all cards, deck by deck. Source: docs/rules/duel.md, cards.json and (Grand Temples) pantheon.json.
var cards = [numCards]cardRow{
	{"lumber-yard", 1, Brown, 0, "", "", "", 0, makes("W")},
	{"logging-camp", 1, Brown, 1, "", "", "", 0, makes("W")},
	{"clay-pool", 1, Brown, 0, "", "", "", 0, makes("C")},
	{"clay-pit", 1, Brown, 1, "", "", "", 0, makes("C")},
	{"quarry", 1, Brown, 0, "", "", "", 0, makes("S")},
	{"stone-pit", 1, Brown, 1, "", "", "", 0, makes("S")},
	{"glassworks", 1, Grey, 1, "", "", "", 0, makes("G")},
	{"press", 1, Grey, 1, "", "", "", 0, makes("P")},
	{"guard-tower", 1, Red, 0, "", "", "", 0, shields(1)},
	{"stable", 1, Red, 0, "W", "", "horseshoe", 0, shields(1)},
	{"garrison", 1, Red, 0, "C", "", "sword", 0, shields(1)},
	{"palisade", 1, Red, 2, "", "", "tower", 0, shields(1)},
	{"workshop", 1, Green, 0, "P", "", "", 1, science(Plumb)},
	{"apothecary", 1, Green, 0, "G", "", "", 1, science(Wheel)},
	{"scriptorium", 1, Green, 2, "", "", "book", 0, science(Quill)},
	{"pharmacist", 1, Green, 2, "", "", "gear", 0, science(Mortar)},
	{"theater", 1, Blue, 0, "", "", "mask", 3, points()},
	{"altar", 1, Blue, 0, "", "", "moon", 3, points()},
	{"baths", 1, Blue, 0, "S", "", "drop", 3, points()},
	{"stone-reserve", 1, Yellow, 3, "", "", "", 0, fixes("S")},
	{"clay-reserve", 1, Yellow, 3, "", "", "", 0, fixes("C")},
	{"wood-reserve", 1, Yellow, 3, "", "", "", 0, fixes("W")},
	{"tavern", 1, Yellow, 0, "", "", "amphora", 0, gains(4)},

	{"sawmill", 2, Brown, 2, "", "", "", 0, makes("WW")},
	{"brickyard", 2, Brown, 2, "", "", "", 0, makes("CC")},
	{"shelf-quarry", 2, Brown, 2, "", "", "", 0, makes("SS")},
	{"glass-blower", 2, Grey, 0, "", "", "", 0, makes("G")},
	{"drying-room", 2, Grey, 0, "", "", "", 0, makes("P")},
	{"walls", 2, Red, 0, "SS", "", "", 0, shields(2)},
	{"horse-breeders", 2, Red, 0, "WC", "horseshoe", "", 0, shields(1)},
	{"barracks", 2, Red, 3, "", "sword", "", 0, shields(1)},
	{"archery-range", 2, Red, 0, "WSP", "", "target", 0, shields(2)},
	{"parade-ground", 2, Red, 0, "CCG", "", "helmet", 0, shields(2)},
	{"library", 2, Green, 0, "WSG", "book", "", 2, science(Quill)},
	{"dispensary", 2, Green, 0, "SCC", "gear", "", 2, science(Mortar)},
	{"school", 2, Green, 0, "WPP", "", "lyre", 1, science(Wheel)},
	{"laboratory", 2, Green, 0, "WGG", "", "lamp", 1, science(Plumb)},
	{"courthouse", 2, Blue, 0, "WWG", "", "", 5, points()},
	{"statue", 2, Blue, 0, "CC", "mask", "column", 4, points()},
	{"temple", 2, Blue, 0, "WP", "moon", "sun", 4, points()},
	{"aqueduct", 2, Blue, 0, "SSS", "drop", "", 5, points()},
	{"rostrum", 2, Blue, 0, "WS", "", "temple-front", 4, points()},
	{"forum", 2, Yellow, 3, "C", "", "", 0, chooses("GP")},
	{"caravansery", 2, Yellow, 2, "GP", "", "", 0, chooses("WSC")},
	{"customs-house", 2, Yellow, 4, "", "", "", 0, fixes("GP")},
	{"brewery", 2, Yellow, 0, "", "", "barrel", 0, gains(6)},

	{"arsenal", 3, Red, 0, "WWCCC", "", "", 0, shields(3)},
	{"pretorium", 3, Red, 8, "", "", "", 0, shields(3)},
	{"fortifications", 3, Red, 0, "SSCP", "tower", "", 0, shields(2)},
	{"siege-workshop", 3, Red, 0, "WWWG", "target", "", 0, shields(2)},
	{"circus", 3, Red, 0, "SSCC", "helmet", "", 0, shields(2)},
	{"academy", 3, Green, 0, "WSGG", "", "", 3, science(Sundial)},
	{"study", 3, Green, 0, "WWGP", "", "", 3, science(Sundial)},
	{"university", 3, Green, 0, "CGP", "lyre", "", 2, science(ArmillarySphere)},
	{"observatory", 3, Green, 0, "SPP", "lamp", "", 2, science(ArmillarySphere)},
	{"palace", 3, Blue, 0, "WSCGG", "", "", 7, points()},
	{"town-hall", 3, Blue, 0, "WWSSS", "", "", 7, points()},
	{"obelisk", 3, Blue, 0, "SSG", "", "", 5, points()},
	{"gardens", 3, Blue, 0, "WWCC", "column", "", 6, points()},
	{"pantheon", 3, Blue, 0, "WCPP", "sun", "", 6, points()},
	{"senate", 3, Blue, 0, "SCCP", "temple-front", "", 5, points()},
	{"chamber-of-commerce", 3, Yellow, 0, "PP", "", "", 3, forEach(3, colours(Grey))},
	{"port", 3, Yellow, 0, "WGP", "", "", 3, forEach(2, colours(Brown))},
	{"armory", 3, Yellow, 0, "SSG", "", "", 3, forEach(1, colours(Red))},
	{"lighthouse", 3, Yellow, 0, "CCG", "amphora", "", 3, forEach(1, colours(Yellow))},
	{"arena", 3, Yellow, 0, "WSC", "barrel", "", 3, forEach(2, countWonders)},

	{"merchants-guild", 3, Purple, 0, "WCGP", "", "", 0, guild(colours(Yellow), 1, 1)},
	{"shipowners-guild", 3, Purple, 0, "SCGP", "", "", 0, guild(colours(Brown, Grey), 1, 1)},
	{"builders-guild", 3, Purple, 0, "WSSCG", "", "", 0, guild(countWonders, 0, 2)},
	{"magistrates-guild", 3, Purple, 0, "WWCP", "", "", 0, guild(colours(Blue), 1, 1)},
	{"scientists-guild", 3, Purple, 0, "WWCC", "", "", 0, guild(colours(Green), 1, 1)},
	{"moneylenders-guild", 3, Purple, 0, "WWSS", "", "", 0, guild(countTriplets, 0, 1)},
	{"tacticians-guild", 3, Purple, 0, "SSCP", "", "", 0, guild(colours(Red), 1, 1)},

	{"grand-temple-mesopotamian", 3, Temple, 0, "WWWGP", "", "", 0, points()},
	{"grand-temple-phoenician", 3, Temple, 0, "WSGPP", "", "", 0, points()},
	{"grand-temple-greek", 3, Temple, 0, "SSSGP", "", "", 0, points()},
	{"grand-temple-egyptian", 3, Temple, 0, "CCCGP", "", "", 0, points()},
	{"grand-temple-roman", 3, Temple, 0, "CSGGP", "", "", 0, points()},
}
