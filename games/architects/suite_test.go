package architects

import (
	"fmt"
	"testing"

	"mirabilia/game"
	"mirabilia/game/gametest"
)

// table returns a table with options given as key=value.
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
			gametest.Run(t, table(t, seats), gametest.Suite{Games: 70, Probe: 8 * seats, MaxBytes: 1024, MinHidden: 40, MaxDecisions: 1000})
		})
	}
}

// TestConformanceOptions plays each ruling that differs from docs/rules/architects.md, at tables where it matters.
func TestConformanceOptions(t *testing.T) {
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
			gametest.Run(t, table(t, c.seats, c.pairs...), gametest.Suite{Games: 40, Probe: 8 * c.seats, MaxBytes: 1024, MinHidden: 40, MaxDecisions: 1000})
		})
	}
}

func FuzzPosition(f *testing.F) { gametest.FuzzPosition[State, *State](f, table(f, 4)) }
func FuzzMove(f *testing.F)     { gametest.FuzzMove[State, *State](f, table(f, 4)) }

// TestDecksAreEven: a card drawn when it is turned up is as likely as its share of the deck.
func TestDecksAreEven(t *testing.T) {
	const deals = 20000
	s := table(t, 2, "wonders=gizah,rhodes")
	r := game.NewRand(game.NumberSeed(5))
	var tops, seconds [NumKinds]int
	for range deals {
		s.Deal(r)
		tops[s.top[Gizah]]++
		s.Apply(0, takeMove(Deck(Gizah)), nil)
		seconds[s.top[Gizah]]++
	}
	for k := range Kind(NumKinds) {
		want := float64(deals) * float64(fullDecks[Gizah].Count(k)) / 25
		for _, got := range []int{tops[k], seconds[k]} {
			if diff := float64(got) - want; diff*diff > 25*want+1 {
				t.Errorf("%s came %d times, %.0f expected", k, got, want)
			}
		}
	}
}
