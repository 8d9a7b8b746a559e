// Package local connects nodes of one process. A single node has nobody to tell anything.
package local

import (
	"sync"
	"sync/atomic"

	"mirabilia/relay"
)

// Bus connects nodes.
type Bus struct {
	mu    sync.Mutex
	nodes map[string]*node
}

// NewBus returns a Bus without nodes.
func NewBus() *Bus { return &Bus{nodes: map[string]*node{}} }

// queue is how many messages may wait for a node; more are lost.
const queue = 1024

type node struct {
	bus      *Bus
	name     string
	messages chan *relay.Message
	done     chan struct{}
	once     sync.Once
	wg       sync.WaitGroup
	cut      atomic.Bool

	mu      sync.Mutex
	follows map[string]int

	sent, received, lost atomic.Uint64
}

// Relay is a node's end of a Bus.
type Relay interface {
	relay.Relay
	// Cut cuts the node off, or connects it again.
	Cut(off bool)
}

// Node adds a node to the bus.
func (b *Bus) Node(name string) Relay {
	n := &node{bus: b, name: name, messages: make(chan *relay.Message, queue), done: make(chan struct{}), follows: map[string]int{}}
	b.mu.Lock()
	b.nodes[name] = n
	b.mu.Unlock()
	return n
}

func (n *node) Node() string { return n.name }

func (n *node) Cut(off bool) { n.cut.Store(off) }

func (n *node) Connected() bool { return !n.cut.Load() }

func (n *node) Handle(f func(*relay.Message)) {
	n.wg.Go(func() {
		for {
			select {
			case m := <-n.messages:
				n.received.Add(1)
				f(m)
			case <-n.done:
				return
			}
		}
	})
}

func (n *node) Publish(m *relay.Message) {
	n.tell(m, func(to *node) bool { return m.Table == "" || to.following(m.Table) })
}

func (n *node) Send(name string, m *relay.Message) {
	n.tell(m, func(to *node) bool { return to.name == name })
}

// tell hands a message to other nodes.
func (n *node) tell(m *relay.Message, wants func(*node) bool) {
	told := *m
	told.From = n.name
	n.bus.mu.Lock()
	defer n.bus.mu.Unlock()
	for _, to := range n.bus.nodes {
		if to == n || !wants(to) {
			continue
		}
		if n.cut.Load() || to.cut.Load() {
			n.lost.Add(1)
			continue
		}
		n.sent.Add(1)
		select {
		case to.messages <- &told:
		default:
			to.lost.Add(1)
		}
	}
}

func (n *node) following(table string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.follows[table] > 0
}

func (n *node) Follow(table string) (unfollow func()) {
	n.mu.Lock()
	n.follows[table]++
	n.mu.Unlock()
	return func() {
		n.mu.Lock()
		defer n.mu.Unlock()
		if n.follows[table]--; n.follows[table] == 0 {
			delete(n.follows, table)
		}
	}
}

func (n *node) Stats() relay.Stats {
	return relay.Stats{Sent: n.sent.Load(), Received: n.received.Load(), Lost: n.lost.Load()}
}

func (n *node) Close() error {
	n.once.Do(func() {
		n.bus.mu.Lock()
		if n.bus.nodes[n.name] == n {
			delete(n.bus.nodes, n.name)
		}
		n.bus.mu.Unlock()
		close(n.done)
		n.wg.Wait()
	})
	return nil
}
