package arena

import "math"

// SPRT asks whether A is stronger than B, and plays no more than it needs for the answer: Wald's sequential
// test of "Elo0 stronger" against "Elo1 stronger", on the shares of whole deals.
type SPRT struct {
	Elo0, Elo1 float64
	// Alpha and Beta are the chances to accept Elo1 or Elo0 wrongly.
	Alpha, Beta float64
}

// Verdict is the outcome of a sequential test.
type Verdict string

// The verdicts.
const (
	Undecided Verdict = "undecided"
	Stronger  Verdict = "stronger"     // Elo1 is accepted
	NotSo     Verdict = "not_stronger" // Elo0 is accepted
)

// Bounds returns the log likelihood ratios at which the test ends.
func (s SPRT) Bounds() (lower, upper float64) {
	return math.Log(s.Beta / (1 - s.Alpha)), math.Log((1 - s.Beta) / s.Alpha)
}

// Ratio returns the log likelihood ratio of the two claims given what was played.
func (s SPRT) Ratio(p *Pairing) float64 {
	scores := p.scores()
	n := float64(len(scores))
	if n < 2 {
		return 0
	}
	mean, variance := meanVariance(scores)
	s0, s1 := expected(s.Elo0), expected(s.Elo1)
	return n * (s1 - s0) * (2*mean - s0 - s1) / (2 * variance)
}

// Verdict returns the answer so far.
func (s SPRT) Verdict(p *Pairing) Verdict {
	lower, upper := s.Bounds()
	switch ratio := s.Ratio(p); {
	case ratio >= upper:
		return Stronger
	case ratio <= lower:
		return NotSo
	}
	return Undecided
}

// expected returns the share of points of a player so many Elo points stronger.
func expected(elo float64) float64 { return 1 / (1 + math.Exp(-elo*perElo)) }
