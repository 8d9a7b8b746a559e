package table_test

import (
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"mirabilia/api"
	"mirabilia/bot"
	"mirabilia/game"
	"mirabilia/table"
)

// slow is a bot that thinks for ten minutes.
type slow struct{ bot.Player }

func (s slow) Choose(b game.Board, seat game.Seat) game.Move {
	time.Sleep(10 * time.Minute)
	return s.Player.Choose(b, seat)
}

// A table that waits for a bot, for spectators or for a bot that cannot be made sleeps meanwhile. How often it wakes shows in how often it looks at the clock.
func TestTableSleeps(t *testing.T) {
	slowly := func(g game.Game, name string, seed game.Seed) (bot.Player, error) {
		p, err := newBot(g, name, seed)
		return slow{p}, err
	}
	never := func(game.Game, string, game.Seed) (bot.Player, error) {
		return nil, errors.New("its network cannot be read")
	}
	for _, c := range []struct {
		name     string
		settings api.Settings
		newBot   func(game.Game, string, game.Seed) (bot.Player, error)
		// wait is what is waited for; it returns when the table has been left alone for minutes.
		wait func(t *testing.T, a *player, id string)
	}{
		{"a bot thinks", api.Settings{Game: "duel"}, slowly, func(t *testing.T, a *player, id string) {
			a.moveAny(id)
			sleep(9 * time.Minute)
		}},
		{"a bot thinks while a person's time runs out", api.Settings{Game: "dice", Clock: live}, slowly, func(t *testing.T, a *player, id string) {
			sleep(59 * time.Second)
			if p := a.see(id).Table.Places[0]; p.Away != "" {
				t.Fatalf("timed out too early: %+v", p)
			}
			sleep(time.Second)
			if p := a.see(id).Table.Places[0]; p.Away != api.AwayTime {
				t.Fatalf("not timed out: %+v", p)
			}
		}},
		{"somebody looks at the result", api.Settings{Game: "duel"}, newBot, func(t *testing.T, a *player, id string) {
			a.do(id, api.CommandResign, api.CommandData{})
			sleep(30 * time.Minute)
		}},
		{"a bot that cannot be made owes nothing any more", api.Settings{Game: "dice"}, never, func(t *testing.T, a *player, id string) {
			sleep(time.Second / 2)
			a.do(id, api.CommandResign, api.CommandData{})
			sleep(30 * time.Minute)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var looks atomic.Int64
				start := time.Now()
				cfg := config(newMemory())
				cfg.NewBot = c.newBot
				cfg.Clock = func() (int64, time.Duration) {
					looks.Add(1)
					return time.Now().UnixMilli(), time.Since(start)
				}
				h := table.New(cfg)
				defer h.Close()
				a := players(t, h, anna)[0]
				id := open(t, []*player{a}, c.settings, "random")
				f := follow(t, h, id, anna, -1)
				defer f.close()
				c.wait(t, a, id)
				// The table's own work takes a few looks for each command; once a millisecond would be tens of thousands.
				if n := looks.Load(); n > 2000 {
					t.Errorf("the table looked at the clock %d times in %v", n, time.Since(start))
				}
			})
		})
	}
}
