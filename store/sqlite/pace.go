package sqlite

import "time"

// pace decides how long the writer waits for company before it begins a transaction. Where hundreds of tables write, a transaction for
// each would cost more than the writes themselves; where a few do, waiting would only make them slow.
type pace struct {
	// last are the tables that were appended to last, a ring of which next is the oldest, and when.
	last  [siblings]sibling
	next  int
	begin time.Time
}

type sibling struct {
	table string
	at    time.Time
}

const (
	// gatherFor is how long after the begin of a transaction the next one begins at the earliest.
	gatherFor = 2 * time.Millisecond
	// The writer waits if at least many of the last so many appends were of different tables, all within recently.
	siblings = 32
	many     = 24
	recently = 100 * time.Millisecond
)

// began notes when a transaction began and which tables it appended to.
func (p *pace) began(at time.Time, tables []string) {
	p.begin = at
	for _, table := range tables {
		p.last[p.next] = sibling{table, at}
		p.next = (p.next + 1) % siblings
	}
}

// wait returns how long to wait before the next transaction; not at all if it is not positive.
func (p *pace) wait(now time.Time) time.Duration {
	left := gatherFor - now.Sub(p.begin)
	if left <= 0 || now.Sub(p.last[p.next].at) > recently {
		return 0
	}
	different := 0
	for i, a := range p.last {
		again := false
		for _, b := range p.last[:i] {
			again = again || a.table == b.table
		}
		if !again {
			different++
		}
	}
	if different < many {
		return 0
	}
	return left
}
