// Package dice is 7 Wonders Dice for 2 to 7 players, by the rules of docs/rules/dice.md (docs/rules/dice.md in
// comments).
//
// What is printed on sheets and dice is data: sheet.json, read and compiled when the program starts. No
// public source prints all of it, so every field there names its source, and anyone with the printed
// sheets can correct it without touching code (docs/dice-sheet.md).
//
// In a round all seats choose at once from the same seven dice. Everything a seat's choice leads to (extra
// actions, marks, bonuses) is decided by that seat at once, as moves of the same round; comparisons between
// seats look at the round's beginning only (docs/rules/dice.md 3.2), so nobody's choice touches another's. Until
// all have finished, others see a seat as it was when the round began.
//
// Rulings where the rules leave room, beyond those of docs/rules/dice.md 8: a choice with one outcome is made by the
// game (the last bonus; a mark or free build for which nothing can be paid lapses), but an action never
// is; a choice is withdrawn decision by decision, the last one first.
package dice

import (
	"strings"

	"mirabilia/game"
)

// Game is the catalogue entry, played with the game's own sheet.
var Game = printed.Game()

// rulesVersion changes when the code plays differently; the sheet has its own fingerprint.
const rulesVersion = "1"

// randomCity is the value of the option "cities" for a random city.
const randomCity = "random"

// Game returns the game played with this sheet.
func (sh *Sheet) Game() game.Game {
	return game.Define[State, *State](game.Info{
		ID: "dice", Rules: rulesVersion + "-" + sh.id, MinSeats: 2, MaxSeats: game.MaxSeats,
		// Free text: "random", or for each seat a city or "random", with commas between.
		Options:    []game.Option{{Key: "cities", Default: randomCity}},
		Categories: categories, WonBy: []string{"points", "tie_break", "shared"},
		Simultaneous: true, Moves: moveForms, View: View{},
	}, sh.empty)
}

// empty returns a table of this sheet, not dealt.
func (sh *Sheet) empty(seats int, options game.Options) (State, error) {
	s := State{sheet: sh.index, seats: uint8(seats)}
	return s, s.chooseCities(options["cities"])
}

// chooseCities reads the option.
func (s *State) chooseCities(text string) error {
	for seat := range s.chosen {
		s.chosen[seat] = noCity
	}
	if text == randomCity {
		return nil
	}
	ids := strings.Split(text, ",")
	if len(ids) != int(s.seats) {
		return game.Refuse(game.Invalid, "bad_cities", "cities must be %q or a comma-separated list with one city for each of the %d seats, not %q", randomCity, s.seats, text)
	}
	sh := s.book()
	for seat, id := range ids {
		if id == randomCity {
			continue
		}
		c := indexOf(sh.cityIDs, id)
		if c < 0 {
			return game.Refuse(game.Invalid, "bad_cities", "there is no city %q; there are: %s", id, strings.Join(sh.cityIDs, ", "))
		}
		if indexOf(ids[:seat], id) >= 0 {
			return game.Refuse(game.Invalid, "bad_cities", "each seat needs a different city; %s is named twice", id)
		}
		s.chosen[seat] = uint8(c)
	}
	return nil
}

// chosenText returns the option as text.
func (s *State) chosenText() string {
	ids := make([]string, s.seats)
	some := false
	for seat := range ids {
		ids[seat] = randomCity
		if c := s.chosen[seat]; c != noCity {
			ids[seat] = s.book().cityIDs[c]
			some = true
		}
	}
	if !some {
		return randomCity
	}
	return strings.Join(ids, ",")
}
