// Package cluster_test starts a whole cluster as processes, breaks it in every way it knows, and checks what people saw.
package cluster_test

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"mirabilia/api"
	"mirabilia/server/client"
	"mirabilia/store"
	"mirabilia/store/postgres"
	"mirabilia/store/storetest"
)

func TestMain(m *testing.M) {
	if runAsNode() {
		return
	}
	// The tests wait nearly all the time: they may run at once, however few processors there are.
	if err := flag.Set("test.parallel", "6"); err != nil {
		panic(err)
	}
	storetest.MemoryDisk()
	os.Exit(m.Run())
}

// playsOn is how long after a fault every table may take to go on, on a machine that is not busy with other things. The short test only demands
// that it does go on at last: it may run beside others.
const (
	playsOn       = 15 * time.Second
	playsOnAtLast = time.Minute
)

// size of the test: how long faults go on once each of them has happened, how many tables are played at, how long they may stand still after
// a fault, and the seed of the faults.
func size(t *testing.T) (faults time.Duration, tables int, still time.Duration, seed uint64) {
	faults, tables, still, seed = 0, 16, playsOnAtLast, 19
	if text := os.Getenv("MIRABILIA_FAULTS"); text != "" {
		var err error
		if faults, err = time.ParseDuration(text); err != nil {
			t.Fatal(err)
		}
		tables, still = 60, playsOn
	}
	if text := os.Getenv("MIRABILIA_FAULTS_SEED"); text != "" {
		var err error
		if seed, err = strconv.ParseUint(text, 10, 64); err != nil {
			t.Fatal(err)
		}
	}
	return faults, tables, still, seed
}

func (c *crowd) ids() (list []string) {
	for _, s := range c.tables {
		s.mu.Lock()
		list = append(list, s.ids...)
		s.mu.Unlock()
	}
	return list
}

