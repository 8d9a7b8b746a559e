// Package bot holds the players that are programs, and what each knows of one game.
//
// A bot is honest by construction: it looks at a board only through a redeal for its own seat, which
// by the contract of mirabilia/game holds nothing that the seat cannot know.
package bot

import "mirabilia/game"

// Player chooses moves. It may keep memory between the moves of one game and is not safe for use by
// several goroutines.
type Player interface {
	// Choose is the move of an owing seat. The board is only read.
	Choose(b game.Board, seat game.Seat) game.Move
}

// Value estimates how likely a seat is to win from a state, 0 to 1. It is asked on redealt states, in
// the middle of the game; finished games are judged by their result.
type Value[S any] func(s *S, seat game.Seat) float64
