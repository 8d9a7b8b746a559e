package table_test

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"mirabilia/api"
	"mirabilia/bot"
	"mirabilia/game"
	"mirabilia/games/dice"
	"mirabilia/games/duel"
	_ "mirabilia/gctest"
	"mirabilia/table"
)

// memory is a store that can be told to fail.
type memory struct {
	mu     sync.Mutex
	tables map[string]*kept
	names  map[string]string
	// failing makes appends fail; lying makes them fail after they became durable.
	failing, lying bool
	// loads counts how often tables were read from their beginning, and from a snapshot.
	fromFirst, fromSnapshot int
}

// kept is what is kept of one table. Entries are numbered from base on.
type kept struct {
	base       int64
	entries    [][]byte
	snapshot   []byte
	snapshotAt int64
	summary    *table.Summary
	chat       []table.Line
	tip        string
}

func (k *kept) last() int64 { return k.base + int64(len(k.entries)) }

func newMemory() *memory {
	return &memory{tables: map[string]*kept{}, names: map[string]string{anna.ID: anna.Name, bela.ID: bela.Name, csaba.ID: csaba.Name}}
}

var errDisk = errors.New("disk is full")

func taken(last int64) error {
	return game.Refuse(game.Conflict, table.ReasonSeqTaken, "entry %d is taken", last+1)
}

func (m *memory) Append(_ context.Context, id string, b *table.Batch) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.failing {
		return errDisk
	}
	k := m.tables[id]
	if k == nil {
		k = &kept{}
	}
	if k.last() != b.Last || k.tip != b.After {
		return taken(b.Last)
	}
	m.tables[id], k.tip = k, b.Tip
	if b.Rewrite {
		k.base, k.entries, k.snapshot = b.Base, nil, nil
	}
	k.entries = append(slices.Clip(k.entries), b.Entries...)
	if b.Snapshot != nil {
		k.snapshot, k.snapshotAt = b.Snapshot, k.last()
	}
	k.summary = b.Summary
	if m.lying {
		return errDisk
	}
	return nil
}

func (m *memory) Load(_ context.Context, id string) (*table.Loaded, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	k := m.tables[id]
	if k == nil {
		return nil, nil
	}
	l := &table.Loaded{Snapshot: k.snapshot, Entries: k.entries, Tip: k.tip, Last: k.last()}
	if k.summary != nil {
		l.Summary = k.summary.Encode()
	}
	if m.fromFirst++; k.snapshot != nil {
		m.fromFirst--
		m.fromSnapshot++
		l.Entries = k.entries[k.snapshotAt-k.base:]
	}
	return l, nil
}

func (m *memory) Read(_ context.Context, id string, after int64) ([][]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	k := m.tables[id]
	if k == nil || after >= k.last() {
		return nil, nil
	}
	return k.entries[max(0, after-k.base):], nil
}

func (m *memory) Drop(_ context.Context, id string, last int64) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if k := m.tables[id]; k == nil || k.last() != last {
		return taken(last)
	}
	delete(m.tables, id)
	return nil
}

func (m *memory) Owned(_ context.Context, person string, since int64) (n int, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, k := range m.tables {
		if s := k.summary; s.Owner == person && s.Updated >= since && (s.Status == api.StatusLobby || s.Status == api.StatusPlaying) {
			n++
		}
	}
	return n, nil
}

func (m *memory) Names(_ context.Context, people []string) (map[string]string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	names := map[string]string{}
	for _, id := range people {
		if name, ok := m.names[id]; ok {
			names[id] = name
		}
	}
	return names, nil
}

// Kept are the people of these tests.
func (m *memory) Kept(_ context.Context, people []string) ([]string, error) {
	return slices.DeleteFunc(slices.Clone(people), func(id string) bool { return id != anna.ID && id != bela.ID && id != csaba.ID }), nil
}

func (m *memory) Say(_ context.Context, id string, l table.Line, most int) (int64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	k := m.tables[id]
	n := 0
	for _, said := range k.chat {
		if said.Person == l.Person {
			n++
			if said.Command == l.Command {
				return said.N, nil
			}
		}
	}
	if n >= most {
		return 0, game.Refuse(game.TooMany, "too_many_chat", "too many")
	}
	l.N = int64(len(k.chat) + 1)
	k.chat = append(k.chat, l)
	return l.N, nil
}

