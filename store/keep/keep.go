// Package keep decides what a store keeps and for how long. What people made is kept as long as there is room: games
// that are over go last.
package keep

import (
	"context"
	"errors"
	"log/slog"
	"math"
	"sync"
	"sync/atomic"
	"time"

	"mirabilia/store"
)

// How long things are kept, in milliseconds.
const (
	hour = 3600 * 1000
	day  = 24 * hour
	// GuestLife is how long the server remembers a guest that does not come back. A person with no way to sign in and no table is kept as long.
	GuestLife = 30 * day
	// SessionLife is how long somebody who has an account stays signed in without being seen.
	SessionLife = 90 * day
	// ChatLife is how long chat can be read after its table is over.
	ChatLife = 90 * day
	// SubscriptionLife is how long a device is told things whose page is not seen.
	SubscriptionLife = 60 * day
	// ReportLife is how long reports and the journal of what hosts did are kept, and LinesLife how long what was said around a report that was decided.
	ReportLife, LinesLife = 365 * day, 90 * day
	// Notice is how long before GuestLife and SessionLife first hold they are announced. Until then sessions live as long as people were told before: oldLife.
	Notice  = 30 * day
	oldLife = 400 * day
	// maxGap is the longest time without a sign of life after which the clock is still believed. After a longer one
	// nothing expires until the server has lived through as much again: whoever comes back meanwhile is seen anew.
	maxGap = 7 * day
)

const (
	// Beyond highWater of the store's bound, less its reserve, data goes until lowWater is reached.
	highWater, lowWater = 0.92, 0.85
	// batch is how many things go at once.
	batch = 50
	// manyTokens and share bound how many sessions one day may end: so many, or that part of all.
	manyTokens, share = 20, 20
)

// Expendable data in the order in which it goes when there is no room, each with the age below which it is spared, in
// milliseconds: first that of whoever fills the space. Games that are being played and accounts never go.
var expendable = []struct {
	what  string
	spare int64
}{
	{excessLobbies, 0},
	{"closed", 0},
	{chat, day},
	{people, day},
	{excessFinished, hour},
	{"finished", day},
}

const (
	chat   = "chat"
	people = "people"
	tokens = "tokens"
	waits  = "waiting"
	guests = "guests"
	// excessLobbies are lobbies of whoever has most of them, and excessFinished games among guests of whoever has most of these; both are counted by their status.
	excessLobbies, excessFinished = "lobbies of whoever has most", "games of whoever has most"
	// guestTokens are sessions of guests, who are counted among the sessions.
	guestTokens = "tokens of guests"
	// What is kept for hosts.
	reports = "reports"
	lines   = "reported lines"
	deeds   = "deeds"
	// subscriptions are devices that people are told things on.
	subscriptions = "subscriptions"
)

// Of several nodes one sweeps at a time, and once a day. A node that sweeps holds a lease; if it dies, another goes on when the lease has ended.
const (
	kindSweeping, kindSwept, sweepKey = "sweeping", "swept", "store"
	lease                             = 15 * 60 * 1000
)

// Store is what is kept in order.
type Store interface {
	store.Upkeep
	ExpireSubscriptions(ctx context.Context, before int64, limit int) (int, error)
	Wait(ctx context.Context, w store.Waiting, now int64) error
	Take(ctx context.Context, kind, key string, now int64) (store.Waiting, error)
	Waiting(ctx context.Context, kind, key string, now int64) (store.Waiting, error)
}

// Keeper removes what is no longer kept.
type Keeper struct {
	store Store
	now   func() int64
	log   *slog.Logger
	// forgotten is told of every guest who was forgotten; may be nil.
	forgotten func(person string)

	// last is when the keeper was last at work; calmUntil is until when nothing expires.
	last, calmUntil int64
	tidied          int64
	// announced is when it was announced that guests are forgotten sooner; 0: not yet.
	announced atomic.Int64

	mu    sync.Mutex
	stats Stats
}

// Stats are figures for whoever runs the server.
type Stats struct {
	// Usage is what the store held when it was last looked at.
	Usage store.Usage
	// Removed is how many things were removed so far: tables by status, "chat" lines, "people", "guests", "tokens", "reports", "reported lines", "deeds", "subscriptions", and what nobody
	// was "waiting" for any more.
	Removed map[string]uint64
	// Full says that there is no room and nothing left that may go.
	Full bool
}

// New makes a Keeper. lastAlive is when a server on this store was last alive; 0 if never. forgotten is told of every guest who was forgotten; may be nil.
func New(s Store, now func() int64, lastAlive int64, forgotten func(person string), log *slog.Logger) *Keeper {
	return &Keeper{store: s, now: now, log: log, last: lastAlive, forgotten: forgotten, stats: Stats{Removed: map[string]uint64{}}}
}

// Announce notes that it is announced from now on that guests are forgotten sooner, unless it was before. A server does it before its first guest comes.
func (k *Keeper) Announce(ctx context.Context) error {
	if k.announced.Load() > 0 {
		return nil
	}
	at, err := k.store.Announce(ctx, store.Retention, k.now())
	if err == nil {
		k.announced.Store(at)
	}
	return err
}

