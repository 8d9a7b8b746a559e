package search

import "mirabilia/game"

// A line ends where the tree has too few visits to know it.
const (
	lineLength = 12
	lineVisits = 8
	numLines   = 4
)

// lines adds the principal variations of the best move and of the few next ones. Those of the next ones leave the random
// source as it was, so that they change nothing of what the search does later.
func (s *Search[S, P]) lines(t *Analysis) {
	t.Line = s.line(t.Move)
	w := s.workers[0]
	r := w.r
	for i := range min(numLines, len(t.Moves)) {
		if m := &t.Moves[i]; m.Move == t.Move {
			m.Line = t.Line
		} else {
			m.Line = s.line(m.Move)
		}
	}
	w.r = r
}

// line returns the principal variation that begins with m: each seat's most visited move, on a redeal.
func (s *Search[S, P]) line(m game.Move) []Ply {
	w := s.workers[0]
	w.redeal()
	p := P(&w.state)
	var line []Ply
	here := w.rootHistory
	for first := true; p.Owing() != 0 && len(line) < lineLength; first = false {
		owing, free := p.Owing(), game.Seats(0)
		for set := owing; set != 0; {
			seat := set.First()
			if set.Has(w.seat) { // its own move comes first
				seat = w.seat
			}
			set = set.Without(seat)
			moves := w.candidates(&w.state, seat)
			best, known := m, true
			if !first || seat != w.seat {
				best, known = w.mostVisited(&here, seat, moves)
			}
			if !known && (seat == w.seat || owing.Len() == 1) {
				return line
			}
			w.chosen[seat] = best
			if known {
				line = append(line, Ply{seat, p.Text(best)})
			}
			if len(moves) > 1 {
				free |= game.SeatSet(seat)
			}
		}
		for set := owing; set != 0; set = set.Without(set.First()) {
			seat := set.First()
			p.Apply(seat, w.chosen[seat], nil)
			if free.Has(seat) {
				s.config.Params.extend(&here, seat, w.chosen[seat])
			}
		}
	}
	return line
}

// mostVisited returns the most visited of the moves of a seat. With too few visits it is not known, and the first
// move is returned.
func (w *worker[S, P]) mostVisited(here *history, seat game.Seat, moves []game.Move) (best game.Move, known bool) {
	if len(moves) == 1 {
		return moves[0], true
	}
	best = moves[0]
	at, ok := w.tree.find(w.nodeKey(&w.state, here, seat, moves))
	if !ok || w.tree.nodes[at].count == 0 {
		return best, false
	}
	most := uint32(lineVisits)
	for _, m := range moves {
		if e := w.tree.edgeOf(at, m); e != nil && e.visits >= most {
			best, most, known = m, e.visits+1, true
		}
	}
	return best, known
}
