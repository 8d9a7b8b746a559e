package bot

import (
	"math"

	"mirabilia/bot/net"
	"mirabilia/bot/search"
	"mirabilia/game"
)

// Reflex looks one move ahead and evaluates as a Setup says. It plays hundreds of games in the time of one with a search:
// training learns from many of them what few good ones could not tell.
type Reflex interface {
	Player
	// ChooseNoisily returns the move of the highest value after noise, whose standard deviation is a logit.
	ChooseNoisily(b game.Board, seat game.Seat, noise float64) game.Move
}

type reflex[S comparable, P game.State[S]] struct {
	evaluator  func(own game.Seat) search.Evaluator[S]
	candidates func(s *S, seat game.Seat, buf []game.Move) []game.Move
	evaluate   search.Evaluator[S] // made when the seat is known
	r          *game.Rand
	moves      []game.Move
	values     []float64
	// Redealt and tried states are kept here, so that a choice allocates nothing.
	redealt, tried S
}

// reflexRedeals is how many redeals a move is tried on.
const reflexRedeals = 2

// Choose implements Player.
func (x *reflex[S, P]) Choose(b game.Board, seat game.Seat) game.Move {
	return x.ChooseNoisily(b, seat, 0)
}

// ChooseNoisily implements Reflex. Seats that choose at the same time move at random, alike for all moves that are tried.
func (x *reflex[S, P]) ChooseNoisily(b game.Board, seat game.Seat, noise float64) game.Move {
	board := b.(P)
	if x.candidates != nil {
		x.moves = x.candidates(board, seat, x.moves[:0])
	} else {
		x.moves = P(board).Moves(seat, x.moves[:0])
	}
	if len(x.moves) == 1 {
		return x.moves[0]
	}
	if x.evaluate == nil {
		x.evaluate = x.evaluator(seat)
	}
	x.values = append(x.values[:0], make([]float64, len(x.moves))...)
	for range reflexRedeals {
		x.redealt = *board
		p := P(&x.redealt)
		p.Redeal(seat, x.r)
		for others := p.Owing().Without(seat); others != 0; others = others.Without(others.First()) {
			p.Apply(others.First(), p.RandomMove(others.First(), x.r), nil)
		}
		for i, m := range x.moves {
			x.values[i] += x.after(seat, m)
		}
	}
	best, top := 0, math.Inf(-1)
	for i, v := range x.values {
		if v = net.Logit(v/reflexRedeals) + noise*normal(x.r); v > top {
			best, top = i, v
		}
	}
	return x.moves[best]
}

// after returns the value of the state that a move leads to.
func (x *reflex[S, P]) after(seat game.Seat, m game.Move) float64 {
	x.tried = x.redealt
	P(&x.tried).Apply(seat, m, nil)
	if P(&x.tried).Owing() == 0 {
		return search.Outcome(P(&x.tried), seat)
	}
	return x.evaluate(&x.tried, seat)
}
