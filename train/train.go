// Package train trains the networks of the bots by self-play.
package train

import (
	"context"
	"fmt"

	"mirabilia/arena"
	"mirabilia/bot"
	"mirabilia/bot/net"
	"mirabilia/game"
)

// Training trains the network of a game in generations: the network plays itself, a new one learns from
// that, and takes its place if it wins against it.
type Training struct {
	SelfPlay
	Generations  int
	Epochs       int
	LearningRate float64
	// GateGames is the number of games in which a new network must prove itself; 0 accepts it unseen.
	GateGames int
	// Logf is told how it goes.
	Logf func(format string, args ...any)
}

// Run trains from a network, or from nothing if it is nil: then the first games are played by the heuristic.
func (t *Training) Run(from *net.Weights) (*net.Weights, error) {
	trainable, err := bot.TrainableFor(t.Game)
	if err != nil {
		return nil, err
	}
	best := from
	for g := range t.Generations {
		play := t.SelfPlay
		play.Seed += uint64(g)
		next, err := t.generation(&play, trainable, best)
		if err != nil {
			return best, err
		}
		if t.GateGames == 0 {
			best = next
			continue
		}
		share, err := t.gate(trainable, next, best)
		if err != nil {
			return best, err
		}
		t.Logf("generation %d takes %.1f %% of the points from what was before", g+1, 100*share)
		if share > 0.5 || best == nil { // the first network is kept even if the heuristic is better yet
			best = next
		}
	}
	return best, nil
}

// generation lets a network play and trains a new one on what came of it. The new one begins with what the old one knows: so a few
// games, each well thought out, refine what many plain ones taught.
func (t *Training) generation(play *SelfPlay, trainable bot.Trainable, with *net.Weights) (*net.Weights, error) {
	r := game.NewRand(arena.ChildSeed(play.Seed, play.Games, 1))
	fresh := with.Clone()
	if fresh == nil {
		fresh = net.NewWeights(trainable.Features(), func() float64 { return float64(r.Uint64()>>11)/(1<<52) - 1 })
	}
	samples, err := play.Run(trainable, netOf(with))
	if err != nil {
		return nil, err
	}
	test := samples.cut(samples.Len() / 20)
	t.Logf("%d games of %d simulations a move gave %d positions", play.Games, play.Simulations, samples.Len())
	learn := newTrainer(fresh, t.LearningRate)
	for e := range t.Epochs {
		l := learn.epoch(samples, r)
		t.Logf("epoch %d: loss %.4f, on positions not trained on %.4f", e+1, l, meanLoss(fresh.Net(), test))
		learn.rate *= 0.8
	}
	return fresh, nil
}

// netOf is the network of some weights, or none.
func netOf(w *net.Weights) *net.Net {
	if w == nil {
		return nil
	}
	return w.Net()
}

// gate is the share of points that one network takes from another, or from the heuristic if that is nil.
func (t *Training) gate(trainable bot.Trainable, a, b *net.Weights) (float64, error) {
	nets := map[string]*net.Net{"new": a.Net(), "old": netOf(b)}
	runner := arena.Runner{Game: t.Game, Workers: t.Workers, NewBot: func(_ game.Game, name string, seed game.Seed) (bot.Player, error) {
		net, ok := nets[name]
		if !ok {
			return nil, fmt.Errorf("no network %q", name)
		}
		return trainable.SearchWith(net, bot.Budget{Simulations: max(1, t.Simulations)}, seed), nil
	}}
	seats := t.Seats[0]
	tour := &arena.Tournament{Game: t.Game.Info().ID, Options: t.Options, Seats: seats, Seed: t.Seed, Deals: (t.GateGames + seats - 1) / seats, Pairings: arena.Gauntlet("new", []string{"old"})}
	if err := runner.Play(context.Background(), tour); err != nil {
		return 0, err
	}
	mean, _, _ := tour.Pairings[0].Share()
	return mean, nil
}
