package arena_test

import (
	"testing"

	"mirabilia/arena"
	"mirabilia/game"
	"mirabilia/games"
)

// TestBotsAreHonestWithKeptTrees plays whole games with bots that keep their trees, on pairs of boards that their seat
// cannot tell apart. "mirabilia arena honesty" plays more of them.
func TestBotsAreHonestWithKeptTrees(t *testing.T) {
	hidden := 0
	for _, g := range games.All {
		options := []game.Options{nil}
		if g.Info().ID == "duel" {
			options = append(options, game.Options{"pantheon": "true"})
		}
		for _, o := range options {
			for _, name := range []string{"level4:8", "level5:16", "level6:32", "level7:48", "level8:64"} {
				h := arena.Honesty{Game: g, Options: o, Seats: g.Info().MinSeats + 1 - max(0, g.Info().MinSeats+1-g.Info().MaxSeats), Bot: name, Games: 4, Seed: 2026}
				r, err := h.Run()
				if err != nil {
					t.Fatal(err)
				}
				if r.Different > 0 || r.Decisions < 20 {
					t.Errorf("seed %d: %s", h.Seed, r)
				}
				hidden += r.Hidden
			}
		}
	}
	if hidden < 1000 {
		t.Errorf("only %d decisions had hidden cards to tell apart", hidden)
	}
}
