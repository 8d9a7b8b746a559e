package table

import (
	"context"
	"errors"
	"slices"
	"time"

	"mirabilia/api"
	"mirabilia/game"
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

	reader Reader
	c      chan []byte
	h      *Hub
	id     string
	person string
	// deaf are the people whose messages the subscriber is not told.
	deaf []string
	why  string
	// patches says that views are to be told as differences; base is the number of the view that the subscriber was told last, 0 if
	// the next must be whole.
	patches bool
	base    uint64
}

// Reader hears from the table what there is for it, and must not make that wait.
type Reader interface {
	// Take is offered a message while none is on C. It keeps nothing of it, but writes it at once or lets it wait on C.
	Take(message []byte) bool
	// Wake says that there is something on C, or that C was closed: slow if that is because too much waited.
	Wake(slow bool)
}

// listener is a reader that waits for C.
type listener struct{}

func (listener) Take([]byte) bool { return false }
func (listener) Wake(bool)        {}

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
	t.do(func() {
		if _, ok := t.subs[s]; ok {
			t.drop(s, "")
		}
	})
}

// Subscribe lets a person follow a table: from what the person was told under the number since on, or with a snapshot
// first if since is negative or too far back. With patches views are told as differences to the one told before
// (jsondiff), after a first one that is whole. r may be nil for somebody who waits for C.
func (h *Hub) Subscribe(ctx context.Context, id string, p Person, since int64, patches bool, r Reader) (*Subscription, error) {
	return h.Resume(ctx, id, p, Heard{Seq: since}, patches, r)
}

// Heard is the last line that a subscriber was told of: its number, negative for none, and its time, 0 if it is not known. By the time a line is recognised after others have got the
// numbers of entries that were lost.
type Heard struct{ Seq, At int64 }

// Resume is Subscribe for somebody who was told a line.
func (h *Hub) Resume(ctx context.Context, id string, p Person, last Heard, patches bool, r Reader) (*Subscription, error) {
	h.pool.seen(p.ID, p.Address)
	return ask(ctx, h, id, func(t *table) (*Subscription, error) { return t.subscribe(p, last, patches, r) })
}

func (t *table) subscribe(p Person, last Heard, patches bool, r Reader) (*Subscription, error) {
	if err := t.look(p); err != nil {
		return nil, err
	}
	// A person who knows more than this node was connected to another.
	if last.Seq > t.s.told[t.s.viewerOf(p.ID)] {
		if err := errors.Join(t.refresh(), t.look(p)); err != nil {
			return nil, err
		}
	}
	if r == nil {
		r = listener{}
	}
	sub := &Subscription{c: make(chan []byte, queueLength), reader: r, h: t.h, id: t.id, person: p.ID, deaf: p.Deaf}
	sub.C, sub.patches = sub.c, patches
	t.tellHeld()
	t.subs[sub] = struct{}{}
	t.presenceChanged()
	t.askWho()
	viewer := t.s.viewerOf(p.ID)
	first, view := t.missed(p, last)
	sub.First = append([][]byte{Encode(t.s.told[viewer], api.MessageHello, api.Hello{API: api.Version})}, first...)
	if patches && view {
		sub.base = t.bases.current(viewer)
	}
	return sub, nil
}

// missed returns the messages that bring a subscriber up to date, and reports whether one of them has the current view.
func (t *table) missed(p Person, heard Heard) (messages [][]byte, view bool) {
	viewer := t.s.viewerOf(p.ID)
	last, since := t.s.told[viewer], heard.Seq
	var lines []*line
	for i := range t.lines {
		if l := &t.lines[i]; heard.At != 0 && l.audience.Has(viewer) && l.numbers[viewer] == since && l.e.At != heard.At {
			since = -1 // it was another line
		}
	}
	for i := range t.lines {
		if l := &t.lines[i]; l.audience.Has(viewer) && l.numbers[viewer] > since {
			lines = append(lines, l)
		}
	}
	if since < 0 || since > last || last-since > maxMissed || int64(len(lines)) != last-since {
		return [][]byte{Encode(last, api.MessageSnapshot, t.snapshot(p))}, t.s.board != nil
	}
	for i, l := range lines {
		u := t.s.lineFor(l, viewer)
		if i == len(lines)-1 {
			u.Table = t.s.facts()
			u.Game = t.s.wholeFrame(viewer, t.now())
			view = u.Game != nil
		}
		messages = append(messages, Encode(l.numbers[viewer], api.MessageUpdate, &u))
	}
	if chat := t.chatFor(p); len(chat) > 0 {
		messages = append(messages, Encode(last, api.MessageChat, api.Chat{Lines: chat}))
	}
	return messages, view
}

// connected returns the seats whose people are connected, here or at other nodes, and how many others watch.
func (t *table) connected() (set game.Seats, spectators int) {
	add := func(person string) {
		if seat := t.s.seatOf(person); seat >= 0 {
			set |= 1 << seat
		} else {
			spectators++
		}
	}
	for sub := range t.subs {
		add(sub.person)
	}
	for _, e := range t.others {
		spectators += e.spectators
		for _, person := range e.people {
			add(person)
		}
	}
	return set, spectators
}

// present returns who is connected and which bots fail.
func (t *table) present() api.Presence {
	set, spectators := t.connected()
	return api.Presence{Online: seatList(set), Spectators: spectators, FailingBots: seatList(t.failures.seats), Gone: t.missing()}
}

// presentFor is present as a person is told.
func (t *table) presentFor(person string, now api.Presence) api.Presence {
	for _, id := range t.s.watchers(person) {
		now.Watchers = append(now.Watchers, api.Watcher{Person: id, Name: t.names[id]})
	}
	return now
}

// drop ends a subscription.
func (t *table) drop(sub *Subscription, why string) {
	delete(t.subs, sub)
	sub.why = why
	close(sub.c)
	sub.reader.Wake(why == closedSlow)
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
	t.tellHeld()
	now := t.present()
	for sub := range t.subs {
		if len(sub.c) > queueLength/2 {
			t.presenceChanged() // it has more important things to read; it is told later
			continue
		}
		t.send(sub, Encode(t.s.told[t.s.viewerOf(sub.person)], api.MessagePresence, t.presentFor(sub.person, now)))
	}
}

// tellFacts tells everybody what they may know of the table, though nothing happened.
func (t *table) tellFacts() {
	facts := t.s.facts()
	t.tellHeld()
	for sub := range t.subs {
		t.send(sub, Encode(t.s.told[t.s.viewerOf(sub.person)], api.MessageTable, facts))
	}
}

// send never blocks and keeps nothing of the message. A subscriber that falls behind is dropped and can resume.
func (t *table) send(sub *Subscription, message []byte) {
	if len(sub.c) == 0 && sub.reader.Take(message) {
		return
	}
	select {
	case sub.c <- slices.Clone(message):
		sub.reader.Wake(false)
	default:
		t.h.slow.Add(1)
		t.drop(sub, closedSlow)
	}
}
