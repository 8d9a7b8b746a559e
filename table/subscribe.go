package table

import (
	"context"
	"errors"
	"slices"
	"time"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/jsondiff"
)

// Why a subscription ended by itself.
const (
	closedSlow     = "slow"
	closedStopping = "stopping"
	closedPrivate  = "private"
	closedGone     = "gone"
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
	// patches says that views are to be told as differences; base is the view that the subscriber was told last, nil if
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

// Subscribe lets a person follow a table: from what the person was told under the number since on, or with a snapshot
// first if since is negative or too far back. With patches views are told as differences to the one told before
// (jsondiff), after a first one that is whole. notify may be nil; otherwise it is called whenever there is something on C
// (and told when the subscriber is given up as too slow), and must not wait.
func (h *Hub) Subscribe(ctx context.Context, id string, p Person, since int64, patches bool, notify func(slow bool)) (*Subscription, error) {
	h.pool.seen(p.ID, p.Address)
	return ask(ctx, h, id, func(t *table) (*Subscription, error) { return t.subscribe(p, since, patches, notify) })
}

func (t *table) subscribe(p Person, since int64, patches bool, notify func(slow bool)) (*Subscription, error) {
	if err := t.look(p); err != nil {
		return nil, err
	}
	// A person who knows more than this node was connected to another.
	if since > t.s.told[t.s.viewerOf(p.ID)] {
		if err := errors.Join(t.refresh(), t.look(p)); err != nil {
			return nil, err
		}
	}
	if notify == nil {
		notify = func(bool) {}
	}
	sub := &Subscription{c: make(chan []byte, queueLength), notify: notify, h: t.h, id: t.id, person: p.ID}
	sub.C, sub.patches = sub.c, patches
	t.subs[sub] = struct{}{}
	t.presenceChanged()
	t.askWho()
	viewer := t.s.viewerOf(p.ID)
	first, view := t.missed(p, since)
	sub.First = append([][]byte{encode(t.s.told[viewer], api.MessageHello, api.Hello{API: api.Version})}, first...)
	if patches && view {
		if t.shown[viewer] == nil {
			t.shown[viewer] = &shownView{t.s.board.View(viewer)}
		}
		sub.base = t.shown[viewer]
		t.quietAt = time.Now().Add(quietAfter)
	}
	return sub, nil
}

// forgetViews drops the views that were told, so that the next ones are told whole.
func (t *table) forgetViews() {
	t.shown, t.quietAt = shownViews{}, time.Time{}
	for sub := range t.subs {
		sub.base = nil
	}
}

// missed returns the messages that bring a subscriber up to date, and reports whether one of them has the current view.
func (t *table) missed(p Person, since int64) (messages [][]byte, view bool) {
	viewer := t.s.viewerOf(p.ID)
	last := t.s.told[viewer]
	var lines []*line
	for i := range t.lines {
		if l := &t.lines[i]; l.audience.Has(viewer) && l.numbers[viewer] > since {
			lines = append(lines, l)
		}
	}
	if since < 0 || since > last || last-since > maxMissed || int64(len(lines)) != last-since {
		return [][]byte{encode(last, api.MessageSnapshot, t.snapshot(p))}, t.s.board != nil
	}
	for i, l := range lines {
		u := &api.Update{Log: t.s.logEntry(l, viewer), Seat: game.Seat(t.s.seatOf(p.ID))}
		if i == len(lines)-1 {
			u.Table = t.s.facts()
			if u.Game = t.s.frame(viewer, t.now()); u.Game != nil {
				u.Game.View, view = viewJSON(t.s.board, viewer), true
			}
		}
		messages = append(messages, encode(l.numbers[viewer], api.MessageUpdate, u))
	}
	if chat := t.chatFor(p.ID); len(chat) > 0 {
		messages = append(messages, encode(last, api.MessageChat, api.Chat{Lines: chat}))
	}
	return messages, view
}

// present returns who is connected and which bots fail.
func (t *table) present() api.Presence {
	var now api.Presence
	var set game.Seats
	for sub := range t.subs {
		if seat := t.s.seatOf(sub.person); seat >= 0 {
			set |= 1 << seat
		} else {
			now.Spectators++
		}
	}
	t.addElsewhere(&now, &set)
	now.Online, now.FailingBots = seatList(set), seatList(t.failures.seats)
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

// presenceChanged lets everyone be told a little later, once for all that changes until then; the more there are to
// tell, the later.
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
	t.spreadPresence()
	now := t.present()
	for sub := range t.subs {
		if len(sub.c) > queueLength/2 {
			t.presenceChanged() // it has more important things to read; it is told later
			continue
		}
		t.send(sub, encode(t.s.told[t.s.viewerOf(sub.person)], api.MessagePresence, now))
	}
}

// tellFacts tells everybody what they may know of the table, though nothing happened.
func (t *table) tellFacts() {
	facts := t.s.facts()
	for sub := range t.subs {
		t.send(sub, encode(t.s.told[t.s.viewerOf(sub.person)], api.MessageTable, facts))
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

// tell sends what happened to every subscriber who may know of it, each with what that viewer may see. What is told to a
// viewer is built once, whole and as a difference, each only if someone wants it.
func (t *table) tell(s *state, l *line) {
	before := t.shown
	if s.board != nil {
		for v := range t.shown {
			if l.audience.Has(game.Seat(v)) {
				t.shown[v] = nil // kept again below for those who want differences
			}
		}
	}
	if len(t.subs) == 0 {
		return
	}
	now := t.h.time.now() + s.ahead
	var tidings [viewers]*tiding
	for sub := range t.subs {
		if !s.maySee(sub.person) {
			t.drop(sub, closedPrivate)
			continue
		}
		viewer := s.viewerOf(sub.person)
		if !l.audience.Has(viewer) {
			continue
		}
		if tidings[viewer] == nil {
			u := s.update(l, viewer, now)
			u.Log.Undoes = t.numbersOf(s.undone, viewer)
			tidings[viewer] = &tiding{seq: l.numbers[viewer], update: u, before: before[viewer]}
			if u.Game != nil {
				tidings[viewer].now = &shownView{s.board.View(viewer)}
			}
		}
		d := tidings[viewer]
		if sub.patches && sub.base != nil && sub.base == d.before {
			t.send(sub, d.asPatch())
		} else {
			t.send(sub, d.asWhole())
		}
		if sub.patches && d.now != nil {
			sub.base, t.shown[viewer] = d.now, d.now
			t.quietAt = time.Now().Add(quietAfter)
		}
	}
	if s.factsChanged && s.status == api.StatusLobby && t.s != nil {
		t.tellPresence() // whoever sat down is present at once
	}
}

// shownView is a view that was told. It is never changed.
type shownView struct{ view any }

// shownViews are the views that subscribers who want differences were told last, by viewer.
type shownViews [viewers]*shownView

// tiding is what happened, as it is told to one viewer.
type tiding struct {
	seq    int64
	update *api.Update
	// before is the view told last; now is the new one, nil if there is no game.
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

// numbersOf returns the numbers by which a viewer knows entries.
func (t *table) numbersOf(entries []int64, viewer game.Seat) []int64 {
	var numbers []int64
	for i := range t.lines {
		if l := &t.lines[i]; l.audience.Has(viewer) && slices.Contains(entries, l.e.Seq) {
			numbers = append(numbers, l.numbers[viewer])
		}
	}
	return numbers
}

// encode writes an api.Envelope.
func encode(seq int64, kind string, data any) []byte {
	return jsondiff.Append(make([]byte, 0, usualPatch), struct {
		Seq  int64  `json:"seq"`
		Type string `json:"type"`
		Data any    `json:"data"`
	}{seq, kind, data})
}
