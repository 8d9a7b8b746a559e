package analysis

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"mirabilia/game"
	"mirabilia/game/gametest"
	"mirabilia/game/gametest/steps"
	"mirabilia/game/record"
)

func fileOf(t *testing.T, a *Analysis) string {
	t.Helper()
	var file bytes.Buffer
	if err := a.Write(&file); err != nil {
		t.Fatal(err)
	}
	return file.String()
}

// TestDeterminism: whatever the viewer, and however often the work is stopped and resumed from its file, the figures are the same.
func TestDeterminism(t *testing.T) {
	for _, table := range []int{0, 2} {
		g, rec := played(t, tables[table].game, tables[table].seats, nil, 3, "level1")
		whole := analysed(t, g, rec, tiny).Analysis()
		want := fileOf(t, whole)
		o := Options{Budget: tiny, Version: "test", Viewer: 1}
		stops := 0
		for {
			j, err := New(g, rec, o)
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithCancel(context.Background())
			n := 0
			err = j.Run(ctx, func(p Progress) {
				if n++; n == 31 {
					cancel()
				}
				if p.Done < 1 || p.Done > p.All {
					t.Errorf("%d of %d done", p.Done, p.All)
				}
			})
			cancel()
			file := fileOf(t, j.Analysis())
			if err == nil {
				if file != want {
					t.Errorf("%s: resumed work found\n%s\nin one go it was\n%s", rec.Game, file, want)
				}
				break
			}
			stops++
			if o.From, err = Read([]byte(file), g, rec); err != nil {
				t.Fatalf("%s: what was found before stop %d is refused: %v", rec.Game, stops, err)
			}
		}
		if stops < 5 {
			t.Errorf("%s: the work was stopped only %d times", rec.Game, stops)
		}
		// A larger third pass goes on; another budget does not.
		o.From = whole
		o.Budget.Fine = FineAll
		if _, err := New(g, rec, o); err != nil {
			t.Errorf("a larger third pass is refused: %v", err)
		}
		o.Budget.Simulations++
		if _, err := New(g, rec, o); err == nil || !strings.Contains(err.Error(), "begin anew") {
			t.Errorf("another budget is accepted: %v", err)
		}
	}
}

// TestStopInTheMiddle: a search that is stopped leaves no figure behind.
func TestStopInTheMiddle(t *testing.T) {
	g, rec := played(t, "duel", 2, nil, 3, "level1")
	j, err := New(g, rec, Options{Budget: tiny, Viewer: game.NoSeat})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if p, err := j.Step(ctx); p != nil || err == nil || len(j.Analysis().Decisions) != 0 {
		t.Errorf("stopped work gave %v, %v and %d decisions", p, err, len(j.Analysis().Decisions))
	}
}

// TestHonesty: what a decision is judged by does not depend on what its seat could not know. The same decision on another deal that
// the seat cannot tell from the real one has the same figures.
func TestHonesty(t *testing.T) {
	forced := 0
	for _, table := range tables {
		g, rec := played(t, table.game, table.seats, table.options, 5, "greedy")
		c, err := replay(g, rec)
		if err != nil {
			t.Fatal(err)
		}
		r := game.NewRand(game.NumberSeed(6))
		different := 0
		list := []int{}
		for at, p := range c.positions {
			if p.forced { // a forced move is played on, which must not turn up the true cards
				list = append(list, at)
			}
		}
		for range 4 {
			list = append(list, r.IntN(len(c.positions)))
		}
		for _, at := range list {
			p := c.positions[at]
			other := p
			other.board = g.Clone(p.board)
			other.board.Redeal(p.seat, r)
			if !g.Equal(p.board, other.board) {
				different++
			}
			m := &measure{context.Background(), g}
			if x, y := jsonOf(m.decision(&p, at, 2, 2, 8)), jsonOf(m.decision(&other, at, 2, 2, 8)); x != y {
				t.Errorf("%s, seed 5, decision %d: judged by what its seat could not know:\n%s\n%s", table.game, at, x, y)
			}
			if x, y := m.sketch(p.board, p.seat, at, 8), m.sketch(other.board, p.seat, at, 8); !slices.Equal(x, y) {
				t.Errorf("%s, seed 5, decision %d: sketched by what its seat could not know: %v and %v", table.game, at, x, y)
			}
		}
		if different < 3 {
			t.Errorf("%s: only %d of %d decisions hid anything", table.game, different, len(list))
		}
		forced += len(list) - 4
	}
	if forced < 3 {
		t.Errorf("only %d decisions were forced", forced)
	}
}

