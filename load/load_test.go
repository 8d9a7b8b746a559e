package load_test

import (
	"context"
	"encoding/json"
	"flag"
	"net"
	"os"
	"strings"
	"testing"
	"time"

	"mirabilia/load"
	"mirabilia/server"
	"mirabilia/server/servertest"
)

func TestMain(m *testing.M) {
	// The tests wait most of the time.
	if err := flag.Set("test.parallel", "5"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

func echo(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- load.ServeEcho(ctx, l) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return "http://" + l.Addr().String()
}

// Games in turn and games where all choose at once are played without an error, and every move reaches every other screen.
func TestLoad(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		game  string
		seats int
		bots  int
	}{{"duel", 2, 0}, {"dice", 3, 2}, {"wonders", 3, 0}} {
		t.Run(c.game, func(t *testing.T) {
			t.Parallel()
			const tables = 4
			r, err := load.Run(t.Context(), load.Config{Server: servertest.Start(t, server.Limits{}), Game: c.game, Seats: c.seats, Tables: tables, Pace: 5 * time.Millisecond, Time: 2 * time.Second, BotTables: c.bots, Bot: "random"})
			if err != nil {
				t.Fatal(err)
			}
			// Everyone may be waiting for an answer when the time is over.
			if r.Errors > 0 || r.Moves < 8 || r.Ack.Count < r.Moves*9/10-tables*c.seats || r.Ack.Count == 0 || r.Ack.P99 <= 0 || r.Ack.P50 > r.Ack.P99 {
				t.Errorf("%+v", r)
			}
			// Moves on their way when the time was over are missing on some screens, and so are steps of Dice's secret turns.
			least := 9
			if c.game == "dice" {
				least = 5
			}
			if want, some := r.Moves*(c.seats-1), tables*c.seats; r.Screen.Count < want*least/10-some || r.Screen.Count > want*11/10+some {
				t.Errorf("%d moves came to %d other screens", r.Moves, r.Screen.Count)
			}
			if r.MemoryEmpty == 0 || r.CPU <= 0 {
				t.Errorf("the server's own figures are missing: %+v", r)
			}
			if _, err := json.Marshal(r); err != nil || !strings.Contains(r.String(), "acknowledged") {
				t.Error(err, r)
			}
		})
	}
}

func TestEcho(t *testing.T) {
	t.Parallel()
	r, err := load.Run(t.Context(), load.Config{Server: servertest.Start(t, server.Limits{}), Echo: echo(t), Game: "duel", Tables: 2, Pace: 20 * time.Millisecond, Time: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	if r.Echo.Count < 10 || r.EchoAfter.Count < 10 || r.AckToEcho.P50 <= 0 || r.AckToEcho.P99 <= 0 || r.Seats != 2 || r.MessageBytes < 100 || r.BareCPUPerMove <= 0 {
		t.Errorf("%+v", r)
	}
}
