// Command puzzlefiles writes the puzzles as the page gets them: web/engine/puzzles-<name>.json for each collection in
// analysis/puzzle/collections, and web/engine/puzzles.json, which lists them all. The build runs it from the top of the repository.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"mirabilia/analysis/puzzle"
)

const (
	from = "analysis/puzzle/collections"
	to   = "web/engine"
)

// listed is a puzzle in the list of all.
type listed struct {
	ID         string `json:"id"`
	Difficulty int    `json:"difficulty"`
}

func main() {
	if err := write(); err != nil {
		fmt.Fprintln(os.Stderr, "puzzlefiles:", err)
		os.Exit(1)
	}
}

func write() error {
	files, err := filepath.Glob(filepath.Join(from, "*.mgp.gz"))
	if err != nil {
		return err
	}
	all := map[string][]listed{}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".mgp.gz")
		data, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		c, g, err := puzzle.Read(data)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		posed, err := c.Pose(g)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		if err := writeJSON("puzzles-"+name+".json", posed); err != nil {
			return err
		}
		for _, p := range posed.Puzzles {
			all[name] = append(all[name], listed{p.ID, p.Difficulty})
		}
	}
	return writeJSON("puzzles.json", all)
}

func writeJSON(name string, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(to, name), append(data, '\n'), 0o644)
}
