package wonders_test

import (
	"fmt"
	"slices"
	"testing"

	"mirabilia/bot"
	knows "mirabilia/bot/eval/wonders"
	"mirabilia/bot/search"
	"mirabilia/game"
	"mirabilia/games/wonders"
)

var heuristic = knows.New().Heuristic

func greedyBot(seed game.Seed) bot.Player {
	p, err := bot.New(wonders.Game, "greedy", seed)
	if err != nil {
		panic(err)
	}
	return p
}

func newState(t testing.TB, seats int) wonders.State {
	t.Helper()
	b, err := wonders.Game.New(seats, nil)
	if err != nil {
		t.Fatal(err)
	}
	return *b.(*wonders.State)
}

// share returns the share of wins of greedy against random players; each deal is played from every seat.
func share(t testing.TB, seats, deals int) float64 {
	t.Helper()
	base := newState(t, seats)
	won := 0.0
	for deal := range uint64(deals) {
		for mine := range game.Seat(seats) {
			s := base
			s.Deal(game.NewRand(game.NumberSeed(deal)))
			me := greedyBot(game.NumberSeed(1000 + deal))
			them := bot.NewRandom(game.NumberSeed(2000 + deal))
			for s.Owing() != 0 {
				seat := s.Owing().First()
				if seat == mine {
					s.Apply(seat, me.Choose(&s, seat), nil)
				} else {
					s.Apply(seat, them.Choose(&s, seat), nil)
				}
			}
			won += search.Outcome(&s, mine)
		}
	}
	return won / float64(deals*seats)
}

func TestGreedyBeatsThreeRandomsInWonders(t *testing.T) {
	share := share(t, 4, 10)
	t.Logf("greedy won %.1f %%", 100*share)
	if share < 0.8 {
		t.Errorf("greedy won only %.1f %% against three randoms", 100*share)
	}
}

// TestWondersValue: chances are shares of one, the better city has the better chance, and greedy plays the same in
// states that a seat cannot tell apart.
func TestWondersValue(t *testing.T) {
	for seats := 3; seats <= game.MaxSeats; seats++ {
		t.Run(fmt.Sprint(seats, " seats"), func(t *testing.T) {
			r := game.NewRand(game.NumberSeed(4))
			s := newState(t, seats)
			for range 2 {
				for s.Deal(r); s.Owing() != 0; {
					sum := 0.0
					for seat := range game.Seat(seats) {
						v := heuristic(&s, seat)
						if v < 0 || v > 1 {
							t.Fatalf("chance of %v", v)
						}
						sum += v
					}
					if sum < 0.999 || sum > 1.001 {
						t.Fatalf("the chances add up to %v", sum)
					}
					seat := s.Owing().First()
					other := s
					other.Redeal(seat, r)
					if r.Below(4) == 0 {
						seed := r.Seed()
						a := greedyBot(seed).Choose(&s, seat)
						b := greedyBot(seed).Choose(&other, seat)
						if a != b {
							t.Fatalf("greedy plays %s, or %s in a state it cannot tell apart", s.Text(a), s.Text(b))
						}
					}
					s.Apply(seat, s.Draw(seat, r), nil)
				}
			}
			if n := testing.AllocsPerRun(10, func() { heuristic(&s, 0) }); n != 0 {
				t.Errorf("the value allocates %v times", n)
			}
		})
	}
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
			s.Apply(seat, s.Draw(seat, r), nil)
		}
	}
	if dropped < 20 {
		t.Errorf("only %d payments were beaten", dropped)
	}
}
