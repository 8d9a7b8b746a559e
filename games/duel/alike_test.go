package duel

import (
	"encoding/json"
	"testing"

	"mirabilia/game"
)

// TestAlike plays games and compares the views of viewers who are said to see the same, above all where one of them has a secret.
func TestAlike(t *testing.T) {
	const games = 150
	viewers := []game.Seat{0, 1, game.Spectator, game.Open}
	for _, pantheon := range []string{"false", "true"} {
		b, err := Game.New(2, game.Options{"pantheon": pantheon})
		if err != nil {
			t.Fatal(err)
		}
		s := b.(*State)
		secret, same, states := 0, 0, 0
		for seed := range uint64(games) {
			r := game.NewRand(game.NumberSeed(seed))
			for s.Deal(r); s.Owing() != 0; states++ {
				if s.secretChoice() || states%25 == 0 {
					if s.secretChoice() {
						secret++
					}
					var views [4]string
					for i, viewer := range viewers {
						data, err := json.Marshal(s.View(viewer))
						if err != nil {
							t.Fatal(err)
						}
						views[i] = string(data)
					}
					for i, a := range viewers {
						for k, b := range viewers {
							if !s.Alike(a, b) {
								continue
							}
							if views[i] != views[k] {
								t.Fatalf("pantheon %s, seed %d: viewers %d and %d are said to see the same, but see\n%s\nand\n%s", pantheon, seed, a, b, views[i], views[k])
							}
							if a != b {
								same++
							}
						}
					}
				}
				seat := s.Owing().First()
				s.Apply(seat, s.RandomMove(seat, r), nil)
			}
		}
		if secret < 20 || pantheon == "false" && same < 1000 {
			t.Errorf("pantheon %s: only %d secret choices and %d views that are the same were looked at", pantheon, secret, same)
		}
	}
}
