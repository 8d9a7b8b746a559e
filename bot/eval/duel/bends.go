package duel

import (
	"math/bits"

	"mirabilia/bot/eval"
	"mirabilia/game"
	"mirabilia/games/duel"
)

// bends are the ways to win of Duel and Pantheon that evaluations can be bent towards. Science weighs most: it is the way to win that play without specialists hardly shows.
var bends = []eval.Bend[duel.State]{
	{Name: "science", Low: 0.2, High: 1, Weight: 4, Count: func(s *duel.State, seat game.Seat) float64 { return float64(s.Symbols(seat)) }},
	{Name: "military", Low: 0.1, High: 0.5, Weight: 1, Count: func(s *duel.State, seat game.Seat) float64 { return float64(s.Lead(seat)) }},
	{Name: "points", Low: 0.02, High: 0.1, Weight: 1, Count: func(s *duel.State, seat game.Seat) float64 { return float64(s.Score(seat)) }},
	{Name: "denial", Low: 0.2, High: 0.8, Weight: 1, Count: func(s *duel.State, seat game.Seat) float64 { return -float64(s.Symbols(1 - seat)) }},
	{Name: "wonders", Low: 0.2, High: 0.8, Weight: 1, Count: func(s *duel.State, seat game.Seat) float64 {
		return float64(bits.OnesCount16(s.BuiltSet(seat)))
	}},
}
