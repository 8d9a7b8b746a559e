package gametest

import (
	"testing"

	"mirabilia/game"
	"mirabilia/game/record"
)

// Random returns a player of even chances for Played.
func Random(number uint64) func(game.Board, game.Seat) game.Move {
	r := game.NewRand(game.NumberSeed(number))
	return func(b game.Board, seat game.Seat) game.Move { return b.RandomMove(seat, r) }
}

// Played plays the game of a record, which has no steps yet, to its end; choose decides for every seat.
func Played(t testing.TB, g game.Game, rec *record.Record, choose func(game.Board, game.Seat) game.Move) *record.Record {
	t.Helper()
	b, err := rec.Start(g)
	if err != nil {
		t.Fatal(err)
	}
	for b.Owing() != 0 {
		seat := b.Owing().First()
		m := choose(b, seat)
		rec.Add(seat, b.Text(m))
		b.Apply(seat, m, nil)
	}
	rec.Finish(b)
	return rec
}
