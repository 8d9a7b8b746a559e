package table

import (
	"errors"
	"strconv"

	"mirabilia/api"
	"mirabilia/game"
)

// What every carrier of tables needs to answer requests alike, be it a server or the device of a player.

// Told returns an error as the one who asked sees it. An error that is not a refusal is told without its inner cause.
func Told(err error) *api.Error {
	var refusal *game.Error
	var move *MoveRefused
	switch {
	case errors.As(err, &refusal):
		e := &api.Error{Code: string(refusal.Code), Reason: refusal.Reason, Message: refusal.Message}
		if errors.As(err, &move) {
			e.Allowed = move.Allowed
		}
		return e
	case errors.Is(err, ErrUnavailable):
		return &api.Error{Code: api.CodeUnavailable, Reason: "unavailable", Message: "the server cannot do that at the moment; try again"}
	}
	return &api.Error{Code: api.CodeInternal, Reason: "internal", Message: "something went wrong on the server"}
}

// status of each code, as HTTP counts.
var status = map[game.Code]int{
	game.Invalid:        400,
	game.IllegalMove:    409,
	game.NotYourTurn:    409,
	game.NotFound:       404,
	game.Conflict:       409,
	game.Forbidden:      403,
	game.TooMany:        429,
	api.CodeUnavailable: 503,
	api.CodeInternal:    500,
}

// Status returns the HTTP status of a refusal.
func Status(e *api.Error) int { return status[game.Code(e.Code)] }

// EyeWord names the viewer of a replay.
func EyeWord(eye game.Seat) string {
	switch eye {
	case game.Open:
		return "open"
	case game.Spectator:
		return "spectator"
	}
	return strconv.Itoa(int(eye))
}

// ReadEye reads the viewer of a replay; nothing means the open eye.
func ReadEye(word string) (game.Seat, error) {
	switch word {
	case "", "open":
		return game.Open, nil
	case "spectator":
		return game.Spectator, nil
	}
	n, err := strconv.Atoi(word)
	if err != nil || n < 0 || n >= game.MaxSeats {
		return 0, game.Refuse(game.Invalid, "bad_eye", "eye must be a seat number, spectator or open, not %q", word)
	}
	return game.Seat(n), nil
}
