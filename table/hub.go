package table

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"mirabilia/api"
	"mirabilia/bot"
	"mirabilia/game"
	"mirabilia/relay"
)

// Config is what a Hub is made of.
type Config struct {
	Games []game.Game
	Store Store
	// LastAlive is when a server on this store was last alive, in Unix milliseconds; 0 if never. Clocks stand while it
	// is down.
	LastAlive int64
	// Clock reads the wall clock in Unix milliseconds and the monotonic clock; nil means those of the machine.
	Clock func() (wall int64, mono time.Duration)
	// Bots are the names of the bots that can take a seat, weakest first, and DefaultBot the one taken when
	// none is named.
	Bots       []string
	DefaultBot string
	// BotPlays reports whether a bot plays a game; nil means that all play all.
	BotPlays func(g game.Game, name string) bool
	// NewBot makes a bot for a seat.
	NewBot func(g game.Game, name string, seed game.Seed) (bot.Player, error)
	// Random fills table ids and deal secrets; nil means the operating system's random source. Tests that must
	// meet the same deals again give a seeded one.
	Random func([]byte)
	// IDPrefix begins the ids of new tables.
	IDPrefix string
	// BotWorkers is how many bots think at once.
	BotWorkers int
	// BotWaited is told how long each decision of a bot waited for its turn; may be nil.
	BotWaited func(time.Duration)
	// Grace is how long after the start of the Hub nobody runs out of time, so that people can come back after
	// a restart.
	Grace time.Duration
	// Idle is how long a table that nobody looks at stays in memory.
	Idle time.Duration
	// Relay connects this node with others on the same store, which must be Shared; nil if there are none. Heard is told what others say
	// that is not about tables; may be nil.
	Relay relay.Relay
	Heard func(*relay.Message)
	// Ended is told how each game ended that is rated or part of a tournament, before its journal is dropped. It may be told several times, and by several nodes; if it fails, it is told again.
	// May be nil.
	Ended func(ctx context.Context, o *Outcome) error
	// Dodged reports whether a person did not begin the rated game before, either: such a game is lost and not aborted. nil: never.
	Dodged func(ctx context.Context, person string) (bool, error)
	// Sealed reports whether only those who play see the tables of a tournament's round; it is asked of rounds all of whose tables are dealt alike. nil: always.
	Sealed func(ctx context.Context, t *api.InTournament) (bool, error)
	Log    Log
}

// Log is where a Hub tells what went wrong: a *slog.Logger, or something smaller.
type Log interface {
	Warn(message string, keysAndValues ...any)
	Error(message string, keysAndValues ...any)
}

// Hub holds the tables that are in memory and brings in others when they are asked for. A table in memory
// belongs to the goroutine that has its turn; turns are given in the order in which they were asked for.
//
// The only lock is mu. Code that holds it never blocks.
type Hub struct {
	cfg    Config
	pool   *pool
	stacks stacks
	time   *timekeeper
	opened int64
	// closing is closed when the Hub stops.
	closing chan struct{}
	wg      sync.WaitGroup
	slow    atomic.Uint64
	// over is about how many bytes games that are over hold in memory.
	over atomic.Int64
	// archived and expired count tables; upgraded counts journals of the first version that were rewritten.
	archived, expired, upgraded atomic.Uint64
	// members are the nodes of the cluster, nil without one; leaveCluster ends what listens to them.
	members      *relay.Members
	leaveCluster func()
	// gaps counts news that were lost on the way, polls how often journals were looked at, and followed the entries of others.
	gaps, polls, followed atomic.Uint64
	// torn counts memories that were given up because the journal had another past.
	torn atomic.Uint64
	// unreadable counts the tables that were found to be.
	unreadable atomic.Uint64

	mu     sync.Mutex
	tables map[string]*table
	closed bool
	// stuckBy is the failure of the store that was told last, and stuckTold when; stuckMore counts tables that met it since.
	stuckBy   string
	stuckTold time.Time
	stuckMore int
}

// New makes a Hub.
func New(cfg Config) *Hub {
	if cfg.Random == nil {
		cfg.Random = systemRandom
	}
	h := &Hub{cfg: cfg, pool: newPool(cfg.BotWorkers, cfg.NewBot, cfg.BotWaited, cfg.Log), time: newTimekeeper(cfg.Clock, cfg.LastAlive, cfg.Relay != nil),
		closing: make(chan struct{}), tables: map[string]*table{}}
	h.opened = h.time.now()
	h.joinCluster()
	return h
}

