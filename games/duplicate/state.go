package duplicate

import (
	"mirabilia/game"
	"mirabilia/games/duel"
)

// numBoards is how many boards a match has. They are counted from 0 here, and from 1 for everybody else.
const numBoards = 2

// State is a match in progress. It is flat: copying and comparing are those of a value.
type State struct {
	game.Sequential

	boards [numBoards]duel.State
	// turn counts the turns that are complete on each board. A turn is the run of decisions of one seat: extra turns and choices belong to it.
	turn [numBoards]uint8
	// given is how a board ended before its game was over.
	given [numBoards]forfeit
}

// forfeit is how a board was lost by giving up or by time, and by which seat of the table.
type forfeit struct {
	how forfeitKind
	by  uint8
}

type forfeitKind uint8

const (
	playedOn forfeitKind = iota
	resigned
	timedOut
)

// Seats returns two.
func (s *State) Seats() int { return 2 }

// Deal deals one game of Duel, which lies on both boards.
func (s *State) Deal(r *game.Rand) {
	s.boards[0].Deal(r)
	*s = State{boards: [numBoards]duel.State{s.boards[0], s.boards[0]}}
}

// Owing returns the seats that must decide on a board that is open.
func (s *State) Owing() game.Seats {
	var set game.Seats
	for i := range s.boards {
		if s.open(i) {
			set |= onTable(i, s.boards[i].Owing())
		}
	}
	return set
}

// swapped returns the seat of a board that a seat of the table has, and the other way round. Viewers that are no seats stay what they are.
func swapped(board int, seat game.Seat) game.Seat {
	if board == 1 && seat < 2 {
		return 1 - seat
	}
	return seat
}

// onTable returns the viewers at the table who are the given ones of a board.
func onTable(board int, set game.Seats) game.Seats {
	if board == 0 {
		return set
	}
	return set&^0b11 | set>>1&0b01 | set<<1&0b10
}
