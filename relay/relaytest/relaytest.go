// Package relaytest is the suite that every relay passes.
package relaytest

import (
	"encoding/json"
	"fmt"
	"sync"
	"testing"
	"time"

	"mirabilia/relay"
)

// World is what connects the nodes of one test, and no others.
type World struct {
	// Connect returns a relay for a node with a key.
	Connect func(t *testing.T, node string, key []byte) relay.Relay
	// Tap lets an outsider hear all that is said from now on, and Inject lets one say something to all that hear a subject.
	Tap    func(t *testing.T, hear func(subject string, data []byte))
	Inject func(t *testing.T, subject string, data []byte)
}

// Run runs the suite. world makes a world for each test.
func Run(t *testing.T, world func(t *testing.T) World) {
	t.Run("outsiders", func(t *testing.T) { outsiders(t, world(t)) })
	t.Run("recordings", func(t *testing.T) { recordings(t, world(t)) })
	t.Run("other keys", func(t *testing.T) { otherKeys(t, world(t)) })
	for _, test := range []struct {
		name string
		run  func(t *testing.T, nodes []*listener)
	}{
		{"everybody", everybody},
		{"one node", oneNode},
		{"followers", followers},
		{"in order", inOrder},
		{"whole", whole},
		{"members", members},
	} {
		t.Run(test.name, func(t *testing.T) {
			w, key := world(t), relay.NewKey()
			test.run(t, acquainted(t, join(t, w, "a", key), join(t, w, "b", key), join(t, w, "c", key)))
		})
	}
}

// join connects a node.
func join(t *testing.T, w World, name string, key []byte) *listener {
	n := &listener{Relay: w.Connect(t, name, key), met: map[string]bool{}}
	t.Cleanup(func() { n.Close() })
	waitFor(t, "a connection", n.Connected)
	n.Handle(n.hear)
	return n
}

// acquainted waits until all nodes listen to each other.
func acquainted(t *testing.T, nodes ...*listener) []*listener {
	t.Helper()
	for _, n := range nodes {
		waitFor(t, "the others", func() bool {
			for _, other := range nodes {
				if other != n && !n.knows(other.Node()) {
					n.Publish(&relay.Message{Kind: relay.Hello}) // one may have been lost
					return false
				}
			}
			return true
		})
	}
	return nodes
}

// listener is a node that remembers what it heard.
type listener struct {
	relay.Relay
	mu    sync.Mutex
	heard []relay.Message
	met   map[string]bool
	also  func(*relay.Message)
}

func (l *listener) knows(node string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.met[node]
}

func (l *listener) hear(m *relay.Message) {
	l.mu.Lock()
	if m.Kind == relay.Hello {
		l.met[m.From] = true
	} else {
		l.heard = append(l.heard, *m)
	}
	also := l.also
	l.mu.Unlock()
	if also != nil {
		also(m)
	}
}

func (l *listener) words() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	text := ""
	for _, m := range l.heard {
		text += fmt.Sprintf("%s:%s:%s%s ", m.From, m.Kind, m.Table, m.Person)
	}
	return text
}

// waitFor waits until something is so.
func waitFor(t *testing.T, what string, so func() bool) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); !so(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%s: in vain", what)
		}
	}
}

// hears waits until a node has heard exactly this. Whatever else it might hear was sent before.
func (l *listener) hears(t *testing.T, want string) {
	t.Helper()
	waitFor(t, want, func() bool { return len(l.words()) >= len(want) })
	if got := l.words(); got != want {
		t.Errorf("node %s heard %q, want %q", l.Node(), got, want)
	}
}

func everybody(t *testing.T, nodes []*listener) {
	a, b, c := nodes[0], nodes[1], nodes[2]
	a.Publish(&relay.Message{Kind: relay.Revoked, Person: "p"})
	b.hears(t, "a:revoked:p ")
	c.hears(t, "a:revoked:p ")
	b.Publish(&relay.Message{Kind: relay.Revoked, Person: "q"})
	a.hears(t, "b:revoked:q ")
	c.hears(t, "a:revoked:p b:revoked:q ")
}

func oneNode(t *testing.T, nodes []*listener) {
	a, b, c := nodes[0], nodes[1], nodes[2]
	a.Send("b", &relay.Message{Kind: relay.Wake, Table: "t1"})
	a.Send("nobody", &relay.Message{Kind: relay.Wake, Table: "t1"})
	b.hears(t, "a:wake:t1 ")
	a.Publish(&relay.Message{Kind: relay.Revoked, Person: "end"})
	b.hears(t, "a:wake:t1 a:revoked:end ")
	c.hears(t, "a:revoked:end ")
}

