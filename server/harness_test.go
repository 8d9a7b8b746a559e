package server_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"mirabilia/api"
	"mirabilia/bot"
	"mirabilia/game"
	"mirabilia/games/dice"
	"mirabilia/games/duel"
	"mirabilia/names"
	"mirabilia/server"
	"mirabilia/server/client"
	"mirabilia/store"
	"mirabilia/store/sqlite"
)

// answers are the routes and statuses seen by all tests together; TestMain compares them with the description.
var answers sync.Map

type answered struct {
	pattern string
	status  int
}

func testConfig(s store.Store) server.Config {
	return server.Config{
		Store: s, Games: []game.Game{duel.Game, dice.Game}, Bots: []string{"random"}, Offered: []string{"random"}, DefaultBot: "random",
		NewBot:     func(_ game.Game, _ string, seed game.Seed) (bot.Player, error) { return bot.NewRandom(seed), nil },
		BotWorkers: 1, CodeMemory: 64, Limits: server.Limits{}, Idle: time.Minute, Version: "test", Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
		Page: fstest.MapFS{
			"index.html":               {Data: []byte(`<html><script>let a = 1</script><script src="/x.js"></script></html>`)},
			"assets/index-AbCd12_x.js": {Data: []byte(strings.Repeat("export const x = 1;\n", 100))},
			"icon.svg":                 {Data: []byte(`<svg/>`)},
		},
	}
}

func openStore(t testing.TB, folder string) *sqlite.DB {
	t.Helper()
	db, err := sqlite.Open(context.Background(), folder, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return db
}

// emptyStore returns the data file as the first start leaves it: to make it anew for every server would be a tenth of the tests' work.
var emptyStore = sync.OnceValues(func() ([]byte, error) {
	folder, err := os.MkdirTemp("", "empty")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	db, err := sqlite.Open(context.Background(), folder, sqlite.Options{})
	if err == nil {
		err = db.Close()
	}
	if err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(folder, sqlite.File))
})

// site is a running server.
type site struct {
	t testing.TB
	*httptest.Server
	srv *server.Server
	db  store.Store
}

func start(t testing.TB, change ...func(*server.Config)) *site {
	t.Helper()
	folder := t.TempDir()
	empty, err := emptyStore()
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, sqlite.File), empty, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	db := openStore(t, folder)
	cfg := testConfig(db)
	for _, f := range change {
		f(&cfg)
	}
	srv, err := server.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	h := httptest.NewUnstartedServer(srv.Observe(func(pattern string, status int) { answers.Store(answered{pattern, status}, true) }))
	h.Listener = smallBuffers{h.Listener}
	h.Start()
	// What is zipped has tests of its own; here it would be most of the work.
	h.Client().Transport.(*http.Transport).DisableCompression = true
	t.Cleanup(func() {
		srv.Close()
		h.Close()
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return &site{t, h, srv, db}
}

// smallBuffers lets a client that does not read be noticed before megabytes have been sent to it.
type smallBuffers struct{ net.Listener }

func (l smallBuffers) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err == nil {
		err = conn.(*net.TCPConn).SetWriteBuffer(32 << 10)
	}
	return conn, err
}

// guest is a person at a site.
type guest struct {
	t testing.TB
	*client.Client
	n int
}

func (s *site) guest(name string) *guest {
	s.t.Helper()
	s.Client().Timeout = waitAtMost
	c, err := client.Enter(s.t.Context(), s.URL, s.Client(), name)
	if err != nil {
		s.t.Fatal(err)
	}
	return &guest{t: s.t, Client: c}
}

func (g *guest) must(method, path string, in, out any) {
	g.t.Helper()
	if err := g.Do(g.t.Context(), method, path, in, out); err != nil {
		g.t.Fatalf("%s %s: %v", method, path, err)
	}
}

// refused demands a refusal by status and reason.
func (g *guest) refused(method, path string, in any, status int, reason string) {
	g.t.Helper()
	var e *client.Refused
	if err := g.Do(g.t.Context(), method, path, in, nil); !errors.As(err, &e) || e.Status != status || e.Why.Reason != reason {
		g.t.Errorf("%s %s: got %v, want %d %s", method, path, err, status, reason)
	}
}

