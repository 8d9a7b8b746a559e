package puzzle

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"mirabilia/game"
)

// shipped calls look for every collection that comes with the program.
func shipped(t *testing.T, look func(t *testing.T, c *Collection, g game.Game)) {
	files, err := filepath.Glob("collections/*.mgp.gz")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		c, g, err := Read(data)
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		names = append(names, filepath.Base(file))
		t.Run(filepath.Base(file), func(t *testing.T) { look(t, c, g) })
	}
	if want := []string{"architects.mgp.gz", "dice.mgp.gz", "duel.mgp.gz", "pantheon.mgp.gz", "wonders.mgp.gz"}; !slices.Equal(names, want) {
		t.Errorf("there are %v, want %v", names, want)
	}
}

// TestPosedKnowsWhatTheSeatKnows: what the page gets of a puzzle stays the same, to the last byte, when everything changes that its seat cannot know.
func TestPosedKnowsWhatTheSeatKnows(t *testing.T) {
	shipped(t, func(t *testing.T, c *Collection, g game.Game) {
		const redeals = 6
		different := 0
		for _, p := range c.Puzzles {
			want := posedText(t, c, g, p)
			for k := range redeals {
				b, err := g.Load(p.Position)
				if err != nil {
					t.Fatal(err)
				}
				b.Redeal(p.Seat, game.NewRand(game.NumberSeed(uint64(100+k))))
				other := *p
				if other.Position, err = b.MarshalJSON(); err != nil {
					t.Fatal(err)
				}
				if string(other.Position) != string(p.Position) {
					different++
				}
				if got := posedText(t, c, g, &other); got != want {
					t.Fatalf("%s: with other hidden things the page gets\n%s\nnot\n%s", p.ID, got, want)
				}
			}
		}
		// Of few positions nothing is hidden any more.
		if 2*different < redeals*len(c.Puzzles) {
			t.Errorf("only %d of %d redeals changed anything", different, redeals*len(c.Puzzles))
		}
	})
}

func posedText(t *testing.T, c *Collection, g game.Game, p *Puzzle) string {
	t.Helper()
	q, err := c.pose(g, p)
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(q)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestPosedIsPlayable: the position that the page gets is the seat's: it sees the same, every legal move is listed once, and the
// expected line begins with the best of them.
func TestPosedIsPlayable(t *testing.T) {
	shipped(t, func(t *testing.T, c *Collection, g game.Game) {
		posed, err := c.Pose(g)
		if err != nil {
			t.Fatal(err)
		}
		if len(posed.Puzzles) == 0 || len(posed.Puzzles) != len(c.Puzzles) {
			t.Fatalf("%d of %d puzzles are posed", len(posed.Puzzles), len(c.Puzzles))
		}
		for i, q := range posed.Puzzles {
			b, err := g.Load(q.Position)
			if err != nil {
				t.Fatalf("%s: %v", q.ID, err)
			}
			original, err := g.Load(c.Puzzles[i].Position)
			if err != nil {
				t.Fatal(err)
			}
			for _, x := range []game.Board{b, original} {
				if view, err := json.Marshal(x.View(q.Seat)); err != nil || string(view) != string(q.View) {
					t.Errorf("%s: the page shows\n%s\nthe seat sees\n%s", q.ID, q.View, view)
				}
			}
			if !slices.Contains(q.Owing, int(q.Seat)) || len(q.Bots) != c.Seats {
				t.Errorf("%s: %v are to decide, played by %v", q.ID, q.Owing, q.Bots)
			}
			var legal, listed []string
			for _, m := range b.Moves(q.Seat, nil) {
				legal = append(legal, b.Text(m))
			}
			for _, m := range q.Moves {
				listed = append(listed, m.Move)
			}
			if want := fmt.Sprint(int(q.Seat)) + " " + q.Moves[0].Move; len(q.Line) == 0 || q.Line[0] != want {
				t.Errorf("%s: the line %v does not begin with the best move %s", q.ID, q.Line, q.Moves[0].Move)
			}
			slices.Sort(legal)
			slices.Sort(listed)
			if !slices.Equal(legal, listed) {
				t.Errorf("%s: the legal moves are %v, not %v", q.ID, legal, listed)
			}
		}
	})
}
