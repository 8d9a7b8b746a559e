package puzzle

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"mirabilia/analysis"
	"mirabilia/arena"
	"mirabilia/bot"
	"mirabilia/game"
	"mirabilia/games"
	"mirabilia/games/duel"
	_ "mirabilia/gctest"
	"mirabilia/locales"
)

// cheap finds puzzles in little time; they need not be good ones.
var cheap = Budget{60, 2, 20, 8, 60}

func collection(t *testing.T, puzzles, games, workers int) *Collection {
	t.Helper()
	c, err := New(duel.Game, 2, nil, 1, "test")
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Find(context.Background(), duel.Game, cheap, puzzles, games, workers, func() error { return nil }); err != nil {
		t.Fatal(err)
	}
	return c
}

func fileOf(t *testing.T, c *Collection, compressed bool) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := c.Write(&b, compressed); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestFind: what is found keeps its promises, is read back, and depends neither on workers nor on interruptions.
func TestFind(t *testing.T) {
	const n = 10
	whole := collection(t, 1000, n, 2)
	t.Logf("%d puzzles in %d games", len(whole.Puzzles), whole.Tried)
	if len(whole.Puzzles) < 2 || whole.Tried != n {
		t.Fatalf("only %d puzzles in %d games", len(whole.Puzzles), whole.Tried)
	}
	parts, err := New(duel.Game, 2, nil, 1, "test")
	if err != nil {
		t.Fatal(err)
	}
	stops := 0
	for parts.Tried < n {
		ctx, cancel := context.WithCancel(context.Background())
		begun := parts.Tried
		err := parts.Find(ctx, duel.Game, cheap, 1000, n, 1, func() error {
			if parts.Tried == begun+3 {
				cancel()
			}
			return nil
		})
		cancel()
		if err != nil {
			stops++
		}
		for _, compressed := range []bool{false, true} {
			back, g, err := Read(fileOf(t, parts, compressed))
			if err != nil || g.Info().ID != "duel" {
				t.Fatalf("own file is refused: %v", err)
			}
			parts = back
		}
	}
	if a, b := fileOf(t, whole, false), fileOf(t, parts, false); stops < 2 || !bytes.Equal(a, b) {
		t.Errorf("after %d interruptions:\n%s\nin one go:\n%s", stops, b, a)
	}
	for _, p := range whole.Puzzles {
		checkHidden(t, p)
	}
}

// checkHidden plays the game of a puzzle again: the position is one that the seat cannot tell from the real one, and not the real one.
func checkHidden(t *testing.T, p *Puzzle) {
	t.Helper()
	b, err := duel.Game.New(2, nil)
	if err != nil {
		t.Fatal(err)
	}
	r := game.NewRand(arena.ChildSeed(1, p.Number, 0))
	b.Deal(r)
	list := []bot.Player{}
	for seat := range 2 {
		player, err := bot.New(duel.Game, players[(p.Number+seat)%len(players)], r.Seed())
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, player)
	}
	for range p.Decision {
		seat := b.Owing().First()
		b.Apply(seat, list[seat].Choose(b, seat), nil)
	}
	stored, err := duel.Game.Load(p.Position)
	if err != nil {
		t.Fatal(err)
	}
	x, err1 := json.Marshal(b.View(p.Seat))
	y, err2 := json.Marshal(stored.View(p.Seat))
	if err1 != nil || err2 != nil || !bytes.Equal(x, y) {
		t.Errorf("%s: seat %d sees another position than in the game", p.ID, p.Seat)
	}
	if duel.Game.Equal(b, stored) {
		t.Errorf("%s: the position holds the true hidden cards", p.ID)
	}
}

// TestReadRefuses changes one thing in a good collection.
func TestReadRefuses(t *testing.T) {
	good := fileOf(t, collection(t, 1, 40, 1), false)
	for name, c := range map[string]struct {
		change func(c *Collection)
		want   string
	}{
		"format":       {func(c *Collection) { c.Format = "mgp 2" }, "is not known"},
		"game":         {func(c *Collection) { c.Game = "chess" }, "chess"},
		"seats":        {func(c *Collection) { c.Seats = 5 }, "seats"},
		"position":     {func(c *Collection) { c.Puzzles[0].Position = json.RawMessage(`{}`) }, "position"},
		"seat":         {func(c *Collection) { c.Puzzles[0].Seat = 1 - c.Puzzles[0].Seat }, "not to move"},
		"illegal move": {func(c *Collection) { c.Puzzles[0].Moves[1].Move = "b:palace" }, "the legal ones"},
		"missing move": {func(c *Collection) { c.Puzzles[0].Moves = c.Puzzles[0].Moves[:2] }, "the legal ones"},
		"order":        {func(c *Collection) { m := c.Puzzles[0].Moves; m[0], m[1] = m[1], m[0] }, "best move comes first"},
		"small lead": {func(c *Collection) {
			p := c.Puzzles[0]
			for i := range p.Moves {
				p.Moves[i].Q = p.Moves[0].Q
			}
		}, "prompt"},
		"prompt":     {func(c *Collection) { c.Puzzles[0].Prompt = "win" }, "prompt"},
		"difficulty": {func(c *Collection) { c.Puzzles[0].Difficulty = 6 }, "1 to 5"},
		"reason":     {func(c *Collection) { c.Puzzles[0].Reason = "magic" }, "no reason"},
		"level":      {func(c *Collection) { c.Puzzles[0].Missed = []string{"level9"} }, "no level"},
		"line":       {func(c *Collection) { c.Puzzles[0].Line = nil }, "line"},
		"alike":      {func(c *Collection) { c.Puzzles = append(c.Puzzles, c.Puzzles[0]) }, "like one before"},
		"none":       {func(c *Collection) { c.Puzzles[0] = nil }, "missing"},
	} {
		bad, _, err := Read(good)
		if err != nil {
			t.Fatal(err)
		}
		c.change(bad)
		if _, _, err := Read(fileOf(t, bad, false)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: refused with %v, want %q in it", name, err, c.want)
		}
	}
	if _, _, err := Read(bytes.Replace(good, []byte(`"seats"`), []byte(`"seatz":1,"seats"`), 1)); err == nil || !strings.Contains(err.Error(), "seatz") {
		t.Errorf("an unknown field: %v", err)
	}
	if _, _, err := Read([]byte{0x1f, 0x8b, 1, 2}); err == nil {
		t.Error("broken compression is read")
	}
}

