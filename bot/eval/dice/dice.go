// Package dice holds what the bots know of Dice: features, evaluation and levels.
package dice

import (
	_ "embed"

	"mirabilia/bot/eval"
	"mirabilia/bot/search"
	"mirabilia/games/dice"
)

//go:embed dice.net
var network []byte

// New returns what the bots know of Dice.
func New() eval.Knowledge[dice.State] {
	return eval.Knowledge[dice.State]{
		Heuristic: heuristic, Features: features, Encode: encode, Residual: true, Params: search.SimultaneousParams,
		Variants: []eval.Variant{{Net: network, Ladder: ladder}}, Bends: bends,
	}
}

var ladder = eval.Ladder{
	{ScoreWeight: 1.0, Noise: 0.1},
	{ScoreWeight: 0.85, Noise: 0.09},
	{ScoreWeight: 0.6, Noise: 0.08},
	{ScoreWeight: 0.3, Noise: 0.075},
	{ScoreWeight: 0.1, Noise: 0.055},
	{ScoreWeight: 0.0, Noise: 0.03},
	{Simulations: 12, Time: eval.MoveTime},
	{Simulations: 8000, Time: eval.MoveTime},
}
