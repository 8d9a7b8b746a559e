package wonders_test

import (
	"fmt"
	"slices"
	"testing"

	"mirabilia/bot/eval/evaltest"
	knows "mirabilia/bot/eval/wonders"
	"mirabilia/game"
	"mirabilia/games/wonders"
)

func TestGreedyBeatsRandom(t *testing.T) { evaltest.GreedyWins(t, wonders.Game, 4, nil, 10, 0.8) }

func TestChances(t *testing.T) {
	for seats := 3; seats <= game.MaxSeats; seats++ {
		t.Run(fmt.Sprint(seats, " seats"), func(t *testing.T) {
			evaltest.Chances(t, wonders.Game, knows.New().Heuristic, seats, nil, 2, 4)
		})
	}
}

func newState(t testing.TB, seats int) wonders.State {
	t.Helper()
	b, err := wonders.Game.New(seats, nil)
	if err != nil {
		t.Fatal(err)
	}
	return *b.(*wonders.State)
}

// TestCandidatesDropOnlyDearPayments: what is left out is beaten by another payment for the same, and all else stays.
func TestCandidatesDropOnlyDearPayments(t *testing.T) {
	r := game.NewRand(game.NumberSeed(12))
	dropped := 0
	for g := range 300 {
		s := newState(t, 3+g%5)
		for s.Deal(r); s.Owing() != 0; {
			seat := s.Owing().First()
			moves := s.Moves(seat, nil)
			kept := knows.New().Candidates(&s, seat, nil)
			for _, m := range moves {
				does, left, right := wonders.SplitPayment(m)
				beaten := slices.ContainsFunc(moves, func(o game.Move) bool {
					d, l, r := wonders.SplitPayment(o)
					return o != m && d == does && l <= left && r <= right
				})
				if slices.Contains(kept, m) == beaten {
					t.Fatalf("%s is beaten: %v, kept: %v", s.Text(m), beaten, !beaten)
				}
				if beaten {
					dropped++
				}
			}
			s.Apply(seat, s.RandomMove(seat, r), nil)
		}
	}
	if dropped < 20 {
		t.Errorf("only %d payments were beaten", dropped)
	}
}
