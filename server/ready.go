package server

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"time"

	"mirabilia/api"
	"mirabilia/store"
	"mirabilia/table"
)

// condition is what the store said when it was last asked to write.
type condition int

const (
	storeFine condition = iota
	// storeSpot: it writes, but something that was read of it is damaged.
	storeSpot
	// storeReserve: only what cannot wait is written; storeFull: nothing is, for want of space, but what is there can be read.
	storeReserve
	storeFull
	// storeAway: it could not be written to, for whatever other reason, or does not answer.
	storeAway
)

// conditionOf sorts what the store answered.
func conditionOf(err error) condition {
	switch {
	case err == nil:
		return storeFine
	case errors.Is(err, store.ErrReserve):
		return storeReserve
	case errors.Is(err, store.ErrFull):
		return storeFull
	case errors.Is(err, store.ErrDamagedSpot):
		return storeSpot
	}
	return storeAway
}

// known is what a node knows when it is asked whether it is ready.
type known struct {
	stopping bool
	store    condition
	// failing is for how long the store has been away, and apart for how long others have been able to write meanwhile.
	failing, apart time.Duration
	// othersWrite says that other nodes can write, and relayAway that this one does not hear of them at once.
	othersWrite, relayAway bool
}

const (
	// leaveAfter is how long a node must have been unable to write for others, that can, to do its duties. With the second in which they hear of it, that is
	// as long as for a node that is silent.
	leaveAfter = 4 * time.Second
	// moveAfter is for how long that must have been so for its people to be sent to the others: an outage of all neither begins nor ends at all nodes in the same moment.
	moveAfter = 2 * time.Second
	// moveWithin is how long that takes, so that they do not all come at once.
	moveWithin = 10 * time.Second
	// tellAfter is how long the store must have been away for pages to say so.
	tellAfter = 2 * time.Second
)

// Names of what a node may be, as /metrics has them.
const (
	stateReady    = "ready"
	stateDegraded = "degraded"
	stateDamaged  = "damaged"
	stateReserve  = "reserve"
	stateFull     = "full"
	stateCutOff   = "cut_off"
	stateUnsaving = "cannot_save"
	stateStopping = "stopping"
)

// What /readyz answers.
const (
	fullForNew  = "full: what is left is kept for games that are played, and for signing in"
	fullForAll  = "full: nothing can be saved until there is space; what is there can be read"
	degraded    = "ready, but degraded: the relay is away, so what happens on other nodes is read once a second"
	spotted     = "ready, but something that is stored is damaged; the log says what"
	cutOff      = "cut off: other nodes can save, and this one cannot"
	cannotSave  = "cannot save"
	readyWord   = "ready"
	stoppedWord = "stopping"
)

// allStates are the names in the order of the rules.
var allStates = []string{stateStopping, stateReady, stateDegraded, stateDamaged, stateReserve, stateFull, stateCutOff, stateUnsaving}

// verdict is what follows from what a node knows.
type verdict struct {
	// name is of /metrics; status and word are what /readyz answers.
	name   string
	status int
	word   string
	// writes is what the node tells the others: while any of them can write, one that cannot is nobody's steward. moves says that its people are sent to them.
	writes, moves bool
	// told is what the pages are told that stay: one of api.SavingFine and its like.
	told string
}

// judge is the one place where it is decided whether a node is ready, and what it does if it is not. docs/hosting.md has the same table.
func judge(k known) verdict {
	v := verdict{status: http.StatusOK, writes: k.store != storeAway || k.failing < leaveAfter, told: api.SavingFine}
	switch {
	case k.stopping:
		v.name, v.status, v.word = stateStopping, http.StatusServiceUnavailable, stoppedWord
	case k.store == storeAway && k.othersWrite && k.failing >= leaveAfter:
		v.name, v.status, v.word = stateCutOff, http.StatusServiceUnavailable, cutOff
		v.moves, v.told = k.apart >= moveAfter, api.SavingAway
	case k.store == storeAway:
		v.name, v.status, v.word = stateUnsaving, http.StatusServiceUnavailable, cannotSave
		if k.failing >= tellAfter {
			v.told = api.SavingAway
		}
	case k.store == storeFull:
		v.name, v.word, v.told = stateFull, fullForAll, api.SavingFull
	case k.store == storeReserve:
		v.name, v.word = stateReserve, fullForNew
	case k.store == storeSpot:
		v.name, v.word = stateDamaged, spotted
	case k.relayAway:
		v.name, v.word = stateDegraded, degraded
	default:
		v.name, v.word = stateReady, readyWord
	}
	return v
}

// readiness knows whether the store can write. It asks at most once a second, and waits for the answer for a moment only: a
// disk that takes longer is not ready.
type readiness struct {
	store store.Store

	mu    sync.Mutex
	asked time.Time
	// pending is closed when the question that is being asked is answered, and begun is when it was asked; nil if none is.
	pending chan struct{}
	begun   time.Time
	err     error
	// wrote is when the store was last known to write.
	wrote time.Time
	// apart is since when others can write and this node cannot; zero if that is not so.
	apart time.Time
	// doubted says that something failed since the store was last asked.
	doubted bool
}

const (
	readyFor = time.Second
	// readyWait is how long an answer is waited for.
	readyWait = 800 * time.Millisecond
	// pingTime is how long the store may take to answer; then it is asked anew.
	pingTime = 3 * time.Second
)

var errLate = errors.New("the store takes too long")

// check asks the store, unless it was asked just now, and waits for the answer for a moment.
func (r *readiness) check() error {
	pending := r.ask()
	if pending == nil {
		return r.last()
	}
	late := time.NewTimer(readyWait)
	defer late.Stop()
	select {
	case <-pending:
		return r.last()
	case <-late.C:
		return errLate
	}
}

