package arena

import (
	"slices"

	"mirabilia/arena/past"
	"mirabilia/arena/rollouts"
	"mirabilia/bot"
	"mirabilia/game"
)

// Opponents that only the arena has.
const (
	// FirstLevel8 is level 8 as the first version shipped it.
	FirstLevel8 = "level8@1"
	// Scholar is level 8 with an evaluation that hunts science, FirstScholar the same with the first version's network: the one grows
	// with level 8, the other stays as it is.
	Scholar      = "scholar"
	FirstScholar = "scholar@1"
	// RolloutScholar knows no network: it hunts science in random rollouts. It plays Duel only.
	RolloutScholar = "scholar-rollouts"
)

var opponents = []string{FirstLevel8, Scholar, FirstScholar, RolloutScholar}

// scholarBonus is the scholar's bonus for each symbol, as a logit.
const scholarBonus = 0.6

// New returns a bot of the arena: those of bot.New, and the opponents that are measured against.
func New(g game.Game, name string, seed game.Seed) (bot.Player, error) {
	spec, err := bot.ParseSpec(name)
	if err != nil {
		return nil, err
	}
	if !slices.Contains(opponents, spec.Name) {
		return spec.New(g, seed)
	}
	trainable, err := bot.TrainableFor(g)
	if err != nil {
		return nil, err
	}
	p := &opponent{game: g, trainable: trainable, spec: spec, seed: seed}
	b, err := g.New(g.Info().MinSeats, nil)
	if err != nil {
		return nil, err
	}
	_, err = p.on(b) // whether it can be made at all
	p.player = nil
	return p, err
}

// opponent makes its player when it first sees the board, because that says which variant is played.
type opponent struct {
	game      game.Game
	trainable bot.Trainable
	spec      bot.Spec
	seed      game.Seed
	player    bot.Player
}

// Choose implements bot.Player.
func (o *opponent) Choose(b game.Board, seat game.Seat) game.Move {
	p, err := o.on(b)
	if err != nil {
		panic(err) // tried before
	}
	return p.Choose(b, seat)
}

func (o *opponent) on(b game.Board) (bot.Player, error) {
	if o.player != nil {
		return o.player, nil
	}
	n, budget, err := past.Level8(o.game, o.trainable, b)
	if err != nil {
		return nil, err
	}
	if o.spec.Name == RolloutScholar {
		if o.game.Info().ID != "duel" {
			return nil, game.Refuse(game.Invalid, "bad_bot", "%s plays duel only, not %s", RolloutScholar, o.game.Info().ID)
		}
		o.player = rollouts.New(o.spec.Budget.Over(budget), o.seed)
		return o.player, nil
	}
	setup := bot.Setup{Net: n, Budget: o.spec.Budget.Over(budget), Seed: o.seed, First: o.spec.Name != Scholar}
	if o.spec.Name == Scholar {
		setup.Net = o.trainable.Shipped(b)
	}
	if o.spec.Name != FirstLevel8 {
		setup.Bend = bot.Bend{Name: "science", Bonus: scholarBonus}
	}
	o.player, err = o.trainable.SearchWith(setup)
	return o.player, err
}
