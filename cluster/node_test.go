package cluster_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"sync"
	"syscall"
	"time"

	"mirabilia/bot"
	"mirabilia/childtest"
	"mirabilia/games"
	"mirabilia/relay"
	"mirabilia/relay/nats"
	"mirabilia/server"
	"mirabilia/store"
	"mirabilia/store/postgres"
	"mirabilia/store/sqlite"
)

// A node is this test binary, started with the variables below, so that it can be given faults that the program has not.
const (
	envNode  = "MIRABILIA_TEST_NODE"
	envStore = "MIRABILIA_TEST_STORE"
	envNATS  = "MIRABILIA_TEST_NATS"
	envAddr  = "MIRABILIA_TEST_ADDR"
	envFault = "MIRABILIA_TEST_FAULT"
	envClock = "MIRABILIA_TEST_CLOCK"
	// envJump names a file that says how wrong the node's clock is now.
	envJump = "MIRABILIA_TEST_JUMP"
)

// runAsNode makes this process a node if it was started as one.
func runAsNode() bool {
	if os.Getenv(envNode) == "" {
		return false
	}
	if err := serveNode(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	return true
}

func serveNode() error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	limits := server.DefaultLimits
	limits.Rate, limits.SocketsPerAddress, limits.ConnectionsPerAddress = 0, 0, 0
	cfg := server.Config{
		Games: games.All, Matches: games.Matches, Bots: bot.Names, Offered: bot.Levels, DefaultBot: bot.DefaultLevel, NewBot: bot.New,
		BotWorkers: 1, Limits: limits, Grace: time.Second, Idle: time.Minute, Drain: 300 * time.Millisecond, Version: "test", Log: log,
	}
	end, err := openStore(ctx, &cfg, log)
	if err != nil {
		return err
	}
	srv, err := server.New(cfg)
	if err != nil {
		return err
	}
	l, err := net.Listen("tcp", os.Getenv(envAddr))
	if err != nil {
		return err
	}
	fmt.Println(l.Addr())
	return errors.Join(srv.Serve(ctx, l), end())
}

// openStore opens what the node was told to use: a folder, or PostgreSQL and NATS.
func openStore(ctx context.Context, cfg *server.Config, log *slog.Logger) (end func() error, err error) {
	where := os.Getenv(envStore)
	if !strings.HasPrefix(where, "postgres:") {
		cfg.Store, err = sqlite.Open(ctx, where, sqlite.Options{})
		return func() error { return cfg.Store.Close() }, err
	}
	db, err := postgres.Open(ctx, where, postgres.Options{Node: os.Getenv(envNode)})
	if err != nil {
		return nil, err
	}
	wrong, _ := time.ParseDuration(os.Getenv(envClock))
	cfg.Store = &faulty{DB: db, fault: os.Getenv(envFault), clock: wrong}
	key, err := db.SharedKey(ctx, relay.KeyName, relay.NewKey())
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	cfg.Relay, err = nats.Connect(nats.Options{Servers: os.Getenv(envNATS), Cluster: "test", Node: os.Getenv(envNode), SharedKey: key, Log: log})
	return func() error { return errors.Join(cfg.Relay.Close(), db.Close()) }, err
}

// Faults that are planted to see that the checks find them.
const (
	// early acknowledges an append before it is committed.
	early = "early"
	// blind ignores the number that an append expects.
	blind = "blind"
)

// faulty is a store with a planted fault, and with a clock that is wrong.
type faulty struct {
	*postgres.DB
	fault string
	clock time.Duration
}

func (f *faulty) Now(ctx context.Context) (int64, error) {
	now, err := f.DB.Now(ctx)
	var jump time.Duration
	if text, fault := os.ReadFile(os.Getenv(envJump)); fault == nil {
		jump, _ = time.ParseDuration(string(text))
	}
	return now + (f.clock + jump).Milliseconds(), err
}

func (f *faulty) Append(ctx context.Context, b *store.Batch) error {
	switch f.fault {
	case early:
		if b.Last > 0 {
			go func() {
				time.Sleep(20 * time.Millisecond)
				_ = f.DB.Append(ctx, b)
			}()
			return nil
		}
	case blind:
		err := f.DB.Append(ctx, b)
		for errors.Is(err, store.ErrTaken) && b.Last > 0 {
			last, look := f.DB.Last(ctx, []string{b.Row.ID})
			if look != nil || last[b.Row.ID].Seq == 0 {
				return look
			}
			b.Last, b.After = last[b.Row.ID].Seq, last[b.Row.ID].Tip
			err = f.DB.Append(ctx, b)
		}
		return err
	}
	return f.DB.Append(ctx, b)
}

// node is a node as a process.
type node struct {
	name string
	addr string
	env  []string
	cmd  *exec.Cmd
	log  *lines
	done <-chan struct{}
	// life is held by whoever ends and restarts it, and jump is the file of envJump.
	life sync.Mutex
	jump string
}

// lines keeps the last of what a process wrote.
type lines struct {
	mu   sync.Mutex
	text []string
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text = append(l.text, string(p))
	if len(l.text) > 200 {
		l.text = l.text[100:]
	}
	return len(p), nil
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Join(l.text[max(0, len(l.text)-40):], "")
}

// start starts the process and waits until it listens.
func (n *node) start(more ...string) error {
	if n.addr == "" {
		port, err := childtest.Port()
		if err != nil {
			return err
		}
		n.addr = fmt.Sprint("127.0.0.1:", port)
	}
	n.cmd = exec.Command(os.Args[0])
	n.cmd.Env = append(append(append(os.Environ(), n.env...), envAddr+"="+n.addr), more...)
	n.cmd.Stderr = n.log
	out, err := n.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if n.done, err = childtest.Start(n.cmd, syscall.SIGKILL); err != nil {
		return err
	}
	if _, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		<-n.done
		return fmt.Errorf("node %s did not start: %s", n.name, n.log)
	}
	return nil
}

// end ends the process by a signal and waits for it.
func (n *node) end(s syscall.Signal) {
	_ = n.cmd.Process.Signal(s)
	select {
	case <-n.done:
	case <-time.After(20 * time.Second):
		_ = n.cmd.Process.Kill()
		<-n.done
	}
}
