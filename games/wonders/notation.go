package wonders

import (
	"fmt"
	"strconv"
	"strings"

	"mirabilia/game"
)

// Moves as text: side:night picks a side; b:baths builds a card, w:baths a stage of the wonder with that card,
// s:baths sells it; d:baths takes a card from the discard pile and d:none takes none. What is bought follows as
// the sums to the left and to the right neighbour, b:baths:2-0, unless nothing is.

var kindLetters = map[kind]string{build: "b", stage: "w", sell: "s", dig: "d", pickSide: "side"}

func sums(p payment) string { return fmt.Sprintf("%d-%d", p.left, p.right) }

func paymentList(list []payment) string {
	texts := make([]string, len(list))
	for i, p := range list {
		texts[i] = sums(p)
	}
	return strings.Join(texts, ", ")
}

// Text writes a move.
func (s *State) Text(m game.Move) string {
	if !wellFormed(m) {
		return fmt.Sprintf("?%#x", uint32(m))
	}
	k, c := kindOf(m), cardOf(m)
	what := ""
	switch {
	case k == pickSide:
		what = sides[c]
	case c == noCard:
		what = "none"
	default:
		what = c.String()
	}
	text := kindLetters[k] + ":" + what
	if p := paid(m); p != (payment{}) {
		text += ":" + sums(p)
	}
	return text
}

// Parse reads what Text writes.
func (s *State) Parse(text string) (game.Move, error) {
	parts := strings.Split(text, ":")
	m, ok := game.Move(0), false
	if len(parts) == 2 || len(parts) == 3 {
		m, ok = parseThing(parts[0], parts[1])
	}
	if ok && len(parts) == 3 {
		p, good := parseSums(parts[2])
		ok = good && (kindOf(m) == build || kindOf(m) == stage)
		m |= pack(0, 0, p)
	}
	if !ok {
		return 0, game.Refuse(game.Invalid, "bad_move", "%q is not a move; moves look like b:baths, b:baths:2-0, w:baths, s:baths, d:baths, d:none or side:day", text)
	}
	return m, nil
}

func parseThing(letter, what string) (game.Move, bool) {
	for k, l := range kindLetters {
		if l != letter {
			continue
		}
		switch {
		case k == pickSide:
			for sd := day; sd < unchosen; sd++ {
				if sides[sd] == what {
					return pack(k, Card(sd), payment{}), true
				}
			}
		case k == dig && what == "none":
			return pack(k, noCard, payment{}), true
		default:
			c, ok := CardByID(what)
			return pack(k, c, payment{}), ok
		}
	}
	return 0, false
}

// parseSums reads two numbers below 16, not both 0, without leading zeros.
func parseSums(text string) (payment, bool) {
	l, r, _ := strings.Cut(text, "-")
	x, errX := strconv.ParseUint(l, 10, 4)
	y, errY := strconv.ParseUint(r, 10, 4)
	p := payment{uint8(x), uint8(y)}
	return p, errX == nil && errY == nil && p != payment{} && sums(p) == text
}

// moveForms describes the moves for the reference.
var moveForms = []game.MoveForm{
	{Form: "side:<side>", Does: "choose the side of the wonder board: day or night"},
	{Form: "b:<card>[:<left>-<right>]", Does: "build a card; the coins paid to the left and to the right neighbour follow if any are"},
	{Form: "w:<card>[:<left>-<right>]", Does: "build a stage of the wonder with a card, paid likewise"},
	{Form: "s:<card>", Does: "sell a card for three coins"},
	{Form: "d:<card>", Does: "build a card of the discard pile (Halicarnassus), or none with d:none"},
}
