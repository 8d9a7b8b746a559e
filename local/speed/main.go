// Command speed measures how fast the bots think natively, over positions of one game of Duel, and prints the positions with
// the moves they chose, so that a browser can be asked the same (web/e2e/bench.mjs).
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"time"

	"mirabilia/game"
	"mirabilia/games"
	"mirabilia/local"
)

// simulations for each decision.
const simulations = 20000

// every how many decisions the bots are asked.
const every = 6

// measured is what is printed.
type measured struct {
	Simulations int             `json:"simulations"`
	Thoughts    []local.Thought `json:"thoughts"`
	Moves       []string        `json:"moves"`
	Seconds     float64         `json:"seconds"`
}

func main() {
	if err := measure(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func measure() error {
	const id = "duel"
	g, err := games.ByID(id)
	if err != nil {
		return err
	}
	b, err := g.New(2, nil)
	if err != nil {
		return err
	}
	seed := game.NumberSeed(1)
	r := game.NewRand(seed)
	b.Deal(r)
	bots := local.NewBots()
	m := measured{Simulations: simulations}
	for n := 0; b.Owing() != 0; n++ {
		seat := b.Owing().First()
		if moves := b.Moves(seat, nil); n%every == 0 && len(moves) > 1 {
			position, err := b.MarshalJSON()
			if err != nil {
				return err
			}
			t := local.Thought{Player: uint64(n), Game: id, Bot: fmt.Sprintf("level8:%d", simulations), Seed: seed.String(), Seat: seat, Position: position}
			data, err := json.Marshal(t)
			if err != nil {
				return err
			}
			began := time.Now()
			move, err := bots.Choose(data)
			if err != nil {
				return err
			}
			m.Seconds += time.Since(began).Seconds()
			bots.Release(t.Player)
			m.Thoughts, m.Moves = append(m.Thoughts, t), append(m.Moves, move)
		}
		moves := b.Moves(seat, nil)
		b.Apply(seat, moves[r.IntN(len(moves))], nil)
	}
	return json.NewEncoder(os.Stdout).Encode(m)
}
