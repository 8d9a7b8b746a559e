// Package server serves tables over HTTP and WebSockets: people and their sessions, limits, metrics, the page.
// What goes over the wire is defined in the package api and described in docs/openapi.yaml.
package server

import (
	"context"
	"crypto/tls"
	"errors"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"mirabilia/api"
	"mirabilia/bot"
	"mirabilia/game"
	"mirabilia/people"
	"mirabilia/push"
	"mirabilia/relay"
	"mirabilia/seek"
	"mirabilia/store"
	"mirabilia/store/keep"
	"mirabilia/table"
	"mirabilia/tournament"
)

// Config is what a Server is made of.
type Config struct {
	Store store.Store
	Games []game.Game
	// Matches are played on several boards of one of the games. Tables are opened for them, but they have no door.
	Matches []game.Game
	// Bots are the names of all bots that can take a seat; Offered are those that people are shown, weakest
	// first; DefaultBot is suggested; BotPlays reports whether a bot plays a game (nil: all do); NewBot makes one.
	Bots       []string
	Offered    []string
	DefaultBot string
	BotPlays   func(g game.Game, name string) bool
	NewBot     func(g game.Game, name string, seed game.Seed) (bot.Player, error)
	// Random fills table ids and deal secrets; nil means the operating system's random source.
	Random func([]byte)
	// BotMemory tells what the bots' searches hold; may be nil.
	BotMemory func() (bytes, limit int)
	// BotWorkers is how many bots think at once.
	BotWorkers int
	// Page is the built page; nil serves the API only.
	Page fs.FS
	// Secure reports whether people reach the server over TLS, though perhaps not this process (a proxy ends it).
	Secure bool
	// Site is the origin of the host's pages, such as "https://games.example", under whose domain people keep passkeys; empty: only pages of localhost can.
	Site string
	// Meet is whom the home page offers first, api.MeetPeople or api.MeetBots; empty: people if somebody has looked for others within a day.
	Meet string
	// PublicTournaments says that everybody with a kept name may put tournaments into the lists of everybody; otherwise the host is asked each time.
	PublicTournaments bool
	// Proxies are the addresses whose X-Forwarded-For and X-Forwarded-Proto are believed.
	Proxies []netip.Prefix
	// Origins are further origins whose pages may use the API, such as "https://games.example".
	Origins []string
	// PushNetworks are those that messages to devices may go to besides public addresses, and PushTLS secures the connections; nil: as is usual.
	PushNetworks []netip.Prefix
	PushTLS      *tls.Config
	// MetricsFrom are the networks that may read /metrics, beside this machine.
	MetricsFrom []netip.Prefix
	Limits      Limits
	// CodeMemory is how many KiB the hash of a recovery code goes through; 0 means as many as people.New thinks right, and the tests take fewer.
	CodeMemory uint32
	// Grace is how long after the start nobody runs out of time.
	Grace time.Duration
	// Idle is how long a table that nobody looks at stays in memory.
	Idle    time.Duration
	Version string
	// Relay connects this node with others on the same store, which is then a store.Shared; nil if there are none.
	Relay relay.Relay
	// Drain is how long Serve goes on answering after its context has ended, so that a balancer can send people elsewhere.
	Drain time.Duration
	// Clock reads the wall clock in Unix milliseconds and the monotonic clock; nil means those of the machine, or the store's where nodes share one.
	Clock func() (wall int64, mono time.Duration)
	Log   *slog.Logger
}

