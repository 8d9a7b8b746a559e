package bot

import "mirabilia/game"

// A line of play is told as far as the tree knows it well.
const (
	lineLength = 12
	lineVisits = 8
)

// line is the play that a search expects after its move: each seat's most visited move, on a redeal.
func (s *Search[S, P]) line(m game.Move) []Ply {
	w := s.workers[0]
	w.redeal()
	p := P(&w.state)
	var line []Ply
	here := w.rootWay
	for first := true; p.Owing() != 0 && len(line) < lineLength; first = false {
		owing, free := p.Owing(), game.Seats(0)
		for set := owing; set != 0; {
			seat := set.First()
			if set.Has(w.seat) { // its own move is told first
				seat = w.seat
			}
			set = set.Without(seat)
			moves := w.offers(&w.state, seat)
			best, known := m, true
			if !first || seat != w.seat {
				best, known = w.favourite(&here, seat, moves)
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
				s.lesson.Method.step(&here, seat, w.chosen[seat])
			}
		}
	}
	return line
}

// favourite is the most visited of the moves offered to a seat; not known if there were few visits, and
// then any move.
func (w *worker[S, P]) favourite(here *way, seat game.Seat, moves []game.Move) (best game.Move, known bool) {
	if len(moves) == 1 {
		return moves[0], true
	}
	best = moves[0]
	at, ok := w.tree.find(w.spotKey(&w.state, here, seat, moves))
	if !ok || w.tree.spots[at].count == 0 {
		return best, false
	}
	most := uint32(lineVisits)
	for _, m := range moves {
		if e := w.edgeOf(w.tree.spots[at], m); e != noEdge && w.tree.edges[e].visits >= most {
			best, most, known = m, w.tree.edges[e].visits+1, true
		}
	}
	return best, known
}
