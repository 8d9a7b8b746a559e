package table

import (
	"context"
	"encoding/json"
	"math"
	"slices"
	"time"

	"mirabilia/game"
	"mirabilia/relay"
)

// A table may be in memory on several nodes at once. Whichever node a person is connected to decides on a command and appends it; the
// journal refuses all but the first. A node tells the others what it appended, and they apply it. A gap in the numbers means that
// something was lost: then the journal is read, as it is once a second while the relay is away.
//
// What nobody asked for (bots, clocks, tables that sleep) is done by the table's steward alone. That is economy: what a second steward
// does is refused by the journal.

// Shared is a Store that several nodes use.
type Shared interface {
	Store
	// Last returns where those of the tables are that exist.
	Last(ctx context.Context, tables []string) (map[string]Last, error)
	// Since returns the entries after the given number with the name of the past that they end, all of one moment; nothing if there is no such table.
	Since(ctx context.Context, id string, after int64) (*Since, error)
}

// Last is where a table is: the number of its last entry with the name of its past, and the number of its last line of chat.
type Last struct {
	Seq, Line int64
	Tip       string
}

// Since is the end of a journal: the number of its last entry, the name of its past, and entries.
type Since struct {
	Last    int64
	Tip     string
	Entries [][]byte
}

const (
	// pollEvery is how often the journals of the tables in memory are looked at while the relay is away, and pollConnected while it is
	// not: a relay may lose messages.
	pollEvery     = time.Second
	pollConnected = 5 * time.Second
	// newsWaiting is how many messages may wait for a table. Those beyond are found in the journal.
	newsWaiting = 64
)

// joinCluster begins to listen to other nodes.
func (h *Hub) joinCluster() {
	if h.cfg.Relay == nil {
		return
	}
	h.members = relay.NewMembers(h.cfg.Relay, time.Now, h.membersChanged)
	h.cfg.Relay.Handle(h.hear)
	ctx, stop := context.WithCancel(context.Background())
	h.leaveCluster = func() {
		h.members.Leave()
		stop()
	}
	h.wg.Go(func() { h.members.Run(ctx) })
	h.wg.Go(func() { h.poll(ctx) })
}

// Steward reports whether this node does for a table what nobody asked for.
func (h *Hub) Steward(id string) bool {
	return h.members == nil || h.members.Steward(id) == h.cfg.Relay.Node()
}

// Leave makes this node nobody's steward, because it is about to stop.
func (h *Hub) Leave() {
	if h.members != nil {
		h.members.Leave()
	}
}

// Writing says whether this node can write to the store. While others can and it cannot, it is nobody's steward.
func (h *Hub) Writing(can bool) {
	if h.members != nil {
		h.members.Writing(can)
	}
}

// OthersWrite reports whether other nodes can write, as far as this one, which last wrote at a certain time, can know.
func (h *Hub) OthersWrite(lastWrote time.Time) bool {
	return h.members != nil && h.members.OthersWrite(lastWrote)
}

// Nodes returns the nodes that live; nil without a cluster.
func (h *Hub) Nodes() []string {
	if h.members == nil {
		return nil
	}
	return h.members.Alive()
}

// Calm lets nobody run out of time for a while, because the store was out of reach.
func (h *Hub) Calm() { h.time.beCalm() }

// PauseAt leaves a stretch of time that ended at until out of the clocks, because no server was alive.
func (h *Hub) PauseAt(until, length int64) { h.time.pauseAt(until, length) }

// inMemory returns the tables that are in memory.
func (h *Hub) inMemory() []*table {
	h.mu.Lock()
	defer h.mu.Unlock()
	list := make([]*table, 0, len(h.tables))
	for _, t := range h.tables {
		list = append(list, t)
	}
	return list
}

// membersChanged lets every table look who its steward is now, and forget who was present at a node that is gone.
func (h *Hub) membersChanged() {
	for _, t := range h.inMemory() {
		t.pass(&relay.Message{Kind: relay.Alive})
	}
}

// hear takes in what another node tells.
func (h *Hub) hear(m *relay.Message) {
	switch m.Kind {
	case relay.Alive, relay.Leaving, relay.Hello:
		h.members.Heard(m)
	case relay.Wake:
		if h.Steward(m.Table) {
			go h.Wake(context.Background(), m.Table)
		}
	case relay.News, relay.Said, relay.Present, relay.Who:
		h.mu.Lock()
		t := h.tables[m.Table]
		h.mu.Unlock()
		if t != nil {
			t.pass(m)
		}
	default:
		if m.Kind == relay.Renamed {
			go h.Renamed(m.Person, m.Name)
		}
		if h.cfg.Heard != nil {
			h.cfg.Heard(m)
		}
	}
}

