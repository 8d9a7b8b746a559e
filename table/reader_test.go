package table_test

import (
	"bytes"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"mirabilia/table"
)

// taker is a reader that takes some of the messages it is offered, and lets the others wait, some a little longer than it need. All of them
// arrive in order.
type taker struct {
	all          chan []byte
	mu           sync.Mutex
	chance       *rand.Rand
	sub          *table.Subscription
	took, waited int
}

// subscribeTaker subscribes a person who wants differences.
func subscribeTaker(t *testing.T, h *table.Hub, id string, p table.Person) *taker {
	t.Helper()
	const seed = 3
	r := &taker{all: make(chan []byte, 1000), chance: rand.New(rand.NewPCG(seed, seed))}
	sub, err := h.Subscribe(t.Context(), id, p, -1, true, r)
	if err != nil {
		t.Fatal(err)
	}
	r.mu.Lock()
	r.sub = sub
	r.mu.Unlock()
	r.drain()
	return r
}

func (r *taker) Take(message []byte) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.sub == nil || r.chance.IntN(2) == 0 {
		return false
	}
	r.took++
	r.all <- bytes.Clone(message)
	return true
}

func (r *taker) Wake(bool) {
	r.mu.Lock()
	late := r.chance.IntN(2) == 0
	r.mu.Unlock()
	if late {
		time.AfterFunc(time.Millisecond, r.drain)
	} else {
		r.drain()
	}
}

func (r *taker) drain() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for r.sub != nil {
		select {
		case m, ok := <-r.sub.C:
			if !ok {
				close(r.all)
				r.sub = nil
				return
			}
			r.waited++
			r.all <- m
		default:
			return
		}
	}
}
