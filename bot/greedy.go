package bot

import (
	"mirabilia/bot/search"
	"mirabilia/game"
)

// greedyRedeals is how many redeals Greedy averages over. More would steady its evaluation of moves that reveal
// cards, at the same price in time.
const greedyRedeals = 3

// Greedy looks one move ahead: it tries every legal move on a few redeals and takes the one of the highest value.
type Greedy[S comparable, P game.State[S]] struct {
	value  search.Evaluator[S]
	r      *game.Rand
	moves  []game.Move
	totals []float64
	// Redealt and tried states are kept here, so that a choice allocates nothing.
	redealt, tried S
}

// NewGreedy returns a greedy player with this evaluator.
func NewGreedy[S comparable, P game.State[S]](value search.Evaluator[S], seed game.Seed) *Greedy[S, P] {
	return &Greedy[S, P]{value: value, r: game.NewRand(seed)}
}

// Choose returns the first of the best moves.
func (g *Greedy[S, P]) Choose(b game.Board, seat game.Seat) game.Move {
	g.consider(b.(P), seat)
	best := 0
	for i, total := range g.totals {
		if total > g.totals[best] {
			best = i
		}
	}
	return g.moves[best]
}

// consider lists the moves of a seat and adds up the values of each over the redeals. A forced move is not
// evaluated.
func (g *Greedy[S, P]) consider(b *S, seat game.Seat) {
	g.moves = P(b).Moves(seat, g.moves[:0])
	g.totals = append(g.totals[:0], make([]float64, len(g.moves))...)
	if len(g.moves) == 1 {
		return
	}
	for range greedyRedeals {
		g.redealt = *b
		P(&g.redealt).Redeal(seat, g.r)
		for i, m := range g.moves {
			g.tried = g.redealt
			g.totals[i] += g.after(seat, m)
		}
	}
}

// after returns the value of the state that g.tried becomes by the move. Seats that choose at the same time are
// given random moves, so that the move takes effect.
func (g *Greedy[S, P]) after(seat game.Seat, m game.Move) float64 {
	others := P(&g.tried).Owing().Without(seat)
	P(&g.tried).Apply(seat, m, nil)
	for others != 0 {
		o := others.First()
		others = others.Without(o)
		P(&g.tried).Apply(o, P(&g.tried).RandomMove(o, g.r), nil)
	}
	if P(&g.tried).Owing() == 0 {
		return search.Outcome(P(&g.tried), seat)
	}
	return g.value(&g.tried, seat)
}
