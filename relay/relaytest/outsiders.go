package relaytest

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"mirabilia/relay"
)

// recorder is an outsider who hears everything.
type recorder struct {
	mu   sync.Mutex
	said []said
}

type said struct {
	subject string
	data    []byte
}

func (r *recorder) hear(subject string, data []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.said = append(r.said, said{subject, bytes.Clone(data)})
}

func (r *recorder) all() []said {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.said)
}

// settle waits until what was said before has been heard: messages between two nodes and of an outsider come in order.
func settle(t *testing.T, from *listener, to ...*listener) {
	t.Helper()
	name := "end " + time.Now().String()
	from.Publish(&relay.Message{Kind: relay.Renamed, Person: name})
	for _, n := range to {
		waitFor(t, "the end", func() bool { return strings.Contains(n.words(), name) })
	}
}

// strange returns what a node heard but for ends.
func (l *listener) strange() (list []relay.Message) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, m := range l.heard {
		if !strings.HasPrefix(m.Person, "end ") {
			list = append(list, m)
		}
	}
	return list
}

// outsiders: whoever hears all that goes over the wire reads none of it, and nothing that they make up or change is taken.
func outsiders(t *testing.T, w World) {
	var heard recorder
	w.Tap(t, heard.hear)
	key := relay.NewKey()
	nodes := acquainted(t, join(t, w, "a", key), join(t, w, "b", key))
	a, b := nodes[0], nodes[1]
	defer b.Follow("t1")()
	secret := relay.Message{Kind: relay.News, Table: "t1", Last: 8, Entries: []json.RawMessage{json.RawMessage(`{"kind":"move","move":"side:day"}`)}, Person: "somebody", Name: "Ágnes"}
	a.Publish(&secret)
	b.hears(t, "a:news:t1somebody ")
	var news []said
	for _, s := range heard.all() {
		for _, word := range []string{"kind", "news", "side:day", "somebody", "gnes", "question", "hello"} {
			if bytes.Contains(s.data, []byte(word)) {
				t.Errorf("an outsider reads %q under %s", word, s.subject)
			}
		}
		if s.subject == relay.OfTable("t1") {
			news = append(news, s)
		}
	}
	if len(news) != 1 {
		t.Fatalf("%d messages about the table were recorded", len(news))
	}
	plain := []byte(`{"kind":"alive","from":"ghost"}`)
	tries := []said{{relay.All, plain}, {relay.OfTable("t1"), []byte(`{"kind":"news","from":"a","table":"t1","last":9}`)}, {relay.OfNode("b"), plain}, {relay.All, nil}, {relay.All, []byte{1}}, {relay.All, []byte{1, 255}},
		{relay.All, news[0].data}, {relay.OfNode("b"), news[0].data}}
	for i := range news[0].data {
		changed := bytes.Clone(news[0].data)
		changed[i] ^= 1
		tries = append(tries, said{relay.OfTable("t1"), changed}, said{relay.OfTable("t1"), news[0].data[:i]})
	}
	for _, outsider := range [][]byte{nil, relay.NewKey()} {
		for _, name := range []string{"a", "ghost"} {
			seal := relay.NewSeal(name, outsider)
			for _, m := range []relay.Message{{Kind: relay.Hello}, {Kind: relay.Alive}, {Kind: relay.Renamed, Person: "x", Name: "Forged"}, {Kind: relay.News, Table: "t1", Last: 9}} {
				data, err := seal.Close(m.Subject(), &m)
				if err != nil {
					t.Fatal(err)
				}
				tries = append(tries, said{m.Subject(), data})
			}
		}
	}
	before := b.Stats().Refused
	for _, s := range tries {
		w.Inject(t, s.subject, s.data)
	}
	waitFor(t, "all are refused", func() bool { return b.Stats().Refused >= before+uint64(len(tries)) })
	settle(t, a, b)
	if list := b.strange(); len(list) != 1 {
		t.Errorf("it heard %+v", list)
	}
}

