package writing

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Every write is committed once and gets its own answer, in groups that are never too large, and what was handed over before
// Close is still committed.
func TestEveryWriteIsAnswered(t *testing.T) {
	const writes, group = 1000, 16
	odd := errors.New("odd")
	var committed, largest atomic.Int64
	q := NewQueue(3, group, nil, func(list []*Write[int]) {
		if n := int64(len(list)); n > largest.Load() {
			largest.Store(n)
		}
		for _, w := range list {
			committed.Add(1)
			if w.What%2 == 1 {
				w.Answer(odd)
			} else {
				w.Answer(nil)
			}
		}
	})
	var clients sync.WaitGroup
	var refused atomic.Int64
	for i := range writes {
		clients.Go(func() {
			err := q.Submit(t.Context(), i)
			switch {
			case errors.Is(err, ErrClosed):
				refused.Add(1)
			case (err == nil) != (i%2 == 0):
				t.Errorf("write %d got the answer %v", i, err)
			}
		})
		if i == writes/2 {
			clients.Go(q.Close)
		}
	}
	clients.Wait()
	if got := committed.Load() + refused.Load(); got != writes {
		t.Errorf("%d writes were committed and %d refused, of %d", committed.Load(), refused.Load(), writes)
	}
	if n := largest.Load(); n < 1 || n > group {
		t.Errorf("a group has %d writes", n)
	}
	if err := q.Submit(t.Context(), 0); !errors.Is(err, ErrClosed) {
		t.Errorf("a write after Close: %v", err)
	}
}

// Writes that come while one is being committed share the next transaction.
func TestWritesThatWaitShareATransaction(t *testing.T) {
	begun, goOn := make(chan int, 8), make(chan struct{})
	q := NewQueue(1, 16, nil, func(list []*Write[int]) {
		begun <- len(list)
		<-goOn
		for _, w := range list {
			w.Answer(nil)
		}
	})
	var clients sync.WaitGroup
	submit := func() { clients.Go(func() { _ = q.Submit(context.Background(), 0) }) }
	submit()
	if n := <-begun; n != 1 {
		t.Fatalf("the first transaction has %d writes", n)
	}
	for range 5 {
		submit()
	}
	for len(q.writes) < 5 {
		runtime.Gosched()
	}
	goOn <- struct{}{}
	if n := <-begun; n != 5 {
		t.Errorf("the second transaction has %d writes of the 5 that waited", n)
	}
	close(goOn)
	clients.Wait()
	q.Close()
}

// A write waits for company as long as it is told to, and no longer when the queue is closed.
func TestWritesWaitForCompany(t *testing.T) {
	asked := make(chan struct{})
	sizes := make(chan int, 4)
	q := NewQueue(1, 16, func() time.Duration {
		asked <- struct{}{}
		return time.Hour
	}, func(list []*Write[int]) {
		sizes <- len(list)
		for _, w := range list {
			w.Answer(nil)
		}
	})
	var clients sync.WaitGroup
	submit := func() {
		clients.Go(func() {
			if err := q.Submit(context.Background(), 0); err != nil {
				t.Error(err)
			}
		})
	}
	submit()
	<-asked
	for range 3 {
		submit()
	}
	for len(q.writes) < 3 {
		runtime.Gosched()
	}
	q.Close()
	clients.Wait()
	if n := <-sizes; n != 4 {
		t.Errorf("the transaction has %d writes, want the one that waited and the 3 that came meanwhile", n)
	}
}
