// Package duel is 7 Wonders Duel by its docs/rules/duel.md, for two seats; seat 0 is the starting player.
//
// Rulings where the sources leave room, all from docs/rules/duel.md 11: with the pawn on the centre the player who
// acted last begins the next age (the option centre_pawn_start lets that player choose), the draw of The
// Great Library is private, a progress token for a pair must be taken, and a forced choice with one outcome
// is carried out without asking.
//
// With the option pantheon the expansion is played, in files named pantheon_*.go and by docs/rules/pantheon.md:
// divinities that an effect shows are seen by both (15.2, 15.3), tokens uncovered by an action are all taken
// before any card is turned, offering tokens that change nothing cannot be used (15.30), treasury coins are
// paid before those on Astarte, and the option zeus_takes_token is the other reading of 15.1.
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
		{Key: "pantheon", Default: "false", Values: []string{"false", "true"}},
		{Key: "zeus_takes_token", Default: "false", Values: []string{"false", "true"}},
	},
	Categories: categoryIDs[:],
	WonBy:      wonByIDs,
	Moves:      moveForms,
	View:       View{},
}, newState)
