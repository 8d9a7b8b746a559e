package bot

import (
	"math"

	"mirabilia/game"
)

// worker thinks on one goroutine, with a tree, a source and states of its own.
type worker[S comparable, P game.State[S]] struct {
	lesson *Lesson[S]
	value  Value[S]
	tree   tree
	r      game.Rand
	// root is the board as the searching seat may know it, and rootWay how the game came there.
	root    S
	rootWay way
	seat    game.Seat
	// back are the other seats whose secret choice is taken back in every redeal: the search decides for them.
	back  game.Seats
	seats int
	// Everything below is scratch, kept so that a simulation allocates nothing.
	state, ready, trial S
	moves               []game.Move
	edges               []uint32
	path                []step
	chosen              [game.MaxSeats]game.Move
	values              [game.MaxSeats]float64
	// atRoot says that the first decision is still to come, first which of the root's moves it took.
	atRoot bool
	first  int
	// gains are what each of the root's moves brought, scores the sum of the final scores seen and finals
	// how many those were.
	gains  []gain
	scores [game.MaxSeats]float64
	finals int
	done   int
}

// gain is what a move at the root brought every seat, in total over its visits in this search.
type gain struct {
	visits int
	// before are the visits of earlier searches, if the tree was kept.
	before int
	values [game.MaxSeats]float64
}

// step is a decision made inside the tree.
type step struct {
	spot, edge uint32
	seat       game.Seat
}

// start begins a new search. The tree is kept if the position was reached in it.
func (w *worker[S, P]) start(board *S, seat game.Seat, back game.Seats, moves []game.Move, from way, keep bool) {
	w.root, w.seat, w.back, w.rootWay = *board, seat, back, from
	w.seats = P(board).Seats()
	if !keep || w.tree.bytes() > w.tree.limit/2 {
		w.tree.reset()
	}
	w.gains = append(w.gains[:0], make([]gain, len(moves))...)
	if at, ok := w.tree.find(w.spotKey(board, &from, seat, moves)); ok {
		for i, m := range moves {
			if e := w.edgeOf(w.tree.spots[at], m); e != noEdge {
				w.gains[i].before = int(w.tree.edges[e].visits)
			}
		}
	}
	w.scores, w.finals, w.done = [game.MaxSeats]float64{}, 0, 0
}

// simulate plays one redeal of the root: down the tree by its statistics, one situation beyond it,
// judged, and the judgement carried back.
func (w *worker[S, P]) simulate() {
	w.redeal()
	p := P(&w.state)
	here := w.rootWay
	w.path, w.atRoot, w.first = w.path[:0], true, -1
	for {
		owing := p.Owing()
		if owing == 0 {
			w.judgeEnd()
			break
		}
		if !w.round(&here, owing) {
			w.judge()
			break
		}
		w.atRoot = false
	}
	w.carryBack()
}

// redeal puts a redealt copy of the root into state, with every other seat free to choose.
func (w *worker[S, P]) redeal() {
	w.state = w.root
	p := P(&w.state)
	p.Redeal(w.seat, &w.r)
	for set := w.back; set != 0; set = set.Without(set.First()) {
		_ = p.Withdraw(set.First()) // tried before the search
	}
}

// round lets every owing seat choose, each by its own statistics and without knowing what the others
// choose, and plays what they chose. It is not inside the tree if the situation is new; then nothing is
// played.
func (w *worker[S, P]) round(here *way, owing game.Seats) (inside bool) {
	depth := len(w.path)
	free := game.Seats(0) // those who have a choice
	for set := owing; set != 0; set = set.Without(set.First()) {
		seat := set.First()
		moves := w.offers(&w.state, seat)
		if len(moves) == 1 {
			w.chosen[seat] = moves[0]
			continue
		}
		m, inside := w.decide(here, seat, moves)
		if !inside {
			// A seat beside the searching one may be in a situation never seen, with a hand never imagined; the
			// searching seat's own plan still goes on.
			if seat == w.seat || !owing.Has(w.seat) {
				w.path = w.path[:depth]
				return false
			}
			m = moves[w.r.Below(len(moves))]
		}
		w.chosen[seat] = m
		free |= game.SeatSet(seat)
	}
	for set := owing; set != 0; set = set.Without(set.First()) {
		seat := set.First()
		P(&w.state).Apply(seat, w.chosen[seat], nil)
		if free.Has(seat) {
			w.lesson.Method.step(here, seat, w.chosen[seat])
		}
	}
	return true
}

