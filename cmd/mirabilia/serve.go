package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"mirabilia/api"
	"mirabilia/bot"
	"mirabilia/bot/search"
	"mirabilia/game"
	"mirabilia/games"
	"mirabilia/relay"
	"mirabilia/relay/local"
	"mirabilia/relay/nats"
	"mirabilia/server"
	"mirabilia/store"
	"mirabilia/store/postgres"
	"mirabilia/store/sqlite"
	"mirabilia/web"
)

// offered are the games that the server offers.
var offered = games.All

type serveCommand struct {
	Addr              string        `help:"Address to listen on." default:"localhost:8080" env:"MIRABILIA_ADDR" placeholder:"HOST:PORT"`
	Data              string        `help:"Data folder; it is created if it does not exist." default:"data" env:"MIRABILIA_DATA" type:"path" placeholder:"DIR"`
	Secure            bool          `help:"Clients connect over TLS, terminated by a proxy: cookies are sent over TLS only, and HSTS is on." env:"MIRABILIA_SECURE"`
	Site              string        `help:"Address of the page, such as https://games.example: people can keep their names with passkeys, which belong to its domain. Without it only visitors at localhost can." env:"MIRABILIA_SITE" placeholder:"URL"`
	PublicTournaments bool          `help:"Let everybody with a kept name make public tournaments. Without it a host must agree to each." env:"MIRABILIA_PUBLIC_TOURNAMENTS"`
	Meet              string        `help:"Whom the home page offers first: people or bots. Without it people, if somebody has looked for others within a day." env:"MIRABILIA_MEET" placeholder:"people|bots"`
	Proxy             []string      `help:"Address or network of a proxy whose X-Forwarded-For and X-Forwarded-Proto are trusted; repeatable." env:"MIRABILIA_PROXY" placeholder:"CIDR"`
	Origin            []string      `help:"Another origin whose pages may use the API, such as https://games.example." env:"MIRABILIA_ORIGIN" placeholder:"URL"`
	PushNetwork       []string      `help:"Network that messages to people's devices may go to, besides public addresses, such as that of your own push service; repeatable." env:"MIRABILIA_PUSH_NETWORK" placeholder:"CIDR"`
	MetricsFrom       []string      `help:"Network that may read /metrics, besides this machine; repeatable." env:"MIRABILIA_METRICS_FROM" placeholder:"CIDR"`
	BotWorkers        int           `help:"How many bots think at once; 0 means one less than the number of cores." default:"0" aliases:"thinkers" env:"MIRABILIA_BOT_WORKERS,MIRABILIA_THINKERS" placeholder:"N"`
	BotMemory         int           `help:"Megabytes that the search trees of all bots may hold together; 0 means 256." default:"0" env:"MIRABILIA_BOT_MEMORY" placeholder:"MB"`
	CheckFor          time.Duration `help:"How long to check the data for damage before the server opens; 0 turns the check off." default:"3s" env:"MIRABILIA_CHECK_FOR" placeholder:"TIME"`
	MaxData           int64         `help:"The largest size of the data file in bytes; 0 means no limit." default:"0" env:"MIRABILIA_MAX_DATA" placeholder:"BYTES"`

	Store           string        `help:"PostgreSQL database that several nodes share, instead of the data folder." env:"MIRABILIA_STORE" placeholder:"postgres://…"`
	Nats            string        `help:"NATS servers by which the nodes tell each other what happens, separated by commas. Without them a node reads it from the store once a second." env:"MIRABILIA_NATS" placeholder:"nats://…"`
	NatsCredentials string        `help:"File with the credentials for NATS." env:"MIRABILIA_NATS_CREDENTIALS" type:"path" placeholder:"FILE"`
	NatsUser        string        `help:"User for NATS, if its addresses name none." env:"MIRABILIA_NATS_USER" placeholder:"NAME"`
	NatsPassword    string        `help:"Password of this user, as it is; in an address it would have to be escaped." env:"MIRABILIA_NATS_PASSWORD" placeholder:"TEXT"`
	NatsCa          string        `help:"File with the certificate that signed those of the NATS servers." env:"MIRABILIA_NATS_CA" type:"path" placeholder:"FILE"`
	NatsCert        string        `help:"File with this node's certificate for NATS." env:"MIRABILIA_NATS_CERT" type:"path" placeholder:"FILE"`
	NatsKey         string        `help:"File with the key of this certificate." env:"MIRABILIA_NATS_KEY" type:"path" placeholder:"FILE"`
	Cluster         string        `help:"Name of the cluster; clusters with different names can share one NATS." default:"mirabilia" env:"MIRABILIA_CLUSTER" placeholder:"NAME"`
	Node            string        `help:"Name of this node, different from all others; the name of the machine if there is none." env:"MIRABILIA_NODE" placeholder:"NAME"`
	Drain           time.Duration `help:"How long to go on answering after SIGTERM, while /readyz says that the server is stopping." default:"0s" env:"MIRABILIA_DRAIN" placeholder:"TIME"`

	RateLimit         float64 `help:"Multiplies the usual rate limits; 0 turns them off." default:"1" env:"MIRABILIA_RATE_LIMIT" placeholder:"FACTOR"`
	SocketsPerAddress int     `help:"Open sockets per address; 0 means no limit." default:"200" env:"MIRABILIA_SOCKETS_PER_ADDRESS" placeholder:"N"`

	Log       string `help:"Log level: debug, info, warn or error." default:"info" env:"MIRABILIA_LOG" placeholder:"LEVEL"`
	LogFormat string `help:"Log format: text or json." default:"text" env:"MIRABILIA_LOG_FORMAT" placeholder:"text|json"`

	// TestSeed makes deals and bots the same in every run; anyone who knows it knows every card.
	TestSeed string `hidden:""`
}

