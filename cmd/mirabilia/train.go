package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"strings"

	"mirabilia/bot"
	"mirabilia/bot/net"
	"mirabilia/game"
	"mirabilia/games"
	"mirabilia/train"
)

type trainCommand struct {
	Play trainPlayCommand `cmd:"" help:"Let a population play and sample positions of its games to a file."`
	Fit  trainFitCommand  `cmd:"" help:"Train a network on files of samples, on one core."`
	Gate trainGateCommand `cmd:"" help:"Match a network against the population, to accept or reject it."`
}

// networkOf returns the network of a name: "shipped" is the built-in one of the variant, "heuristic" is none, anything
// else is a file.
func networkOf(trainable bot.Trainable, b game.Board, name string) (*net.Net, error) {
	switch name {
	case "shipped":
		return trainable.Shipped(b), nil
	case "heuristic":
		return nil, nil
	}
	w, err := readNetwork(name, trainable)
	if err != nil {
		return nil, err
	}
	return w.Net(), nil
}

func readNetwork(path string, trainable bot.Trainable) (*net.Weights, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	w, err := trainable.ReadNet(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return w, nil
}

// board returns a board of the game, to know its variant.
func (f *gameFlags) board(seats int) (game.Game, game.Options, bot.Trainable, game.Board, error) {
	g, options, err := f.choose()
	if err != nil {
		return nil, nil, nil, nil, err
	}
	trainable, err := bot.TrainableFor(g)
	if err != nil {
		return nil, nil, nil, nil, err
	}
	if seats == 0 {
		seats = g.Info().MinSeats
	}
	b, err := g.New(seats, options)
	return g, options, trainable, b, err
}

type trainPlayCommand struct {
	gameFlags
	File             string   `arg:"" help:"Sample file to write. If it already has games of the same command, playing resumes after them."`
	Net              string   `help:"Network that plays: shipped, heuristic or a file." default:"shipped" placeholder:"NET"`
	Seats            []int    `help:"Numbers of seats, used in turn; by default the game's minimum." placeholder:"N,N,..."`
	Games            int      `help:"Games to play." default:"20000"`
	Simulations      int      `help:"Simulations per move; with 0, the network only looks one move ahead (greedy, if it is heuristic), which gives many games quickly." default:"100"`
	Seed             uint64   `help:"Seed of the games: the same command gives the same file." default:"1"`
	Bent             float64  `help:"Share of games in which one seat is bent towards one way to win." default:"0.6"`
	Bends            []string `help:"Weights of the ways to win, such as science=4,military=1; by default the game's own." placeholder:"NAME=N,..."`
	Ancestors        []string `help:"Networks of earlier generations: shipped or files." placeholder:"NET,NET"`
	AncestorShare    float64  `help:"Share of games in which an ancestor has a seat." default:"0.2"`
	Seeded           float64  `help:"Share of games that begin in the middle, in a rare position that specialists led to." default:"0"`
	Straight         bool     `help:"Nobody explores: games as the network really plays them. Give it with --bent 0."`
	Keep             float64  `help:"Share of positions that are sampled." default:"0.25"`
	ScoreTemperature float64  `help:"Lead in points that counts as a clear result; 0 learns only from who won." default:"0"`
	Workers          int      `help:"Games played at once; 0 means one per core. It does not change the file." default:"0"`
	JSON             bool     `help:"Print the summary as JSON." name:"json"`
}

// Run plays. If it is interrupted, it keeps the games already written.
func (t *trainPlayCommand) Run(c console) error {
	seats := t.Seats
	g, options, trainable, b, err := t.board(0)
	if err != nil {
		return err
	}
	if len(seats) == 0 {
		seats = []int{g.Info().MinSeats}
	}
	for name, share := range map[string]float64{"bent": t.Bent, "ancestor-share": t.AncestorShare, "seeded": t.Seeded, "keep": t.Keep} {
		if share < 0 || share > 1 {
			return game.Refuse(game.Invalid, "bad_training", "--%s is a share from 0 to 1, not %v", name, share)
		}
	}
	if t.Games < 20 || t.Simulations < 0 {
		return game.Refuse(game.Invalid, "bad_training", "training takes at least 20 games and no negative number of simulations")
	}
	p := train.Play{
		Game: g, Options: options, Seats: seats, Games: t.Games, Simulations: t.Simulations, Seed: t.Seed, Workers: t.Workers,
		AncestorShare: t.AncestorShare, BentShare: t.Bent, SeededShare: t.Seeded, Keep: t.Keep, ScoreTemperature: t.ScoreTemperature, Straight: t.Straight, Progress: progressBar(c),
	}
	if p.Net, err = networkOf(trainable, b, t.Net); err != nil {
		return err
	}
	for _, name := range t.Ancestors {
		n, err := networkOf(trainable, b, name)
		if err != nil {
			return err
		}
		p.Ancestors = append(p.Ancestors, n)
	}
	if p.Bends, err = parseWeights(t.Bends); err != nil {
		return err
	}
	p.Recipe = fmt.Sprintf("net=%s seats=%v games=%d simulations=%d seed=%d bent=%v bends=%v ancestors=%v ancestor-share=%v seeded=%v keep=%v score-temperature=%v",
		t.Net, seats, t.Games, t.Simulations, t.Seed, t.Bent, t.Bends, t.Ancestors, t.AncestorShare, t.Seeded, t.Keep, t.ScoreTemperature)
	if t.Straight {
		p.Recipe += " straight" // not named otherwise, so that earlier commands give the same files
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	sum, err := p.Run(ctx, t.File)
	if err != nil {
		return err
	}
	return figures(c, t.JSON, sum)
}

// parseWeights reads weights such as science=4.
func parseWeights(list []string) (map[string]int, error) {
	if len(list) == 0 {
		return nil, nil
	}
	weights := map[string]int{}
	for _, text := range list {
		name, number, _ := strings.Cut(text, "=")
		n, err := strconv.Atoi(number)
		if err != nil || n < 0 || n > 1000 {
			return nil, game.Refuse(game.Invalid, "bad_bend", "a bend and its weight are written as in science=4, not %q", text)
		}
		weights[name] = n
	}
	return weights, nil
}

type trainFitCommand struct {
	File          string   `arg:"" help:"Network to write, after each epoch."`
	Samples       []string `arg:"" help:"Files of samples, of one game." type:"existingfile"`
	Start         string   `help:"Network file to start from; by default training starts from scratch." placeholder:"NET"`
	Epochs        int      `help:"Passes over the positions; 0 only measures the loss." default:"4"`
	LearningRate  float64  `help:"Learning rate." default:"0.02"`
	Decay         float64  `help:"Factor of the learning rate after each epoch." default:"0.8"`
	OutcomeWeight float64  `help:"Weight of the game's outcome against the search's value, 0 to 1." default:"0.6"`
	Joint         bool     `help:"Learn the seats of a position together, by their shares; for 7 Wonders."`
	Seed          uint64   `help:"Seed of the order of positions; the same seed gives the same network." default:"1"`
	Log           string   `help:"Write the losses of each epoch to this file." placeholder:"FILE.json"`
}

func (t *trainFitCommand) Run(c console) error {
	if t.Epochs < 0 || t.OutcomeWeight < 0 || t.OutcomeWeight > 1 {
		return game.Refuse(game.Invalid, "bad_training", "training takes no negative number of epochs and an outcome weight from 0 to 1")
	}
	s, err := train.ReadSamples(t.Samples...)
	if err != nil {
		return err
	}
	var from *net.Weights
	if t.Start != "" {
		g, err := games.ByID(s.Header.Game)
		if err != nil {
			return err
		}
		trainable, err := bot.TrainableFor(g)
		if err != nil {
			return err
		}
		if from, err = readNetwork(t.Start, trainable); err != nil {
			return err
		}
	}
	fit := train.Fit{
		Epochs: t.Epochs, LearningRate: t.LearningRate, Decay: t.Decay, OutcomeWeight: t.OutcomeWeight, Joint: t.Joint, Seed: t.Seed,
		Logf: func(format string, args ...any) { fmt.Fprintf(c.out, format+"\n", args...) },
		Save: func(w *net.Weights) error { return os.WriteFile(t.File, w.Bytes(), 0o644) },
	}
	_, losses, err := fit.Run(s, from)
	if err != nil || t.Log == "" {
		return err
	}
	data, err := json.MarshalIndent(losses, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(t.Log, append(data, '\n'), 0o644)
}

type trainGateCommand struct {
	gameFlags
	File        string   `arg:"" help:"The new network." type:"existingfile"`
	Against     []string `help:"Networks of the population: shipped, heuristic or files." default:"shipped" placeholder:"NET,NET"`
	Specialists bool     `help:"Also play against specialists of every bend with the shipped network."`
	Seats       int      `help:"Number of seats; 0 means the game's minimum." default:"0"`
	Games       int      `help:"Games per match." default:"400"`
	Simulations int      `help:"Simulations per move." default:"300"`
	Seed        uint64   `help:"Seed of the deals." default:"1"`
	Workers     int      `help:"Games played at once; 0 means one per core." default:"0"`
	Log         string   `help:"Write the result to this file." placeholder:"FILE.json"`
}

// errNotAccepted makes the command fail, for scripts.
var errNotAccepted = errors.New("the network does not beat the whole population")

func (t *trainGateCommand) Run(c console) error {
	g, options, trainable, b, err := t.board(t.Seats)
	if err != nil {
		return err
	}
	if t.Games < 1 || t.Simulations < 1 {
		return game.Refuse(game.Invalid, "bad_games", "a match needs at least 1 game and 1 simulation per move")
	}
	gate := train.Gate{Game: g, Options: options, Seats: b.Seats(), Games: t.Games, Simulations: t.Simulations, Seed: t.Seed, Workers: t.Workers, Progress: progressBar(c)}
	if gate.Net, err = networkOf(trainable, b, t.File); err != nil {
		return err
	}
	for _, name := range t.Against {
		n, err := networkOf(trainable, b, name)
		if err != nil {
			return err
		}
		gate.Against = append(gate.Against, train.Member{Name: name, Net: n})
	}
	if t.Specialists {
		for _, bend := range trainable.Bends() {
			gate.Against = append(gate.Against, train.Member{Name: bend.Name, Net: trainable.Shipped(b), Bend: bot.Bend{Name: bend.Name, Bonus: (bend.Low + bend.High) / 2}})
		}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	result, err := gate.Run(ctx)
	if err != nil {
		return err
	}
	if err := figures(c, false, result); err != nil {
		return err
	}
	if t.Log != "" {
		var text bytes.Buffer
		if err := figures(console{out: &text}, true, result); err != nil {
			return err
		}
		if err := os.WriteFile(t.Log, text.Bytes(), 0o644); err != nil {
			return err
		}
	}
	if !result.Accepted {
		return errNotAccepted
	}
	return nil
}
