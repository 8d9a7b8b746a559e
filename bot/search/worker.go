package search

import (
	"math"

	"mirabilia/game"
)

// worker searches on one goroutine, with a tree, a random source and states of its own.
type worker[S comparable, P game.State[S]] struct {
	config    *Config[S]
	evaluator Evaluator[S]
	tree      tree
	r         game.Rand
	// root is the board searched from; it is only read through redeals. rootHistory is its history in the tree.
	root        S
	rootHistory history
	seat        game.Seat
	// withdrawn are the other seats whose secret choice is withdrawn in every redeal: the search decides for them.
	withdrawn game.Seats
	// together says that other seats choose at the same time as the searching one.
	together bool
	seats    int
	// allHands says that the search may know what all seats know together.
	allHands bool
	// Everything below is scratch, kept so that a simulation allocates nothing.
	state, sampled, next S
	moves                []game.Move
	edges                []uint32
	path                 []step
	chosen               [game.MaxSeats]game.Move
	values               [game.MaxSeats]float64
	// atRoot reports whether the first decision is still to come; first is the root move it took.
	atRoot bool
	first  int
	// rootStats has one entry per root move, scores the sum of the final scores of the terminals seen.
	rootStats []rootStat
	scores    [game.MaxSeats]float64
	terminals int
	done      int
	// tried is the first edge whose move was valued in the redeal at hand, value what the seat of the last step may expect of its move;
	// unknown if that move was valued in another redeal.
	tried uint32
	value float64
}

// noEdge is behind all edges, and unknown is the value of what was not looked at.
const (
	noEdge  = math.MaxUint32
	unknown = -1
)

// rootStat holds the statistics of a root move: the sum of the values of every seat over its visits in this search.
type rootStat struct {
	visits int
	// before counts the visits of earlier searches, if the tree was kept.
	before int
	values [game.MaxSeats]float64
}

// step is a decision inside the tree.
type step struct {
	edge uint32
	seat game.Seat
}

// makeRoom gives the scratch lists more room than they mostly need, in whole cache lines: lists that grew from nothing would lie
// beside those of another goroutine, and both would wait for each other's writes.
func (w *worker[S, P]) makeRoom() {
	const most = 64
	w.moves, w.edges, w.path = make([]game.Move, 0, most), make([]uint32, 0, most), make([]step, 0, most)
	w.rootStats = make([]rootStat, 0, most)
}

// start begins a new search. The tree is kept if the position was reached in it.
func (w *worker[S, P]) start(board *S, seat game.Seat, withdrawn game.Seats, moves []game.Move, from history, keep bool) {
	w.root, w.seat, w.withdrawn, w.rootHistory = *board, seat, withdrawn, from
	w.seats = P(board).Seats()
	w.together = P(board).Owing().Len()+withdrawn.Len() > 1
	if !keep || w.tree.nodes == nil || w.tree.bytes() > w.tree.limit/2 {
		w.tree.reset()
	}
	w.rootStats = append(w.rootStats[:0], make([]rootStat, len(moves))...)
	if at, ok := w.tree.find(w.nodeKey(board, &from, seat, moves)); ok {
		for i, m := range moves {
			if e := w.tree.edgeOf(at, m); e != nil {
				w.rootStats[i].before = int(e.visits)
			}
		}
	}
	w.scores, w.terminals, w.done = [game.MaxSeats]float64{}, 0, 0
}

// mostTurns is how far a simulation goes: further than any sensible game. Where the searching seat can only pass and the others profit from
// passing, a game goes on for ever, and new nodes of theirs do not end the simulation.
const mostTurns = 100

// simulate plays one redeal of the root down the tree to a new node, evaluates it and backpropagates the values.
func (w *worker[S, P]) simulate() {
	w.redeal()
	p := P(&w.state)
	here := w.rootHistory
	w.path, w.atRoot, w.first, w.value = w.path[:0], true, -1, unknown
	for turn := 0; ; turn++ {
		owing := p.Owing()
		if owing == 0 {
			w.evaluateTerminal()
			break
		}
		if turn == mostTurns || !w.selectJoint(&here, owing) {
			w.evaluate()
			break
		}
		w.atRoot = false
	}
	w.backpropagate()
}

// redeal puts a redealt copy of the root into state, with every other seat free to choose.
func (w *worker[S, P]) redeal() {
	w.state = w.root
	p := P(&w.state)
	if w.allHands {
		p.RedealUnseen(&w.r)
	} else {
		p.Redeal(w.seat, &w.r)
	}
	for set := w.withdrawn; set != 0; set = set.Without(set.First()) {
		_ = p.Withdraw(set.First()) // tried before the search
	}
}

