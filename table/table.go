// Package table is one game being played: seats, clocks, bots, commands in, events out. It knows nothing of
// HTTP or SQL.
//
// A table is the fold of its journal (state.go): a command is decided on (commands.go), becomes an entry, is made
// durable, and only then is it acknowledged and told to everyone, each with its own view (show.go). A table
// (this file) holds that fold in memory as long as someone looks, and does one thing after the other.
package table

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"runtime/debug"
	"sync/atomic"
	"time"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/relay"
)

// table is one table in memory. All fields below known belong to the goroutine that has the turn.
type table struct {
	h  *Hub
	id string
	// turn has an element while a goroutine works on the table: it sends the element to begin, and takes it back when it is done. A table that
	// leaves memory keeps it.
	turn chan struct{}
	// asking counts the goroutines that wait for the turn.
	asking atomic.Int32
	// news are what other nodes tell of this table.
	news chan *relay.Message
	// timer says when the table has something to do by itself.
	timer *time.Timer
	done  chan struct{}
	// known is where memory was last in the journal; nil if nowhere. said is the number of the last line of chat, -1 if the chat is not in memory.
	known atomic.Pointer[point]
	said  atomic.Int64

	// s is nil when it has yet to be read from the journal.
	s *state
	// seen is the number of the last entry that subscribers were told of.
	seen int64
	// appended is when an entry last became durable.
	appended time.Time
	// saved is the number of the entry after which the table was last saved.
	saved int64
	// lines are the last lines of the log, if haveLines says so; older says that there are some before them.
	lines            []line
	haveLines, older bool
	// chat is what was said last, if haveChat says so.
	chat     []Line
	haveChat bool
	// names are those of people at the table and in its log, and kept those of them whose names are their own.
	names map[string]string
	kept  map[string]bool
	subs  map[*Subscription]struct{}
	// others are who follows the table at other nodes, and toldPresent what they were told last of who does here.
	others      map[string]elsewhere
	toldPresent string
	bases       bases
	// held are lines that are durable and will be told together with the next one, and heldSince is when the first of them was held back.
	held      []line
	heldSince time.Time
	// thinking are the decisions that bots are asked for, by seat.
	thinking [game.MaxSeats]*job
	failures failures
	refused  []refusal
	// presenceDue is when to tell who is connected; zero: nothing new.
	presenceDue time.Time
	// retryAt is when to try again after the journal failed; zero: it did not.
	retryAt time.Time
	failed  int // times in a row
	lastUse time.Time
	// weighs is what the table counts for in Hub.over.
	weighs int64
	// left says that the table is idle and shall leave memory.
	left bool
	// counted says that Config.Ended knows how the game ended.
	counted bool
	// absent is since when each seat is connected nowhere, as far as this node knows; 0 if it is connected. toldGone is what was told last of who can be claimed to be gone.
	absent   [game.MaxSeats]int64
	toldGone *api.Gone
}

// refusal is kept so that a repeated command is answered as before.
type refusal struct {
	key commandKey
	err error
}

const (
	rememberedRefusals = 32
	presenceDelay      = 200 * time.Millisecond
	presenceDelayEach  = time.Millisecond
	maxConflicts       = 5
	// inARow is within what time entries follow each other, as those of bots do.
	inARow = 100 * time.Millisecond
)

// run waits for what nobody asks of the table, until that leaves memory.
func (t *table) run() {
	defer t.h.forget(t)
	defer t.timer.Stop()
	if t.h.cfg.Relay != nil {
		defer t.h.cfg.Relay.Follow(t.id)()
	}
	for {
		var heard *relay.Message
		select {
		case heard = <-t.news:
		case <-t.timer.C:
		case <-t.h.closing:
			t.turn <- struct{}{}
			t.guard(t.tellHeld)
			t.closeAll(closedStopping)
			return
		}
		t.turn <- struct{}{}
		if t.left {
			return
		}
		t.start(nil, heard)
	}
}

