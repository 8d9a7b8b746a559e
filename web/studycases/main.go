// Command studycases writes the games by which the tests of the page's analysis compare its judgements with the engine's:
// web/src/study/fixtures/<name>.json. Run it from the top of the repository after a change of the formulas or of the networks;
// the figures depend on both.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"mirabilia/analysis"
	"mirabilia/bot"
	"mirabilia/game"
	"mirabilia/game/record"
	"mirabilia/games"
)

const folder = "web/src/study/fixtures"

// study is a game with its analysis, and what follows from it by the engine.
type study struct {
	Game     string             `json:"game"`
	Names    []string           `json:"names"`
	Moves    []string           `json:"moves"`
	Analysis *analysis.Analysis `json:"analysis"`
	// Judgements are those of the decisions, in their order; Turning are the turning points for each seat as the viewer.
	Judgements []string           `json:"judgements"`
	Turning    [][]int            `json:"turning"`
	Depth      int64              `json:"depth"`
	At         []int              `json:"at"`
	Curve      []analysis.Chances `json:"curve"`
}

func main() {
	for _, c := range []struct {
		name, game string
		seats      int
		options    game.Options
		seed       uint64
	}{
		{"duel", "duel", 2, nil, 3},
		{"pantheon", "duel", 2, game.Options{"pantheon": "true"}, 1},
		{"wonders", "wonders", 5, nil, 1},
		{"architects", "architects", 3, nil, 1},
		{"dice", "dice", 4, nil, 1},
	} {
		if err := write(c.name, c.game, c.seats, c.options, c.seed); err != nil {
			fmt.Fprintln(os.Stderr, "studycases:", err)
			os.Exit(1)
		}
	}
}

var people = []string{"Anna", "Béla", "Cili", "Dóra", "Emil", "Flóra", "Géza"}

func write(name, id string, seats int, options game.Options, seed uint64) error {
	g, err := games.ByID(id)
	if err != nil {
		return err
	}
	rec := record.New(g, people[:seats], options, game.NumberSeed(seed))
	if err := play(g, rec); err != nil {
		return err
	}
	budget, err := analysis.ParseBudget("4x30")
	if err != nil {
		return err
	}
	job, err := analysis.New(g, rec, analysis.Options{Budget: budget, Version: "test", Viewer: game.NoSeat})
	if err != nil {
		return err
	}
	if err := job.Run(context.Background(), nil); err != nil {
		return err
	}
	a := job.Analysis()
	s := study{Game: id, Names: rec.Names, Analysis: a, Depth: a.Depth()}
	for _, step := range rec.Steps {
		s.Moves = append(s.Moves, step.Move)
	}
	for _, d := range a.Decisions {
		s.Judgements = append(s.Judgements, analysis.Judge(d.Loss, a.Seats).String())
	}
	for seat := range seats {
		list := []int{}
		for _, d := range a.TurningPoints(game.Seat(seat)) {
			list = append(list, d.T)
		}
		s.Turning = append(s.Turning, list)
	}
	s.At, s.Curve = a.Curve()
	data, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, name+".json"), append(data, '\n'), 0o644)
}

// play lets bots of several levels play, so that there is something to judge.
func play(g game.Game, rec *record.Record) error {
	b, err := rec.Start(g)
	if err != nil {
		return err
	}
	var players []bot.Player
	for seat := range b.Seats() {
		p, err := bot.New(g, []string{"level5", "level3", "level2"}[seat%3], game.NumberSeed(uint64(seat)))
		if err != nil {
			return err
		}
		players = append(players, p)
	}
	for b.Owing() != 0 {
		seat := b.Owing().First()
		m := players[seat].Choose(b, seat)
		rec.Add(seat, b.Text(m))
		b.Apply(seat, m, nil)
	}
	rec.Finish(b)
	return nil
}
