package duel

import (
	"testing"

	"mirabilia/game/gametest"
)

func TestMutatedPositions(t *testing.T) {
	rounds := 8000
	if testing.Short() {
		rounds = 800
	}
	gametest.MutatedPositions(t, []State{table(t), table(t, "pantheon=true")}, rounds, rounds/20)
}
