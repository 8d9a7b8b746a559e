package table

import (
	"cmp"
	"math"
	"time"
)

// queue orders the decisions that bots are asked for so that nobody's games starve another's. Thinking time is
// shared fairly between addresses, then between the people of an address, then between the tables of a person; of
// one table's decisions the one with the shortest thought goes first. Tables at which a person waits precede tables
// of bots alone, and people who have spent their budget come after everyone else: they are served when nobody
// else waits.
//
// Sharing is start-time fair queueing: each account adds up the time that was thought for it, the lowest sum is served,
// and an account that was idle starts from where its neighbours are. The queue has no lock of its own.
type queue struct {
	waiting []*job
	// root has the addresses as children, these the people, and these the tables.
	root *account
	// usual is how long a thought takes, by game and bot, as measured.
	usual map[botKind]time.Duration
	// addresses is where people were last seen since since, and earlier where they were in the time before that; who was seen in neither is forgotten. Nothing that is stored
	// tells it, so people that did not come back after a restart have accounts of their own.
	addresses, earlier map[string]string
	since              time.Time
	now                func() time.Time
	arrivals           uint64
}

type botKind struct{ game, bot string }

// account is what an address, a person or a table has been given.
type account struct {
	parent   *account
	name     string
	children map[string]*account
	// used is thinking time in seconds, comparable with the neighbours'; start is what the child served last had
	// used, from which idle children begin.
	used, start float64
	// jobs is how many decisions wait or are thought about below this account.
	jobs int
	// spent is recent thinking time, which fades; spentAt is when it was last brought up to date.
	spent   float64
	spentAt time.Time
}

const (
	// firstGuess is what a thought is taken to cost before any was measured.
	firstGuess = 100 * time.Millisecond
	// shortThought is the longest usual thought that the worker for short thoughts takes.
	shortThought = 250 * time.Millisecond
	// Spent thinking time halves every spentHalf. Two level-8 games with seven seats at a brisk pace stay below personBudget.
	spentHalf     = time.Minute
	personBudget  = 45.0 // seconds
	addressBudget = 4 * personBudget
	// sweepAfter is after how many decisions the accounts are swept.
	sweepAfter = 1000
	// addressLife is how long it is remembered at least where people are, and twice as long at most; maxAddresses bounds how many are remembered from each such time.
	addressLife  = 10 * time.Minute
	maxAddresses = 50000
)

func newQueue() *queue {
	return &queue{root: &account{}, usual: map[botKind]time.Duration{}, addresses: map[string]string{}, now: time.Now}
}

// seen notes where a person is.
func (q *queue) seen(person, address string) {
	if person == "" || address == "" || q.addresses[person] == address {
		return
	}
	if now := q.now(); len(q.addresses) >= maxAddresses || now.Sub(q.since) > addressLife {
		q.addresses, q.earlier, q.since = map[string]string{}, q.addresses, now
	}
	q.addresses[person] = address
}

// addressOf returns where a person was last seen; empty if that was too long ago.
func (q *queue) addressOf(person string) string {
	return cmp.Or(q.addresses[person], q.earlier[person])
}

func (a *account) child(name string) *account {
	c := a.children[name]
	if c == nil {
		if a.children == nil {
			a.children = map[string]*account{}
		}
		c = &account{parent: a, name: name}
		a.children[name] = c
	}
	return c
}

// enter counts a decision. An idle account gets no credit for the time in which it asked for nothing.
func (a *account) enter() {
	for ; a.parent != nil; a = a.parent {
		if a.jobs == 0 {
			a.used = max(a.used, a.parent.start)
		}
		a.jobs++
	}
}

// leave undoes enter.
func (a *account) leave(now time.Time) {
	for ; a.parent != nil; a = a.parent {
		a.jobs--
		a.drop(now)
	}
}

// drop forgets an account that asks for nothing and has spent hardly anything lately.
func (a *account) drop(now time.Time) {
	if a.jobs == 0 && a.recent(now) < 1 {
		delete(a.parent.children, a.name)
	}
}

// sweep drops what can be dropped below an account.
func (a *account) sweep(now time.Time) {
	for _, c := range a.children {
		c.sweep(now)
		c.drop(now)
	}
}

