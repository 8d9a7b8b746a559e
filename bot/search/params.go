package search

import "mirabilia/game"

// Params are the parameters of a search. What is best differs between games and was chosen by matches;
// docs/bots.md says how.
type Params struct {
	// Exploration is the exploration constant (c_puct): higher searches wider.
	Exploration float64
	// Temperature of the softmax that turns prior values into priors: lower trusts the one-ply value more.
	Temperature float64
	// RolloutMoves is how many greedy decisions are played before a new node is evaluated. It pays where chance
	// soon blurs what a tree can know.
	RolloutMoves int
	// SplitByMoves puts the legal moves into the node key, so that what chance revealed matters. Otherwise all
	// states reached by the same moves share a node, whatever the cards (an open-loop tree).
	SplitByMoves bool
	// Transpositions lets states reached by the same moves in another order share a node.
	Transpositions bool
	// OwnHistory keys the nodes of a seat by its own moves only: the others' choices are averaged over, and plans
	// get deeper. It is for games in which all choose at once.
	OwnHistory bool
	// ShareByOdds shares out the chances at a leaf among more than two seats by their odds instead of as they are. It is for
	// evaluators that see little of some seats: what all of them say together tells more than each does, and dividing by
	// their sum would lose it.
	ShareByOdds bool
}

// SequentialParams serve games in which one seat decides at a time, SimultaneousParams those in which all do at
// once, RolloutParams one in which chance says more than a few visits can tell.
var (
	SequentialParams   = Params{Exploration: 0.25, Temperature: 0.2}
	RolloutParams      = Params{Exploration: 0.4, Temperature: 0.2, RolloutMoves: 3}
	SimultaneousParams = Params{Exploration: 0.25, Temperature: 0.2, OwnHistory: true}
)

// history is a hash of the moves since the root, and one of the moves of each seat.
type history struct {
	joint uint64
	own   [game.MaxSeats]uint64
}

// key returns the part of the history that the nodes of a seat are keyed by.
func (p *Params) key(h *history, seat game.Seat) uint64 {
	if p.OwnHistory {
		return h.own[seat]
	}
	return h.joint
}

// extend adds a move that had an alternative.
func (p *Params) extend(h *history, seat game.Seat, move game.Move) {
	what := uint64(seat)<<32 | uint64(move)
	h.own[seat] = mix(h.own[seat], what)
	if p.Transpositions {
		h.joint += mix(0, what)
	} else {
		h.joint = mix(h.joint, what)
	}
}

// Evaluator estimates how likely a seat is to win from a state, 0 to 1. It is called on redealt states of games
// that are not over.
type Evaluator[S any] func(s *S, seat game.Seat) float64

// Config is what a search knows of a game.
type Config[S any] struct {
	// NewEvaluator makes an evaluator for one goroutine; it may keep scratch memory.
	NewEvaluator func() Evaluator[S]
	// Candidates lists the moves worth searching, as Rules.Moves lists all; nil means all of them.
	Candidates func(s *S, seat game.Seat, buf []game.Move) []game.Move
	// ObservationKey hashes the chance outcomes a seat can see but its moves do not name; nil means there are
	// none. States that differ in it have different nodes.
	ObservationKey func(s *S, seat game.Seat) uint64
	// MoveKey hashes what the moves alone have made of a state and everyone can see: cities and purses, but not
	// cards that chance revealed or anything secret. By it a search infers which moves were played since its last
	// choice, and keeps its tree; nil means that no tree is kept.
	MoveKey func(s *S) uint64
	Params  Params
	// Rollout plays on from a leaf before it is evaluated; nil means the greedy rollout of Params.
	Rollout func(s *S, r *game.Rand)
}
