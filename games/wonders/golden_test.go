package wonders

import (
	"fmt"
	"mirabilia/game"
	"mirabilia/game/gametest"
	"strings"
	"testing"
)

// One recorded game for each number of seats: a change of rules shows as a difference.
func TestGolden(t *testing.T) {
	for seats := 3; seats <= game.MaxSeats; seats++ {
		r := game.NewRand(game.NumberSeed(uint64(100 + seats)))
		s := table(t, seats, nil)
		s.Deal(r)
		var b strings.Builder
		for n := 1; s.Owing() != 0; n++ {
			seat := s.Owing().First()
			m := s.RandomMove(seat, r)
			var tell game.Events
			fmt.Fprintf(&b, "%d %s %s of %d\n", n, seat.Letter(), s.Text(m), len(s.Moves(seat, nil)))
			s.Apply(seat, m, &tell)
			for _, e := range tell.List {
				if e.Type != "commit" {
					fmt.Fprintf(&b, "    %s", e.Type)
					if e.Seat != game.NoSeat {
						fmt.Fprintf(&b, " %s", e.Seat.Letter())
					}
					if e.To != game.NoSeat {
						fmt.Fprintf(&b, ">%s", e.To.Letter())
					}
					fmt.Fprintf(&b, " %s %s %d\n", e.What, e.With, e.N)
				}
			}
		}
		res := s.Result()
		for seat := range seats {
			fmt.Fprintf(&b, "%s place %d score %d parts %v\n", game.Seat(seat).Letter(), res.Place[seat], res.Score[seat], res.Parts[seat][:numParts])
		}
		gametest.Golden(t, fmt.Sprintf("game-%d.txt", seats), b.String())
	}
}
