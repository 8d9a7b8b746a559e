package wonders

import (
	"testing"

	"mirabilia/game"
)

// BenchmarkList plays games of four seats by listing all moves.
func BenchmarkList(b *testing.B) {
	benchmark(b, func(s *State, seat game.Seat, buf []game.Move, r *game.Rand) game.Move {
		buf = s.Moves(seat, buf[:0])
		return buf[r.IntN(len(buf))]
	})
}

// BenchmarkPlayout plays games of four seats by drawing moves.
func BenchmarkPlayout(b *testing.B) {
	benchmark(b, func(s *State, seat game.Seat, _ []game.Move, r *game.Rand) game.Move { return s.RandomMove(seat, r) })
}

func benchmark(b *testing.B, choose func(*State, game.Seat, []game.Move, *game.Rand) game.Move) {
	r := game.NewRand(game.NumberSeed(1))
	s := table(b, 4, nil)
	buf := make([]game.Move, 0, 1024)
	b.ReportAllocs()
	for b.Loop() {
		s.Deal(r)
		for s.Owing() != 0 {
			seat := s.Owing().First()
			s.Apply(seat, choose(&s, seat, buf, r), nil)
		}
		s.Result()
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
}

// BenchmarkRedeal imagines the hidden cards anew in the middle of Age II.
func BenchmarkRedeal(b *testing.B) {
	r := game.NewRand(game.NumberSeed(1))
	s := table(b, 4, nil)
	s.Deal(r)
	for s.age < 1 || s.turn < 3 {
		seat := s.Owing().First()
		s.Apply(seat, s.RandomMove(seat, r), nil)
	}
	c := s
	b.ReportAllocs()
	for b.Loop() {
		c = s
		c.Redeal(0, r)
	}
}
