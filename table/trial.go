package table

import (
	"context"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/game/record"
)

// A trial is a table that begins in the middle of a finished game, or in the position of a puzzle: how would it have gone otherwise? Nobody
// gains from what they know of that game, because what the seat did not know then is dealt anew. Its position is in the journal, and a record,
// which begins with a deal, cannot say it: so it has none.

// Try opens a table at which a person takes a seat where the record ends, or in a position of the record's kind of table if one is given.
// Bots play the others: those that played there, and standIn for people.
func (h *Hub) Try(ctx context.Context, p Person, rec *record.Record, position []byte, seat game.Seat, standIn string) (*api.Snapshot, error) {
	g, err := h.gameByID(rec.Game)
	if err != nil {
		return nil, err
	}
	if int(seat) >= len(rec.Names) {
		return nil, noSuchSeat(int(seat), len(rec.Names))
	}
	b, err := reached(g, rec, position)
	if err != nil {
		return nil, err
	}
	if position, err = h.redealt(b, seat); err != nil {
		return nil, err
	}
	list := []*entry{{Kind: kindCreated, Seat: noSeat, Person: p.ID, Rules: rec.Rules, Secret: h.NewSecret(),
		Settings: &settings{Game: rec.Game, Seats: len(rec.Names), Options: rec.Options, Clock: clockSettings{Kind: api.ClockNone}}}}
	for i, name := range rec.Names {
		switch {
		case game.Seat(i) == seat:
			list = append(list, joinEntry(p.ID, p.Program, i))
		case h.checkBot(g, name) == nil:
			list = append(list, botEntry(i, name))
		default:
			list = append(list, botEntry(i, standIn))
		}
	}
	list = append(list, &entry{Kind: kindStarted, Seat: noSeat, Seed: rec.Seed, Position: position})
	id := h.NewTableID()
	if err := h.write(ctx, id, list); err != nil {
		return nil, unavailable(err)
	}
	return h.Snapshot(ctx, id, p)
}

// reached returns the board at the end of a record, or in a position of its kind of table.
func reached(g game.Game, rec *record.Record, position []byte) (game.Board, error) {
	b, err := rec.Start(g)
	if err != nil {
		return nil, err
	}
	if position != nil {
		if len(rec.Steps) > 0 {
			return nil, game.Refuse(game.Invalid, "bad_record", "a game that goes on from a position has no decisions before it")
		}
		seats := b.Seats()
		if b, err = g.Load(position); err != nil {
			return nil, err
		}
		if b.Seats() != seats {
			return nil, game.Refuse(game.Invalid, "bad_seats", "the position has %d seats, the record names %d", b.Seats(), seats)
		}
	}
	for _, s := range rec.Steps {
		if err := game.PlayText(b, s.Seat, s.Move, nil); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// redealt returns the position of a board, with everything dealt anew that the seat cannot know there.
func (h *Hub) redealt(b game.Board, seat game.Seat) ([]byte, error) {
	if b.Owing() == 0 {
		return nil, game.Refuse(game.Conflict, "game_over", "the game is over there; leave out its last decision")
	}
	var seed game.Seed
	h.cfg.Random(seed[:])
	b.Redeal(seat, game.NewRand(seed))
	return b.MarshalJSON()
}
