// Command samemoves plays whole games of every kind with searching bots, from fixed seeds and with a fixed number of
// simulations, and prints their moves. Its test compares what it prints natively and in WebAssembly.
package main

import (
	"fmt"
	"io"
	"os"

	"mirabilia/bot"
	"mirabilia/game"
	"mirabilia/games"
)

// played are the games: one for each network, and the largest table that is quickly played.
var played = []struct {
	game    string
	seats   int
	options game.Options
	bot     string
}{
	{"duel", 2, nil, "level8:60"},
	{"duel", 2, game.Options{"pantheon": "true"}, "level8:60"},
	{"wonders", 4, nil, "level8:30"},
	{"architects", 3, nil, "level8:40"},
	{"dice", 3, nil, "level8:30"},
	{"duel", 2, nil, "level2"},
}

func main() {
	if err := play(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func play(w io.Writer) error {
	for i, p := range played {
		g, err := games.ByID(p.game)
		if err != nil {
			return err
		}
		b, err := g.New(p.seats, p.options)
		if err != nil {
			return err
		}
		seed := game.NumberSeed(uint64(i + 1))
		b.Deal(game.NewRand(seed))
		players := make([]bot.Player, p.seats)
		for seat := range players {
			if players[seat], err = bot.New(g, p.bot, game.NumberSeed(uint64(100*i+seat))); err != nil {
				return err
			}
		}
		for owing := b.Owing(); owing != 0; owing = b.Owing() {
			seat := owing.First()
			m := players[seat].Choose(g.Clone(b), seat)
			fmt.Fprintf(w, "%s %s %s\n", p.game, seat.Letter(), b.Text(m))
			b.Apply(seat, m, nil)
		}
		res := b.Result()
		fmt.Fprintf(w, "%s %v %s\n", p.game, res.Score[:p.seats], res.WonBy)
	}
	return nil
}