// goesOn waits until something was played at every table since now.
func (c *crowd) goesOn(most time.Duration) (took time.Duration, standing []int) {
	before := make([]int64, len(c.tables))
	for i, s := range c.tables {
		before[i] = s.moves.Load()
	}
	start := time.Now()
	for {
		standing = nil
		for i, s := range c.tables {
			if s.moves.Load() == before[i] {
				standing = append(standing, i)
			}
		}
		if took = time.Since(start); len(standing) == 0 || took > most {
			return took, standing
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// TestFaults: nothing that was acknowledged is lost, nothing happens twice, everybody sees the same, and every table plays on, whatever
// happens to nodes, NATS and PostgreSQL.
func TestFaults(t *testing.T) {
	t.Parallel()
	length, tables, still, seed := size(t)
	t.Logf("seed %d, faults for %v, %d tables", seed, length, tables)
	random := rand.New(rand.NewPCG(seed, 0))
	w := newWorld(t, "")
	c := newCrowd(w.front.Addr(), tables, tables/3, time.Duration(tables)*45*time.Millisecond)
	kept := newKeptJournals(w)
	defer kept.db.Close()
	c.over = kept.keep
	c.run()
	sleeper := newSleeper(t, w, c)
	if took, standing := c.goesOn(playsOnAtLast); len(standing) > 0 {
		t.Fatalf("tables %v do not even begin within %v", standing, took)
	}
	happened := map[string]int{}
	var slowest, during time.Duration
	for start := time.Now(); time.Since(start) < length || len(happened) < len(faults); {
		order := random.Perm(len(faults))
		for k, i := range order {
			over := time.Since(start) > length
			both := []*fault{&faults[i]}
			if over && happened[both[0].name] > 0 || both[0].once && happened[both[0].name] > 0 {
				continue
			}
			// Every second one has company, of another kind and at another node; not one during which all must go on.
			if other := &faults[order[(k+1)%len(order)]]; k%2 == 1 && both[0].lasts == 0 && !(other.once && happened[other.name] > 0) {
				both = append(both, other)
			}
			began := time.Since(c.h.start)
			at := random.IntN(len(w.nodes))
			var names []string
			var going sync.WaitGroup
			for i, f := range both {
				happened[f.name]++
				names = append(names, fmt.Sprintf("%s (%s)", f.name, w.nodes[(at+i)%len(w.nodes)].name))
				node, own := (at+i)%len(w.nodes), rand.New(rand.NewPCG(random.Uint64(), 0))
				going.Go(func() { f.run(w, node, own) })
			}
			what := strings.Join(names, " and ")
			if f := both[0]; f.lasts > 0 {
				time.Sleep(f.lasts)
				took, standing := c.goesOn(stays - f.lasts)
				if during = max(during, took); len(standing) > 0 {
					t.Errorf("%d s into %q tables %v stand still", int(f.lasts.Seconds()), what, standing)
				}
				t.Logf("%6.1f s: while %s all tables go on %.1f s after the first %v", began.Seconds(), what, took.Seconds(), f.lasts)
			}
			going.Wait()
			took, standing := c.goesOn(playsOnAtLast)
			slowest = max(slowest, took)
			t.Logf("%6.1f s: %s; all tables go on %.1f s after it", began.Seconds(), what, took.Seconds())
			if len(standing) > 0 {
				for _, n := range w.nodes {
					t.Logf("node %s: %s", n.name, n.log)
				}
				t.Fatalf("after %q tables %v stand still", what, standing)
			}
		}
	}
	close(c.stop)
	c.wg.Wait()
	db := w.store()
	defer db.Close()
	all, unseen := kept.with(c.h, journals(t, db, c.ids()))
	wrong := append(c.h.check(all), w.same(c, all)...)
	wrong = append(wrong, sleeper.check(t, db)...)
	for _, text := range wrong[:min(20, len(wrong))] {
		t.Error(text)
	}
	acked, unknown, reads, entries := 0, 0, 0, 0
	for _, o := range c.h.ops {
		switch {
		case o.read:
			reads++
		case o.seq > 0:
			acked++
		case !o.refused:
			unknown++
		}
	}
	for _, list := range all {
		entries += len(list)
	}
	t.Logf("%d commands acknowledged, %d never answered, %d looks, %d lines seen over %d sockets, %d entries at %d tables; %d wrong; slowest to go on %.1f s, longest silence of a table %.1f s",
		acked, unknown, reads, c.h.saw, c.h.resumed, entries, len(all), len(wrong), slowest.Seconds(), c.silence().Seconds())
	t.Logf("wrong by kind: %v; %d games were archived before their journals could be read", kindsOf(wrong), unseen)
	if most := len(all) / 4; unseen > most {
		t.Errorf("of %d games the journals could not be read, and of %d they may be", unseen, most)
	}
	if slowest > still {
		t.Errorf("some table stood still for %v after a fault, and may for %v", slowest, still)
	}
	if acked < 10*tables || c.h.saw < 10*tables {
		t.Errorf("only %d commands and %d lines", acked, c.h.saw)
	}
}

// keptJournals are those of games that are over. When a clock jumps ahead they are old, and only what is kept for good is left of them.
type keptJournals struct {
	db *postgres.DB
	mu sync.Mutex
	of map[string][]kept
}

func newKeptJournals(w *world) *keptJournals {
	w.t.Helper()
	url := fmt.Sprintf("postgres://postgres@127.0.0.1:%d,127.0.0.1:%d/%s?sslmode=disable&target_session_attrs=read-write", w.primary.Port, w.standby.Port, database)
	db, err := postgres.Open(context.Background(), url, postgres.Options{Node: "test"})
	if err != nil {
		w.t.Fatal(err)
	}
	return &keptJournals{db: db, of: map[string][]kept{}}
}

// keep keeps the journal of a game that is over.
func (k *keptJournals) keep(id string) {
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		if list, err := readJournal(k.db, id); err == nil {
			k.mu.Lock()
			k.of[id] = list
			k.mu.Unlock()
			return
		}
	}
}

// with returns the journals of now, and for those that were dropped since what was kept of them. A clock can jump in the moment between the end of a game and the keeping of its
// journal. Of such a game the record is still there, as a snapshot, and what people did there is left out of what is checked.
func (k *keptJournals) with(h *history, all map[string][]kept) (now map[string][]kept, unseen int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for id, list := range k.of {
		if len(all[id]) > 0 {
			continue
		}
		if len(list) > 0 {
			all[id] = list
			continue
		}
		if l, err := k.db.Load(context.Background(), id); err != nil || l.Row.Status != api.StatusFinished || len(l.Snapshot) == 0 {
			continue // it is lost
		}
		unseen++
		h.ops = slices.DeleteFunc(h.ops, func(o op) bool { return o.table == id })
		maps.DeleteFunc(h.seen, func(p place, _ seenLine) bool { return p.table == id })
	}
	return all, unseen
}

// TestFaultsAreFound plants faults in the nodes: the checks must find them.
func TestFaultsAreFound(t *testing.T) {
	t.Parallel()
	for planted, want := range map[string]string{early: "is not in the journal", blind: "has the number"} {
		t.Run(planted, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, planted)
			c := newCrowd(w.front.Addr(), 16, 2, 200*time.Millisecond)
			c.run()
			defer func() {
				close(c.stop)
				c.wg.Wait()
			}()
			db := w.store()
			defer db.Close()
			// Whether two nodes meet at a table is chance, so that a node dies until something is found.
			var wrong []string
			for deaths := range 32 {
				time.Sleep(2 * time.Second)
				w.nodes[0].end(syscall.SIGKILL)
				w.restart(w.nodes[0])
				wrong = c.soFar(t, db)
				if first := slices.IndexFunc(wrong, func(text string) bool { return strings.Contains(text, want) }); first >= 0 {
					t.Logf("%d found after %d deaths, such as: %s", len(wrong), deaths+1, wrong[first])
					return
				}
			}
			t.Fatalf("it was not found; %d others were at last: %q", len(wrong), wrong[:min(5, len(wrong))])
		})
	}
}