// graceAfterStart is how long after a start no clock runs out.
const graceAfterStart = 30 * time.Second

// usualBotMemory is what the trees of all bots may hold, in megabytes.
const usualBotMemory = 256

// idleInMemory is how long a table without viewers stays in memory.
const idleInMemory = 2 * time.Minute

func (s *serveCommand) Run(c console) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return s.serve(ctx, c)
}

func (s *serveCommand) serve(ctx context.Context, c console) error {
	log, err := s.logger(c)
	if err != nil {
		return err
	}
	boundGarbage(ctx)
	cfg, err := s.config(log)
	if err != nil {
		return err
	}
	db, where, err := s.open(ctx, &cfg, log)
	if err != nil {
		return err
	}
	defer func() {
		if cfg.Relay != nil {
			_ = cfg.Relay.Close()
		}
	}()
	srv, err := server.New(cfg)
	if err != nil {
		return errors.Join(err, db.Close())
	}
	// Long thoughts are thought on threads that give way. The kernel can let them give way only if Go has as many threads at work as before besides them; one more is for short thoughts.
	runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + cfg.BotWorkers + 1)
	l, err := net.Listen("tcp", s.Addr)
	if err != nil {
		srv.Close()
		return errors.Join(err, db.Close())
	}
	fmt.Fprintf(c.out, "Mirabilia is open at http://%s (data in %s; stop with Ctrl+C)\n", reachable(l.Addr()), where)
	if held, err := db.Usage(ctx); err == nil {
		fmt.Fprintln(c.out, kept(held))
	}
	err = srv.Serve(ctx, l)
	fmt.Fprintln(c.out, "Mirabilia is closing; everything that was played is saved.")
	return errors.Join(err, db.Close())
}

// open opens the store, and what connects this node with others. where names the store without any password.
func (s *serveCommand) open(ctx context.Context, cfg *server.Config, log *slog.Logger) (db store.Store, where string, err error) {
	cfg.Drain = s.Drain
	if s.Store != "" {
		db, where, err = s.openShared(ctx, cfg, log)
		cfg.Store = db
		return db, where, err
	}
	for flag, value := range map[string]string{"nats": s.Nats, "node": s.Node} {
		if value != "" {
			return nil, "", game.Refuse(game.Invalid, "no_store", "%s is for nodes that share a database; name it with --store", flag)
		}
	}
	db, err = sqlite.Open(ctx, s.Data, sqlite.Options{MaxBytes: s.MaxData, CheckFor: s.CheckFor})
	if errors.Is(err, store.ErrDamaged) {
		return nil, "", fmt.Errorf("%w; restore a backup with \"mirabilia restore\", or start with --check-for 0 to serve what can still be read", err)
	}
	cfg.Store = db
	return db, s.Data, err
}