// ask asks the store, unless it was asked just now, and waits for nothing. It returns what is closed with the answer; nil if there is one.
func (r *readiness) ask() <-chan struct{} {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.pending == nil {
		if time.Since(r.asked) <= readyFor {
			return nil
		}
		r.pending, r.begun, r.doubted = make(chan struct{}), time.Now(), false
		if known := r.begun.Add(-readyFor - mindEvery); conditionOf(r.err) != storeAway && known.After(r.wrote) {
			r.wrote = known // nobody has asked for a while, and nothing has failed
		}
		go r.ping(r.pending, r.begun)
	}
	return r.pending
}

func (r *readiness) ping(pending chan struct{}, begun time.Time) {
	ctx, cancel := context.WithTimeout(context.Background(), pingTime)
	err := r.store.Ping(ctx)
	cancel()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.err, r.asked, r.pending = err, time.Now(), nil
	if conditionOf(err) != storeAway && begun.After(r.wrote) {
		r.wrote = begun
	}
	close(pending)
}

// last returns the last answer, without waiting for one that is late.
func (r *readiness) last() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.pending != nil && time.Since(r.begun) > readyWait {
		return errLate
	}
	return r.err
}

// written notes that something was written that was begun at a certain time.
func (r *readiness) written(begun time.Time) {
	r.mu.Lock()
	if begun.After(r.wrote) {
		r.wrote = begun
	}
	r.mu.Unlock()
}

// doubt notes that the store has failed somebody, so that it is asked.
func (r *readiness) doubt() {
	r.mu.Lock()
	r.doubted = true
	r.mu.Unlock()
}

// suspicious reports whether the store has failed somebody since it was last fine.
func (r *readiness) suspicious() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.doubted || r.err != nil
}

// lastWrote returns when the store was last known to write.
func (r *readiness) lastWrote() time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.wrote
}

// apartFor notes whether this node is cut off and others are not, and returns for how long that has been so.
func (r *readiness) apartFor(now bool) time.Duration {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !now {
		r.apart = time.Time{}
		return 0
	}
	if r.apart.IsZero() {
		r.apart = time.Now()
	}
	return time.Since(r.apart)
}

// judged returns what follows from what this node knows, the store's last answer among it.
func (s *Server) judged(answer error) verdict {
	k := known{stopping: s.closing.Load() || s.draining.Load(), store: conditionOf(answer)}
	if k.store == storeAway {
		wrote := s.ready.lastWrote()
		k.failing, k.othersWrite = time.Since(wrote), s.hub.OthersWrite(wrote)
	}
	k.apart = s.ready.apartFor(k.othersWrite && k.failing >= leaveAfter)
	k.relayAway = s.cfg.Relay != nil && !s.cfg.Relay.Connected()
	return judge(k)
}

func (s *Server) alive(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "alive") }

func (s *Server) isReady(w http.ResponseWriter, _ *http.Request) {
	err := s.ready.check()
	v := s.judged(err)
	switch {
	case v.name == stateUnsaving && errors.Is(err, errLate):
		v.word += ": " + errLate.Error()
	case v.name == stateUnsaving:
		v.word += ": " + s.told(err).Message
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(v.status)
	fmt.Fprintln(w, v.word)
}

// mindEvery is how often a node looks whether it still does its duties.
const mindEvery = 250 * time.Millisecond

// mind does what follows from what the node knows, until the context ends. A node of a cluster asks its store all the time; a server that is alone only when
// the store has failed somebody: nobody else could do better meanwhile.
func (s *Server) mind(ctx context.Context) {
	tick := time.NewTicker(mindEvery)
	defer tick.Stop()
	before := verdict{name: stateReady, writes: true, told: api.SavingFine}
	var nodes []string
	var m mover
	for {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
		if s.cfg.Relay != nil || s.ready.suspicious() {
			s.ready.ask()
		}
		v := s.judged(s.ready.last())
		if v.name != before.name && v.name != stateStopping {
			s.cfg.Log.Warn("readiness has changed", "from", before.name, "to", v.name, "word", v.word)
		}
		if v.writes != before.writes {
			s.hub.Writing(v.writes)
		}
		if v.told != before.told {
			s.saving.Store(&v.told)
			s.clients.tell(savingMessage(v.told))
		}
		if v.moves && !before.moves {
			s.cfg.Log.Warn("people are sent to other nodes", "sockets", s.limits.openSockets())
		}
		m.step(v.moves, &s.clients)
		nodes = s.expectThoseOf(nodes)
		before = v
	}
}

// savingMessage tells a page whether the server can save.
func savingMessage(word string) []byte {
	return table.Encode(0, api.MessageSaving, api.Saving{State: word})
}

// expectThoseOf expects the people of nodes that are gone: their pages come here, all at once. It returns the nodes of now.
func (s *Server) expectThoseOf(before []string) []string {
	now := s.hub.Nodes()
	if slices.ContainsFunc(before, func(node string) bool { return !slices.Contains(now, node) }) {
		s.limits.expect(time.Now().Add(homecoming))
	}
	return now
}

// mover ends the sockets of a node whose people are to come back elsewhere, a few at a time.
type mover struct {
	left []opened
	each int
}

// step ends some sockets; move says whether any are to end.
func (m *mover) step(move bool, l *clients) {
	if !move {
		m.left = nil
		return
	}
	if len(m.left) == 0 {
		m.left = l.all()
		rand.Shuffle(len(m.left), func(i, k int) { m.left[i], m.left[k] = m.left[k], m.left[i] })
		m.each = len(m.left)/int(moveWithin/mindEvery) + 1
	}
	n := min(m.each, len(m.left))
	for _, c := range m.left[:n] {
		c.comeBack()
	}
	m.left = m.left[n:]
}
