// Package architects is 7 Wonders Architects (2021) for two to seven players, by docs/rules/architects.md (cited here as
// docs/rules/architects.md).
//
// What docs/rules/architects.md leaves to the table is an option of the game (see options.go); the defaults are its own answers.
// On top of it:
//   - Seat 0 begins.
//   - An extra draw names only the deck: which of several ready tokens is used makes no difference.
//   - A progress token is picked by a move of its own after the set is exchanged or Babylon's stage is built.
//   - The holder of the cat always looks.
package architects

import "mirabilia/game"

// Game is the entry of the catalogue.
var Game = game.Define[State, *State](game.Info{
	ID:         "architects",
	Rules:      "2021.1",
	MinSeats:   2,
	MaxSeats:   game.MaxSeats,
	Options:    options,
	Categories: categories,
	WonBy:      []string{"points", "tie_break", "shared"},
	Moves:      moveForms,
	View:       View{},
}, newState)
