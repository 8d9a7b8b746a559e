package analysis

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"mirabilia/bot"
	"mirabilia/game"
	"mirabilia/game/gametest"
	"mirabilia/game/record"
	"mirabilia/games"
)

// tables are the games and usual numbers of seats.
var tables = []struct {
	game    string
	seats   int
	options game.Options
}{
	{"duel", 2, nil}, {"duel", 2, game.Options{"pantheon": "true"}}, {"wonders", 3, nil}, {"wonders", 5, nil},
	{"architects", 2, nil}, {"architects", 4, nil}, {"dice", 2, nil}, {"dice", 4, nil},
}

// played returns the record of a game between bots of these names, in turn.
func played(t testing.TB, gameID string, seats int, options game.Options, number uint64, names ...string) (game.Game, *record.Record) {
	t.Helper()
	g, err := games.ByID(gameID)
	if err != nil {
		t.Fatal(err)
	}
	players, labels := make([]bot.Player, seats), make([]string, seats)
	for i := range players {
		labels[i] = names[i%len(names)]
		if players[i], err = bot.New(g, labels[i], game.NumberSeed(number<<8+uint64(i))); err != nil {
			t.Fatal(err)
		}
	}
	rec := record.New(g, labels, options, game.NumberSeed(number))
	gametest.Played(t, g, rec, func(b game.Board, seat game.Seat) game.Move { return players[seat].Choose(b, seat) })
	return g, rec
}

// analysed returns the whole analysis of a record.
func analysed(t testing.TB, g game.Game, rec *record.Record, budget Budget) *Job {
	t.Helper()
	j, err := New(g, rec, Options{Budget: budget, Version: "test", Viewer: game.NoSeat})
	if err != nil {
		t.Fatal(err)
	}
	if err := j.Run(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	return j
}

// tiny is enough to test everything that does not depend on how good the figures are.
var tiny = Budget{8, 2, 6, FineLosses, 4, 8}

// long returns how many games a test takes: few, or as many as MIRABILIA_ANALYSED says in "make prove".
func long(t *testing.T, few int) int {
	n, err := strconv.Atoi(os.Getenv("MIRABILIA_ANALYSED"))
	if err != nil {
		return few
	}
	t.Logf("%d games of each kind", n)
	return n
}

// onAllCores returns f(0) to f(n-1).
func onAllCores[T any](n int, f func(k int) T) []T {
	list := make([]T, n)
	var next atomic.Int64
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for k := int(next.Add(1)) - 1; k < n; k = int(next.Add(1)) - 1 {
				list[k] = f(k)
			}
		})
	}
	wg.Wait()
	return list
}

// TestSums: result = start + own + others + luck, to the last digit; luck is the sum of its events where all have a figure.
func TestSums(t *testing.T) {
	for _, table := range tables {
		t.Run(fmt.Sprint(table.game, table.seats, table.options), func(t *testing.T) {
			losses, events := 0, 0
			for n := range long(t, 1) {
				g, rec := played(t, table.game, table.seats, table.options, uint64(n+1), "greedy", "level2")
				j := analysed(t, g, rec, tiny)
				a := j.Analysis()
				if len(a.Sums) != table.seats || len(a.Decisions) != len(rec.Steps) {
					t.Fatalf("seed %d: %d sums, %d of %d decisions", n+1, len(a.Sums), len(a.Decisions), len(rec.Steps))
				}
				for i, s := range a.Sums {
					own, others, luck, figured := Chance(0), Chance(0), Chance(0), true
					for at, d := range a.Decisions {
						if int(d.Seat) == i {
							own -= d.Loss
							if d.W[i]-d.Loss != d.q[i] {
								t.Errorf("seed %d, decision %d: from %v to %v it lost %v", n+1, at, d.W[i], d.q[i], d.Loss)
							}
						} else {
							others += d.q[i] - d.W[i]
						}
						if d.Loss > 0 {
							losses++
						}
						if d.Luck != nil {
							events++
							luck += d.Luck[i]
						}
						figured = figured && j.course.positions[at].open
					}
					if s.Own != own || s.Others != others || a.Start[i]+s.Own+s.Others+s.Luck != a.Result[i] {
						t.Errorf("seed %d, seat %d: %v + %v + %v + %v is not %v", n+1, i, a.Start[i], s.Own, s.Others, s.Luck, a.Result[i])
					}
					if figured && luck != s.Luck {
						t.Errorf("seed %d, seat %d: luck is %v, its events add up to %v", n+1, i, s.Luck, luck)
					}
					if figured != (table.game == "duel" && table.options == nil || table.game == "dice") {
						t.Errorf("seed %d, seat %d: all events have a figure: %v", n+1, i, figured)
					}
				}
				var file bytes.Buffer
				if err := a.Write(&file); err != nil {
					t.Fatal(err)
				}
				back, err := Read(file.Bytes(), g, rec)
				if err != nil {
					t.Fatalf("seed %d: its own file is refused: %v", n+1, err)
				}
				var again bytes.Buffer
				if err := back.Write(&again); err != nil || again.String() != file.String() {
					t.Fatalf("seed %d: the file changes when it is read and written (%v)", n+1, err)
				}
				t.Logf("seed %d: %d decisions, %d bytes", n+1, len(a.Decisions), file.Len())
			}
			if losses < 4 {
				t.Errorf("only %d losses in all games", losses)
			}
			t.Logf("%d losses, %d events", losses, events)
		})
	}
}
