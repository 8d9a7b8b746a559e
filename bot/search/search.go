// Package search is the tree search of the bots: Monte Carlo tree search over information sets, written once for
// all games.
package search

import (
	"cmp"
	"container/list"
	"context"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"mirabilia/game"
)

// Search is a player that searches. Every simulation starts from a new redeal for its seat, goes down the tree by
// PUCT (seats that choose at once each by their own statistics) and ends with an evaluation one step beyond the
// tree, from which each seat on the path learns its own chance.
//
// Each goroutine has a tree of its own, and their counts are added up at the end: nothing is locked, and a budget
// in simulations gives the same move every time for a fixed number of goroutines.
type Search[S comparable, P game.State[S]] struct {
	// Now is the clock of time budgets.
	Now func() time.Time

	config  Config[S]
	budget  Budget
	workers []*worker[S, P]
	moves   []game.Move
	reuse   treeReuse[S, P]
	// resting is the place of this search in the shared budget, nil while it searches or holds nothing.
	resting *list.Element
}

// New returns a search with this configuration, budget and random seed.
func New[S comparable, P game.State[S]](config Config[S], budget Budget, seed game.Seed) *Search[S, P] {
	s := &Search[S, P]{Now: time.Now, config: config, budget: budget}
	s.reuse.asKnown = asKnown[S, P]
	n := max(1, budget.Goroutines)
	limit := budget.Memory
	if limit == 0 {
		limit = defaultMemory
	}
	if budget.Shared != nil {
		limit = min(limit, budget.Shared.ofOne())
	}
	r := game.NewRand(seed)
	for range n {
		w := &worker[S, P]{config: &s.config, evaluator: config.NewEvaluator()}
		w.makeRoom()
		w.tree.limit, w.tree.shared = limit/n, budget.Shared
		w.r = *game.NewQuick(r.Seed())
		s.workers = append(s.workers, w)
	}
	return s
}

// Choose returns the best move found within the budget.
func (s *Search[S, P]) Choose(b game.Board, seat game.Seat) game.Move {
	if m, forced := s.begin(b, seat); forced {
		return m
	}
	s.run(context.Background())
	m := s.moves[s.best()]
	s.end(b.(P), seat, m)
	return m
}

// Analyze is Choose with all it found. When the context ends, it returns what it has found so far.
func (s *Search[S, P]) Analyze(ctx context.Context, b game.Board, seat game.Seat) *Analysis {
	if m, forced := s.begin(b, seat); forced {
		return Forced(b, seat, m)
	}
	start := s.Now()
	s.run(ctx)
	t := s.analysis(seat)
	t.Elapsed, t.Allowed = s.Now().Sub(start), s.budget
	s.lines(t)
	s.end(b.(P), seat, t.Move)
	return t
}

// begin prepares the workers for a search; a forced move needs none.
func (s *Search[S, P]) begin(b game.Board, seat game.Seat) (only game.Move, forced bool) {
	board := b.(P)
	w := s.workers[0]
	s.moves = append(s.moves[:0], w.candidates(board, seat)...)
	if len(s.moves) == 1 {
		return s.moves[0], true
	}
	s.wake()
	from, known := s.reuse.advanceRoot(w, board, seat)
	withdrawn := committed[S, P](board, seat)
	for _, w := range s.workers {
		w.start(board, seat, withdrawn, s.moves, from, known)
	}
	return 0, false
}

// end keeps the tree for the next move.
func (s *Search[S, P]) end(board *S, seat game.Seat, m game.Move) {
	s.reuse.keep(&s.config, board, seat, m, s.workers[0].rootHistory)
	if shared := s.budget.Shared; shared != nil {
		shared.mu.Lock()
		defer shared.mu.Unlock()
		s.resting = shared.resting.PushBack(s)
	}
}

// wake keeps the trees from being dropped while they are in use.
func (s *Search[S, P]) wake() {
	if shared := s.budget.Shared; shared != nil {
		shared.mu.Lock()
		defer shared.mu.Unlock()
		if s.resting != nil {
			shared.resting.Remove(s.resting)
			s.resting = nil
		}
	}
}

