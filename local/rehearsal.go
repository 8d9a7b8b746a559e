package local

import (
	"context"
	"encoding/json"
	"time"

	"mirabilia/api"
	"mirabilia/bot"
	"mirabilia/game"
	"mirabilia/table"
)

const (
	// rehearsalTime is how long a rehearsal takes at most.
	rehearsalTime = 400 * time.Millisecond
	// rehearsalBot plays all seats: it uses all of a bot's code, and thinks little.
	rehearsalBot = "level8:100"
	// breath is how long a rehearsal waits before each decision, so that the worker hears what it was asked meanwhile.
	breath = time.Millisecond
)

// Rehearse lets bots play a game with the given settings, which nobody sees and nobody keeps, until it is called off or the time is over. It
// returns how many messages a spectator would have got. A browser compiles the functions that are called often, in all its threads at
// once. Without a rehearsal it does so during a player's first moves, when the page has most to draw.
func Rehearse(ctx context.Context, settings []byte) (messages int, err error) {
	ctx, cancel := context.WithTimeout(ctx, rehearsalTime)
	defer cancel()
	var s api.Settings
	if err := json.Unmarshal(settings, &s); err != nil {
		return 0, err
	}
	d := New(Config{Store: &scratch{}, Log: silence{}, NewBot: func(g game.Game, _ string, seed game.Seed) (bot.Player, error) {
		p, err := bot.New(g, rehearsalBot, seed)
		return breathing{p}, err
	}})
	defer d.Close()
	bots := make([]string, s.Seats)
	for i := range bots {
		bots[i] = bot.DefaultLevel
	}
	owner := table.Person{ID: "rehearsal"}
	made, err := d.hub.Create(ctx, owner, &api.CreateTable{Settings: s, Seat: game.NoSeat, Bots: bots})
	if err != nil {
		return 0, err
	}
	told := make(chan struct{})
	stop, err := d.Follow(ctx, made.Table.ID, owner, 0, true, func([]byte) {
		select {
		case told <- struct{}{}:
		case <-ctx.Done():
		}
	}, func() {})
	if err != nil {
		return 0, err
	}
	defer stop()
	if _, err := d.hub.Command(ctx, made.Table.ID, owner, &api.Command{ID: "start", Type: api.CommandStart}); err != nil {
		return 0, err
	}
	for {
		select {
		case <-told:
			messages++
		case <-ctx.Done():
			return messages, nil
		}
	}
}

// breathing is a bot that takes a breath before it thinks.
type breathing struct{ bot.Player }

func (b breathing) Choose(board game.Board, seat game.Seat) game.Move {
	time.Sleep(breath)
	return b.Player.Choose(board, seat)
}

// scratch keeps the only table of a rehearsal while it lasts. It has no methods for questions that a table without people never asks.
type scratch struct {
	table.Store
	kept table.Loaded
}

func (s *scratch) Append(_ context.Context, _ string, b *table.Batch) error {
	s.kept.Entries, s.kept.Summary = append(s.kept.Entries, b.Entries...), b.Summary.Encode()
	return nil
}

func (s *scratch) Load(context.Context, string) (*table.Loaded, error)        { return &s.kept, nil }
func (s *scratch) Owned(context.Context, string, int64) (int, error)          { return 0, nil }
func (s *scratch) Names(context.Context, []string) (map[string]string, error) { return nil, nil }
func (s *scratch) Kept(context.Context, []string) ([]string, error)           { return nil, nil }
func (s *scratch) Said(context.Context, string, int) ([]table.Line, error)    { return nil, nil }

// silence is the log of a rehearsal.
type silence struct{}

func (silence) Warn(string, ...any)  {}
func (silence) Error(string, ...any) {}
