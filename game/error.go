package game

import "fmt"

// Code says what kind of refusal an error is. The server maps each to an HTTP status, the locales to a
// sentence.
type Code string

// The codes of the whole program; the table is closed.
const (
	Invalid     Code = "invalid"       // it cannot be understood
	IllegalMove Code = "illegal_move"  // understood, but the rules forbid it now
	NotYourTurn Code = "not_your_turn" // the seat owes no decision
	NotFound    Code = "not_found"     // no such thing
	Conflict    Code = "conflict"      // someone was first; look again
	Forbidden   Code = "forbidden"     // not allowed to this person
	TooMany     Code = "too_many"      // a limit is reached
)

// Error is a refusal that may be shown to the client.
type Error struct {
	Code Code `json:"code"`
	// Reason is a stable word for the cause, such as "too_dear"; the locales know it as "refusal.<reason>".
	Reason string `json:"reason"`
	// Message says in English what was wrong and what is allowed.
	Message string `json:"message"`
}

func (e *Error) Error() string { return e.Message }

// Refuse makes a refusal.
func Refuse(code Code, reason, format string, args ...any) *Error {
	return &Error{code, reason, fmt.Sprintf(format, args...)}
}