// TestStretchWithoutChance: where no card is revealed, the later position tells what the earlier one was worth, and there is no luck.
func TestStretchWithoutChance(t *testing.T) {
	g, rec := played(t, "duel", 2, nil, 1, "level2")
	j := analysed(t, g, rec, tiny)
	a, c := j.Analysis(), j.course
	known, revealed := 0, 0
	var told []bool // whether the decision revealed anything
	if _, err := rec.Replay(g, func(_ int, _ game.Board, events *game.Events) error {
		told = append(told, slices.ContainsFunc(events.List, func(ev game.Event) bool { return ev.Type == "reveal" }))
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	for i := range c.positions {
		if told[i] {
			revealed++
			if c.positions[i].known {
				t.Errorf("decision %d revealed a card, and nothing is said to have been drawn", i)
			}
		}
		if !c.positions[i].known {
			continue
		}
		known++
		if next := a.next(a.Decisions, i); !slices.Equal(a.Decisions[i].q, next) || a.Decisions[i].Luck != nil {
			t.Errorf("decision %d: nothing was drawn, but q is %v, the next %v, luck %v", i, a.Decisions[i].q, next, a.Decisions[i].Luck)
		}
	}
	if known < 20 || revealed < 10 {
		t.Errorf("only %d of %d decisions were without chance, and %d revealed something", known, len(c.positions), revealed)
	}
}

// TestResignation: a game that was given up is analysed to its last position, and the fall to the result is nobody's loss.
func TestResignation(t *testing.T) {
	g, rec := played(t, "duel", 2, nil, 4, "level2")
	rec.Steps = rec.Steps[:30]
	rec.Result, rec.Scores = record.Unfinished, nil
	if _, err := New(g, rec, Options{Budget: tiny, Viewer: game.NoSeat}); err == nil || !strings.Contains(err.Error(), "when the game is over") {
		t.Errorf("a game that is not over is analysed: %v", err)
	}
	rec.Steps[29].Comment = "won by resignation: B"
	a := analysed(t, g, rec, tiny).Analysis()
	if !slices.Equal(a.Result, Chances{0, Sure}) || len(a.End) != 2 || len(a.Sums) != 2 {
		t.Fatalf("result %v, end %v, %d sums", a.Result, a.End, len(a.Sums))
	}
	for i, s := range a.Sums {
		if a.Start[i]+s.Own+s.Others+s.Luck != a.End[i] {
			t.Errorf("seat %d: %v + %v + %v + %v is not %v", i, a.Start[i], s.Own, s.Others, s.Luck, a.End[i])
		}
	}
	if _, err := Read([]byte(fileOf(t, a)), g, rec); err != nil {
		t.Error(err)
	}
}

// TestLine: in 7 Wonders the curve is that of a viewer with all hands, one point for each turn; elsewhere it is W.
func TestLine(t *testing.T) {
	g, rec := played(t, "wonders", 3, nil, 2, "greedy")
	j := analysed(t, g, rec, tiny)
	at, chances := j.Analysis().Curve()
	if len(j.Analysis().Line) < 19 || len(at) != len(j.Analysis().Line)+1 || !slices.Equal(chances[len(chances)-1], j.Analysis().Result) {
		t.Errorf("%d points of the line, %d of the curve", len(j.Analysis().Line), len(at))
	}
	// Near the end such a viewer is surer than a seat that knows one hand.
	m := &measure{context.Background(), g}
	last := j.Analysis().Line[len(j.Analysis().Line)-1]
	deep := m.observe(j.course.positions[last.T].board, last.T, 400)
	if winner := slices.Index(j.Analysis().Result, Sure); winner >= 0 && deep[winner] < Sure/2 {
		t.Errorf("before the last turn, with all hands known, the winner has %v", deep)
	}
	g, rec = played(t, "duel", 2, nil, 2, "greedy")
	a := analysed(t, g, rec, tiny).Analysis()
	if at, _ := a.Curve(); a.Line != nil || len(at) != len(rec.Steps)+1 {
		t.Errorf("%d points of the curve, and a line of its own: %v", len(at), a.Line)
	}
}

// TestReadRefuses changes one thing in a good file.
func TestReadRefuses(t *testing.T) {
	g, rec := played(t, "duel", 2, nil, 1, "level2")
	good := fileOf(t, analysed(t, g, rec, tiny).Analysis())
	var a Analysis
	if err := json.Unmarshal([]byte(good), &a); err != nil {
		t.Fatal(err)
	}
	lossy := slices.IndexFunc(a.Decisions, func(d *Decision) bool { return d.Loss > 0 && len(d.Moves) > 1 })
	lucky := slices.IndexFunc(a.Decisions, func(d *Decision) bool { return d.Luck != nil })
	if lossy < 0 || lucky < 0 {
		t.Fatal("the game has no loss or no luck")
	}
	for name, c := range map[string]struct {
		change func(a *Analysis)
		want   string
	}{
		"another format":    {func(a *Analysis) { a.Format = "mga 2" }, "is not known"},
		"another record":    {func(a *Analysis) { a.Record = strings.Repeat("0", 64) }, "another record"},
		"seats":             {func(a *Analysis) { a.Seats = 3 }, "seats"},
		"result":            {func(a *Analysis) { a.Result[0], a.Result[1] = a.Result[1], a.Result[0] }, "result"},
		"end":               {func(a *Analysis) { a.End = Chances{500, 500} }, "end is for games"},
		"budget":            {func(a *Analysis) { a.Budget.Redeals = 3 }, "even number"},
		"illegal move":      {func(a *Analysis) { a.Decisions[lossy].Moves[1].Move = "b:palace" }, "not legal"},
		"no move":           {func(a *Analysis) { a.Decisions[lossy].Moves[1].Move = "zzz" }, "not legal"},
		"another played":    {func(a *Analysis) { d := a.Decisions[lossy]; d.Moves[0], d.Moves[1] = d.Moves[1], d.Moves[0] }, "the one that was played"},
		"move twice":        {func(a *Analysis) { d := a.Decisions[lossy]; d.Moves = append(d.Moves[:2], d.Moves[1]) }, "given twice"},
		"line":              {func(a *Analysis) { a.Decisions[lossy].Moves[1].Line = []string{"0 zzz"} }, "line begins"},
		"chance above one":  {func(a *Analysis) { a.Decisions[3].Value = Chances{1200, -200} }, "from 0 to 1"},
		"chances too small": {func(a *Analysis) { a.Decisions[3].Value = Chances{400, 500} }, "add up to 1"},
		"too few chances":   {func(a *Analysis) { a.Decisions[3].Value = Chances{1000} }, "2 chances"},
		"another seat":      {func(a *Analysis) { a.Decisions[3].Seat = 1 - a.Decisions[3].Seat }, "by seat"},
		"order":             {func(a *Analysis) { a.Decisions[3], a.Decisions[4] = a.Decisions[4], a.Decisions[3] }, "order"},
		"beyond the end":    {func(a *Analysis) { a.Decisions[len(a.Decisions)-1].T++ }, "order"},
		"sketch with moves": {func(a *Analysis) { a.Decisions[lossy].Pass = 1 }, "sketch"},
		"loss":              {func(a *Analysis) { a.Decisions[lossy].Loss++ }, "does not follow"},
		"w":                 {func(a *Analysis) { a.Decisions[lossy].W = Chances{500, 500} }, "does not follow"},
		"luck":              {func(a *Analysis) { a.Decisions[lucky].Luck[0]++ }, "does not follow"},
		"start":             {func(a *Analysis) { a.Start = Chances{501, 499} }, "start"},
		"own":               {func(a *Analysis) { a.Sums[0].Own++ }, "do not add up"},
		"accuracy":          {func(a *Analysis) { a.Sums[0].Accuracy = new(100) }, "do not add up"},
		"sums missing":      {func(a *Analysis) { a.Sums = nil }, "do not add up"},
		"line of its own":   {func(a *Analysis) { a.Line = []Point{{0, 1, Chances{500, 500}}} }, "hidden hands"},
	} {
		var bad Analysis
		if err := json.Unmarshal([]byte(good), &bad); err != nil {
			t.Fatal(err)
		}
		c.change(&bad)
		if _, err := Read([]byte(jsonOf(&bad)), g, rec); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: refused with %v, want %q in it", name, err, c.want)
		}
	}
	for text, want := range map[string]string{
		strings.Replace(good, `"seats":`, `"seatz":2,"seats":`, 1):     "seatz",
		strings.Replace(good, `"start":`, `"start":[0,1],"start":`, 1): "start",
		strings.Replace(good, `"loss":`, `"loss":0.00001,"x":`, 1):     "three decimals",
		strings.Replace(good, `"seats":2,`, ``, 1):                     "seats",
		good + "1":                          "more text",
		strings.Repeat(" ", MaxSize) + good: "bytes",
		"":                                  "analysis",
	} {
		if _, err := Read([]byte(text), g, rec); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("refused with %v, want %q in it: %.60s", err, want, text)
		}
	}
	// Names, date and comments are not part of the game.
	renamed := *rec
	renamed.Names, renamed.Date = []string{"Anna", "Ben"}, "2026-11-16"
	if _, err := Read([]byte(good), g, &renamed); err != nil {
		t.Errorf("after a renaming: %v", err)
	}
}

