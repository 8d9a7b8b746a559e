// Package games is the catalogue: the one list of all games that the program offers, and that of the matches made of them.
package games

import (
	"slices"
	"strings"

	"mirabilia/game"
	"mirabilia/games/architects"
	"mirabilia/games/dice"
	"mirabilia/games/duel"
	"mirabilia/games/duplicate"
	"mirabilia/games/wonders"
)

// All games, in the order in which they are offered.
var All = []game.Game{wonders.Game, duel.Game, architects.Game, dice.Game}

// Matches are games made of others: tables, records and clients know them, but they have no door, no rating and no network of their own.
var Matches = []game.Game{duplicate.Game}

// Known are all games and matches.
var Known = append(slices.Clone(All), Matches...)

// ByID returns the game of that id, but no match.
func ByID(id string) (game.Game, error) { return Find(All, id) }

// KnownByID returns the game or match of that id.
func KnownByID(id string) (game.Game, error) { return Find(Known, id) }

// Find returns the game of that id from a list.
func Find(list []game.Game, id string) (game.Game, error) {
	for _, g := range list {
		if g.Info().ID == id {
			return g, nil
		}
	}
	return nil, game.Refuse(game.Invalid, "no_game", "there is no game %q; there are: %s", id, strings.Join(IDs(list), ", "))
}

// IDs returns the ids of the games in a list.
func IDs(list []game.Game) []string {
	ids := make([]string, len(list))
	for i, g := range list {
		ids[i] = g.Info().ID
	}
	return ids
}