// pass hands a message to the table. It does not wait: what finds no room is found in the journal.
func (t *table) pass(m *relay.Message) {
	select {
	case t.news <- m:
	default:
		t.h.gaps.Add(1)
	}
}

// lookAgain lets a table in memory read its journal if other nodes may have written to it.
func (t *table) lookAgain() {
	if t.h.cfg.Relay != nil {
		t.pass(&relay.Message{Kind: relay.News, Table: t.id, Last: math.MaxInt64})
	}
}

// poll looks at the journals of the tables in memory.
func (h *Hub) poll(ctx context.Context) {
	store, ok := h.cfg.Store.(Shared)
	if !ok {
		return
	}
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	var last time.Time
	for {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
		if h.cfg.Relay.Connected() && time.Since(last) < pollConnected {
			continue
		}
		last = time.Now()
		tables := h.inMemory()
		ids := make([]string, len(tables))
		for i, t := range tables {
			ids[i] = t.id
		}
		now, err := store.Last(ctx, ids)
		if err != nil {
			if ctx.Err() == nil {
				h.cfg.Log.Warn("journals could not be looked at", "error", err)
			}
			continue
		}
		h.polls.Add(1)
		for _, t := range tables {
			is := point{now[t.id].Seq, now[t.id].Tip}
			if known := t.known.Load(); known != nil && *known != is {
				t.pass(&relay.Message{Kind: relay.News, Table: t.id, Last: is.seq, Tip: is.tip})
			}
			if said := t.said.Load(); said >= 0 && said < now[t.id].Line {
				t.pass(&relay.Message{Kind: relay.Said, Table: t.id, Last: now[t.id].Line})
			}
		}
	}
}

// spread tells other nodes what was appended here. An entry that holds the secret of a deal, or a choice that others may not know of yet, stays in the journal.
func (t *table) spread(e *entry, b *Batch) {
	r := t.h.cfg.Relay
	if r == nil {
		return
	}
	m := &relay.Message{Kind: relay.News, Table: t.id, Last: e.Seq, After: b.After, Tip: b.Tip}
	if e.Secret == "" && e.Seed == "" && !t.s.hidden {
		m.Entries = []json.RawMessage{b.Entries[0]}
	}
	r.Publish(m)
	if at := t.due(); at > 0 && at <= t.now() {
		if steward := t.h.members.Steward(t.id); steward != r.Node() && steward != "" {
			r.Send(steward, &relay.Message{Kind: relay.Wake, Table: t.id})
		}
	}
}

// hearNews takes in what another node tells of this table.
func (t *table) hearNews(m *relay.Message) {
	switch m.Kind {
	case relay.Alive:
		t.forgetNodes()
	case relay.Who:
		if len(t.subs) > 0 {
			t.toldPresent = ""
			t.presenceChanged()
		}
	case relay.Present:
		t.hearPresent(m)
	case relay.Said:
		t.hearChat()
	case relay.News:
		if t.s == nil {
			return // whoever asks next reads the journal
		}
		switch {
		case m.Last == 0:
			t.s = nil // it is kept no longer
		case point{m.Last, m.Tip} == t.s.point():
		case m.From != "" && m.Last < t.s.seq: // it is known, or the journal is looked at soon
		case m.Last == t.s.seq+int64(len(m.Entries)) && m.After == t.s.tip:
			for _, data := range m.Entries {
				if t.follow(data) != nil {
					return
				}
			}
		default:
			if len(m.Entries) > 0 {
				t.h.gaps.Add(1)
			}
			t.outdated()
		}
	}
}

// follow applies an entry that another wrote, and tells it.
func (t *table) follow(data []byte) error {
	e, err := decodeEntry(data)
	if err != nil {
		t.h.cfg.Log.Error("an entry of another node cannot be read", "table", t.id, "error", err)
		t.s = nil
		return err
	}
	s := t.s
	t.s = nil
	var events game.Events
	if err := s.apply(e, &events); err != nil {
		t.h.cfg.Log.Error("an entry of another node does not fit", "table", t.id, "error", err)
		return err
	}
	s.tip = nextTip(s.tip, data)
	t.s = s
	t.knows(s)
	t.dropThoughtsAfter(e)
	l := s.line(e, &events)
	if t.haveLines {
		t.keepLine(l)
	}
	if len(t.subs) > 0 {
		if err := t.findNames(context.Background()); err != nil {
			t.h.cfg.Log.Warn("names could not be read", "table", t.id, "error", err)
		}
	}
	t.tell(s, &l)
	t.h.followed.Add(1)
	return nil
}

