package rollouts

import (
	"testing"

	"mirabilia/bot"
	"mirabilia/game"
	"mirabilia/games/duel"
)

// TestRollouts plays games out, with and without Pantheon. Every move is legal, science is built where it can be, and wins far more often than in
// random games.
func TestRollouts(t *testing.T) {
	for _, pantheon := range []bool{false, true} {
		b, err := duel.Game.New(2, map[string]string{"pantheon": map[bool]string{false: "false", true: "true"}[pantheon]})
		if err != nil {
			t.Fatal(err)
		}
		s := b.(*duel.State)
		const games = 400
		won := map[string]int{}
		hunted := 0
		for seed := range uint64(games) {
			r := game.NewRand(game.NumberSeed(seed))
			s.Deal(r)
			for s.Owing() != 0 {
				seat := s.Owing().First()
				m := choose(s, seat, r)
				if err := s.Check(seat, m); err != nil {
					t.Fatalf("seed %d: %s: %v", seed, s.Text(m), err)
				}
				symbols := s.Symbols(seat)
				s.Apply(seat, m, nil)
				if s.Symbols(seat) > symbols {
					hunted++
				}
			}
			won["hunting "+s.Result().WonBy]++
			s.Deal(r)
			for s.Owing() != 0 {
				seat := s.Owing().First()
				s.Apply(seat, s.RandomMove(seat, r), nil)
			}
			won["random "+s.Result().WonBy]++
		}
		t.Logf("pantheon %v: %v, %d symbols", pantheon, won, hunted)
		if hunted < 4*games || won["hunting science"] < 5*max(1, won["random science"]) {
			t.Errorf("pantheon %v: only %d symbols in %d games: %v", pantheon, hunted, games, won)
		}
	}
}

// TestSameSeedSameMove lets two players with the same seed choose the same at every decision of a game, and beat random play.
func TestSameSeedSameMove(t *testing.T) {
	b, err := duel.Game.New(2, nil)
	if err != nil {
		t.Fatal(err)
	}
	r := game.NewRand(game.NumberSeed(7))
	wins := 0
	for seed := range uint64(6) {
		one, same := New(bot.Budget{Simulations: 60}, game.NumberSeed(seed)), New(bot.Budget{Simulations: 60}, game.NumberSeed(seed))
		b.Deal(r)
		for b.Owing() != 0 {
			seat := b.Owing().First()
			m := b.RandomMove(seat, r)
			if seat == 0 {
				m = one.Choose(b, 0)
				if other := same.Choose(b, 0); other != m {
					t.Fatalf("seed %d: %s and %s", seed, b.Text(m), b.Text(other))
				}
			}
			b.Apply(seat, m, nil)
		}
		if res := b.Result(); res.Winners().Has(0) {
			wins++
		}
	}
	if wins < 5 {
		t.Errorf("it won %d of 6 games against random play", wins)
	}
}
