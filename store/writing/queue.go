// Package writing gathers what many goroutines want written, so that several writes share a transaction and a sync.
package writing

import (
	"context"
	"errors"
	"sync"
	"time"
)

// ErrClosed is the outcome of a write that came after Close.
var ErrClosed = errors.New("the store is closed")

// Write is one thing to be written.
type Write[T any] struct {
	Ctx  context.Context
	What T
	done chan error
}

// Answer tells the caller that waits what became of the write. Every write is answered once.
func (w *Write[T]) Answer(err error) { w.done <- err }

// Queue hands writes to goroutines that commit them, many at a time.
type Queue[T any] struct {
	group  int
	wait   func() time.Duration
	commit func([]*Write[T])
	writes chan *Write[T]
	once   sync.Once
	// stop is closed by Close; ended is closed when all writers have ended.
	stop, ended chan struct{}
}

// NewQueue starts writers. Each calls commit with at most group writes, all of which commit answers. wait says how long a write waits for
// company before that; nil means not at all.
func NewQueue[T any](writers, group int, wait func() time.Duration, commit func([]*Write[T])) *Queue[T] {
	q := &Queue[T]{group: group, wait: wait, commit: commit, writes: make(chan *Write[T], 256), stop: make(chan struct{}), ended: make(chan struct{})}
	var running sync.WaitGroup
	for range writers {
		running.Go(q.write)
	}
	go func() {
		running.Wait()
		close(q.ended)
	}()
	return q
}

// Submit hands a write over and waits until it is answered.
func (q *Queue[T]) Submit(ctx context.Context, what T) error {
	select {
	case <-q.stop:
		return ErrClosed
	default:
	}
	w := &Write[T]{ctx, what, make(chan error, 1)}
	select {
	case q.writes <- w:
	case <-q.stop:
		return ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	}
	// Once handed over, a write is always answered, so that the caller knows whether it became durable.
	select {
	case err := <-w.done:
		return err
	case <-q.ended:
	}
	select {
	case err := <-w.done:
		return err
	default:
		return ErrClosed // handed over after the writers had ended
	}
}

// Stopping is closed when Close has been called.
func (q *Queue[T]) Stopping() <-chan struct{} { return q.stop }

// Close returns when everything that was handed over is answered.
func (q *Queue[T]) Close() {
	q.once.Do(func() { close(q.stop) })
	<-q.ended
}

// write is one of the goroutines that commit.
func (q *Queue[T]) write() {
	var list []*Write[T]
	for {
		list = list[:0]
		select {
		case w := <-q.writes:
			q.gather()
			list = q.waiting(append(list, w))
		case <-q.stop:
			if list = q.waiting(list); len(list) == 0 {
				return
			}
		}
		q.commit(list)
	}
}

// gather waits for company.
func (q *Queue[T]) gather() {
	if q.wait == nil || len(q.writes) >= q.group {
		return
	}
	if d := q.wait(); d > 0 {
		select {
		case <-time.After(d):
		case <-q.stop:
		}
	}
}

// waiting adds the other writes that wait to a list.
func (q *Queue[T]) waiting(list []*Write[T]) []*Write[T] {
	for len(list) < q.group {
		select {
		case w := <-q.writes:
			list = append(list, w)
		default:
			return list
		}
	}
	return list
}