// do lets f run at the table, as soon as it is its turn, unless the table leaves memory first.
func (t *table) do(f func()) {
	select {
	case t.turn <- struct{}{}:
		t.start(f, nil)
	case <-t.done:
	}
}

// start lets a step of the table begin. Its caller has the turn, which is over after the step.
func (t *table) start(asked func(), heard *relay.Message) {
	t.h.stacks.start(func() { t.step(asked, heard) }, t.turn)
}

// step does what is asked or what follows from what was heard, if anything, and then what the table has to do by itself.
func (t *table) step(asked func(), heard *relay.Message) {
	held := len(t.held)
	switch {
	case asked != nil:
		t.guard(asked)
		t.lastUse = time.Now()
	case heard != nil:
		t.guard(func() { t.hearNews(heard) })
	}
	began, now := time.Now(), t.now()
	t.guard(t.work)
	if len(t.held) == held || t.asking.Load() == 0 {
		t.guard(t.tellHeld)
	}
	t.weigh()
	if t.left = t.idle(); t.left {
		t.timer.Reset(0)
	} else {
		t.timer.Reset(t.sleep(began, now))
	}
}

// guard runs f and survives a fault in it: the memory of this table is given up, other tables play on.
func (t *table) guard(f func()) {
	defer func() {
		if fault := recover(); fault != nil {
			t.h.cfg.Log.Error("fault at a table", "table", t.id, "fault", fault, "stack", string(debug.Stack()))
			t.s = nil
			t.postpone(fmt.Errorf("fault: %v", fault))
		}
	}()
	f()
}

// idle reports whether the table may leave memory: nobody looks at it and it has nothing to do now. What it
// has to do later wakes it (Summary.Wake).
func (t *table) idle() bool {
	if len(t.subs) > 0 {
		return false
	}
	if t.s == nil {
		return true
	}
	for _, j := range t.thinking {
		if j != nil {
			return false
		}
	}
	return time.Since(t.lastUse) >= t.stays()
}

// A game that is over stays in memory without viewers for as long as it takes to ask for its result, its record and the rating one after the other; when such games hold
// mostOver bytes together, not even that.
const (
	overIdle = 5 * time.Second
	mostOver = 32 << 20
)

// stays returns how long the table stays in memory without viewers.
func (t *table) stays() time.Duration {
	switch {
	case t.weighs == 0:
		return t.h.cfg.Idle
	case t.h.over.Load() > mostOver:
		return 0
	case t.counted:
		return t.h.cfg.Idle // when it comes back, its end is told again
	}
	return min(t.h.cfg.Idle, overIdle)
}

// weigh estimates what a game that is over holds in memory, in bytes, and counts it for all of them.
func (t *table) weigh() {
	now := int64(0)
	if t.s != nil && t.s.over() {
		now = 16<<10 + int64(len(t.lines))*1024 + int64(len(t.s.decisions)+len(t.s.done))*128
	}
	t.h.over.Add(now - t.weighs)
	t.weighs = now
}

// sleep returns how long the table has nothing to do if nobody asks anything. What was due when it began to work, at that moment and by the
// table's own time, needs no timer: it has been done, or it waits for something that the table will hear of, such as a bot's choice or
// the last spectator's leaving.
func (t *table) sleep(began time.Time, now int64) time.Duration {
	next := time.Hour
	if len(t.held) > 0 && t.s != nil {
		next = time.Until(t.heldSince.Add(longestHold))
	}
	for _, at := range []time.Time{t.lastUse.Add(t.stays()), t.presenceDue, t.retryAt, t.failures.again} {
		if at.After(began) {
			next = min(next, time.Until(at))
		}
	}
	if t.s != nil && t.retryAt.IsZero() && t.h.Steward(t.id) {
		for _, at := range []int64{t.due(), t.runsOut()} {
			if at > now {
				next = min(next, time.Duration(at-t.now())*time.Millisecond)
			}
		}
	}
	return max(time.Millisecond, next)
}

