package duel_test

import (
	"fmt"
	"testing"

	knows "mirabilia/bot/eval/duel"
	"mirabilia/bot/eval/evaltest"
	"mirabilia/game"
	"mirabilia/games/duel"
)

var variants = []game.Options{nil, {"pantheon": "true"}}

func TestGreedyBeatsRandom(t *testing.T) {
	for _, options := range variants {
		t.Run(fmt.Sprint(options), func(t *testing.T) { evaltest.GreedyWins(t, duel.Game, 2, options, 100, 0.85) })
	}
}

func TestChances(t *testing.T) {
	for _, options := range variants {
		t.Run(fmt.Sprint(options), func(t *testing.T) {
			evaltest.Chances(t, duel.Game, knows.New().Heuristic, 2, options, 30, 1)
		})
	}
}
