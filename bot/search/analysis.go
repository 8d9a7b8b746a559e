package search

import (
	"time"

	"mirabilia/game"
)

// Analysis is what a bot found out about a position, and its move.
type Analysis struct {
	Seat game.Seat
	Move game.Move
	// Simulations played, and how long they took. There are none if the move was forced.
	Simulations int
	Elapsed     time.Duration
	// Allowed is what the search could have spent; it stops earlier when no other move can overtake the best.
	Allowed Budget
	// Chances of each seat to win; they add up to 1.
	Chances []float64
	// Scores expected at the end, if the search saw the end of the game often enough to say.
	Scores []float64
	// Moves are all candidates, most visited first.
	Moves []MoveStats
	// Line is the principal variation, beginning with Move.
	Line []Ply
}

// MoveStats is what a search found out about one move.
type MoveStats struct {
	Move   game.Move
	Visits int
	// Chance of the seat to win with it.
	Chance float64
	// Line is the principal variation that begins with it; only the few most visited moves have one.
	Line []Ply
}

// Ply is one decision of a line of play, as text, because a move has a meaning only where it is played.
type Ply struct {
	Seat game.Seat `json:"seat"`
	Move string    `json:"move"`
}

// Forced returns the analysis of a move that was not searched.
func Forced(b game.Board, seat game.Seat, m game.Move) *Analysis {
	return &Analysis{Seat: seat, Move: m, Moves: []MoveStats{{Move: m}}, Line: []Ply{{seat, b.Text(m)}}}
}

// Outcome returns what a finished game is worth to a seat: the winners share 1.
func Outcome(b game.Rules, seat game.Seat) float64 {
	res := b.Result()
	winners := res.Winners()
	if !winners.Has(seat) {
		return 0
	}
	return 1 / float64(winners.Len())
}
