package duel

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

const maxBytes = 512

func TestConformance(t *testing.T) {
	gametest.Run(t, table(t), gametest.Suite{Games: 4000, Probe: 200, MaxBytes: maxBytes, MinHidden: 1000, MaxDecisions: 100})
}

func TestConformanceOptions(t *testing.T) {
	base := table(t, "first_game=true", "centre_pawn_start=last_player_chooses")
	gametest.Run(t, base, gametest.Suite{Games: 250, Probe: 20, MaxBytes: maxBytes, MinHidden: 1000, MaxDecisions: 100})
}

func TestConformancePantheon(t *testing.T) {
	gametest.Run(t, table(t, "pantheon=true"), gametest.Suite{Games: 4000, Probe: 250, MaxBytes: maxBytes, MinHidden: 1000, MaxDecisions: 200})
}

func FuzzPosition(f *testing.F)         { gametest.FuzzPosition[State](f, table(f)) }
func FuzzPositionPantheon(f *testing.F) { gametest.FuzzPosition[State](f, table(f, "pantheon=true")) }
func FuzzMove(f *testing.F)             { gametest.FuzzMove[State](f, table(f, "pantheon=true")) }

// TestConformancePantheonOptions plays the other reading of Zeus, often looked at closely.
func TestConformancePantheonOptions(t *testing.T) {
	base := table(t, "pantheon=true", "zeus_takes_token=true", "first_game=true")
	gametest.Run(t, base, gametest.Suite{Games: 150, Probe: 20, MaxBytes: maxBytes, MinHidden: 1000, MaxDecisions: 200})
}