func TestJudgements(t *testing.T) {
	for _, c := range []struct {
		loss  Chance
		seats int
		want  Judgement
	}{
		{0, 2, Best}, {9, 2, Best}, {10, 2, Good}, {29, 2, Good}, {30, 2, Inaccuracy}, {70, 2, Mistake}, {149, 2, Mistake}, {150, 2, Blunder}, {1000, 2, Blunder},
		{106, 4, Mistake}, {107, 4, Blunder}, {7, 4, Best}, {8, 4, Good},
	} {
		if got := Judge(c.loss, c.seats); got != c.want {
			t.Errorf("a loss of %v among %d is %v, want %v", c.loss, c.seats, got, c.want)
		}
	}
}

func TestTurningPoints(t *testing.T) {
	a := &Analysis{Seats: 2, Result: Chances{0, Sure}}
	for i, loss := range []Chance{20, 300, 35, 200, 40, 250} {
		a.Decisions = append(a.Decisions, &Decision{T: i, Seat: game.Seat(i % 2), Loss: loss})
	}
	for viewer, want := range map[game.Seat]string{game.NoSeat: "[1 5 3]", 1: "[1 5 3]", 0: "[1 5 4]"} {
		var got []int
		for _, d := range a.TurningPoints(viewer) {
			got = append(got, d.T)
		}
		if fmt.Sprint(got) != want {
			t.Errorf("viewer %d: %v, want %s", viewer, got, want)
		}
	}
}