// Announced returns when it was announced that guests are forgotten sooner, and from when on they are; 0 if it is not known yet.
func (k *Keeper) Announced() (at, from int64) {
	if at = k.announced.Load(); at > 0 {
		from = at + Notice
	}
	return at, from
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
	// Without space for a sign of life, room is all the more to be made.
	_, err := k.store.Heartbeat(ctx, now)
	if err == nil || errors.Is(err, store.ErrFull) {
		err = errors.Join(err, k.makeRoom(ctx, now))
	}
	if err != nil {
		return err
	}
	// What waits for minutes is not kept for a day, whatever the clock says.
	if now-k.tidied > hour {
		if err := k.all(ctx, waits, now, math.MaxInt32); err != nil {
			return err
		}
		k.tidied = now
	}
	if err := k.Announce(ctx); err != nil {
		return err
	}
	if now < k.calmUntil {
		return nil
	}
	return k.sweep(ctx, now)
}

// sweep removes what has outlived its time, once a day.
func (k *Keeper) sweep(ctx context.Context, now int64) error {
	if _, err := k.store.Waiting(ctx, kindSwept, sweepKey, now); !errors.Is(err, store.ErrNotFound) {
		return err
	}
	err := k.store.Wait(ctx, store.Waiting{Kind: kindSweeping, Key: sweepKey, Data: []byte{}, Deadline: now + lease}, now)
	if errors.Is(err, store.ErrTaken) {
		return nil // another node does it
	}
	if err != nil {
		return err
	}
	if err := k.expire(ctx, now); err != nil {
		return err
	}
	if err := k.store.Wait(ctx, store.Waiting{Kind: kindSwept, Key: sweepKey, Data: []byte{}, Deadline: now + day}, now); err != nil && !errors.Is(err, store.ErrTaken) {
		return err
	}
	_, err = k.store.Take(ctx, kindSweeping, sweepKey, now)
	if errors.Is(err, store.ErrNotFound) {
		return nil // it took longer than the lease
	}
	return err
}

// expiring is what goes that is older than before, and how many at most.
type expiring struct {
	what   string
	before int64
	most   int
}

// expire removes what has outlived its time.
func (k *Keeper) expire(ctx context.Context, now int64) error {
	u, err := k.look(ctx)
	if err != nil {
		return err
	}
	sessions, most := int64(oldLife), max(manyTokens, int(u.Tokens/share))
	old := []expiring{
		{guestTokens, now - oldLife, most},
		{chat, now - ChatLife, math.MaxInt32},
		{people, now - GuestLife, math.MaxInt32},
		{subscriptions, now - SubscriptionLife, math.MaxInt32},
		{lines, now - LinesLife, math.MaxInt32},
		{reports, now - ReportLife, math.MaxInt32},
		{deeds, now - ReportLife, math.MaxInt32},
	}
	if _, from := k.Announced(); now >= from {
		sessions = SessionLife
		old = append(old, expiring{guests, now - GuestLife, most})
	}
	for _, old := range append(old, expiring{tokens, now - sessions, most}) {
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
	most := float64(u.MaxBytes - u.Reserve)
	if u.MaxBytes > 0 && float64(u.Bytes) > highWater*most {
		full = true
		enough := func() bool { return float64(u.Bytes) <= lowWater*most }
		for _, e := range expendable {
			for !enough() {
				n, err := k.remove(ctx, e.what, now-e.spare+1, atOnce(e.what, u))
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
		full = float64(u.Bytes) > highWater*most
	}
	k.mu.Lock()
	k.stats.Full = full
	k.mu.Unlock()
	return nil
}

// atOnce is how many expendable things go at once. Who has most tables follows from all of them, so that of many tables many go at once: all are not looked at again for every few.
func atOnce(what string, u store.Usage) int {
	switch what {
	case excessLobbies:
		return max(batch, int(u.Tables["lobby"]/100))
	case excessFinished:
		return max(batch, int(u.Tables["finished"]/100))
	}
	return batch
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
	case excessLobbies:
		// A lobby whose game begins by itself soon waits for nobody.
		what = "lobby"
		n, err = k.store.ExpireExcess(ctx, what, false, before, before+hour, limit)
	case excessFinished:
		what = "finished"
		n, err = k.store.ExpireExcess(ctx, what, true, before, 0, limit)
	case chat:
		n, err = k.store.ExpireChat(ctx, before, limit)
	case people:
		n, err = k.store.ExpirePeople(ctx, before, limit)
	case tokens:
		n, err = k.store.ExpireTokens(ctx, true, before, limit)
	case guestTokens:
		what = tokens
		n, err = k.store.ExpireTokens(ctx, false, before, limit)
	case guests:
		var gone []string
		gone, err = k.store.ExpireGuests(ctx, before, limit)
		n = len(gone)
		for _, person := range gone {
			if k.forgotten != nil {
				k.forgotten(person)
			}
		}
	case lines:
		n, err = k.store.ExpireReportLines(ctx, before, limit)
	case reports:
		n, err = k.store.ExpireReports(ctx, before, limit)
	case deeds:
		n, err = k.store.ExpireDeeds(ctx, before, k.now(), limit)
	case subscriptions:
		n, err = k.store.ExpireSubscriptions(ctx, before, limit)
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
