//go:build steps

package main

import "mirabilia/game/gametest/steps"

// init adds a game that nobody is offered otherwise: the browser tests build the program with this tag, to play it on the plain board.
func init() { offered = append(offered[:len(offered):len(offered)], steps.Game) }
