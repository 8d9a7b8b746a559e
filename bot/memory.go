package bot

import "mirabilia/game"

// memory is what a search keeps between two moves of a game, to find again in its tree where the game
// went: the board it last chose on, and its choice.
//
// It looks for the moves that lead from there to the board it now sees. In games where one seat
// decides at a time all moves are open to all, so they tell the seat nothing that it did not see happen;
// where seats choose in secret nothing is kept.
type memory[S comparable, P game.State[S]] struct {
	board S
	seat  game.Seat
	move  game.Move
	from  way
	set   bool
	trail []S
	tries int
}

const (
	// followDepth and followTries bound the moves of others that are looked for, by number and by work.
	followDepth = 8
	followTries = 2000
)

func (k *memory[S, P]) keep(board *S, seat game.Seat, m game.Move, from way) {
	k.board, k.seat, k.move, k.from = *board, seat, m, from
	k.set = P(board).Owing().Len() == 1
}

// follow is how the game came to the board, if it goes on from the move last chosen.
func (k *memory[S, P]) follow(w *worker[S, P], board *S, seat game.Seat) (here way, found bool) {
	if !k.set || k.seat != seat {
		return way{}, false
	}
	if k.trail == nil {
		k.trail = make([]S, followDepth+1)
	}
	k.tries = followTries
	k.trail[0] = k.board
	return k.try(w, board, 0, seat, k.move, k.from)
}

// try plays a move on the trail at a depth and looks for the board behind it.
func (k *memory[S, P]) try(w *worker[S, P], board *S, depth int, seat game.Seat, m game.Move, here way) (way, bool) {
	k.tries--
	p := P(&k.trail[depth])
	if len(w.offers(&k.trail[depth], seat)) > 1 {
		w.lesson.Method.step(&here, seat, m)
	}
	p.Apply(seat, m, nil)
	if k.trail[depth] == *board {
		return here, true
	}
	owing := p.Owing()
	if owing.Len() != 1 || owing.Has(k.seat) || depth == followDepth {
		return way{}, false
	}
	next := owing.First()
	for _, m := range p.Moves(next, nil) {
		if k.tries <= 0 {
			break
		}
		k.trail[depth+1] = k.trail[depth]
		if here, found := k.try(w, board, depth+1, next, m, here); found {
			return here, true
		}
	}
	return way{}, false
}
