package table

import (
	"context"
	"time"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/jsondiff"
)

// Why the hub ended a subscription.
const (
	closedSlow     = "slow"
	closedStopping = "stopping"
	closedPrivate  = "private"
)

// queueLength is how many messages may wait for a subscriber before it is given up as too slow.
const queueLength = 32

// Subscription is a stream of messages to one person: api.Envelope as JSON, each complete in itself.
type Subscription struct {
	// First is what the subscriber missed, or a snapshot.
	First [][]byte
	// C carries what happens from then on. It is closed when the subscription ends by itself.
	C <-chan []byte

	notify func(slow bool)
	c      chan []byte
	h      *Hub
	id     string
	person string
	why    string
	// patches reports whether views are to be told as differences; base is the view that the subscriber was told last, nil if
	// the next must be whole.
	patches bool
	base    *shownView
}

// Slow says, once C is closed, that the subscriber did not read fast enough.
func (s *Subscription) Slow() bool { return s.why == closedSlow }

// Stopping says, once C is closed, that the Hub is closing.
func (s *Subscription) Stopping() bool { return s.why == closedStopping }

// Close ends the subscription.
func (s *Subscription) Close() {
	s.h.mu.Lock()
	t := s.h.tables[s.id]
	s.h.mu.Unlock()
	if t == nil {
		return // a table with subscriptions is in memory, so this one has ended
	}
	drop := func() {
		if _, ok := t.subs[s]; ok {
			t.drop(s, "")
		}
	}
	select {
	case t.inbox <- drop:
	case <-t.done:
	}
}

// Subscribe lets a person follow a table: from the entry numbered since on, or with a snapshot first if since
// is negative or too far back. With patches views are told as differences to the one told before (jsondiff), after a first
// one that is whole. notify may be nil; otherwise it is called whenever there is something on C (and told when
// the subscriber is given up as too slow), and must not wait.
func (h *Hub) Subscribe(ctx context.Context, id string, p Person, since int64, patches bool, notify func(slow bool)) (*Subscription, error) {
	now, err := ask(ctx, h, id, func(t *table) (*present, error) { return t.subscribe(p, since, patches, notify) })
	if err != nil {
		return nil, err
	}
	sub := now.sub
	if sub.First, err = h.missed(ctx, now, p, since); err != nil {
		sub.Close()
		return nil, err
	}
	return sub, nil
}

// present is what a table's memory adds to its journal: how far it is and who is connected.
type present struct {
	id         string
	seq        int64
	online     []int
	spectators int
	failing    []int
	sub        *Subscription
}

func (t *table) subscribe(p Person, since int64, patches bool, notify func(slow bool)) (*present, error) {
	if err := t.ready(); err != nil {
		return nil, err
	}
	if !t.s.maySee(p.ID) {
		return nil, private()
	}
	if notify == nil {
		notify = func(bool) {}
	}
	sub := &Subscription{c: make(chan []byte, queueLength), notify: notify, h: t.h, id: t.id, person: p.ID}
	sub.C, sub.patches = sub.c, patches
	if eye := t.s.eyeOf(p.ID); patches && since < 0 && t.s.board != nil {
		// The snapshot that comes first has this view.
		if t.shown[eye] == nil {
			t.shown[eye] = &shownView{t.s.board.View(eye)}
		}
		sub.base = t.shown[eye]
	}
	t.subs[sub] = struct{}{}
	t.presenceChanged()
	now := t.present()
	now.sub = sub
	return now, nil
}

func (t *table) present() *present {
	now := &present{id: t.id, seq: t.s.seq, failing: seatList(t.failures.seats)}
	var set game.Seats
	for sub := range t.subs {
		if seat := t.s.seatOf(sub.person); seat >= 0 {
			set |= 1 << seat
		} else {
			now.spectators++
		}
	}
	now.online = seatList(set)
	return now
}

// drop ends a subscription.
func (t *table) drop(sub *Subscription, why string) {
	delete(t.subs, sub)
	sub.why = why
	close(sub.c)
	sub.notify(why == closedSlow)
	t.presenceChanged()
}

