// Package game is the contract between the games and everything that plays them: bots, matches, the
// engine protocol, the server and the page. A game that keeps it, and passes the suite of
// mirabilia/game/gametest, is served by all of those without another line.
//
// The shape of it, in one breath: a game is a flat value (the state); some seats must decide;
// each picks one of its legal moves; the state changes; at the end there is a result. Chance is fixed by
// the deal. What a seat may know is given by its view, and a state can be redealt to a random one
// that this seat cannot tell from the real one.
//
// Nothing here, nor in any game, reads the clock, the disk, the network or a global random source.
package game

import (
	"encoding/json"
	"fmt"
	"math/bits"
	"strconv"
)

// Seat is a place at the table: 0 to n-1, clockwise.
type Seat uint8

const (
	// MaxSeats is the largest table of the family.
	MaxSeats = 7
	// Spectator is the viewer of someone who sits at no seat: it sees what everyone may see.
	Spectator Seat = 7
	// Open is the viewer that sees everything. Only finished games are shown so.
	Open Seat = 8
	// NoSeat means no seat, in events and results.
	NoSeat Seat = 255
)

// Letter returns the seat as records write it: A for seat 0, B for seat 1 and so on.
func (s Seat) Letter() string { return string(rune('A' + s)) }

// MarshalJSON writes the number of the seat, and null for nobody.
func (s Seat) MarshalJSON() ([]byte, error) { return s.AppendJSON(nil), nil }

// AppendJSON appends what MarshalJSON returns.
func (s Seat) AppendJSON(dst []byte) []byte {
	if s == NoSeat {
		return append(dst, "null"...)
	}
	return strconv.AppendUint(dst, uint64(s), 10)
}

// UnmarshalJSON reads what MarshalJSON writes.
func (s *Seat) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		*s = NoSeat
		return nil
	}
	n, err := strconv.ParseUint(string(data), 10, 8)
	if err != nil || n >= MaxSeats {
		return fmt.Errorf("a seat is a number from 0 to %d, or null for nobody, not %s", MaxSeats-1, data)
	}
	*s = Seat(n)
	return nil
}

// Seats is a set of seats, the spectator included. The zero value is the empty set.
type Seats uint8

// Everyone is every seat and the spectator.
const Everyone Seats = 0xFF

// SeatSet returns the set of the given seats.
func SeatSet(seats ...Seat) Seats {
	var set Seats
	for _, s := range seats {
		set |= 1 << s
	}
	return set
}

// FirstSeats returns the set of seats 0 to n-1.
func FirstSeats(n int) Seats { return Seats(1<<n - 1) }

// Has reports whether the seat is in the set. Open is in every set: it sees all.
func (set Seats) Has(s Seat) bool { return s == Open || set>>s&1 != 0 }

// Without returns the set less one seat.
func (set Seats) Without(s Seat) Seats { return set &^ (1 << s) }

// First returns the lowest seat of the set; NoSeat if it is empty.
func (set Seats) First() Seat {
	if set == 0 {
		return NoSeat
	}
	return Seat(bits.TrailingZeros8(uint8(set)))
}

// Len returns the number of seats in the set.
func (set Seats) Len() int { return bits.OnesCount8(uint8(set)) }

// Move is one decision, packed by its game. It means something only to the game that made it, in the
// state it was made for; what is kept is its text (Notation).
type Move uint32

// Rules is how a state is dealt and played. All methods are cheap and none allocates, but for the
// errors that refuse.
type Rules interface {
	// Seats returns the number of seats at the table.
	Seats() int
	// Deal starts a new game with the seats and options of this state, forgetting all else. Everything that
	// chance decides comes from r: same state of r, same game.
	Deal(r *Rand)
	// Owing returns the set of seats that must decide now. In a simultaneous game several at once choose in secret from each
	// other, and what they chose takes effect when the last of them has chosen. In a match on several boards each decides on another
	// board, and its move takes effect at once. Empty: the game is over.
	Owing() Seats
	// Moves appends the legal moves of a seat to buf, each once, in an order that depends only on what
	// the seat knows. A seat that has nothing to decide has none; one that owes has at least one.
	Moves(seat Seat, buf []Move) []Move
	// RandomMove returns a legal move of a seat to act, drawn without listing all: evenly over Moves unless the
	// game's own comment says which moves it leaves out.
	RandomMove(seat Seat, r *Rand) Move
	// Check reports whether Apply may be called: nil, or a *Error with the reason. It agrees with Moves, and knows the moves of a Forfeiter besides.
	Check(seat Seat, m Move) error
	// Apply plays a move that Check accepts; another corrupts the state. What happened is told to tell,
	// which may be nil.
	Apply(seat Seat, m Move, tell *Events)
	// Withdraw takes back a choice that others at the table have not yet answered, so that the seat owes
	// again. Games without simultaneous decisions embed Sequential, which refuses.
	Withdraw(seat Seat) error
	// Result returns the outcome of a finished game, and the standing (by the points so far) before.
	Result() Result
}

