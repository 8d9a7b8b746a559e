package server

import (
	"context"
	"time"
)

// The sweeper wakes tables that are not in memory when a clock runs out or a bot must move: which these are stands
// in the store, so a restart forgets nothing. Tests are in more of a hurry.
var sweepEvery = time.Second

const (
	sweepMost = 10000
	// A table that cannot be woken is tried again after longer and longer times.
	firstRetry, lastRetry = time.Second, 10 * time.Minute
)

func (s *Server) sweep(ctx context.Context) {
	w := waker{s: s, failed: map[string]*failure{}}
	w.wakeDue(ctx)
	wake := time.NewTicker(sweepEvery)
	defer wake.Stop()
	for {
		select {
		case <-wake.C:
			w.wakeDue(ctx)
			s.replays.forget(time.Now().Add(-replayLife))
		case <-ctx.Done():
			return
		}
	}
}

type waker struct {
	s      *Server
	failed map[string]*failure
}

type failure struct {
	again time.Time
	wait  time.Duration
}

func (w *waker) wakeDue(ctx context.Context) {
	now := time.Now()
	due, err := w.s.cfg.Store.Due(ctx, w.s.hub.Now(), sweepMost)
	if err != nil {
		if ctx.Err() == nil {
			w.s.cfg.Log.Error("due tables could not be read", "error", err)
		}
		return
	}
	still := make(map[string]*failure, len(w.failed))
	for _, id := range due {
		if !w.s.hub.Steward(id) {
			continue
		}
		f := w.failed[id]
		if f != nil && now.Before(f.again) {
			still[id] = f
			continue
		}
		if err := w.s.hub.Wake(ctx, id); err != nil && ctx.Err() == nil {
			if f == nil {
				f = &failure{wait: firstRetry / 2}
			}
			f.wait = min(2*f.wait, lastRetry)
			f.again = now.Add(f.wait)
			still[id] = f
			w.s.cfg.Log.Error("table could not be woken", "table", id, "error", err, "again_in", f.wait)
		}
	}
	w.failed = still
}
