package wonders

import (
	"fmt"
	"strings"
	"testing"

	"mirabilia/game"
	"mirabilia/game/gametest"
)

// table returns an undealt state.
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
				Games: 60, Probe: 6 * seats, MaxBytes: 1024, MinHidden: 1500, Simultaneous: true, MuchHidden: seats > 3, MaxDecisions: 200, RandomSkipsMoves: true,
			})
		})
	}
}

// The boards and sides by option, with those that act alone and remember most.
func TestConformanceOptions(t *testing.T) {
	for _, o := range []game.Options{
		{"boards": "halikarnassos,babylon,olympia", "sides": "night"},
		{"boards": "babylon,halikarnassos,alexandria,ephesos", "sides": "random"},
	} {
		seats := len(strings.Split(o["boards"], ","))
		t.Run(strings.ReplaceAll(o.String(), " ", "_"), func(t *testing.T) {
			gametest.Run[State](t, table(t, seats, o), gametest.Suite{
				Games: 40, Probe: 5 * seats, MaxBytes: 1024, MinHidden: 1500, Simultaneous: true, MuchHidden: seats > 3, MaxDecisions: 200, RandomSkipsMoves: true,
			})
		})
	}
}

func FuzzPosition(f *testing.F) {
	s := table(f, 4, game.Options{"boards": "halikarnassos,babylon,olympia,gizah", "sides": "night"})
	gametest.FuzzPosition[State](f, s)
}

func FuzzMove(f *testing.F) { gametest.FuzzMove[State](f, table(f, 5, nil)) }
