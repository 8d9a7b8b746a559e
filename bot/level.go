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

// usualLadder serves a game whose levels were not measured yet.
var usualLadder = ladder{
	{Naive: 1.0, Noise: 0.20},
	{Naive: 0.5, Noise: 0.10},
	{Naive: 0.0, Noise: 0.05},
	{Simulations: 40, Time: moveTime},
	{Simulations: 200, Time: moveTime},
	{Simulations: 1000, Time: moveTime},
	{Simulations: 5000, Time: moveTime},
	{Simulations: 40000, Time: moveTime},
}
