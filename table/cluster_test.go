package table_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"mirabilia/api"
	"mirabilia/relay"
	"mirabilia/relay/local"
	"mirabilia/table"
)

// Last makes memory a store that several nodes share.
func (m *memory) Last(_ context.Context, tables []string) (map[string]table.Last, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	last := map[string]table.Last{}
	for _, id := range tables {
		if k := m.tables[id]; k != nil {
			last[id] = table.Last{Seq: k.last(), Tip: k.tip, Line: int64(len(k.chat))}
		}
	}
	return last, nil
}

func (m *memory) Since(_ context.Context, id string, after int64) (*table.Since, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	k := m.tables[id]
	if k == nil {
		return &table.Since{}, nil
	}
	end := &table.Since{Last: k.last(), Tip: k.tip}
	if after < k.last() {
		end.Entries = k.entries[max(0, after-k.base):]
	}
	return end, nil
}

// node is a Hub in a cluster, with what it tells others.
type node struct {
	*table.Hub
	relay spied
}

// spied is a relay that keeps what is published.
type spied struct {
	local.Relay
	mu   *sync.Mutex
	told *[]relay.Message
}

func (s spied) Publish(m *relay.Message) {
	s.mu.Lock()
	*s.told = append(*s.told, *m)
	s.mu.Unlock()
	s.Relay.Publish(m)
}

// nodes starts Hubs on one store that tell each other what happens, and waits until they know each other.
func nodes(t *testing.T, j table.Store, names ...string) []node {
	t.Helper()
	bus := local.NewBus()
	var list []node
	for _, name := range names {
		cfg := config(j)
		s := spied{bus.Node(name), &sync.Mutex{}, &[]relay.Message{}}
		cfg.Relay = s
		n := node{table.New(cfg), s}
		t.Cleanup(func() { n.Close(); s.Close() })
		list = append(list, n)
	}
	for _, n := range list {
		within(t, "the nodes know each other", func() bool { return n.Stats().Nodes == len(names) })
	}
	return list
}

func within(t *testing.T, what string, so func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !so(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("not so: %s", what)
		}
	}
}

// update waits for the next update of a subscription and returns its number.
func nextUpdate(t *testing.T, sub *table.Subscription) (seq int64) {
	t.Helper()
	for {
		select {
		case data, ok := <-sub.C:
			if !ok {
				t.Fatal("the subscription ended")
			}
			var e api.Envelope
			if err := json.Unmarshal(data, &e); err != nil {
				t.Fatal(err)
			}
			if e.Type == api.MessageUpdate {
				return e.Seq
			}
		case <-time.After(20 * time.Second):
			t.Fatal("nothing is told")
		}
	}
}

// TestNodesPlayOneTable: two people at two nodes play a game to its end; each is told of every move once and in order, from the messages
// alone.
func TestNodesPlayOneTable(t *testing.T) {
	for _, id := range []string{"duel", "dice"} {
		j := newMemory()
		hubs := nodes(t, j, "a", "b")
		a, b := players(t, hubs[0].Hub, anna)[0], players(t, hubs[1].Hub, bela)[0]
		game := open(t, []*player{a, b}, api.Settings{Game: id})
		subs := map[*player]*table.Subscription{}
		seen := map[*player]int64{}
		for _, p := range []*player{a, b} {
			sub, err := p.h.Subscribe(t.Context(), game, p.Person, -1, true, nil)
			if err != nil {
				t.Fatal(err)
			}
			subs[p], seen[p] = sub, p.see(game).Seq
		}
		moves := 0
		for ; moves < 60; moves++ {
			var mover, other *player = a, b
			if moves%2 == 1 {
				mover, other = b, a
			}
			snap := mover.see(game)
			if snap.Table.Status == api.StatusFinished {
				break
			}
			if len(snap.Game.Moves) == 0 {
				if mover, other = other, mover; len(mover.see(game).Game.Moves) == 0 {
					t.Fatal("nobody is to move")
				}
				snap = mover.see(game)
			}
			mover.do(game, api.CommandMove, api.CommandData{Move: snap.Game.Moves[0]})
			for _, p := range []*player{a, b} {
				for want := p.see(game).Seq; seen[p] < want; {
					if got := nextUpdate(t, subs[p]); got != seen[p]+1 {
						t.Fatalf("%s: %s was told %d after %d", id, p.Name, got, seen[p])
					}
					seen[p]++
				}
			}
		}
		if moves < 30 {
			t.Errorf("%s: only %d moves", id, moves)
		}
		for _, h := range hubs {
			if s := h.Stats(); s.Followed < 10 || s.Gaps > 3 {
				t.Errorf("%s: %+v", id, s)
			}
		}
	}
}

