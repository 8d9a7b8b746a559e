package duel

import "math/bits"

// God is a divinity of Pantheon, or the Gate, which lies and is activated like one.
type God uint8

// The divinities, three by three in the order of their mythologies.
const (
	Enki God = iota
	Ishtar
	Nisaba
	Astarte
	Baal
	Tanit
	Aphrodite
	Hades
	Zeus
	Anubis
	Isis
	Ra
	Mars
	Minerva
	Neptune
	Gate
	numGods = int(Gate) // divinities; the Gate is none
	noGod   = God(0xff)
)

// Mythology is one of the five decks of divinities, also shown on tokens and Grand Temples.
type Mythology uint8

const (
	numMythologies  = 5
	godsPerDeck     = 3
	noMythology     = Mythology(0xff)
	tokensPerMyth   = 2 // mythology tokens of each mythology
	mythologyTokens = 5 // used in a game
)

var mythologyIDs = [numMythologies]string{"mesopotamian", "phoenician", "greek", "egyptian", "roman"}

// gods are the ids of the divinities and the Gate. Source: pantheon.json.
var gods = [numGods + 1]string{
	"enki", "ishtar", "nisaba",
	"astarte", "baal", "tanit",
	"aphrodite", "hades", "zeus",
	"anubis", "isis", "ra",
	"mars", "minerva", "neptune",
	"gate",
}

func (g God) mythology() Mythology { return Mythology(g / godsPerDeck) }

// godSet is a set of divinities, and the Gate.
type godSet uint16

func (g God) bit() godSet               { return 1 << g }
func (set godSet) has(g God) bool       { return set>>g&1 != 0 }
func (set godSet) len() int             { return bits.OnesCount16(uint16(set)) }
func (set godSet) first() God           { return God(bits.TrailingZeros16(uint16(set))) }
func (m Mythology) gods() godSet        { return 0b111 << (godsPerDeck * m) }
func (set godSet) without(g God) godSet { return set &^ g.bit() }

const allGods godSet = 1<<numGods - 1

// Figures of Pantheon's rules. Source: pantheon.json.
const (
	numSpaces      = 6
	farthestCost   = 8 // of the space next to the opponent
	gateFactor     = 2
	sanctuaryCoins = 2
	enkiTokens     = 2
	astarteCoins   = 7
	tanitCoins     = 12
	aphroditeVP    = 9
	marsShields    = 2
	noMinerva      = int8(100) // the Minerva pawn is not on the track
)

// activationCost returns what a card on a space costs by seat: near spaces are cheap.
func activationCost(seat uint8, space int) int { return int(activationCosts[seat&1][space]) }

var activationCosts = [2][numSpaces]uint8{{3, 4, 5, 6, 7, 8}, {8, 7, 6, 5, 4, 3}}

// gateSpaces is where the Gate goes if several spaces are empty: where the costs differ least, then where it
// is cheaper for seat 1 (docs/rules/pantheon.md 15.7).
var gateSpaces = [numSpaces]uint8{3, 2, 4, 1, 5, 0}

// templeVP is what Grand Temples score by their number.
var templeVP = [extraCards + 1]int16{0, 5, 12, 21}

// A slotToken lies on a marked slot: none, a mythology token, or an offering token.
type slotToken uint8

const (
	noSlotToken   slotToken = 0
	firstMyth     slotToken = 1
	firstOffering slotToken = firstMyth + numMythologies
	numSlotTokens           = int(firstOffering) + numOfferings
)

// numOfferings counts the offering tokens, worth 2, 3 and 4 coins.
const numOfferings = 3

const offeringBase = 2 // value of the first

var offeringIDs = [numOfferings]string{"offering-2", "offering-3", "offering-4"}

func (t slotToken) id() string {
	switch {
	case t == noSlotToken:
		return ""
	case t < firstOffering:
		return mythologyIDs[t-firstMyth]
	}
	return offeringIDs[t-firstOffering]
}

// markedSlots carry tokens: mythology tokens in Age I, offering tokens in Age II. Source: pantheon.json.
var markedSlots = [numAges][]int{{2, 4, 9, 11, 13}, {6, 8, 10}, nil}

// markIndex is the place of a marked slot in the list of its age.
var markIndex = func() (index [numAges][numSlots]uint8) {
	for age, list := range markedSlots {
		for i, slot := range list {
			index[age][slot] = uint8(i)
		}
	}
	return index
}()

// offerings is a set of offering tokens.
type offerings uint8

// offeringValue is what a set of offering tokens is worth together.
var offeringValue = [1 << numOfferings]int{0, 2, 3, 5, 4, 6, 7, 9}

// templeToken is the card, beyond the real ones, that represents in a city's set its first mythology token of
// a kind: it is the chain that makes the Grand Temple free. The second of a kind is numMythologies further.
const templeToken Card = 80

func mythToken(m Mythology) Card { return templeToken + Card(m) }

// mythologyTokensOf are all such cards.
var mythologyTokensOf = func() (set cardSet) {
	for i := range Card(tokensPerMyth * numMythologies) {
		set.add(templeToken + i)
	}
	return set
}()

// The wonders of Pantheon, named where a rule speaks of them.
const (
	theSanctuary     Wonder = 12
	theDivineTheater Wonder = 13
)