// Server is an http.Handler over a store. Close it before the store.
type Server struct {
	cfg     Config
	hub     *table.Hub
	limits  *limits
	clients clients
	lives   lives
	// tournamentViews are what everybody is told of tournaments.
	tournamentViews tournamentViews
	metrics         *metrics
	replays         *replays
	page            *page
	handler         http.Handler
	ready           readiness
	closing         atomic.Bool
	// draining says that the server is about to stop.
	draining atomic.Bool
	// saving is what pages were told last of whether the server can save; nil: nothing yet.
	saving atomic.Pointer[string]
	keeper *keep.Keeper
	// damaged are the ids of tables that were found to be damaged.
	damaged sync.Map
	people  *people.People
	// standings are the leaderboards as they were a moment ago.
	standings standings
	botPlaces botPlaces
	// presence is of those who are here, and looking of those who have a page in front.
	presence, looking presence
	seeks             *seek.Seeks
	push              *push.Push
	// tournaments are those of the store.
	tournaments *tournament.Tournaments
	// roundsOver are the names of rounds that are over, whose tables everybody may see; sealed reports whether one is not.
	roundsOver sync.Map
	sealed     func(ctx context.Context, in *api.InTournament) (bool, error)
	// clock is the store's where other nodes share it.
	clock *storeClock
	// running ends when the server stops, and stop ends what runs in the background.
	running    context.Context
	stop       context.CancelFunc
	background sync.WaitGroup
}

// New returns a Server and starts its background work: waking tables whose time has come.
func New(cfg Config) (*Server, error) {
	s := &Server{cfg: cfg, limits: newLimits(cfg.Limits), metrics: newMetrics(cfg.Version)}
	s.sealed = s.sealedRound
	s.running, s.stop = context.WithCancel(context.Background())
	s.ready.store, s.ready.wrote, s.clients.of = cfg.Store, time.Now(), map[string]map[opened]struct{}{}
	now, clock := time.Now().UnixMilli(), cfg.Clock
	if clock != nil {
		now, _ = clock()
	}
	shared, err := s.joinCluster()
	if err != nil {
		return nil, err
	}
	if shared != nil {
		clock = s.clock.read
		now, _ = clock()
	}
	lastAlive, err := cfg.Store.Heartbeat(context.Background(), now)
	if err != nil {
		cfg.Log.Warn("when the server was last alive is not known", "error", err)
	}
	if lastAlive > 0 {
		s.limits.expect(time.Now().Add(homecoming)) // those who were here before a restart
	}
	s.hub = table.New(table.Config{
		Games: slices.Concat(cfg.Games, cfg.Matches), Store: &keeping{cfg.Store, s}, LastAlive: lastAlive, Clock: clock, Relay: cfg.Relay, Heard: s.heard, Ended: s.ended,
		Dodged: s.dodged,
		Sealed: func(ctx context.Context, in *api.InTournament) (bool, error) { return s.sealed(ctx, in) }, Bots: cfg.Bots, DefaultBot: cfg.DefaultBot, BotPlays: cfg.BotPlays, NewBot: cfg.NewBot,
		Random: cfg.Random, BotWorkers: cfg.BotWorkers, BotWaited: func(d time.Duration) { s.metrics.botWait.Observe(d.Seconds()) }, Grace: cfg.Grace, Idle: cfg.Idle, Log: cfg.Log,
	})
	s.people = people.New(cfg.Store, s.hub.Now)
	if cfg.CodeMemory > 0 {
		s.people.CodeMemory = cfg.CodeMemory
	}
	s.seeks = seek.New(seek.Config{Store: cfg.Store, Now: s.hub.Now, NewID: s.hub.NewTableID, About: s.aboutSeeker, Tables: s.openTables, Open: s.openFound, Called: s.called})
	s.push = push.New(push.Config{Store: cfg.Store, Now: s.hub.Now, Networks: cfg.PushNetworks, TLS: cfg.PushTLS, Site: cfg.Site,
		Away: s.onHoliday, Looking: func(person string) bool { return s.looking.here(person, time.Now()) }, Compose: s.compose, Sent: func(how string) { s.metrics.pushed.WithLabelValues(how).Inc() }, Log: cfg.Log})
	if _, err := s.push.Key(context.Background()); err != nil {
		cfg.Log.Warn("the keys for push services could not be made yet", "error", err)
	}
	s.tournaments = tournament.New(tournament.Config{Store: cfg.Store, Now: s.hub.Now, NewID: s.hub.NewTableID, NewSecret: s.hub.NewSecret, Steward: s.hub.Steward, Open: s.openTournamentTable, Count: s.hub.Count, AtOnce: tablesAtOnce, Changed: s.tournamentChanged, Log: cfg.Log})
	s.replays = newReplays(maxReplayBytes, max(1, runtime.GOMAXPROCS(0)/2), s.buildReplay)
	s.keeper = keep.New(cfg.Store, s.hub.Now, lastAlive, func(person string) { s.renamed(person, "") }, cfg.Log)
	if err := s.keeper.Announce(context.Background()); err != nil {
		cfg.Log.Warn("what is kept could not be announced yet", "error", err)
	}
	s.metrics.registry.MustRegister(kept{s.keeper, s.hub}, readyState{s})
	s.metrics.watch(s.hub, s.replays)
	s.metrics.botMemory(cfg.BotMemory)
	if cfg.Relay != nil {
		s.metrics.cluster(s.hub, cfg.Relay)
	}
	if cfg.Page != nil {
		if s.page, err = newPage(cfg.Page); err != nil {
			s.hub.Close()
			return nil, err
		}
	}
	if s.handler, err = s.routes(); err != nil {
		s.hub.Close()
		return nil, err
	}
	ctx := s.running
	s.background.Go(func() { s.sweep(ctx) })
	s.background.Go(func() { s.keeper.Run(ctx) })
	s.background.Go(func() { s.mind(ctx) })
	s.background.Go(func() { s.meetPeople(ctx) })
	s.background.Go(func() { s.tellPeople(ctx) })
	s.background.Go(func() { s.runTournaments(ctx) })
	s.background.Go(func() { s.placeBots(ctx) })
	if shared != nil {
		s.learnOutages(ctx, shared)
		s.background.Go(func() { s.watch(ctx, shared) })
	}
	return s, nil
}