// TestSecretsStayInTheJournal: what decides the deal is told to no other node.
func TestSecretsStayInTheJournal(t *testing.T) {
	j := newMemory()
	hubs := nodes(t, j, "a", "b")
	a, b := players(t, hubs[0].Hub, anna)[0], players(t, hubs[1].Hub, bela)[0]
	id := open(t, []*player{a, b}, api.Settings{Game: "duel"})
	secrets := 0
	for _, data := range j.tables[id].entries {
		var e struct{ Secret, Seed string }
		if err := json.Unmarshal(data, &e); err != nil {
			t.Fatal(err)
		}
		for _, secret := range []string{e.Secret, e.Seed} {
			if secret == "" {
				continue
			}
			secrets++
			for _, h := range hubs {
				h.relay.mu.Lock()
				for _, m := range *h.relay.told {
					if strings.Contains(fmt.Sprintf("%s", m.Entries), secret) {
						t.Errorf("told: %+v", m)
					}
				}
				h.relay.mu.Unlock()
			}
		}
	}
	if secrets != 2 {
		t.Errorf("%d secrets", secrets)
	}
	// The other node knows of the start all the same.
	within(t, "the game has begun at the other node", func() bool { return b.see(id).Game != nil })
}

// TestNodesWithoutRelay: a node that is cut off reads the journal, and shows and plays the same game.
func TestNodesWithoutRelay(t *testing.T) {
	t.Parallel()
	j := newMemory()
	hubs := nodes(t, j, "a", "b")
	a, b := players(t, hubs[0].Hub, anna)[0], players(t, hubs[1].Hub, bela)[0]
	id := open(t, []*player{a, b}, api.Settings{Game: "duel"})
	sub, err := b.h.Subscribe(t.Context(), id, bela, -1, false, nil)
	if err != nil {
		t.Fatal(err)
	}
	hubs[1].relay.Cut(true)
	before := b.see(id).Seq
	mover := a
	if len(a.see(id).Game.Moves) == 0 {
		mover = b
	}
	mover.moveAny(id)
	a.do(id, api.CommandChat, api.CommandData{Text: "hello"})
	// Nobody asks at the other node: it finds out by itself.
	if got := nextUpdate(t, sub); got != before+1 {
		t.Errorf("told %d after %d", got, before)
	}
	within(t, "the chat arrives", func() bool { return len(b.see(id).Chat) == 1 })
}

// TestReadingOnesOwnWrites: a person who goes to another node sees there at least what they saw before, also when no news have come.
func TestReadingOnesOwnWrites(t *testing.T) {
	j := newMemory()
	hubs := nodes(t, j, "a", "b")
	here, there := players(t, hubs[0].Hub, anna)[0], players(t, hubs[1].Hub, anna)[0]
	b := players(t, hubs[0].Hub, bela)[0]
	id := open(t, []*player{here, b}, api.Settings{Game: "dice"})
	there.see(id)
	for _, h := range hubs {
		h.relay.Cut(true)
	}
	for range 5 {
		moved := here.moveAny(id)
		sub, err := there.h.Subscribe(t.Context(), id, anna, moved.Seq, false, nil)
		if err != nil {
			t.Fatal(err)
		}
		var hello api.Envelope
		if err := json.Unmarshal(sub.First[0], &hello); err != nil || hello.Seq != moved.Seq {
			t.Errorf("the other node is at %d, %v; the move was %d", hello.Seq, err, moved.Seq)
		}
		sub.Close()
		// The same command again, at the other node, is answered as before.
		there.n = here.n - 1
		if again := there.do(id, api.CommandMove, api.CommandData{Move: "anything"}); again.Seq != moved.Seq {
			t.Errorf("repeated: %d, was %d", again.Seq, moved.Seq)
		}
		for len(here.see(id).Game.Moves) == 0 { // a turn may take the other several steps
			b.moveAny(id)
		}
		if got, want := there.see(id).Seq, here.see(id).Seq; got != want {
			t.Errorf("the other node is at %d, not %d", got, want)
		}
	}
}

