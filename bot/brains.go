package bot

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"mirabilia/game"
	"mirabilia/games/architects"
	"mirabilia/games/dice"
	"mirabilia/games/duel"
	"mirabilia/games/wonders"
)

// brain is what the bots know of one game.
type brain interface {
	School
	// level is the player of a level, counted from 0; a budget that is set replaces the level's own.
	level(i int, b Budget, seed game.Seed) Player
	// ladders are the levels of each variant of the game.
	ladders() []ladder
}

// brains of the games, by id.
var brains = map[string]brain{
	"duel": &trained[duel.State, *duel.State]{
		plain: duelValue, features: duelFeatures, sight: duelSight, method: usualMethod,
		variants: []variant{{"duel.net", duelLadder}, {"pantheon.net", pantheonLadder}}, variant: duelVariant,
	},
	"architects": &trained[architects.State, *architects.State]{
		plain: architectsValue, features: architectsFeatures, sight: architectsSight, corrects: true, scene: architectsScene, method: wideMethod,
		variants: []variant{{"architects.net", architectsLadder}},
	},
	"wonders": &trained[wonders.State, *wonders.State]{
		plain: wondersValue, features: wondersFeatures, sight: wondersSight, offers: wondersOffers, method: aloneMethod,
		variants: []variant{{"wonders.net", wondersLadder}},
	},
	"dice": &trained[dice.State, *dice.State]{
		plain: diceValue, features: diceFeatures, sight: diceSight, corrects: true, method: aloneMethod,
		variants: []variant{{"dice.net", diceLadder}},
	},
}

// playerOf is the player of a level.
func playerOf[S comparable, P game.State[S]](lesson Lesson[S], l Level, b Budget, seed game.Seed) Player {
	if l.Simulations == 0 {
		return NewNovice[S, P](lesson.Judge(), l, seed)
	}
	return NewSearch[S, P](lesson, b.over(Budget{Simulations: l.Simulations, Time: l.Time}), seed)
}

// Names are the bots that can be asked for by New, weakest first but for greedy, which is somewhere among
// the levels.
var Names = append([]string{"random", "greedy"}, Levels...)

// New is the bot of the given name for a game. The name may say what the bot may spend, see Spec.
func New(g game.Game, name string, seed game.Seed) (Player, error) {
	spec, err := ParseSpec(name)
	if err != nil {
		return nil, err
	}
	return spec.New(g, seed)
}

// New is the bot of the spec for a game.
func (s Spec) New(g game.Game, seed game.Seed) (Player, error) {
	b, ok := brains[g.Info().ID]
	if !ok {
		return nil, fmt.Errorf("no bot knows the game %q; known are: %s", g.Info().ID, strings.Join(slices.Sorted(maps.Keys(brains)), ", "))
	}
	switch s.Name {
	case "random":
		return NewRandom(seed), nil
	case "greedy":
		return b.Greedy(seed), nil
	}
	if i := slices.Index(Levels, s.Name); i >= 0 {
		return b.level(i, s.Budget, seed), nil
	}
	return nil, game.Refuse(game.Invalid, "bad_bot", "there is no bot %q; there are: %s", s.Name, strings.Join(Names, ", "))
}
