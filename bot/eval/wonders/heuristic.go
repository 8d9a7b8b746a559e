package wonders

import (
	"math"

	"mirabilia/game"
	"mirabilia/games/wonders"
)

// heuristic estimates the chance of winning in 7 Wonders: every seat is weighed in points, those at hand
// and those its means will bring, and the chances are shared out by weight, the more sharply the fewer turns
// are left.
func heuristic(s *wonders.State, seat game.Seat) float64 {
	left := 0
	for age := range wonders.NumAges {
		left += s.TurnsLeft(age)
	}
	swing := 2 + 7*math.Sqrt(float64(left)/(wonders.NumAges*wonders.NumTurns))
	mine := cityWorth(s, seat)
	sum := 0.0
	for o := range game.Seat(s.Seats()) {
		sum += math.Exp((cityWorth(s, o) - mine) / swing)
	}
	return 1 / sum
}

// cityWorth returns the worth of a seat in points.
func cityWorth(s *wonders.State, seat game.Seat) float64 {
	left := 0.0 // turns left
	v := float64(s.Points(seat))
	for age := s.Age(); age < wonders.NumAges; age++ {
		turns := float64(s.TurnsLeft(age))
		left += turns
		if turns > 0 {
			v += turns * turnWorth[age] * reach(s, seat, age)
		}
		v += warWorth(s, seat, s.Left(seat), age, left) + warWorth(s, seat, s.Right(seat), age, left)
	}
	// A coin scores a third of a point; as long as things can be bought, the first ones are worth more.
	coins := float64(s.Coins(seat))
	v += coins/3 + 0.15*math.Min(coins, 6)*math.Min(1, left/6)
	return v + scienceWorth(s, seat, left) + stageWorth(s, seat, left) + powerWorth(s, seat, left)
}

// turnWorth is what a turn of an age brings in points if everything can be built for nothing.
var turnWorth = [wonders.NumAges]float64{2.8, 5, 7.8}

// reach returns the part of the cards of an age that a seat can build, dear ones counted less.
func reach(s *wonders.State, seat game.Seat, age int) float64 {
	reach, all := 0.0, 0.0
	first, end := wonders.AgeCards(age)
	for c := first; c < end; c++ {
		n := c.Copies(s.Seats())
		all += n
		if coins, ok := s.Price(seat, c); ok {
			reach += n * ease[min(coins, len(ease)-1)]
		}
	}
	return reach / all
}

// ease is the worth of a card that costs so many coins, beside a free one.
var ease = [...]float64{1, 0.88, 0.75, 0.62, 0.5, 0.38, 0.28, 0.18, 0.1, 0.05, 0}

// warWorth returns what a seat expects from the conflict with a neighbour at the end of an age.
func warWorth(s *wonders.State, seat, other game.Seat, age int, left float64) float64 {
	lead := float64(s.Shields(seat) - s.Shields(other))
	chance := math.Tanh(lead / (0.5 + 0.45*left))
	win := float64(2*age + 1)
	if chance > 0 {
		return chance * win
	}
	return chance
}

// scienceWorth returns what the symbols of a seat promise beyond what they score.
func scienceWorth(s *wonders.State, seat game.Seat, left float64) float64 {
	symbols, choices := s.Signs(seat)
	now := wonders.SciencePoints(symbols, choices)
	next := 0.0
	for i := range symbols {
		symbols[i]++
		next += float64(wonders.SciencePoints(symbols, choices) - now)
		symbols[i]--
	}
	return next / 3 * 0.09 * left
}

// stageWorth returns what the open stages of a seat promise.
func stageWorth(s *wonders.State, seat game.Seat, left float64) float64 {
	v := 0.0
	done, all := s.Stages(seat)
	for k := done; k < all; k++ {
		coins, ok := s.StagePrice(seat, k)
		if !ok {
			break
		}
		chance := ease[min(coins, len(ease)-1)] * math.Min(1, left/8) * math.Pow(0.7, float64(k-done))
		v += 0.4 * chance * float64(3+s.StagePoints(seat, k))
	}
	return v
}

// powerWorth returns what the powers of a seat's stages promise.
func powerWorth(s *wonders.State, seat game.Seat, left float64) float64 {
	v := 0.0
	powers, ages := s.Powers(seat), left/wonders.NumTurns
	if powers&wonders.FreeColour != 0 {
		v += 2.5 * ages
	}
	if powers&(wonders.FreeFirst|wonders.FreeLast) != 0 {
		v += 2.5 * ages
	}
	if powers&wonders.FreeFirst != 0 && powers&wonders.FreeLast != 0 {
		v += 2.5 * ages
	}
	if powers&wonders.LastCard != 0 {
		v += 3 * ages
	}
	// The card that is about to be played or dug out is as good as built.
	if s.Using(seat) != 0 {
		v += 4
	}
	return v
}
