package push

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"mirabilia/store"
)

// Kinds of what waits.
const (
	kindNotice = "notice" // what is to be told, by person and topic
	kindTold   = "told"   // what was told of turns, by person
	kindOnce   = "once"   // that something was told which is told once, by person and its name
)

const (
	// toldFor is how long the store remembers what was told of turns. No clock gives longer for a move.
	toldFor = 60 * 24 * time.Hour
	// neverLate is how long what has no deadline is of use.
	neverLate = 7 * 24 * time.Hour
	// lease is how long a node has for sending a message. A push service that does not take it gets it again later, after longer and longer times.
	lease                 = time.Minute
	firstRetry, lastRetry = time.Minute, 30 * time.Minute
	// atOnce is how many messages are sent at a time.
	atOnce = 8
)

// TopicTurns is the topic of everything about turns: one message for all games.
const TopicTurns = "turns"

// Notice is something to be told. It holds no names and no words.
type Notice struct {
	Kind  string `json:"kind"`
	Topic string `json:"topic"`
	// ID is of this one: what is told anew under the same topic has another.
	ID string `json:"id"`
	// Table, From, Call and Tournament say what it is about, as far as it is about such, and What says which of several things it is.
	Table      string `json:"table,omitempty"`
	From       string `json:"from,omitempty"`
	Call       string `json:"call,omitempty"`
	Tournament string `json:"tournament,omitempty"`
	What       string `json:"what,omitempty"`
	// Once names what is told once, however often it is asked for until it is of no use; empty: it can be told anew.
	Once string `json:"-"`
	// Close says that the message under this topic goes, Silent that the message only takes the place of another, and Urgent that it may disturb quiet hours.
	Close  bool `json:"close,omitempty"`
	Silent bool `json:"silent,omitempty"`
	Urgent bool `json:"urgent,omitempty"`
	// Until is when it is of no use any more.
	Until int64 `json:"until"`
	// Busy is until when a node has it, or until when it rests. Tries is how often it was tried, and Done are the subscriptions that need it no more.
	Busy  int64    `json:"busy,omitempty"`
	Tries int      `json:"tries,omitempty"`
	Done  []string `json:"done,omitempty"`
}

func (n *Notice) waiting(person string) store.Waiting {
	return waits(kindNotice, person+"/"+n.Topic, person, n, n.Until)
}

func waits(kind, key, person string, what any, deadline int64) store.Waiting {
	data, err := json.Marshal(what)
	if err != nil {
		panic(err) // strings and numbers always encode
	}
	return store.Waiting{Kind: kind, Key: key, Person: person, Data: data, Deadline: deadline}
}

// Tell puts a notice in the place of the one of its topic that waits to be sent, if the person wants it and can be reached.
func (p *Push) Tell(ctx context.Context, person string, n Notice) error {
	now := p.Now()
	devices, err := p.Store.Subscriptions(ctx, person)
	if err != nil || len(devices) == 0 {
		return err
	}
	wanted, err := p.Notices(ctx, person)
	if err != nil || !wanted.wants(n.Kind) {
		return err
	}
	n.ID = newID()
	if n.Until == 0 {
		n.Until = now + neverLate.Milliseconds()
	}
	for {
		take, err := p.pending(ctx, person, n.Topic, now)
		if err != nil {
			return err
		}
		put := []store.Waiting{n.waiting(person)}
		if n.Once != "" {
			note := waits(kindOnce, person+"/"+n.Once, person, struct{}{}, n.Until)
			if told, err := p.taken(ctx, note.Kind, note.Key, now); err != nil || told != nil {
				return err
			}
			put = append(put, note)
		}
		if err := p.Store.Exchange(ctx, take, put, now); !errors.Is(err, store.ErrTaken) {
			return err
		}
	}
}

// pending returns what waits to be sent under a topic, as something that can be taken.
func (p *Push) pending(ctx context.Context, person, topic string, now int64) ([]store.Waiting, error) {
	return p.taken(ctx, kindNotice, person+"/"+topic, now)
}

