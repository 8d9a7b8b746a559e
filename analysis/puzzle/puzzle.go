// Package puzzle finds positions of bots' games with one clearly best move. docs/puzzles.md has the criteria and the file format.
package puzzle

import (
	"encoding/json"

	"mirabilia/analysis"
	"mirabilia/game"
)

// Format is the version of the file format that this package writes, and the only one it reads.
const Format = "mgp 1"

// Collection is the puzzles of one kind of table. Its JSON is the file format (.mgp).
type Collection struct {
	Format  string          `json:"format"`
	Game    string          `json:"game"`
	Options game.Options    `json:"options,omitempty"`
	Seats   int             `json:"seats"`
	Engine  analysis.Engine `json:"engine"`
	// Seed of the games; game number i, from 0, has a seed made of both.
	Seed uint64 `json:"seed"`
	// Tried is how many games were searched for puzzles, so that the search can go on.
	Tried   int       `json:"tried"`
	Puzzles []*Puzzle `json:"puzzles"`
}

// Puzzle is a position in which one move is clearly best.
type Puzzle struct {
	// ID is made of the position, so that it stays the same wherever the puzzle is.
	ID string `json:"id"`
	// Number of the game it is from, and of the decision in it, both from 0.
	Number   int `json:"number"`
	Decision int `json:"decision"`
	// Seat that is to move, and the position. What the seat cannot know is a redeal, not the truth.
	Seat     game.Seat       `json:"seat"`
	Position json.RawMessage `json:"position"`
	// Moves are all legal moves, best first.
	Moves []Move `json:"moves"`
	// Line is the play that the engine expects after the best move, each as a seat and a move.
	Line []string `json:"line"`
	// Prompt is "only" (one move keeps the win) or "save" (one move keeps the seat in the game).
	Prompt string `json:"prompt"`
	// Difficulty is from 1, seen at once, to 5.
	Difficulty int `json:"difficulty"`
	// Missed are the levels that play another move.
	Missed []string `json:"missed"`
	// Reason is why, where a rule gives it: see reasons. Empty elsewhere.
	Reason Reason `json:"reason,omitempty"`
}

// Move is a legal move and what it is worth.
type Move struct {
	Move string           `json:"move"`
	Q    analysis.Chances `json:"q"`
	SE   analysis.Chance  `json:"se"`
}

// Margins that a puzzle promises, between two seats; at larger tables they are smaller by analysis.Scale.
const (
	// bestFrom is the chance of the best move in a puzzle "only"; below it, the others must be under half of the best ("save").
	bestFrom = 600
	// saveFrom is the chance of the best move in a puzzle "save" at least: nobody needs to save a lost game.
	saveFrom = 300
	// leadFrom is the lead of the best move over the second. In Dice, where a game has many small decisions, few moves lead by so much.
	leadFrom, leadFromInDice = 250, 100
	// errorTo is the standard error of that lead, and of the best chance, at most.
	errorTo = 20

	fewestMoves, mostMoves = 3, 16
)

// lead returns the lead of the best move over the second that the collection promises.
func (c *Collection) lead() analysis.Chance {
	from := leadFrom
	if c.Game == "dice" {
		from = leadFromInDice
	}
	return analysis.Chance(float64(from) * analysis.Scale(c.Seats))
}

// prompt returns the prompt of a puzzle with these chances of the best and the second move; "" if it is none.
func (c *Collection) prompt(best, second analysis.Chance) string {
	switch {
	case best-second < c.lead():
		return ""
	case best >= bestFrom:
		return "only"
	case best >= saveFrom && 2*second < best:
		return "save"
	}
	return ""
}
