package table_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"time"

	"mirabilia/api"
	"mirabilia/bot"
	"mirabilia/game"
	"mirabilia/games/dice"
	"mirabilia/games/duel"
	"mirabilia/table"
)

// memory is a journal that can be told to fail.
type memory struct {
	mu        sync.Mutex
	entries   map[string][][]byte
	summaries map[string]*table.Summary
	// failing makes appends fail; lying makes them fail after they became durable.
	failing, lying bool
}

func newMemory() *memory {
	return &memory{entries: map[string][][]byte{}, summaries: map[string]*table.Summary{}}
}

var errDisk = errors.New("disk is full")

func (m *memory) Append(_ context.Context, id string, last int64, entries [][]byte, s *table.Summary) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.failing {
		return errDisk
	}
	if int64(len(m.entries[id])) != last {
		return game.Refuse(game.Conflict, table.ReasonSeqTaken, "entry %d is taken", last+1)
	}
	m.entries[id] = append(slices.Clip(m.entries[id]), entries...)
	m.summaries[id] = s
	if m.lying {
		return errDisk
	}
	return nil
}

func (m *memory) Read(_ context.Context, id string, after int64) ([][]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if after >= int64(len(m.entries[id])) {
		return nil, nil
	}
	return m.entries[id][after:], nil
}

func (m *memory) set(failing, lying bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.failing, m.lying = failing, lying
}

func (m *memory) summary(id string) *table.Summary {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.summaries[id]
}

// Thinkers of the tests: random moves, and one that never answers.
func newBot(_ game.Game, name string, seed game.Seed) (bot.Player, error) {
	switch name {
	case "random":
		return bot.NewRandom(seed), nil
	case "faulty":
		return faulty{}, nil
	}
	return nil, fmt.Errorf("no bot %q", name)
}

type faulty struct{}

func (faulty) Choose(game.Board, game.Seat) game.Move { panic("lost its way") }

func config(j table.Journal) table.Config {
	return table.Config{
		Games: []game.Game{duel.Game, dice.Game}, Journal: j,
		Bots: []string{"random", "faulty"}, DefaultBot: "random", NewBot: newBot, Thinkers: 1,
		Idle: time.Minute, Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
	}
}

func newHub(t *testing.T, j table.Journal) *table.Hub {
	t.Helper()
	h := table.New(config(j))
	t.Cleanup(h.Close)
	return h
}

var (
	anna  = table.Person{ID: "p-anna", Name: "Anna"}
	bela  = table.Person{ID: "p-bela", Name: "Béla"}
	csaba = table.Person{ID: "p-csaba", Name: "Csaba"}
)

// player gives commands with ids of their own.
type player struct {
	t *testing.T
	h *table.Hub
	table.Person
	n int
}

func (p *player) try(id, kind string, data api.CommandData) (*api.Ack, error) {
	p.n++
	return p.h.Command(p.t.Context(), id, p.Person, &api.Command{ID: fmt.Sprintf("%s-%d", p.ID, p.n), Type: kind, Data: data})
}

func (p *player) do(id, kind string, data api.CommandData) *api.Ack {
	p.t.Helper()
	ack, err := p.try(id, kind, data)
	if err != nil {
		p.t.Fatalf("%s: %s: %v", p.Name, kind, err)
	}
	return ack
}

// refused demands a refusal with that code and reason.
func (p *player) refused(id, kind string, data api.CommandData, code game.Code, reason string) {
	p.t.Helper()
	_, err := p.try(id, kind, data)
	var r *game.Error
	if !errors.As(err, &r) || r.Code != code || r.Reason != reason {
		p.t.Fatalf("%s: %s: got %v, want a refusal %s %s", p.Name, kind, err, code, reason)
	}
}

func (p *player) see(id string) *api.Snapshot {
	p.t.Helper()
	snap, err := p.h.Snapshot(p.t.Context(), id, p.Person)
	if err != nil {
		p.t.Fatalf("%s looks: %v", p.Name, err)
	}
	return snap
}

// moveAny plays the first legal move.
func (p *player) moveAny(id string) *api.Ack {
	p.t.Helper()
	snap := p.see(id)
	if len(snap.Game.Moves) == 0 {
		p.t.Fatalf("%s owes nothing; owing are %v", p.Name, snap.Game.Owing)
	}
	return p.do(id, api.CommandMove, api.CommandData{Move: snap.Game.Moves[0]})
}

