package store

import (
	"context"
	"time"
)

// Shared is what a store adds that several nodes use at once.
type Shared interface {
	Store
	// Last returns where those of the tables are that exist.
	Last(ctx context.Context, tables []string) (map[string]Last, error)
	// Since returns the entries of a table after the given number with the name of the past that they end, all of one moment; nothing if there is no such table.
	Since(ctx context.Context, table string, after int64) (*Since, error)
	// SharedKey returns the key of that name, which all nodes share. If there is none yet, it keeps the one given; nil only asks. However many give one at once, all get
	// the same. RenewKey puts another in its place.
	SharedKey(ctx context.Context, name string, made []byte) ([]byte, error)
	RenewKey(ctx context.Context, name string, key []byte) error
	// Now is the time by the store's own clock, in Unix milliseconds. While nodes live it does not go back, whatever that clock does, but for a clock that was wrong by days.
	Now(ctx context.Context) (int64, error)
	// WentBack returns by how much that clock has gone back since it was last asked, as this node has found it; 0 if it has not.
	WentBack() time.Duration
	// KnownTokens tells which of the hashes are those of tokens that are kept.
	KnownTokens(ctx context.Context, hashes [][]byte) (map[string]bool, error)
	// Outages returns when no server was alive, as Heartbeat has found it, the latest first.
	Outages(ctx context.Context) ([]Outage, error)
}

// Last is where a table is: the number of its last entry with the name of its past, and the number of its last line of chat.
type Last struct {
	Seq, Line int64
	Tip       string
}

// Since is the end of a journal: the number of its last entry, the name of its past, and entries.
type Since struct {
	Last    int64
	Tip     string
	Entries [][]byte
}

// Outage is a stretch of time, in milliseconds, that ended at Until.
type Outage struct{ Until, Length int64 }
