package server_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"mirabilia/api"
	"mirabilia/names"
	"mirabilia/rating"
	"mirabilia/server"
	"mirabilia/server/client"
	"mirabilia/store"
)

// crowd is a store with many people who have played much. They play in groups, each against some others of the group, and a few of each group play most.
type crowd struct {
	people, games, group int
	seed                 uint64
}

func (c crowd) id(n int) string    { return fmt.Sprintf("p%06d", n) }
func (c crowd) name(n int) string  { return fmt.Sprintf("Person %c%d", 'A'+n%26, 9_000_000+n) }
func (c crowd) token(n int) string { return "token of " + c.id(n) }

// fill puts the people and their games into a store. One game that was really played is the pattern of all. They are archived, as games are that ended long ago.
func (c crowd) fill(t *testing.T, db store.Store) {
	t.Helper()
	ctx, begun := t.Context(), time.Now()
	played := start(t)
	gs := played.named("Anna", "Béla")
	pattern, err := played.db.Load(ctx, ratedGame(t, gs...))
	if err != nil {
		t.Fatal(err)
	}
	pair := [2]string{gs[0].Session.Person, gs[1].Session.Person}
	pattern.Entries, pattern.Row.Wake = nil, 0
	now := time.Now().UnixMilli()
	const year = 365 * 24 * int64(time.Hour/time.Millisecond)
	groups := c.people / c.group
	parallel(groups, func(g int) {
		for n := g; n < c.people; n += groups {
			id := c.id(n)
			hash := sha256.Sum256([]byte(c.token(n)))
			err := db.AddPerson(ctx, store.Person{ID: id, Name: c.name(n), Created: now - year}, hash[:])
			if err == nil {
				err = db.Seen(ctx, hash[:], now)
			}
			if err == nil {
				err = db.KeepName(ctx, store.Account{Person: id, Name: c.name(n), Folded: names.Fold(c.name(n)), Kept: now - year},
					store.Passkey{ID: []byte("key of " + id), Person: id, Data: []byte("{}")}, store.Codes{})
			}
			if err != nil {
				t.Error(err)
				return
			}
		}
	})
	parallel(groups, func(g int) {
		for n := g; n < c.people; n += groups {
			for k := 1; k <= 5; k++ {
				if err := db.Befriend(ctx, c.id(n), c.id((n+k*groups)%c.people), now-year, 99); err != nil {
					t.Error(err)
					return
				}
			}
		}
	})
	rounds := c.games / groups
	parallel(groups, func(g int) {
		r := rand.New(rand.NewPCG(c.seed, uint64(g)))
		for k := range rounds {
			a, b := c.player(r, g), c.player(r, g)
			for a == b {
				b = c.player(r, g)
			}
			if r.IntN(1000) > 500+3*(b/groups-a/groups) {
				a, b = b, a // the ones with the lower numbers are the stronger
			}
			game := "duel"
			if r.IntN(5) == 0 {
				game = "pantheon"
			}
			at := now - year + year*int64(k)/int64(rounds)
			seq := int64(k*groups+g) + 1
			w := *pattern
			w.Row.ID, w.Row.Updated = fmt.Sprintf("many-%d", seq), at
			w.Row.Owner = c.id(a)
			data := bytes.ReplaceAll(pattern.Row.Data, []byte(pattern.Row.ID), []byte(w.Row.ID))
			data = bytes.ReplaceAll(data, []byte(pair[0]), []byte(c.id(a)))
			w.Row.Data = bytes.ReplaceAll(data, []byte(pair[1]), []byte(c.id(b)))
			if err := putFinished(ctx, db, &w, c.id(a), c.id(b)); err != nil {
				t.Error(err)
				return
			}
			result := rating.Result{Table: w.Row.ID, Game: game, At: at, Finishes: []rating.Finish{{Person: c.id(a), Place: 1}, {Person: c.id(b), Place: 2}}}
			if _, err := db.AddResult(ctx, result); err != nil {
				t.Error(err)
				return
			}
		}
	})
	t.Logf("%d people, %d games, put there in %s; a game has %d bytes", c.people, c.games, time.Since(begun).Round(time.Second), len(pattern.Row.Data)+len(pattern.Snapshot))
}

// putFinished keeps a table as another that was loaded, with two people.
func putFinished(ctx context.Context, db store.Store, l *store.Loaded, first, second string) error {
	b := &store.Batch{Entries: l.Entries, Row: l.Row, People: []store.Involved{{Person: first}, {Person: second}}}
	if l.Snapshot != nil {
		archived := *b
		archived.Entries, archived.Rewrite, archived.Base, archived.Snapshot = nil, true, l.SnapshotAt, l.Snapshot
		if err := db.Append(ctx, &archived); err != nil || len(l.Entries) == 0 {
			return err
		}
		b.Last = l.SnapshotAt
	}
	return db.Append(ctx, b)
}

