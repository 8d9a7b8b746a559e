package duel

import (
	"mirabilia/game"
	"testing"
)

// BenchmarkList plays games by listing all moves and picking one evenly.
func BenchmarkList(b *testing.B) {
	b.Run("base", func(b *testing.B) { benchmarkList(b, table(b)) })
	b.Run("pantheon", func(b *testing.B) { benchmarkList(b, table(b, "pantheon=true")) })
}

func benchmarkList(b *testing.B, s State) {
	r := game.NewRand(game.NumberSeed(1))
	var buf []game.Move
	for b.Loop() {
		s.Deal(r)
		for s.Owing() != 0 {
			seat := s.Owing().First()
			buf = s.Moves(seat, buf[:0])
			s.Apply(seat, buf[r.IntN(len(buf))], nil)
		}
		_ = s.Result()
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
}

// BenchmarkPlayout plays games by drawing moves without listing them.
func BenchmarkPlayout(b *testing.B) {
	b.Run("base", func(b *testing.B) { benchmarkPlayout(b, table(b)) })
	b.Run("pantheon", func(b *testing.B) { benchmarkPlayout(b, table(b, "pantheon=true")) })
}

func benchmarkPlayout(b *testing.B, s State) {
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

// BenchmarkView builds what a seat sees after each decision of a game.
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
		_ = s.View(seat)
	}
}
