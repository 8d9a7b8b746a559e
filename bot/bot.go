// Package bot implements the computer players: the contract, the roster of bots and their levels.
//
// A bot is honest by construction: it looks at a board only through a redeal for its own seat, which by the
// contract of mirabilia/game holds nothing that the seat cannot know.
package bot

import (
	"context"

	"mirabilia/bot/search"
	"mirabilia/game"
)

// Player chooses moves. It may keep memory between the moves of one game and is not safe for use by several
// goroutines.
type Player interface {
	// Choose returns the move of a seat to act. The board is only read.
	Choose(b game.Board, seat game.Seat) game.Move
}

// Analyzer is a player that shows what it found out, and can be stopped.
type Analyzer interface {
	Player
	// Analyze is Choose with what the bot found out. When the context ends, it returns what it has found so far.
	Analyze(ctx context.Context, b game.Board, seat game.Seat) *Analysis
}

// Observer is a bot that can study a game knowing what all seats know.
type Observer interface {
	// Observe returns the chances of every seat as a viewer sees them that knows what all seats know together, but no future
	// deal; nil if there is nothing to search.
	Observe(ctx context.Context, b game.Board) []float64
}

// What the search spends and finds is part of the contract.
type (
	Budget    = search.Budget
	Analysis  = search.Analysis
	MoveStats = search.MoveStats
	Ply       = search.Ply
)

// Analyze lets any player analyse a position; if it is no Analyzer, only its move is known.
func Analyze(ctx context.Context, p Player, b game.Board, seat game.Seat) *Analysis {
	if a, ok := p.(Analyzer); ok {
		return a.Analyze(ctx, b, seat)
	}
	return search.Forced(b, seat, p.Choose(b, seat))
}
