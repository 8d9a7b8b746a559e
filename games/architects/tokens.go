package architects

import "math/bits"

// Token is a progress token (docs/rules/architects.md 1.4).
type Token uint8

// The fourteen different tokens: extra draws, tokens for building, shields, points.
const (
	Urbanism Token = iota
	Crafts
	Jewellery
	Science
	Propaganda
	Architecture
	Economy
	Engineering
	Tactics
	Decor
	Politics
	Strategy
	Education
	Culture
	// TokenKinds is how many different tokens there are.
	NumTokens = 14
	// NoToken means an empty place or no token.
	NoToken Token = 15
)

// Pile in place of a token is the top of the face-down pile.
const Pile Token = 14

// faceUpPlaces is how many tokens lie face up beside the pile.
const faceUpPlaces = 3

const tacticsShields = 2

var tokenIDs = [NumTokens]string{
	Urbanism:     "urbanism",
	Crafts:       "crafts",
	Jewellery:    "jewellery",
	Science:      "science",
	Propaganda:   "propaganda",
	Architecture: "architecture",
	Economy:      "economy",
	Engineering:  "engineering",
	Tactics:      "tactics",
	Decor:        "decor",
	Politics:     "politics",
	Strategy:     "strategy",
	Education:    "education",
	Culture:      "culture",
}

// String returns the id of the token, "pile" for Pile, "none" for NoToken.
func (t Token) String() string {
	switch {
	case t < NumTokens:
		return tokenIDs[t]
	case t == Pile:
		return "pile"
	}
	return "none"
}

func tokenByID(id string) (Token, bool) {
	for t, name := range tokenIDs {
		if name == id {
			return Token(t), true
		}
	}
	return NoToken, false
}

// Tokens is a set of tokens, a bit for each kind. Culture, of which there are two, has a second bit: it is set
// when both are in the set, so that equal sets are equal numbers.
type Tokens uint16

const (
	secondCulture Tokens = 1 << NumTokens
	allTokens     Tokens = 1<<(NumTokens+1) - 1
)

// extraDraws are the tokens that give extra draws.
const extraDraws = 1<<Urbanism | 1<<Crafts | 1<<Jewellery | 1<<Science | 1<<Propaganda | 1<<Architecture

// trigger is the token that a card makes ready, as a set.
var trigger = func() (table [NumKinds]Tokens) {
	for k, row := range cards {
		if row.extra != NoToken {
			table[k] = 1 << row.extra
		}
	}
	return table
}()

// Has reports whether the token is in the set.
func (set Tokens) Has(t Token) bool { return set>>t&1 != 0 }

// Len returns the number of tokens, both Cultures counted.
func (set Tokens) Len() int { return bits.OnesCount16(uint16(set)) }

// Count returns how many tokens of the kind are in the set.
func (set Tokens) Count(t Token) int {
	n := int(set >> t & 1)
	if t == Culture {
		n += int(set >> NumTokens)
	}
	return n
}

func (set Tokens) add(t Token) Tokens {
	if t == Culture && set.Has(Culture) {
		return set | secondCulture
	}
	return set | 1<<t
}

func (set Tokens) remove(t Token) Tokens {
	if t == Culture && set&secondCulture != 0 {
		return set &^ secondCulture
	}
	return set &^ (1 << t)
}

// first returns the lowest token of a set that is not empty.
func (set Tokens) first() Token { return Token(bits.TrailingZeros16(uint16(set))) }

// nth is token number i of the set; either bit of Culture is Culture.
func (set Tokens) nth(i int) Token {
	for ; i > 0; i-- {
		set &= set - 1
	}
	return min(set.first(), Culture)
}
