package bot

import "time"

// Level is how strong a bot plays, from a beginner to the best there is.
type Level struct {
	// Simulations a move; 0 looks one move ahead and no further.
	Simulations int
	// Time is the most a move may take, should the machine be slow.
	Time time.Duration
	// Naive is how much the points on the table count in its judgement instead of what it was taught: 1
	// sees points alone.
	Naive float64
	// Noise is how far it is off in judging a move, as chances to win.
	Noise float64
}

// Levels are the names of the levels, weakest first.
var Levels = []string{"level1", "level2", "level3", "level4", "level5", "level6", "level7", "level8"}

// DefaultLevel is what a newcomer should meet: a decent player.
const DefaultLevel = "level3"

// ladder are the levels of one game.
type ladder [8]Level

// moveTime is the most that any level takes for a move.
const moveTime = 1500 * time.Millisecond

// The ladders were climbed in matches of each level with the one below, with budgets and errors chosen so that it wins 60 to 75 of a hundred
// games; docs/bots.md has the figures. Where luck weighs much, as in Architects, most of the way is made by judging better and little by
// searching more.
var (
	duelLadder = ladder{
		{Naive: 0.2, Noise: 0.056},
		{Naive: 0.1, Noise: 0.042},
		{Naive: 0.0, Noise: 0.024},
		{Simulations: 6, Time: moveTime},
		{Simulations: 17, Time: moveTime},
		{Simulations: 80, Time: moveTime},
		{Simulations: 700, Time: moveTime},
		{Simulations: 16000, Time: moveTime},
	}
	pantheonLadder = ladder{
		{Naive: 0.1, Noise: 0.042},
		{Naive: 0.0, Noise: 0.02},
		{Simulations: 6, Time: moveTime},
		{Simulations: 14, Time: moveTime},
		{Simulations: 36, Time: moveTime},
		{Simulations: 100, Time: moveTime},
		{Simulations: 600, Time: moveTime},
		{Simulations: 8000, Time: moveTime},
	}
	architectsLadder = ladder{
		{Naive: 1.0, Noise: 1.0},
		{Naive: 0.8, Noise: 0.14},
		{Naive: 0.42, Noise: 0.087},
		{Naive: 0.155, Noise: 0.061},
		{Naive: 0.0, Noise: 0.034},
		{Naive: 0.0, Noise: 0.0},
		{Simulations: 100, Time: moveTime},
		{Simulations: 20000, Time: moveTime},
	}
	wondersLadder = ladder{
		{Naive: 0.2, Noise: 0.085},
		{Naive: 0.0, Noise: 0.065},
		{Naive: 0.0, Noise: 0.04},
		{Naive: 0.0, Noise: 0.022},
		{Naive: 0.0, Noise: 0.0},
		{Simulations: 40, Time: moveTime},
		{Simulations: 200, Time: moveTime},
		{Simulations: 8000, Time: moveTime},
	}
	diceLadder = ladder{
		{Naive: 1.0, Noise: 0.1},
		{Naive: 0.85, Noise: 0.09},
		{Naive: 0.6, Noise: 0.08},
		{Naive: 0.3, Noise: 0.075},
		{Naive: 0.1, Noise: 0.055},
		{Naive: 0.0, Noise: 0.03},
		{Simulations: 12, Time: moveTime},
		{Simulations: 8000, Time: moveTime},
	}
)
