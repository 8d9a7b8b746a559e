package architects

import (
	"fmt"
	"testing"

	"mirabilia/game"
	"mirabilia/game/gametest"
)

// table is a table with options given as key=value.
func table(t testing.TB, seats int, pairs ...string) State {
	t.Helper()
	o, err := game.ParseOptions(pairs)
	if err != nil {
		t.Fatal(err)
	}
	b, err := Game.New(seats, o)
	if err != nil {
		t.Fatal(err)
	}
	return *b.(*State)
}

func TestConformance(t *testing.T) {
	for seats := 2; seats <= game.MaxSeats; seats++ {
		t.Run(fmt.Sprint(seats, " seats"), func(t *testing.T) {
			gametest.Run(t, table(t, seats), gametest.Suite{Games: 150, Probe: 30, MaxBytes: 1024, MaxDecisions: 1000})
		})
	}
}

// TestConformanceOfRulings plays each ruling that differs from RULES.md, at tables where it matters.
func TestConformanceOfRulings(t *testing.T) {
	for _, c := range []struct {
		seats int
		pairs []string
	}{
		{2, []string{"economy=may", "engineering=may", "extra_time=at_once", "look=chooser", "no_draw=skip", "wonders=halicarnassus,olympia"}},
		{3, []string{"coins=free", "payment=most", "wonders=ephesos,gizah,babylon"}},
		{4, []string{"coins=strict", "economy=always", "engineering=always", "extra=must"}},
		{7, []string{"no_draw=end", "victories=28", "look=chooser"}},
	} {
		t.Run(fmt.Sprint(c.pairs), func(t *testing.T) {
			gametest.Run(t, table(t, c.seats, c.pairs...), gametest.Suite{Games: 60, Probe: 20, MaxBytes: 1024, MaxDecisions: 1000})
		})
	}
}

func FuzzPosition(f *testing.F) { gametest.FuzzPosition[State, *State](f, table(f, 4)) }
func FuzzMove(f *testing.F)     { gametest.FuzzMove[State, *State](f, table(f, 4)) }
