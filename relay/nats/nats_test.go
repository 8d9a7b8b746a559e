package nats_test

import (
	"flag"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	client "github.com/nats-io/nats.go"

	"mirabilia/relay"
	"mirabilia/relay/nats"
	"mirabilia/relay/nats/natstest"
	"mirabilia/relay/relaytest"
)

var server *natstest.Server

func TestMain(m *testing.M) {
	var err error
	if server, err = natstest.Start(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	// The tests wait nearly all the time.
	if err := flag.Set("test.parallel", "8"); err != nil {
		panic(err)
	}
	code := m.Run()
	if err := server.Kill(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

// shared is the key of the nodes.
var shared = relay.NewKey()

func connect(t *testing.T, servers, cluster, node string) *nats.Relay {
	t.Helper()
	return connectWith(t, servers, cluster, node, shared)
}

func connectWith(t *testing.T, servers, cluster, node string, key []byte) *nats.Relay {
	t.Helper()
	r, err := nats.Connect(nats.Options{Servers: servers, Cluster: cluster, Node: node, SharedKey: key, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

func TestRelay(t *testing.T) {
	t.Parallel()
	relaytest.Run(t, func(t *testing.T) relaytest.World {
		cluster := strings.NewReplacer("/", "-", "_", "-").Replace(t.Name())
		// An outsider needs nothing but a connection.
		outsider, err := client.Connect("nats://" + server.Addr())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(outsider.Close)
		return relaytest.World{
			Connect: func(t *testing.T, node string, key []byte) relay.Relay {
				return connectWith(t, "nats://"+server.Addr(), cluster, node, key)
			},
			Tap: func(t *testing.T, hear func(string, []byte)) {
				if _, err := outsider.Subscribe(cluster+".>", func(m *client.Msg) { hear(strings.TrimPrefix(m.Subject, cluster+"."), m.Data) }); err != nil {
					t.Fatal(err)
				}
				if err := outsider.Flush(); err != nil {
					t.Fatal(err)
				}
			},
			Inject: func(t *testing.T, subject string, data []byte) {
				if err := outsider.Publish(cluster+"."+subject, data); err != nil {
					t.Fatal(err)
				}
			},
		}
	})
}

// TestAway: a node starts without NATS, says that it is not connected, and hears others when NATS is back.
func TestAway(t *testing.T) {
	t.Parallel()
	own, err := natstest.Start()
	if err != nil {
		t.Fatal(err)
	}
	if err := own.Kill(); err != nil {
		t.Fatal(err)
	}
	a, b := connect(t, "nats://"+own.Addr(), "x", "a"), connect(t, "nats://"+own.Addr(), "x", "b")
	var heard atomic.Int64
	a.Handle(func(*relay.Message) {})
	b.Handle(func(m *relay.Message) {
		if m.Kind == relay.News {
			heard.Add(1)
		}
	})
	defer b.Follow("t")()
	if a.Connected() {
		t.Error("connected to nothing")
	}
	before := a.Stats().Lost
	a.Publish(&relay.Message{Kind: relay.News, Table: "t"})
	if a.Stats().Lost != before+1 {
		t.Errorf("%+v", a.Stats())
	}
	if err := own.Launch(); err != nil {
		t.Fatal(err)
	}
	defer own.Kill()
	for end := time.Now().Add(15 * time.Second); heard.Load() == 0; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("nothing is heard")
		}
		a.Publish(&relay.Message{Kind: relay.News, Table: "t"})
	}
}

// TestCredentials: a server that wants a password turns away whoever has none.
func TestCredentials(t *testing.T) {
	t.Parallel()
	own, err := natstest.Start("--user", "node", "--pass", "secret")
	if err != nil {
		t.Fatal(err)
	}
	defer own.Kill()
	if r := connect(t, "nats://node:secret@"+own.Addr(), "x", "a"); !eventually(r.Connected) {
		t.Error("not connected with the password")
	}
	// A password of any signs can stand beside the address.
	odd, err := natstest.Start("--user", "node", "--pass", "a/b#c%d@e?f")
	if err != nil {
		t.Fatal(err)
	}
	defer odd.Kill()
	r, err := nats.Connect(nats.Options{Servers: "nats://" + odd.Addr(), User: "node", Password: "a/b#c%d@e?f", SharedKey: shared, Cluster: "x", Node: "a", Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	if !eventually(r.Connected) {
		t.Error("not connected with the password beside the address")
	}
	if r := connect(t, "nats://"+own.Addr(), "x", "b"); r.Connected() {
		t.Error("connected without the password")
	}
}

func eventually(so func() bool) bool {
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if so() {
			return true
		}
	}
	return false
}

func TestNames(t *testing.T) {
	for _, o := range []nats.Options{{Cluster: "a.b", Node: "n"}, {Cluster: "a", Node: "*"}, {Cluster: "", Node: "n"}} {
		o.Servers, o.Log = "nats://"+server.Addr(), slog.New(slog.DiscardHandler)
		if _, err := nats.Connect(o); err == nil || !strings.Contains(err.Error(), "letters, digits") {
			t.Errorf("%+v: %v", o, err)
		}
	}
}
