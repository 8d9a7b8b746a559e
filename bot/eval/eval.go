// Package eval describes what the bots know of a game. Each game has a package below this one with one
// constructor, which returns its Knowledge.
package eval

import (
	"mirabilia/bot/net"
	"mirabilia/bot/search"
	"mirabilia/game"
)

// Knowledge is what the bots know of one game with states S.
type Knowledge[S any] struct {
	// Heuristic is the hand-written evaluator, which the bot "greedy" always uses.
	Heuristic search.Evaluator[S]
	// Features is the number of features that Encode may list.
	Features int
	// FirstFeatures is the number of features that the networks of the first version read, if it was less: those behind are
	// new. 0 means all.
	FirstFeatures int
	// Encode appends the features of a state for a seat to buf, each once, at most net.MaxFeatures of them. It is
	// called on redealt states.
	Encode func(s *S, seat game.Seat, buf []uint16) []uint16
	// NewLogit, if set, returns a function that returns what the network does for the features of Encode, but faster. It may keep
	// scratch memory.
	NewLogit func(n *net.Net) func(s *S, seat game.Seat) float64
	// Residual networks add their logit to that of the heuristic; others replace it. A residual network is slower
	// and knows exactly what the heuristic counts out.
	Residual bool
	// Candidates, ObservationKey and MoveKey are those of search.Config.
	Candidates     func(s *S, seat game.Seat, buf []game.Move) []game.Move
	ObservationKey func(s *S, seat game.Seat) uint64
	MoveKey        func(s *S) uint64
	Params         search.Params
	// FirstParams are those of the first version; nil means Params.
	FirstParams *search.Params
	// Variants of the game, each with a network and levels of its own.
	Variants []Variant
	// VariantOf returns the number of the variant that a state is of; nil means the first.
	VariantOf func(s *S) int
	// Bends are the ways to win that a specialist can be bent towards.
	Bends []Bend[S]
}

// Bend bends an evaluation towards one way to win: it adds to the logit of a seat's chance for each unit that Count
// finds. Specialists in training search with it.
type Bend[S any] struct {
	Name string
	// Low and High bound the bonus per unit, as a logit, that training draws for a game.
	Low, High float64
	// Weight is how often training draws this bend, compared with the others.
	Weight int
	Count  func(s *S, seat game.Seat) float64
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

// MostOfOthers returns the most that a count gives to a seat other than this one.
func MostOfOthers(b game.Rules, seat game.Seat, count func(seat game.Seat) int) float64 {
	most := 0
	for o := range game.Seat(b.Seats()) {
		if o != seat {
			most = max(most, count(o))
		}
	}
	return float64(most)
}
