package architects

import (
	"fmt"
	"strings"
	"testing"

	"mirabilia/game"
	"mirabilia/game/gametest"
)

// TestGolden plays one game for each number of seats and compares it with the one on file, decision by decision. A file
// changes only when the rules, the deal or the order of moves do.
func TestGolden(t *testing.T) {
	for seats := 2; seats <= game.MaxSeats; seats++ {
		t.Run(fmt.Sprint(seats, " seats"), func(t *testing.T) {
			gametest.Golden(t, fmt.Sprintf("game-%d.txt", seats), goldenGame(t, seats))
		})
	}
}

// countFrom is the decision from which a playthrough counts lines of play: before, hardly anything but cards can be
// chosen.
const countFrom = 40

// goldenGame returns a random game as text: each decision with the number of choices, from one of them on how many lines of
// play there are to small depths, and the result.
func goldenGame(t *testing.T, seats int) string {
	s := table(t, seats)
	s.Deal(game.NewRand(game.NumberSeed(uint64(seats))))
	var b strings.Builder
	choice := game.NewRand(game.NumberSeed(uint64(seats) << 8))
	for n := 0; s.Owing() != 0; n++ {
		for depth := 1; n == countFrom && depth <= 6; depth++ {
			fmt.Fprintln(&b, "perft", depth, perft(&s, depth))
		}
		moves := s.Moves(s.turn, nil)
		m := moves[choice.IntN(len(moves))]
		fmt.Fprintf(&b, "%s %s of %d\n", s.turn.Letter(), s.Text(m), len(moves))
		s.Apply(s.turn, m, nil)
	}
	res := s.Result()
	for seat := range seats {
		fmt.Fprintln(&b, game.Seat(seat).Letter(), s.Wonder(game.Seat(seat)), "place", res.Place[seat], "score", res.Score[seat], "parts", res.Parts[seat][:len(categories)])
	}
	fmt.Fprintln(&b, "won by", res.WonBy)
	return b.String()
}

func perft(s *State, depth int) int {
	moves := s.Moves(s.turn, nil)
	if s.Owing() == 0 {
		return 1
	}
	if depth == 1 {
		return len(moves)
	}
	n := 0
	for _, m := range moves {
		c := *s
		c.Apply(c.turn, m, nil)
		n += perft(&c, depth-1)
	}
	return n
}
