package analysis

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"mirabilia/bot"
)

// TestAccuracyByLevel: a stronger level plays more accurately. "make prove" takes a hundred games per level and prints the table; without
// it, two games of two levels of Duel must tell them apart.
func TestAccuracyByLevel(t *testing.T) {
	games := long(t, 2)
	levels, tables, budget := []string{"level1", "level7:100"}, usual[:1], Budget{10, 4, 40, FineNone, 0, 0}
	if games > 2 {
		levels, tables, budget = bot.Levels, usual, Budget{40, 4, 60, FineNone, 0, 0}
	}
	for _, table := range tables {
		t.Run(fmt.Sprint(table.game, table.options), func(t *testing.T) {
			last, error := 0.0, 0.0
			for _, name := range levels {
				if name == level {
					name += ":1000" // its own budget takes hours and plays hardly better
				}
				list := slices.Concat(onAllCores(games, func(n int) (seats []float64) {
					g, rec := played(t, table.game, table.seats, table.options, uint64(n+1), name)
					for _, s := range analysed(t, g, rec, budget).Analysis().Sums {
						if s.Accuracy != nil {
							seats = append(seats, float64(*s.Accuracy))
						}
					}
					return seats
				})...)
				sum := 0.0
				for _, x := range list {
					sum += x
				}
				mean := sum / float64(len(list))
				se := standardError(len(list), func(k int) float64 { return list[k] })
				t.Logf("%d seats, %s: accuracy %.1f ± %.1f (%d seats of %d games)", table.seats, name, mean, 1.96*se, len(list), games)
				if mean < last-1.96*math.Hypot(se, error) || len(levels) == 2 && last > 0 && mean < last+10 {
					t.Errorf("%s plays with an accuracy of %.1f, the level before with %.1f", name, mean, last)
				}
				last, error = mean, se
			}
		})
	}
}
