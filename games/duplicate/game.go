// Package duplicate is Duplicate Duel by docs/rules/duplicate.md: one deal of Duel on two boards at once, with the seats swapped, so that the cards favour
// nobody. Seat 0 of the table is seat 0 on the first board and seat 1 on the second.
//
// Each board is a plain game of Duel of the same seed. A board waits when it is a whole turn ahead of the other, so nobody plays one with the end of
// the other in mind. Each board gives its difference of points, and the sum decides.
package duplicate

import (
	"mirabilia/game"
	"mirabilia/games/duel"
)

// Game is Duplicate Duel as tables know it.
var Game = game.Define[State, *State](game.Info{
	ID:       "duplicate",
	Rules:    "1",
	MinSeats: 2,
	MaxSeats: 2,
	Options: []game.Option{
		{Key: "pantheon", Default: "false", Values: []string{"false", "true"}},
	},
	Categories: categoryIDs[:],
	WonBy:      []string{wonByPoints, wonByTieBreak, wonByShared, wonByResignation, wonByTime},
	NoUndo:     true,
	Moves:      moveForms,
	View:       Match{},
}, newState)

// newState returns a table with the given options, to be dealt.
func newState(_ int, options game.Options) (State, error) {
	board, err := duel.Game.New(2, game.Options{"pantheon": options["pantheon"]})
	if err != nil {
		return State{}, err
	}
	one := *board.(*duel.State)
	return State{boards: [numBoards]duel.State{one, one}}, nil
}
