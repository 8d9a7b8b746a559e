package bot

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"mirabilia/game"
)

// brain is what the bots know of one game.
type brain interface {
	greedy(seed game.Seed) Player
}

// brains of the games, by id.
var brains = map[string]brain{}

// taught is the brain of a game with states S.
type taught[S comparable, P game.State[S]] struct{ value Value[S] }

func (t taught[S, P]) greedy(seed game.Seed) Player { return NewGreedy[S, P](t.value, seed) }

// Names are the bots that can be asked for by New, weakest first.
var Names = []string{"random", "greedy"}

// New is the bot of the given name for a game.
func New(g game.Game, name string, seed game.Seed) (Player, error) {
	b, ok := brains[g.Info().ID]
	if !ok {
		return nil, fmt.Errorf("no bot knows the game %q; known are: %s", g.Info().ID, strings.Join(slices.Sorted(maps.Keys(brains)), ", "))
	}
	switch name {
	case "random":
		return NewRandom(seed), nil
	case "greedy":
		return b.greedy(seed), nil
	}
	return nil, game.Refuse(game.Invalid, "bad_bot", "there is no bot %q; there are: %s", name, strings.Join(Names, ", "))
}
