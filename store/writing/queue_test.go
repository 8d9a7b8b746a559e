package writing

import (
	"context"
	"errors"
	"maps"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// Every write is committed once and gets its own answer, in groups that are never too large, and what was handed over before
// Close is still committed.
func TestEveryWriteIsAnswered(t *testing.T) {
	const writes, group = 1000, 16
	odd := errors.New("odd")
	var committed, largest atomic.Int64
	q := NewQueue(3, group, func(list []*Write[int]) {
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
	q := NewQueue(1, 16, func(list []*Write[int]) {
		begun <- len(list)
		<-goOn
		answerAll(list)
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
	for q.length() < 5 {
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

// Patient writes wait for company when there is much to write, and only then; one that is not patient takes them along.
func TestPatientWritesGather(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		type transaction struct {
			at     time.Duration
			writes int
		}
		var done []transaction
		start := time.Now()
		q := NewQueue(1, 256, func(list []*Write[int]) {
			done = append(done, transaction{time.Since(start), len(list)})
			answerAll(list)
		})
		submit := func(submit func(context.Context, int) error, after time.Duration) {
			time.Sleep(after)
			go func() { _ = submit(t.Context(), 0) }()
			synctest.Wait()
		}
		expect := func(when string, want ...transaction) {
			t.Helper()
			if !slices.Equal(done, want) {
				t.Errorf("%s: %v, want %v", when, done, want)
			}
			start, done = time.Now(), nil
		}
		for range busy - 1 {
			submit(q.SubmitPatiently, 0)
		}
		expect("little to write", slices.Repeat([]transaction{{0, 1}}, busy-1)...)

		submit(q.SubmitPatiently, 0)
		submit(q.SubmitPatiently, apart-1)
		expect("gathering")
		time.Sleep(time.Nanosecond)
		synctest.Wait()
		expect("much to write", transaction{1, 2})

		submit(q.SubmitPatiently, 0)
		submit(q.SubmitPatiently, apart/3)
		submit(q.Submit, apart/3)
		expect("one in a hurry", transaction{2 * (apart / 3), 3})
		submit(q.SubmitPatiently, apart/3)
		submit(q.SubmitPatiently, apart/3)
		time.Sleep(apart)
		synctest.Wait()
		expect("after the hurry", transaction{apart, 2})

		submit(q.SubmitPatiently, 2*period)
		expect("little to write again", transaction{2 * period, 1})
		q.Close()
	})
}

// A write in a hurry that found no room in a transaction does not wait before the next.
func TestHurryOutlivesAFullTransaction(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := NewQueue(1, 1, answerAll)
		for range busy {
			if err := q.Submit(t.Context(), 0); err != nil {
				t.Fatal(err)
			}
		}
		start := time.Now()
		var clients sync.WaitGroup
		for range 3 {
			clients.Go(func() { _ = q.SubmitPatiently(t.Context(), 0) })
		}
		synctest.Wait()
		_ = q.Submit(t.Context(), 0)
		if waited := time.Since(start); waited > 0 {
			t.Errorf("it waited for %v", waited)
		}
		clients.Wait()
		q.Close()
	})
}

// Several writers do not keep each other waiting for company that another has taken along.
func TestWritersInAHurryWaitForNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		q := NewQueue(4, 8, answerAll)
		var clients sync.WaitGroup
		for range 100 {
			for range 10 {
				clients.Go(func() { _ = q.Submit(t.Context(), 0) })
			}
			clients.Wait()
		}
		if waited := time.Since(start); waited > 0 {
			t.Errorf("it took %v", waited)
		}
		q.Close()
	})
}

// Nobody who waits for company is kept by Close.
func TestCloseWaitsForNoCompany(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		q := NewQueue(1, 256, answerAll)
		var clients sync.WaitGroup
		for range 2 * busy {
			clients.Go(func() {
				if err := q.SubmitPatiently(t.Context(), 0); err != nil {
					t.Error(err)
				}
			})
		}
		synctest.Wait()
		if q.length() == 0 {
			t.Error("nobody waits for company")
		}
		q.Close()
		clients.Wait()
		if waited := time.Since(start); waited > 0 {
			t.Errorf("it took %v", waited)
		}
	})
}

// A fault in one transaction is the outcome of all its writes that were not answered, and of no others.
func TestFaults(t *testing.T) {
	begun, goOn := make(chan struct{}), make(chan struct{})
	q := NewQueue(1, 16, func(list []*Write[string]) {
		for _, w := range list {
			if w.What == "first" {
				begun <- struct{}{}
				<-goOn
			}
			if w.What == "fault" {
				panic("planted")
			}
			w.Answer(nil)
		}
	})
	var clients sync.WaitGroup
	outcomes := make(map[string]error)
	var mu sync.Mutex
	submit := func(what string) {
		clients.Go(func() {
			defer func() { _ = recover() }() // the fault is met by the one that writes
			err := q.Submit(context.Background(), what)
			mu.Lock()
			outcomes[what] = err
			mu.Unlock()
		})
	}
	submit("first")
	<-begun
	for i, what := range []string{"before", "fault", "after"} {
		submit(what)
		for q.length() <= i {
			runtime.Gosched()
		}
	}
	goOn <- struct{}{}
	clients.Wait()
	if err := q.Submit(context.Background(), "later"); err != nil {
		t.Errorf("a write after the fault: %v", err)
	}
	q.Close()
	want := map[string]error{"first": nil, "fault": errFault, "after": errFault}
	delete(outcomes, "before") // it was the one that wrote
	if !maps.Equal(outcomes, want) {
		t.Errorf("outcomes %v, want %v", outcomes, want)
	}
}

// answerAll commits writes that need nothing else.
func answerAll(list []*Write[int]) {
	for _, w := range list {
		w.Answer(nil)
	}
}

// length is how many writes wait.
func (q *Queue[T]) length() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.waiting)
}
