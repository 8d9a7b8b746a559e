package store

import "context"

// Shared is what a store adds that several nodes use at once.
type Shared interface {
	Store
	// Last returns where those of the tables are that exist.
	Last(ctx context.Context, tables []string) (map[string]Last, error)
	// Now is the time by the store's own clock, in Unix milliseconds.
	Now(ctx context.Context) (int64, error)
	// KnownTokens tells which of the hashes are those of tokens that are kept.
	KnownTokens(ctx context.Context, hashes [][]byte) (map[string]bool, error)
	// Outages returns when no server was alive, as Heartbeat has found it, the latest first.
	Outages(ctx context.Context) ([]Outage, error)
}

// Last is where a table is: the numbers of its last entry and of its last line of chat.
type Last struct{ Seq, Line int64 }

// Outage is a stretch of time, in milliseconds, that ended at Until.
type Outage struct{ Until, Length int64 }
