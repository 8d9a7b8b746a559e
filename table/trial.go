package table

import (
	"context"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/game/record"
)

// A trial is a table that begins in the middle of a finished game: how would it have gone otherwise? Nobody gains from what they know of
// that game, because what the seat did not know then is dealt anew. Its position is in the journal, and a record, which begins with a
// deal, cannot say it: so it has none.

// Try opens a table at which a person takes a seat where the record ends. Bots play the others: those that played there, and standIn for
// people.
func (h *Hub) Try(ctx context.Context, p Person, rec *record.Record, seat game.Seat, standIn string) (*api.Snapshot, error) {
	g, err := h.gameByID(rec.Game)
	if err != nil {
		return nil, err
	}
	if int(seat) >= len(rec.Names) {
		return nil, noSuchSeat(int(seat), len(rec.Names))
	}
	position, err := h.redealt(g, rec, seat)
	if err != nil {
		return nil, err
	}
	list := []*entry{{Kind: kindCreated, Seat: noSeat, Person: p.ID, Rules: rec.Rules, Secret: h.newSecret(),
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

// redealt returns the position at the end of a record, with everything dealt anew that the seat cannot know there.
func (h *Hub) redealt(g game.Game, rec *record.Record, seat game.Seat) ([]byte, error) {
	b, err := rec.Start(g)
	if err != nil {
		return nil, err
	}
	for _, s := range rec.Steps {
		if err := game.PlayText(b, s.Seat, s.Move, nil); err != nil {
			return nil, err
		}
	}
	if b.Owing() == 0 {
		return nil, game.Refuse(game.Conflict, "game_over", "the game is over there; leave out its last decision")
	}
	var seed game.Seed
	h.cfg.Random(seed[:])
	b.Redeal(seat, game.NewRand(seed))
	return b.MarshalJSON()
}
