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
// nodes think they are costs thinking time, and nothing else. A node that cannot write is nobody's steward, as long as another can.
type Members struct {
	relay Relay
	now   func() time.Time
	// changed is called when a node comes or goes.
	changed func()

	mu    sync.Mutex
	heard map[string]sign
	// lastWriter is when another node last said that it can write; zero if the last of them said that it is leaving.
	lastWriter time.Time
	// alive is sorted, with this node among them unless it is leaving. If any of them can write, it has those alone.
	alive []string
	// silenced says that this node cannot write.
	leaving, silenced bool
}

// sign is the last sign of life of another node.
type sign struct {
	at     time.Time
	writes bool
}

// NewMembers returns the members as they are known at first: this node alone.
func NewMembers(r Relay, now func() time.Time, changed func()) *Members {
	return &Members{relay: r, now: now, changed: changed, heard: map[string]sign{}, alive: []string{r.Node()}}
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
	msg := &Message{Kind: Alive, Writes: !m.silenced}
	if m.leaving {
		msg = &Message{Kind: Leaving}
	}
	m.mu.Unlock()
	m.relay.Publish(msg)
}

// Writing says whether this node can write to the store, and tells the others at once.
func (m *Members) Writing(can bool) {
	m.mu.Lock()
	m.silenced = !can
	m.mu.Unlock()
	m.announce()
	m.update()
}

// OthersWrite reports whether another node can write, as far as this one can know. A node that has heard nobody since it could last
// write itself, but did until then, is cut off from both: the others are believed to go on.
func (m *Members) OthersWrite(lastWrote time.Time) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	now, silent := m.now(), true
	for _, s := range m.heard {
		if now.Sub(s.at) <= deadAfter {
			silent = false
			if s.writes {
				return true
			}
		}
	}
	return silent && m.lastWriter.After(lastWrote.Add(-deadAfter))
}

// Leave tells the others that this node is about to stop, and makes it nobody's steward.
func (m *Members) Leave() {
	m.mu.Lock()
	m.leaving = true
	m.mu.Unlock()
	m.announce()
	m.update()
}

// Heard notes a message of Alive or Leaving, and says at once to who says Hello that this node lives.
func (m *Members) Heard(msg *Message) {
	if msg.Kind == Hello {
		m.announce()
		return
	}
	m.mu.Lock()
	if msg.Kind == Leaving {
		if delete(m.heard, msg.From); len(m.heard) == 0 {
			m.lastWriter = time.Time{}
		}
	} else {
		m.heard[msg.From] = sign{m.now(), msg.Writes}
		if msg.Writes {
			m.lastWriter = m.now()
		}
	}
	m.mu.Unlock()
	m.update()
}

func (m *Members) forgetSilent() {
	m.mu.Lock()
	now := m.now()
	for node, s := range m.heard {
		if now.Sub(s.at) > deadAfter {
			delete(m.heard, node)
		}
	}
	m.mu.Unlock()
	m.update()
}

func (m *Members) update() {
	m.mu.Lock()
	var alive, writing []string
	add := func(node string, writes bool) {
		alive = append(alive, node)
		if writes {
			writing = append(writing, node)
		}
	}
	if !m.leaving {
		add(m.relay.Node(), !m.silenced)
	}
	for node, s := range m.heard {
		add(node, s.writes)
	}
	if len(writing) > 0 {
		alive = writing
	}
	slices.Sort(alive)
	same := slices.Equal(alive, m.alive)
	m.alive = alive
	m.mu.Unlock()
	if !same {
		m.changed()
	}
}

// Alive returns the nodes that live, without those that cannot write while others can.
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
