// Package wonders holds what the bots know of 7 Wonders: features, evaluation and levels.
package wonders

import (
	_ "embed"

	"mirabilia/bot/eval"
	"mirabilia/bot/search"
	"mirabilia/games/wonders"
)

//go:embed wonders.net
var network []byte

// New returns what the bots know of 7 Wonders.
func New() eval.Knowledge[wonders.State] {
	return eval.Knowledge[wonders.State]{
		Heuristic: heuristic, Features: features, Encode: encode, Candidates: candidates, Params: params, FirstParams: &search.SimultaneousParams,
		Variants: []eval.Variant{{Net: network, Ladder: ladder}}, Bends: bends,
	}
}

// A seat's features say little of those that are not its neighbours.
var params = func() search.Params {
	p := search.SimultaneousParams
	p.ShareByOdds = true
	return p
}()

var ladder = eval.Ladder{
	{ScoreWeight: 0.2, Noise: 0.085},
	{ScoreWeight: 0.0, Noise: 0.065},
	{ScoreWeight: 0.0, Noise: 0.04},
	{ScoreWeight: 0.0, Noise: 0.022},
	{ScoreWeight: 0.0, Noise: 0.0},
	{Simulations: 40, Time: eval.MoveTime},
	{Simulations: 200, Time: eval.MoveTime},
	{Simulations: 8000, Time: eval.MoveTime},
}