// Close lets every table finish what it is writing, then stops them all. Subscriptions end.
func (h *Hub) Close() {
	h.mu.Lock()
	if h.closed {
		h.mu.Unlock()
		return
	}
	h.closed = true
	close(h.closing)
	h.mu.Unlock()
	if h.leaveCluster != nil {
		h.leaveCluster()
	}
	h.wg.Wait()
	h.stacks.close()
	h.pool.close()
}

// stuckEvery is how often it is told that the store fails tables for one reason.
const stuckEvery = time.Minute

// stuck tells that a table cannot go on. When the store fails, all tables meet the same error again and again, and the log may be on the same full disk: it is told once a minute.
func (h *Hub) stuck(table string, err error, wait time.Duration) {
	more := 0
	if errors.Is(err, ErrUnavailable) {
		why, now := err.Error(), time.Now()
		h.mu.Lock()
		if why == h.stuckBy && now.Sub(h.stuckTold) < stuckEvery {
			h.stuckMore++
			h.mu.Unlock()
			return
		}
		more, h.stuckBy, h.stuckTold, h.stuckMore = h.stuckMore, why, now, 0
		h.mu.Unlock()
	}
	h.cfg.Log.Error("table cannot go on", "table", table, "error", err, "again_in", wait, "others", more)
}

// Stats are figures for the host.
type Stats struct {
	Tables   int // in memory
	Thinking int // bots thinking now
	Queued   int // decisions of bots waiting for their turn
	// Oldest is how long the first of these has waited.
	Oldest time.Duration
	Chosen uint64 // decisions that bots took so far
	Failed uint64 // times that a bot failed so far
	Slow   uint64 // subscribers given up so far because they did not read
	// Archived are finished games whose journals were dropped so far, Expired tables that were forgotten because they were
	// never played, and Upgraded journals of the first version that were rewritten.
	Archived, Expired, Upgraded uint64
	// Stewarded are the tables in memory whose steward this node is, and Nodes how many nodes live. Followed are entries of other nodes
	// that were applied, Gaps news that were lost on the way, and Polls how often the journals were looked at.
	Stewarded, Nodes      int
	Followed, Gaps, Polls uint64
	// Torn are tables whose memory was given up because the journal had another past.
	Torn uint64
	// Unreadable are tables whose journals were found to be.
	Unreadable uint64
}

// Now returns the time that tables go by, in Unix milliseconds. It does not jump.
func (h *Hub) Now() int64 { return h.time.now() }

// Stats returns the figures of now.
func (h *Hub) Stats() Stats {
	h.mu.Lock()
	n := len(h.tables)
	h.mu.Unlock()
	queued, oldest := h.pool.queued()
	stewarded, nodes := n, 1
	if h.members != nil {
		stewarded, nodes = 0, len(h.members.Alive())
		for _, t := range h.inMemory() {
			if h.Steward(t.id) {
				stewarded++
			}
		}
	}
	return Stats{Stewarded: stewarded, Nodes: nodes, Followed: h.followed.Load(), Gaps: h.gaps.Load(), Polls: h.polls.Load(), Torn: h.torn.Load(), Unreadable: h.unreadable.Load(), Tables: n, Thinking: int(h.pool.thinking.Load()), Queued: queued, Oldest: oldest,
		Chosen: h.pool.chosen.Load(), Failed: h.pool.failed.Load(), Slow: h.slow.Load(),
		Archived: h.archived.Load(), Expired: h.expired.Load(), Upgraded: h.upgraded.Load()}
}

func (h *Hub) gameByID(id string) (game.Game, error) {
	ids := make([]string, len(h.cfg.Games))
	for i, g := range h.cfg.Games {
		if ids[i] = g.Info().ID; ids[i] == id {
			return g, nil
		}
	}
	return nil, game.Refuse(game.Invalid, "no_game", "there is no game %q; there are: %s", id, strings.Join(ids, ", "))
}

// Create opens a table.
func (h *Hub) Create(ctx context.Context, owner Person, req *api.CreateTable) (*api.Snapshot, error) {
	return h.CreateOnce(ctx, owner, req, "")
}

