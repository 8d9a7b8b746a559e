package table

import (
	"context"
	"encoding/json"
	"time"

	"mirabilia/api"
	"mirabilia/game"
)

// Why a subscription ended by itself.
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
// is negative or too far back. notify may be nil; otherwise it is called whenever there is something on C (and told when
// the subscriber is given up as too slow), and must not wait.
func (h *Hub) Subscribe(ctx context.Context, id string, p Person, since int64, notify func(slow bool)) (*Subscription, error) {
	now, err := ask(ctx, h, id, func(t *table) (*present, error) { return t.subscribe(p, notify) })
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

func (t *table) subscribe(p Person, notify func(slow bool)) (*present, error) {
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
	sub.C = sub.c
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

// presenceChanged lets everybody be told a little later, once for all that changes until then; the more there are to
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
	now := t.present()
	message := encode(t.s.seq, api.MessagePresence, api.Presence{Online: now.online, Spectators: now.spectators, FailingBots: now.failing})
	for sub := range t.subs {
		if len(sub.c) > queueLength/2 {
			t.presenceChanged() // it has more important things to read; it is told later
			continue
		}
		t.send(sub, message)
	}
}

// send never waits: who does not keep up is dropped and can resume.
func (t *table) send(sub *Subscription, message []byte) {
	select {
	case sub.c <- message:
		sub.notify(false)
	default:
		t.h.slow.Add(1)
		t.drop(sub, closedSlow)
	}
}

// tell sends what happened to every subscriber, each with what its eye may see.
func (t *table) tell(s *state, e *entry, events *game.Events) {
	if len(t.subs) == 0 {
		return
	}
	now := time.Now().UnixMilli()
	var messages [game.Spectator + 1][]byte
	for sub := range t.subs {
		if !s.maySee(sub.person) {
			t.drop(sub, closedPrivate)
			continue
		}
		eye := s.eyeOf(sub.person)
		if messages[eye] == nil {
			messages[eye] = encode(e.Seq, api.MessageUpdate, s.update(e, events, eye, now))
		}
		t.send(sub, messages[eye])
	}
}

// encode writes an api.Envelope.
func encode(seq int64, kind string, data any) []byte {
	message, err := json.Marshal(struct {
		Seq  int64  `json:"seq"`
		Type string `json:"type"`
		Data any    `json:"data"`
	}{seq, kind, data})
	if err != nil {
		panic(err) // plain structs always encode
	}
	return message
}