// due returns when the table acts by itself next, by its own time, or 0 if never.
func (t *table) due() int64 {
	switch at := t.s.wake(); {
	case at > 0 && at == t.s.runsOut():
		return t.runsOut()
	case t.s.waitsForNonces():
		return t.enforced(at)
	default:
		return at
	}
}

// runsOut returns when it is acted on that the time of a seat or of a claim has run out, or 0 if never.
func (t *table) runsOut() int64 {
	at := t.s.runsOut()
	if at > 0 {
		at = t.enforced(at)
	}
	return at
}

// now returns the table's time in Unix milliseconds. It never goes back: a table whose last entry is later than the server's
// time, because that was wrong once, stays as far ahead.
func (t *table) now() int64 {
	now := t.h.time.now()
	if t.s != nil {
		if behind := t.s.updated - t.s.ahead - now; behind > maxStep {
			t.s.ahead += behind // time was wrong, here or at the node that wrote the last entry
		}
		now = max(now+t.s.ahead, t.s.updated)
	}
	return now
}

// enforced returns when a deadline is acted on: not right after a start or a jump of the clock, so that people can come back
// first.
func (t *table) enforced(deadline int64) int64 {
	return max(deadline, t.h.opened+t.h.cfg.Grace.Milliseconds()+t.s.ahead, t.h.time.calmUntil()+t.s.ahead)
}

// outOfTime returns the seat that has run out of time, if there is one.
func (t *table) outOfTime() (seat int, ok bool) {
	seat, at := t.s.nextDeadline()
	return seat, at > 0 && t.now() >= t.enforced(at)
}

// work does what the table has to do by itself.
func (t *table) work() { t.workAs(t.h.Steward(t.id)) }

// workAs does what the table has to do by itself. One that is not the steward only keeps up with the journal.
func (t *table) workAs(steward bool) {
	t.noteAbsence()
	if !t.presenceDue.IsZero() && !time.Now().Before(t.presenceDue) {
		t.tellPresence()
	}
	if !t.retryAt.IsZero() && time.Now().Before(t.retryAt) {
		return
	}
	if t.s == nil && t.seen == 0 {
		return // never read: the next question will read it
	}
	if err := t.goOn(steward); err != nil {
		var refusal *game.Error
		if errors.As(err, &refusal) && (refusal.Code == game.NotFound || refusal.Reason == ReasonUnreadable) {
			t.gone() // or nothing can be done here: it is not tried again until somebody asks
			return
		}
		t.postpone(err)
		return
	}
	t.retryAt = time.Time{}
	if t.s == nil || !t.s.waitsForItself() {
		t.failed = 0 // otherwise what is about to be written may fail again, and then it waits longer
	}
	if t.s != nil && steward {
		t.askBots()
	}
}

// gone gives up a table that is kept no longer.
func (t *table) gone() {
	t.s, t.seen, t.retryAt = nil, 0, time.Time{}
	t.known.Store(nil)
	t.dropThoughts()
	t.closeAll(closedGone)
}

// goOn does what is due, one thing after the other.
func (t *table) goOn(steward bool) error {
	conflicts := 0
	for {
		if err := t.ready(); err != nil {
			return err
		}
		more, err := t.answerClaim()
		if !more && steward {
			more, err = t.automatic()
		}
		switch {
		case conflict(err) && conflicts < maxConflicts:
			conflicts++
		case err != nil || !more:
			return err
		}
	}
}

// postpone tries again a little later, longer each time.
func (t *table) postpone(err error) {
	t.failed++
	wait := min(100*time.Millisecond<<min(t.failed, 7), 10*time.Second)
	t.retryAt = time.Now().Add(wait)
	t.h.stuck(t.id, err, wait)
}

