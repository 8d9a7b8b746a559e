package analysis

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"mirabilia/game"
	"mirabilia/game/record"
	"mirabilia/games"
)

// TestBoards: a line shows the boards after its moves, as an eye sees them, as far as they are legal.
func TestBoards(t *testing.T) {
	for _, g := range games.All {
		seats := g.Info().MinSeats
		rec := record.New(g, make([]string, seats), nil, game.NumberSeed(11))
		b, err := rec.Start(g)
		if err != nil {
			t.Fatal(err)
		}
		const at = 20
		draw := game.NewRand(game.NumberSeed(12))
		var line []string
		var want []game.Board
		for n := 0; n < at+4; n++ {
			seat := b.Owing().First()
			moves := b.Moves(seat, nil)
			m := moves[draw.IntN(len(moves))]
			text := b.Text(m)
			b.Apply(seat, m, nil)
			if n < at {
				rec.Add(seat, text)
			} else {
				line = append(line, fmt.Sprintf("%d %s", int(seat), text))
				want = append(want, g.Clone(b))
			}
		}
		for _, eye := range []game.Seat{game.Open, 0, 1} {
			frames, err := Boards(g, rec, line, eye)
			if err != nil || len(frames) != len(line) {
				t.Fatalf("%s: %d frames of %d moves: %v", g.Info().ID, len(frames), len(line), err)
			}
			for i, f := range frames {
				if view, err := json.Marshal(want[i].View(eye)); err != nil || string(f.View) != string(view) {
					t.Errorf("%s: after move %d eye %d sees\n%s\nnot\n%s", g.Info().ID, i, int(eye), f.View, view)
				}
			}
		}
		if frames, err := Boards(g, rec, append(line[:2:2], "0 nonsense", line[2]), game.Open); err != nil || len(frames) != 2 {
			t.Errorf("%s: %d frames as far as the line is legal, want 2: %v", g.Info().ID, len(frames), err)
		}
		for _, bad := range []string{"b:rostrum", "x b:rostrum", "9 b:rostrum", "-1 b:rostrum"} {
			var refused *game.Error
			if _, err := Boards(g, rec, []string{bad}, game.Open); !errors.As(err, &refused) || refused.Reason != "bad_line" {
				t.Errorf("%q: %v", bad, err)
			}
		}
	}
}