func (s *serveCommand) openShared(ctx context.Context, cfg *server.Config, log *slog.Logger) (db store.Store, where string, err error) {
	u, err := storeURL(s.Store)
	if err != nil {
		return nil, "", err
	}
	if s.MaxData != 0 {
		return nil, "", game.Refuse(game.Invalid, "max_data", "max-data bounds the data file; a database is bounded by its own host")
	}
	if s.Node == "" {
		if s.Node, err = os.Hostname(); err != nil {
			return nil, "", err
		}
		s.Node = strings.ReplaceAll(s.Node, ".", "-")
	}
	if !relay.Named(s.Node) || !relay.Named(s.Cluster) {
		return nil, "", game.Refuse(game.Invalid, "bad_name", "node and cluster must have 1 to 64 letters, digits, - and _, but are %q and %q", s.Node, s.Cluster)
	}
	if slices.ContainsFunc(strings.Split(s.Nats, ","), badPassword) {
		return nil, "", game.Refuse(game.Invalid, "bad_nats", "an address of NATS cannot be read: %s, or is left out with the user, and given as it is in MIRABILIA_NATS_PASSWORD, with MIRABILIA_NATS_USER", escapes)
	}
	shared, err := postgres.Open(ctx, s.Store, postgres.Options{Node: s.Node})
	if err != nil {
		return nil, "", err
	}
	warnUnsafe(ctx, shared, log)
	key, err := shared.SharedKey(ctx, relay.KeyName, relay.NewKey())
	if err != nil {
		return nil, "", errors.Join(err, shared.Close())
	}
	db = shared
	if s.Nats == "" {
		alone := local.NewBus().Node(s.Node)
		alone.Cut(true) // other nodes may be there all the same
		cfg.Relay = alone
	} else if cfg.Relay, err = nats.Connect(nats.Options{Servers: s.Nats, Cluster: s.Cluster, Node: s.Node, SharedKey: key, Credentials: s.NatsCredentials, User: s.NatsUser,
		Password: s.NatsPassword, CA: s.NatsCa, Cert: s.NatsCert, Key: s.NatsKey, Log: log}); err != nil {
		return nil, "", errors.Join(err, db.Close())
	}
	return db, databaseName(u), nil
}

// warnUnsafe says which settings of a database let it lose what was acknowledged. A database that cannot be asked is found out soon enough.
func warnUnsafe(ctx context.Context, db interface {
	Unsafe(context.Context) ([]string, error)
}, log *slog.Logger) {
	settings, err := db.Unsafe(ctx)
	for _, setting := range settings {
		log.Warn("PostgreSQL may lose what was acknowledged when its power fails or its primary changes; set it to on", "setting", setting)
	}
	if err != nil {
		log.Warn("the settings of PostgreSQL could not be read", "error", err)
	}
}

// databaseName names a database without user and password.
func databaseName(u *url.URL) string { return "postgres://" + u.Host + u.Path }

// escapes says how a password is written in an address.
const escapes = "a password in an address is written with %2F for /, %3F for ?, %23 for #, %25 for % and %40 for @"

// badPassword reports whether an address has a password whose signs end it too soon, or cannot be told from the rest.
func badPassword(address string) bool {
	_, rest, _ := strings.Cut(address, "://")
	at, end := strings.LastIndex(rest, "@"), strings.IndexAny(rest, "/?#")
	if at < 0 {
		return false
	}
	_, err := url.PathUnescape(rest[:at])
	return err != nil || strings.Count(rest, "@") > 1 || end >= 0 && end < at
}

// storeURL reads the address of a database. No refusal shows any of it: a password may be anywhere.
func storeURL(text string) (*url.URL, error) {
	if badPassword(text) {
		return nil, game.Refuse(game.Invalid, "bad_store", "the address of the database cannot be read: %s, or is left out and given as it is in PGPASSWORD", escapes)
	}
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "postgres" && u.Scheme != "postgresql" || u.Host == "" {
		return nil, game.Refuse(game.Invalid, "bad_store", "store must be the address of a database such as postgres://user@host/name")
	}
	return u, nil
}

// kept says what the data holds.
func kept(u store.Usage) string {
	limit := ""
	if u.MaxBytes > 0 {
		limit = fmt.Sprintf(" of %.1f", float64(u.MaxBytes)/(1<<20))
	}
	return fmt.Sprintf("Kept are %d finished games, %d being played, %d open tables and %d people, in %.1f%s MB.", u.Tables[api.StatusFinished], u.Tables[api.StatusPlaying],
		u.Tables[api.StatusLobby], u.People, float64(u.Bytes)/(1<<20), limit)
}

