package server

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"mirabilia/relay"
	"mirabilia/store"
	"mirabilia/table"
)

// What a server does that shares its store with other nodes.

const (
	// watchEvery is how often a node looks at the store's clock, and while the relay is away at sessions that ended elsewhere. While the
	// relay is there it looks at these at every second tick: the node that ended a session may itself be cut off, and sockets end within
	// two seconds all the same.
	watchEvery = 900 * time.Millisecond
	// outageAfter is how long the store must have been out of reach for people to be given time to come back.
	outageAfter = 3 * time.Second
	// keyEvery is how often a node looks whether it shares another key with the others.
	keyEvery = 2 * time.Second
	// outagesEvery is how often a node asks whether others have found that no server was alive for a while.
	outagesEvery = 15 * time.Second
	// clockDrift is how fast an estimate of the store's clock becomes worse, in parts of time.
	clockDrift = 100e-6
)

// storeClock estimates the store's clock from answers that took some time. The machine's own wall clock plays no part in it.
type storeClock struct {
	start time.Time

	mu sync.Mutex
	// At mono the store's clock was at wall, in Unix milliseconds, give or take bound.
	wall  int64
	mono  time.Duration
	bound time.Duration
}

// sample asks the store what time it is.
func (c *storeClock) sample(ctx context.Context, s store.Shared) error {
	before := time.Since(c.start)
	wall, err := s.Now(ctx)
	if err != nil {
		return err
	}
	mono := time.Since(c.start)
	c.mu.Lock()
	defer c.mu.Unlock()
	// It was somewhere in between.
	bound := (mono - before) / 2
	age := mono - c.mono
	if c.wall == 0 || bound <= c.bound+time.Duration(float64(age)*clockDrift) {
		c.wall, c.mono, c.bound = wall+bound.Milliseconds(), mono, bound
	}
	return nil
}

// read returns the estimate and the monotonic clock.
func (c *storeClock) read() (wall int64, mono time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	mono = time.Since(c.start)
	return c.wall + (mono - c.mono).Milliseconds(), mono
}

// joinCluster returns the store if other nodes share it, and starts its clock; nil if there are none.
func (s *Server) joinCluster() (store.Shared, error) {
	if s.cfg.Relay == nil {
		return nil, nil
	}
	shared, ok := s.cfg.Store.(store.Shared)
	if !ok {
		return nil, fmt.Errorf("a %T cannot be shared by several nodes", s.cfg.Store)
	}
	s.clock = &storeClock{start: time.Now()}
	return shared, s.clock.sample(context.Background(), shared)
}

// heard does what another node's message asks of the server.
func (s *Server) heard(m *relay.Message) {
	switch m.Kind {
	case relay.Revoked:
		go s.endSockets(m.Person)
	case relay.Renamed:
		s.replays.renamed(m.Person)
		s.standings.forget()
	case relay.Here:
		s.presence.note(m.Person, time.Now())
	case relay.Looking:
		s.looking.note(m.Person, time.Now())
	case relay.Tournament:
		s.heardOfTournament(m.Tournament)
	}
}

// tell tells other nodes, if there are any.
func (s *Server) tell(m *relay.Message) {
	if s.cfg.Relay != nil {
		s.cfg.Relay.Publish(m)
	}
}

// watch keeps the estimate of the store's clock, notices outages of the store, and ends sockets whose session ended on another node
// that could not tell.
func (s *Server) watch(ctx context.Context, shared store.Shared) {
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	var failing, outages, keyed time.Time
	for n := 0; ; n++ {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
		if err := s.clock.sample(ctx, shared); err != nil {
			if failing.IsZero() {
				failing = time.Now()
			}
			continue
		}
		if back := shared.WentBack(); back > 0 {
			s.metrics.wentBack.Inc()
			s.cfg.Log.Warn("the database's clock has gone back; people's clocks go on, and catch up with it slowly unless it was days", "by", back)
		}
		if !failing.IsZero() && time.Since(failing) > outageAfter {
			s.cfg.Log.Warn("the store was out of reach; nobody runs out of time for a while", "for", time.Since(failing).Round(time.Second))
			s.hub.Calm()
		}
		failing = time.Time{}
		if time.Since(keyed) > keyEvery {
			keyed = time.Now()
			s.learnKey(ctx, shared)
		}
		if time.Since(outages) > outagesEvery {
			outages = time.Now()
			s.learnOutages(ctx, shared)
		}
		if !s.cfg.Relay.Connected() || n%2 == 0 {
			s.endRevoked(ctx, shared)
		}
	}
}

