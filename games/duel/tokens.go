package duel

import "math/bits"

// Token is a progress token.
type Token uint8

// The progress tokens; the last three belong to Pantheon.
const (
	Agriculture Token = iota
	Architecture
	Economy
	Law
	Masonry
	Mathematics
	Philosophy
	Strategy
	Theology
	Urbanism
	Mysticism
	Poliorcetics
	Engineering
	numTokens
	noToken = Token(0xff)
)

const (
	numBaseTokens = 10
	tokensOnBoard = 5
	libraryDraw   = 3
)

// tokenRow is one progress token: what it pays when taken and scores at the end. All else that tokens do is
// a rule of its own where it applies.
type tokenRow struct {
	id    string
	coins uint8
	vp    uint8
}

// tokens are all progress tokens. Source: docs/rules/duel.md 7 and board.json; the last three pantheon.json.
var tokens = [numTokens]tokenRow{
	{"agriculture", 6, 4},
	{"architecture", 0, 0},
	{"economy", 0, 0},
	{"law", 0, 0},
	{"masonry", 0, 0},
	{"mathematics", 0, 0},
	{"philosophy", 0, 7},
	{"strategy", 0, 0},
	{"theology", 0, 0},
	{"urbanism", 6, 0},
	{"mysticism", 0, 0},
	{"poliorcetics", 0, 0},
	{"engineering", 0, 0},
}

// Figures of the rules that tokens bring.
const (
	mathematicsVP   = 3 // for each own progress token
	urbanismCoins   = 4 // for each building built by chain
	discountUnits   = 2 // Masonry on blue cards, Architecture on wonders
	mysticismVP     = 2 // for each mythology and offering token held
	engineeringCoin = 1 // price of any card with a chain symbol under its cost
)

// tokenSet is a set of progress tokens.
type tokenSet uint16

func (set tokenSet) has(t Token) bool { return set>>t&1 != 0 }
func (t Token) bit() tokenSet         { return 1 << t }
func (set tokenSet) len() int         { return bits.OnesCount16(uint16(set)) }
func (set tokenSet) first() Token     { return Token(bits.TrailingZeros16(uint16(set))) }
