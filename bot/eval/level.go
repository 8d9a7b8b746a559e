package eval

import "time"

// Level is the strength of a bot.
type Level struct {
	// Simulations per move; 0 looks one move ahead and does not search.
	Simulations int
	// Time is the most a move may take, in case the machine is slow.
	Time time.Duration
	// ScoreWeight is the weight of the current score in the evaluation of a level that does not search: 1 sees
	// the score alone, 0 the evaluator alone.
	ScoreWeight float64
	// Noise is the standard deviation of the error in evaluating a move, as a chance to win.
	Noise float64
}

// Ladder holds the eight levels of one variant of a game, weakest first. Each ladder was climbed in matches of
// each level with the one below, with budgets and errors chosen so that it wins 60 to 75 of a hundred games;
// docs/bots.md has the figures.
type Ladder [8]Level

// MoveTime is the most that any level takes for a move.
const MoveTime = 1500 * time.Millisecond
