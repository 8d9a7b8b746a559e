package architects_test

import (
	"fmt"
	"testing"

	"mirabilia/bot"
	knows "mirabilia/bot/eval/architects"
	"mirabilia/bot/search"
	"mirabilia/game"
	"mirabilia/games/architects"
)

var heuristic = knows.New().Heuristic

func greedyBot(seed game.Seed) bot.Player {
	p, err := bot.New(architects.Game, "greedy", seed)
	if err != nil {
		panic(err)
	}
	return p
}

func newState(t testing.TB, seats int) architects.State {
	t.Helper()
	b, err := architects.Game.New(seats, nil)
	if err != nil {
		t.Fatal(err)
	}
	return *b.(*architects.State)
}

// share returns the share of wins of one player against a table of others. Each deal is played from every seat.
func share(t testing.TB, seats, deals int, one, others func(seed game.Seed) bot.Player) float64 {
	t.Helper()
	base := newState(t, seats)
	won := 0.0
	for deal := range uint64(deals) {
		for mine := range game.Seat(seats) {
			s := base
			s.Deal(game.NewRand(game.NumberSeed(deal)))
			me := one(game.NumberSeed(1000 + deal))
			them := others(game.NumberSeed(2000 + deal))
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

func greedyArchitect(seed game.Seed) bot.Player {
	return greedyBot(seed)
}

func randomArchitect(seed game.Seed) bot.Player { return bot.NewRandom(seed) }

func TestGreedyBeatsTwoRandomArchitects(t *testing.T) {
	share := share(t, 3, 60, greedyArchitect, randomArchitect)
	t.Logf("greedy won %.1f %%", 100*share)
	if share < 0.85 {
		t.Errorf("greedy won only %.1f %% against two randoms", 100*share)
	}
}

// TestArchitectsValue: chances are shares of one, and greedy plays the same in states that a seat cannot tell apart.
func TestArchitectsValue(t *testing.T) {
	for seats := 2; seats <= game.MaxSeats; seats++ {
		t.Run(fmt.Sprint(seats, " seats"), func(t *testing.T) {
			r := game.NewRand(game.NumberSeed(4))
			s := newState(t, seats)
			for range 10 {
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
					seed := r.Seed()
					a, b := greedyArchitect(seed).Choose(&s, seat), greedyArchitect(seed).Choose(&other, seat)
					if a != b {
						t.Fatalf("greedy plays %s, or %s in a state it cannot tell apart", s.Text(a), s.Text(b))
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
