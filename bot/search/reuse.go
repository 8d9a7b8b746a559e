package search

import "mirabilia/game"

// treeReuse keeps a tree between two moves of a game and finds the place in it where the game went on.
//
// Both ends are what the seat knew: a redeal of the board it last chose on and one of the board it sees now, drawn
// by a fixed source, so that boards the seat cannot tell apart give the same redeals. The moves in between are
// inferred from the two, by Config.MoveKey. So nothing that is kept, or found again, can depend on what is hidden
// from the seat. Where moves of others cannot be told apart, as with a secret choice, the tree is not used again.
type treeReuse[S comparable, P game.State[S]] struct {
	known S // the board last chosen on, as the seat knew it
	seat  game.Seat
	move  game.Move
	from  history
	set   bool
	// asKnown returns a board as a seat knows it; tests replace it to see a peek caught.
	asKnown func(board *S, seat game.Seat) S
	// Of the inference: what the moves must lead to, the states on the way with the moves still to be tried, and what was found.
	goal  uint64
	path  []S
	moves []game.Move
	tries int
	found int
	at    history
}

const (
	// maxPath and maxTries limit the inference, by the number of moves in a row and by the moves tried.
	maxPath  = 8
	maxTries = 3000
)

// redealSource is the fixed source of the redeals.
var redealSource = game.NumberSeed(1)

// asKnown returns a redeal of a board for a seat.
func asKnown[S comparable, P game.State[S]](board *S, seat game.Seat) S {
	known := *board
	P(&known).Redeal(seat, game.NewRand(redealSource))
	return known
}

// keep remembers the move that a seat chose on a board.
func (k *treeReuse[S, P]) keep(c *Config[S], board *S, seat game.Seat, m game.Move, from history) {
	k.set = c.MoveKey != nil && P(board).Owing().Len() == 1
	if k.set {
		k.known, k.seat, k.move, k.from = k.asKnown(board, seat), seat, m, from
	}
}

// advanceRoot returns the history of a board if the moves since the last choice can be inferred.
func (k *treeReuse[S, P]) advanceRoot(w *worker[S, P], board *S, seat game.Seat) (here history, found bool) {
	if !k.set || k.seat != seat {
		return history{}, false
	}
	if k.path == nil {
		k.path = make([]S, maxPath+1)
	}
	now := k.asKnown(board, seat)
	k.goal, k.tries, k.found = w.config.MoveKey(&now), maxTries, 0
	k.path[0] = k.known
	k.try(w, 0, seat, k.move, k.from)
	return k.at, k.found == 1 && k.tries > 0
}

// try plays a move at a depth of the path and looks for the goal behind it. It stops at the second way to the goal.
func (k *treeReuse[S, P]) try(w *worker[S, P], depth int, seat game.Seat, m game.Move, here history) {
	k.tries--
	s := &k.path[depth]
	p := P(s)
	if len(w.candidates(s, seat)) > 1 {
		w.config.Params.extend(&here, seat, m)
	}
	p.Apply(seat, m, nil)
	owing := p.Owing()
	if owing.Has(k.seat) {
		if w.config.MoveKey(s) == k.goal && (k.found == 0 || k.at != here) {
			k.found++
			k.at = here
		}
		return
	}
	if owing.Len() != 1 || depth == maxPath {
		return
	}
	next := owing.First()
	first := len(k.moves)
	k.moves = p.Moves(next, k.moves)
	for i, end := first, len(k.moves); i < end && k.tries > 0 && k.found <= 1; i++ {
		k.path[depth+1] = *s
		k.try(w, depth+1, next, k.moves[i], here)
	}
	k.moves = k.moves[:first]
}
