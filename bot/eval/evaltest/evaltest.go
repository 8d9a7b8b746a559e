// Package evaltest checks what must hold for the knowledge of every game, by its heuristic and by the bot "greedy", which plays by it.
package evaltest

import (
	"math"
	"testing"

	"mirabilia/bot"
	"mirabilia/bot/search"
	"mirabilia/game"
)

// Greedy returns the greedy bot of a game.
func Greedy(t testing.TB, g game.Game, seed game.Seed) bot.Player {
	t.Helper()
	p, err := bot.New(g, "greedy", seed)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// GreedyWins plays greedy against random players, each deal from every seat, and checks that it wins at least this share.
func GreedyWins(t *testing.T, g game.Game, seats int, options game.Options, deals int, atLeast float64) {
	t.Helper()
	won := 0.0
	for deal := range uint64(deals) {
		for mine := range game.Seat(seats) {
			b := dealt(t, g, seats, options, game.NewRand(game.NumberSeed(deal)))
			me, them := Greedy(t, g, game.NumberSeed(1000+deal)), bot.NewRandom(game.NumberSeed(2000+deal))
			for b.Owing() != 0 {
				seat := b.Owing().First()
				if seat == mine {
					b.Apply(seat, me.Choose(b, seat), nil)
				} else {
					b.Apply(seat, them.Choose(b, seat), nil)
				}
			}
			won += search.Outcome(b, mine)
		}
	}
	share := won / float64(deals*seats)
	t.Logf("greedy won %.1f%%", 100*share)
	if share < atLeast {
		t.Errorf("greedy won only %.1f%% among %d seats", 100*share, seats)
	}
}

// Chances checks over random games that the chances of all seats are shares of one, that finding them allocates nothing, and that
// greedy plays the same in states that a seat cannot tell apart; it asks greedy at one decision in probe.
func Chances[S any, P game.State[S]](t *testing.T, g game.Game, heuristic search.Evaluator[S], seats int, options game.Options, games, probe int) {
	t.Helper()
	r := game.NewRand(game.NumberSeed(4))
	asked := 0
	for range games {
		b := dealt(t, g, seats, options, r)
		s := (*S)(b.(P))
		for b.Owing() != 0 {
			sum := 0.0
			for seat := range game.Seat(seats) {
				v := heuristic(s, seat)
				if !(v >= 0 && v <= 1) {
					t.Fatalf("%d seats: a chance of %v", seats, v)
				}
				sum += v
			}
			if math.Abs(sum-1) > 1e-9 {
				t.Fatalf("%d seats: the chances add up to %v", seats, sum)
			}
			seat := b.Owing().First()
			if r.IntN(probe) == 0 {
				other := *s
				P(&other).Redeal(seat, r)
				seed := r.Seed()
				m, same := Greedy(t, g, seed).Choose(b, seat), Greedy(t, g, seed).Choose(P(&other), seat)
				if m != same {
					t.Fatalf("greedy plays %s, or %s in a state that it cannot tell apart", b.Text(m), b.Text(same))
				}
				asked++
			}
			b.Apply(seat, b.RandomMove(seat, r), nil)
		}
		if n := testing.AllocsPerRun(10, func() { heuristic(s, 0) }); n != 0 {
			t.Errorf("the value allocates %v times", n)
		}
	}
	if asked < 5*games {
		t.Errorf("greedy was asked only %d times in %d games", asked, games)
	}
}

func dealt(t testing.TB, g game.Game, seats int, options game.Options, r *game.Rand) game.Board {
	t.Helper()
	b, err := g.New(seats, options)
	if err != nil {
		t.Fatal(err)
	}
	b.Deal(r)
	return b
}
