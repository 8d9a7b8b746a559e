// Package architects holds what the bots know of Architects: features, evaluation and levels.
package architects

import (
	_ "embed"

	"mirabilia/bot/eval"
	"mirabilia/bot/search"
	"mirabilia/games/architects"
)

//go:embed architects.net
var network []byte

// New returns what the bots know of Architects.
func New() eval.Knowledge[architects.State] {
	return eval.Knowledge[architects.State]{
		Heuristic: heuristic, Features: features, Encode: encode, Residual: true, ObservationKey: observationKey, MoveKey: moveKey, Params: search.RolloutParams,
		Variants: []eval.Variant{{Net: network, Ladder: ladder}}, Bends: bends,
	}
}

// Luck weighs much here, so most of the ladder is climbed by better evaluation and little by more search.
var ladder = eval.Ladder{
	{ScoreWeight: 1.0, Noise: 1.0},
	{ScoreWeight: 0.8, Noise: 0.14},
	{ScoreWeight: 0.42, Noise: 0.087},
	{ScoreWeight: 0.155, Noise: 0.061},
	{ScoreWeight: 0.0, Noise: 0.034},
	{ScoreWeight: 0.0, Noise: 0.0},
	{Simulations: 24, Time: eval.MoveTime},
	{Simulations: 4000, Time: eval.MoveTime},
}
