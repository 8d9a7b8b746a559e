package search

import (
	"context"
	"math"
	"reflect"
	"testing"
	"time"

	"mirabilia/game"
)

// plain knows nothing of the game and plays to the end.
func plain[S any](seats int) Config[S] {
	return Config[S]{
		NewEvaluator: func() Evaluator[S] { return func(*S, game.Seat) float64 { return 1 / float64(seats) } },
		Params:       Params{Exploration: 1, Temperature: 1, RolloutMoves: 1 << 30},
	}
}

// variants returns the ways to keep the tree; each must find the solutions.
func variants(base Params) map[string]Params {
	split, unordered := base, base
	split.SplitByMoves, unordered.Transpositions = true, true
	return map[string]Params{"open": base, "split": split, "unordered": unordered}
}

func TestSearchSolvesNim(t *testing.T) {
	for name, params := range variants(plain[nim](2).Params) {
		config := plain[nim](2)
		config.Params = params
		p := New[nim](config, Budget{Simulations: 20000}, game.NumberSeed(1))
		for pile := 5; pile <= 15; pile++ {
			if pile%4 == 0 {
				continue
			}
			s := nim{pile: pile, n: 2}
			if m := p.Choose(&s, 0); int(m) != pile%4 {
				t.Errorf("%s: of %d took %d", name, pile, m)
			}
		}
	}
}

// With three seats who leaves one to three loses to the next; from five the first can do nothing but hand
// the victory to the third (leaving four) or the second.
func TestSearchWithThreeSeats(t *testing.T) {
	p := New[nim](plain[nim](3), Budget{Simulations: 4000}, game.NumberSeed(1))
	s := nim{pile: 3, n: 3, turn: 1}
	if m := p.Choose(&s, 1); m != 3 {
		t.Errorf("did not take the last three but %d", m)
	}
	s = nim{pile: 4, n: 3, turn: 2}
	th := p.Analyze(context.Background(), &s, 2)
	if th.Chances[2] > 0.2 {
		t.Errorf("expects to win a lost pile: %v", th.Chances)
	}
	sum := 0.0
	for _, c := range th.Chances {
		sum += c
	}
	if sum < 0.999 || sum > 1.001 {
		t.Errorf("chances add up to %v", sum)
	}
}

// TestSharing: three seats that evaluate a state by 0.6, 0.3 and 0.3 share it 1/2, 1/4, 1/4, or by odds 7/11, 2/11, 2/11.
func TestSharing(t *testing.T) {
	for byOdds, want := range map[bool]float64{false: 0.5, true: 7.0 / 11} {
		config := plain[nim](3)
		config.NewEvaluator = func() Evaluator[nim] {
			return func(_ *nim, seat game.Seat) float64 { return [3]float64{0.6, 0.3, 0.3}[seat] }
		}
		config.Params.RolloutMoves, config.Params.ShareByOdds = 0, byOdds
		s := nim{pile: 1000, n: 3}
		th := New[nim](config, Budget{Simulations: 20}, game.NumberSeed(1)).Analyze(context.Background(), &s, 0)
		if got := th.Chances; math.Abs(got[0]-want) > 1e-6 || math.Abs(got[0]+2*got[1]-1) > 1e-6 {
			t.Errorf("by odds: %v: the shares are %v, the first should be %v", byOdds, got, want)
		}
	}
}

func TestSearchDoesNotPeek(t *testing.T) {
	for name, params := range variants(plain[doors](2).Params) {
		config := plain[doors](2)
		config.Params = params
		for prize := range uint8(3) {
			s := doors{prize: prize}
			p := New[doors](config, Budget{Simulations: 8000}, game.NumberSeed(1))
			th := p.Analyze(context.Background(), &s, 0)
			if th.Move != sure {
				t.Errorf("%s, prize %d: went on to guess: %+v", name, prize, th)
			}
			s.guessing = true
			if m := p.Choose(&s, 0); m != 0 {
				t.Errorf("%s, prize %d: opened door %d", name, prize, m)
			}
		}
	}
}

// TestObserve: whoever knows all hands knows the prize, and the player afterwards still does not.
func TestObserve(t *testing.T) {
	s := doors{prize: 2, guessing: true}
	p := New[doors](plain[doors](2), Budget{Simulations: 2000}, game.NumberSeed(1))
	if c := p.Observe(context.Background(), &s); len(c) != 2 || c[0] < 0.95 || c[0]+c[1] < 0.999 || c[0]+c[1] > 1.001 {
		t.Errorf("knowing where the prize is, the chances are %v", c)
	}
	if th := p.Analyze(context.Background(), &s, 0); th.Move != 0 || th.Chances[0] > 0.6 {
		t.Errorf("the player peeked: %+v", th)
	}
	s.done = true
	if c := p.Observe(context.Background(), &s); c != nil {
		t.Errorf("a finished game has the chances %v", c)
	}
}

