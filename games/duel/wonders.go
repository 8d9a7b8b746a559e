package duel

// Wonder is a wonder: its row in the table.
type Wonder uint8

// numBaseWonders are used without Pantheon; its two come after them.
const (
	numBaseWonders = 12
	numWonders     = 14
)

// theGreatLibrary is named where its draw is counted.
const theGreatLibrary Wonder = 3

// wonderLimit is how many wonders can be built in a game (docs/rules/duel.md 8, "Seven, not eight").
const wonderLimit = 7

// special is what a wonder does beyond points, coins, shields and goods.
type special uint8

const (
	nothingSpecial special = iota
	destroyBrown           // discard a brown card of the opponent
	destroyGrey            // discard a grey card of the opponent
	fromBox                // take one of three progress tokens drawn from the box
	fromDiscard            // build a card of the discard pile for free
	fromDeck               // activate a divinity of one deck (Divine Theater)
	cheaperGods            // Pantheon activations cost 2 less (Sanctuary)
)

// wonderRow is one wonder as printed.
type wonderRow struct {
	id      string
	cost    string // a letter a unit: Wood Stone Clay Glass Papyrus
	vp      uint8
	shields uint8
	coins   uint8  // taken on construction
	robs    uint8  // coins the opponent loses on construction
	again   bool   // play again
	choice  string // resources of which one unit may be had for each construction
	special special
}

// wonders are all wonders. Source: docs/rules/duel.md 8 and board.json; the last two pantheon.json.
var wonders = [numWonders]wonderRow{
	{"the-appian-way", "SSCCP", 3, 0, 3, 3, true, "", nothingSpecial},
	{"circus-maximus", "WSSG", 3, 1, 0, 0, false, "", destroyGrey},
	{"the-colossus", "CCCG", 3, 2, 0, 0, false, "", nothingSpecial},
	{"the-great-library", "WWWGP", 4, 0, 0, 0, false, "", fromBox},
	{"the-great-lighthouse", "WSPP", 4, 0, 0, 0, false, "WSC", nothingSpecial},
	{"the-hanging-gardens", "WWGP", 3, 0, 6, 0, true, "", nothingSpecial},
	{"the-mausoleum", "CCGGP", 2, 0, 0, 0, false, "", fromDiscard},
	{"piraeus", "WWSC", 2, 0, 0, 0, true, "GP", nothingSpecial},
	{"the-pyramids", "SSSP", 9, 0, 0, 0, false, "", nothingSpecial},
	{"the-sphinx", "SCGG", 6, 0, 0, 0, true, "", nothingSpecial},
	{"the-statue-of-zeus", "WSCPP", 3, 1, 0, 0, false, "", destroyBrown},
	{"the-temple-of-artemis", "WSGP", 0, 0, 12, 0, true, "", nothingSpecial},

	{"sanctuary", "SSGP", 0, 0, 0, 0, true, "", cheaperGods},
	{"divine-theater", "WWGPP", 2, 0, 0, 0, false, "", fromDeck},
}

// firstGameWonders are dealt to the two seats without a draft when the option first_game is on.
var firstGameWonders = [2][4]string{
	{"the-pyramids", "the-great-lighthouse", "the-temple-of-artemis", "the-statue-of-zeus"},
	{"circus-maximus", "piraeus", "the-appian-way", "the-colossus"},
}
