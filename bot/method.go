package bot

import "mirabilia/game"

// Method is how a search goes about one game. What is best differs between games and was chosen by matches;
// docs/bots.md tells which.
type Method struct {
	// Explore is how much a move's promise counts against what it brought so far: higher looks wider.
	Explore float64
	// Warmth is the temperature at which hopes are turned into shares of attention: lower trusts the
	// judgement of one move ahead more.
	Warmth float64
	// Trust is how many visits the hope of a move counts for in its average.
	Trust float64
	// Playout is how many decisions are played on, each by looking one move ahead, before a new situation is judged. It pays where
	// chance soon blurs what a tree can tell.
	Playout int
	// Split tells situations apart by the moves they offer, so that what chance revealed matters. Otherwise
	// all situations reached by the same moves share their statistics, whatever the cards.
	Split bool
	// Unordered takes situations reached by the same moves in another order as one.
	Unordered bool
	// Alone lets the statistics of each seat depend on its own moves only: what the others chose blurs, but
	// plans get deeper. It is for games where all choose at once.
	Alone bool
}

// way is how the game came to a situation: the moves since the root, stirred into one number, and those of
// each seat.
type way struct {
	all uint64
	own [game.MaxSeats]uint64
}

// of is what a seat's statistics depend on.
func (m *Method) of(w *way, seat game.Seat) uint64 {
	if m.Alone {
		return w.own[seat]
	}
	return w.all
}

// step adds a move that was not the only one.
func (m *Method) step(w *way, seat game.Seat, move game.Move) {
	what := uint64(seat)<<32 | uint64(move)
	w.own[seat] = mix(w.own[seat], what)
	if m.Unordered {
		w.all += mix(0, what)
	} else {
		w.all = mix(w.all, what)
	}
}

// Lesson is what a search is taught about a game.
type Lesson[S any] struct {
	// Judge makes a judge of positions for one goroutine; it may keep scratch memory.
	Judge func() Value[S]
	// Offers lists the moves worth a thought, as Rules.Moves lists all; nil means all of them.
	Offers func(s *S, seat game.Seat, buf []game.Move) []game.Move
	// Scene is what chance has put before a seat that its moves do not name, as one number; nil means nothing. Situations that differ in it
	// are told apart.
	Scene  func(s *S, seat game.Seat) uint64
	Method Method
}

// usualMethod serves games in which one seat decides at a time, aloneMethod those where all do at once, wideMethod one in which chance
// says more than a few visits can tell.
var (
	usualMethod = Method{Explore: 0.25, Warmth: 0.2, Trust: 1}
	wideMethod  = Method{Explore: 0.4, Warmth: 0.2, Trust: 1, Playout: 3}
	aloneMethod = Method{Explore: 0.25, Warmth: 0.2, Trust: 1, Alone: true}
)
