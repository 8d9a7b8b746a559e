package server_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"mirabilia/api"
	"mirabilia/server"
	"mirabilia/server/client"
)

const (
	// envChurn is how long people come and go, for the long run; envSeed is the seed of what they do.
	envChurn, envSeed = "MIRABILIA_CHURN", "MIRABILIA_SEED"
	shortChurn        = 20 * time.Second
)

// through is a proxy's way to the server: everybody has an address of their own.
type through struct {
	address string
	next    http.RoundTripper
}

func (p through) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("X-Forwarded-For", p.address)
	return p.next.RoundTrip(r)
}

// bareSite is a server whose answers are not compared with the description, with the usual limits, behind a proxy.
func bareSite(t *testing.T, change ...func(*server.Config)) (base string, srv *server.Server) {
	t.Helper()
	db := openStore(t, t.TempDir())
	cfg := testConfig(db)
	cfg.Limits, cfg.Proxies, cfg.Idle = server.DefaultLimits, []netip.Prefix{prefix("127.0.0.1/32")}, time.Second
	for _, f := range change {
		f(&cfg)
	}
	srv, err := server.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	h := httptest.NewServer(srv)
	t.Cleanup(func() {
		srv.Close()
		h.Close()
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return h.URL, srv
}

func seedOf(t *testing.T) (seed uint64) {
	t.Helper()
	if _, err := fmt.Sscan(os.Getenv(envSeed), &seed); err != nil {
		seed = uint64(time.Now().UnixNano())
	}
	t.Logf("%s=%d", envSeed, seed)
	return seed
}

// inUse returns how many bytes the heap holds after a collection, once nobody is connected and no table is in memory any more.
func inUse(t *testing.T, base string, srv *server.Server) int64 {
	t.Helper()
	srv.ForgetReplays()
	c := &client.Client{Base: base}
	await(t, "tables and sockets go", func() bool {
		var figures string
		if err := tolerated(c.Do(t.Context(), "GET", "/metrics", nil, &figures)); err != nil {
			t.Fatal(err)
		}
		return strings.Contains(figures, "\nmirabilia_sockets 0\n") && strings.Contains(figures, "\nmirabilia_tables 0\n")
	})
	var m runtime.MemStats
	for range 3 { // what is pooled goes with the second collection
		runtime.GC()
	}
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// People come, play, look around and never return. What the server holds in memory does not grow with how many have come.
func TestChurn(t *testing.T) {
	long, err := time.ParseDuration(os.Getenv(envChurn))
	lasts := shortChurn
	if err == nil {
		lasts = long
	} else if testing.Short() {
		t.Skip("takes a while")
	}
	seed := seedOf(t)
	base, srv := bareSite(t)
	transport := &http.Transport{MaxIdleConnsPerHost: 64}
	defer transport.CloseIdleConnections()
	var came, failed atomic.Int64
	churn := func(lasts time.Duration) {
		ctx, stop := context.WithTimeout(t.Context(), lasts)
		defer stop()
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				for ctx.Err() == nil {
					n := came.Add(1)
					v := &visitor{r: rand.New(rand.NewPCG(seed, uint64(n))), base: base, n: n,
						http: &http.Client{Timeout: waitAtMost, Transport: through{fmt.Sprintf("10.%d.%d.%d", n>>16&255, n>>8&255, n&255), transport}}}
					// Whoever has come stays to the end, so that all ends well.
					if err := v.visit(t.Context()); err != nil {
						failed.Add(1)
						t.Errorf("visitor %d: %v", n, err)
					}
				}
			})
		}
		wg.Wait()
	}
	// What the server remembers of everybody for minutes, as the limits do, is there when the first figure is taken of a long run.
	churn(lasts / 3)
	warm, before := came.Load(), inUse(t, base, srv)
	for range 4 {
		churn(lasts / 6)
		t.Logf("%6d people came, %.2f MB in use, %d goroutines", came.Load(), float64(inUse(t, base, srv))/1e6, runtime.NumGoroutine())
	}
	after, people := inUse(t, base, srv), came.Load()-warm
	t.Logf("%d people, then %d more in %v: from %.2f to %.2f MB, %d bytes each", warm, people, lasts*2/3, float64(before)/1e6, float64(after)/1e6, (after-before)/people)
	// The limits remember an address for ten minutes, with some hundred bytes for each thing it did. In a short run that is all growth there may be.
	const remembered = 3000
	allowed := before / 5
	if long == 0 {
		allowed += remembered * people
	}
	if after-before > allowed {
		t.Errorf("memory grew by %d bytes, allowed are %d", after-before, allowed)
	}
	if people < 10 || failed.Load() > 0 {
		t.Errorf("%d people came, %d of them failed", people, failed.Load())
	}
}

// visitor is somebody who comes once.
type visitor struct {
	*client.Client
	r    *rand.Rand
	base string
	http *http.Client
	n    int64
	cmds int
}

