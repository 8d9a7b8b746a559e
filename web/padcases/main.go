// Command padcases plays finished games of every kind and writes them as JSON lines, for the test that compares the score
// pad with the engine: the open view of the last state, and its result.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strconv"

	"mirabilia/bot"
	"mirabilia/game"
	"mirabilia/games"
)

// kinds are the games of the pad: Pantheon is an option of Duel.
var kinds = []struct {
	id, game string
	options  game.Options
}{
	{"wonders", "wonders", nil},
	{"duel", "duel", nil},
	{"pantheon", "duel", game.Options{"pantheon": "true"}},
	{"architects", "architects", nil},
	{"dice", "dice", nil},
}

// finished is one game.
type finished struct {
	Kind   string          `json:"kind"`
	Seed   uint64          `json:"seed"`
	View   json.RawMessage `json:"view"`
	Scores []int16         `json:"scores"`
	Parts  [][]int16       `json:"parts"`
	Places []int           `json:"places"`
	WonBy  string          `json:"won_by"`
}

func main() {
	n, err := strconv.Atoi(os.Args[1])
	if err == nil {
		err = write(n)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func write(n int) error {
	out := bufio.NewWriter(os.Stdout)
	lines := json.NewEncoder(out)
	for _, k := range kinds {
		for i := range n {
			f, err := play(k.id, k.game, k.options, i)
			if err != nil {
				return err
			}
			if err := lines.Encode(f); err != nil {
				return err
			}
		}
	}
	return out.Flush()
}

// play plays one game of a kind, by its number. Table sizes take turns; every second game is played at random, because such games
// reach states that sensible ones do not.
func play(kind, id string, options game.Options, i int) (*finished, error) {
	g, err := games.ByID(id)
	if err != nil {
		return nil, err
	}
	info := g.Info()
	seats := info.MinSeats + i/2%(info.MaxSeats-info.MinSeats+1)
	b, err := g.New(seats, options)
	if err != nil {
		return nil, err
	}
	seed := game.NumberSeed(uint64(i + 1))
	b.Deal(game.NewRand(seed))
	p, err := bot.New(g, []string{"greedy", "random"}[i%2], seed)
	if err != nil {
		return nil, err
	}
	for owing := b.Owing(); owing != 0; owing = b.Owing() {
		b.Apply(owing.First(), p.Choose(b, owing.First()), nil)
	}
	res := b.Result()
	view, err := json.Marshal(b.View(game.Open))
	if err != nil {
		return nil, err
	}
	f := &finished{Kind: kind, Seed: uint64(i + 1), View: view, Scores: res.Score[:seats], WonBy: res.WonBy}
	for s := range seats {
		f.Parts = append(f.Parts, res.Parts[s][:len(info.Categories)])
		f.Places = append(f.Places, int(res.Place[s]))
	}
	return f, nil
}
