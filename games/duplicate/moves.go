package duplicate

import "mirabilia/game"

// Moves lists the moves of a seat on the boards that are open to it, board by board.
func (s *State) Moves(seat game.Seat, buf []game.Move) []game.Move {
	for i := range s.boards {
		if !s.open(i) || seat >= 2 {
			continue
		}
		first := len(buf)
		buf = s.boards[i].Moves(swapped(i, seat), buf)
		for k := first; k < len(buf); k++ {
			buf[k] |= onBoard(i)
		}
	}
	return buf
}

// RandomMove draws a move of the board on which the seat must decide: it is never more than one, because the seats of two boards that are equally far
// are different ones.
func (s *State) RandomMove(seat game.Seat, r *game.Rand) game.Move {
	board, own := s.Pending(seat)
	return s.boards[board].RandomMove(own, r) | onBoard(board)
}
