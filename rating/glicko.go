package rating

import "math"

// The parameters of Glicko-2 (Mark Glickman, Example of the Glicko-2 system, 2022).
const (
	// glickoScale turns points into the natural scale of odds.
	glickoScale      = 173.7178
	glickoDeviation  = 350
	glickoVolatility = 0.06
	// glickoTau restricts how fast the volatility changes.
	glickoTau = 0.5
	// minDeviation keeps a rating able to move; a player of whom much is known still learns.
	minDeviation = 45
	// periodDays is a rating period: a deviation of 45 becomes about 110 in a year of rest.
	periodDays = 4
	// tolerance of the volatility.
	tolerance = 1e-6
)

// Glicko2 rates games of two seats.
type Glicko2 struct{}

// New returns the rating of a newcomer.
func (Glicko2) New() Rating {
	return Rating{Points: Start, Deviation: glickoDeviation, Volatility: glickoVolatility}
}

// Rested widens the deviation by the volatility, for each rating period and for parts of one.
func (Glicko2) Rested(r Rating, days float64) Rating {
	r.Deviation = min(glickoDeviation, glickoScale*math.Sqrt(square(r.Deviation/glickoScale)+days/periodDays*square(r.Volatility)))
	return r
}

// Update rates a game of two players, from the ratings that both had before it.
func (Glicko2) Update(before []Rating, places []int) []Rating {
	after := make([]Rating, len(before))
	for i, r := range before {
		j := 1 - i
		after[i] = glicko(r, []duel{{before[j], share(places[i], places[j])}}, 0)
		after[i].Deviation = min(max(after[i].Deviation, minDeviation), glickoDeviation)
	}
	return after
}

// share returns what a place gains against another: 1 for the better, 0 for the worse, half for the same.
func share(own, other int) float64 {
	switch {
	case own < other:
		return 1
	case own > other:
		return 0
	}
	return 0.5
}

// duel is a game against an opponent, and what it gained: from 0 to 1.
type duel struct {
	opponent Rating
	score    float64
}

// glicko is steps 2 to 8 of the paper, for the games of so many rating periods.
func glicko(r Rating, games []duel, periods float64) Rating {
	mu, phi := (r.Points-Start)/glickoScale, r.Deviation/glickoScale
	var information, gain float64
	for _, d := range games {
		weight := g(d.opponent.Deviation / glickoScale)
		expected := 1 / (1 + math.Exp(-weight*(mu-(d.opponent.Points-Start)/glickoScale)))
		information += weight * weight * expected * (1 - expected)
		gain += weight * (d.score - expected)
	}
	r.Volatility = volatility(phi, r.Volatility, 1/information, gain/information)
	phi = math.Sqrt(square(phi) + periods*square(r.Volatility))
	phi = 1 / math.Sqrt(1/square(phi)+information)
	r.Points = Start + glickoScale*(mu+square(phi)*gain)
	r.Deviation = glickoScale * phi
	return r
}

// g lowers the weight of a game against an opponent whose strength is uncertain.
func g(phi float64) float64 { return 1 / math.Sqrt(1+3*square(phi)/square(math.Pi)) }

// volatility is step 5: the root of a function, found by the Illinois algorithm.
func volatility(phi, sigma, v, delta float64) float64 {
	a := math.Log(square(sigma))
	f := func(x float64) float64 {
		e := math.Exp(x)
		return e*(square(delta)-square(phi)-v-e)/(2*square(square(phi)+v+e)) - (x-a)/square(glickoTau)
	}
	low, high := a, 0.0
	if excess := square(delta) - square(phi) - v; excess > 0 {
		high = math.Log(excess)
	} else {
		for high = a - glickoTau; f(high) < 0; {
			high -= glickoTau
		}
	}
	atLow, atHigh := f(low), f(high)
	for math.Abs(high-low) > tolerance {
		x := low + (low-high)*atLow/(atHigh-atLow)
		at := f(x)
		if at*atHigh <= 0 {
			low, atLow = high, atHigh
		} else {
			atLow /= 2
		}
		high, atHigh = x, at
	}
	return math.Exp(low / 2)
}

func square(x float64) float64 { return x * x }
