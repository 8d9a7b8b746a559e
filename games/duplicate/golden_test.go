package duplicate

import (
	"fmt"
	"strings"
	"testing"

	"mirabilia/game"
	"mirabilia/game/gametest"
)

// TestGolden plays recorded matches with everything that happens in them. Only a change of the rules may change the files.
func TestGolden(t *testing.T) {
	goldenMatch(t, "match.txt", table(t), 20)
	goldenMatch(t, "match-pantheon.txt", table(t, "pantheon=true"), 20)
}

func goldenMatch(t *testing.T, file string, s State, seed uint64) {
	t.Helper()
	var out strings.Builder
	r := game.NewRand(game.NumberSeed(seed))
	s.Deal(r)
	for n := 1; s.Owing() != 0; n++ {
		owing := s.Owing()
		seat := owing.First()
		if r.IntN(2) == 0 && owing.Len() == 2 {
			seat = 1
		}
		moves := s.Moves(seat, nil)
		m := moves[r.IntN(len(moves))]
		fmt.Fprintf(&out, "%d %s %s of %d\n", n, seat.Letter(), s.Text(m), len(moves))
		var told game.Events
		s.Apply(seat, m, &told)
		for _, e := range told.List {
			who := ""
			if e.Seat != game.NoSeat {
				who = e.Seat.Letter()
			}
			if e.To != game.NoSeat {
				who += ">" + e.To.Letter()
			}
			fmt.Fprintf(&out, "    %d %s %s %s %s %d\n", e.Board, e.Type, who, e.What, e.With, e.N)
		}
	}
	res := s.Result()
	fmt.Fprintf(&out, "won by %s, places %v, boards %v %v\n", res.WonBy, res.Place[:2], res.Parts[0][:2], res.Parts[1][:2])
	gametest.Golden(t, file, out.String())
}
