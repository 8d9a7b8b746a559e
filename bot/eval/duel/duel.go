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
		Heuristic: heuristic, Features: features, FirstFeatures: firstFeatures, Encode: encode, NewLogit: newLogit, MoveKey: moveKey, Params: params, FirstParams: &search.SequentialParams,
		Variants: []eval.Variant{{Net: duelNet, Ladder: duelLadder}, {Net: pantheonNet, Ladder: pantheonLadder}}, VariantOf: variant, Bends: bends,
	}
}

// The networks tell moves apart better than those of the first version did, so their priors are trusted more.
var params = func() search.Params {
	p := search.SequentialParams
	p.Temperature = 0.1
	return p
}()

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
	{Simulations: 14, Time: eval.MoveTime},
	{Simulations: 36, Time: eval.MoveTime},
	{Simulations: 125, Time: eval.MoveTime},
	{Simulations: 600, Time: eval.MoveTime},
	{Simulations: 8000, Time: eval.MoveTime},
}