// automatic does one thing that is due without anybody asking, and reports whether there may be more.
func (t *table) automatic() (more bool, err error) {
	s, now := t.s, t.now()
	switch seat, late := t.outOfTime(); {
	case s.status == api.StatusPlaying && s.foreign():
		return true, t.commit(&entry{Kind: kindClosed, Seat: noSeat, Why: api.ClosedRules})
	case s.undo != nil && s.undo.waiting == 0:
		return true, t.commit(&entry{Kind: kindUndone, Seat: int(s.undo.seat), N: int64(s.undo.keep)})
	case t.pauseDue() != nil:
		return true, t.commit(t.pauseDue())
	case late:
		if s.keptBack(seat) > 0 {
			if aborts, err := t.aborts(seat); err != nil {
				return false, err
			} else if aborts {
				return true, t.commit(aborted(seat))
			}
		}
		e := &entry{Kind: kindTimedOut, Seat: seat}
		if f, ok := s.board.(game.Forfeiter); !s.lostByLeaving() {
			e.Why, e.Bot = api.AwayTime, s.settings.Takeover
		} else if ok {
			e.Move = s.board.Text(f.TimeOut())
		}
		return true, t.commit(e)
	case t.claimDue():
		e := &entry{Kind: kindGone, Seat: s.claim.seat}
		if f, ok := s.board.(game.Forfeiter); ok {
			e.Move = s.board.Text(f.TimeOut())
		}
		return true, t.commit(e)
	case s.startsAt() > 0 && now >= t.due():
		return true, t.commit(s.begin(noSeat, ""))
	case t.countsDue():
		return true, t.count(context.Background())
	case s.rematchAgreed():
		id := s.nextID
		if err := t.h.write(context.Background(), id, s.rematchEntries(t.h.NewSecret())); err != nil && !conflict(err) {
			return false, err
		}
		return true, t.commit(&entry{Kind: kindNext, Seat: noSeat, Table: id})
	case s.status == api.StatusLobby && now >= s.updated+lobbyLife, s.status == api.StatusClosed && now >= s.finished+closedLife:
		if err := t.h.cfg.Store.Drop(context.Background(), t.id, s.seq); err != nil {
			t.s = nil
			return false, err
		}
		t.h.expired.Add(1)
		t.gone()
		return false, game.Refuse(game.NotFound, "no_table", "table %q is kept no longer", t.id)
	case s.status == api.StatusFinished && !s.archived && len(t.subs) == 0 && now >= s.updated+archiveAfter:
		return true, t.archive()
	}
	return false, nil
}

// pauseDue returns the entry that leaves time out of the clocks that nobody lived through: the server was down, or its clock
// jumped. It is nil if no clock ran meanwhile.
func (t *table) pauseDue() *entry {
	if _, at := t.s.nextDeadline(); at == 0 {
		return nil
	}
	// By the time of the server, which the table may be ahead of.
	length, _ := t.h.time.paused(t.s.updated - t.s.ahead)
	if length == 0 {
		return nil
	}
	return &entry{Kind: kindPaused, Seat: noSeat, N: length}
}

// archive keeps a finished game as its saved table alone and drops the journal.
func (t *table) archive() error {
	s := t.s
	t.s = nil
	s.archived = true
	if err := t.h.cfg.Store.Append(context.Background(), t.id, &Batch{Last: s.seq, After: s.tip, Tip: s.tip, Rewrite: true, Base: s.seq, Snapshot: s.save(), Summary: s.summary()}); err != nil {
		return unavailable(err)
	}
	t.s, t.saved, t.haveLines = s, s.seq, false
	t.h.archived.Add(1)
	t.lastUse = time.Time{} // it came into memory for this alone
	return nil
}

