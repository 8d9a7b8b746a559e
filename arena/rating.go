package arena

import (
	"math"
	"slices"

	"mirabilia/game"
)

// Rating is the strength of a player: Elo points above the first player, who has none.
type Rating struct {
	Name  string     `json:"name"`
	Elo   float64    `json:"elo"`
	CI95  [2]float64 `json:"ci95"`
	Games int        `json:"games"`
	// Score is the share of the points it took from all opponents.
	Score float64 `json:"score"`
}

const (
	// perElo turns Elo points into the natural scale of odds.
	perElo = math.Ln10 / 400
	// priorElo is the spread that strengths are taken to have before anything is played; it keeps a player
	// who won everything finite.
	priorElo = 1000
	// resamples drawn for an interval.
	resamples = 400
)

// Ratings fits strengths to all pairings (Bradley and Terry's model, draws as half a win). The intervals
// come from drawing deals anew with replacement: the games of one deal go together, as they should.
func (t *Tournament) Ratings() []Rating {
	names := t.Players()
	n := len(names)
	won, played := make([][]float64, n), make([][]float64, n)
	for i := range n {
		won[i], played[i] = make([]float64, n), make([]float64, n)
	}
	list := make([]Rating, n)
	for i, name := range names {
		list[i].Name = name
	}
	tables := make([]struct {
		a, b   int
		scores []float64
	}, len(t.Pairings))
	for k, p := range t.Pairings {
		a, b := slices.Index(names, p.A), slices.Index(names, p.B)
		scores := p.scores()
		tables[k].a, tables[k].b, tables[k].scores = a, b, scores
		for _, s := range scores {
			list[a].Games += t.Seats
			list[b].Games += t.Seats
			list[a].Score += s * float64(t.Seats)
			list[b].Score += (1 - s) * float64(t.Seats)
		}
	}
	for i := range list {
		list[i].Score /= max(1, float64(list[i].Games))
	}
	fill := func(draw func(n, i int) int) {
		for i := range n {
			clear(won[i])
			clear(played[i])
		}
		for _, p := range tables {
			for i := range p.scores {
				s := p.scores[draw(len(p.scores), i)]
				won[p.a][p.b] += s
				won[p.b][p.a] += 1 - s
				played[p.a][p.b]++
				played[p.b][p.a]++
			}
		}
	}
	fill(func(_, i int) int { return i })
	for i, e := range strengths(won, played) {
		list[i].Elo = e
	}
	r := game.NewRand(game.NumberSeed(1))
	drawn := make([][]float64, n)
	for range resamples {
		fill(func(n, _ int) int { return r.IntN(n) })
		for i, e := range strengths(won, played) {
			drawn[i] = append(drawn[i], e)
		}
	}
	for i := range list {
		slices.Sort(drawn[i])
		list[i].CI95 = [2]float64{drawn[i][resamples/40], drawn[i][resamples-1-resamples/40]}
	}
	return list
}

// strengths returns the most likely Elo of each player, the first at 0.
func strengths(won, played [][]float64) []float64 {
	n := len(won)
	r := make([]float64, n)
	prior := 1 / (priorElo * perElo * priorElo * perElo)
	for range 2000 {
		moved := 0.0
		for i := range n {
			slope, bend := -prior*r[i], prior
			for j := range n {
				if played[i][j] > 0 {
					p := 1 / (1 + math.Exp(r[j]-r[i]))
					slope += won[i][j] - played[i][j]*p
					bend += played[i][j] * p * (1 - p)
				}
			}
			step := max(-1, min(1, slope/bend))
			r[i] += step
			moved = max(moved, math.Abs(step))
		}
		if moved < 1e-5 {
			break
		}
	}
	first := r[0]
	for i := range r {
		r[i] = (r[i] - first) / perElo
	}
	return r
}

// Share returns the mean share of points with its 95% interval, from the spread between deals.
func (p *Pairing) Share() (mean float64, ci95 [2]float64, deals int) {
	scores := p.scores()
	if len(scores) == 0 {
		return 0.5, [2]float64{0, 1}, 0
	}
	mean, variance := meanVariance(scores)
	half := 1.959964 * math.Sqrt(variance/float64(len(scores)))
	return mean, [2]float64{max(0, mean-half), min(1, mean+half)}, len(scores)
}

// meanVariance returns the mean of some scores and the variance of one score. One deal won and one lost are added to
// the spread, so that a clean sweep does not look certain.
func meanVariance(scores []float64) (mean, variance float64) {
	n := float64(len(scores))
	for _, s := range scores {
		mean += s / n
	}
	for _, s := range scores {
		variance += (s - mean) * (s - mean)
	}
	return mean, (variance + mean*mean + (1-mean)*(1-mean)) / (n + 1)
}
