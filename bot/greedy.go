package bot

import "mirabilia/game"

// greedyRedeals is how many times Greedy imagines the hidden cards anew. More would steady its judgement of
// moves that turn cards up, at the same price in time.
const greedyRedeals = 3

// Greedy looks one move ahead: it tries every legal move on a few redeals and takes the one whose outcome
// it values most.
type Greedy[S comparable, P game.State[S]] struct {
	value  Value[S]
	r      *game.Rand
	moves  []game.Move
	totals []float64
	// Redealt and tried states live here, so that a choice allocates nothing.
	imagined, tried S
}

// NewGreedy is a greedy player that judges by the given value.
func NewGreedy[S comparable, P game.State[S]](value Value[S], seed game.Seed) *Greedy[S, P] {
	return &Greedy[S, P]{value: value, r: game.NewRand(seed)}
}

// Choose takes the first of the best moves.
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

// consider lists the moves of a seat and adds up for each what it is worth over the redeals. A move that is
// the only one is not looked at.
func (g *Greedy[S, P]) consider(b *S, seat game.Seat) {
	g.moves = P(b).Moves(seat, g.moves[:0])
	g.totals = append(g.totals[:0], make([]float64, len(g.moves))...)
	if len(g.moves) == 1 {
		return
	}
	for range greedyRedeals {
		g.imagined = *b
		P(&g.imagined).Redeal(seat, g.r)
		for i, m := range g.moves {
			g.tried = g.imagined
			g.totals[i] += g.after(seat, m)
		}
	}
}

// after is the value of the state that g.tried becomes by the move. Seats that choose at the same time are
// given random choices, so that the move takes effect.
func (g *Greedy[S, P]) after(seat game.Seat, m game.Move) float64 {
	others := P(&g.tried).Owing().Without(seat)
	P(&g.tried).Apply(seat, m, nil)
	for others != 0 {
		o := others.First()
		others = others.Without(o)
		P(&g.tried).Apply(o, P(&g.tried).Draw(o, g.r), nil)
	}
	if P(&g.tried).Owing() == 0 {
		return outcome(P(&g.tried), seat)
	}
	return g.value(&g.tried, seat)
}

// outcome is what a finished game is worth to a seat: 1 shared by the winners.
func outcome(b game.Rules, seat game.Seat) float64 {
	res := b.Result()
	winners := res.Winners()
	if !winners.Has(seat) {
		return 0
	}
	return 1 / float64(winners.Len())
}