func TestSearchChoosesInSecret(t *testing.T) {
	// The second row is best whatever the other does; the other's best answer is the first column.
	table := [3][3]int8{{1, 5, 4}, {3, 9, 8}, {0, 7, 7}}
	for committed := int8(-1); committed < 3; committed++ {
		s := newSealed(table)
		s.choice[1] = committed
		p := New[sealed](plain[sealed](2), Budget{Simulations: 6000}, game.NumberSeed(1))
		th := p.Analyze(context.Background(), &s, 0)
		if th.Move != 1 {
			t.Errorf("the other at %d: chose row %d", committed, th.Move)
		}
		if c := th.Chances[0]; c < 0.25 || c > 0.4 {
			t.Errorf("the other at %d: expects to win %.2f, not near 0.3", committed, c)
		}
	}
}

func TestSearchIsReproducible(t *testing.T) {
	for _, goroutines := range []int{1, 3} {
		visits := func() []MoveStats {
			s := nim{pile: 21, n: 2}
			p := New[nim](plain[nim](2), Budget{Simulations: 3000, Goroutines: goroutines}, game.NumberSeed(5))
			th := p.Analyze(context.Background(), &s, 0)
			if th.Simulations > 3000 {
				t.Errorf("%d simulations of 3000", th.Simulations)
			}
			return th.Moves
		}
		a, b := visits(), visits()
		if !reflect.DeepEqual(a, b) {
			t.Errorf("%d goroutines: %v and %v", goroutines, a, b)
		}
	}
}

func TestSearchKeepsItsTree(t *testing.T) {
	config := plain[nim](2)
	config.MoveKey = func(s *nim) uint64 { return uint64(s.pile)<<8 | uint64(s.turn) }
	p := New[nim](config, Budget{Simulations: 2000}, game.NumberSeed(5))
	s := nim{pile: 21, n: 2}
	s.Apply(0, p.Choose(&s, 0), nil)
	s.Apply(1, 2, nil)
	if _, forced := p.begin(&s, 0); forced {
		t.Fatal("forced")
	}
	before := 0
	for i := range p.moves {
		before += p.workers[0].visited(i)
	}
	if before < 50 {
		t.Errorf("only %d visits were kept", before)
	}
	// A position of another game is not taken for a continuation.
	other := nim{pile: 9, n: 2}
	p.begin(&other, 0)
	for i := range p.moves {
		if p.workers[0].visited(i) != 0 {
			t.Error("visits of another game were kept")
		}
	}
}

func TestSearchStops(t *testing.T) {
	s := nim{pile: 1 << 20, n: 2}
	config := plain[nim](2)
	config.Params.RolloutMoves = 10
	p := New[nim](config, Budget{}, game.NumberSeed(5))
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	if th := p.Analyze(ctx, &s, 0); th.Simulations == 0 || th.Move == 0 {
		t.Errorf("found nothing: %+v", th)
	}
	// A clock that leaps.
	now := time.Unix(0, 0)
	p = New[nim](config, Budget{Time: time.Hour}, game.NumberSeed(5))
	p.Now = func() time.Time { now = now.Add(time.Minute); return now }
	if th := p.Analyze(context.Background(), &s, 0); th.Simulations > 70*checkEvery {
		t.Errorf("%d simulations in an hour of one look a minute", th.Simulations)
	}
}

// TestSimulationsEnd: a seat that can only pass while the other profits from passing does not make a simulation endless.
func TestSimulationsEnd(t *testing.T) {
	var s waiting
	s.Deal(nil)
	config := plain[waiting](2)
	config.Params.RolloutMoves = 10
	p := New[waiting](config, Budget{Simulations: 20}, game.NumberSeed(1))
	if th := p.Analyze(context.Background(), &s, 0); th.Simulations != 20 {
		t.Errorf("%d simulations", th.Simulations)
	}
}

func TestSearchIsWithinMemory(t *testing.T) {
	s := nim{pile: 1 << 20, n: 2}
	config := plain[nim](2)
	config.Params.RolloutMoves = 10
	const limit = 1 << 20
	p := New[nim](config, Budget{Simulations: 60000, Memory: limit}, game.NumberSeed(5))
	p.Choose(&s, 0)
	if n := p.workers[0].tree.bytes(); n > limit || n < limit/4 {
		t.Errorf("the tree takes %d bytes of %d", n, limit)
	}
}

func TestSimulationAllocatesNothing(t *testing.T) {
	s := nim{pile: 60, n: 2}
	p := New[nim](plain[nim](2), Budget{Simulations: 40000}, game.NumberSeed(5))
	p.Choose(&s, 0)
	p.begin(&s, 0)
	if n := testing.AllocsPerRun(1000, p.workers[0].simulate); n != 0 {
		t.Errorf("a simulation allocates %v times", n)
	}
}