// ready reads the table from its journal if it is not in memory.
func (t *table) ready() error {
	if t.s != nil {
		return nil
	}
	t.held = nil
	seen, ctx := t.seen, context.Background()
	j, err := t.h.open(ctx, t.id, len(t.subs) > 0)
	if err != nil {
		return err
	}
	known := t.known.Load()
	other := known != nil && !j.follows(*known)
	// A journal that begins after what was known, because the table was saved since, need not be another.
	torn := other && known.seq >= j.base.seq
	var show func(*state, line)
	if len(t.subs) > 0 {
		// What became durable while this memory did not know of it is told now.
		t.lines, t.older = nil, false
		show = func(s *state, l line) {
			s.names, s.kept = t.names, t.kept
			t.keepLine(l)
			if l.e.Seq > t.seen && !other {
				t.tell(s, &t.lines[len(t.lines)-1])
			}
		}
	}
	s, err := j.fold(show)
	if err != nil {
		return err
	}
	t.s, t.seen, t.saved, t.haveLines = s, s.seq, s.seq, show != nil
	t.knows(s)
	s.names, s.kept, s.ahead = t.names, t.kept, max(0, s.updated-t.h.time.now())
	if !other {
		t.keepThoughts(seen)
		return nil
	}
	if err := t.beginAnew(ctx); err != nil {
		// Nobody has a snapshot yet: whoever asks next begins here again.
		t.s = nil
		t.known.Store(known)
		return err
	}
	if torn {
		t.h.torn.Add(1)
		t.h.cfg.Log.Warn("what memory knew of a table is not what its journal has", "table", t.id, "last", t.s.seq)
	}
	return nil
}

// knows notes where memory is in the journal.
func (t *table) knows(s *state) {
	at := s.point()
	t.known.Store(&at)
}

// beginAnew gives everybody a snapshot after memory had a past that is not the journal's, as far as is known: what they were told did not happen.
func (t *table) beginAnew(ctx context.Context) error {
	t.dropThoughts()
	t.refused, t.counted = nil, false
	for v := range t.bases {
		t.bases[v] = base{n: t.bases[v].n + 1}
	}
	if len(t.subs) == 0 {
		return nil
	}
	if err := t.readChat(ctx); err != nil {
		return err
	}
	if err := t.findNames(ctx); err != nil {
		return err
	}
	for sub := range t.subs {
		if !t.s.maySee(sub.person) {
			t.drop(sub, closedPrivate)
			continue
		}
		viewer := t.s.viewerOf(sub.person)
		t.send(sub, Encode(t.s.told[viewer], api.MessageSnapshot, t.snapshot(Person{ID: sub.person, Deaf: sub.deaf})))
		if sub.base = 0; sub.patches && t.s.board != nil {
			sub.base = t.bases.current(viewer)
		}
	}
	return nil
}

// look makes ready what a person wants to see: the table, its log, its chat, and the names in all of them. When another
// process wrote meanwhile, it looks again.
func (t *table) look(p Person) error {
	ctx := context.Background()
	for range maxConflicts {
		if err := t.ready(); err != nil {
			return err
		}
		if !t.s.maySee(p.ID) {
			if t.outdated() {
				continue
			}
			return private()
		}
		if t.s.seatOf(p.ID) < 0 {
			if err := t.h.unsealed(ctx, t.s); err != nil {
				return err
			}
		}
		t.meet(p)
		if err := t.readLines(ctx); err != nil {
			return err
		}
		if t.s == nil {
			continue
		}
		if err := t.readChat(ctx); err != nil {
			return err
		}
		return t.findNames(ctx)
	}
	return tooFast()
}

// saveEvery is after how many entries a table is saved anew.
const saveEvery = 64

// commit makes an entry durable, applies it and tells everybody. When it fails, the memory of the table is
// given up: the journal decides whether the entry became durable.
func (t *table) commit(e *entry) error { return t.commitThen(e, func() {}) }