func TestRounded(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   Chances
	}{
		{[]float64{1, 0}, Chances{1000, 0}}, {[]float64{0.12349, 0.87651}, Chances{123, 877}},
		{[]float64{1, 1, 1}, Chances{334, 333, 333}}, {[]float64{0.2, 0.2, 0.2, 0.2, 0.2 + 1e-12}, Chances{200, 200, 200, 200, 200}},
	} {
		if got := rounded(c.values); !slices.Equal(got, c.want) {
			t.Errorf("%v gave %v, want %v", c.values, got, c.want)
		}
	}
}

func TestBudgets(t *testing.T) {
	for _, name := range BudgetNames() {
		b, err := ParseBudget(name)
		if err != nil || b.check() != nil {
			t.Errorf("%s: %+v, %v, %v", name, b, err, b.check())
		}
	}
	if b, err := ParseBudget("4x100"); err != nil || b != (Budget{100, 4, 100, FineNone, 0, 0}) {
		t.Errorf("%+v, %v", b, err)
	}
	for _, text := range []string{"", "3x100", "0x0", "4x0", "x", "4x100x", "4x-1", "04x100", "fine2", "2000x10"} {
		if b, err := ParseBudget(text); err == nil {
			t.Errorf("%q is read as %+v", text, b)
		}
	}
}

// TestUnknownGame: a game that the engine does not know is refused.
func TestUnknownGame(t *testing.T) {
	rec := record.New(steps.Game, []string{"A", "B"}, nil, game.NumberSeed(1))
	gametest.Played(t, steps.Game, rec, gametest.Random(1))
	if _, err := New(steps.Game, rec, Options{Budget: tiny}); err == nil || !strings.Contains(err.Error(), "do not know the game") {
		t.Errorf("analysed with %v", err)
	}
}
