// Package duel is 7 Wonders Duel by its RULES.md, for two seats; seat 0 is the starting player.
//
// Rulings where the sources leave room, all from RULES.md 11: with the pawn on the centre the player who
// acted last begins the next age (the option centre_pawn_start lets that player choose), the draw of The
// Great Library is private, a progress token for a pair must be taken, and a forced choice with one outcome
// is carried out without asking.
package duel

import "mirabilia/game"

// Game is Duel in the catalogue.
var Game = game.Define[State, *State](game.Info{
	ID:       "duel",
	Rules:    "1",
	MinSeats: 2,
	MaxSeats: 2,
	Options: []game.Option{
		{Key: "first_game", Default: "false", Values: []string{"false", "true"}},
		{Key: "centre_pawn_start", Default: "last_player_begins", Values: []string{"last_player_begins", "last_player_chooses"}},
	},
	Categories: categoryIDs[:],
	WonBy:      wonByIDs,
	View:       View{},
}, newState)
