package bot

import "mirabilia/game"

// Scorer is greedy by the score alone, for games that the bots know nothing else of: it tries every legal move on a few
// redeals and takes the one after which its lead over the best other seat is highest.
type Scorer struct {
	game game.Game
	r    *game.Rand
}

// NewScorer returns a player of any game.
func NewScorer(g game.Game, seed game.Seed) *Scorer { return &Scorer{g, game.NewRand(seed)} }

// Choose returns the first of the best moves.
func (p *Scorer) Choose(b game.Board, seat game.Seat) game.Move {
	moves := b.Moves(seat, nil)
	leads := make([]int, len(moves))
	for range greedyRedeals {
		redealt := p.game.Clone(b)
		redealt.Redeal(seat, p.r)
		for i, m := range moves {
			leads[i] += p.after(p.game.Clone(redealt), seat, m)
		}
	}
	best := 0
	for i, lead := range leads {
		if lead > leads[best] {
			best = i
		}
	}
	return moves[best]
}

// after returns the lead after a move. Seats that choose at the same time are given random moves, so that it takes effect.
func (p *Scorer) after(b game.Board, seat game.Seat, m game.Move) int {
	others := b.Owing().Without(seat)
	b.Apply(seat, m, nil)
	for ; others != 0; others = others.Without(others.First()) {
		b.Apply(others.First(), b.RandomMove(others.First(), p.r), nil)
	}
	res := b.Result()
	most := int16(-1 << 15)
	for other := range b.Seats() {
		if game.Seat(other) != seat {
			most = max(most, res.Score[other])
		}
	}
	return int(res.Score[seat]) - int(most)
}
