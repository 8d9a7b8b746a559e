package duel

import (
	"fmt"
	"strings"
	"testing"

	"mirabilia/game"
	"mirabilia/game/gametest"
)

// TestGolden plays one recorded game with everything that happens in it. Only a change of the rules may
// change the file.
func TestGolden(t *testing.T) {
	goldenGame(t, "game-2.txt", table(t), 20)
	goldenGame(t, "game-2-pantheon.txt", table(t, "pantheon=true"), 20)
}

func goldenGame(t *testing.T, file string, s State, seed uint64) {
	t.Helper()
	var out strings.Builder
	r := game.NewRand(game.NumberSeed(seed))
	s.Deal(r)
	for n := 1; s.Owing() != 0; n++ {
		seat := s.Owing().First()
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
			fmt.Fprintf(&out, "    %s %s %s %s %d\n", e.Type, who, e.What, e.With, e.N)
		}
	}
	res := s.Result()
	fmt.Fprintf(&out, "won by %s, places %v\n", res.WonBy, res.Place[:2])
	for i, id := range categoryIDs {
		fmt.Fprintf(&out, "%s %d %d\n", id, res.Parts[0][i], res.Parts[1][i])
	}
	gametest.Golden(t, file, out.String())
}

// TestPerft counts the positions that can be reached from fixed deals: from the beginning, and from the
// middle of the game.
func TestPerft(t *testing.T) {
	perftFile(t, "perft.txt", table(t))
	perftFile(t, "perft-pantheon.txt", table(t, "pantheon=true"))
}

func perftFile(t *testing.T, file string, base State) {
	t.Helper()
	var out strings.Builder
	for seed := range uint64(4) {
		s := base
		r := game.NewRand(game.NumberSeed(seed))
		s.Deal(r)
		for n := range 76 {
			if n%15 == 0 && s.Owing() != 0 {
				fmt.Fprintf(&out, "seed %d after %d moves: %d %d %d %d\n", seed, n, perft(&s, 1), perft(&s, 2), perft(&s, 3), perft(&s, 4))
			}
			if seat := s.Owing().First(); seat != game.NoSeat {
				s.Apply(seat, s.RandomMove(seat, r), nil)
			}
		}
	}
	gametest.Golden(t, file, out.String())
}

func perft(s *State, depth int) int {
	seat := s.Owing().First()
	if depth == 0 || seat == game.NoSeat {
		return 1
	}
	n := 0
	for _, m := range s.Moves(seat, nil) {
		c := *s
		c.Apply(seat, m, nil)
		n += perft(&c, depth-1)
	}
	return n
}