// recordings: what was said is not heard again, neither by those who have heard it, nor by a node that begins later, nor of a node that has begun anew.
func recordings(t *testing.T, w World) {
	var heard recorder
	w.Tap(t, heard.hear)
	key := relay.NewKey()
	nodes := acquainted(t, join(t, w, "a", key), join(t, w, "b", key))
	a, b := nodes[0], nodes[1]
	ghost := acquainted(t, join(t, w, "ghost", key), a, b)[0]
	ghost.Publish(&relay.Message{Kind: relay.Alive})
	ghost.Publish(&relay.Message{Kind: relay.Renamed, Person: "p", Name: "Old"})
	a.Publish(&relay.Message{Kind: relay.Renamed, Person: "p", Name: "Older"})
	waitFor(t, "what is said", func() bool { return len(b.strange()) == 3 })
	ghost.Close()
	again := func(n *listener) {
		t.Helper()
		for range 3 {
			for _, s := range heard.all() {
				w.Inject(t, s.subject, s.data)
			}
			time.Sleep(350 * time.Millisecond) // a stranger may be asked once more
		}
		settle(t, a, n)
	}
	had := len(b.strange())
	again(b)
	if list := b.strange(); len(list) != had {
		t.Errorf("it heard again %+v", list[had:])
	}
	// One that begins later knows of no number yet.
	late := acquainted(t, join(t, w, "late", key), a)[0]
	again(late)
	if list := late.strange(); len(list) != 0 {
		t.Errorf("one that began later heard %+v", list)
	}
	// The name is used again: its earlier start is over.
	second := acquainted(t, join(t, w, "ghost", key), a, b, late)[0]
	second.Publish(&relay.Message{Kind: relay.Renamed, Person: "q", Name: "New"})
	waitFor(t, "the second start", func() bool { return len(b.strange()) == had+1 && len(late.strange()) == 1 })
	again(b)
	if list := b.strange(); len(list) != had+1 {
		t.Errorf("it heard of the first start %+v", list[had+1:])
	}
	again(late)
	if list := late.strange(); len(list) != 1 {
		t.Errorf("the one that began later heard %+v", list[1:])
	}
}

// otherKeys: nodes with another key, such as those of another database, are not heard, and are nobody's members. A key that is renewed at all nodes connects them again, and the old one
// is worth nothing.
func otherKeys(t *testing.T, w World) {
	key, other := relay.NewKey(), relay.NewKey()
	nodes := acquainted(t, join(t, w, "a", key), join(t, w, "b", key))
	a, b := nodes[0], nodes[1]
	staging := join(t, w, "staging", other)
	staging.Publish(&relay.Message{Kind: relay.Alive})
	staging.Publish(&relay.Message{Kind: relay.Revoked, Person: "p"})
	a.Publish(&relay.Message{Kind: relay.Revoked, Person: "q"})
	b.hears(t, "a:revoked:q ")
	waitFor(t, "all are refused", func() bool { return b.Stats().Refused >= 3 && staging.Stats().Refused >= 1 })
	if list := staging.strange(); len(list) != 0 {
		t.Errorf("the other heard %+v", list)
	}
	for _, n := range nodes {
		n.mu.Lock()
		clear(n.met)
		n.mu.Unlock()
	}
	a.Renew(other)
	a.Publish(&relay.Message{Kind: relay.Revoked, Person: "lost"})
	b.Renew(other)
	b.Renew(other)
	acquainted(t, a, b)
	a.Publish(&relay.Message{Kind: relay.Revoked, Person: "r"})
	b.hears(t, "a:revoked:q a:revoked:r ")
	thief := join(t, w, "thief", key)
	thief.Publish(&relay.Message{Kind: relay.Revoked, Person: "s"})
	settle(t, a, b)
	if list := b.strange(); len(list) != 2 {
		t.Errorf("it heard %+v", list[2:])
	}
}