// ServeHTTP answers a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Close finishes what is being written, ends all sockets with a word that the server is stopping, and waits for
// them a little.
func (s *Server) Close() {
	if s.closing.Swap(true) {
		return
	}
	s.stop()
	s.background.Wait()
	s.hub.Close()
	for end := time.Now().Add(socketFarewell); s.limits.openSockets() > 0 && time.Now().Before(end); {
		time.Sleep(5 * time.Millisecond)
	}
}

// Times of the HTTP server. A waiting poll and a socket's handshake fit well within the write timeout.
const (
	headerTimeout   = 10 * time.Second
	readTimeout     = 30 * time.Second
	writeTimeout    = 2 * time.Minute
	idleTimeout     = 2 * time.Minute
	maxHeader       = 16 << 10
	shutdownTimeout = 10 * time.Second
	socketFarewell  = 3 * time.Second
)

// front returns the HTTP server that a Server answers through.
func (s *Server) front() *http.Server {
	return &http.Server{Handler: s, ReadHeaderTimeout: headerTimeout, ReadTimeout: readTimeout, WriteTimeout: writeTimeout, IdleTimeout: idleTimeout,
		MaxHeaderBytes: maxHeader, ErrorLog: slog.NewLogLogger(s.cfg.Log.Handler(), slog.LevelDebug)}
}

// Serve answers on a listener until the context ends, then closes the Server and lets running requests finish.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	crowd := newCrowded(l, s.cfg.Limits.ConnectionsPerAddress, func() int { more, _ := s.limits.room(); return more }, s.trusted, s.cfg.Log)
	s.metrics.connections(crowd)
	l = crowd
	h := s.front()
	failed := make(chan error, 1)
	go func() { failed <- h.Serve(l) }()
	select {
	case err := <-failed:
		s.Close()
		return err
	case <-ctx.Done():
	}
	if s.cfg.Drain > 0 {
		s.Drain()
		select {
		case <-failed:
		case <-time.After(s.cfg.Drain):
		}
	}
	s.Close()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTimeout)
	defer cancel()
	err := h.Shutdown(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		err = h.Close()
	}
	return err
}
