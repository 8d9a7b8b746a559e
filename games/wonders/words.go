package wonders

// Resources, in the order of their letters: four raw materials, then three manufactured goods.
const letters = "WSCOGTP"

const (
	numRaw   = 4
	numGoods = 3
)

// resources are the ids behind the letters.
var resources = [...]string{"wood", "stone", "clay", "ore", "glass", "loom", "papyrus"}

type colour uint8

const (
	brown colour = iota
	grey
	blue
	yellow
	red
	green
	purple
	numColours
)

var colours = [numColours]string{"brown", "grey", "blue", "yellow", "red", "green", "purple"}

// tally says what is counted: colours of cards as bits, built stages, or a completed wonder.
type tally uint16

const (
	stages         tally = 1 << 7
	wonderComplete tally = 1 << 8
)

// where names cities by their place: one's own and those of the two neighbours.
type where uint8

const (
	left where = 1 << iota
	self
	right
	beside = left | right
	around = left | self | right
)

type symbol uint8

const (
	noSymbol symbol = iota
	compass
	gear
	tablet
	anySymbol // one of the three, chosen at the end (docs/rules/wonders.md 10)
)

// power is what some wonder stages do beyond giving something (docs/rules/wonders.md 9).
type power uint8

const (
	freeColour power = 1 << iota // Olympia day: the first card of each colour is free
	freeFirst                    // Olympia night: the card of turn 1 is free
	freeLast                     // Olympia night: the card of turn 6 is free
	lastCard                     // Babylon night: the seventh card is played too
	digs                         // Halicarnassus: build one card from the discard pile, once
)

// powerIDs name the powers in events and views.
var powerIDs = map[power]string{
	freeColour: "free-first-of-colour",
	freeFirst:  "free-first-card",
	freeLast:   "free-last-card",
	lastCard:   "last-card",
	digs:       "build-from-discards",
}

// effect is all that a card or stage can do; most do one thing.
type effect struct {
	produce string // letters of the units, "WW", or of the options, "W/S"
	kept    bool   // the production is not for sale
	cheap   string // letters of what costs 1 when bought from the cities of where
	vp      uint8  // points at the end: flat, or for each of per
	coins   uint8  // coins when built: flat, or for each of per
	shields uint8
	science symbol
	per     tally
	where   where // whose things are counted, or whose wares are cheap
	power   power
}
