package duplicate

import (
	"mirabilia/game"
	"mirabilia/games/duel"
)

// Pending returns the board, from 0, on which a seat of the table must decide, and its seat there. A seat that owes nothing is told of the first board.
func (s *State) Pending(seat game.Seat) (board int, own game.Seat) {
	if s.open(1) && s.owes(1) == seat {
		board = 1
	}
	return board, swapped(board, seat)
}

// Board returns one of the boards, from 0. It is only to be read.
func (s *State) Board(board int) *duel.State { return &s.boards[board] }

// NumBoards is how many boards a match has.
const NumBoards = numBoards

// Mark returns a move of Duel as a move of the match on a board, from 0.
func Mark(board int, move game.Move) game.Move { return move | onBoard(board) }

// Given returns how a board, from 0, was given up, "resignation" or "time", and by which of its own seats; not ok if it was not.
func (s *State) Given(board int) (how string, loser game.Seat, ok bool) {
	f := s.given[board]
	if f.how == playedOn {
		return "", game.NoSeat, false
	}
	return s.outcome(board).wonBy, swapped(board, game.Seat(f.by)), true
}