func followers(t *testing.T, nodes []*listener) {
	a, b, c := nodes[0], nodes[1], nodes[2]
	unfollow := b.Follow("t1")
	twice := b.Follow("t1")
	defer c.Follow("t2")()
	a.Publish(&relay.Message{Kind: relay.News, Table: "t1", Last: 1})
	a.Publish(&relay.Message{Kind: relay.News, Table: "t2", Last: 1})
	b.hears(t, "a:news:t1 ")
	c.hears(t, "a:news:t2 ")
	unfollow()
	a.Publish(&relay.Message{Kind: relay.News, Table: "t1", Last: 2})
	b.hears(t, "a:news:t1 a:news:t1 ")
	twice()
	// A name that cannot be followed is followed by nobody.
	defer c.Follow("*")()
	defer c.Follow("t1.>")()
	a.Publish(&relay.Message{Kind: relay.News, Table: "t1", Last: 3})
	a.Publish(&relay.Message{Kind: relay.Revoked, Person: "end"})
	b.hears(t, "a:news:t1 a:news:t1 a:revoked:end ")
	c.hears(t, "a:news:t2 a:revoked:end ")
}

func inOrder(t *testing.T, nodes []*listener) {
	a, b := nodes[0], nodes[1]
	defer b.Follow("t1")()
	const many = 500
	for n := range int64(many) {
		a.Publish(&relay.Message{Kind: relay.News, Table: "t1", Last: n})
	}
	waitFor(t, "all", func() bool { b.mu.Lock(); defer b.mu.Unlock(); return len(b.heard) == many })
	for n, m := range b.heard {
		if m.Last != int64(n) {
			t.Fatalf("message %d is %d", n, m.Last)
		}
	}
	if s := a.Stats(); s.Sent < many {
		t.Errorf("%+v", s)
	}
	if s := b.Stats(); s.Received < many || s.Lost != 0 {
		t.Errorf("%+v", s)
	}
}

func whole(t *testing.T, nodes []*listener) {
	a, b := nodes[0], nodes[1]
	defer b.Follow("t1")()
	sent := relay.Message{Kind: relay.Present, From: "somebody else", Table: "t1", Last: 7, Entries: []json.RawMessage{json.RawMessage(`{"árvíztűrő":1}`)}, Person: "p", Name: "Ágnes",
		People: []string{"x", "y"}, Spectators: 3}
	a.Publish(&sent)
	b.hears(t, "a:present:t1p ")
	got := b.heard[0]
	sent.From = "a"
	if fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", sent) {
		t.Errorf("%+v, want %+v", got, sent)
	}
}

// members: nodes find each other, agree on the stewards, and share what one leaves behind.
func members(t *testing.T, nodes []*listener) {
	var all []*relay.Members
	for _, n := range nodes {
		m := relay.NewMembers(n, time.Now, func() {})
		n.mu.Lock()
		n.also = func(msg *relay.Message) {
			if msg.Kind == relay.Alive || msg.Kind == relay.Leaving || msg.Kind == relay.Hello {
				m.Heard(msg)
			}
		}
		n.mu.Unlock()
		all = append(all, m)
	}
	for _, m := range all {
		go m.Run(t.Context())
	}
	agree := func(alive int) map[string]string {
		stewards := map[string]string{}
		for _, m := range all[:alive] {
			waitFor(t, fmt.Sprint(alive, " members"), func() bool { return len(m.Alive()) == alive })
			for k := range 300 {
				id := fmt.Sprint("t", k)
				if s := m.Steward(id); stewards[id] != "" && stewards[id] != s {
					t.Fatalf("two stewards of %s: %s and %s", id, stewards[id], s)
				} else {
					stewards[id] = s
				}
			}
		}
		return stewards
	}
	before := agree(3)
	share := map[string]int{}
	for _, node := range before {
		share[node]++
	}
	for _, n := range nodes {
		if share[n.Node()] < 60 {
			t.Errorf("the shares are %v", share)
		}
	}
	all[2].Leave()
	for id, node := range agree(2) {
		if node == "c" || before[id] != "c" && before[id] != node {
			t.Errorf("%s went from %s to %s", id, before[id], node)
		}
	}
}
