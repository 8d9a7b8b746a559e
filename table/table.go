// Package table is one game being played: seats, clocks, bots, commands in, events out. It knows nothing of
// HTTP or SQL.
//
// A table is the fold of its journal (state.go): a command is decided on (commands.go), becomes an entry, is made
// durable, and only then is it acknowledged and sent to everyone, each with their own view (show.go). The
// goroutine that owns a table (this file) holds that fold in memory as long as someone looks.
package table

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"mirabilia/api"
	"mirabilia/game"
)

// table is the owner of one table. All fields below done belong to its goroutine.
type table struct {
	h     *Hub
	id    string
	inbox chan func()
	done  chan struct{}

	// s is nil when it has yet to be read from the journal.
	s *state
	// told is the number of the last entry that subscribers were told of.
	told  int64
	subs  map[*Subscription]struct{}
	shown shownViews
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
)

// run is the goroutine that owns the table.
func (t *table) run() {
	defer t.h.forget(t)
	t.lastUse = time.Now()
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case f := <-t.inbox:
			t.guard(f)
			t.lastUse = time.Now()
		case <-timer.C:
		case <-t.h.closing:
			t.closeAll(closedStopping)
			return
		}
		t.guard(t.work)
		if t.idle() {
			return
		}
		timer.Reset(t.sleep())
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
	return time.Since(t.lastUse) >= t.h.cfg.Idle
}

// sleep returns how long the table has nothing to do if nobody asks anything.
func (t *table) sleep() time.Duration {
	next := t.lastUse.Add(t.h.cfg.Idle)
	if len(t.subs) > 0 {
		next = time.Now().Add(time.Hour)
	}
	sooner := func(at time.Time) {
		if !at.IsZero() && at.Before(next) {
			next = at
		}
	}
	sooner(t.presenceDue)
	sooner(t.retryAt)
	sooner(t.failures.again)
	if t.s != nil && t.retryAt.IsZero() {
		if _, at := t.s.nextDeadline(); at > 0 {
			sooner(t.enforced(at))
		}
	}
	return max(time.Millisecond, time.Until(next))
}

// enforced returns when a deadline is acted on.
func (t *table) enforced(deadline int64) time.Time {
	at, floor := time.UnixMilli(deadline), t.h.opened.Add(t.h.cfg.Grace)
	if at.Before(floor) {
		return floor
	}
	return at
}

// work does what the table must do without a command.
func (t *table) work() {
	if !t.presenceDue.IsZero() && !time.Now().Before(t.presenceDue) {
		t.tellPresence()
	}
	if !t.retryAt.IsZero() && time.Now().Before(t.retryAt) {
		return
	}
	if t.s == nil && t.told == 0 {
		return // never read: the next question will read it
	}
	if err := t.goOn(); err != nil {
		t.postpone(err)
		return
	}
	t.failed, t.retryAt = 0, time.Time{}
	t.askBots()
}

// goOn writes the entries that are due, one after the other.
func (t *table) goOn() error {
	conflicts := 0
	for {
		if err := t.ready(); err != nil {
			return err
		}
		e, err := t.automatic()
		if e == nil {
			return err
		}
		if err := t.commit(e); conflict(err) && conflicts < maxConflicts {
			conflicts++
		} else if err != nil {
			return err
		}
	}
}

// postpone tries again a little later, longer each time.
func (t *table) postpone(err error) {
	t.failed++
	wait := min(100*time.Millisecond<<min(t.failed, 7), 10*time.Second)
	t.retryAt = time.Now().Add(wait)
	t.h.cfg.Log.Error("table cannot go on", "table", t.id, "error", err, "again_in", wait)
}

// automatic returns what is due at the table without anybody asking: nil if nothing is.
func (t *table) automatic() (*entry, error) {
	s := t.s
	if s.undo != nil && s.undo.waiting == 0 {
		return &entry{Type: api.WhatUndone, Seat: int(s.undo.seat), N: s.undo.keep}, nil
	}
	if seat, at := s.nextDeadline(); at > 0 && !time.Now().Before(t.enforced(at)) {
		e := &entry{Type: api.WhatTimedOut, Seat: seat}
		if !s.lostByLeaving() {
			e.Why, e.Bot = api.AwayTime, s.settings.Takeover
		}
		return e, nil
	}
	if s.rematchAgreed() {
		id := s.rematchID()
		if err := t.h.write(context.Background(), id, s.rematchEntries(t.h.newSecret())); err != nil && !conflict(err) {
			return nil, err
		}
		return &entry{Type: api.WhatNext, Seat: api.NoSeat, Text: id}, nil
	}
	return nil, nil
}

