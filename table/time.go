package table

import (
	"sync"
	"time"
)

// timekeeper is the time of all tables. Between events it follows the monotonic clock, so that a wall clock that is set
// back does not give time, and one that jumps ahead does not take any: time that nobody lived through is noted as a
// pause, which tables leave out of their clocks.
type timekeeper struct {
	// read gives the wall clock in Unix milliseconds and the monotonic clock.
	read func() (wall int64, mono time.Duration)

	mu sync.Mutex
	// At mono it was wall by this timekeeper.
	wall int64
	mono time.Duration
	// pauses in order.
	pauses []pause
}

// pause is a stretch of time that ended at until.
type pause struct{ until, length int64 }

const (
	// maxStep is how far the wall clock may get ahead of the monotonic one, in milliseconds, before it is a jump.
	maxStep = 5 * second
	// minPause is how long the server must have been down for it to be a pause. A quick restart is covered by the time
	// after it in which nobody runs out of time.
	minPause = 60 * second
	// calm is for how long after a jump nobody runs out of time.
	calm = 30 * second
)

// systemClock reads the clocks of the machine.
func systemClock() func() (int64, time.Duration) {
	start := time.Now()
	return func() (int64, time.Duration) {
		now := time.Now()
		return now.UnixMilli(), now.Sub(start)
	}
}

// newTimekeeper starts a timekeeper. lastAlive is when the server was last known to be alive; 0 if never.
func newTimekeeper(read func() (int64, time.Duration), lastAlive int64) *timekeeper {
	if read == nil {
		read = systemClock()
	}
	k := &timekeeper{read: read}
	k.wall, k.mono = read()
	if down := k.wall - lastAlive; lastAlive > 0 && down > minPause {
		k.pauses = append(k.pauses, pause{until: k.wall, length: down})
	}
	return k
}

// now is the time in Unix milliseconds.
func (k *timekeeper) now() int64 {
	k.mu.Lock()
	defer k.mu.Unlock()
	wall, mono := k.read()
	now := k.wall + (mono - k.mono).Milliseconds()
	if ahead := wall - now; ahead > maxStep {
		k.pauses = append(k.pauses, pause{until: wall, length: ahead})
		k.wall, k.mono, now = wall, mono, wall
	}
	return now
}

// paused is how much of the time since then was no time at all, and when that was last so; 0 if it never was.
func (k *timekeeper) paused(since int64) (length, until int64) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, p := range k.pauses {
		if since < p.until {
			length += min(p.length, p.until-since)
			until = p.until
		}
	}
	return length, until
}

// calmUntil is until when nobody runs out of time because of a jump; 0 if there was none.
func (k *timekeeper) calmUntil() int64 {
	k.mu.Lock()
	defer k.mu.Unlock()
	if n := len(k.pauses); n > 0 {
		return k.pauses[n-1].until + calm
	}
	return 0
}
