package duplicate

import (
	"strings"

	"mirabilia/game"
)

// A move is a move of Duel with its highest bit saying on which board; Duel's kinds of moves leave that bit free. Its text is the board's number and the move:
// "2:w:the-pyramids:walls". Giving up and running out of time are kinds that Duel does not have and that no slip of one bit makes of one it has.
const (
	secondBoard game.Move = 1 << 31
	resignOne   game.Move = 0x60 << 24
	resignAll   game.Move = 0x61 << 24
	timeOut     game.Move = 0x62 << 24
)

const (
	separator  = ":"
	resignWord = "resign"
	timeWord   = "time"
)

// onBoard returns what a move of Duel is marked with on a board.
func onBoard(board int) game.Move { return game.Move(board) << 31 }

// split returns the board of a move, and the move on it.
func split(m game.Move) (board int, move game.Move) { return int(m >> 31), m &^ secondBoard }

// Text returns the move in stable ids, with its board before it: "1:b:walls", "2:resign"; "resign" and "time" are for all boards.
func (s *State) Text(m game.Move) string {
	switch m {
	case resignAll:
		return resignWord
	case timeOut:
		return timeWord
	}
	board, move := split(m)
	text := resignWord
	if move != resignOne {
		if text = s.boards[board].Text(move); text == "?" {
			return text
		}
	}
	return string(rune('1'+board)) + separator + text
}

// Parse reads what Text writes.
func (s *State) Parse(text string) (game.Move, error) {
	switch text {
	case resignWord:
		return resignAll, nil
	case timeWord:
		return timeOut, nil
	}
	number, move, ok := strings.Cut(text, separator)
	if !ok || number != "1" && number != "2" {
		return 0, game.Refuse(game.Invalid, "bad_move", `a move begins with its board, "1:" or "2:", not %q`, text)
	}
	board := int(number[0] - '1')
	if move == resignWord {
		return resignOne | onBoard(board), nil
	}
	m, err := s.boards[board].Parse(move)
	return m | onBoard(board), err
}

// Resign returns the move that gives up a board, from 1, or all that are left.
func (s *State) Resign(board int) (game.Move, error) {
	if board < 0 || board > numBoards {
		return 0, game.Refuse(game.Invalid, "no_board", "there is no board %d; there are 1 and 2", board)
	}
	if board == 0 {
		return resignAll, nil
	}
	return resignOne | onBoard(board-1), nil
}

// TimeOut returns the move of a seat that has run out of time. It loses every board that is left.
func (s *State) TimeOut() game.Move { return timeOut }

// Forfeits reports whether a move gives up a board or the match.
func (s *State) Forfeits(m game.Move) bool {
	_, move := split(m)
	return m == resignAll || m == timeOut || move == resignOne
}

// moveForms describes the moves for the reference.
var moveForms = []game.MoveForm{
	{Form: "1:<move>", Does: "a move of Duel on the first board"},
	{Form: "2:<move>", Does: "a move of Duel on the second board, whose seat A is seat B of the table"},
	{Form: "1:resign", Does: "give up the first board; never listed"},
	{Form: "2:resign", Does: "give up the second board; never listed"},
	{Form: "resign", Does: "give up every board that is not over; never listed"},
	{Form: "time", Does: "lose every board that is not over by running out of time; never listed"},
}