// commitThen does what commit does, and calls durable as soon as the entry is durable, before the others are told.
func (t *table) commitThen(e *entry, durable func()) error {
	if p := t.pauseDue(); p != nil && e.Kind != kindPaused {
		if err := t.commit(p); err != nil {
			return err
		}
	}
	e.Seq, e.At = t.s.seq+1, t.now()
	notBefore := int64(0)
	switch {
	case e.Kind == kindGone:
		notBefore = t.s.claim.until - t.s.ahead
	case e.Kind == kindTimedOut || e.Kind == kindClosed && e.By == "" && e.Why == api.ClosedAborted:
		_, notBefore = t.s.nextDeadline()
		notBefore -= t.s.ahead
	}
	patient := t.patient()
	var events game.Events
	s, owed := t.s, t.s.owing()
	t.s = nil
	was := s.status
	if err := s.apply(e, &events); err != nil {
		return unavailable(err)
	}
	b := &Batch{Last: e.Seq - 1, After: s.tip, Entries: [][]byte{e.encode()}, Summary: s.summary(), NotBefore: notBefore, Patient: patient,
		CanWait: s.status == api.StatusLobby && e.Kind != kindLeft}
	b.Tip = nextTip(b.After, b.Entries...)
	// The result of a game must outlive the rules by which it was found.
	if s.status != was && s.over() || e.Seq-t.saved >= saveEvery {
		b.Snapshot = s.save()
	}
	if err := t.h.cfg.Store.Append(context.Background(), t.id, b); err != nil {
		return unavailable(err)
	}
	s.tip = b.Tip
	t.s, t.appended, t.failed = s, time.Now(), 0
	t.knows(s)
	durable()
	t.spread(e, b)
	if b.Snapshot != nil {
		t.saved = e.Seq
	}
	if kinds[e.Kind].diverts {
		t.dropThoughts()
	}
	l := s.line(e, &events)
	if t.haveLines {
		t.keepLine(l)
	}
	if t.holds(s, &l, owed) {
		t.hold(s, l)
	} else {
		t.tell(s, &l)
	}
	return nil
}

// patient reports whether the next entry may wait a moment for those of other tables: neither bots nor people who choose at once are about to be kept waiting behind it.
func (t *table) patient() bool {
	return t.s.owing().Len() <= 1 && time.Since(t.appended) > inARow
}

func conflict(err error) bool {
	refusal, ok := errors.AsType[*game.Error](err)
	return ok && refusal.Code == game.Conflict && refusal.Reason == ReasonSeqTaken
}

const (
	// ReasonSeqTaken is the reason with which a Journal refuses an append because another was first.
	ReasonSeqTaken = "seq_taken"
	// ReasonTaken is the reason with which somebody is refused who finds no seat.
	ReasonTaken = "table_taken"
)

// command answers a person's command, as soon as it is durable or refused.
func (t *table) command(p Person, c *api.Command, answer func(*api.Ack, error)) {
	ack := func(seq int64) { answer(&api.Ack{ID: c.ID, Seq: seq}, nil) }
	if err := t.tryCommand(p, c, ack); err != nil {
		answer(nil, err)
	}
}

func (t *table) tryCommand(p Person, c *api.Command, ack func(seq int64)) error {
	key := commandKey{p.ID, c.ID}
	for range maxConflicts {
		if err := t.ready(); err != nil {
			return err
		}
		t.meet(p)
		if d, ok := t.s.done[key]; ok {
			ack(d.told)
			return nil
		}
		for _, r := range t.refused {
			if r.key == key {
				return r.err
			}
		}
		t.expire()
		if t.s == nil {
			continue
		}
		if answered, err := t.answerClaimOf(p); conflict(err) || answered && err == nil {
			continue
		} else if err != nil {
			return err
		}
		err := t.s.mayAsk(p, c)
		if err == nil && c.Type == api.CommandChat {
			if _, err = t.s.chatText(p, c.Data.Text); err == nil {
				return t.say(p, c, ack)
			}
		}
		var e *entry
		if err == nil {
			e, err = t.answerTo(p, c)
		}
		if err != nil {
			if t.outdated() {
				continue
			}
			if c.Type == api.CommandMove {
				err = t.withAllowed(err, p)
			}
			t.refuse(key, err)
			return err
		}
		if err := t.commitThen(e, func() { ack(t.s.told[t.s.viewerOf(p.ID)]) }); !conflict(err) {
			return err
		}
	}
	return tooFast()
}

