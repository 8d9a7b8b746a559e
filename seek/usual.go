package seek

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"mirabilia/store"
)

// How long people usually wait is told from the last waits for the same live game.
const (
	kindWaited = "waited"
	// mostWaits is how many are kept of each pool; fewer than leastWaits say nothing, and neither do those that are older than waitsFor.
	mostWaits  = 50
	leastWaits = 5
	waitsFor   = 30 * 24 * time.Hour
)

// noteWaits keeps how long the people of a call have waited until it went out. A wait that is lost, because another was noted at the same time, costs nothing.
func (s *Seeks) noteWaits(ctx context.Context, c *Call) error {
	if c.Days {
		return nil
	}
	now, key := s.Now(), c.word()
	old, waits, err := s.waits(ctx, key, now)
	if err != nil {
		return err
	}
	for _, p := range c.People {
		waits = append(waits, max(0, c.Until-ringTime.Milliseconds()-p.Seek.Since))
	}
	waits = waits[max(0, len(waits)-mostWaits):]
	next := kept(kindWaited, key, "", waits, now+waitsFor.Milliseconds())
	if old.Kind == "" {
		err = s.Store.Wait(ctx, next, now)
	} else {
		err = s.Store.Exchange(ctx, []store.Waiting{old}, []store.Waiting{next}, now)
	}
	if errors.Is(err, store.ErrTaken) {
		return nil
	}
	return err
}

// waits returns the last waits of a pool, and how they are kept; nothing if there are none.
func (s *Seeks) waits(ctx context.Context, key string, now int64) (w store.Waiting, list []int64, err error) {
	w, err = s.Store.Waiting(ctx, kindWaited, key, now)
	if errors.Is(err, store.ErrNotFound) {
		return store.Waiting{}, nil, nil
	}
	if err == nil {
		err = json.Unmarshal(w.Data, &list)
	}
	return w, list, err
}

// Usual returns how many milliseconds people usually wait for a live game: the median of the last waits. 0: too few are known.
func (s *Seeks) Usual(ctx context.Context, w Wish) (int64, error) {
	if w.Days {
		return 0, nil
	}
	_, list, err := s.waits(ctx, w.word(), s.Now())
	if err != nil || len(list) < leastWaits {
		return 0, err
	}
	slices.Sort(list)
	return list[len(list)/2], nil
}
