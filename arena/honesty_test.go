package arena_test

import (
	"testing"

	"mirabilia/arena"
	"mirabilia/bot"
	"mirabilia/game"
	"mirabilia/games"
	"mirabilia/games/wonders"
)

// TestBotsAreHonestWithKeptTrees plays whole games with bots that keep their trees, on pairs of boards that their seat
// cannot tell apart. "mirabilia arena honesty" plays more of them.
func TestBotsAreHonestWithKeptTrees(t *testing.T) {
	hidden := 0
	for _, g := range games.All {
		options, err := bot.Variants(g)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range options {
			for _, name := range []string{"level4:8", "level5:16", "level6:32", "level7:48", "level8:64"} {
				h := arena.Honesty{Series: arena.Series{Game: g, Options: o, Seats: min(g.Info().MinSeats+1, g.Info().MaxSeats), Bot: name, Games: 3, Seed: 2026}}
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

// TestScorerIsHonest: the bot of games without a model knows no more than its seat either. In 7 Wonders what the others could
// play changes the score that it looks at.
func TestScorerIsHonest(t *testing.T) {
	h := arena.Honesty{Series: arena.Series{Game: wonders.Game, Seats: 3, Bot: "greedy", Games: 12, Seed: 2026},
		NewBot: func(g game.Game, _ string, seed game.Seed) (bot.Player, error) { return bot.NewScorer(g, seed), nil }}
	r, err := h.Run()
	if err != nil {
		t.Fatal(err)
	}
	if r.Different > 0 || r.Decisions < 200 || r.Hidden < 150 {
		t.Errorf("seed %d: %s", h.Seed, r)
	}
}