func (g *guest) command(kind string, data api.CommandData) api.Command {
	g.n++
	return api.Command{ID: fmt.Sprintf("%s-%d", g.Session.Person, g.n), Type: kind, Data: data}
}

func (g *guest) do(id, kind string, data api.CommandData) *api.Ack {
	g.t.Helper()
	ack, err := g.Command(g.t.Context(), id, g.command(kind, data))
	if err != nil {
		g.t.Fatalf("%s: %v", kind, err)
	}
	return ack
}

func (g *guest) look(id string) *api.Snapshot {
	g.t.Helper()
	s, err := g.Look(g.t.Context(), id)
	if err != nil {
		g.t.Fatal(err)
	}
	return s
}

// wholeLog reads the log of a table page by page.
func wholeLog(ctx context.Context, c *client.Client, id string, snap *api.Snapshot) ([]api.LogEntry, error) {
	lines := snap.Log
	for more := snap.LogMore; more; {
		var page api.LogPage
		if err := c.Do(ctx, "GET", fmt.Sprintf("/api/tables/%s/log?before=%d", id, lines[0].Seq), nil, &page); err != nil {
			return nil, err
		}
		lines, more = append(page.Log, lines...), page.More && len(page.Log) > 0
	}
	return lines, nil
}

// table opens a public table of a game for the guests and starts it.
func table(t testing.TB, gameID string, gs ...*guest) string {
	t.Helper()
	id := lobbyOf(t, api.Settings{Game: gameID, Seats: len(gs)}, gs...)
	gs[0].do(id, api.CommandStart, api.CommandData{Nonce: "0a"})
	return id
}

// lobbyOf opens a public table and seats the guests.
func lobbyOf(t testing.TB, settings api.Settings, gs ...*guest) string {
	t.Helper()
	settings.Public = true
	snap, err := gs[0].Create(t.Context(), api.CreateTable{Settings: settings})
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range gs[1:] {
		g.do(snap.Table.ID, api.CommandJoin, api.CommandData{Nonce: "0b"})
	}
	return snap.Table.ID
}

// waitAtMost is how long a test waits for an answer, a message or the end of a process: far longer than any takes.
const waitAtMost = time.Minute

// soon returns a context that ends after that time, or with the test.
func soon(t testing.TB) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), waitAtMost)
	t.Cleanup(cancel)
	return ctx
}

// receive returns what comes through a channel.
func receive[T any](t testing.TB, c <-chan T) (v T) {
	t.Helper()
	select {
	case v = <-c:
	case <-time.After(waitAtMost):
		t.Fatal("waited in vain")
	}
	return v
}

// await waits until something has come about.
func await(t testing.TB, what string, come func() bool) {
	t.Helper()
	for end := time.Now().Add(waitAtMost); !come(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%s: waited in vain", what)
		}
	}
}

// playOn plays by POST until the game is over or n decisions were taken.
func playOn(t testing.TB, id string, n int, gs ...*guest) *api.Snapshot {
	t.Helper()
	for end := time.Now().Add(waitAtMost); time.Now().Before(end); {
		for _, g := range gs {
			s := g.look(id)
			if s.Table.Status == api.StatusFinished || n <= 0 {
				return s
			}
			if len(s.Game.Moves) > 0 {
				g.do(id, api.CommandMove, api.CommandData{Move: s.Game.Moves[len(s.Game.Moves)/2]})
				n--
			}
		}
	}
	t.Fatal("the game does not go on")
	return nil
}

// account keeps somebody with a name of their own in the store, who has no device.
func (s *site) account(id, name string) {
	s.t.Helper()
	ctx := s.t.Context()
	if err := s.db.AddPerson(ctx, store.Person{ID: id, Name: name, Created: time.Now().UnixMilli()}, []byte("token of "+id)); err != nil {
		s.t.Fatal(err)
	}
	if err := s.db.KeepName(ctx, store.Account{Person: id, Name: name, Folded: names.Fold(name), Kept: 1}, store.Passkey{ID: []byte("key of " + id), Person: id, Data: []byte("{}")}, store.Codes{}); err != nil {
		s.t.Fatal(err)
	}
}
