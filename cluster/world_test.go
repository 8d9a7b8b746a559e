package cluster_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"mirabilia/cluster/proxy"
	"mirabilia/relay/nats/natstest"
	"mirabilia/store/postgres"
	"mirabilia/store/postgres/pgtest"
)

// world is a cluster: PostgreSQL with a synchronous standby, NATS, three nodes, and a proxy that gives connections to the nodes in turn.
// Every node reaches the others by proxies of its own, which can be cut.
type world struct {
	t                *testing.T
	primary, standby *pgtest.Server
	nats             *natstest.Server
	nodes            []*node
	// toStore and toNATS are the proxies of each node.
	toStore [][]*proxy.Proxy
	toNATS  []*proxy.Proxy
	front   *proxy.Proxy
	// failedOver says that the standby is the primary.
	failedOver atomic.Bool
}

const database = "mirabilia"

func newWorld(t *testing.T, fault string) *world { return newWorldOf(t, fault, "a", "b", "c") }

// newWorldOf starts a world with the named nodes.
func newWorldOf(t *testing.T, fault string, names ...string) *world {
	t.Helper()
	w := &world{t: t}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	var err error
	// The primary waits for its standby only once there is one.
	w.primary, err = pgtest.Start("wal_level = replica", "max_wal_senders = 4", "hot_standby = on")
	must(err)
	t.Cleanup(func() { w.primary.Stop() })
	must(w.primary.Exec(t.Context(), "postgres", "CREATE DATABASE "+database))
	must(w.primary.SetClock(t.Context(), database, 0))
	w.standby, err = w.primary.Standby()
	must(err)
	t.Cleanup(func() { w.standby.Stop() })
	must(w.primary.Exec(t.Context(), "postgres", "ALTER SYSTEM SET synchronous_standby_names = '*'"))
	must(w.primary.Exec(t.Context(), "postgres", "SELECT pg_reload_conf()"))
	w.nats, err = natstest.Start()
	must(err)
	t.Cleanup(func() { w.nats.Kill() })
	var addresses []string
	for _, name := range names {
		var stores []*proxy.Proxy
		for _, s := range []*pgtest.Server{w.primary, w.standby} {
			p, err := proxy.New(fmt.Sprintf("127.0.0.1:%d", s.Port))
			must(err)
			t.Cleanup(func() { p.Close() })
			stores = append(stores, p)
		}
		relay, err := proxy.New(w.nats.Addr())
		must(err)
		t.Cleanup(func() { relay.Close() })
		w.toStore, w.toNATS = append(w.toStore, stores), append(w.toNATS, relay)
		n := &node{name: name, log: &lines{}, jump: filepath.Join(t.TempDir(), name), env: []string{envNode + "=" + name, envFault + "=" + fault, envNATS + "=nats://" + relay.Addr(),
			envStore + fmt.Sprintf("=postgres://postgres@%s,%s/%s?sslmode=disable&target_session_attrs=read-write", stores[0].Addr(), stores[1].Addr(), database)}}
		n.env = append(n.env, envJump+"="+n.jump)
		must(n.start())
		t.Cleanup(func() { n.end(syscall.SIGKILL) })
		w.nodes, addresses = append(w.nodes, n), append(addresses, n.addr)
	}
	w.front, err = proxy.New(addresses...)
	must(err)
	t.Cleanup(func() { w.front.Close() })
	return w
}

// serving returns the database that is the primary now.
func (w *world) serving() *pgtest.Server {
	if w.failedOver.Load() {
		return w.standby
	}
	return w.primary
}

// store opens the database that is the primary now, past all proxies.
func (w *world) store() *postgres.DB {
	w.t.Helper()
	db, err := postgres.Open(context.Background(), w.serving().URL(database), postgres.Options{Node: "test"})
	if err != nil {
		w.t.Fatal(err)
	}
	return db
}

func (w *world) restart(n *node, more ...string) {
	w.t.Helper()
	// The database may be away just now, as another fault has it; who runs a node starts it again then.
	for end := time.Now().Add(30 * time.Second); ; time.Sleep(200 * time.Millisecond) {
		err := n.start(more...)
		if err == nil {
			return
		}
		if time.Now().After(end) {
			w.t.Fatal(err)
		}
	}
}

// fault is something that goes wrong for a while.
type fault struct {
	name string
	// run makes it happen to a node, or to all, and returns when it is over.
	run func(w *world, n int, r *rand.Rand)
	// once says that it can happen only once.
	once bool
	// lasts is set for a fault during which every table must go on, so long after it began.
	lasts time.Duration
}

func (w *world) setStore(n int, m proxy.Mode) {
	for _, p := range w.toStore[n] {
		p.Set(m)
	}
}

// balance lets people connect to all nodes but one, as a balancer does that asks whether they are ready; -1: to all.
func (w *world) balance(but int) {
	var to []string
	for i, n := range w.nodes {
		if i != but {
			to = append(to, n.addr)
		}
	}
	w.front.Aim(to...)
}

