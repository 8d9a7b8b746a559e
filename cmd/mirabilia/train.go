package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"mirabilia/bot"
	"mirabilia/bot/net"
	"mirabilia/game"
	"mirabilia/train"
)

type trainCommand struct {
	gameFlags
	File             string  `arg:"" help:"Network to write (bot/nets holds those that are built in). If it is there, training goes on from it."`
	Fresh            bool    `help:"Forget what the file holds and begin with games played by rules of thumb."`
	Seats            []int   `help:"Sizes of the tables, taken in turn; without it the fewest the game allows." placeholder:"N,N,..."`
	Generations      int     `help:"How often the network plays itself and a new one learns from it." default:"1"`
	Games            int     `help:"Games of each generation." default:"20000"`
	Simulations      int     `help:"Simulations a move; 0 lets greedy play, for many games in little time." default:"100"`
	Epochs           int     `help:"How often each position is learned." default:"4"`
	LearningRate     float64 `help:"How fast it learns." default:"0.02"`
	OutcomeWeight    float64 `help:"How much the outcome of a game counts against what the search thought, 0 to 1." default:"0.6"`
	ScoreTemperature float64 `help:"Points of a lead that count as a clear result; 0 learns from who won alone." default:"0"`
	GateGames        int     `help:"Games in which a new network must beat the last; 0 takes it unseen." default:"400"`
	Seed             uint64  `help:"Seed of the games; same seed, same network." default:"1"`
	Workers          int     `help:"Games played at once; 0 means one for each core." default:"0"`
}

func (t *trainCommand) Run(c console) error {
	g, options, err := t.choose()
	if err != nil {
		return err
	}
	trainable, err := bot.TrainableFor(g)
	if err != nil {
		return err
	}
	if t.Games < 20 || t.Generations < 1 || t.Epochs < 1 || t.Simulations < 0 {
		return game.Refuse(game.Invalid, "bad_training", "training takes at least 20 games, 1 generation and 1 epoch, and no negative number of simulations")
	}
	seats := t.Seats
	if len(seats) == 0 {
		seats = []int{g.Info().MinSeats}
	}
	var from *net.Weights
	data, err := os.ReadFile(t.File)
	switch {
	case errors.Is(err, fs.ErrNotExist) || t.Fresh:
	case err != nil:
		return err
	default:
		if from, err = net.ReadWeights(data, trainable.Features()); err != nil {
			return err
		}
	}
	training := train.Training{
		SelfPlay: train.SelfPlay{
			Game: g, Options: options, Seats: seats, Games: t.Games, Simulations: t.Simulations, Seed: t.Seed,
			Workers: t.Workers, OutcomeWeight: t.OutcomeWeight, ScoreTemperature: t.ScoreTemperature, Progress: progressBar(c),
		},
		Generations: t.Generations, Epochs: t.Epochs, LearningRate: t.LearningRate, GateGames: t.GateGames,
		Logf: func(format string, args ...any) { fmt.Fprintf(c.out, format+"\n", args...) },
	}
	best, err := training.Run(from)
	if err != nil {
		return err
	}
	return os.WriteFile(t.File, best.Bytes(), 0o644)
}
