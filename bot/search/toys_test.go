package search

import (
	"mirabilia/game"
)

// unsaid fills in what search never asks of a state: how it is shown, written and saved.
type unsaid struct {
	game.Notation
	game.Position
}

func (unsaid) View(game.Seat) any               { return nil }
func (unsaid) RedealUnseen(*game.Rand)          {}
func (unsaid) Check(game.Seat, game.Move) error { return nil }
func (unsaid) Text(m game.Move) string          { return string(rune('a' + m)) }

// winner returns the result of a toy game that one seat won; NoSeat: not over.
func winner(seat game.Seat) game.Result {
	res := game.Result{Place: [game.MaxSeats]uint8{2, 2, 2, 2, 2, 2, 2}}
	if seat != game.NoSeat {
		res.Over = true
		res.Place[seat] = 1
	}
	return res
}

// nim: take one to three from a pile in turn; who takes the last wins. Known: leave a multiple of four.
type nim struct {
	unsaid
	game.Sequential
	pile int
	turn game.Seat
	n    int
}

func (s *nim) Seats() int                   { return s.n }
func (s *nim) Deal(*game.Rand)              { s.pile, s.turn = 21, 0 }
func (s *nim) Redeal(game.Seat, *game.Rand) {}
func (s *nim) Apply(_ game.Seat, m game.Move, _ *game.Events) {
	s.pile -= int(m)
	if s.pile > 0 {
		s.turn = (s.turn + 1) % game.Seat(s.n)
	}
}

func (s *nim) Owing() game.Seats {
	if s.pile == 0 {
		return 0
	}
	return game.SeatSet(s.turn)
}

func (s *nim) Moves(_ game.Seat, buf []game.Move) []game.Move {
	for m := 1; m <= min(3, s.pile); m++ {
		buf = append(buf, game.Move(m))
	}
	return buf
}

func (s *nim) RandomMove(_ game.Seat, r *game.Rand) game.Move {
	return game.Move(1 + r.IntN(min(3, s.pile)))
}

func (s *nim) Result() game.Result {
	if s.pile > 0 {
		return winner(game.NoSeat)
	}
	return winner(s.turn)
}

// doors: the first seat may take a sure thing that wins six times in ten, or go on and guess behind which
// of three doors the prize is, hidden, with odds 5:3:2. Who looks at each redeal as if it saw the prize
// believes that guessing always wins.
type doors struct {
	unsaid
	game.Sequential
	prize, luck uint8
	guessing    bool
	done        bool
	won         bool
}

const (
	sure game.Move = 10
	gone game.Move = 11
)

func (s *doors) Seats() int        { return 2 }
func (s *doors) Deal(r *game.Rand) { *s = doors{}; s.Redeal(0, r) }
func (s *doors) Redeal(_ game.Seat, r *game.Rand) {
	s.prize = []uint8{0, 0, 0, 0, 0, 1, 1, 1, 2, 2}[r.IntN(10)]
	s.luck = uint8(r.IntN(10))
}

func (s *doors) Owing() game.Seats {
	if s.done {
		return 0
	}
	return game.SeatSet(0)
}

func (s *doors) Moves(_ game.Seat, buf []game.Move) []game.Move {
	if s.guessing {
		return append(buf, 0, 1, 2)
	}
	return append(buf, gone, sure)
}

func (s *doors) RandomMove(seat game.Seat, r *game.Rand) game.Move {
	var buf [3]game.Move
	moves := s.Moves(seat, buf[:0])
	return moves[r.IntN(len(moves))]
}

func (s *doors) Apply(_ game.Seat, m game.Move, _ *game.Events) {
	switch {
	case m == gone:
		s.guessing = true
	case m == sure:
		s.done, s.won = true, s.luck < 6
	default:
		s.done, s.won = true, uint8(m) == s.prize
	}
}

func (s *doors) Result() game.Result {
	switch {
	case !s.done:
		return winner(game.NoSeat)
	case s.won:
		return winner(0)
	}
	return winner(1)
}

