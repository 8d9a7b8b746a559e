package duplicate

import "mirabilia/game"

// Check returns why a move may not be played. Giving up is possible at any time, also for a seat that owes nothing.
func (s *State) Check(seat game.Seat, m game.Move) error {
	owing := s.Owing()
	switch {
	case owing == 0 || int(seat) >= s.Seats():
		return game.CheckTurn(s, seat)
	case m == resignAll || m == timeOut:
		return nil
	}
	board, move := split(m)
	name, next := board+1, s.owes(board)
	switch {
	case next == game.NoSeat:
		return game.Refuse(game.IllegalMove, "board_over", "board %d is over; board %d is played on", name, numBoards-board)
	case move == resignOne:
		return nil
	case !s.open(board):
		return game.Refuse(game.NotYourTurn, "board_waits", "board %d is a turn ahead and waits; board %d comes first", name, numBoards-board)
	case next != seat:
		return game.Refuse(game.NotYourTurn, "not_your_turn", "seat %s owes no decision on board %d now; seat %s does", seat.Letter(), name, next.Letter())
	}
	return s.boards[board].Check(swapped(board, seat), move)
}
