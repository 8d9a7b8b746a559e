package dice

import (
	"mirabilia/game"
	"testing"
)

func BenchmarkPlayout(b *testing.B) {
	s := table(b, 3, "random")
	r := game.NewRand(game.NumberSeed(1))
	b.ReportAllocs()
	for b.Loop() {
		s.Deal(r)
		for s.Owing() != 0 {
			seat := s.Owing().First()
			s.Apply(seat, s.RandomMove(seat, r), nil)
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
			s.Apply(seat, buf[r.IntN(len(buf))], nil)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
}