func (m *memory) Said(_ context.Context, id string, last int) ([]table.Line, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if k := m.tables[id]; k != nil {
		return slices.Clone(k.chat[max(0, len(k.chat)-last):]), nil
	}
	return nil, nil
}

func (m *memory) set(failing, lying bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.failing, m.lying = failing, lying
}

func (m *memory) summary(id string) *table.Summary {
	m.mu.Lock()
	defer m.mu.Unlock()
	if k := m.tables[id]; k != nil {
		return k.summary
	}
	return nil
}

// Bots of the tests: random moves, and one that never answers.
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

func config(j table.Store) table.Config {
	return table.Config{
		Games: []game.Game{duel.Game, dice.Game}, Store: j,
		Bots: []string{"random", "faulty"}, DefaultBot: "random", NewBot: newBot, BotWorkers: 1,
		Idle: time.Minute, Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
	}
}

func newHub(t *testing.T, j table.Store) *table.Hub {
	t.Helper()
	h := table.New(config(j))
	t.Cleanup(h.Close)
	return h
}

var (
	anna  = table.Person{ID: "p-anna", Name: "Anna", Kept: true}
	bela  = table.Person{ID: "p-bela", Name: "Béla", Kept: true}
	csaba = table.Person{ID: "p-csaba", Name: "Csaba", Kept: true}
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

// wholeLog reads the log of a table page by page.
func (p *player) wholeLog(id string) []api.LogEntry {
	p.t.Helper()
	snap := p.see(id)
	lines := snap.Log
	for more := snap.LogMore; more; {
		page, err := p.h.Log(p.t.Context(), id, p.Person, lines[0].Seq)
		if err != nil {
			p.t.Fatal(err)
		}
		if len(page.Log) == 0 || page.Log[len(page.Log)-1].Seq != lines[0].Seq-1 {
			p.t.Fatalf("the page before line %d has %d lines, the last %+v", lines[0].Seq, len(page.Log), page.Log[max(0, len(page.Log)-1):])
		}
		lines, more = append(page.Log, lines...), page.More
	}
	if len(lines) > 0 && lines[0].Seq != 1 {
		p.t.Fatalf("the log begins with line %d", lines[0].Seq)
	}
	return lines
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

// unhurried opens a table at which nobody must make the first move soon, even in a rated game.
func unhurried(t *testing.T, ps []*player, settings api.Settings) string {
	t.Helper()
	settings.Seats, settings.Public = len(ps), true
	people := make([]string, len(ps))
	for i, p := range ps {
		people[i] = p.ID
	}
	id := ps[0].h.NewTableID()
	if err := ps[0].h.Gather(t.Context(), id, settings, people, nil); err != nil {
		t.Fatal(err)
	}
	if err := ps[0].h.Wake(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	for ps[0].see(id).Table.Status == api.StatusLobby {
		time.Sleep(time.Millisecond)
	}
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
		for i, p := range ps {
			s := snap // what stop has seen, and not what a bot has made of it meanwhile
			if i > 0 {
				s = p.see(id)
			}
			if s.Game != nil && len(s.Game.Moves) > 0 && s.Table.Places[s.Seat].Away == "" {
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
		case <-time.After(waitAtMost):
			t.Fatal("no update")
		}
	}
}

func seat(n int) *int { return &n }

// waitAtMost is how long a test waits for a message or for bots: far longer than any takes on a slow machine.
const waitAtMost = time.Minute

// await waits until something has come about.
func await(t *testing.T, what string, come func() bool) {
	t.Helper()
	for end := time.Now().Add(waitAtMost); !come(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%s: waited in vain", what)
		}
	}
}

// logTo logs warnings and errors to a buffer.
func logTo(w io.Writer) *slog.Logger {
	return slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: slog.LevelWarn}))
}

// TestMain lets more tests wait at once than there are processors: those that run beside each other wait most of the time.
func TestMain(m *testing.M) {
	if err := flag.Set("test.parallel", "8"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}