// Secrets separates what a seat may know. View and Redeal make one promise: if b is a redeal of a
// for a seat, then a and b have equal views for it (byte by byte as JSON), equal moves, and equal
// redeals from equal random sources. So whatever is computed from a redeal is honest.
type Secrets interface {
	// View returns what a seat, Spectator or Open may see, as the game's View struct. Nothing else of a state is
	// ever shown to anyone.
	View(viewer Seat) any
	// Redeal replaces all that the viewer cannot know (hidden cards, other seats' secret choices,
	// chance to come) by a random draw of what it could be, by what the seat has seen and may remember. The
	// outcome depends on the viewer's knowledge and on r only.
	Redeal(viewer Seat, r *Rand)
	// RedealUnseen replaces only what no seat knows (cards not yet dealt or face down for all, chance to come). It is the
	// redeal of a viewer that knows all hands, but no future deal: every seat's knowledge stays as it was. The outcome
	// depends on what the seats know together and on r only.
	RedealUnseen(r *Rand)
}

// Alike is implemented by states of which several viewers often see the same, so that their view is built once.
type Alike interface {
	// Alike reports whether two viewers have equal views now. It may say no though they have.
	Alike(a, b Seat) bool
}

// Foreseer is implemented by states that can tell without redeals that a decision showed its seat nothing new.
type Foreseer interface {
	// Foreseen reports whether the seat that has just decided, on the given board, surely knew all that it knows now. It may say no though it did.
	Foreseen(before Board) bool
}

// Lender is implemented by states that can build a view in memory that was used for others before. Most of what a view costs is its memory.
type Lender interface {
	// LendView returns what View returns, or a pointer to it. Nobody may look at it any more once it is given back.
	LendView(viewer Seat) (view any, giveBack func())
}

// Pacer is implemented by states in which a seat that has ended its turn may owe a decision elsewhere at once: clocks go by its turns.
type Pacer interface {
	// TurnOver reports whether the move that a seat has just made, on the given board, ended a turn of it.
	TurnOver(before Board, seat Seat) bool
}

// Forfeiter is implemented by states in which giving up and running out of time are moves, because a part of the game goes on. Such moves are
// never listed and never drawn: nobody is asked for them. Check accepts them also from a seat that owes nothing.
type Forfeiter interface {
	// Resign returns the move that gives up one board, from 1, or with 0 every board that is left. It refuses a board that there is not.
	Resign(board int) (Move, error)
	// TimeOut returns the move of a seat that has run out of time.
	TimeOut() Move
	// Forfeits reports whether a move is one of these.
	Forfeits(m Move) bool
}

// Builder is implemented by states whose seats have wonders.
type Builder interface {
	// WondersOf returns the ids of the wonders that a seat has built, or of the city that it plays.
	WondersOf(seat Seat) []string
}

// Notation is the text of moves, in ids that never change: what records, protocols and people type.
type Notation interface {
	// Text returns the move as text, without spaces.
	Text(m Move) string
	// Parse reads a move. It refuses text that is not a move of the game at all; Check decides whether the
	// move is legal now.
	Parse(text string) (Move, error)
}

// Position is the whole state as JSON, secrets included, to be saved and loaded. Unmarshalling refuses
// an impossible state with the reason and leaves the receiver as it was.
type Position interface {
	json.Marshaler
	json.Unmarshaler
	// Valid checks the invariants of every state (nothing twice, nothing lost, no negative purse).
	Valid() error
}

// Board is a game in progress, for code that serves all games alike. Every pointer to a game's state is
// a Board.
type Board interface {
	Rules
	Secrets
	Notation
	Position
}

// State is the constraint for generic code: P points to the flat value S, without pointers, maps or
// slices, so that copying is a = b and comparing a == b. Such code may know more than a seat; search
// keeps to redealt copies.
type State[S any] interface {
	*S
	Board
}

// Sequential is embedded by states in which one seat decides at a time.
type Sequential struct{}

// Withdraw refuses: a move played in turn is final.
func (Sequential) Withdraw(Seat) error {
	return Refuse(IllegalMove, "no_withdraw", "in this game a move takes effect at once and cannot be withdrawn")
}

// Play checks a move and applies it. A refused move changes nothing.
func Play(b Board, seat Seat, m Move, tell *Events) error {
	if err := b.Check(seat, m); err != nil {
		return err
	}
	b.Apply(seat, m, tell)
	return nil
}

// PlayText plays a move given as text.
func PlayText(b Board, seat Seat, text string, tell *Events) error {
	m, err := b.Parse(text)
	if err != nil {
		return err
	}
	return Play(b, seat, m, tell)
}

// CheckTurn returns the first step of every Check: it refuses a seat that has nothing to decide.
func CheckTurn(b Rules, seat Seat) error {
	owing := b.Owing()
	switch {
	case owing == 0:
		return Refuse(NotYourTurn, "game_over", "the game is over")
	case int(seat) >= b.Seats():
		return Refuse(Invalid, "no_seat", "there is no seat %d at a table of %d", seat, b.Seats())
	case !owing.Has(seat):
		return Refuse(NotYourTurn, "not_your_turn", "seat %s owes no decision now; seat %s does", seat.Letter(), owing.First().Letter())
	}
	return nil
}
