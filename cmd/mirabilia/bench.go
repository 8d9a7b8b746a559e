package main

import (
	"time"

	"mirabilia/arena"
	"mirabilia/bot"
)

type benchCommand struct {
	gameFlags
	Seats       int     `help:"Number of seats; 0 means the game's minimum." default:"0"`
	Seconds     float64 `help:"How many seconds to play." default:"3"`
	Policy      string  `help:"How a random move is chosen: list (from the list of legal moves) or playout (without a list)." default:"list" placeholder:"list|playout"`
	Bots        bool    `help:"Measure the search of the bots instead, and print its signature over fixed positions."`
	Simulations int     `help:"With --bots: simulations on each position." default:"2000" placeholder:"N"`
	Goroutines  int     `help:"With --bots: goroutines that search in parallel." default:"1" placeholder:"N"`
	JSON        bool    `help:"Print the figures as JSON." name:"json"`
}

func (b *benchCommand) Run(c console) error {
	g, options, err := b.choose()
	if err != nil {
		return err
	}
	seats := b.Seats
	if seats == 0 {
		seats = g.Info().MinSeats
	}
	if b.Bots {
		s, err := arena.Sign(g, seats, options, bot.Levels[len(bot.Levels)-1], b.Simulations, b.Goroutines)
		if err != nil {
			return err
		}
		return figures(c, b.JSON, s)
	}
	speed, err := arena.Bench(g, seats, options, b.Policy, time.Duration(b.Seconds*float64(time.Second)))
	if err != nil {
		return err
	}
	return figures(c, b.JSON, speed)
}
