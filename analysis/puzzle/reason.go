package puzzle

import (
	"slices"

	"mirabilia/analysis"
	"mirabilia/game"
)

// Reason is why the best move is best, where a rule gives it. Its text is in the locales under "puzzle.reason.<id>".
type Reason string

const (
	// StopsWin: with every other move another seat can win at once; with the best none can.
	StopsWin Reason = "stops_win"
	// PlaysAgain: only the best move gives the seat another turn (Duel).
	PlaysAgain Reason = "plays_again"
	// WinsByForce: after the best move the seat cannot fail to win.
	WinsByForce Reason = "wins"
)

var reasons = []Reason{StopsWin, PlaysAgain, WinsByForce}

// reason returns the first reason that a rule gives.
func (f *finder) reason(b game.Board, p *Puzzle) Reason {
	stops := func(c game.Board, _ *game.Events) bool { return !f.losesAtOnce(c, p.Seat) }
	again := func(_ game.Board, told *game.Events) bool {
		return slices.ContainsFunc(told.List, func(ev game.Event) bool { return ev.Type == "again" && ev.Seat == p.Seat })
	}
	switch {
	case f.onlyBest(b, p, stops):
		return StopsWin
	case f.onlyBest(b, p, again):
		return PlaysAgain
	case p.Moves[0].Q[p.Seat] == analysis.Sure && p.Moves[0].SE == 0:
		return WinsByForce
	}
	return ""
}

// onlyBest reports whether something holds after the best move, and after no other, on all of several redeals.
func (f *finder) onlyBest(b game.Board, p *Puzzle, holds func(game.Board, *game.Events) bool) bool {
	for i, m := range p.Moves {
		for k := range 8 {
			c := f.redeal(b, p.Seat, k)
			var told game.Events
			if err := game.PlayText(c, p.Seat, m.Move, &told); err != nil {
				panic("puzzle: " + err.Error()) // it was legal before
			}
			if holds(c, &told) != (i == 0) {
				return false
			}
		}
	}
	return true
}

// losesAtOnce reports whether another seat, alone to move, has a move that ends the game against the seat.
func (f *finder) losesAtOnce(b game.Board, seat game.Seat) bool {
	if b.Owing() == 0 {
		return outcomeOf(b, seat) == 0
	}
	other := b.Owing().First()
	if b.Owing().Len() != 1 || other == seat {
		return false
	}
	for _, m := range b.Moves(other, nil) {
		c := f.g.Clone(b)
		c.Apply(other, m, nil)
		if c.Owing() == 0 && outcomeOf(c, seat) == 0 {
			return true
		}
	}
	return false
}