func (w *worker[S, P]) offers(s *S, seat game.Seat) []game.Move {
	if w.lesson.Offers != nil {
		w.moves = w.lesson.Offers(s, seat, w.moves[:0])
	} else {
		w.moves = P(s).Moves(seat, w.moves[:0])
	}
	return w.moves
}

// decide picks a move of a seat by the statistics of its situation; not inside if it was never there.
func (w *worker[S, P]) decide(here *way, seat game.Seat, moves []game.Move) (m game.Move, inside bool) {
	key := w.spotKey(&w.state, here, seat, moves)
	at, known := w.tree.find(key)
	root := w.atRoot && seat == w.seat
	if !known {
		at, known = w.tree.add(key)
		if !known || !root {
			return 0, false
		}
	}
	if w.tree.spots[at].count == 0 {
		if !w.tree.offer(at, moves) {
			return 0, false
		}
		w.hope(at, seat, 0)
	}
	if !w.match(at, seat, moves) {
		return 0, false
	}
	i := w.pick()
	e := w.edges[i]
	w.path = append(w.path, step{at, e, seat})
	if root {
		w.first = i
	}
	return moves[i], true
}

// spotKey is the key of the situation of a seat that is offered these moves in a state.
func (w *worker[S, P]) spotKey(s *S, here *way, seat game.Seat, moves []game.Move) uint64 {
	key := mix(w.lesson.Method.of(here, seat), uint64(seat)+1)
	if w.lesson.Scene != nil {
		key = mix(key, w.lesson.Scene(s, seat))
	}
	if w.lesson.Method.Split {
		for _, m := range moves {
			key = mix(key, uint64(m))
		}
	}
	return key
}

// match finds the edges of the moves now offered. Where situations are not told apart by what they offer,
// new moves may have come.
func (w *worker[S, P]) match(at uint32, seat game.Seat, moves []game.Move) bool {
	w.edges = w.edges[:0]
	s := w.tree.spots[at]
	known := int(s.count)
	for i, m := range moves {
		e := s.first + uint32(i)
		if i >= known || w.tree.edges[e].move != m {
			e = w.edgeOf(s, m)
		}
		if e == noEdge {
			var ok bool
			if e, ok = w.tree.extend(at, m); !ok {
				return false
			}
			if moved := w.tree.spots[at].first; moved != s.first {
				for j := range w.edges {
					w.edges[j] += moved - s.first
				}
			}
			s = w.tree.spots[at]
		}
		w.edges = append(w.edges, e)
	}
	if int(s.count) > known {
		w.hope(at, seat, known)
	}
	return true
}

const noEdge = math.MaxUint32

// edgeOf is the edge of a move in a spot, or noEdge.
func (w *worker[S, P]) edgeOf(s spot, m game.Move) uint32 {
	for e := s.first; e < s.first+uint32(s.count); e++ {
		if w.tree.edges[e].move == m {
			return e
		}
	}
	return noEdge
}

// pick is the place among w.edges of the move that looks best now: by what it brought, and by its
// promise as long as it was tried little.
func (w *worker[S, P]) pick() int {
	method := &w.lesson.Method
	visits, weights := uint32(0), 0.0
	for _, e := range w.edges {
		visits += w.tree.edges[e].visits
		weights += float64(w.tree.edges[e].weight)
	}
	explore := method.Explore * math.Sqrt(float64(visits)+1) / weights
	best, top := 0, math.Inf(-1)
	for i, at := range w.edges {
		e := &w.tree.edges[at]
		tried := float64(e.visits)
		score := (e.total+method.Trust*float64(e.hope))/(tried+method.Trust) + explore*float64(e.weight)/(1+tried)
		if score > top {
			best, top = i, score
		}
	}
	return best
}

