package duplicate

import (
	"testing"

	"mirabilia/game"
	"mirabilia/game/gametest"
)

// table returns an undealt state with the given options.
func table(t testing.TB, pairs ...string) State {
	t.Helper()
	options, err := game.ParseOptions(pairs)
	if err != nil {
		t.Fatal(err)
	}
	b, err := Game.New(2, options)
	if err != nil {
		t.Fatal(err)
	}
	return *b.(*State)
}

const maxBytes = 1024

func TestConformance(t *testing.T) {
	gametest.Run(t, table(t), gametest.Suite{Games: 400, Probe: 100, MaxBytes: maxBytes, MinHidden: 1000, MaxDecisions: 200})
}

func TestConformancePantheon(t *testing.T) {
	gametest.Run(t, table(t, "pantheon=true"), gametest.Suite{Games: 250, Probe: 100, MaxBytes: maxBytes, MinHidden: 1000, MaxDecisions: 400})
}

func FuzzPosition(f *testing.F)         { gametest.FuzzPosition[State](f, table(f)) }
func FuzzPositionPantheon(f *testing.F) { gametest.FuzzPosition[State](f, table(f, "pantheon=true")) }
func FuzzMove(f *testing.F)             { gametest.FuzzMove[State](f, table(f, "pantheon=true")) }