// CreateOnce opens a table under a key that the owner chose. Asked for again under the same key, on any node, it returns that table. An empty
// key opens another each time.
func (h *Hub) CreateOnce(ctx context.Context, owner Person, req *api.CreateTable, key string) (*api.Snapshot, error) {
	var id string
	if key != "" {
		sum := sha256.Sum256([]byte("table\x00" + owner.ID + "\x00" + key))
		id = tableID(sum[:])
		var refusal *game.Error
		if snap, err := h.Snapshot(ctx, id, owner); err == nil || !errors.As(err, &refusal) || refusal.Code != game.NotFound {
			return snap, err
		}
	}
	h.pool.seen(owner.ID, owner.Address)
	list, err := h.newEntries(owner, req)
	if err != nil {
		return nil, err
	}
	n, err := h.cfg.Store.Owned(ctx, owner.ID, h.time.now()-ownedFor)
	if err != nil {
		return nil, unavailable(err)
	}
	if n >= maxOwned {
		return nil, game.Refuse(game.TooMany, "too_many_open", "you have %d tables that wait or are played; finish or leave some first", n)
	}
	if key == "" {
		id = h.NewTableID()
	}
	if err := h.write(ctx, id, list); err != nil && !(key != "" && conflict(err)) {
		return nil, unavailable(err)
	}
	return h.Snapshot(ctx, id, owner)
}

// Gather opens a table of a given id for people who have agreed to play, with bots on the seats after theirs. It starts by itself. If it is open already, nothing happens.
func (h *Hub) Gather(ctx context.Context, id string, settings api.Settings, people, bots []string) error {
	return h.gather(ctx, id, settings, h.NewSecret(), people, bots)
}

// GatherAlike is Gather for a table of a round all of whose tables are dealt alike: the deal is made of the round's secret, in hex.
func (h *Hub) GatherAlike(ctx context.Context, id string, settings api.Settings, secret string, people []string) error {
	return h.gather(ctx, id, settings, secret, people, nil)
}

func (h *Hub) gather(ctx context.Context, id string, settings api.Settings, secret string, people, bots []string) error {
	settings, g, err := h.settle(settings)
	if err != nil {
		return err
	}
	list := []*entry{{Kind: kindCreated, Seat: noSeat, Person: people[0], Settings: settingsFrom(settings), Rules: g.Info().Rules, Secret: secret, AutoStart: true}}
	for seat, p := range people {
		list = append(list, joinEntry(p, false, seat))
	}
	for i, name := range bots {
		if err := h.checkBot(g, name); err != nil {
			return err
		}
		list = append(list, botEntry(len(people)+i, name))
	}
	if err := h.write(ctx, id, list); err != nil && !conflict(err) {
		return unavailable(err)
	}
	return nil
}

// write makes the first entries of a table durable.
func (h *Hub) write(ctx context.Context, id string, list []*entry) error {
	s := newState(h.cfg.Games, id)
	b := &Batch{CanWait: true}
	now := h.time.now()
	for i, e := range list {
		e.Seq, e.At = int64(i+1), now
		if err := s.apply(e, &game.Events{}); err != nil {
			return err
		}
		b.Entries = append(b.Entries, e.encode())
	}
	b.Tip, b.Summary = nextTip("", b.Entries...), s.summary()
	return h.cfg.Store.Append(context.WithoutCancel(ctx), id, b)
}

// Command carries out a person's command. The answer means that it is durable.
func (h *Hub) Command(ctx context.Context, id string, p Person, c *api.Command) (*api.Ack, error) {
	h.pool.seen(p.ID, p.Address)
	return askEarly(ctx, h, id, func(t *table, answer func(*api.Ack, error)) { t.command(p, c, answer) })
}

// Post is Command for those who do not wait: answer is called once, when the command is durable or refused, and after when everybody has been
// told. The table calls both, so they must not wait either. If Post fails, neither is called.
func (h *Hub) Post(ctx context.Context, id string, p Person, c *api.Command, answer func(*api.Ack, error), after func()) error {
	h.pool.seen(p.ID, p.Address)
	return post(ctx, h, id, func(t *table, answer func(*api.Ack, error)) {
		defer after()
		t.command(p, c, answer)
	}, answer)
}

// Wake brings a table into memory if it is not there, so that its bots and clocks go on.
func (h *Hub) Wake(ctx context.Context, id string) error {
	h.mu.Lock()
	t := h.tables[id]
	h.mu.Unlock()
	if t != nil {
		t.lookAgain() // it is due, but may not know
		return nil
	}
	_, err := ask(ctx, h, id, func(t *table) (struct{}, error) { return struct{}{}, t.ready() })
	return err
}