// hope judges each move of a spot from the given place on by looking one move ahead in the redeal at hand.
func (w *worker[S, P]) hope(at uint32, seat game.Seat, from int) {
	s := w.tree.spots[at]
	edges := w.tree.edges[s.first : s.first+uint32(s.count)]
	w.prepare(seat)
	for i := from; i < len(edges); i++ {
		edges[i].hope = float32(w.ahead(seat, edges[i].move))
	}
	top := float32(0)
	for i := range edges {
		top = max(top, edges[i].hope)
	}
	for i := range edges {
		edges[i].weight = float32(math.Exp(float64(edges[i].hope-top)/w.lesson.Method.Warmth)) + 1e-3
	}
}

// prepare gets ready to look ahead from the state in which a seat chooses. Seats that choose at the same time are given random
// choices, the same for all its moves.
func (w *worker[S, P]) prepare(seat game.Seat) {
	w.ready = w.state
	p := P(&w.ready)
	for set := p.Owing().Without(seat); set != 0; set = set.Without(set.First()) {
		p.Apply(set.First(), p.Draw(set.First(), &w.r), nil)
	}
}

// ahead is what the state one move ahead is worth to the seat that was prepared for.
func (w *worker[S, P]) ahead(seat game.Seat, m game.Move) float64 {
	w.trial = w.ready
	P(&w.trial).Apply(seat, m, nil)
	if P(&w.trial).Owing() == 0 {
		return outcome(P(&w.trial), seat)
	}
	return w.value(&w.trial, seat)
}

// playOn plays some decisions, each as it looks best one move ahead.
func (w *worker[S, P]) playOn(decisions int) {
	p := P(&w.state)
	for p.Owing() != 0 && decisions > 0 {
		owing := p.Owing()
		for set := owing; set != 0; set = set.Without(set.First()) {
			seat := set.First()
			moves := w.offers(&w.state, seat)
			best := 0
			if len(moves) > 1 {
				decisions--
				w.prepare(seat)
				top := math.Inf(-1)
				for i, m := range moves {
					if v := w.ahead(seat, m); v > top {
						best, top = i, v
					}
				}
			}
			w.chosen[seat] = moves[best]
		}
		for set := owing; set != 0; set = set.Without(set.First()) {
			p.Apply(set.First(), w.chosen[set.First()], nil)
		}
	}
}

// judge estimates how the state ends for each seat, after playing on for as long as the method wants.
func (w *worker[S, P]) judge() {
	w.playOn(w.lesson.Method.Playout)
	if P(&w.state).Owing() == 0 {
		w.judgeEnd()
		return
	}
	if w.seats == 2 { // what one wins the other loses
		w.values[0] = w.value(&w.state, 0)
		w.values[1] = 1 - w.values[0]
		return
	}
	sum := 0.0
	for seat := range w.seats {
		w.values[seat] = w.value(&w.state, game.Seat(seat)) + 1e-9
		sum += w.values[seat]
	}
	for seat := range w.seats {
		w.values[seat] /= sum
	}
}

// judgeEnd takes the result of a finished game.
func (w *worker[S, P]) judgeEnd() {
	res := P(&w.state).Result()
	winners := res.Winners()
	share := 1 / float64(winners.Len())
	for seat := range w.seats {
		w.values[seat] = 0
		if winners.Has(game.Seat(seat)) {
			w.values[seat] = share
		}
		w.scores[seat] += float64(res.Score[seat])
	}
	w.finals++
}

// carryBack adds the judgement to every decision on the way.
func (w *worker[S, P]) carryBack() {
	for _, st := range w.path {
		w.tree.spots[st.spot].visits++
		e := &w.tree.edges[st.edge]
		e.visits++
		e.total += w.values[st.seat]
	}
	if w.first >= 0 {
		gain := &w.gains[w.first]
		gain.visits++
		for seat := range w.seats {
			gain.values[seat] += w.values[seat]
		}
	}
	w.done++
}

// visited is how often the searching seat took its i-th move from the root, in this search and before.
func (w *worker[S, P]) visited(i int) int { return w.gains[i].before + w.gains[i].visits }

// settled tells whether no move can overtake the most visited one with so many simulations left.
func (w *worker[S, P]) settled(left int) bool {
	first, second := 0, 0
	for i := range w.gains {
		n := w.visited(i)
		if n > first {
			first, second = n, first
		} else if n > second {
			second = n
		}
	}
	return first-second > left
}
