package search

import "mirabilia/game"

// treeReuse is what a search keeps between two moves of a game, to find again in its tree where the game
// went: the board it last chose on, and its choice.
//
// It looks for the moves that lead from there to the board it now sees. In games where one seat
// decides at a time all moves are open to all, so they tell the seat nothing that it did not see happen;
// where seats choose in secret nothing is kept.
type treeReuse[S comparable, P game.State[S]] struct {
	board S
	seat  game.Seat
	move  game.Move
	from  history
	set   bool
	path  []S
	tries int
}

const (
	// maxPath and maxTries bound the moves of others that are looked for, by number and by work.
	maxPath  = 8
	maxTries = 2000
)

func (k *treeReuse[S, P]) keep(board *S, seat game.Seat, m game.Move, from history) {
	k.board, k.seat, k.move, k.from = *board, seat, m, from
	k.set = P(board).Owing().Len() == 1
}

// advanceRoot returns the history of the board, if it goes on from the move last chosen.
func (k *treeReuse[S, P]) advanceRoot(w *worker[S, P], board *S, seat game.Seat) (here history, found bool) {
	if !k.set || k.seat != seat {
		return history{}, false
	}
	if k.path == nil {
		k.path = make([]S, maxPath+1)
	}
	k.tries = maxTries
	k.path[0] = k.board
	return k.try(w, board, 0, seat, k.move, k.from)
}

// try plays a move on the path at a depth and looks for the board behind it.
func (k *treeReuse[S, P]) try(w *worker[S, P], board *S, depth int, seat game.Seat, m game.Move, here history) (history, bool) {
	k.tries--
	p := P(&k.path[depth])
	if len(w.candidates(&k.path[depth], seat)) > 1 {
		w.config.Params.extend(&here, seat, m)
	}
	p.Apply(seat, m, nil)
	if k.path[depth] == *board {
		return here, true
	}
	owing := p.Owing()
	if owing.Len() != 1 || owing.Has(k.seat) || depth == maxPath {
		return history{}, false
	}
	next := owing.First()
	for _, m := range p.Moves(next, nil) {
		if k.tries <= 0 {
			break
		}
		k.path[depth+1] = k.path[depth]
		if here, found := k.try(w, board, depth+1, next, m, here); found {
			return here, true
		}
	}
	return history{}, false
}
