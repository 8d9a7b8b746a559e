package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"strings"

	"mirabilia/analysis/puzzle"
	"mirabilia/arena"
	"mirabilia/game"
	"mirabilia/locales"
)

type puzzlesCommand struct {
	Find  findPuzzles  `cmd:"" help:"Find puzzles in bots' games; can be interrupted and resumed."`
	Check checkPuzzles `cmd:"" help:"Measure the two best moves of each puzzle again with ten times the budget."`
	Show  showPuzzles  `cmd:"" help:"List puzzles in words."`
}

// Help is shown by --help below the commands.
func (*puzzlesCommand) Help() string {
	return `A puzzle is a position with one clearly best move. docs/puzzles.md has the criteria and the file format.`
}

type findPuzzles struct {
	gameFlags
	Seats   int    `help:"Seats at the table; 0 means the fewest." placeholder:"N"`
	Count   int    `help:"Puzzles to find." default:"50" placeholder:"N"`
	Games   int    `help:"Games to try at most." default:"2000" placeholder:"N"`
	Seed    uint64 `help:"Seed of the games." default:"1" placeholder:"N"`
	Workers int    `help:"Games searched at once; 0 means one per core. It does not change the result." default:"1" placeholder:"N"`
	File    string `help:"Collection to write (.mgp, or .mgp.gz for a compressed one); if it exists, the search goes on." required:"" placeholder:"FILE" type:"path"`
}

func (f *findPuzzles) Run(c console) error {
	g, options, err := f.choose()
	if err != nil {
		return err
	}
	seats := f.Seats
	if seats == 0 {
		seats = g.Info().MinSeats
	}
	list, err := puzzle.New(g, seats, options, f.Seed, version)
	if err != nil {
		return err
	}
	if data, err := os.ReadFile(f.File); err == nil {
		old, _, err := puzzle.Read(data)
		if err != nil {
			return fmt.Errorf("%s: %w", f.File, err)
		}
		if old.Title() != list.Title() || old.Seats != list.Seats || old.Seed != list.Seed || old.Engine.Net != list.Engine.Net {
			return game.Refuse(game.Conflict, "other_puzzles", "%s has puzzles of %s with %d seats, seed %d and network %s, not of %s with %d seats, seed %d and network %s",
				f.File, old.Title(), old.Seats, old.Seed, old.Engine.Net, list.Title(), list.Seats, list.Seed, list.Engine.Net)
		}
		list = old
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	bar := progressBar(c)
	err = list.Find(ctx, g, puzzle.Usual, f.Count, f.Games, f.Workers, func() error {
		if bar != nil {
			bar(min(len(list.Puzzles), f.Count), f.Count)
		}
		return writePuzzles(f.File, list)
	})
	fmt.Fprintf(c.out, "puzzles: %d; games searched: %d\n", len(list.Puzzles), list.Tried)
	return err
}

type checkPuzzles struct {
	Files       []string `arg:"" help:"Collections to check." type:"existingfile"`
	Redeals     int      `help:"Redeals for each move." default:"120" placeholder:"N"`
	Simulations int      `help:"Simulations for each redeal." default:"4000" placeholder:"N"`
	Workers     int      `help:"Puzzles checked at once; 0 means one per core. It does not change the result." default:"1" placeholder:"N"`
	Prune       bool     `help:"Remove the puzzles that do not keep what they promise from their files."`
}

func (k *checkPuzzles) Run(c console) error {
	if k.Redeals < 2 || k.Simulations < 1 {
		return game.Refuse(game.Invalid, "bad_budget", "a check needs at least 2 redeals and 1 simulation")
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	for _, file := range k.Files {
		if err := k.check(ctx, c, file); err != nil {
			return err
		}
	}
	return nil
}

// check checks one collection.
func (k *checkPuzzles) check(ctx context.Context, c console, file string) error {
	list, g, err := readPuzzles(file)
	if err != nil {
		return err
	}
	n := len(list.Puzzles)
	checked, faults := make([]*puzzle.Checked, n), make([]error, n)
	newWorker := func() func(int) {
		return func(i int) { checked[i], faults[i] = list.Check(ctx, g, list.Puzzles[i], k.Redeals, k.Simulations) }
	}
	if err := arena.Parallel(ctx, k.Workers, n, newWorker, func(i, _ int) error { return faults[i] }); err != nil {
		return err
	}
	best, margin := 0, 0
	kept := list.Puzzles[:0]
	for _, found := range checked {
		if found.Best {
			best++
		}
		if found.Margin {
			margin++
			kept = append(kept, found.Puzzle)
		} else {
			fmt.Fprintf(c.out, "%s: the best move leads by %.1f ± %.1f points\n", found.Puzzle.ID, found.Lead.Points(), found.SE.Points())
		}
	}
	fmt.Fprintf(c.out, "%s: the best move stays best in %d of %d puzzles, by the promised margin in %d\n", list.Title(), best, n, margin)
	if k.Prune {
		list.Puzzles = kept
		return writePuzzles(file, list)
	}
	if 100*best < 98*n || 100*margin < 98*n {
		return fmt.Errorf("%s: too many puzzles do not keep what they promise", file)
	}
	return nil
}

type showPuzzles struct {
	File string `arg:"" help:"Collection to list." type:"existingfile"`
	Lang string `help:"Language of the output: en or hu." default:"en" placeholder:"en|hu"`
}

func (s *showPuzzles) Run(c console) error {
	if err := checkLanguage(s.Lang); err != nil {
		return err
	}
	list, _, err := readPuzzles(s.File)
	if err != nil {
		return err
	}
	for _, p := range list.Puzzles {
		fmt.Fprintf(c.out, "%s  %s %s\n", p.ID, strings.Repeat("★", p.Difficulty), locales.Text(s.Lang, "puzzle."+p.Prompt, nil))
		for _, m := range p.Moves {
			fmt.Fprintf(c.out, "    %5.1f%%  %s\n", m.Q[p.Seat].Points(), m.Move)
		}
		fmt.Fprintf(c.out, "    %s\n", strings.Join(p.Line, ", "))
		if p.Reason != "" {
			fmt.Fprintf(c.out, "    %s\n", locales.Text(s.Lang, "puzzle.reason."+string(p.Reason), nil))
		}
	}
	return nil
}

func writePuzzles(path string, list *puzzle.Collection) error {
	return writeFile(path, func(w io.Writer) error { return list.Write(w, strings.HasSuffix(path, ".gz")) })
}

func readPuzzles(path string) (*puzzle.Collection, game.Game, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, err
	}
	list, g, err := puzzle.Read(data)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	return list, g, nil
}