// learnKey takes the key that the nodes share, if it was renewed.
func (s *Server) learnKey(ctx context.Context, shared store.Shared) {
	key, err := shared.SharedKey(ctx, relay.KeyName, nil)
	switch {
	case err != nil:
		s.cfg.Log.Warn("the key of the nodes could not be read", "error", err)
	case len(key) == relay.KeyBytes:
		s.cfg.Relay.Renew(key)
	}
}

// learnOutages tells the tables when no server was alive, as any node has noted it.
func (s *Server) learnOutages(ctx context.Context, shared store.Shared) {
	list, err := shared.Outages(ctx)
	if err != nil {
		s.cfg.Log.Warn("outages could not be read", "error", err)
		return
	}
	for _, o := range list {
		s.hub.PauseAt(o.Until, o.Length)
	}
}

// endRevoked ends the sockets that were opened with tokens which are kept no longer.
func (s *Server) endRevoked(ctx context.Context, shared store.Shared) {
	tokens := s.clients.tokens()
	if len(tokens) == 0 {
		return
	}
	known, err := shared.KnownTokens(ctx, slices.Collect(maps.Values(tokens)))
	if err != nil {
		s.cfg.Log.Warn("sessions could not be checked", "error", err)
		return
	}
	for c, token := range tokens {
		if !known[string(token)] {
			c.cutOff()
		}
	}
}

// tokens returns the hashes of the tokens that sockets were opened with, but for those of people without a session.
func (l *clients) tokens() map[opened][]byte {
	l.mu.Lock()
	defer l.mu.Unlock()
	tokens := map[opened][]byte{}
	for person, sockets := range l.of {
		for c := range sockets {
			if person != "" {
				tokens[c] = c.openedWith()
			}
		}
	}
	return tokens
}

// Drain makes the server say that it is not ready and hand its duties to other nodes, while it goes on answering.
func (s *Server) Drain() {
	s.draining.Store(true)
	s.hub.Leave()
}

// cluster adds the figures of a cluster.
func (m *metrics) cluster(h *table.Hub, r relay.Relay) {
	counter := func(name, help string, f func() uint64) {
		m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: name, Help: help}, func() float64 { return float64(f()) }))
	}
	gauge := func(name, help string, f func() float64) {
		m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, f))
	}
	counter("mirabilia_relay_sent_total", "Messages sent to other nodes.", func() uint64 { return r.Stats().Sent })
	counter("mirabilia_relay_sent_bytes_total", "Bytes sent to other nodes.", func() uint64 { return r.Stats().SentBytes })
	counter("mirabilia_relay_received_total", "Messages of other nodes.", func() uint64 { return r.Stats().Received })
	counter("mirabilia_relay_received_bytes_total", "Bytes of other nodes.", func() uint64 { return r.Stats().ReceivedBytes })
	counter("mirabilia_relay_lost_total", "Messages that could not be sent, or came faster than they were read.", func() uint64 { return r.Stats().Lost })
	counter("mirabilia_relay_refused_total", "Messages that no node of this database has sent, or that were said again.", func() uint64 { return r.Stats().Refused })
	counter("mirabilia_tables_torn_total", "Tables whose memory was given up because the journal had another past: the database went back to an older state.", func() uint64 { return h.Stats().Torn })
	counter("mirabilia_relay_gaps_total", "News of tables that were lost on the way and read from the journal.", func() uint64 { return h.Stats().Gaps })
	counter("mirabilia_relay_entries_total", "Entries of other nodes that were applied.", func() uint64 { return h.Stats().Followed })
	counter("mirabilia_journal_polls_total", "Times that the journals of the tables in memory were looked at.", func() uint64 { return h.Stats().Polls })
	gauge("mirabilia_relay_connected", "1 if the relay is connected.", func() float64 {
		if r.Connected() {
			return 1
		}
		return 0
	})
	gauge("mirabilia_nodes", "Nodes that live, as this one knows them.", func() float64 { return float64(h.Stats().Nodes) })
	gauge("mirabilia_tables_stewarded", "Tables in memory whose steward this node is.", func() float64 { return float64(h.Stats().Stewarded) })
}
