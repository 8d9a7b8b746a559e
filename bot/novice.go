package bot

import (
	"math"

	"mirabilia/game"
)

// Novice looks one move ahead, as Greedy does, but judges as people do who are new to a game: by the points
// that lie on the table already, and roughly. It sees a victory at hand, for so do they.
type Novice[S comparable, P game.State[S]] struct {
	greedy *Greedy[S, P]
	level  Level
}

// NewNovice is a player of a level that does not search.
func NewNovice[S comparable, P game.State[S]](value Value[S], level Level, seed game.Seed) *Novice[S, P] {
	judge := func(s *S, seat game.Seat) float64 {
		if level.Naive == 0 {
			return value(s, seat)
		}
		return level.Naive*onTable(P(s), seat) + (1-level.Naive)*value(s, seat)
	}
	return &Novice[S, P]{NewGreedy[S, P](judge, seed), level}
}

// Choose takes what looks best, give or take.
func (n *Novice[S, P]) Choose(b game.Board, seat game.Seat) game.Move {
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

// onTable is what the points on the table say about who will win, 0 to 1.
func onTable(b game.Rules, seat game.Seat) float64 {
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

// normal draws from the standard normal distribution (as a sum of twelve even draws, which is near enough).
func normal(r *game.Rand) float64 {
	sum := -6.0
	for range 12 {
		sum += float64(r.Uint64()>>11) / (1 << 53)
	}
	return sum
}
