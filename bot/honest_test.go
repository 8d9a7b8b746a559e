package bot

import (
	"testing"

	"mirabilia/game"
	"mirabilia/games/architects"
	"mirabilia/games/dice"
	"mirabilia/games/duel"
	"mirabilia/games/wonders"
)

// tables are the games and sizes that bots are tested at.
var tables = []struct {
	game    game.Game
	seats   int
	options game.Options
}{
	{duel.Game, 2, nil},
	{duel.Game, 2, game.Options{"pantheon": "true"}},
	{wonders.Game, 3, nil},
	{wonders.Game, 5, nil},
	{architects.Game, 2, nil},
	{architects.Game, 4, nil},
	{dice.Game, 2, nil},
	{dice.Game, 4, nil},
}

// TestBotsAreHonest: in states that a seat cannot tell apart every bot plays the same by the same chance. The
// states are taken from a game in which some seats have chosen already, in games where all choose at once.
func TestBotsAreHonest(t *testing.T) {
	for _, table := range tables {
		if _, known := models[table.game.Info().ID]; !known {
			t.Errorf("no bot knows %s", table.game.Info().ID)
			continue
		}
		b, err := table.game.New(table.seats, table.options)
		if err != nil {
			t.Fatal(err)
		}
		r := game.NewRand(game.NumberSeed(11))
		b.Deal(r)
		for i := 0; b.Owing() != 0; i++ {
			seats := b.Owing()
			seat := seats.First()
			if r.Below(2) == 0 {
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
			b.Apply(seat, b.Draw(seat, r), nil)
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
