package bot

import "mirabilia/game"

// Random plays any legal move. It is the floor under all other bots.
type Random struct{ r *game.Rand }

// NewRandom returns a random player with its own source.
func NewRandom(seed game.Seed) *Random { return &Random{game.NewRand(seed)} }

// Choose draws a move. What RandomMove sees beyond the seat's knowledge cannot matter: it draws evenly from moves that are
// the same in all states the seat cannot tell apart.
func (p *Random) Choose(b game.Board, seat game.Seat) game.Move { return b.RandomMove(seat, p.r) }
