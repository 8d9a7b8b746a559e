// Package past keeps networks that earlier versions shipped, as opponents in the arena. It is not part of what the page
// loads.
package past

import (
	_ "embed"

	"mirabilia/bot"
	"mirabilia/bot/eval"
	"mirabilia/bot/net"
	"mirabilia/game"
)

// The networks of the first version.
var (
	//go:embed duel.net
	duel []byte
	//go:embed pantheon.net
	pantheon []byte
	//go:embed wonders.net
	wonders []byte
	//go:embed architects.net
	architects []byte
	//go:embed dice.net
	dice []byte
)

// level8 is what level 8 of the first version was, by game and variant.
var level8 = map[string][]struct {
	net         []byte
	simulations int
}{
	"duel":       {{duel, 16000}, {pantheon, 8000}},
	"wonders":    {{wonders, 8000}},
	"architects": {{architects, 20000}},
	"dice":       {{dice, 8000}},
}

// Level8 returns the network of level 8 of the first version for a board, and its budget.
func Level8(g game.Game, trainable bot.Trainable, b game.Board) (*net.Net, bot.Budget, error) {
	variants, variant := level8[g.Info().ID], trainable.Variant(b)
	if variant >= len(variants) {
		return nil, bot.Budget{}, game.Refuse(game.Invalid, "bad_bot", "the first version had no level 8 of %s", g.Info().ID)
	}
	v := variants[variant]
	w, err := trainable.ReadNet(v.net)
	if err != nil {
		return nil, bot.Budget{}, err
	}
	return w.Net(), bot.Budget{Simulations: v.simulations, Time: eval.MoveTime}, nil
}