func (p *Push) taken(ctx context.Context, kind, key string, now int64) ([]store.Waiting, error) {
	w, err := p.Store.Waiting(ctx, kind, key, now)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	return []store.Waiting{w}, err
}

// told returns what was told a person of turns, and how it is kept.
func (p *Push) told(ctx context.Context, person string) (was told, w []store.Waiting, err error) {
	if w, err = p.taken(ctx, kindTold, person, p.Now()); err != nil || len(w) == 0 {
		return was, nil, err
	}
	return was, w, json.Unmarshal(w[0].Data, &was)
}

func (p *Push) toldWaits(person string, t told, now int64) store.Waiting {
	return waits(kindTold, person, person, t, now+toldFor.Milliseconds())
}

// Look finds the people to be told of turns and puts their messages where Send finds them. When several nodes look at once, one of them is first.
func (p *Push) Look(ctx context.Context) error {
	now := p.Now()
	awaited, err := p.Store.Awaited(ctx)
	if err != nil {
		return err
	}
	turns := map[string][]turn{}
	for _, a := range awaited {
		t, err := readTurn(a.Data)
		if err != nil {
			p.Log.Warn("a table cannot be read", "table", a.Table, "error", err)
			continue
		}
		if t == nil {
			continue
		}
		turns[a.Person] = append(turns[a.Person], *t)
	}
	// Those for whom no game waits any more may still have a message.
	before, err := p.Store.WaitingOf(ctx, kindTold, "", now)
	if err != nil {
		return err
	}
	known := map[string]store.Waiting{}
	for _, w := range before {
		known[w.Person] = w
		if _, waits := turns[w.Person]; !waits {
			turns[w.Person] = nil
		}
	}
	away := map[string]bool{}
	if p.Away != nil {
		if away, err = p.Away(ctx); err != nil {
			return err
		}
	}
	for person, list := range turns {
		if away[person] {
			continue
		}
		if err := p.look(ctx, person, list, known[person], now); err != nil {
			return err
		}
	}
	return nil
}

// look finds out whether one person is to be told of turns.
func (p *Push) look(ctx context.Context, person string, turns []turn, kept store.Waiting, now int64) error {
	var was told
	var take []store.Waiting
	if kept.Data != nil {
		if err := json.Unmarshal(kept.Data, &was); err != nil {
			return err
		}
		take = []store.Waiting{kept}
	}
	n, err := p.Notices(ctx, person)
	if err != nil {
		return err
	}
	is, say := decide(now, &n, turns, was, p.Looking(person))
	fresh := p.toldWaits(person, is, now)
	if string(fresh.Data) == string(kept.Data) || kept.Data == nil && len(is.Tables) == 0 && say == nil {
		return nil
	}
	var put []store.Waiting
	if len(is.Tables) > 0 || is.About != "" || is.Later > 0 {
		put = append(put, fresh)
	}
	if say != nil {
		pending, err := p.pending(ctx, person, TopicTurns, now)
		if err != nil {
			return err
		}
		take = append(take, pending...)
		notice := Notice{Kind: KindTurn, Topic: TopicTurns, ID: newID(), Table: say.about, Close: say.close, Silent: say.silent, Urgent: say.urgent, Until: say.until}
		if notice.Until == 0 {
			notice.Until = now + neverLate.Milliseconds()
		}
		put = append(put, notice.waiting(person))
	}
	err = p.Store.Exchange(ctx, take, put, now)
	if errors.Is(err, store.ErrTaken) {
		return nil // another node was first, or the person wants to be told later
	}
	return err
}

