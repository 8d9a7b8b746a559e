package bot

import (
	"slices"
	"testing"

	"mirabilia/bot/net"
	"mirabilia/game"
)

// TestFeatures: features are numbered within bounds, each feature once, and not too many for their sums.
func TestFeatures(t *testing.T) {
	for _, table := range tables {
		id := table.game.Info().ID
		trainable, err := TrainableFor(table.game)
		if err != nil {
			t.Fatal(err)
		}
		b, err := table.game.New(table.seats, table.options)
		if err != nil {
			t.Fatal(err)
		}
		seen := make([]bool, trainable.Features())
		most := 0
		r := game.NewRand(game.NumberSeed(9))
		for range 40 {
			b.Deal(r)
			for b.Owing() != 0 {
				seat := b.Owing().First()
				for viewer := range game.Seat(b.Seats()) {
					buf, _ := trainable.Encode(b, viewer)
					most = max(most, len(buf))
					slices.Sort(buf)
					for i, f := range buf {
						if int(f) >= trainable.Features() {
							t.Fatalf("%s: feature %d of %d", id, f, trainable.Features())
						}
						if i > 0 && buf[i-1] == f {
							t.Fatalf("%s: feature %d is there twice", id, f)
						}
						seen[f] = true
					}
				}
				b.Apply(seat, b.RandomMove(seat, r), nil)
			}
		}
		count := 0
		for _, s := range seen {
			if s {
				count++
			}
		}
		if most > net.MaxFeatures {
			t.Errorf("%s: %d features at once, %d are the most", id, most, net.MaxFeatures)
		}
		t.Logf("%s, %d seats: %d of %d features seen, at most %d at once", id, table.seats, count, trainable.Features(), most)
	}
}
