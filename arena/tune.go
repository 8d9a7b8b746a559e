package arena

import (
	"context"
	"fmt"

	"mirabilia/bot"
	"mirabilia/game"
)

// Tuning trains the network of a game in generations: the network plays itself, a new one learns from
// that, and takes its place if it wins against it.
type Tuning struct {
	SelfPlay
	Generations int
	Epochs      int
	Rate        float64
	// Trial is the number of games in which a new network must prove itself; 0 accepts it unseen.
	Trial int
	// Say is told how it goes.
	Say func(format string, args ...any)
}

// Run trains from a network, or from nothing if it is nil: then the first games are played by rules of thumb.
func (t *Tuning) Run(from *bot.Weights) (*bot.Weights, error) {
	school, err := bot.SchoolOf(t.Game)
	if err != nil {
		return nil, err
	}
	best := from
	for g := range t.Generations {
		play := t.SelfPlay
		play.Seed += uint64(g)
		next, err := t.generation(&play, school, best)
		if err != nil {
			return best, err
		}
		if t.Trial == 0 {
			best = next
			continue
		}
		share, err := t.trial(school, next, best)
		if err != nil {
			return best, err
		}
		t.Say("generation %d takes %.1f %% of the points from what was before", g+1, 100*share)
		if share > 0.5 || best == nil { // the first network is kept even if rules of thumb are better yet
			best = next
		}
	}
	return best, nil
}

// generation lets a network play and trains a new one on what came of it. The new one begins with what the old one knows: so a few
// games, each well thought out, refine what many plain ones taught.
func (t *Tuning) generation(play *SelfPlay, school bot.School, with *bot.Weights) (*bot.Weights, error) {
	r := game.NewRand(childSeed(play.Seed, play.Games, 1))
	fresh := with.Clone()
	if fresh == nil {
		fresh = bot.NewWeights(school.Features(), func() float64 { return float64(r.Uint64()>>11)/(1<<52) - 1 })
	}
	samples, err := play.Run(school, netOf(with))
	if err != nil {
		return nil, err
	}
	test := samples.cut(samples.Len() / 20)
	t.Say("%d games of %d simulations a move gave %d positions", play.Games, play.Simulations, samples.Len())
	learn := newTrainer(fresh, t.Rate)
	for e := range t.Epochs {
		l := learn.epoch(samples, r)
		t.Say("epoch %d: loss %.4f, on positions not trained on %.4f", e+1, l, meanLoss(fresh.Net(), test))
		learn.rate *= 0.8
	}
	return fresh, nil
}

// netOf is the network of some weights, or none.
func netOf(w *bot.Weights) *bot.Net {
	if w == nil {
		return nil
	}
	return w.Net()
}

// trial is the share of points that one network takes from another, or from the rules of thumb if that is nil.
func (t *Tuning) trial(school bot.School, a, b *bot.Weights) (float64, error) {
	nets := map[string]*bot.Net{"new": a.Net(), "old": netOf(b)}
	hall := Hall{Game: t.Game, Workers: t.Workers, NewBot: func(_ game.Game, name string, seed game.Seed) (bot.Player, error) {
		net, ok := nets[name]
		if !ok {
			return nil, fmt.Errorf("no network %q", name)
		}
		return school.Student(net, bot.Budget{Simulations: max(1, t.Simulations)}, seed), nil
	}}
	seats := t.Seats[0]
	tour := &Tournament{Game: t.Game.Info().ID, Options: t.Options, Seats: seats, Seed: t.Seed, Deals: (t.Trial + seats - 1) / seats, Pairings: Gauntlet("new", []string{"old"})}
	if err := hall.Play(context.Background(), tour); err != nil {
		return 0, err
	}
	mean, _, _ := tour.Pairings[0].Share()
	return mean, nil
}