// Send sends what waits to be sent and may be sent now. It returns when all of it was tried.
func (p *Push) Send(ctx context.Context) error {
	now := p.Now()
	list, err := p.Store.WaitingOf(ctx, kindNotice, "", now)
	if err != nil {
		return err
	}
	// What is of use for seconds goes first.
	slices.SortStableFunc(list, func(a, b store.Waiting) int { return cmp.Compare(a.Deadline, b.Deadline) })
	room := make(chan struct{}, atOnce)
	var running sync.WaitGroup
	defer running.Wait()
	for _, w := range list {
		var n Notice
		if err := json.Unmarshal(w.Data, &n); err != nil {
			return err
		}
		ready, err := p.mayGo(ctx, &n, w, now)
		if err != nil {
			return err
		}
		if !ready {
			continue
		}
		n.Busy, n.Tries = now+lease.Milliseconds(), n.Tries+1
		held := n.waiting(w.Person)
		if err := p.Store.Change(ctx, w.Kind, w.Key, w.Data, held.Data); errors.Is(err, store.ErrTaken) {
			continue // another node has it, or it was renewed
		} else if err != nil {
			return err
		}
		room <- struct{}{}
		running.Go(func() {
			defer func() { <-room }()
			if err := p.carry(ctx, w.Person, &n, held); err != nil && ctx.Err() == nil {
				p.Log.Warn("somebody could not be told something", "kind", n.Kind, "error", err)
			}
		})
	}
	return nil
}

// mayGo reports whether a notice may be sent now. One that is not wanted any more is dropped.
func (p *Push) mayGo(ctx context.Context, n *Notice, w store.Waiting, now int64) (bool, error) {
	if n.Busy > now {
		return false, nil
	}
	wanted, err := p.Notices(ctx, w.Person)
	if err != nil {
		return false, err
	}
	turns := n.Topic == TopicTurns // what is wanted of them was decided already
	if !turns && !wanted.wants(n.Kind) {
		return false, p.drop(ctx, w, now)
	}
	if n.Kind == KindTest {
		return true, nil
	}
	if wanted.quiet(now) && !n.Urgent && !n.Close {
		return false, nil
	}
	// A page in front shows it itself, but whoever has added a passkey may have one in front, too.
	return turns || n.Kind == KindKey || !p.Looking(w.Person), nil
}

// drop takes something from what waits, unless it has changed.
func (p *Push) drop(ctx context.Context, w store.Waiting, now int64) error {
	err := p.Store.Exchange(ctx, []store.Waiting{w}, nil, now)
	if errors.Is(err, store.ErrTaken) {
		return nil
	}
	return err
}

// carry sends a notice to all devices of a person.
func (p *Push) carry(ctx context.Context, person string, n *Notice, held store.Waiting) error {
	wanted, err := p.Notices(ctx, person)
	if err != nil {
		return err
	}
	m := &Message{Close: true}
	if !n.Close {
		if m, err = p.Compose(ctx, person, n, wanted.Lang); err != nil {
			return err
		}
	}
	if m == nil {
		return p.drop(ctx, held, p.Now())
	}
	m.Tag, m.Silent = n.Topic, n.Silent
	devices, err := p.Store.Subscriptions(ctx, person)
	if err != nil {
		return err
	}
	again := false
	for _, d := range devices {
		if slices.Contains(n.Done, d.ID) || n.Close && shownAlways(d.Endpoint) {
			continue
		}
		how, err := p.deliver(ctx, &d, n, m)
		p.Sent(how)
		if err != nil {
			p.Log.Info("a push service did not take a message", "error", err, "gone", how == sentGone)
		}
		switch how {
		case sentGone:
			if err := p.Store.Unsubscribe(ctx, person, d.ID); err != nil && !errors.Is(err, store.ErrNotFound) {
				return err
			}
		case sentOK:
			if err := p.Store.Reached(ctx, d.ID, p.Now()); err != nil && !errors.Is(err, store.ErrNotFound) {
				return err
			}
		case sentLater:
			again = true
			continue
		}
		n.Done = append(n.Done, d.ID)
	}
	now := p.Now()
	if !again {
		return p.drop(ctx, held, now)
	}
	n.Busy = now + min(firstRetry<<min(n.Tries-1, 8), lastRetry).Milliseconds()
	err = p.Store.Change(ctx, held.Kind, held.Key, held.Data, n.waiting(person).Data)
	if errors.Is(err, store.ErrTaken) {
		return nil
	}
	return err
}

// shownAlways reports whether a push service wants every message to be shown: then none can close another.
func shownAlways(endpoint string) bool { return strings.Contains(endpoint, ".push.apple.com/") }
