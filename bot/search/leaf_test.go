package search_test

import (
	"context"
	"testing"

	"mirabilia/bot/eval"
	"mirabilia/bot/eval/architects"
	"mirabilia/bot/eval/dice"
	"mirabilia/bot/eval/duel"
	"mirabilia/bot/search"
	"mirabilia/game"
	architectsrules "mirabilia/games/architects"
	dicerules "mirabilia/games/dice"
	duelrules "mirabilia/games/duel"
)

// TestLeavesAreValuedOnce: a leaf whose value is known from the move that led to it is not valued again, and nothing else changes by that. A
// rollout that does nothing makes a search value every leaf.
func TestLeavesAreValuedOnce(t *testing.T) {
	t.Run("duel", func(t *testing.T) { valuedOnce(t, duelrules.Game, nil, duel.New()) })
	t.Run("pantheon", func(t *testing.T) { valuedOnce(t, duelrules.Game, game.Options{"pantheon": "true"}, duel.New()) })
	t.Run("architects", func(t *testing.T) { valuedOnce(t, architectsrules.Game, nil, architects.New()) })
	t.Run("dice", func(t *testing.T) { valuedOnce(t, dicerules.Game, nil, dice.New()) })
}

func valuedOnce[S comparable, P game.State[S]](t *testing.T, g game.Game, options game.Options, k eval.Knowledge[S]) {
	const seed = 31
	searcher := func(valued *int, rollout func(*S, *game.Rand)) *search.Search[S, P] {
		params := k.Params
		params.RolloutMoves = 0
		return search.New[S, P](search.Config[S]{
			NewEvaluator: func() search.Evaluator[S] {
				return func(s *S, seat game.Seat) float64 {
					*valued++
					return float64(float32(k.Heuristic(s, seat))) // trees keep values so
				}
			},
			Candidates: k.Candidates, ObservationKey: k.ObservationKey, MoveKey: k.MoveKey, Params: params, Rollout: rollout,
		}, search.Budget{Simulations: 300}, game.NumberSeed(seed))
	}
	b, err := g.New(2, options)
	if err != nil {
		t.Fatal(err)
	}
	r := game.NewRand(game.NumberSeed(seed))
	b.Deal(r)
	valued, again := 0, 0
	for n := 0; b.Owing() != 0 && n < 60; n++ {
		seat := b.Owing().First()
		if n%4 == 0 {
			one := searcher(&valued, nil).Analyze(context.Background(), b, seat)
			same := searcher(&again, func(*S, *game.Rand) {}).Analyze(context.Background(), b, seat)
			if len(one.Moves) != len(same.Moves) {
				t.Fatalf("seed %d, decision %d: %d and %d moves", seed, n, len(one.Moves), len(same.Moves))
			}
			for i, m := range one.Moves {
				if other := same.Moves[i]; m.Move != other.Move || m.Visits != other.Visits || m.Chance != other.Chance {
					t.Fatalf("seed %d, decision %d: %s was visited %d times with %v, but %s %d times with %v when every leaf is valued",
						seed, n, b.Text(m.Move), m.Visits, m.Chance, b.Text(other.Move), other.Visits, other.Chance)
				}
			}
		}
		b.Apply(seat, b.RandomMove(seat, r), nil)
	}
	t.Logf("%d values instead of %d", valued, again)
	if valued >= again {
		t.Errorf("%d values, and %d when every leaf is valued", valued, again)
	}
}
