package duplicate

import (
	"slices"

	"mirabilia/game"
)

// Apply plays a move that Check accepts.
func (s *State) Apply(seat game.Seat, m game.Move, tell *game.Events) {
	before := [numBoards]bool{s.ended(0), s.ended(1)}
	board, move := split(m)
	switch {
	case m == timeOut:
		s.give(timedOut, seat, before, tell)
	case m == resignAll:
		s.give(resigned, seat, before, tell)
	case move == resignOne:
		others := before
		others[1-board] = true
		s.give(resigned, seat, others, tell)
	default:
		s.play(board, swapped(board, seat), move, tell)
	}
	s.settle(before, tell)
}

// give gives up every board but those that are spared.
func (s *State) give(how forfeitKind, seat game.Seat, spared [numBoards]bool, tell *game.Events) {
	for i := range s.boards {
		if spared[i] {
			continue
		}
		s.given[i] = forfeit{how, uint8(seat)}
		if tell != nil {
			tell.Add(game.Everyone, game.Event{Type: forfeitEvents[how], Seat: seat, To: game.NoSeat, Board: i + 1})
		}
	}
}

// play plays a move on a board for one of its seats. When another seat comes next there, or nobody, a turn is complete.
func (s *State) play(board int, own game.Seat, move game.Move, tell *game.Events) {
	b := &s.boards[board]
	if tell == nil {
		b.Apply(own, move, nil)
	} else {
		told, forced := len(tell.List), len(tell.Forced)
		b.Apply(own, move, tell)
		tell.List = slices.Delete(tell.List, endOf(tell.List, told), len(tell.List))
		translate(board, tell.List[told:], tell.Forced[forced:])
	}
	if !b.Owing().Has(own) {
		s.turn[board]++
	}
}