// reborn ends a node by a signal and starts it anew.
func (w *world) reborn(n *node, s syscall.Signal, after time.Duration, more ...string) {
	n.life.Lock()
	defer n.life.Unlock()
	n.end(s)
	time.Sleep(after)
	w.restart(n, more...)
}

// jumps are by how much clocks are wrong all at once.
var jumps = []time.Duration{-time.Hour, time.Hour, 400 * 24 * time.Hour}

// stays is how long a node stays cut off from PostgreSQL, and goOnWithout after how much of it every table must have gone on.
const (
	stays       = 22 * time.Second
	goOnWithout = 10 * time.Second
)

var faults = []fault{
	{name: "a node is killed", run: func(w *world, n int, r *rand.Rand) {
		w.reborn(w.nodes[n], syscall.SIGKILL, time.Duration(r.IntN(3000))*time.Millisecond)
	}},
	{name: "a node is paused", run: func(w *world, n int, r *rand.Rand) {
		node := w.nodes[n]
		node.life.Lock()
		defer node.life.Unlock()
		_ = node.cmd.Process.Signal(syscall.SIGSTOP)
		time.Sleep(10 * time.Second)
		_ = node.cmd.Process.Signal(syscall.SIGCONT)
	}},
	{name: "a node is cut off from NATS", run: func(w *world, n int, r *rand.Rand) {
		w.toNATS[n].Set(proxy.Cut)
		time.Sleep(4 * time.Second)
		w.toNATS[n].Set(proxy.Pass)
	}},
	{name: "a node is cut off from PostgreSQL", run: func(w *world, n int, r *rand.Rand) {
		w.setStore(n, []proxy.Mode{proxy.Cut, proxy.Hold, proxy.LoseAnswers}[r.IntN(3)])
		time.Sleep(4 * time.Second)
		w.setStore(n, proxy.Pass)
	}},
	{name: "a node stays cut off from PostgreSQL", lasts: goOnWithout, run: func(w *world, n int, r *rand.Rand) {
		w.setStore(n, []proxy.Mode{proxy.Cut, proxy.Hold, proxy.LoseAnswers, proxy.LoseQuestions}[r.IntN(4)])
		w.balance(n)
		time.Sleep(stays)
		w.setStore(n, proxy.Pass)
		w.balance(-1)
	}},
	{name: "a node is cut off from everything", run: func(w *world, n int, r *rand.Rand) {
		w.toNATS[n].Set(proxy.Hold)
		w.setStore(n, proxy.Hold)
		time.Sleep(7 * time.Second)
		w.toNATS[n].Set(proxy.Pass)
		w.setStore(n, proxy.Pass)
	}},
	{name: "NATS is killed", run: func(w *world, n int, r *rand.Rand) {
		_ = w.nats.Kill()
		time.Sleep(3 * time.Second)
		if err := w.nats.Launch(); err != nil {
			w.t.Fatal(err)
		}
	}},
	{name: "answers of PostgreSQL are lost", run: func(w *world, n int, r *rand.Rand) {
		for range 5 {
			w.setStore(n, proxy.LoseAnswers)
			time.Sleep(200 * time.Millisecond)
			w.setStore(n, proxy.Pass)
			time.Sleep(300 * time.Millisecond)
		}
	}},
	{name: "a node's clock is wrong", run: func(w *world, n int, r *rand.Rand) {
		w.reborn(w.nodes[n], syscall.SIGKILL, 0, envClock+"="+[]string{"40s", "-40s"}[r.IntN(2)])
		time.Sleep(5 * time.Second)
		w.reborn(w.nodes[n], syscall.SIGKILL, 0)
	}},
	{name: "a node's clock jumps and jumps back", run: func(w *world, n int, r *rand.Rand) {
		for _, by := range []time.Duration{jumps[r.IntN(len(jumps))], 0} {
			if err := os.WriteFile(w.nodes[n].jump, []byte(by.String()), 0o600); err != nil {
				w.t.Error(err)
			}
			time.Sleep(5 * time.Second)
		}
	}},
	{name: "the database's clock jumps and jumps back", run: func(w *world, n int, r *rand.Rand) {
		for _, by := range []time.Duration{jumps[r.IntN(len(jumps))], 0} {
			for end := time.Now().Add(20 * time.Second); ; time.Sleep(200 * time.Millisecond) {
				err := w.serving().SetClock(context.Background(), database, by)
				if err == nil {
					break
				}
				if time.Now().After(end) {
					w.t.Error(err)
					return
				}
			}
			time.Sleep(5 * time.Second)
		}
	}},
	{name: "all nodes are restarted one by one", run: func(w *world, n int, r *rand.Rand) {
		for _, n := range w.nodes {
			w.reborn(n, syscall.SIGTERM, 0)
		}
	}},
	{name: "the primary is killed and the standby promoted", once: true, run: func(w *world, n int, r *rand.Rand) {
		if err := w.primary.Kill(); err != nil {
			w.t.Fatal(err)
		}
		time.Sleep(time.Second)
		if err := w.standby.Promote(); err != nil {
			w.t.Fatal(err)
		}
		w.failedOver.Store(true)
	}},
}