// ready reads the table from its journal if it is not in memory.
func (t *table) ready() error {
	if t.s != nil {
		return nil
	}
	journal, err := t.h.read(context.Background(), t.id)
	if err != nil {
		return err
	}
	if len(t.subs) == 0 {
		t.shown = shownViews{} // perhaps nobody was told what came after them
	}
	var show func(*state, *entry, *game.Events)
	if len(t.subs) > 0 {
		// What became durable while this memory did not know of it is told now.
		show = func(s *state, e *entry, told *game.Events) {
			if e.Seq > t.told {
				t.tell(s, e, told)
			}
		}
	}
	s, err := fold(t.h.cfg.Games, t.id, journal, show)
	if err != nil {
		return unavailable(err)
	}
	t.s, t.told = s, s.seq
	t.dropThoughts()
	return nil
}

// commit makes an entry durable, applies it and sends it to everyone. When it fails, the memory of the table is
// given up: the journal decides whether the entry became durable.
func (t *table) commit(e *entry) error { return t.commitThen(e, func() {}) }

// commitThen is commit with something to do as soon as the entry is durable, before it is sent to the others.
func (t *table) commitThen(e *entry, durable func()) error {
	e.Seq, e.At = t.s.seq+1, max(time.Now().UnixMilli(), t.s.updated)
	var events game.Events
	s := t.s
	t.s = nil
	if err := s.apply(t.h.cfg.Games, e, &events); err != nil {
		return unavailable(err)
	}
	if err := t.h.cfg.Journal.Append(context.Background(), t.id, e.Seq-1, [][]byte{e.encode()}, s.summary()); err != nil {
		return unavailable(err)
	}
	t.s, t.told = s, e.Seq
	durable()
	if e.Type == api.WhatUndone || e.Type == api.WhatBack {
		t.dropThoughts()
	}
	t.tell(s, e, &events)
	return nil
}

func conflict(err error) bool {
	var refusal *game.Error
	return errors.As(err, &refusal) && refusal.Code == game.Conflict && refusal.Reason == ReasonSeqTaken
}

// ReasonSeqTaken is the reason with which a Journal refuses an append because another was first.
const ReasonSeqTaken = "seq_taken"

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
		if seq, ok := t.s.done[key]; ok {
			ack(seq)
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
		e, err := t.h.answerTo(t.s, p, c)
		if err != nil {
			if news, failed := t.h.cfg.Journal.Read(context.Background(), t.id, t.s.seq); failed == nil && len(news) > 0 {
				t.s = nil // another process wrote: look again before refusing
				continue
			}
			if c.Type == api.CommandMove {
				err = t.withAllowed(err, p)
			}
			t.refuse(key, err)
			return err
		}
		if err := t.commitThen(e, func() { ack(e.Seq) }); !conflict(err) {
			return err
		}
	}
	return unavailable(errors.New("the table changes too fast"))
}

// expire lets clocks run out before a command is looked at that comes too late.
func (t *table) expire() {
	if _, at := t.s.nextDeadline(); at > 0 && !time.Now().Before(t.enforced(at)) {
		t.work()
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
	if moves := t.s.moves(t.s.eyeOf(p.ID)); len(moves) > 0 && errors.As(err, &r) {
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

func (t *table) invite(p Person) (string, error) {
	if err := t.ready(); err != nil {
		return "", err
	}
	switch s := t.s; {
	case !s.maySee(p.ID):
		return "", private()
	case p.ID != s.owner && s.seatOf(p.ID) < 0:
		return "", game.Refuse(game.Forbidden, "no_seat_held", "only players at the table can invite others")
	case s.status != api.StatusLobby:
		return "", game.Refuse(game.Conflict, "already_started", "the game has already started")
	case len(s.invites) >= maxInvites:
		return "", game.Refuse(game.TooMany, "too_many_invites", "a table can have at most %d invitations", maxInvites)
	}
	var random [16]byte
	rand.Read(random[:])
	token := t.id + tokenSeparator + hex.EncodeToString(random[:])
	return token, t.commit(&entry{Type: api.WhatInvite, Seat: api.NoSeat, Person: p.ID, Name: p.Name, Text: tokenHash(token)})
}

// tokenHash returns the stored form of a token.
func tokenHash(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

func (t *table) accept(token string, p Person) error {
	if err := t.ready(); err != nil {
		return err
	}
	switch {
	case !t.s.invites[tokenHash(token)]:
		return badInvite()
	case t.s.maySee(p.ID):
		return nil
	case t.s.status != api.StatusLobby:
		return game.Refuse(game.Conflict, "already_started", "the game has already started")
	}
	return t.commit(&entry{Type: api.WhatInvited, Seat: api.NoSeat, Person: p.ID, Name: p.Name})
}
