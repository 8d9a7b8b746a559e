// Package duel holds what the bots know of Duel: features, evaluation and levels.
package duel

import (
	_ "embed"

	"mirabilia/bot/eval"
	"mirabilia/bot/search"
	"mirabilia/games/duel"
)

//go:embed duel.net
var duelNet []byte

//go:embed pantheon.net
var pantheonNet []byte

// New returns what the bots know of Duel.
func New() eval.Knowledge[duel.State] {
	return eval.Knowledge[duel.State]{
		Heuristic: heuristic, Features: features, FirstFeatures: firstFeatures, Encode: encode, NewLogit: newLogit, MoveKey: moveKey, Params: search.SequentialParams,
		Variants: []eval.Variant{{Net: duelNet, Ladder: duelLadder}, {Net: pantheonNet, Ladder: pantheonLadder}}, VariantOf: variant, Bends: bends,
	}
}

var duelLadder = eval.Ladder{
	{ScoreWeight: 0.2, Noise: 0.056},
	{ScoreWeight: 0.1, Noise: 0.042},
	{ScoreWeight: 0.0, Noise: 0.024},
	{Simulations: 6, Time: eval.MoveTime},
	{Simulations: 17, Time: eval.MoveTime},
	{Simulations: 80, Time: eval.MoveTime},
	{Simulations: 700, Time: eval.MoveTime},
	{Simulations: 16000, Time: eval.MoveTime},
}

var pantheonLadder = eval.Ladder{
	{ScoreWeight: 0.1, Noise: 0.038},
	{ScoreWeight: 0.0, Noise: 0.02},
	{Simulations: 6, Time: eval.MoveTime},
	{Simulations: 12, Time: eval.MoveTime},
	{Simulations: 36, Time: eval.MoveTime},
	{Simulations: 100, Time: eval.MoveTime},
	{Simulations: 600, Time: eval.MoveTime},
	{Simulations: 8000, Time: eval.MoveTime},
}