// selectJoint selects a move for every seat to act, each by its own statistics and without knowing the others'
// choices, and plays them. If it leaves the tree it plays nothing and returns false.
func (w *worker[S, P]) selectJoint(here *history, owing game.Seats) (inside bool) {
	depth := len(w.path)
	free := game.Seats(0) // seats with a choice
	for set := owing; set != 0; {
		seat := set.First()
		if set.Has(w.seat) { // first, because a new node of its own ends the simulation
			seat = w.seat
		}
		set = set.Without(seat)
		moves := w.candidates(&w.state, seat)
		if len(moves) == 1 {
			w.chosen[seat], w.value = moves[0], unknown
			continue
		}
		m, inside := w.selectMove(here, seat, moves, w.atRoot && seat == w.seat || seat != w.seat && owing.Has(w.seat))
		if !inside {
			if seat == w.seat || !owing.Has(w.seat) {
				w.path = w.path[:depth]
				return false
			}
			m = moves[w.r.IntN(len(moves))] // there is no room for more nodes
		}
		w.chosen[seat] = m
		free |= game.SeatSet(seat)
	}
	if owing.Len() > 1 {
		w.value = unknown // the others moved at random when it was found
	}
	for set := owing; set != 0; set = set.Without(set.First()) {
		seat := set.First()
		P(&w.state).Apply(seat, w.chosen[seat], nil)
		if free.Has(seat) {
			w.config.Params.extend(here, seat, w.chosen[seat])
		}
	}
	return true
}

func (w *worker[S, P]) candidates(s *S, seat game.Seat) []game.Move {
	if w.config.Candidates != nil {
		w.moves = w.config.Candidates(s, seat, w.moves[:0])
	} else {
		w.moves = P(s).Moves(seat, w.moves[:0])
	}
	return w.moves
}

// selectMove selects a move of a seat by the statistics of its node. A new node is expanded at once if it must be, as
// at the root, and where another seat chooses together with the searching one: a seat that moved at random at nodes it
// never saw would make the searching seat overconfident. Otherwise a new node is not inside the tree.
func (w *worker[S, P]) selectMove(here *history, seat game.Seat, moves []game.Move, must bool) (m game.Move, inside bool) {
	key := w.nodeKey(&w.state, here, seat, moves)
	at, known := w.tree.find(key)
	if !known {
		at, known = w.tree.add(key)
		if !known || !must {
			return 0, false
		}
	}
	w.tried = noEdge
	if w.tree.nodes[at].count == 0 {
		if !w.tree.addEdges(at, moves) {
			return 0, false
		}
		w.expand(at, seat, 0)
	}
	if !w.resolveEdges(at, seat, moves) {
		return 0, false
	}
	i := w.selectEdge()
	e := w.edges[i]
	w.value = unknown
	if e >= w.tried {
		w.value = float64(w.tree.edges[e].priorValue)
	}
	w.path = append(w.path, step{e, seat})
	if w.atRoot && seat == w.seat {
		w.first = i
	}
	return moves[i], true
}

// nodeKey returns the key of the node of a seat with these moves in a state.
func (w *worker[S, P]) nodeKey(s *S, here *history, seat game.Seat, moves []game.Move) uint64 {
	key := mix(w.config.Params.key(here, seat), uint64(seat)+1)
	if w.config.ObservationKey != nil {
		key = mix(key, w.config.ObservationKey(s, seat))
	}
	if w.config.Params.SplitByMoves {
		for _, m := range moves {
			key = mix(key, uint64(m))
		}
	}
	return key
}

// resolveEdges finds the edges of the legal moves. Where nodes are not split by moves, new ones may have appeared.
func (w *worker[S, P]) resolveEdges(at uint32, seat game.Seat, moves []game.Move) bool {
	w.edges = w.edges[:0]
	s := w.tree.nodes[at]
	before := s.count
	next := s.first // where the next move's edge most likely is: behind the one before
	for _, m := range moves {
		e, ok := w.tree.findEdge(s, m, next)
		if !ok {
			if e, ok = w.tree.addEdge(at, m); !ok {
				return false
			}
			if moved := w.tree.nodes[at].first; moved != s.first {
				for j := range w.edges {
					w.edges[j] += moved - s.first
				}
			}
			s = w.tree.nodes[at]
		}
		next = e + 1
		w.edges = append(w.edges, e)
	}
	if s.count > before {
		w.expand(at, seat, int(before))
	}
	return true
}

// selectEdge returns the position in w.edges of the best move by PUCT.
func (w *worker[S, P]) selectEdge() int {
	edges := w.tree.edges
	visits, priors := uint32(0), 0.0
	for _, at := range w.edges {
		e := &edges[at]
		visits += e.visits
		priors += float64(e.prior)
	}
	exploration := w.config.Params.Exploration * math.Sqrt(float64(visits)+1) / priors
	best, top := 0, math.Inf(-1)
	for i, at := range w.edges {
		e := &edges[at]
		tried := float64(e.visits)
		score := (e.total + float64(e.priorValue) + exploration*float64(e.prior)) / (1 + tried)
		if score > top {
			best, top = i, score
		}
	}
	return best
}

