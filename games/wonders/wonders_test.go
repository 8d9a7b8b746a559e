package wonders

import (
	"fmt"
	"testing"

	"mirabilia/game"
	"mirabilia/game/gametest"
)

// table is an undealt state.
func table(t testing.TB, seats int, options game.Options) State {
	t.Helper()
	b, err := Game.New(seats, options)
	if err != nil {
		t.Fatal(err)
	}
	return *b.(*State)
}

func TestConformance(t *testing.T) {
	for seats := 3; seats <= game.MaxSeats; seats++ {
		t.Run(fmt.Sprint(seats), func(t *testing.T) {
			gametest.Run[State](t, table(t, seats, nil), gametest.Suite{
				Games: 40, Probe: 40, MaxBytes: 1024, MaxDecisions: 200, DrawsSome: true,
			})
		})
	}
}
