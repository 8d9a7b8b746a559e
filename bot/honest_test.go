package bot

import (
	"testing"

	"mirabilia/game"
	"mirabilia/games"
)

// tables are those that bots are tested at: every variant of every game, at its smallest size and at two seats more where
// it has them.
var tables = func() (list []tested) {
	for _, g := range games.All {
		variants, err := Variants(g)
		if err != nil {
			panic(err)
		}
		info := g.Info()
		for _, o := range variants {
			list = append(list, tested{g, info.MinSeats, o})
			if info.MinSeats+2 <= info.MaxSeats {
				list = append(list, tested{g, info.MinSeats + 2, o})
			}
		}
	}
	return list
}()

type tested struct {
	game    game.Game
	seats   int
	options game.Options
}

// TestBotsAreHonest: in states that a seat cannot tell apart every bot plays the same by the same chance. The
// states are taken from a game in which some seats have chosen already, in games where all choose at once.
func TestBotsAreHonest(t *testing.T) {
	for _, table := range tables {
		b, err := table.game.New(table.seats, table.options)
		if err != nil {
			t.Fatal(err)
		}
		r := game.NewRand(game.NumberSeed(11))
		b.Deal(r)
		for i := 0; b.Owing() != 0; i++ {
			seats := b.Owing()
			seat := seats.First()
			if r.IntN(2) == 0 {
				seat = seats.Without(seat).First()
				if seat == game.NoSeat {
					seat = seats.First()
				}
			}
			if i%9 == 0 {
				other := table.game.Clone(b)
				other.Redeal(seat, r)
				for _, name := range Names {
					if one, two := answer(t, table.game, name, b, seat), answer(t, table.game, name, other, seat); one != two {
						t.Errorf("%s, %d seats, decision %d, %s: %s, but %s where it cannot see a difference", table.game.Info().ID, table.seats, i, name, b.Text(one), b.Text(two))
					}
				}
			}
			b.Apply(seat, b.RandomMove(seat, r), nil)
		}
	}
}

// answer returns what a bot that sees the board for the first time chooses.
func answer(t *testing.T, g game.Game, name string, b game.Board, seat game.Seat) game.Move {
	t.Helper()
	p, err := Spec{Name: name, Budget: Budget{Simulations: 24}}.New(g, game.NumberSeed(3))
	if err != nil {
		t.Fatal(err)
	}
	m := p.Choose(b, seat)
	if err := b.Check(seat, m); err != nil {
		t.Fatalf("%s: %s chose %s: %v", g.Info().ID, name, b.Text(m), err)
	}
	return m
}
