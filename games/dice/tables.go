package dice

import "math/bits"

// What the sheet may hold at most; the tables and the flat state are made for it.
const (
	maxSpaces    = 64 // different space ids over all cities: one bit each
	maxDice      = 16
	maxCities    = 32
	maxBonuses   = 8
	maxAttacks   = 16 // attack spaces of a city: a nibble each for the points written
	maxPerThing  = 7  // effects of one space or bonus that do something when it is marked
	maxTracks    = 4  // tracks through one space
	maxDepth     = 16 // things left unfinished while others are resolved, see play.go
	maxDecisions = 24 // decisions of one seat in one round
	dieFaces     = 6  // docs/rules/dice.md 1
	forumSize    = 7  // docs/rules/dice.md 3.1
	numQuarters  = 4  // docs/rules/dice.md 1
	maxCost      = 6  // docs/rules/dice.md 1: 0 to 6 different resources
	maxIncome    = 15 // coins for choosing a colour, all incomes together: a nibble
	maxReserve   = 200
)

// tables are the sheet compiled for play.
type tables struct {
	startCoins   uint8
	passCoins    uint8
	bonusesToEnd int
	roundsAfter  uint32
	agoraFirst   uint8
	reserve      uint8
	maxDefence   uint8
	quarters     [numQuarters]uint8

	dice     [maxDice]die
	diceIDs  []string
	starting [forumSize]uint8

	spaceIDs  []string
	bonusIDs  []string
	allBonus  uint8
	cityIDs   []string
	plans     []plan
	symbolIDs [maxDice][dieFaces]string
}

// die is one of the ten.
type die struct {
	colour  Colour
	special bool
	// same is for each face the first one that shows the same: equal rolls are equal states.
	same [dieFaces]uint8
}

// plan is the whole sheet of one city. A space is a bit, the same in all cities for the same id.
type plan struct {
	building [maxSpaces]uint8
	cost     [maxSpaces]uint8
	vp       [maxSpaces]uint8
	// attack is the number of an attack space among the city's attack spaces.
	attack [maxSpaces]uint8
	// onTracks are the tracks through a space.
	onTracks [maxSpaces][]uint8
	tracks   []track
	// things are the effects that do something at the moment a space is marked or a bonus taken, or from then
	// on; bonuses follow the spaces.
	things [maxSpaces + maxBonuses][]effect
	// spaces of each building.
	spaces [numBuildings]uint64
	// bonus is the set of buildings that give a bonus when full, as bits by building.
	bonus uint16
	// atMost are the spaces that cost at most so many resources.
	atMost [maxCost + 1]uint64
	// lasting are the spaces with an effect from then on.
	lasting uint64
	// attacks are all attack spaces, defences those that defend a side.
	attacks  uint64
	defences [numSides]uint64
	// scoring are the points that depend on counts.
	scoring []countPoints
	faces   [maxDice][dieFaces]face
	// fresh are the open spaces of an empty sheet.
	fresh uint64
}

// track is an arrow with its spaces.
type track struct {
	spaces []uint8
	mask   uint64
	any    bool
}

// next returns the spaces of a track that may be marked now (docs/rules/dice.md 4).
func (t *track) next(marked uint64) uint64 {
	if t.any {
		return t.mask &^ marked
	}
	for _, s := range t.spaces {
		if marked>>s&1 == 0 {
			return 1 << s
		}
	}
	return 0
}

// face is one of a die, as it points to the sheet of one city.
type face struct {
	// spaces that it can ever mark.
	spaces uint64
	// tracks are asked one by one only where a space lies on several: then that it is open says nothing
	// about this face. Nil means: all open ones of spaces.
	tracks []uint8
	// compare are the spaces counted against the neighbours, none for most faces.
	compare uint64
}

// countPoints are points for each marked space of a building, written in one space.
type countPoints struct {
	space, points uint8
	building      Building
	counted       uint64
}

// effectKind is a kind of effect; they are in the order of effectForms.
type effectKind uint8

const (
	effResource effectKind = iota
	effVP
	effCoins
	effPerMarked
	effDiscount
	effFree
	effIncome
	effUnlock
	effMark
	effFreeDie
	effExtraAction
	effAttack
	effDefence
	effStatueVP
	numEffects
)

// effect is one compiled effect; n and arg mean by kind: coins and points, how many marks; colour, die, side.
type effect struct {
	kind   effectKind
	n, arg uint8
	// spaces that are counted or may be marked.
	spaces uint64
}

// asks reports whether the effect asks its owner for a decision.
func (e *effect) asks() bool {
	return e.kind == effMark || e.kind == effFreeDie || e.kind == effExtraAction
}

// decisions returns how many decisions the effect can take.
func (e *effect) decisions() int {
	switch e.kind {
	case effMark:
		return int(e.n)
	case effFreeDie, effExtraAction:
		return 1
	}
	return 0
}

func count(set uint64) int { return bits.OnesCount64(set) }

// firstSpace returns the lowest space of a set that is not empty.
func firstSpace(set uint64) uint8 { return uint8(bits.TrailingZeros64(set)) }