// kindsOf counts what is wrong by its kind.
func kindsOf(wrong []string) map[string]int {
	count := map[string]int{"lost": 0, "doubled": 0, "forked": 0, "other": 0}
	for _, text := range wrong {
		kind := "other"
		for word, k := range map[string]string{"is not in the journal": "lost", "and entry": "doubled", "was told as": "forked", "and is entry": "forked", "any order": "forked"} {
			if strings.Contains(text, word) {
				kind = k
			}
		}
		count[kind]++
	}
	return count
}

// soFar returns what is wrong with what people did and saw so far, while they go on.
func (c *crowd) soFar(t *testing.T, db store.Store) (wrong []string) {
	t.Helper()
	c.h.mu.Lock()
	h := &history{ops: slices.Clone(c.h.ops), seen: maps.Clone(c.h.seen), faults: slices.Clone(c.h.faults)}
	c.h.mu.Unlock()
	return h.check(journals(t, db, c.ids()))
}

// sleeper is a table with a clock at which nobody ever moves: nobody may run out of time before it is up.
type sleeper struct {
	id      string
	started time.Time
	base    time.Duration
	struck  chan time.Duration
}

func newSleeper(t *testing.T, w *world, c *crowd) *sleeper {
	t.Helper()
	s := &sleeper{base: 25 * time.Second, struck: make(chan time.Duration, 1)}
	must := func(f func(ctx context.Context) error) {
		t.Helper()
		if err := c.again(f); err != nil {
			t.Fatal(err)
		}
	}
	ctx := context.Background()
	p, q := &client.Client{Base: c.front, HTTP: everyRequest()}, &client.Client{Base: c.front, HTTP: everyRequest()}
	for _, one := range []*client.Client{p, q} {
		must(func(ctx context.Context) error {
			return one.Do(ctx, "POST", "/api/session", api.NameRequest{Name: "Sleeper"}, &one.Session)
		})
	}
	var snap api.Snapshot
	req := api.CreateTable{Settings: api.Settings{Game: "duel", Seats: 2, Public: true, Clock: api.Clock{Kind: api.ClockLive, Base: int(s.base.Seconds())}}}
	must(func(ctx context.Context) error { return p.DoOnce(ctx, "sleeper", "/api/tables", req, &snap) })
	s.id = snap.Table.ID
	command := func(one *client.Client, kind string) {
		must(func(ctx context.Context) error {
			_, err := one.Command(ctx, s.id, api.Command{ID: kind, Type: kind})
			return err
		})
	}
	command(q, api.CommandJoin)
	s.started = time.Now()
	command(p, api.CommandStart)
	// Somebody looks all the time, through whatever node answers.
	go func() {
		viewer := &client.Client{Base: "http://" + w.front.Addr(), HTTP: everyRequest()}
		for {
			snap, err := viewer.Look(ctx, s.id)
			if err == nil {
				for _, l := range snap.Log {
					if l.What == api.WhatTimedOut {
						s.struck <- time.Since(s.started)
						return
					}
				}
			}
			time.Sleep(100 * time.Millisecond)
		}
	}()
	return s
}

func (s *sleeper) check(t *testing.T, db store.Store) (wrong []string) {
	select {
	case after := <-s.struck:
		t.Logf("the clock of %v ran out after %v", s.base, after.Round(100*time.Millisecond))
		if after < s.base-100*time.Millisecond {
			wrong = append(wrong, fmt.Sprintf("the clock of %v ran out after %v", s.base, after))
		}
	case <-time.After(60 * time.Second):
		wrong = append(wrong, "the clock never ran out")
	}
	if len(wrong) > 0 {
		t.Logf("started at %d: %+v", s.started.UnixMilli(), journals(t, db, []string{s.id})[s.id])
	}
	seats := map[int]int{}
	for _, e := range journals(t, db, []string{s.id})[s.id] {
		if strings.HasPrefix(e.Kind, "timed_out") {
			if seats[e.Seat]++; seats[e.Seat] > 1 {
				wrong = append(wrong, fmt.Sprintf("seat %d ran out of time twice", e.Seat))
			}
		}
	}
	return wrong
}
