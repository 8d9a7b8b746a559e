package architects

import (
	"testing"

	"mirabilia/game"
)

// BenchmarkPlayout plays random games at a table of three.
func BenchmarkPlayout(b *testing.B) {
	s := table(b, 3)
	r := game.NewRand(game.NumberSeed(1))
	decisions := 0
	b.ReportAllocs()
	for b.Loop() {
		s.Deal(r)
		for s.phase != over {
			s.Apply(s.turn, s.RandomMove(s.turn, r), nil)
			decisions++
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
	b.ReportMetric(float64(decisions)/float64(b.N), "decisions/game")
}

// BenchmarkList lists the moves of every state of one random game.
func BenchmarkList(b *testing.B) {
	s := table(b, 3)
	r := game.NewRand(game.NumberSeed(1))
	var states []State
	for s.Deal(r); s.phase != over; s.Apply(s.turn, s.RandomMove(s.turn, r), nil) {
		states = append(states, s)
	}
	buf := make([]game.Move, 0, maxMoves)
	b.ReportAllocs()
	for b.Loop() {
		for i := range states {
			buf = states[i].Moves(states[i].turn, buf[:0])
		}
	}
	b.ReportMetric(float64(b.N*len(states))/b.Elapsed().Seconds(), "lists/s")
}

// BenchmarkRedeal redeals a state in which another seat has looked at the central deck.
func BenchmarkRedeal(b *testing.B) {
	s := table(b, 3)
	r := game.NewRand(game.NumberSeed(1))
	for s.Deal(r); s.topKnown.First() != 0; s.Apply(s.turn, s.RandomMove(s.turn, r), nil) {
		if s.phase == over {
			s.Deal(r)
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		s.Redeal(1, r)
	}
}
