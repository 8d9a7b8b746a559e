package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"time"

	"mirabilia/analysis"
	"mirabilia/analysis/report"
	"mirabilia/game"
	"mirabilia/game/record"
	"mirabilia/locales"
)

type analyseCommand struct {
	Record string `arg:"" help:"Record of a finished game (.mgr)." type:"existingfile"`
	Budget string `help:"What to spend: sketch, verdicts, phone, fine, deep, or redeals and simulations such as 8x150." default:"fine" placeholder:"NAME"`
	Lang   string `help:"Language of the output: en or hu." default:"en" placeholder:"en|hu"`
	Seat   string `help:"Seat whose decisions are looked at first, as a letter." placeholder:"A"`
	File   string `help:"Keep the analysis in this file (.mga). If it exists, the work goes on from there." placeholder:"FILE" type:"path"`
	SVG    string `help:"Draw the curve to this file." placeholder:"FILE" name:"svg" type:"path"`
	JSON   bool   `help:"Print the analysis as JSON (.mga) instead of words." name:"json"`
}

// Help is shown by --help below the flags.
func (*analyseCommand) Help() string {
	return `Says what each decision cost and how much was luck. Interrupt it at any time: what it has found is printed, and kept with --file. docs/analysis.md has the formulas and the format.`
}

func (a *analyseCommand) Run(c console) error {
	if err := checkLanguage(a.Lang); err != nil {
		return err
	}
	rec, g, err := readRecord(a.Record)
	if err != nil {
		return err
	}
	o := analysis.Options{Version: version, Viewer: game.NoSeat}
	if o.Budget, err = analysis.ParseBudget(a.Budget); err != nil {
		return err
	}
	if a.Seat != "" {
		if len(a.Seat) != 1 || a.Seat[0] < 'A' || int(a.Seat[0]-'A') >= len(rec.Names) {
			return game.Refuse(game.Invalid, "no_seat", "the seats of this record are A to %s, not %q", game.Seat(len(rec.Names)-1).Letter(), a.Seat)
		}
		o.Viewer = game.Seat(a.Seat[0] - 'A')
	}
	if o.From, err = a.earlier(g, rec); err != nil {
		return err
	}
	job, err := analysis.New(g, rec, o)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	bar := progressBar(c)
	saved := time.Now()
	var unsaved error
	err = job.Run(ctx, func(p analysis.Progress) {
		if bar != nil {
			bar(p.Done, p.All)
		}
		if a.File != "" && time.Since(saved) > saveEvery {
			unsaved, saved = writeFile(a.File, p.Analysis.Write), time.Now()
		}
	})
	if errors.Is(err, context.Canceled) {
		err = errors.New("interrupted; this is what was found so far")
	} else if err != nil {
		return err
	}
	return errors.Join(a.tell(c, g, rec, job.Analysis()), err, unsaved)
}

// saveEvery is how much work is lost at most when the program is killed.
const saveEvery = 5 * time.Second

// earlier returns what the file holds already, if there is one.
func (a *analyseCommand) earlier(g game.Game, rec *record.Record) (*analysis.Analysis, error) {
	if a.File == "" {
		return nil, nil
	}
	data, err := os.ReadFile(a.File)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	from, err := analysis.Read(data, g, rec)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", a.File, err)
	}
	return from, nil
}

// tell writes what was found.
func (a *analyseCommand) tell(c console, g game.Game, rec *record.Record, found *analysis.Analysis) error {
	if a.File != "" {
		if err := writeFile(a.File, found.Write); err != nil {
			return err
		}
	}
	if a.SVG != "" {
		if err := writeFile(a.SVG, func(w io.Writer) error { return report.SVG(w, a.Lang, rec, found) }); err != nil {
			return err
		}
	}
	if a.JSON {
		return found.Write(c.out)
	}
	return report.Table(c.out, a.Lang, g, rec, found)
}

// writeFile writes a file beside its place and moves it there, so that an interruption never leaves half of one.
func writeFile(path string, write func(io.Writer) error) error {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	if err := errors.Join(write(f), f.Chmod(0o644), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// checkLanguage refuses a language without texts.
func checkLanguage(lang string) error {
	if !locales.Has(lang) {
		return game.Refuse(game.Invalid, "bad_language", "there is no language %q; there are: %s", lang, strings.Join(locales.Languages, ", "))
	}
	return nil
}
