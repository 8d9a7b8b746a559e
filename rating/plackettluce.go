package rating

import "math"

// The parameters of the Plackett–Luce model (Ruby Weng and Chih-Jen Lin, A Bayesian approximation method for online
// ranking, 2011), on its own scale.
const (
	startMu    = 25.0
	startSigma = startMu / 3
	beta       = startMu / 6
	// tau is added before each game: the strength may have changed.
	tau = startMu / 300
	// restPerDay is by how much sigma² grows on a day of rest.
	restPerDay = 0.031
	// pointsPerMu makes 400 points odds of 10 to 1 between two players, as in Glicko-2.
	pointsPerMu = 29.5
	// kappa is the least share of its variance that a rating keeps after a game.
	kappa = 0.0001
)

// PlackettLuce rates games of two seats and more by the order in which the players finish.
type PlackettLuce struct{}

// New returns the rating of a newcomer.
func (PlackettLuce) New() Rating {
	return Rating{Points: Start, Deviation: pointsPerMu * startSigma}
}

// Rested widens the deviation with every day.
func (PlackettLuce) Rested(r Rating, days float64) Rating {
	r.Deviation = min(pointsPerMu*startSigma, pointsPerMu*math.Sqrt(square(r.Deviation/pointsPerMu)+days*restPerDay))
	return r
}

// Update rates a game. It differs from the usual choice of the paper in two places that the paper leaves open, because with
// them the margins would not be true; see scale and DECISIONS.md.
func (PlackettLuce) Update(before []Rating, places []int) []Rating {
	skills := make([]skill, len(before))
	for i, r := range before {
		skills[i] = skill{startMu + (r.Points-Start)/pointsPerMu, math.Hypot(r.Deviation/pointsPerMu, tau)}
	}
	after := make([]Rating, len(before))
	for i, s := range wengLin(skills, places, scale(skills), func(float64) float64 { return 1 }) {
		after[i] = before[i]
		after[i].Points, after[i].Deviation = Start+pointsPerMu*(s.mu-startMu), pointsPerMu*s.sigma
	}
	return after
}

// skill is a rating on the scale of the paper.
type skill struct{ mu, sigma float64 }

// scale is the c of the paper for a table: by how much a difference in mu is divided before it becomes odds. The paper adds up
// the variances of all players, so that the same difference would mean less at a larger table. Here it is that of two average
// players of the table.
func scale(skills []skill) float64 {
	var sum float64
	for _, s := range skills {
		sum += square(s.sigma) + square(beta)
	}
	return math.Sqrt(2 * sum / float64(len(skills)))
}

// wengLin is algorithm 4 of the paper, with ties. The damping, gamma in the paper, is multiplied into what a game takes from
// the variance of a player with the given sigma.
func wengLin(skills []skill, places []int, c float64, damping func(sigma float64) float64) []skill {
	top := math.Inf(-1)
	for _, s := range skills {
		top = max(top, s.mu)
	}
	strength := make([]float64, len(skills))
	for i, s := range skills {
		strength[i] = math.Exp((s.mu - top) / c) // only ratios count, and this cannot overflow
	}
	after := make([]skill, len(skills))
	for i, s := range skills {
		var omega, delta float64
		for q := range skills {
			if places[q] > places[i] {
				continue // q was chosen after i had its place
			}
			var rest, tied float64
			for k := range skills {
				if places[k] >= places[q] {
					rest += strength[k]
				}
				if places[k] == places[q] {
					tied++
				}
			}
			p := strength[i] / rest
			omega -= p / tied
			if q == i {
				omega += 1 / tied
			}
			delta += p * (1 - p) / tied
		}
		omega *= square(s.sigma) / c
		delta *= damping(s.sigma) * square(s.sigma) / square(c)
		after[i] = skill{s.mu + omega, s.sigma * math.Sqrt(max(1-delta, kappa))}
	}
	return after
}
