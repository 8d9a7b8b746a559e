package architects_test

import (
	"fmt"
	"testing"

	knows "mirabilia/bot/eval/architects"
	"mirabilia/bot/eval/evaltest"
	"mirabilia/game"
	"mirabilia/games/architects"
)

func TestGreedyBeatsRandom(t *testing.T) { evaltest.GreedyWins(t, architects.Game, 3, nil, 60, 0.85) }

func TestChances(t *testing.T) {
	for seats := 2; seats <= game.MaxSeats; seats++ {
		t.Run(fmt.Sprint(seats, " seats"), func(t *testing.T) {
			evaltest.Chances(t, architects.Game, knows.New().Heuristic, seats, nil, 10, 1)
		})
	}
}
