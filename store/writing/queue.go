// Package writing gathers what many goroutines want written, so that several writes share a transaction and a sync.
package writing

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"
)

// When at least busy writes were handed over within a period, patient writes gather, and the next transaction begins no sooner than apart after the last.
const (
	period = 100 * time.Millisecond
	busy   = 25
	apart  = 25 * time.Millisecond
)

// ErrClosed is the outcome of a write that came after Close.
var ErrClosed = errors.New("the store is closed")

// errFault is the outcome of writes whose transaction was given up by a fault in the program.
var errFault = errors.New("a fault while writing")

// Write is one thing to be written.
type Write[T any] struct {
	Ctx  context.Context
	What T
	// news has room for all that a write is told: that it is its caller's turn to write, and what became of it.
	news chan news
	// called says that its caller was told to write.
	called bool
	// patient says that it may wait for company.
	patient bool
}

type news struct {
	turn bool
	err  error
}

// Answer tells the caller that waits what became of the write. Every write is answered once.
func (w *Write[T]) Answer(err error) { w.news <- news{err: err} }

// Queue lets one of those who want something written do it for all of them. While it does, others gather; one of these is next. So the
// more there is to write, the more share a transaction, and nobody waits for company but patient writes when there is much to write.
type Queue[T any] struct {
	writers, group int
	commit         func([]*Write[T])
	// stop is closed by Close; ended is closed when nobody writes any more after it.
	stop, ended chan struct{}

	mu      sync.Mutex
	waiting []*Write[T]
	// writing is how many write, or are called to.
	writing int
	closed  bool
	// hurry has something in it when a write has come that is not patient.
	hurry chan struct{}
	// begun is when the last transaction began.
	begun time.Time
	// since is when this period began, and came how many writes came in it and in the one before.
	since time.Time
	came  [2]int
}

// NewQueue makes a queue. At most so many writers call commit at once, each with at most group writes, all of which commit answers.
func NewQueue[T any](writers, group int, commit func([]*Write[T])) *Queue[T] {
	return &Queue[T]{writers: writers, group: group, commit: commit, stop: make(chan struct{}), ended: make(chan struct{}), hurry: make(chan struct{}, 1)}
}

// Submit hands a write over and waits until it is answered, so that the caller knows whether it became durable. It may have to write for others
// meanwhile.
func (q *Queue[T]) Submit(ctx context.Context, what T) error { return q.submit(ctx, what, false) }

// SubmitPatiently does the same with a write behind which nobody waits in a row: when there is much to write it waits a moment for company, which
// makes each write cheaper.
func (q *Queue[T]) SubmitPatiently(ctx context.Context, what T) error {
	return q.submit(ctx, what, true)
}

func (q *Queue[T]) submit(ctx context.Context, what T, patient bool) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	w := &Write[T]{Ctx: ctx, What: what, news: make(chan news, 2), patient: patient}
	q.mu.Lock()
	if q.closed {
		q.mu.Unlock()
		return ErrClosed
	}
	q.waiting = append(q.waiting, w)
	q.count(time.Now())
	if !patient {
		select {
		case q.hurry <- struct{}{}:
		default:
		}
	}
	if w.called = q.writing < q.writers; w.called {
		q.writing++
		w.news <- news{turn: true}
	}
	q.mu.Unlock()
	for {
		n := <-w.news
		if !n.turn {
			return n.err
		}
		q.write()
	}
}

// Stopping is closed when Close has been called.
func (q *Queue[T]) Stopping() <-chan struct{} { return q.stop }

// Close returns when everything that was handed over is answered.
func (q *Queue[T]) Close() {
	q.mu.Lock()
	if !q.closed {
		q.closed = true
		close(q.stop)
		if q.writing == 0 {
			close(q.ended)
		}
	}
	q.mu.Unlock()
	<-q.ended
}

// count counts a write that comes now.
func (q *Queue[T]) count(now time.Time) {
	if past := now.Sub(q.since); past >= 2*period {
		q.since, q.came = now, [2]int{}
	} else if past >= period {
		q.since, q.came = now, [2]int{0, q.came[0]}
	}
	q.came[0]++
}

// gather waits for company, as long as all that wait are patient, if there is much to write.
func (q *Queue[T]) gather() {
	q.mu.Lock()
	wait := apart - time.Since(q.begun)
	hurried := slices.ContainsFunc(q.waiting, func(w *Write[T]) bool { return !w.patient })
	if hurried || len(q.waiting) == 0 || max(q.came[0], q.came[1]) < busy {
		wait = 0
	}
	q.mu.Unlock()
	if wait <= 0 {
		return
	}
	enough := time.NewTimer(wait)
	defer enough.Stop()
	select {
	case <-enough.C:
	case <-q.hurry:
	case <-q.stop:
	}
}

// write commits what waits, up to a group, and calls the next one to write.
func (q *Queue[T]) write() {
	q.gather()
	list := q.take()
	whole := false
	defer func() {
		for _, w := range list {
			if whole {
				break
			}
			select {
			case w.news <- news{err: errFault}:
			default: // it was answered before the fault
			}
		}
		q.next()
	}()
	if len(list) > 0 {
		q.commit(list)
	}
	whole = true
}

// take takes the first writes that wait.
func (q *Queue[T]) take() []*Write[T] {
	q.mu.Lock()
	defer q.mu.Unlock()
	n := min(len(q.waiting), q.group)
	list := append([]*Write[T](nil), q.waiting[:n]...)
	rest := copy(q.waiting, q.waiting[n:])
	clear(q.waiting[rest:])
	q.waiting = q.waiting[:rest]
	select {
	case <-q.hurry:
	default:
	}
	q.begun = time.Now()
	return list
}

// next calls the first one that waits to write, if there is one that was not called yet.
func (q *Queue[T]) next() {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, w := range q.waiting {
		if !w.called {
			w.called = true
			w.news <- news{turn: true}
			return
		}
	}
	if q.writing--; q.closed && q.writing == 0 {
		close(q.ended)
	}
}
