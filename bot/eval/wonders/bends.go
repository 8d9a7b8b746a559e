package wonders

import (
	"mirabilia/bot/eval"
	"mirabilia/game"
	"mirabilia/games/wonders"
)

var bends = []eval.Bend[wonders.State]{
	{Name: "science", Low: 0.1, High: 0.4, Weight: 2, Count: func(s *wonders.State, seat game.Seat) float64 {
		symbols, choices := s.Signs(seat)
		return float64(symbols[0] + symbols[1] + symbols[2] + choices)
	}},
	{Name: "military", Low: 0.05, High: 0.3, Weight: 2, Count: func(s *wonders.State, seat game.Seat) float64 { return float64(s.Shields(seat)) }},
	{Name: "points", Low: 0.01, High: 0.05, Weight: 1, Count: func(s *wonders.State, seat game.Seat) float64 { return float64(s.Points(seat)) }},
	{Name: "denial", Low: 0.02, High: 0.08, Weight: 1, Count: func(s *wonders.State, seat game.Seat) float64 { return -eval.MostOfOthers(s, seat, s.Points) }},
	{Name: "wonders", Low: 0.1, High: 0.6, Weight: 1, Count: func(s *wonders.State, seat game.Seat) float64 {
		done, _ := s.Stages(seat)
		return float64(done)
	}},
}