func (s *serveCommand) config(log *slog.Logger) (server.Config, error) {
	limits := server.DefaultLimits
	limits.Rate, limits.SocketsPerAddress = s.RateLimit, s.SocketsPerAddress
	if s.SocketsPerAddress == 0 {
		limits.ConnectionsPerAddress = 0
	} else {
		limits.ConnectionsPerAddress = max(16, min(s.SocketsPerAddress+100, descriptors()/4))
	}
	if s.BotMemory < 0 {
		return server.Config{}, game.Refuse(game.Invalid, "bad_memory", "bot-memory must not be negative, but is %d", s.BotMemory)
	}
	if s.BotMemory == 0 {
		s.BotMemory = usualBotMemory
	}
	memory := search.NewSharedMemory(s.BotMemory << 20)
	cfg := server.Config{
		Games: offered, Matches: games.Matches, Bots: bot.Names, Offered: bot.Levels, DefaultBot: bot.DefaultLevel, BotPlays: bot.Plays, NewBot: bot.NewSharing(memory), BotWorkers: s.BotWorkers,
		BotMemory: func() (bytes, limit int) { held := memory.Stats(); return held.Bytes, held.Limit },
		Secure:    s.Secure, Origins: s.Origin, Limits: limits, Grace: graceAfterStart, Idle: idleInMemory, Version: version, Log: log,
	}
	if cfg.BotWorkers <= 0 {
		cfg.BotWorkers = max(1, runtime.NumCPU()-1)
	}
	if s.TestSeed != "" {
		if s.Secure {
			return cfg, game.Refuse(game.Invalid, "test_seed", "test-seed makes every deal known beforehand, so it cannot be combined with secure")
		}
		log.Warn("deals and bots follow from a test seed: nothing here is secret")
		seedForTest(&cfg, s.TestSeed)
	}
	var err error
	if cfg.Site, err = parseSite(s.Site); err != nil {
		return cfg, err
	}
	cfg.PublicTournaments = s.PublicTournaments
	if cfg.Meet = s.Meet; s.Meet != "" && s.Meet != api.MeetPeople && s.Meet != api.MeetBots {
		return cfg, game.Refuse(game.Invalid, "bad_meet", "meet must be people or bots, not %q", s.Meet)
	}
	if cfg.Proxies, err = parseNetworks(s.Proxy); err != nil {
		return cfg, err
	}
	if cfg.MetricsFrom, err = parseNetworks(s.MetricsFrom); err != nil {
		return cfg, err
	}
	if cfg.PushNetworks, err = parseNetworks(s.PushNetwork); err != nil {
		return cfg, err
	}
	var built bool
	if cfg.Page, built = web.Files(); !built {
		log.Warn("the page was not built into this program; the API works, and make build makes the page")
	}
	return cfg, nil
}

// parseSite reads the address of the page. Browsers keep passkeys for domains whose pages come over TLS, and for no addresses of machines.
func parseSite(text string) (string, error) {
	if text == "" {
		return "", nil
	}
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "https" || u.Host == "" || u.User != nil || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "" {
		return "", game.Refuse(game.Invalid, "bad_site", "site must be an address such as https://games.example, not %q", text)
	}
	if _, err := netip.ParseAddr(u.Hostname()); err == nil || !strings.Contains(u.Hostname(), ".") {
		return "", game.Refuse(game.Invalid, "bad_site", "site must name a domain, such as https://games.example, not %q: browsers keep no passkeys for it", u.Hostname())
	}
	return "https://" + strings.ToLower(u.Host), nil
}

func parseNetworks(texts []string) (list []netip.Prefix, err error) {
	for _, text := range texts {
		p, err := parseNetwork(text)
		if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	return list, nil
}

func parseNetwork(text string) (netip.Prefix, error) {
	if !strings.Contains(text, "/") {
		if a, err := netip.ParseAddr(text); err == nil {
			return netip.PrefixFrom(a, a.BitLen()), nil
		}
	}
	p, err := netip.ParsePrefix(text)
	if err != nil {
		return p, game.Refuse(game.Invalid, "bad_network", "a proxy must be an address or a network such as 10.0.0.0/8, not %q", text)
	}
	return p, nil
}

func (s *serveCommand) logger(c console) (*slog.Logger, error) {
	var level slog.Level
	if err := level.UnmarshalText([]byte(s.Log)); err != nil {
		return nil, game.Refuse(game.Invalid, "bad_level", "log must be debug, info, warn or error, not %q", s.Log)
	}
	o := &slog.HandlerOptions{Level: level}
	switch s.LogFormat {
	case "text":
		return slog.New(slog.NewTextHandler(c.err, o)), nil
	case "json":
		return slog.New(slog.NewJSONHandler(c.err, o)), nil
	}
	return nil, game.Refuse(game.Invalid, "bad_format", "log-format must be text or json, not %q", s.LogFormat)
}

// reachable returns an address that a browser on this machine can open.
func reachable(a net.Addr) string {
	host, port, err := net.SplitHostPort(a.String())
	if err != nil {
		return a.String()
	}
	if ip, err := netip.ParseAddr(host); err == nil && (ip.IsUnspecified() || ip.IsLoopback()) {
		host = "localhost"
	}
	return net.JoinHostPort(host, port)
}
