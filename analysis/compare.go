package analysis

import (
	"context"

	"mirabilia/bot"
	"mirabilia/game"
)

// Comparison is what paired redeals showed of some moves.
type Comparison struct {
	// Q and SE of each move, as in Move.
	Q  []Chances
	SE []Chance
	// Lead returns by how much the first move leads another one for the seat, and the standard error of the difference.
	Lead func(i int) (lead, se Chance)
}

// Compare measures moves of a seat by paired redeals, as a decision is measured. The salt chooses the redeals. It returns nil if the
// context ends.
func Compare(ctx context.Context, g game.Game, b game.Board, seat game.Seat, moves []game.Move, salt, redeals, simulations int) *Comparison {
	m := &measure{ctx, g}
	values := m.paired(b, seat, moves, salt, redeals, simulations)
	if values == nil {
		return nil
	}
	c := &Comparison{}
	for i := range moves {
		c.Q = append(c.Q, rounded(mean(values[i], b.Seats(), func(int) bool { return true })))
		c.SE = append(c.SE, roundedUp(standardError(redeals, func(k int) float64 { return values[i][k][seat] })))
	}
	c.Lead = func(i int) (lead, se Chance) {
		return c.Q[0][seat] - c.Q[i][seat], roundedUp(standardError(redeals, func(k int) float64 { return values[0][k][seat] - values[i][k][seat] }))
	}
	return c
}

// Search lets the engine think about a position, with a seed that depends on the salt only.
func Search(ctx context.Context, g game.Game, b game.Board, seat game.Seat, salt, simulations int) *bot.Analysis {
	return (&measure{ctx, g}).search(b, seat, simulations, seed("search", uint64(salt)))
}

// Scale returns the factor by which losses and margins of two seats are multiplied at a table of more.
func Scale(seats int) float64 { return scale(seats) }

// EngineOf names the engine that judges a board.
func EngineOf(g game.Game, b game.Board, version string) (Engine, error) {
	net, err := bot.NetID(g, b)
	return Engine{version, net, level}, err
}