func players(t *testing.T, h *table.Hub, people ...table.Person) []*player {
	list := make([]*player, len(people))
	for i, p := range people {
		list[i] = &player{t: t, h: h, Person: p}
	}
	return list
}

// open opens a table for the people, in this order of seats, and starts it.
func open(t *testing.T, ps []*player, settings api.Settings, bots ...string) string {
	t.Helper()
	settings.Seats = len(ps) + len(bots)
	settings.Public = true
	list := append(make([]string, len(ps)), bots...)
	snap, err := ps[0].h.Create(t.Context(), ps[0].Person, &api.CreateTable{Settings: settings, Bots: list})
	if err != nil {
		t.Fatal(err)
	}
	id := snap.Table.ID
	for _, p := range ps[1:] {
		p.do(id, api.CommandJoin, api.CommandData{Nonce: "0b0b"})
	}
	ps[0].do(id, api.CommandStart, api.CommandData{Nonce: "0a0a"})
	return id
}

// playOn lets the people play first moves until the game is over or stop says so.
func playOn(t *testing.T, ps []*player, id string, stop func(*api.Snapshot) bool) *api.Snapshot {
	t.Helper()
	for range 5000 {
		snap := ps[0].see(id)
		if snap.Table.Status == api.StatusFinished || stop != nil && stop(snap) {
			return snap
		}
		moved := false
		for _, p := range ps {
			if s := p.see(id); s.Game != nil && len(s.Game.Moves) > 0 && s.Table.Places[s.Seat].Away == "" {
				p.do(id, api.CommandMove, api.CommandData{Move: s.Game.Moves[len(s.Game.Moves)/2]})
				moved = true
				break
			}
		}
		if !moved {
			time.Sleep(time.Millisecond)
		}
	}
	t.Fatal("the game does not end")
	return nil
}

// follower collects the messages to a person until it is closed. Like the page, it resumes when it was too slow, which it is
// where the goroutines of a test share one core.
type follower struct {
	ch chan api.Envelope

	mu     sync.Mutex
	sub    *table.Subscription
	closed bool
}

func follow(t *testing.T, h *table.Hub, id string, p table.Person, since int64) *follower {
	t.Helper()
	ctx := t.Context()
	sub, err := h.Subscribe(ctx, id, p, since, false, nil)
	if err != nil {
		t.Fatal(err)
	}
	f := &follower{ch: make(chan api.Envelope, 10000), sub: sub}
	go func() {
		defer close(f.ch)
		for sub := sub; sub != nil; sub = f.resume(ctx, h, id, p, since) {
			for _, m := range sub.First {
				since = f.take(m)
			}
			for m := range sub.C {
				since = f.take(m)
			}
		}
	}()
	return f
}

// take keeps a message and gives its number.
func (f *follower) take(m []byte) int64 {
	e := envelope(m)
	f.ch <- e
	return e.Seq
}

// resume follows on if the last subscription was given up as too slow; nil if it ended otherwise.
func (f *follower) resume(ctx context.Context, h *table.Hub, id string, p table.Person, since int64) *table.Subscription {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed || !f.sub.Slow() {
		return nil
	}
	sub, err := h.Subscribe(ctx, id, p, since, false, nil)
	if err != nil {
		return nil
	}
	f.sub = sub
	return sub
}

func (f *follower) close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.closed = true
	f.sub.Close()
}

func envelope(m []byte) api.Envelope {
	var e api.Envelope
	if err := json.Unmarshal(m, &e); err != nil {
		panic(err)
	}
	return e
}

// next returns the next update, other messages left out.
func (f *follower) next(t *testing.T) (int64, *api.Update) {
	t.Helper()
	for {
		select {
		case e, ok := <-f.ch:
			if !ok {
				t.Fatal("the subscription ended")
			}
			if e.Type != api.MessageUpdate {
				continue
			}
			var u api.Update
			if err := json.Unmarshal(e.Data, &u); err != nil {
				t.Fatal(err)
			}
			return e.Seq, &u
		case <-time.After(10 * time.Second):
			t.Fatal("no update")
		}
	}
}

func seat(n int) *int { return &n }

// await waits until something has come about.
func await(t *testing.T, what string, come func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !come(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%s: waited in vain", what)
		}
	}
}
