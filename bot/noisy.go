package bot

import (
	"math"

	"mirabilia/bot/eval"
	"mirabilia/bot/search"
	"mirabilia/game"
)

// NoisyGreedy looks one move ahead, as Greedy does, and evaluates like a beginner: partly by the current score, and
// with noise. It never misses an immediate win.
type NoisyGreedy[S comparable, P game.State[S]] struct {
	greedy *Greedy[S, P]
	level  eval.Level
}

// NewNoisyGreedy returns a player of a level that does not search.
func NewNoisyGreedy[S comparable, P game.State[S]](value search.Evaluator[S], level eval.Level, seed game.Seed) *NoisyGreedy[S, P] {
	mixed := func(s *S, seat game.Seat) float64 {
		if level.ScoreWeight == 0 {
			return value(s, seat)
		}
		return level.ScoreWeight*scoreValue(P(s), seat) + (1-level.ScoreWeight)*value(s, seat)
	}
	return &NoisyGreedy[S, P]{NewGreedy[S, P](mixed, seed), level}
}

// Choose returns the move of the highest value after noise.
func (n *NoisyGreedy[S, P]) Choose(b game.Board, seat game.Seat) game.Move {
	g := n.greedy
	g.consider(b.(P), seat)
	best, top := 0, math.Inf(-1)
	for i, total := range g.totals {
		if v := total/greedyRedeals + n.level.Noise*normal(g.r); v > top {
			best, top = i, v
		}
	}
	return g.moves[best]
}

// scoreValue returns what the current score says about a seat's chance to win, 0 to 1.
func scoreValue(b game.Rules, seat game.Seat) float64 {
	res := b.Result()
	best := int16(math.MinInt16)
	for o := range b.Seats() {
		if game.Seat(o) != seat {
			best = max(best, res.Score[o])
		}
	}
	const scale = 10 // points ahead that make a victory likely
	return 1 / (1 + math.Exp(-float64(res.Score[seat]-best)/scale))
}

// normal draws from the standard normal distribution, near enough: a sum of twelve uniform numbers.
func normal(r *game.Rand) float64 {
	sum := -6.0
	for range 12 {
		sum += float64(r.Uint64()>>11) / (1 << 53)
	}
	return sum
}
