package duplicate

import (
	"strconv"

	"mirabilia/game"
)

// Events of a board are those of Duel, with the number of the board; their seats are those of the table. The match adds its own, and tells the end of
// a board instead of Duel's game_end:
//
//	resign      Seat gives up Board
//	time        Seat has run out of time, and loses Board by it
//	board_end   What: how Board was won, by which Seat gains N points
//	board_even  What: how Board ended, by which nobody gains points
//	game_end    What: how the match was won, once for each winner, by N points

var forfeitEvents = [...]string{resigned: "resign", timedOut: "time"}

// endOf returns where Duel's tidings of its end begin in a list, among those from the given one on.
func endOf(list []game.Event, from int) int {
	i := len(list)
	for i > from && list[i-1].Type == "game_end" {
		i--
	}
	return i
}

// translate turns what a board told into what the table is told.
func translate(board int, list []game.Event, forced []game.Forced) {
	for i := range list {
		e := &list[i]
		e.Board, e.Seat, e.To, e.For = board+1, swapped(board, e.Seat), swapped(board, e.To), onTable(board, e.For)
	}
	for i := range forced {
		f := &forced[i]
		f.Seat, f.For, f.Move = swapped(board, f.Seat), onTable(board, f.For), strconv.Itoa(board+1)+separator+f.Move
	}
}

func (s *State) tellBoard(board int, tell *game.Events) {
	o := s.outcome(board)
	e := game.Event{Type: "board_even", Seat: game.NoSeat, To: game.NoSeat, What: o.wonBy, Board: board + 1}
	switch {
	case o.points > 0:
		e.Type, e.Seat, e.N = "board_end", 0, int(o.points)
	case o.points < 0:
		e.Type, e.Seat, e.N = "board_end", 1, -int(o.points)
	}
	tell.Add(game.Everyone, e)
}

func (s *State) tellEnd(tell *game.Events) {
	res := s.Result()
	for set := res.Winners(); set != 0; set = set.Without(set.First()) {
		winner := set.First()
		tell.Add(game.Everyone, game.Event{Type: "game_end", Seat: winner, To: game.NoSeat, What: res.WonBy, N: int(res.Score[winner])})
	}
}
