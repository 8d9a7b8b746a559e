package table

import (
	"cmp"
	"slices"
	"sync"
	"time"
)

// timekeeper is the time of all tables. Between events it follows the monotonic clock, so that a wall clock that is set
// back does not give time, and one that jumps ahead does not take any: time that nobody lived through is noted as a
// pause, which tables leave out of their clocks.
type timekeeper struct {
	// read gives the wall clock in Unix milliseconds and the monotonic clock.
	read func() (wall int64, mono time.Duration)
	// follows says that the wall clock is an estimate of a common one, to be followed closely.
	follows bool

	mu sync.Mutex
	// At mono it was wall by this timekeeper.
	wall int64
	mono time.Duration
	// pauses in order.
	pauses []pause
	// calmSince is when something else happened after which nobody runs out of time for a while; 0 if nothing did.
	calmSince int64
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
func newTimekeeper(read func() (int64, time.Duration), lastAlive int64, follows bool) *timekeeper {
	if read == nil {
		read = systemClock()
	}
	k := &timekeeper{read: read, follows: follows}
	k.wall, k.mono = read()
	if down := k.wall - lastAlive; lastAlive > 0 && down > minPause {
		k.pauses = append(k.pauses, pause{until: k.wall, length: down})
	}
	return k
}

// now returns the time in Unix milliseconds.
func (k *timekeeper) now() int64 {
	k.mu.Lock()
	defer k.mu.Unlock()
	wall, mono := k.read()
	now := k.wall + (mono - k.mono).Milliseconds()
	if k.follows && now-wall > maxStep {
		// The store's time does not go back, so this node was wrong, or that clock was by days. What was noted meanwhile is as wrong. Tables stay ahead.
		k.wall, k.mono, k.calmSince = wall, mono, wall
		k.pauses = slices.DeleteFunc(k.pauses, func(p pause) bool { return p.until > wall })
		return wall
	}
	if k.follows && wall-now <= maxStep {
		// A clock that is a little ahead waits for the other.
		k.wall, k.mono = max(k.wall, wall), mono
		return k.wall
	}
	if ahead := wall - now; ahead > maxStep {
		k.pauses = append(k.pauses, pause{until: wall, length: ahead})
		k.wall, k.mono, now = wall, mono, wall
	}
	return now
}

// paused returns how much of the time since then is left out of the clocks, and when the last such pause ended. Both are 0 if
// there was none.
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

// calmUntil returns until when nobody runs out of time because of a jump, or 0 if there was none.
func (k *timekeeper) calmUntil() int64 {
	k.mu.Lock()
	defer k.mu.Unlock()
	since := k.calmSince
	if n := len(k.pauses); n > 0 {
		since = max(since, k.pauses[n-1].until)
	}
	if since == 0 {
		return 0
	}
	return since + calm
}

// beCalm lets nobody run out of time for a while.
func (k *timekeeper) beCalm() {
	now := k.now()
	k.mu.Lock()
	k.calmSince = now
	k.mu.Unlock()
}

// pauseAt notes a pause that another node has found, once. One that is ahead is of a clock that was wrong.
func (k *timekeeper) pauseAt(until, length int64) {
	if until-k.now() > maxStep {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, p := range k.pauses {
		if p.until-p.length < until && until-length < p.until {
			return // it is known
		}
	}
	k.pauses = append(k.pauses, pause{until: until, length: length})
	slices.SortFunc(k.pauses, func(a, b pause) int { return cmp.Compare(a.until, b.until) })
}
