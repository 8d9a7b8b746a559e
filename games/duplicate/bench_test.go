package duplicate

import (
	"testing"

	"mirabilia/game"
)

// BenchmarkPlayout plays matches by drawing moves without listing them.
func BenchmarkPlayout(b *testing.B) {
	s := table(b)
	r := game.NewRand(game.NumberSeed(1))
	for b.Loop() {
		s.Deal(r)
		for s.Owing() != 0 {
			seat := s.Owing().First()
			s.Apply(seat, s.RandomMove(seat, r), nil)
		}
		_ = s.Result()
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
}

// BenchmarkView builds what a seat sees after each decision, as tables do.
func BenchmarkView(b *testing.B) {
	s := table(b)
	r := game.NewRand(game.NumberSeed(1))
	s.Deal(r)
	b.ReportAllocs()
	for b.Loop() {
		if s.Owing() == 0 {
			s.Deal(r)
		}
		seat := s.Owing().First()
		s.Apply(seat, s.RandomMove(seat, r), nil)
		_, giveBack := s.LendView(seat)
		giveBack()
	}
}
