package relay

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestWindow: each number is taken once, in whatever order the last of them come; what comes too late is not taken.
func TestWindow(t *testing.T) {
	var w window
	const far = windowNumbers
	for i, c := range []struct {
		n    uint64
		want bool
	}{{0, false}, {2, true}, {1, true}, {1, false}, {2, false}, {64, true}, {63, true}, {64, false}, {far, true}, {far + 1, true}, {2, false}, {3, true}, {3, false}, {1, false},
		{far + 64, true}, {64, false}, {65, true}, {far + 63, true}, {9 * far, true}, {9*far - 1, true}, {9*far - 1, false}, {8 * far, false}, {8*far + 1, true}, {8*far + 1, false}} {
		if got := w.take(c.n); got != c.want {
			t.Errorf("step %d: %d is taken: %v", i, c.n, got)
		}
	}
	w.beginAfter(100)
	for n, want := range map[uint64]bool{99: false, 100: false, 101: true} {
		if got := w.take(n); got != want {
			t.Errorf("after 100, %d is taken: %v", n, got)
		}
	}
}

// move is news of an average move.
func move() *Message {
	return &Message{Kind: News, Table: "0123456789ab", Last: 40, After: "abcdefghijklmnopqrstuvwx", Tip: "abcdefghijklmnopqrstuvwx",
		Entries: []json.RawMessage{json.RawMessage(`{"v":2,"seq":40,"at":1795128094727,"kind":"move","seat":0,"by":"` + strings.Repeat("p", 26) + `","command":"` + strings.Repeat("c", 20) + `","move":"b:circus-maximus"}`)}}
}

// BenchmarkMove measures what it costs to tell of a move and to hear of it: sealed, and the JSON alone, as it was before.
func BenchmarkMove(b *testing.B) {
	b.Run("plain", func(b *testing.B) {
		b.ReportAllocs()
		for range b.N {
			data, err := json.Marshal(move())
			if err != nil {
				b.Fatal(err)
			}
			var m Message
			if err := json.Unmarshal(data, &m); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("sealed", func(b *testing.B) {
		b.ReportAllocs()
		key := NewKey()
		from, to := NewSeal("from", key), NewSeal("to", key)
		introduce(b, from, to)
		subject := OfTable(move().Table)
		for range b.N {
			data, err := from.Close(subject, move())
			if err != nil {
				b.Fatal(err)
			}
			if m, _, err := to.Open(subject, data); m == nil || err != nil {
				b.Fatal(err)
			}
		}
	})
}

// introduce lets one seal say Hello, and both answer until they listen to each other.
func introduce(t testing.TB, a, b *Seal) {
	t.Helper()
	say, subject := &Message{Kind: Hello}, All
	for from, to := a, b; say != nil; from, to = to, from {
		data, err := from.Close(subject, say)
		if err != nil {
			t.Fatal(err)
		}
		if _, say, err = to.Open(subject, data); err != nil {
			t.Fatal(err)
		}
		subject = OfNode(from.node)
	}
	if len(a.peers) != 1 || len(b.peers) != 1 {
		t.Fatal("they do not listen to each other")
	}
}
