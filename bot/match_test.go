package bot

import (
	"testing"

	"mirabilia/game"
	"mirabilia/games/duplicate"
)

// TestMatchPlayersSeeOneBoard: a bot in a match plays what the bot of Duel plays that sees the board alone, whatever is hidden and whatever happens on the other board.
func TestMatchPlayersSeeOneBoard(t *testing.T) {
	const seed = 12
	t.Log("seed", seed)
	r := game.NewRand(game.NumberSeed(seed))
	asked := 0
	for _, options := range []game.Options{{"pantheon": "false"}, {"pantheon": "true"}} {
		b, err := duplicate.Game.New(2, options)
		if err != nil {
			t.Fatal(err)
		}
		b.Deal(r)
		for i := 0; b.Owing() != 0; i++ {
			seats := b.Owing()
			seat := seats.First()
			if seats.Len() == 2 && r.IntN(2) == 0 {
				seat = 1
			}
			if i%15 == 0 {
				redealt, elsewhere := duplicate.Game.Clone(b), duplicate.Game.Clone(b)
				redealt.Redeal(seat, r)
				if other := seats.Without(seat).First(); other != game.NoSeat {
					elsewhere.Apply(other, elsewhere.RandomMove(other, r), nil)
				}
				for _, name := range Names {
					one := answer(t, duplicate.Game, name, b, seat)
					if two := answer(t, duplicate.Game, name, redealt, seat); one != two {
						t.Errorf("decision %d, %s: %s, but %s where it cannot see a difference", i, name, b.Text(one), b.Text(two))
					}
					if two := answer(t, duplicate.Game, name, elsewhere, seat); one != two {
						t.Errorf("decision %d, %s: %s, but %s after a move on the other board", i, name, b.Text(one), b.Text(two))
					}
					asked++
				}
			}
			b.Apply(seat, b.RandomMove(seat, r), nil)
		}
	}
	if asked < 100 {
		t.Errorf("only %d decisions were compared", asked)
	}
}

// TestEveryBotPlaysMatches: each bot of the roster is made for a match and plays one with another to its end.
func TestEveryBotPlaysMatches(t *testing.T) {
	const seed = 13
	t.Log("seed", seed)
	for _, name := range Names {
		if !Plays(duplicate.Game, name) {
			t.Errorf("%s does not play matches", name)
		}
		var players [2]Player
		for seat := range players {
			var err error
			if players[seat], err = (Spec{Name: name, Budget: Budget{Simulations: 8}}).New(duplicate.Game, game.NumberSeed(seed)); err != nil {
				t.Fatal(err)
			}
			defer Release(players[seat])
		}
		b, err := duplicate.Game.New(2, nil)
		if err != nil {
			t.Fatal(err)
		}
		for b.Deal(game.NewRand(game.NumberSeed(seed))); b.Owing() != 0; {
			seat := b.Owing().First()
			m := players[seat].Choose(b, seat)
			if err := b.Check(seat, m); err != nil {
				t.Fatalf("%s chose %s: %v", name, b.Text(m), err)
			}
			b.Apply(seat, m, nil)
		}
	}
}
