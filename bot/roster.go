package bot

import (
	"maps"
	"slices"
	"strings"

	"mirabilia/bot/eval"
	"mirabilia/bot/eval/architects"
	"mirabilia/bot/eval/dice"
	"mirabilia/bot/eval/duel"
	"mirabilia/bot/eval/wonders"
	"mirabilia/bot/search"
	"mirabilia/game"
	"mirabilia/games/duplicate"
)

// model is what the bots know of one game.
type model interface {
	Trainable
	// level returns the player of a level, counted from 0; the limits that are set in b replace the level's own.
	level(i int, b Budget, seed game.Seed) Player
	// ladders returns the levels of each variant of the game.
	ladders() []eval.Ladder
	// netID names the network of the variant on the board.
	netID(b game.Board) string
}

// NetID names the network that the levels evaluate a board with: other weights, another name.
func NetID(g game.Game, b game.Board) (string, error) {
	m, err := modelFor(g)
	if err != nil {
		return "", err
	}
	return m.netID(b), nil
}

// models are what the bots know of the games, by id.
var models = map[string]model{
	"architects": newModel(architects.New()),
	"dice":       newModel(dice.New()),
	"duel":       newModel(duel.New()),
	"wonders":    newModel(wonders.New()),
}

func modelFor(g game.Game) (model, error) {
	m, ok := models[g.Info().ID]
	if !ok {
		return nil, game.Refuse(game.Invalid, "bad_bot", "the levels do not know the game %q, only random and greedy play it; the levels know: %s", g.Info().ID, strings.Join(slices.Sorted(maps.Keys(models)), ", "))
	}
	return m, nil
}

// Levels are the names of the levels, weakest first.
var Levels = []string{"level1", "level2", "level3", "level4", "level5", "level6", "level7", "level8"}

// DefaultLevel is the level for a newcomer: a decent player.
const DefaultLevel = "level3"

// Names are the bots that New makes, weakest first except for greedy, which is somewhere among the levels.
var Names = append([]string{"random", "greedy"}, Levels...)

// Plays reports whether a bot plays a game: the levels play those that have a model, random and greedy all.
func Plays(g game.Game, name string) bool {
	return !slices.Contains(Levels, name) || models[g.Info().ID] != nil || g == duplicate.Game
}

// New returns the bot of the given name for a game. The name may include a budget, see Spec.
func New(g game.Game, name string, seed game.Seed) (Player, error) {
	spec, err := ParseSpec(name)
	if err != nil {
		return nil, err
	}
	return spec.New(g, seed)
}

// NewSharing returns a New whose bots share a limit on what their searches hold.
func NewSharing(m *search.SharedMemory) func(g game.Game, name string, seed game.Seed) (Player, error) {
	return func(g game.Game, name string, seed game.Seed) (Player, error) {
		spec, err := ParseSpec(name)
		if err != nil {
			return nil, err
		}
		spec.Budget.Shared = m
		return spec.New(g, seed)
	}
}

// Release lets a bot free what it holds, when its game is over.
func Release(p Player) {
	if r, ok := p.(interface{ Release() }); ok {
		r.Release()
	}
}

// New returns the bot of the spec for a game. A game without a model has random, and greedy by the score.
func (s Spec) New(g game.Game, seed game.Seed) (Player, error) {
	level, err := s.level()
	if err != nil {
		return nil, err
	}
	m, err := modelFor(g)
	switch {
	case s.Name == "random":
		return NewRandom(seed), nil
	case g == duplicate.Game:
		return s.newMatchPlayer(seed)
	case s.Name == "greedy" && err != nil:
		return NewScorer(g, seed), nil
	case s.Name == "greedy":
		return m.Greedy(seed), nil
	case err != nil:
		return nil, err
	}
	return m.level(level, s.Budget, seed), nil
}