func (v *visitor) visit(ctx context.Context) error {
	var err error
	if v.Client, err = client.Enter(ctx, v.base, v.http, fmt.Sprint("Visitor ", v.n)); err != nil {
		return err
	}
	deeds := []func(context.Context) error{v.looksAround, v.playsBot, v.playsBot, v.opensLobby, v.seeks, v.makesProgram, v.listens}
	for range 1 + v.r.IntN(4) {
		if err := deeds[v.r.IntN(len(deeds))](ctx); err != nil {
			return err
		}
	}
	if v.r.IntN(5) == 0 {
		return v.Do(ctx, "DELETE", "/api/session", nil, nil)
	}
	return nil
}

// tolerated lets refusals pass, but for those that say that the server failed.
func tolerated(err error) error {
	if refused, ok := errors.AsType[*client.Refused](err); ok && refused.Status < 500 {
		return nil
	}
	return err
}

func (v *visitor) looksAround(ctx context.Context) error {
	for range 4 {
		paths := []string{"/api/games", "/api/tables", "/api/me", "/api/me/tables", "/api/seeks", "/api/tournaments", "/api/turns", "/api/session", "/api/shunned", "/api/friends", "/",
			fmt.Sprintf("/api/names?name=Somebody%d", v.n), fmt.Sprintf("/api/people/Nobody%d", v.n), "/api/ranks/duel", fmt.Sprintf("/api/ranks/x%d", v.n), fmt.Sprintf("/api/tables/x%d", v.n), fmt.Sprintf("/x%d", v.n)}
		if err := tolerated(v.Do(ctx, "GET", paths[v.r.IntN(len(paths))], nil, nil)); err != nil {
			return err
		}
	}
	return nil
}

func (v *visitor) command(ctx context.Context, id, kind string, data api.CommandData) error {
	v.cmds++
	_, err := v.Command(ctx, id, api.Command{ID: fmt.Sprint(v.cmds), Type: kind, Data: data})
	return tolerated(err)
}

// playsBot plays a part of a game over a socket, or all of it, and leaves without a word.
func (v *visitor) playsBot(ctx context.Context) error {
	snap, err := v.Create(ctx, api.CreateTable{Settings: api.Settings{Game: "duel", Seats: 2, Public: v.r.IntN(2) == 0}, Bots: []string{"", "random"}})
	if err != nil {
		return tolerated(err)
	}
	id := snap.Table.ID
	sock, err := v.DialPatches(ctx, id, -1)
	if err != nil {
		return tolerated(err)
	}
	defer sock.Close()
	if err := errors.Join(v.command(ctx, id, api.CommandChat, api.CommandData{Text: "hello"}), v.command(ctx, id, api.CommandStart, api.CommandData{})); err != nil {
		return err
	}
	for range v.r.IntN(60) {
		now, err := v.Look(ctx, id)
		if err != nil {
			return tolerated(err)
		}
		if now.Table.Status != api.StatusPlaying {
			break
		}
		if now.Game == nil || len(now.Game.Moves) == 0 {
			continue
		}
		if err := v.command(ctx, id, api.CommandMove, api.CommandData{Move: now.Game.Moves[v.r.IntN(len(now.Game.Moves))]}); err != nil {
			return err
		}
	}
	if v.r.IntN(3) == 0 {
		if err := v.command(ctx, id, api.CommandResign, api.CommandData{}); err != nil {
			return err
		}
		return errors.Join(tolerated(v.Do(ctx, "GET", "/api/tables/"+id+"/replay", nil, nil)), tolerated(v.Do(ctx, "GET", "/api/tables/"+id+"/record", nil, nil)))
	}
	return nil
}

func (v *visitor) opensLobby(ctx context.Context) error {
	snap, err := v.Create(ctx, api.CreateTable{Settings: api.Settings{Game: "dice", Seats: 3, Public: true}})
	if err != nil {
		return tolerated(err)
	}
	if v.r.IntN(2) == 0 {
		return v.command(ctx, snap.Table.ID, api.CommandLeave, api.CommandData{})
	}
	return tolerated(v.Do(ctx, "POST", "/api/tables/"+snap.Table.ID+"/invites", nil, nil))
}

func (v *visitor) seeks(ctx context.Context) error {
	return tolerated(v.Do(ctx, "POST", "/api/seeks", map[string]any{"game": "duel", "clock": map[string]any{"kind": "none"}}, nil))
}

func (v *visitor) makesProgram(ctx context.Context) error {
	return tolerated(v.Do(ctx, "POST", "/api/tokens", api.NameRequest{Name: fmt.Sprint("Program ", v.n)}, nil))
}

// listens opens the socket of the page and goes away.
func (v *visitor) listens(ctx context.Context) error {
	sock, err := v.DialLive(ctx, "")
	if err != nil {
		return nil // it is for people with names of their own, and for tournaments
	}
	sock.Close()
	return nil
}