// charge adds seconds of thinking; serving says that the account is served now.
func (a *account) charge(seconds float64, serving bool, now time.Time) {
	for ; a.parent != nil; a = a.parent {
		if serving {
			a.parent.start = max(a.parent.start, a.used)
		}
		a.used += seconds
		a.spent, a.spentAt = max(0, a.recent(now)+seconds), now
	}
}

// recent returns the thinking time spent lately.
func (a *account) recent(now time.Time) float64 {
	if a.spent == 0 {
		return 0
	}
	return a.spent * math.Exp2(-now.Sub(a.spentAt).Seconds()/spentHalf.Seconds())
}

func (q *queue) add(j *job) {
	address := q.addressOf(j.person)
	if address == "" {
		address = j.person
	}
	j.account = q.root.child(address).child(j.person).child(j.table)
	j.account.enter()
	if q.arrivals++; q.arrivals%sweepAfter == 0 {
		q.root.sweep(q.now())
	}
	j.arrival, j.asked = q.arrivals, q.now()
	q.waiting = append(q.waiting, j)
}

// rank is the place of a decision in the queue; the lowest is served. Numbers are compared in their order.
type rank struct {
	overBudget, botsAlone  bool
	address, person, table float64
	cost                   time.Duration
	arrival                uint64
}

func (q *queue) rank(j *job, now time.Time) rank {
	table := j.account
	person := table.parent
	address := person.parent
	return rank{
		overBudget: person.recent(now) > personBudget || address.recent(now) > addressBudget, botsAlone: !j.urgent,
		address: address.used, person: person.used, table: table.used, cost: q.cost(j), arrival: j.arrival,
	}
}

func (r rank) before(o rank) bool {
	switch {
	case r.overBudget != o.overBudget:
		return o.overBudget
	case r.botsAlone != o.botsAlone:
		return o.botsAlone
	case r.address != o.address:
		return r.address < o.address
	case r.person != o.person:
		return r.person < o.person
	case r.table != o.table:
		return r.table < o.table
	case r.cost != o.cost:
		return r.cost < o.cost
	}
	return r.arrival < o.arrival
}

// cost returns how long the thought is expected to take.
func (q *queue) cost(j *job) time.Duration {
	if usual, ok := q.usual[j.kind()]; ok {
		return usual
	}
	return firstGuess
}

// short reports whether the thought is known to be short.
func (q *queue) short(j *job) bool {
	usual, known := q.usual[j.kind()]
	return known && usual <= shortThought
}

// next takes out the decision to think about now, or returns nil. It is to be given to done afterwards. Decisions that
// nobody waits for any more are dropped on the way.
func (q *queue) next(shortOnly bool) *job {
	now := q.now()
	var best *job
	var bestRank rank
	kept := q.waiting[:0]
	for _, j := range q.waiting {
		if j.stale.Load() {
			j.account.leave(now)
			continue
		}
		kept = append(kept, j)
		if shortOnly && !q.short(j) {
			continue
		}
		if r := q.rank(j, now); best == nil || r.before(bestRank) {
			best, bestRank = j, r
		}
	}
	clear(q.waiting[len(kept):])
	q.waiting = kept
	if best == nil {
		return nil
	}
	for i, j := range q.waiting {
		if j == best {
			q.waiting = append(q.waiting[:i], q.waiting[i+1:]...)
			break
		}
	}
	best.charged = q.cost(best)
	best.account.charge(best.charged.Seconds(), true, now)
	return best
}

// done settles the account of a decision that took so long.
func (q *queue) done(j *job, took time.Duration) {
	now := q.now()
	j.account.charge((took - j.charged).Seconds(), false, now)
	j.account.leave(now)
	if usual, ok := q.usual[j.kind()]; ok {
		took = (7*usual + took) / 8
	}
	q.usual[j.kind()] = took
}

// oldest returns how long the decision that waits longest has waited.
func (q *queue) oldest() time.Duration {
	var most time.Duration
	now := q.now()
	for _, j := range q.waiting {
		most = max(most, now.Sub(j.asked))
	}
	return most
}

// kind tells bots apart by how long they think.
func (j *job) kind() botKind { return botKind{j.game.Info().ID, j.bot} }