// player returns somebody of a group, of whom the first play most.
func (c crowd) player(r *rand.Rand, g int) int {
	groups := c.people / c.group
	x := r.Float64()
	return g + groups*int(float64(c.group)*x*x)
}

// parallel does the same for each number at once.
func parallel(n int, do func(int)) {
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() { do(i) })
	}
	wg.Wait()
}

// TestManyPeople asks a server for what the pages of people need, with many people and games in its store. MIRABILIA_MANY names a folder for 10,000 people and 1,000,000 games, or
// MIRABILIA_GAMES: it is filled once, so that the answers can be timed again. Otherwise they are few, and only what they say is checked.
func TestManyPeople(t *testing.T) {
	t.Parallel()
	c := crowd{people: 60, games: 1800, group: 30, seed: 22}
	asks := 5
	folder := os.Getenv("MIRABILIA_MANY")
	long := folder != ""
	if long {
		c.people, c.games, c.group, asks = 10_000, 1_000_000, 100, 500
	} else {
		folder = t.TempDir()
	}
	if n, err := strconv.Atoi(os.Getenv("MIRABILIA_GAMES")); err == nil {
		c.games = n
	}
	t.Logf("seed %d", c.seed)
	db := openStore(t, folder)
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	if one, err := db.ResultsAfter(t.Context(), 0, 1); err != nil || len(one) == 0 {
		c.fill(t, db)
	}
	if t.Failed() {
		return
	}
	s := start(t, func(cfg *server.Config) { cfg.Store = db })
	r := rand.New(rand.NewPCG(c.seed, 1<<32))
	groups := c.people / c.group
	someone := func() int { return c.player(r, r.IntN(groups)) }
	get := func(as int, path string) int {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+path, nil)
		if err != nil {
			t.Error(err)
			return 0
		}
		req.Header.Set("Authorization", "Bearer "+c.token(as))
		answer, err := s.Client().Do(req)
		if err != nil {
			t.Error(err)
			return 0
		}
		defer answer.Body.Close()
		n := 0
		buf := make([]byte, 1<<16)
		for {
			k, err := answer.Body.Read(buf)
			if n += k; err != nil {
				break
			}
		}
		if answer.StatusCode != http.StatusOK {
			t.Errorf("%s: %d", path, answer.StatusCode)
		}
		return n
	}
	name := func() string { return strings.ReplaceAll(c.name(someone()), " ", "%20") }
	for _, one := range []struct {
		what string
		path func() string
	}{
		{"profile", func() string { return "/api/people/" + name() }},
		{"profile, one game", func() string { return "/api/people/" + name() + "/games/duel" }},
		{"leaderboard", func() string { return fmt.Sprintf("/api/ranks/duel?page=%d", 1+r.IntN(max(1, c.people/50))) }},
		{"home: own tables", func() string { return "/api/me/tables" }},
		{"home: open tables", func() string { return "/api/tables" }},
		{"home: friends", func() string { return "/api/friends" }},
		{"home: seeks", func() string { return "/api/seeks" }},
		{"home: games", func() string { return "/api/games" }},
	} {
		runtime.GC()
		times := make([]time.Duration, 0, asks)
		size := 0
		for range asks {
			as, path := someone(), one.path()
			start := time.Now()
			size += get(as, path)
			times = append(times, time.Since(start))
		}
		slices.Sort(times)
		p99 := times[len(times)*99/100]
		t.Logf("%-18s median %6.1f ms, 99%% %6.1f ms, longest %6.1f ms, %5d bytes", one.what, ms(times[len(times)/2]), ms(p99), ms(times[len(times)-1]), size/asks)
		if long && p99 > 50*time.Millisecond {
			t.Errorf("%s: one of a hundred takes longer than 50 ms", one.what)
		}
	}
	// What is told is right: the strongest stand first, and everybody's games are there.
	reader := &guest{t: t, Client: &client.Client{Base: s.URL, HTTP: s.Client(), Token: c.token(0)}}
	ranks := reader.ranks("duel")
	if ranks.Of < c.people/4 || ranks.Few {
		t.Errorf("only %d of %d are listed", ranks.Of, c.people)
	}
	first := ranks.People[0]
	p := reader.profile(first.Name)
	i := slices.IndexFunc(p.Scores, func(x api.Score) bool { return x.Game == "duel" })
	if i < 0 || p.Scores[i].Place != 1 || p.Scores[i].Of != ranks.Of || p.Scores[i].Won != first.Won || p.Played != 50 || len(p.Recent) != 8 {
		t.Errorf("the first: %+v, but the profile says %+v", first, p)
	}
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
