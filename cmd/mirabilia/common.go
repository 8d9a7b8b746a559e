package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"mirabilia/game"
	"mirabilia/games"
)

// gameFlags choose a game. Every command that plays has them.
type gameFlags struct {
	Game   string   `help:"Game to play: ${games}." default:"duel" placeholder:"ID"`
	Option []string `help:"Game option as key=value; repeatable." placeholder:"KEY=VALUE" sep:"none"`
}

func (f *gameFlags) choose() (game.Game, game.Options, error) {
	g, err := games.KnownByID(f.Game)
	if err != nil {
		return nil, nil, err
	}
	options, err := game.ParseOptions(f.Option)
	return g, options, err
}

// figures prints a report as JSON or for people.
func figures(c console, asJSON bool, report fmt.Stringer) error {
	if !asJSON {
		_, err := io.WriteString(c.out, report.String())
		return err
	}
	e := json.NewEncoder(c.out)
	e.SetIndent("", "  ")
	return e.Encode(report)
}

// progressBar returns a callback that draws a bar on a terminal, or one that does nothing elsewhere.
func progressBar(c console) func(done, total int) {
	f, ok := c.err.(*os.File)
	if !ok {
		return nil
	}
	if info, err := f.Stat(); err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return nil
	}
	const width = 40
	var mu sync.Mutex
	var last time.Time
	return func(done, total int) {
		mu.Lock()
		defer mu.Unlock()
		if done < total && time.Since(last) < 100*time.Millisecond {
			return
		}
		last = time.Now()
		full := width * done / total
		fmt.Fprintf(f, "\r[%s%s] %d of %d", strings.Repeat("=", full), strings.Repeat(" ", width-full), done, total)
		if done == total {
			fmt.Fprintln(f)
		}
	}
}
