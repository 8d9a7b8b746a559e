package dice

import (
	"mirabilia/bot/eval"
	"mirabilia/game"
	"mirabilia/games/dice"
)

var bends = []eval.Bend[dice.State]{
	{Name: "science", Low: 0.1, High: 0.5, Weight: 1, Count: marked(dice.University)},
	{Name: "military", Low: 0.1, High: 0.5, Weight: 1, Count: func(s *dice.State, seat game.Seat) float64 {
		return marked(dice.BarracksWest)(s, seat) + marked(dice.BarracksEast)(s, seat)
	}},
	{Name: "points", Low: 0.02, High: 0.1, Weight: 1, Count: func(s *dice.State, seat game.Seat) float64 { return float64(s.Points(seat)) }},
	{Name: "denial", Low: 0.02, High: 0.1, Weight: 1, Count: func(s *dice.State, seat game.Seat) float64 { return -eval.MostOfOthers(s, seat, s.Points) }},
	{Name: "wonders", Low: 0.1, High: 0.5, Weight: 1, Count: marked(dice.Wonder)},
}

// marked counts the marked spaces of a building.
func marked(b dice.Building) func(s *dice.State, seat game.Seat) float64 {
	return func(s *dice.State, seat game.Seat) float64 { return float64(s.Marked(seat, b)) }
}
