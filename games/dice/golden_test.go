package dice

import (
	"fmt"
	"strings"
	"testing"

	"mirabilia/game"
	"mirabilia/game/gametest"
)

// TestGolden replays one recorded random game for each number of seats. A change of the rules, of the sheet or of
// how chance is drawn shows as a difference; -update records the games anew.
func TestGolden(t *testing.T) {
	for seats := 2; seats <= game.MaxSeats; seats++ {
		gametest.Golden(t, fmt.Sprintf("game-%d.txt", seats), goldenGame(t, seats))
	}
}

// goldenGame returns a game as text: the dice of each round, what each seat did, and the scores.
func goldenGame(t *testing.T, seats int) string {
	var b strings.Builder
	r := game.NewRand(game.NumberSeed(uint64(seats)))
	s := table(t, seats, "random")
	s.Deal(r)
	fmt.Fprintf(&b, "rules %s\n", Game.Info().Rules)
	for seat := range seats {
		fmt.Fprintf(&b, "%s %s\n", game.Seat(seat).Letter(), s.book().cityIDs[s.city[seat]])
	}
	round := uint32(0)
	for s.Owing() != 0 {
		if s.round != round {
			round = s.round
			fmt.Fprintf(&b, "round %d:", round)
			for slot, d := range s.forum {
				fmt.Fprintf(&b, " %s=%s@%d", s.book().diceIDs[d], s.book().symbolIDs[d][s.face[slot]], s.quarter[slot])
			}
			b.WriteByte('\n')
		}
		seat := s.Owing().First()
		m := s.RandomMove(seat, r)
		fmt.Fprintf(&b, "%s %s\n", seat.Letter(), s.Text(m))
		s.Apply(seat, m, nil)
	}
	res := s.Result()
	for seat := range seats {
		fmt.Fprintf(&b, "%s place %d, %d points %v, %d coins\n", game.Seat(seat).Letter(), res.Place[seat], res.Score[seat], res.Parts[seat][:len(categories)], s.Coins(game.Seat(seat)))
	}
	fmt.Fprintf(&b, "won by %s\n", res.WonBy)
	return b.String()
}