// sealed: both seats choose a row or a column at once; the table says how often in ten the first wins.
type sealed struct {
	unsaid
	table  [3][3]int8
	choice [2]int8 // -1: not yet
	luck   int8
}

func newSealed(table [3][3]int8) sealed { return sealed{table: table, choice: [2]int8{-1, -1}} }

func (s *sealed) Seats() int        { return 2 }
func (s *sealed) Deal(r *game.Rand) { s.choice = [2]int8{-1, -1}; s.luck = int8(r.IntN(10)) }
func (s *sealed) Redeal(viewer game.Seat, r *game.Rand) {
	s.luck = int8(r.IntN(10))
	if other := 1 - viewer; s.choice[other] >= 0 {
		s.choice[other] = int8(r.IntN(3))
	}
}

func (s *sealed) Owing() game.Seats {
	set := game.Seats(0)
	for seat, c := range s.choice {
		if c < 0 {
			set |= game.SeatSet(game.Seat(seat))
		}
	}
	return set
}

func (s *sealed) Moves(seat game.Seat, buf []game.Move) []game.Move {
	if s.choice[seat] >= 0 {
		return buf
	}
	return append(buf, 0, 1, 2)
}

func (s *sealed) RandomMove(_ game.Seat, r *game.Rand) game.Move    { return game.Move(r.IntN(3)) }
func (s *sealed) Apply(seat game.Seat, m game.Move, _ *game.Events) { s.choice[seat] = int8(m) }

func (s *sealed) Withdraw(seat game.Seat) error {
	if s.Owing() == 0 || s.choice[seat] < 0 {
		return game.Refuse(game.IllegalMove, "no_withdraw", "nothing to withdraw")
	}
	s.choice[seat] = -1
	return nil
}

func (s *sealed) Result() game.Result {
	if s.Owing() != 0 {
		return winner(game.NoSeat)
	}
	if s.luck < s.table[s.choice[0]][s.choice[1]] {
		return winner(0)
	}
	return winner(1)
}

// waiting is a game of two that ends only if the second seat wants it to: the first has a choice once and can only pass afterwards. Both
// choose at the same time.
type waiting struct {
	unsaid
	chosen [2]int8 // -1: owes a choice
	turns  int32
	ended  bool
}

func (s *waiting) Seats() int                   { return 2 }
func (s *waiting) Deal(*game.Rand)              { *s = waiting{chosen: [2]int8{-1, -1}} }
func (s *waiting) Redeal(game.Seat, *game.Rand) {}
func (s *waiting) Owing() (set game.Seats) {
	for seat, c := range s.chosen {
		if c < 0 && !s.ended {
			set |= game.SeatSet(game.Seat(seat))
		}
	}
	return set
}

func (s *waiting) Moves(seat game.Seat, buf []game.Move) []game.Move {
	if seat == 0 && s.turns > 0 {
		return append(buf, 0)
	}
	return append(buf, 0, 1)
}

func (s *waiting) RandomMove(game.Seat, *game.Rand) game.Move { return 0 }

// tooLong is how many turns nobody would play.
const tooLong = 100_000

func (s *waiting) Apply(seat game.Seat, m game.Move, _ *game.Events) {
	s.chosen[seat] = int8(m)
	if s.chosen[0] < 0 || s.chosen[1] < 0 {
		return
	}
	s.ended = s.turns > 0 && s.chosen[1] == 1 // and loses
	s.chosen = [2]int8{-1, -1}
	if s.turns++; s.turns > tooLong {
		panic("the simulation does not end")
	}
}

func (s *waiting) Withdraw(seat game.Seat) error {
	if s.chosen[seat] < 0 {
		return game.Refuse(game.IllegalMove, "no_withdraw", "nothing to withdraw")
	}
	s.chosen[seat] = -1
	return nil
}

func (s *waiting) Result() game.Result {
	if !s.ended {
		return winner(game.NoSeat)
	}
	return winner(0)
}