func (t *table) closeAll(why string) {
	for sub := range t.subs {
		t.drop(sub, why)
	}
}

// presenceChanged schedules one message about presence for all changes until then; the more subscribers there are, the
// later it is sent.
func (t *table) presenceChanged() {
	if t.presenceDue.IsZero() {
		t.presenceDue = time.Now().Add(presenceDelay + time.Duration(len(t.subs))*presenceDelayEach)
	}
}

func (t *table) tellPresence() {
	t.presenceDue = time.Time{}
	if t.s == nil {
		return
	}
	now := t.present()
	message := encode(t.s.seq, api.MessagePresence, api.Presence{Online: now.online, Spectators: now.spectators, FailingBots: now.failing})
	for sub := range t.subs {
		if len(sub.c) > queueLength/2 {
			t.presenceChanged() // it has more important things to read; it gets the presence later
			continue
		}
		t.send(sub, message)
	}
}

// send never blocks. A subscriber that falls behind is dropped and can resume.
func (t *table) send(sub *Subscription, message []byte) {
	select {
	case sub.c <- message:
		sub.notify(false)
	default:
		t.h.slow.Add(1)
		t.drop(sub, closedSlow)
	}
}

// tell sends an update to every subscriber, each as its viewer may see it. The update for a viewer is built once, whole
// and as a difference, each only if someone wants it.
func (t *table) tell(s *state, e *entry, events *game.Events) {
	before := t.shown
	if s.board != nil && e.Type != api.WhatChat {
		t.shown = shownViews{} // of the viewers that want differences they are kept again below
	}
	if len(t.subs) == 0 {
		return
	}
	now := time.Now().UnixMilli()
	var tidings [game.Spectator + 1]*tiding
	for sub := range t.subs {
		if !s.maySee(sub.person) {
			t.drop(sub, closedPrivate)
			continue
		}
		eye := s.eyeOf(sub.person)
		if tidings[eye] == nil {
			tidings[eye] = &tiding{seq: e.Seq, update: s.update(e, events, eye, now), before: before[eye]}
			if tidings[eye].update.Game != nil {
				tidings[eye].now = &shownView{s.board.View(eye)}
			}
		}
		d := tidings[eye]
		if sub.patches && sub.base != nil && sub.base == d.before {
			t.send(sub, d.asPatch())
		} else {
			t.send(sub, d.asWhole())
		}
		if sub.patches && d.now != nil {
			sub.base, t.shown[eye] = d.now, d.now
		}
	}
}

// shownView is a view that was sent. It is never changed.
type shownView struct{ view any }

// shownViews are the last views sent to subscribers that want differences, by viewer.
type shownViews [game.Spectator + 1]*shownView

// tiding is an update for one viewer.
type tiding struct {
	seq    int64
	update *api.Update
	// before is the view sent last; now is the new one, nil if the game did not change.
	before, now  *shownView
	whole, patch []byte
}

// Bytes that most views and patches fit into.
const (
	usualView  = 32 << 10
	usualPatch = 2 << 10
)

func (d *tiding) asWhole() []byte {
	if d.whole == nil {
		if d.now != nil {
			d.update.Game.View, d.update.Game.Patch = jsondiff.Append(make([]byte, 0, usualView), d.now.view), nil
		}
		d.whole = encode(d.seq, api.MessageUpdate, d.update)
	}
	return d.whole
}

func (d *tiding) asPatch() []byte {
	if d.now == nil {
		return d.asWhole()
	}
	if d.patch == nil {
		d.update.Game.View, d.update.Game.Patch = nil, jsondiff.Diff(make([]byte, 0, usualPatch), d.before.view, d.now.view)
		d.patch = encode(d.seq, api.MessageUpdate, d.update)
	}
	return d.patch
}

// encode writes an api.Envelope.
func encode(seq int64, kind string, data any) []byte {
	return jsondiff.Append(make([]byte, 0, usualPatch), struct {
		Seq  int64  `json:"seq"`
		Type string `json:"type"`
		Data any    `json:"data"`
	}{seq, kind, data})
}