// outdated reports whether another process wrote, and applies what it wrote: the table is to be looked at again before anything is
// refused.
func (t *table) outdated() bool {
	more, err := t.catchUp()
	return more && err == nil
}

func tooFast() error { return unavailable(errors.New("the table changes too fast")) }

// expire lets clocks run out before a command is looked at that comes too late.
func (t *table) expire() {
	if _, late := t.outOfTime(); late {
		t.workAs(true)
	}
}

func (t *table) refuse(key commandKey, err error) {
	if key.id == "" {
		return
	}
	if len(t.refused) == rememberedRefusals {
		t.refused = append(t.refused[:0], t.refused[1:]...)
	}
	t.refused = append(t.refused, refusal{key, err})
}

// MoveRefused is the refusal of a move, with the moves that the seat may make.
type MoveRefused struct {
	Refusal *game.Error
	Allowed []string
}

func (e *MoveRefused) Error() string { return e.Refusal.Error() }

// Unwrap returns the refusal.
func (e *MoveRefused) Unwrap() error { return e.Refusal }

func (t *table) withAllowed(err error, p Person) error {
	var r *game.Error
	if moves := t.s.moves(nil, t.s.viewerOf(p.ID)); len(moves) > 0 && errors.As(err, &r) {
		return &MoveRefused{r, moves}
	}
	return err
}

const (
	tokenSeparator = "."
	maxToken       = 128
)

func badInvite() error {
	return game.Refuse(game.NotFound, "bad_invite", "this invitation is not valid, or no longer valid")
}

// invite makes a token. When another process was first, it looks again.
func (t *table) invite(p Person) (string, error) {
	for range maxConflicts {
		if err := t.ready(); err != nil {
			return "", err
		}
		if err := t.s.mayInvite(p); err != nil {
			if t.outdated() {
				continue
			}
			return "", err
		}
		t.meet(p)
		var random [16]byte
		systemRandom(random[:])
		token := t.id + tokenSeparator + hex.EncodeToString(random[:])
		if err := t.commit(&entry{Kind: kindInvite, Seat: noSeat, By: p.ID, Invitation: tokenHash(token)}); !conflict(err) {
			return token, err
		}
	}
	return "", tooFast()
}

func (s *state) mayInvite(p Person) error {
	switch {
	case !s.maySee(p.ID):
		return private()
	case p.ID != s.owner && s.seatOf(p.ID) < 0:
		return game.Refuse(game.Forbidden, "no_seat_held", "only players at the table can invite others")
	case s.status != api.StatusLobby:
		return game.Refuse(game.Conflict, "already_started", "the game has already started")
	case len(s.invites) >= maxInvites:
		return game.Refuse(game.TooMany, "too_many_invites", "a table can have at most %d invitations", maxInvites)
	}
	return nil
}

// tokenHash returns what is kept of a token.
func tokenHash(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// accept lets a person in who holds a token. When another process was first, it looks again.
func (t *table) accept(token string, p Person) error {
	for range maxConflicts {
		if err := t.ready(); err != nil {
			return err
		}
		if (!t.s.invites[tokenHash(token)] || t.s.removed[p.ID]) && t.outdated() {
			continue
		}
		switch {
		case !t.s.invites[tokenHash(token)], t.s.removed[p.ID]:
			return badInvite()
		case t.s.belongs(p.ID), t.s.settings.Public:
			return nil
		case t.s.status != api.StatusLobby:
			return game.Refuse(game.Conflict, "already_started", "the game has already started")
		}
		if err := t.s.together(p, badInvite); err != nil {
			return err
		}
		t.meet(p)
		if err := t.commit(&entry{Kind: kindAdmitted, Seat: noSeat, Person: p.ID}); !conflict(err) {
			return err
		}
	}
	return tooFast()
}
