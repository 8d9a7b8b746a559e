package cluster_test

import (
	"context"
	"fmt"
	"math/rand/v2"
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
	failedOver bool
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
		n := &node{name: name, log: &lines{}, env: []string{envNode + "=" + name, envFault + "=" + fault, envNATS + "=nats://" + relay.Addr(),
			envStore + fmt.Sprintf("=postgres://postgres@%s,%s/%s?sslmode=disable&target_session_attrs=read-write", stores[0].Addr(), stores[1].Addr(), database)}}
		must(n.start())
		t.Cleanup(func() { n.end(syscall.SIGKILL) })
		w.nodes, addresses = append(w.nodes, n), append(addresses, n.addr)
	}
	w.front, err = proxy.New(addresses...)
	must(err)
	t.Cleanup(func() { w.front.Close() })
	return w
}

// store opens the database that is the primary now, past all proxies.
func (w *world) store() *postgres.DB {
	w.t.Helper()
	s := w.primary
	if w.failedOver {
		s = w.standby
	}
	db, err := postgres.Open(context.Background(), s.URL(database), postgres.Options{Node: "test"})
	if err != nil {
		w.t.Fatal(err)
	}
	return db
}

func (w *world) restart(n *node, more ...string) {
	w.t.Helper()
	if err := n.start(more...); err != nil {
		w.t.Fatal(err)
	}
}

// fault is something that goes wrong for a while.
type fault struct {
	name string
	run  func(w *world, r *rand.Rand)
	// once says that it can happen only once.
	once bool
}

func (w *world) any(r *rand.Rand) int { return r.IntN(len(w.nodes)) }

func (w *world) setStore(n int, m proxy.Mode) {
	for _, p := range w.toStore[n] {
		p.Set(m)
	}
}

var faults = []fault{
	{name: "a node is killed", run: func(w *world, r *rand.Rand) {
		n := w.nodes[w.any(r)]
		n.end(syscall.SIGKILL)
		time.Sleep(time.Duration(r.IntN(3000)) * time.Millisecond)
		w.restart(n)
	}},
	{name: "a node is paused", run: func(w *world, r *rand.Rand) {
		n := w.nodes[w.any(r)]
		_ = n.cmd.Process.Signal(syscall.SIGSTOP)
		time.Sleep(10 * time.Second)
		_ = n.cmd.Process.Signal(syscall.SIGCONT)
	}},
	{name: "a node is cut off from NATS", run: func(w *world, r *rand.Rand) {
		n := w.any(r)
		w.toNATS[n].Set(proxy.Cut)
		time.Sleep(4 * time.Second)
		w.toNATS[n].Set(proxy.Pass)
	}},
	{name: "a node is cut off from PostgreSQL", run: func(w *world, r *rand.Rand) {
		n := w.any(r)
		w.setStore(n, []proxy.Mode{proxy.Cut, proxy.Hold, proxy.LoseAnswers}[r.IntN(3)])
		time.Sleep(4 * time.Second)
		w.setStore(n, proxy.Pass)
	}},
	{name: "a node is cut off from everything", run: func(w *world, r *rand.Rand) {
		n := w.any(r)
		w.toNATS[n].Set(proxy.Hold)
		w.setStore(n, proxy.Hold)
		time.Sleep(7 * time.Second)
		w.toNATS[n].Set(proxy.Pass)
		w.setStore(n, proxy.Pass)
	}},
	{name: "NATS is killed", run: func(w *world, r *rand.Rand) {
		_ = w.nats.Kill()
		time.Sleep(3 * time.Second)
		if err := w.nats.Launch(); err != nil {
			w.t.Fatal(err)
		}
	}},
	{name: "answers of PostgreSQL are lost", run: func(w *world, r *rand.Rand) {
		for range 5 {
			n := w.any(r)
			w.setStore(n, proxy.LoseAnswers)
			time.Sleep(200 * time.Millisecond)
			w.setStore(n, proxy.Pass)
			time.Sleep(300 * time.Millisecond)
		}
	}},
	{name: "a node's clock is wrong", run: func(w *world, r *rand.Rand) {
		n := w.nodes[w.any(r)]
		n.end(syscall.SIGKILL)
		w.restart(n, envClock+"="+[]string{"40s", "-40s"}[r.IntN(2)])
		time.Sleep(5 * time.Second)
		n.end(syscall.SIGKILL)
		w.restart(n)
	}},
	{name: "all nodes are restarted one by one", run: func(w *world, r *rand.Rand) {
		for _, n := range w.nodes {
			n.end(syscall.SIGTERM)
			w.restart(n)
		}
	}},
	{name: "the primary is killed and the standby promoted", once: true, run: func(w *world, r *rand.Rand) {
		if err := w.primary.Kill(); err != nil {
			w.t.Fatal(err)
		}
		time.Sleep(time.Second)
		if err := w.standby.Promote(); err != nil {
			w.t.Fatal(err)
		}
		w.failedOver = true
	}},
}
