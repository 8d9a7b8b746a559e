package dice

import (
	"fmt"
	"testing"

	"mirabilia/game"
	"mirabilia/game/gametest"
)

// table returns an undealt table of the game's own sheet.
func table(t testing.TB, seats int, cities string) State {
	t.Helper()
	s, err := printed.empty(seats, game.Options{"cities": cities})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestConformance(t *testing.T) {
	for seats := 2; seats <= game.MaxSeats; seats++ {
		t.Run(fmt.Sprintf("%d seats", seats), func(t *testing.T) {
			gametest.Run[State](t, table(t, seats, "random"), gametest.Suite{Games: 20, Probe: 4 * seats, MaxBytes: 1024, MinHidden: 500, Simultaneous: true, MaxDecisions: 400 * seats})
		})
	}
}

func FuzzPosition(f *testing.F) { gametest.FuzzPosition[State](f, table(f, 3, "random")) }

func FuzzMove(f *testing.F) { gametest.FuzzMove[State](f, table(f, 3, "random")) }

// TestRandomGamesEnd: the rules know no last round as long as nobody takes a third bonus (docs/rules/dice.md 8, case 35); random
// players take it long before the bound of the conformance suite.
func TestRandomGamesEnd(t *testing.T) {
	longest := uint32(0)
	r := game.NewRand(game.NumberSeed(12))
	for g := range 3000 {
		s := table(t, 2+g%6, "random")
		s.Deal(r)
		for s.Owing() != 0 {
			s.Apply(s.Owing().First(), s.RandomMove(s.Owing().First(), r), nil)
		}
		longest = max(longest, s.round)
	}
	if longest > 150 {
		t.Errorf("a random game lasted %d rounds", longest)
	}
	t.Logf("the longest of 3000 random games lasted %d rounds", longest)
}
