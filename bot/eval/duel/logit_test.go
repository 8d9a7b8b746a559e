package duel

import (
	"testing"

	"mirabilia/bot/net"
	"mirabilia/game"
	"mirabilia/games/duel"
)

// TestRememberedCities: what is remembered of cities changes nothing. A search looks at many positions in a row that differ in one city, so
// the test does, too: it values each position after every legal move.
func TestRememberedCities(t *testing.T) {
	for variant, pantheon := range []string{"false", "true"} {
		const seed = 23
		weights, err := net.ReadWeights(New().Variants[variant].Net, features, firstFeatures)
		if err != nil {
			t.Fatal(err)
		}
		network := weights.Net()
		logit := newLogit(network)
		b, err := duel.Game.New(2, game.Options{"pantheon": pantheon})
		if err != nil {
			t.Fatal(err)
		}
		s := b.(*duel.State)
		r := game.NewRand(game.NumberSeed(seed))
		looked := 0
		for range 30 {
			for s.Deal(r); s.Owing() != 0; s.Apply(s.Owing().First(), s.RandomMove(s.Owing().First(), r), nil) {
				seat := s.Owing().First()
				for _, m := range s.Moves(seat, nil) {
					then := *s
					then.Apply(seat, m, nil)
					for viewer := range game.Seat(2) {
						if got, want := logit(&then, viewer), network.Logit(encode(&then, viewer, nil)); got != want {
							t.Fatalf("pantheon %s, seed %d: %v for seat %s after %s, want %v", pantheon, seed, got, viewer.Letter(), s.Text(m), want)
						}
						looked++
					}
				}
			}
		}
		if looked < 20_000 {
			t.Errorf("pantheon %s: only %d positions were looked at", pantheon, looked)
		}
	}
}
