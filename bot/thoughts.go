package bot

import (
	"context"
	"time"

	"mirabilia/game"
)

// Thoughts are what a bot thinks of a position, and its move.
type Thoughts struct {
	Seat game.Seat
	Move game.Move
	// Simulations played, and how long they took. None were if the move was forced.
	Simulations int
	Elapsed     time.Duration
	// Chances of each seat to win after the move, adding up to 1.
	Chances []float64
	// Scores expected at the end, if the search saw the end of the game often enough to say.
	Scores []float64
	// Moves are all that were thought about, most visited first.
	Moves []Thought
	// Line is what the bot expects to be played, its own move first.
	Line []Ply
}

// Thought is what a bot thinks of one move.
type Thought struct {
	Move   game.Move
	Visits int
	// Chance of the seat to win with it.
	Chance float64
}

// Ply is one decision of a line of play, as text, for its move has a meaning only where it is played.
type Ply struct {
	Seat game.Seat `json:"seat"`
	Move string    `json:"move"`
}

// Thinker is a player that gives an account of its choice, and can be stopped.
type Thinker interface {
	Player
	// Think is Choose with what the bot thinks. When the context ends it answers with what it found so far.
	Think(ctx context.Context, b game.Board, seat game.Seat) *Thoughts
}

// Ask lets any player think; of one that gives no account only the move is known.
func Ask(ctx context.Context, p Player, b game.Board, seat game.Seat) *Thoughts {
	if t, ok := p.(Thinker); ok {
		return t.Think(ctx, b, seat)
	}
	m := p.Choose(b, seat)
	return &Thoughts{Seat: seat, Move: m, Moves: []Thought{{Move: m}}, Line: []Ply{{seat, b.Text(m)}}}
}