// Release drops the trees, when the game is over. The search can go on afterwards, with empty ones.
func (s *Search[S, P]) Release() {
	if shared := s.budget.Shared; shared != nil {
		shared.mu.Lock()
		defer shared.mu.Unlock()
		if s.resting != nil {
			shared.drop(s.resting)
		}
		return
	}
	s.free()
}

// free implements rester.
func (s *Search[S, P]) free() (bytes int) {
	s.resting = nil
	for _, w := range s.workers {
		bytes += w.tree.free()
	}
	return bytes
}

// committed returns the other seats that have chosen already and may still choose again.
func committed[S comparable, P game.State[S]](board *S, seat game.Seat) game.Seats {
	s := *board
	p := P(&s)
	set := game.Seats(0)
	for o := range p.Seats() {
		if o := game.Seat(o); o != seat && !p.Owing().Has(o) && p.Withdraw(o) == nil {
			set |= game.SeatSet(o)
		}
	}
	return set
}

// run lets all workers simulate until the budget is spent or the context ends.
func (s *Search[S, P]) run(ctx context.Context) {
	var stop atomic.Bool
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	var deadline time.Time
	if s.budget.Time > 0 {
		deadline = s.Now().Add(s.budget.Time)
	}
	n := len(s.workers)
	var wg sync.WaitGroup
	for i, w := range s.workers[1:] {
		wg.Go(func() { s.work(w, s.share(i+1, n), deadline, &stop) })
	}
	s.work(s.workers[0], s.share(0, n), deadline, &stop)
	wg.Wait()
}

// share returns the number of simulations of worker i of n.
func (s *Search[S, P]) share(i, n int) int {
	if s.budget.Simulations == 0 {
		return math.MaxInt
	}
	return (s.budget.Simulations + n - 1 - i) / n
}

// checkEvery is the number of simulations between two checks of the clock.
const checkEvery = 8

func (s *Search[S, P]) work(w *worker[S, P], simulations int, deadline time.Time, stop *atomic.Bool) {
	for n := 0; n < simulations; n++ {
		w.simulate()
		if n%checkEvery == checkEvery-1 && (stop.Load() || !deadline.IsZero() && !s.Now().Before(deadline) || w.decided(simulations-n-1)) {
			return
		}
	}
}

// best returns the position of the move most often visited by all workers.
func (s *Search[S, P]) best() int {
	best, most := 0, -1
	for i := range s.moves {
		n := 0
		for _, w := range s.workers {
			n += w.visited(i)
		}
		if n > most {
			best, most = i, n
		}
	}
	return best
}

// chances fills in what each seat may expect. In the seat's own turn that is what the best move brought. Where others
// choose at the same time, each of them explores; then the seat's own exploration counts as well, or it would compare its
// best move with moves of others that are not theirs.
func (s *Search[S, P]) chances(best int, chances []float64) {
	visits := 0
	for _, w := range s.workers {
		for i, stat := range w.rootStats {
			if i != best && !w.together {
				continue
			}
			visits += stat.visits
			for seat := range chances {
				chances[seat] += stat.values[seat]
			}
		}
	}
	for seat := range chances {
		chances[seat] /= max(1, float64(visits))
	}
}

// analysis adds up what the workers found.
func (s *Search[S, P]) analysis(seat game.Seat) *Analysis {
	seats := s.workers[0].seats
	t := &Analysis{Seat: seat, Chances: make([]float64, seats)}
	best := s.best()
	t.Move = s.moves[best]
	scores, terminals := make([]float64, seats), 0
	for _, w := range s.workers {
		t.Simulations += w.done
		terminals += w.terminals
		for i := range seats {
			scores[i] += w.scores[i]
		}
	}
	s.chances(best, t.Chances)
	for i, m := range s.moves {
		ms := MoveStats{Move: m}
		total := 0.0
		for _, w := range s.workers {
			ms.Visits += w.rootStats[i].visits
			total += w.rootStats[i].values[seat]
		}
		ms.Chance = total / max(1, float64(ms.Visits))
		t.Moves = append(t.Moves, ms)
	}
	slices.SortStableFunc(t.Moves, func(a, b MoveStats) int { return cmp.Compare(b.Visits, a.Visits) })
	if 2*terminals > t.Simulations {
		for i := range scores {
			scores[i] /= float64(terminals)
		}
		t.Scores = scores
	}
	return t
}
