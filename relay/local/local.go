// Package local connects nodes of one process. A single node has nobody to tell anything.
package local

import (
	"sync"
	"sync/atomic"

	"mirabilia/relay"
)

// Bus connects nodes.
type Bus struct {
	key []byte

	mu    sync.Mutex
	nodes map[string]*node
	tap   func(subject string, data []byte)
}

// NewBus returns a Bus without nodes. Its nodes share a key of their own.
func NewBus() *Bus { return &Bus{key: relay.NewKey(), nodes: map[string]*node{}} }

// queue is how many messages may wait for a node; more are lost.
const queue = 1024

// sealed is a message on its way.
type sealed struct {
	subject string
	data    []byte
}

type node struct {
	bus      *Bus
	name     string
	seal     *relay.Seal
	messages chan sealed
	done     chan struct{}
	once     sync.Once
	wg       sync.WaitGroup
	cut      atomic.Bool

	mu      sync.Mutex
	follows map[string]int

	sent, received, lost, refused atomic.Uint64
}

// Relay is a node's end of a Bus.
type Relay interface {
	relay.Relay
	// Cut cuts the node off, or connects it again.
	Cut(off bool)
}

// Node adds a node to the bus.
func (b *Bus) Node(name string) Relay { return b.NodeWith(name, b.key) }

// NodeWith adds a node with a key that may be another than that of the bus.
func (b *Bus) NodeWith(name string, key []byte) Relay {
	n := &node{bus: b, name: name, seal: relay.NewSeal(name, key), messages: make(chan sealed, queue), done: make(chan struct{}), follows: map[string]int{}}
	b.mu.Lock()
	b.nodes[name] = n
	b.mu.Unlock()
	return n
}

// Tap lets somebody hear what goes over the bus.
func (b *Bus) Tap(hear func(subject string, data []byte)) {
	b.mu.Lock()
	b.tap = hear
	b.mu.Unlock()
}

// Inject sends something to all nodes that hear a subject, whoever has made it.
func (b *Bus) Inject(subject string, data []byte) { b.carry(nil, subject, data) }

func (n *node) Node() string { return n.name }

func (n *node) Cut(off bool) { n.cut.Store(off) }

func (n *node) Connected() bool { return !n.cut.Load() }

func (n *node) Renew(key []byte) {
	if n.seal.Renew(key) {
		n.Publish(&relay.Message{Kind: relay.Hello})
	}
}

func (n *node) Handle(f func(*relay.Message)) {
	n.wg.Go(func() {
		for {
			select {
			case c := <-n.messages:
				n.received.Add(1)
				m, answer, err := n.seal.Open(c.subject, c.data)
				if err != nil {
					n.refused.Add(1)
				}
				if m != nil {
					f(m)
				}
				if answer != nil {
					n.Send(answer.To, answer)
				}
			case <-n.done:
				return
			}
		}
	})
	n.Publish(&relay.Message{Kind: relay.Hello})
}

func (n *node) Publish(m *relay.Message) { n.tell(m.Subject(), m) }

func (n *node) Send(name string, m *relay.Message) { n.tell(relay.OfNode(name), m) }

// tell hands a message to other nodes.
func (n *node) tell(subject string, m *relay.Message) {
	data, err := n.seal.Close(subject, m)
	if err != nil {
		n.lost.Add(1)
		return
	}
	n.bus.carry(n, subject, data)
}

// carry hands something to the nodes that hear its subject.
func (b *Bus) carry(from *node, subject string, data []byte) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.tap != nil && from != nil && !from.cut.Load() {
		b.tap(subject, data)
	}
	for _, to := range b.nodes {
		if to == from || !to.hears(subject) {
			continue
		}
		if from != nil && from.cut.Load() || to.cut.Load() {
			if from != nil {
				from.lost.Add(1)
			}
			continue
		}
		if from != nil {
			from.sent.Add(1)
		}
		select {
		case to.messages <- sealed{subject, data}:
		default:
			to.lost.Add(1)
		}
	}
}

// hears reports whether the node hears what is said under a subject.
func (n *node) hears(subject string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return subject == relay.All || subject == relay.OfNode(n.name) || n.follows[subject] > 0
}

func (n *node) Follow(table string) (unfollow func()) {
	subject := relay.OfTable(table)
	n.mu.Lock()
	n.follows[subject]++
	n.mu.Unlock()
	return func() {
		n.mu.Lock()
		defer n.mu.Unlock()
		if n.follows[subject]--; n.follows[subject] == 0 {
			delete(n.follows, subject)
		}
	}
}

func (n *node) Stats() relay.Stats {
	return relay.Stats{Sent: n.sent.Load(), Received: n.received.Load(), Lost: n.lost.Load(), Refused: n.refused.Load()}
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
