package architects

import (
	"mirabilia/bot/eval"
	"mirabilia/game"
	"mirabilia/games/architects"
)

var bends = []eval.Bend[architects.State]{
	{Name: "science", Low: 0.1, High: 0.6, Weight: 2, Count: func(s *architects.State, seat game.Seat) float64 {
		return float64(3*s.Tokens(seat).Len()+symbolKinds(s.Cards(seat))) / 3
	}},
	{Name: "military", Low: 0.1, High: 0.4, Weight: 2, Count: func(s *architects.State, seat game.Seat) float64 { return float64(s.Shields(seat)) }},
	{Name: "points", Low: 0.02, High: 0.1, Weight: 1, Count: func(s *architects.State, seat game.Seat) float64 { return float64(s.Points(seat)) }},
	{Name: "denial", Low: 0.02, High: 0.1, Weight: 1, Count: func(s *architects.State, seat game.Seat) float64 { return -eval.MostOfOthers(s, seat, s.Points) }},
	{Name: "wonders", Low: 0.1, High: 0.5, Weight: 1, Count: func(s *architects.State, seat game.Seat) float64 { return float64(s.Built(seat)) }},
}
