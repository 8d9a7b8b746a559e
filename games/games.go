// Package games is the catalogue: the one list of all games that the program offers.
package games

import (
	"strings"

	"mirabilia/game"
	"mirabilia/games/architects"
	"mirabilia/games/dice"
	"mirabilia/games/duel"
	"mirabilia/games/wonders"
)

// All games, in the order in which they are offered.
var All = []game.Game{wonders.Game, duel.Game, architects.Game, dice.Game}

// ByID returns the game of that id.
func ByID(id string) (game.Game, error) {
	ids := make([]string, len(All))
	for i, g := range All {
		if g.Info().ID == id {
			return g, nil
		}
		ids[i] = g.Info().ID
	}
	return nil, game.Refuse(game.Invalid, "no_game", "there is no game %q; there are: %s", id, strings.Join(ids, ", "))
}
