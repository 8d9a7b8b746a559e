// Package eval describes what the bots know of a game. Each game has a package below this one with one
// constructor, which returns its Knowledge.
package eval

import (
	"mirabilia/bot/search"
	"mirabilia/game"
)

// Knowledge is what the bots know of one game with states S.
type Knowledge[S any] struct {
	// Heuristic is the hand-written evaluator, which the bot "greedy" always uses.
	Heuristic search.Evaluator[S]
	// Features is the number of features that Encode may list.
	Features int
	// Encode appends the features of a state for a seat to buf, each once, at most net.MaxFeatures of them. It is
	// called on redealt states.
	Encode func(s *S, seat game.Seat, buf []uint16) []uint16
	// Residual networks add their logit to that of the heuristic; others replace it. A residual network is slower
	// and knows exactly what the heuristic counts out.
	Residual bool
	// Candidates, ObservationKey and MoveKey are those of search.Config.
	Candidates     func(s *S, seat game.Seat, buf []game.Move) []game.Move
	ObservationKey func(s *S, seat game.Seat) uint64
	MoveKey        func(s *S) uint64
	Params         search.Params
	// Variants of the game, each with a network and levels of its own.
	Variants []Variant
	// VariantOf returns the number of the variant that a state is of; nil means the first.
	VariantOf func(s *S) int
}

// Variant is a way to play a game that has a network and levels of its own.
type Variant struct {
	// Net is the network as stored; without one the heuristic evaluates.
	Net    []byte
	Ladder Ladder
}

// VariantIn returns the number of the variant that a state is of.
func (k *Knowledge[S]) VariantIn(s *S) int {
	if k.VariantOf == nil {
		return 0
	}
	return k.VariantOf(s)
}
