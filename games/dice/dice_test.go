package dice

import (
	"fmt"
	"testing"

	"mirabilia/game"
	"mirabilia/game/gametest"
)

// table is an undealt table of the game's own sheet.
func table(t testing.TB, seats int, cities string) State {
	t.Helper()
	s, err := printed.empty(seats, game.Options{"cities": cities})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestContract(t *testing.T) {
	for seats := 2; seats <= game.MaxSeats; seats++ {
		t.Run(fmt.Sprintf("%d seats", seats), func(t *testing.T) {
			gametest.Run[State](t, table(t, seats, "random"), gametest.Suite{Games: 40, Probe: 12, MaxBytes: 1024, MaxDecisions: 400 * seats})
		})
	}
}

func FuzzPosition(f *testing.F) { gametest.FuzzPosition[State](f, table(f, 3, "random")) }

func FuzzMove(f *testing.F) { gametest.FuzzMove[State](f, table(f, 3, "random")) }

func BenchmarkPlayout(b *testing.B) {
	s := table(b, 3, "random")
	r := game.NewRand(game.NumberSeed(1))
	b.ReportAllocs()
	for b.Loop() {
		s.Deal(r)
		for s.Owing() != 0 {
			seat := s.Owing().First()
			s.Apply(seat, s.Draw(seat, r), nil)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
}

func BenchmarkList(b *testing.B) {
	s := table(b, 3, "random")
	r := game.NewRand(game.NumberSeed(1))
	buf := make([]game.Move, 0, 256)
	b.ReportAllocs()
	for b.Loop() {
		s.Deal(r)
		for s.Owing() != 0 {
			seat := s.Owing().First()
			buf = s.Moves(seat, buf[:0])
			s.Apply(seat, buf[r.Below(len(buf))], nil)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
}
