package duplicate

import "mirabilia/game"

// ended reports whether nothing more is played on a board.
func (s *State) ended(board int) bool {
	return s.given[board].how != playedOn || s.boards[board].Owing() == 0
}

// open reports whether its seat may decide on a board: it has not ended, and it is not ahead of the other, or the other has ended.
func (s *State) open(board int) bool {
	other := 1 - board
	return !s.ended(board) && (s.ended(other) || s.turn[board] <= s.turn[other])
}

// owes returns the seat of the table whose decision comes next on a board, open or not; NoSeat if it has ended.
func (s *State) owes(board int) game.Seat {
	if s.ended(board) {
		return game.NoSeat
	}
	return swapped(board, s.boards[board].Owing().First())
}

// TurnOver reports whether the move that a seat has just made ended its turn on the board on which it was made.
func (s *State) TurnOver(before game.Board, _ game.Seat) bool {
	b, ok := before.(*State)
	return ok && s.turn != b.turn
}

// settle tells of boards that have ended by a move, and of the end of the match.
func (s *State) settle(before [numBoards]bool, tell *game.Events) {
	if tell == nil {
		return
	}
	for i := range s.boards {
		if s.ended(i) && !before[i] {
			s.tellBoard(i, tell)
		}
	}
	if s.ended(0) && s.ended(1) {
		s.tellEnd(tell)
	}
}
