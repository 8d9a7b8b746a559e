package bot

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"mirabilia/game"
)

// Budget is how much a search may spend on one move. Thinking ends when the first of the two limits is
// reached; at least one should be set.
type Budget struct {
	Simulations int
	Time        time.Duration
	// Goroutines that think side by side; 0 means one.
	Goroutines int
	// Memory in bytes that all trees together may take; 0 means a default that lasts for minutes.
	Memory int
}

const defaultMemory = 256 << 20

// Search is a player that thinks ahead: Monte-Carlo tree search over information sets. Every simulation
// starts from a new redeal for its seat, goes down the tree by what earlier ones found (seats that
// choose at once each by their own statistics), is judged one step beyond the tree, and each seat on
// the way learns from its own chances.
//
// Goroutines think in trees of their own, whose counts are added up at the end: so nothing is locked,
// and a budget in simulations gives the same move every time for any fixed number of goroutines.
type Search[S comparable, P game.State[S]] struct {
	// Now is the clock of time budgets.
	Now func() time.Time

	lesson  Lesson[S]
	budget  Budget
	workers []*worker[S, P]
	moves   []game.Move
	memory  memory[S, P]
}

// NewSearch is a player that searches with what it was taught, within the budget, by the chance of the seed.
func NewSearch[S comparable, P game.State[S]](lesson Lesson[S], budget Budget, seed game.Seed) *Search[S, P] {
	s := &Search[S, P]{Now: time.Now, lesson: lesson, budget: budget}
	n := max(1, budget.Goroutines)
	limit := budget.Memory
	if limit == 0 {
		limit = defaultMemory
	}
	r := game.NewRand(seed)
	for range n {
		w := &worker[S, P]{lesson: &s.lesson, value: lesson.Judge()}
		w.tree.limit = limit / n
		w.tree.reset()
		w.r.Reset(r.Seed())
		s.workers = append(s.workers, w)
	}
	return s
}

// Choose is the best move found within the budget.
func (s *Search[S, P]) Choose(b game.Board, seat game.Seat) game.Move {
	if m, forced := s.begin(b, seat); forced {
		return m
	}
	s.run(context.Background())
	m := s.moves[s.best()]
	s.memory.keep(b.(P), seat, m, s.workers[0].rootWay)
	return m
}

// Think is Choose with an account of it. It ends early, with what was found so far, when the context does.
func (s *Search[S, P]) Think(ctx context.Context, b game.Board, seat game.Seat) *Thoughts {
	if m, forced := s.begin(b, seat); forced {
		return &Thoughts{Seat: seat, Move: m, Moves: []Thought{{Move: m}}, Line: []Ply{{seat, b.Text(m)}}}
	}
	start := s.Now()
	s.run(ctx)
	t := s.account(seat)
	t.Elapsed = s.Now().Sub(start)
	t.Line = s.line(t.Move)
	s.memory.keep(b.(P), seat, t.Move, s.workers[0].rootWay)
	return t
}

// begin prepares the workers for a search; a move that is the only one needs none.
func (s *Search[S, P]) begin(b game.Board, seat game.Seat) (only game.Move, forced bool) {
	board := b.(P)
	w := s.workers[0]
	s.moves = append(s.moves[:0], w.offers(board, seat)...)
	if len(s.moves) == 1 {
		return s.moves[0], true
	}
	from, known := s.memory.follow(w, board, seat)
	back := committed[S, P](board, seat)
	for _, w := range s.workers {
		w.start(board, seat, back, s.moves, from, known)
	}
	return 0, false
}

// committed are the other seats that have chosen already and may still choose again.
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

// share is the part of the simulations that one of n workers does.
func (s *Search[S, P]) share(i, n int) int {
	if s.budget.Simulations == 0 {
		return math.MaxInt
	}
	return (s.budget.Simulations + n - 1 - i) / n
}

// pause is how many simulations go by between looks at the clock.
const pause = 8

func (s *Search[S, P]) work(w *worker[S, P], simulations int, deadline time.Time, stop *atomic.Bool) {
	for n := 0; n < simulations; n++ {
		w.simulate()
		if n%pause == pause-1 && (stop.Load() || !deadline.IsZero() && !s.Now().Before(deadline) || w.settled(simulations-n-1)) {
			return
		}
	}
}

// best is the place of the move most often visited by all workers.
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

// account adds up what the workers found.
func (s *Search[S, P]) account(seat game.Seat) *Thoughts {
	seats := s.workers[0].seats
	t := &Thoughts{Seat: seat, Chances: make([]float64, seats)}
	best := s.best()
	t.Move = s.moves[best]
	scores, finals := make([]float64, seats), 0
	for _, w := range s.workers {
		t.Simulations += w.done
		finals += w.finals
		for i := range seats {
			t.Chances[i] += w.gains[best].values[i]
			scores[i] += w.scores[i]
		}
	}
	for i, m := range s.moves {
		th := Thought{Move: m}
		total := 0.0
		for _, w := range s.workers {
			th.Visits += w.gains[i].visits
			total += w.gains[i].values[seat]
		}
		th.Chance = total / max(1, float64(th.Visits))
		if i == best {
			for o := range seats {
				t.Chances[o] /= max(1, float64(th.Visits))
			}
		}
		t.Moves = append(t.Moves, th)
	}
	slices.SortStableFunc(t.Moves, func(a, b Thought) int { return cmp.Compare(b.Visits, a.Visits) })
	if 2*finals > t.Simulations {
		for i := range scores {
			scores[i] /= float64(finals)
		}
		t.Scores = scores
	}
	return t
}
