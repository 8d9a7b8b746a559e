// Package wonders is 7 Wonders, second edition, for 3 to 7 players, by docs/rules/wonders.md.
//
// All seats choose at once: each commits a card, an action and how it pays its two neighbours, and may
// withdraw until the last has committed. Then all is placed, paid and gained together.
//
// Where the rules leave room, this package follows the choices of docs/rules/wonders.md 13. In short: the number of
// bought units is the fewest that own production leaves open, and every way to split them between the
// neighbours that the purse covers is a move; Babylon's last card is a turn of its own after the sixth
// and comes before Halicarnassus digs; digging may be declined, and is asked for whenever there is a pile,
// so that the question reveals nothing about the pile to the others.
package wonders

import "mirabilia/game"

// Game is the catalogue entry. The option boards is "random" or a list of board ids by seat.
var Game = game.Define[State](game.Info{
	ID:       "wonders",
	Rules:    "2020-1",
	MinSeats: 3,
	MaxSeats: game.MaxSeats,
	Options: []game.Option{
		{Key: "boards", Default: "random"},
		{Key: "sides", Default: "choose", Values: sideRules},
	},
	Categories:   categories[:],
	WonBy:        []string{"points", "tie_break", "shared"},
	Simultaneous: true,
	Moves:        moveForms,
	View:         View{},
}, newState)
