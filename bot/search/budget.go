package search

import (
	"container/list"
	"sync"
	"time"
)

// Budget limits what a search may spend on one move. The search ends at the first limit it reaches; simulations or
// time should be set.
type Budget struct {
	Simulations int
	Time        time.Duration
	// Goroutines that search side by side; 0 means one.
	Goroutines int
	// Memory is the most bytes that the trees of all goroutines may take together; 0 means a default that lasts for
	// minutes.
	Memory int
	// Shared, if set, limits the trees of many searches together.
	Shared *SharedMemory
}

const defaultMemory = 256 << 20

// Over returns b with its unset limits taken from o. A limit in time or simulations replaces both.
func (b Budget) Over(o Budget) Budget {
	if b.Time > 0 || b.Simulations > 0 {
		o.Time, o.Simulations = b.Time, b.Simulations
	}
	if b.Goroutines > 0 {
		o.Goroutines = b.Goroutines
	}
	if b.Memory > 0 {
		o.Memory = b.Memory
	}
	o.Shared = b.Shared
	return o
}

// SharedMemory limits the bytes that the trees of many searches hold together, for servers with many bots. When a
// tree has to grow and there is no room, it drops the trees of searches that are between two moves, the one that
// has rested longest first. A search whose tree was dropped begins its next move with an empty one.
type SharedMemory struct {
	limit int

	mu      sync.Mutex
	bytes   int
	resting list.List // searches between two moves (rester), the longest resting first
	dropped int
}

// rester is a search between two moves.
type rester interface {
	// free lets go of all trees and returns how many bytes they held.
	free() int
}

// NewSharedMemory returns a limit in bytes for many searches.
func NewSharedMemory(limit int) *SharedMemory { return &SharedMemory{limit: limit} }

// MemoryStats says what the searches that share a limit hold.
type MemoryStats struct {
	Limit int
	// Bytes held by trees now.
	Bytes int
	// Resting counts the searches that keep a tree between two moves.
	Resting int
	// Dropped counts the searches whose trees were dropped to make room, since the start.
	Dropped int
}

// Stats returns what is held now.
func (m *SharedMemory) Stats() MemoryStats {
	m.mu.Lock()
	defer m.mu.Unlock()
	return MemoryStats{Limit: m.limit, Bytes: m.bytes, Resting: m.resting.Len(), Dropped: m.dropped}
}

// ofOne returns the most bytes that one search may hold: a quarter, so that several can search at once.
func (m *SharedMemory) ofOne() int { return m.limit / 4 }

// take reports whether a running search may hold n more bytes.
func (m *SharedMemory) take(n int) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	for m.bytes+n > m.limit {
		oldest := m.resting.Front()
		if oldest == nil {
			return false
		}
		m.drop(oldest)
		m.dropped++
	}
	m.bytes += n
	return true
}

// drop frees the trees of a resting search.
func (m *SharedMemory) drop(e *list.Element) { m.bytes -= m.resting.Remove(e).(rester).free() }