// dropThoughtsAfter cancels the bots' searches that an entry of another node has made useless: all if the game is elsewhere now, and
// that of a seat whose decision was taken.
func (t *table) dropThoughtsAfter(e *entry) {
	if kinds[e.Kind].diverts {
		t.dropThoughts()
	} else if e.Seat >= 0 && t.thinking[e.Seat] != nil {
		t.thinking[e.Seat].stale.Store(true)
		t.thinking[e.Seat] = nil
	}
}

// keepThoughts cancels the searches that are useless after a table was read anew, of which memory knew the entries up to seen.
func (t *table) keepThoughts(seen int64) {
	if !slices.ContainsFunc(t.thinking[:], func(j *job) bool { return j != nil }) {
		return
	}
	news, err := t.h.cfg.Store.Read(context.Background(), t.id, seen)
	if err != nil || int64(len(news)) != t.s.seq-seen {
		t.dropThoughts()
		return
	}
	for _, data := range news {
		e, err := decodeEntry(data)
		if err != nil {
			t.dropThoughts()
			return
		}
		t.dropThoughtsAfter(e)
	}
}

// elsewhere is who follows a table at another node.
type elsewhere struct {
	people     []string
	spectators int
}

// hearPresent notes who follows the table at another node.
func (t *table) hearPresent(m *relay.Message) {
	was := t.others[m.From]
	if slices.Equal(was.people, m.People) && was.spectators == m.Spectators {
		return
	}
	if t.others == nil {
		t.others = map[string]elsewhere{}
	}
	if t.others[m.From] = (elsewhere{m.People, m.Spectators}); len(m.People) == 0 && m.Spectators == 0 {
		delete(t.others, m.From)
	}
	t.presenceChanged()
}

// forgetNodes forgets who followed the table at nodes that are gone.
func (t *table) forgetNodes() {
	alive := t.h.members.Alive()
	for node := range t.others {
		if !slices.Contains(alive, node) {
			delete(t.others, node)
			t.presenceChanged()
		}
	}
}

// spreadPresence tells other nodes who follows the table here, if that has changed.
func (t *table) spreadPresence() {
	r := t.h.cfg.Relay
	if r == nil {
		return
	}
	m := &relay.Message{Kind: relay.Present, Table: t.id}
	for sub := range t.subs {
		if t.s.seatOf(sub.person) < 0 {
			m.Spectators++
		} else if !slices.Contains(m.People, sub.person) {
			m.People = append(m.People, sub.person)
		}
	}
	slices.Sort(m.People)
	key, err := json.Marshal(m)
	if err != nil || string(key) == t.toldPresent {
		return
	}
	t.toldPresent = string(key)
	r.Publish(m)
}

// askWho asks other nodes who follows the table there, when the first comes here.
func (t *table) askWho() {
	if r := t.h.cfg.Relay; r != nil && len(t.subs) == 1 {
		r.Publish(&relay.Message{Kind: relay.Who, Table: t.id})
	}
}

// refresh reads what others wrote, so that nobody is shown less than another node has shown them. A node that cannot read it shows
// nothing.
func (t *table) refresh() error {
	if t.h.cfg.Relay == nil || t.s == nil {
		return nil
	}
	_, err := t.catchUp()
	return unavailable(err)
}

// catchUp applies what others wrote, and reports whether there was anything. A memory that is ahead of the journal, or has another past, is given up.
func (t *table) catchUp() (bool, error) {
	news, err := t.h.since(context.Background(), t.id, t.s.seq)
	if err != nil {
		return false, err
	}
	if !news.follow(t.s.point()) {
		t.s = nil
		return true, nil
	}
	for _, data := range news.Entries {
		if t.follow(data) != nil {
			break // memory is given up, and read anew
		}
	}
	return len(news.Entries) > 0, nil
}

// since reads the end of a journal.
func (h *Hub) since(ctx context.Context, id string, after int64) (*Since, error) {
	if shared, ok := h.cfg.Store.(Shared); ok && h.cfg.Relay != nil {
		return shared.Since(ctx, id, after)
	}
	entries, err := h.cfg.Store.Read(ctx, id, after)
	return &Since{Last: after + int64(len(entries)), Entries: entries}, err
}
