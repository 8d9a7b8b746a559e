package table

import (
	"context"
	"strings"
	"time"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/game/record"
)

// A game that was played on someone's device can be sent here to get a link. It is checked like any record: the deal follows
// from its proof, every move is legal, and the result is the one they lead to. But its seed was chosen on that device, so
// nobody can say that it was left to chance. The table keeps the id it had there, which says so wherever it is shown.

// maxImportedSteps is far above any game.
const maxImportedSteps = 5000

// Import keeps the record of a finished game that a person played on a device, at the given seat, and returns the id of its
// table. The record names bots and the person only; others are forgotten before it is sent.
func (h *Hub) Import(ctx context.Context, p Person, seat game.Seat, rec *record.Record) (string, error) {
	g, err := h.gameByID(rec.Game)
	if err != nil {
		return "", err
	}
	if rec.Deal == nil || !isDeviceID(rec.Deal.Table) {
		return "", game.Refuse(game.Invalid, "not_of_a_device", "the record is not of a game that was played on a device: its table must be %s and twelve letters or digits", api.DevicePrefix)
	}
	if len(rec.Steps) > maxImportedSteps {
		return "", game.Refuse(game.Invalid, "too_big", "a game has at most %d moves", maxImportedSteps)
	}
	if seat != game.NoSeat && int(seat) >= len(rec.Names) {
		return "", noSuchSeat(int(seat), len(rec.Names))
	}
	for i, name := range rec.Names {
		if game.Seat(i) != seat && name != forgotten && h.checkBot(g, name) != nil {
			return "", game.Refuse(game.Invalid, "foreign_name", "seat %d is neither yours nor a bot's: other people are not named in a game that is sent, write %q for them", i, forgotten)
		}
	}
	if err := rec.VerifyDeal(); err != nil {
		return "", game.Refuse(game.Invalid, "bad_deal", "the deal does not follow from its proof: %v", err)
	}
	if err := checkDate(rec.Date, h.Now()); err != nil {
		return "", err
	}
	board, err := rec.Replay(g, nil)
	if err != nil {
		return "", err
	}
	if !board.Result().Over {
		return "", game.Refuse(game.Conflict, "not_finished", "the game is not over")
	}
	id := rec.Deal.Table
	err = h.write(ctx, id, importedEntries(p, seat, rec))
	if conflict(err) {
		return "", game.Refuse(game.Conflict, "already_sent", "this game is here already, at /r/%s", id)
	}
	return id, unavailable(err)
}

// checkDate refuses a date of a record that is none, or that is to come: clocks of devices differ, and their days, too.
func checkDate(text string, now int64) error {
	const day = 24 * time.Hour
	date, err := time.Parse(time.DateOnly, text)
	if text != "" && (err != nil || date.After(time.UnixMilli(now).Add(day))) {
		return game.Refuse(game.Invalid, "bad_date", "the date is a day that has come, written as 2026-11-15, or left out, not %q", text)
	}
	return nil
}

// isDeviceID reports whether an id was given by a device.
func isDeviceID(id string) bool {
	rest, ok := strings.CutPrefix(id, api.DevicePrefix)
	return ok && len(rest) == idLength && strings.Trim(rest, idLetters) == ""
}

// importedEntries is the journal of a game that was played elsewhere.
func importedEntries(p Person, seat game.Seat, rec *record.Record) []*entry {
	list := []*entry{{Kind: kindCreated, Seat: noSeat, Person: p.ID, Rules: rec.Rules, Secret: rec.Deal.Secret,
		Settings: &settings{Game: rec.Game, Seats: len(rec.Names), Options: rec.Options, Clock: clockSettings{Kind: api.ClockNone}}}}
	byBot := make([]bool, len(rec.Names))
	for i, name := range rec.Names {
		var e *entry
		switch {
		case game.Seat(i) == seat:
			e = joinEntry(p.ID, p.Program, i)
		case name == forgotten:
			e = joinEntry("", false, i)
		default:
			byBot[i] = true
			e = botEntry(i, name)
		}
		e.Nonce, e.Commitment = rec.Deal.Share(i)
		list = append(list, e)
	}
	list = append(list, &entry{Kind: kindStarted, Seat: noSeat, Seed: rec.Seed})
	for _, s := range rec.Steps {
		list = append(list, &entry{Kind: kindMove, Seat: int(s.Seat), Move: s.Move, ByBot: byBot[s.Seat]})
	}
	return list
}
