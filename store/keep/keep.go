// Package keep decides what a store keeps and for how long. What people made is kept as long as there is room: games
// that are over go last.
package keep

import (
	"context"
	"log/slog"
	"math"
	"sync"
	"time"

	"mirabilia/store"
)

// How long things are kept, in milliseconds.
const (
	hour = 3600 * 1000
	day  = 24 * hour
	// TokenLife is how long a guest is remembered without being seen.
	TokenLife = 400 * day
	// ChatLife is how long chat can be read.
	ChatLife = 90 * day
	// GuestLife is how long a person is kept who can no longer come back and is at no table.
	GuestLife = 30 * day
	// maxGap is the longest time without a sign of life after which the clock is still believed. After a longer one
	// nothing expires until the server has lived through as much again: whoever comes back meanwhile is seen anew.
	maxGap = 7 * day
)

const (
	// Beyond highWater of the store's bound, data goes until lowWater is reached.
	highWater, lowWater = 0.92, 0.85
	// batch is how many things go at once.
	batch = 50
	// manyTokens and share bound how many sessions one day may end: so many, or that part of all.
	manyTokens, share = 20, 20
)

// Expendable data in the order in which it goes when there is no room, each with the age below which it is spared, in
// milliseconds.
var expendable = []struct {
	what  string
	spare int64
}{
	{"lobby", 3600 * 1000},
	{"closed", 0},
	{chat, day},
	{"playing", 14 * day},
	{people, day},
	{"finished", day},
}

const (
	chat   = "chat"
	people = "people"
	tokens = "tokens"
	waits  = "waiting"
)

// Keeper removes what is no longer kept.
type Keeper struct {
	store store.Upkeep
	now   func() int64
	log   *slog.Logger

	// last is when the keeper was last at work; calmUntil is until when nothing expires.
	last, calmUntil int64
	swept, tidied   int64

	mu    sync.Mutex
	stats Stats
}

// Stats are figures for whoever runs the server.
type Stats struct {
	// Usage is what the store held when it was last looked at.
	Usage store.Usage
	// Removed is how many things were removed so far: tables by status, "chat" lines, "people", "tokens", and what nobody was "waiting" for any more.
	Removed map[string]uint64
	// Full says that there is no room and nothing left that may go.
	Full bool
}

// New makes a Keeper. lastAlive is when a server on this store was last alive; 0 if never.
func New(s store.Upkeep, now func() int64, lastAlive int64, log *slog.Logger) *Keeper {
	k := &Keeper{store: s, now: now, log: log, last: lastAlive, stats: Stats{Removed: map[string]uint64{}}}
	return k
}

// Stats returns the figures of now.
func (k *Keeper) Stats() Stats {
	k.mu.Lock()
	defer k.mu.Unlock()
	s := k.stats
	s.Removed = make(map[string]uint64, len(k.stats.Removed))
	for what, n := range k.stats.Removed {
		s.Removed[what] = n
	}
	return s
}

// Heartbeats come this often, so that the length of an outage is known.
const Heartbeat = 15 * time.Second

// Run says what is kept and keeps the store in order until the context ends.
func (k *Keeper) Run(ctx context.Context) {
	if u, err := k.look(ctx); err == nil {
		k.log.Info("the store holds", "bytes", u.Bytes, "limit", u.MaxBytes, "tables", u.Tables, "people", u.People, "sessions", u.Tokens, "chat", u.Lines)
	}
	for {
		if err := k.Work(ctx); err != nil && ctx.Err() == nil {
			k.log.Warn("the store could not be kept in order", "error", err)
		}
		select {
		case <-time.After(Heartbeat):
		case <-ctx.Done():
			return
		}
	}
}

// Work does what is due now.
func (k *Keeper) Work(ctx context.Context) error {
	now := k.now()
	if k.last > 0 && now-k.last > maxGap {
		k.calmUntil = now + maxGap
		k.log.Warn("the clock is far ahead of the last sign of life: nothing expires for a while", "days", (now-k.last)/day)
	}
	k.last = max(k.last, now)
	if _, err := k.store.Heartbeat(ctx, now); err != nil {
		return err
	}
	if err := k.makeRoom(ctx, now); err != nil {
		return err
	}
	// What waits for minutes is not kept for a day, whatever the clock says.
	if now-k.tidied > hour {
		if err := k.all(ctx, waits, now, math.MaxInt32); err != nil {
			return err
		}
		k.tidied = now
	}
	if now < k.calmUntil || k.swept > 0 && now-k.swept < day {
		return nil
	}
	if err := k.expire(ctx, now); err != nil {
		return err
	}
	k.swept = now
	return nil
}

// expire removes what has outlived its time.
func (k *Keeper) expire(ctx context.Context, now int64) error {
	u, err := k.look(ctx)
	if err != nil {
		return err
	}
	for _, old := range []struct {
		what   string
		before int64
		most   int
	}{
		{tokens, now - TokenLife, max(manyTokens, int(u.Tokens/share))},
		{chat, now - ChatLife, math.MaxInt32},
		{people, now - GuestLife, math.MaxInt32},
	} {
		if err := k.all(ctx, old.what, old.before, old.most); err != nil {
			return err
		}
	}
	return nil
}

// all removes what is older, a batch at a time, and at most so many.
func (k *Keeper) all(ctx context.Context, what string, before int64, most int) error {
	for left := most; left > 0; {
		n, err := k.remove(ctx, what, before, min(left, batch))
		if err != nil {
			return err
		}
		if left -= n; n < batch {
			break
		}
	}
	return nil
}

// makeRoom removes expendable data while the store is nearly full, the oldest first.
func (k *Keeper) makeRoom(ctx context.Context, now int64) error {
	u, err := k.look(ctx)
	if err != nil {
		return err
	}
	full := false
	if u.MaxBytes > 0 && float64(u.Bytes) > highWater*float64(u.MaxBytes) {
		full = true
		enough := func() bool { return float64(u.Bytes) <= lowWater*float64(u.MaxBytes) }
		for _, e := range expendable {
			for !enough() {
				n, err := k.remove(ctx, e.what, now-e.spare, batch)
				if err != nil {
					return err
				}
				if n == 0 {
					break
				}
				if u, err = k.look(ctx); err != nil {
					return err
				}
			}
		}
		full = float64(u.Bytes) > highWater*float64(u.MaxBytes)
	}
	k.mu.Lock()
	k.stats.Full = full
	k.mu.Unlock()
	return nil
}

// look reads what the store holds.
func (k *Keeper) look(ctx context.Context) (store.Usage, error) {
	u, err := k.store.Usage(ctx)
	if err == nil {
		k.mu.Lock()
		k.stats.Usage = u
		k.mu.Unlock()
	}
	return u, err
}

func (k *Keeper) remove(ctx context.Context, what string, before int64, limit int) (n int, err error) {
	switch what {
	case chat:
		n, err = k.store.ExpireChat(ctx, before, limit)
	case people:
		n, err = k.store.ExpirePeople(ctx, before, limit)
	case tokens:
		n, err = k.store.ExpireTokens(ctx, before, limit)
	case waits:
		n, err = k.store.ExpireWaiting(ctx, before, limit)
	default:
		n, err = k.store.ExpireTables(ctx, what, before, limit)
	}
	if n > 0 {
		k.mu.Lock()
		k.stats.Removed[what] += uint64(n)
		k.mu.Unlock()
		k.log.Info("removed from the store", "what", what, "count", n)
	}
	return n, err
}
