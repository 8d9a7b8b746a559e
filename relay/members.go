package relay

import (
	"context"
	"hash/fnv"
	"slices"
	"sync"
	"time"
)

const (
	// aliveEvery is how often nodes say that they live; a node that was silent for deadAfter is dead.
	aliveEvery = time.Second
	deadAfter  = 5 * time.Second
)

// Members knows which nodes live, and who of them is the steward of a table: the one that does what nobody asked for. That several
// nodes think they are costs thinking time, and nothing else.
type Members struct {
	relay Relay
	now   func() time.Time
	// changed is called when a node comes or goes.
	changed func()

	mu    sync.Mutex
	heard map[string]time.Time
	// alive is sorted, with this node among them unless it is leaving.
	alive   []string
	leaving bool
}

// NewMembers returns the members as they are known at first: this node alone.
func NewMembers(r Relay, now func() time.Time, changed func()) *Members {
	return &Members{relay: r, now: now, changed: changed, heard: map[string]time.Time{}, alive: []string{r.Node()}}
}

// Run says that this node lives, and forgets silent ones, until the context ends.
func (m *Members) Run(ctx context.Context) {
	tick := time.NewTicker(aliveEvery)
	defer tick.Stop()
	for {
		m.announce()
		m.forgetSilent()
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

func (m *Members) announce() {
	m.mu.Lock()
	kind := Alive
	if m.leaving {
		kind = Leaving
	}
	m.mu.Unlock()
	m.relay.Publish(&Message{Kind: kind})
}

// Leave tells the others that this node is about to stop, and makes it nobody's steward.
func (m *Members) Leave() {
	m.mu.Lock()
	m.leaving = true
	m.mu.Unlock()
	m.announce()
	m.update()
}

// Heard notes a message of Alive or Leaving.
func (m *Members) Heard(msg *Message) {
	m.mu.Lock()
	if msg.Kind == Leaving {
		delete(m.heard, msg.From)
	} else {
		m.heard[msg.From] = m.now()
	}
	m.mu.Unlock()
	m.update()
}

func (m *Members) forgetSilent() {
	m.mu.Lock()
	now := m.now()
	for node, at := range m.heard {
		if now.Sub(at) > deadAfter {
			delete(m.heard, node)
		}
	}
	m.mu.Unlock()
	m.update()
}

func (m *Members) update() {
	m.mu.Lock()
	var alive []string
	if !m.leaving {
		alive = append(alive, m.relay.Node())
	}
	for node := range m.heard {
		alive = append(alive, node)
	}
	slices.Sort(alive)
	same := slices.Equal(alive, m.alive)
	m.alive = alive
	m.mu.Unlock()
	if !same {
		m.changed()
	}
}

// Alive returns the nodes that live.
func (m *Members) Alive() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.alive)
}

// Steward returns the steward of a table: of the living nodes the one with the highest hash of both names (rendezvous hashing), so that
// a node that comes or goes moves only its own share. It is empty when this node is leaving and knows of no other.
func (m *Members) Steward(table string) (node string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var most uint64
	for _, n := range m.alive {
		if h := weight(n, table); node == "" || h > most {
			node, most = n, h
		}
	}
	return node
}

func weight(node, table string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(node))
	h.Write([]byte{0})
	h.Write([]byte(table))
	// FNV alone leaves names that differ in their last letter close together.
	x := h.Sum64()
	x ^= x >> 33
	x *= 0xff51afd7ed558ccd
	x ^= x >> 33
	x *= 0xc4ceb9fe1a85ec53
	return x ^ x>>33
}