// TestStewards: bots move at the steward alone, at once, wherever the person is; when the steward leaves, another goes on.
// The game is one of turns: where a person and a bot choose at once, their writes may meet, and the bot thinks again.
func TestStewards(t *testing.T) {
	j := newMemory()
	hubs := nodes(t, j, "a", "b", "c")
	p := players(t, hubs[0].Hub, anna)[0]
	for k := range 6 {
		id := open(t, []*player{p}, api.Settings{Game: "duel"}, "random")
		if k == 3 {
			hubs[1].Leave()
			within(t, "it is gone", func() bool { return hubs[0].Stats().Nodes == 2 && hubs[2].Stats().Nodes == 2 })
		}
		stewards := 0
		for _, h := range hubs {
			if h.Steward(id) {
				stewards++
			}
		}
		if stewards != 1 {
			t.Errorf("%d stewards", stewards)
		}
		for range 4 {
			p.moveAny(id)
			within(t, "the bot has moved", func() bool { return slices.Contains(p.see(id).Game.Owing, 0) })
		}
	}
	var all uint64
	for _, h := range hubs {
		all += h.Stats().Chosen
	}
	var moves uint64
	for _, k := range j.tables {
		for _, e := range k.entries {
			if strings.Contains(string(e), `"by_bot":true`) {
				moves++
			}
		}
	}
	if moves < 24 || all > moves+moves/4 {
		t.Errorf("%d thoughts for %d moves", all, moves)
	}
}

// TestPresenceOfNodes checks that everybody sees the people who are connected to any node, and that people whose node is gone no longer count as connected.
func TestPresenceOfNodes(t *testing.T) {
	t.Parallel()
	j := newMemory()
	hubs := nodes(t, j, "a", "b")
	a, b := players(t, hubs[0].Hub, anna)[0], players(t, hubs[1].Hub, bela)[0]
	id := open(t, []*player{a, b}, api.Settings{Game: "duel"})
	follow := func(p *player, who table.Person) *table.Subscription {
		sub, err := p.h.Subscribe(t.Context(), id, who, -1, false, nil)
		if err != nil {
			t.Fatal(err)
		}
		return sub
	}
	follow(a, anna)
	away := follow(b, bela)
	follow(b, csaba)
	online := func(p *player) string {
		s := p.see(id)
		return fmt.Sprint(s.Online, s.Spectators)
	}
	for _, p := range []*player{a, b} {
		within(t, "all are seen", func() bool { return online(p) == "[0 1] 1" })
	}
	away.Close()
	for _, p := range []*player{a, b} {
		within(t, "one left", func() bool { return online(p) == "[0] 1" })
	}
	hubs[1].relay.Cut(true) // it is silent from now on
	within(t, "its people are gone", func() bool { return online(a) == "[0] 0" })
}

// TestOpeningIsIdempotent: a table that is opened again under the same key, at another node, is the same; another person's key is another.
func TestOpeningIsIdempotent(t *testing.T) {
	j := newMemory()
	hubs := nodes(t, j, "a", "b")
	req := &api.CreateTable{Settings: api.Settings{Game: "duel", Seats: 2, Public: true}}
	ids := map[string]bool{}
	for _, c := range []struct {
		p   table.Person
		key string
	}{{anna, "k"}, {anna, "k"}, {anna, "l"}, {bela, "k"}} {
		for _, h := range hubs {
			snap, err := h.CreateOnce(t.Context(), c.p, req, c.key)
			if err != nil {
				t.Fatal(err)
			}
			ids[snap.Table.ID] = true
		}
	}
	if len(ids) != 3 || len(j.tables) != 3 {
		t.Errorf("%d ids, %d tables", len(ids), len(j.tables))
	}
}

// punctual is a store with a clock of its own, which takes nothing too early.
type punctual struct {
	*memory
	early int
}

func (p *punctual) Append(ctx context.Context, id string, b *table.Batch) error {
	if b.NotBefore > time.Now().UnixMilli() {
		p.early++
		return taken(b.Last)
	}
	return p.memory.Append(ctx, id, b)
}

// TestAWrongClockTakesNoTime: a node whose clock is an hour ahead lets nobody run out of time.
func TestAWrongClockTakesNoTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j := &punctual{memory: newMemory()}
		right := table.New(config(j))
		defer right.Close()
		id := open(t, players(t, right, anna, bela), api.Settings{Game: "duel", Clock: live})
		cfg := config(j)
		start := time.Now()
		cfg.Clock = func() (int64, time.Duration) {
			return time.Now().Add(time.Hour).UnixMilli(), time.Since(start)
		}
		wrong := table.New(cfg)
		defer wrong.Close()
		if err := wrong.Wake(t.Context(), id); err != nil {
			t.Fatal(err)
		}
		sleep(30 * time.Second)
		if j.early == 0 {
			t.Error("the wrong node did not even try")
		}
		struck := func() bool {
			entries, err := j.Read(t.Context(), id, 0)
			if err != nil {
				t.Fatal(err)
			}
			return strings.Contains(string(bytes.Join(entries, nil)), `"timed_out"`)
		}
		if struck() {
			t.Error("it struck early")
		}
		sleep(31 * time.Second)
		if !struck() {
			t.Error("the time is up, and nobody has run out of it")
		}
	})
}