// TestReasons: in random games of Duel there are positions where one move alone stops the opponent's victory or gives another turn, and
// the reason says so.
func TestReasons(t *testing.T) {
	f := &finder{ctx: context.Background(), g: duel.Game, c: &Collection{}}
	count := map[Reason]int{}
	for seed := uint64(0); seed < 400 && (count[StopsWin] < 2 || count[PlaysAgain] < 2); seed++ {
		b, err := duel.Game.New(2, nil)
		if err != nil {
			t.Fatal(err)
		}
		r := game.NewRand(game.NumberSeed(seed))
		for b.Deal(r); b.Owing() != 0; {
			seat := b.Owing().First()
			moves := b.Moves(seat, nil)
			for i := range moves {
				p := &Puzzle{Seat: seat}
				for k := range moves {
					p.Moves = append(p.Moves, Move{Move: b.Text(moves[(i+k)%len(moves)]), Q: analysis.Chances{500, 500}})
				}
				reason := ""
				if len(moves) > 2 {
					reason = string(f.reason(b, p))
				}
				if reason == "" {
					continue
				}
				count[Reason(reason)]++
				c := duel.Game.Clone(b)
				c.Apply(seat, moves[i], nil)
				if Reason(reason) == PlaysAgain && !c.Owing().Has(seat) {
					t.Errorf("seed %d: after %s it is not the same seat's move", seed, p.Moves[0].Move)
				}
				if Reason(reason) == StopsWin && c.Owing() == 0 && outcomeOf(c, seat) == 0 {
					t.Errorf("seed %d: %s loses at once", seed, p.Moves[0].Move)
				}
			}
			b.Apply(seat, b.RandomMove(seat, r), nil)
		}
	}
	t.Logf("%v", count)
	if count[StopsWin] < 2 || count[PlaysAgain] < 2 {
		t.Errorf("found %v", count)
	}
	for _, reason := range reasons {
		for _, lang := range locales.Languages {
			if _, ok := locales.Lookup(lang, "puzzle.reason."+string(reason)); !ok {
				t.Errorf("%s has no text for the reason %s", lang, reason)
			}
		}
	}
}

func TestPrompts(t *testing.T) {
	for _, c := range []struct {
		game         string
		best, second analysis.Chance
		seats        int
		want         string
	}{
		{"duel", 600, 350, 2, "only"}, {"duel", 600, 351, 2, ""}, {"duel", 900, 0, 2, "only"},
		{"duel", 599, 299, 2, "save"}, {"duel", 560, 300, 2, ""}, {"duel", 300, 40, 2, "save"}, {"duel", 299, 0, 2, ""},
		{"wonders", 600, 400, 4, "only"}, {"wonders", 600, 425, 4, ""},
		{"dice", 600, 500, 2, "only"}, {"dice", 600, 501, 2, ""}, {"dice", 599, 400, 2, ""},
	} {
		list := Collection{Game: c.game, Seats: c.seats}
		if got := list.prompt(c.best, c.second); got != c.want {
			t.Errorf("%s: %v before %v among %d is %q, want %q", c.game, c.best, c.second, c.seats, got, c.want)
		}
	}
}

// TestCheck: a good puzzle stands a check, and one whose best move is not the best does not.
func TestCheck(t *testing.T) {
	c := collection(t, 1, 40, 1)
	p := c.Puzzles[0]
	found, err := c.Check(context.Background(), duel.Game, p, 16, 200)
	if err != nil || !found.Best || !found.Margin {
		t.Errorf("%+v, %v", found, err)
	}
	p.Moves[0], p.Moves[1] = p.Moves[1], p.Moves[0]
	if found, err = c.Check(context.Background(), duel.Game, p, 16, 200); err != nil || found.Best || found.Margin {
		t.Errorf("a wrong best move stands: %+v, %v", found, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if found, err := c.Check(ctx, duel.Game, p, 16, 200); found != nil || err == nil {
		t.Errorf("a check that was stopped gave %+v, %v", found, err)
	}
}

// TestOtherGames: the search runs on every game, to the end of a game at least.
func TestOtherGames(t *testing.T) {
	for _, g := range games.All {
		c, err := New(g, g.Info().MinSeats, nil, 3, "test")
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Find(context.Background(), g, Budget{8, 2, 4, 2, 4}, 10, 1, 1, func() error { return nil }); err != nil || c.Tried != 1 {
			t.Errorf("%s: %d games tried: %v", g.Info().ID, c.Tried, err)
		}
	}
}