// Invite makes a token that lets others see and join a table until it starts.
func (h *Hub) Invite(ctx context.Context, id string, p Person) (string, error) {
	return ask(ctx, h, id, func(t *table) (string, error) { return t.invite(p) })
}

// MayInvite refuses whoever cannot invite others to a table.
func (h *Hub) MayInvite(ctx context.Context, id string, p Person) error {
	_, err := ask(ctx, h, id, func(t *table) (struct{}, error) {
		if err := t.ready(); err != nil {
			return struct{}{}, err
		}
		return struct{}{}, t.s.mayInvite(p)
	})
	return err
}

// Accept uses such a token and gives the id of its table.
func (h *Hub) Accept(ctx context.Context, token string, p Person) (string, error) {
	id, _, ok := strings.Cut(token, tokenSeparator)
	if !ok || len(token) > maxToken {
		return "", badInvite()
	}
	_, err := ask(ctx, h, id, func(t *table) (struct{}, error) { return struct{}{}, t.accept(token, p) })
	if refusal := (*game.Error)(nil); errors.As(err, &refusal) && refusal.Code == game.NotFound {
		err = badInvite()
	}
	return id, err
}

// ask runs f when it is its turn at the table, and gives its answer.
func ask[T any](ctx context.Context, h *Hub, id string, f func(*table) (T, error)) (T, error) {
	return askEarly(ctx, h, id, func(t *table, answer func(T, error)) { answer(f(t)) })
}

// askEarly does what ask does for an f that answers, once, before it has done everything.
func askEarly[T any](ctx context.Context, h *Hub, id string, f func(t *table, answer func(T, error))) (T, error) {
	type answer struct {
		v   T
		err error
	}
	var none T
	replies := make(chan answer, 1)
	if err := post(ctx, h, id, f, func(v T, err error) { replies <- answer{v, err} }); err != nil {
		return none, err
	}
	select {
	case a := <-replies:
		return a.v, a.err
	case <-ctx.Done():
		return none, unavailable(ctx.Err())
	}
}

// post lets f run at the table, as soon as it is its turn. If f is run, it is answered once, even if a fault keeps f from answering.
func post[T any](ctx context.Context, h *Hub, id string, f func(t *table, answer func(T, error)), answer func(T, error)) error {
	for {
		t, err := h.table(id)
		if err != nil {
			return err
		}
		t.asking.Add(1)
		run := func() {
			t.asking.Add(-1)
			answered := false
			defer func() {
				if !answered {
					var none T
					answer(none, fmt.Errorf("%w: a fault at the table", ErrUnavailable))
				}
			}()
			f(t, func(v T, err error) {
				answered = true
				answer(v, err)
			})
		}
		select {
		case t.turn <- struct{}{}:
			t.start(run, nil)
			return nil
		case <-t.done: // it went to sleep in this moment
		case <-ctx.Done():
			t.asking.Add(-1)
			return unavailable(ctx.Err())
		}
	}
}

// table returns the table of that id, brought into memory if need be.
func (h *Hub) table(id string) (*table, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return nil, unavailable(errors.New("the server is stopping"))
	}
	t := h.tables[id]
	if t == nil {
		t = &table{h: h, id: id, turn: make(chan struct{}, 1), news: make(chan *relay.Message, newsWaiting), done: make(chan struct{}), timer: time.NewTimer(0), lastUse: time.Now(), subs: map[*Subscription]struct{}{}, names: map[string]string{}, kept: map[string]bool{}}
		t.said.Store(-1)
		h.tables[id] = t
		h.wg.Go(t.run)
	}
	return t, nil
}

// forget takes a table out of memory; its goroutine ends after it.
func (h *Hub) forget(t *table) {
	h.mu.Lock()
	delete(h.tables, t.id)
	h.mu.Unlock()
	h.over.Add(-t.weighs)
	close(t.done)
}

// ErrUnavailable is wrapped by errors that are nobody's fault at the table: the journal could not be written
// or read, or the Hub is closing. The request may be repeated.
var ErrUnavailable = errors.New("unavailable")

// unavailable keeps refusals and marks all other errors.
func unavailable(err error) error {
	var refusal *game.Error
	if err == nil || errors.As(err, &refusal) || errors.Is(err, ErrUnavailable) {
		return err
	}
	return errors.Join(ErrUnavailable, err)
}
