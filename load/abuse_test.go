package load_test

import (
	"context"
	"net/netip"
	"testing"
	"time"

	"mirabilia/bot"
	"mirabilia/game"
	"mirabilia/load"
	"mirabilia/server"
	"mirabilia/server/servertest"
	"mirabilia/store"
)

// endless is a bot that thinks until it is let go.
type endless struct{ gate chan struct{} }

func (e endless) Choose(b game.Board, seat game.Seat) game.Move {
	<-e.gate
	return b.Moves(seat, nil)[0]
}

// While one address does all that a server could be starved by, with bots that never stop thinking, nobody else is refused
// anything, their bots answer, every attack is refused at some point, and little data is kept of it. How long things take is
// measured by mirabilia load --abuse.
func TestAbuse(t *testing.T) {
	gate := make(chan struct{})
	var kept store.Store
	base := servertest.Start(t, server.DefaultLimits, func(c *server.Config) {
		c.Proxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")}
		c.Bots = []string{"random", "level8"}
		kept = c.Store
		c.NewBot = func(_ game.Game, name string, seed game.Seed) (bot.Player, error) {
			if name == "level8" {
				return endless{gate}, nil
			}
			return bot.NewRandom(seed), nil
		}
	})
	t.Cleanup(func() { close(gate) }) // before the server is closed, which waits for its bots
	const people, moves = 10, 8
	data := func(ctx context.Context) (int64, error) {
		u, err := kept.Usage(ctx)
		return u.Bytes, err
	}
	r, err := load.Abuse(t.Context(), load.AbuseConfig{Server: base, People: people, Bot: "random", Moves: moves, Pace: time.Millisecond, Data: data})
	if err != nil {
		t.Fatal(err)
	}
	if r.Errors > 0 || r.AckCalm.Count != people*moves || r.AckAttacked.Count != people*moves || r.BotAttacked.Count != people*moves {
		t.Errorf("people were not served as in peace: %s", r)
	}
	for _, harm := range r.Harm() {
		t.Error(harm)
	}
	t.Log(r)
}