// expand sets the prior value of each edge of a node from the given one on, in the redeal at hand, and all priors.
func (w *worker[S, P]) expand(at uint32, seat game.Seat, from int) {
	n := &w.tree.nodes[at]
	w.tried = n.first + uint32(from)
	edges := w.tree.edgesOf(*n)
	w.sampleOthers(seat)
	before := n.best
	for i := from; i < len(edges); i++ {
		edges[i].priorValue = float32(w.onePlyValue(seat, edges[i].move))
		n.best = max(n.best, edges[i].priorValue)
	}
	if n.best == before { // the priors of the other edges stay as they are
		edges = edges[from:]
	}
	for i := range edges {
		edges[i].prior = float32(math.Exp(float64(edges[i].priorValue-n.best)/w.config.Params.Temperature)) + 1e-3
	}
}

// sampleOthers sets w.sampled to the state in which a seat chooses, with random moves for the seats that choose at
// the same time: the same ones for all its moves.
func (w *worker[S, P]) sampleOthers(seat game.Seat) {
	w.sampled = w.state
	p := P(&w.sampled)
	for set := p.Owing().Without(seat); set != 0; set = set.Without(set.First()) {
		p.Apply(set.First(), p.RandomMove(set.First(), &w.r), nil)
	}
}

// onePlyValue evaluates the state after a move from w.sampled for the seat that moves.
func (w *worker[S, P]) onePlyValue(seat game.Seat, m game.Move) float64 {
	w.next = w.sampled
	P(&w.next).Apply(seat, m, nil)
	if P(&w.next).Owing() == 0 {
		return Outcome(P(&w.next), seat)
	}
	return w.evaluator(&w.next, seat)
}

// rollout plays some decisions greedily, each by its one-ply value.
func (w *worker[S, P]) rollout(decisions int) {
	p := P(&w.state)
	for p.Owing() != 0 && decisions > 0 {
		owing := p.Owing()
		for set := owing; set != 0; set = set.Without(set.First()) {
			seat := set.First()
			moves := w.candidates(&w.state, seat)
			best := 0
			if len(moves) > 1 {
				decisions--
				w.sampleOthers(seat)
				top := math.Inf(-1)
				for i, m := range moves {
					if v := w.onePlyValue(seat, m); v > top {
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

// evaluate estimates each seat's chance to win. It first plays the configured rollout.
func (w *worker[S, P]) evaluate() {
	switch {
	case w.config.Rollout != nil:
		w.config.Rollout(&w.state, &w.r)
		w.value = unknown
	case w.config.Params.RolloutMoves > 0:
		w.rollout(w.config.Params.RolloutMoves)
		w.value = unknown
	}
	if P(&w.state).Owing() == 0 {
		w.evaluateTerminal()
		return
	}
	if w.seats == 2 { // what one wins the other loses
		seat := w.seat
		if n := len(w.path); n > 0 {
			seat = w.path[n-1].seat
		}
		if w.value == unknown {
			w.value = w.evaluator(&w.state, seat)
		}
		w.values[seat], w.values[1-seat] = w.value, 1-w.value
		return
	}
	sum := 0.0
	for seat := range w.seats {
		v := w.evaluator(&w.state, game.Seat(seat)) + 1e-9
		if w.config.Params.ShareByOdds {
			v /= max(1e-9, 1-v)
		}
		w.values[seat] = v
		sum += v
	}
	for seat := range w.seats {
		w.values[seat] /= sum
	}
}

// evaluateTerminal takes the values from the result of a finished game.
func (w *worker[S, P]) evaluateTerminal() {
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
	w.terminals++
}

// backpropagate adds the values to every edge on the path.
func (w *worker[S, P]) backpropagate() {
	for _, st := range w.path {
		e := &w.tree.edges[st.edge]
		e.visits++
		e.total += w.values[st.seat]
	}
	if w.first >= 0 {
		stat := &w.rootStats[w.first]
		stat.visits++
		for seat := range w.seats {
			stat.values[seat] += w.values[seat]
		}
	}
	w.done++
}

// visited returns the visits of a root move, in this search and before.
func (w *worker[S, P]) visited(i int) int { return w.rootStats[i].before + w.rootStats[i].visits }

// decided reports whether no move can overtake the most visited one with so many simulations left.
func (w *worker[S, P]) decided(left int) bool {
	first, second := 0, 0
	for i := range w.rootStats {
		n := w.visited(i)
		if n > first {
			first, second = n, first
		} else if n > second {
			second = n
		}
	}
	return first-second > left
}
