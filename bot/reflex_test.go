package bot

import (
	"testing"

	"mirabilia/bot/search"
	"mirabilia/game"
)

// TestReflex: with the built-in network it beats random players at every table, and noise changes its moves.
func TestReflex(t *testing.T) {
	const deals = 6
	won, fair, changed, asked := 0.0, 0.0, 0, 0
	for _, table := range tables {
		trainable, err := TrainableFor(table.game)
		if err != nil {
			t.Fatal(err)
		}
		b, err := table.game.New(table.seats, table.options)
		if err != nil {
			t.Fatal(err)
		}
		for deal := range uint64(deals) {
			r := game.NewRand(game.NumberSeed(deal))
			mine := game.Seat(r.IntN(table.seats))
			x, err := trainable.ReflexWith(Setup{Net: trainable.Shipped(b), Seed: game.NumberSeed(100 + deal)})
			if err != nil {
				t.Fatal(err)
			}
			for b.Deal(r); b.Owing() != 0; {
				seat := b.Owing().First()
				if seat != mine {
					b.Apply(seat, b.RandomMove(seat, r), nil)
					continue
				}
				m := x.Choose(b, seat)
				asked++
				if x.ChooseNoisily(b, seat, 2) != m {
					changed++
				}
				b.Apply(seat, m, nil)
			}
			won += search.Outcome(b, mine)
			fair += 1 / float64(table.seats)
		}
	}
	if won < 2*fair {
		t.Errorf("it won %.1f games, and %.1f would be its fair share", won, fair)
	}
	if changed < asked/4 {
		t.Errorf("noise changed %d moves of %d", changed, asked)
	}
}

func TestReflexBends(t *testing.T) {
	trainable, err := TrainableFor(tables[0].game)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := trainable.ReflexWith(Setup{Bend: Bend{Name: "luck"}}); err == nil {
		t.Error("there is a bend towards luck")
	}
}
