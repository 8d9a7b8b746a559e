package server_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/people/peopletest"
	"mirabilia/server/client"
	"mirabilia/store/sqlite"
)

// crashes returns how many times the server is killed; MIRABILIA_CRASHES sets another number for a longer run (CONTRIBUTING.md).
func crashes(t *testing.T) int {
	text := os.Getenv("MIRABILIA_CRASHES")
	if text == "" {
		return 12
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// promise is something that was acknowledged.
type promise struct {
	seq  int64
	seat int
	move string
}

// arena keeps tables busy on a server that comes and goes.
type arena struct {
	t    *testing.T
	base atomic.Value // of the server now
	http *http.Client
	stop atomic.Bool
	acks atomic.Int64
	// deadlines counts the deadlines that were seen by one server and found unchanged by the next.
	deadlines atomic.Int64
	// kept are people who have kept their names.
	kept []*client.Client
}

// crashTable is one table and all that was promised to its people.
type crashTable struct {
	id       string
	again    func() *crashTable // opens another of the same kind
	people   []*client.Client   // by seat; nil for a bot
	promises []promise
	// seen is the last snapshot, for its deadlines, and by the address of which server.
	seen map[int]*api.Snapshot
	by   map[int]string
}

func (a *arena) person(name string) *client.Client {
	c := &client.Client{HTTP: a.http}
	err := patient(a.t.Context(), func() (err error) {
		c, err = client.Enter(a.t.Context(), a.base.Load().(string), a.http, name)
		return err
	})
	if err != nil {
		a.t.Error(err)
	}
	return c
}

// named returns two people who have kept their names.
func (a *arena) named() []*client.Client {
	if a.kept == nil {
		for _, name := range []string{"Anna", "Béla"} {
			c := a.person(name)
			at := *c
			at.Base = strings.Replace(a.base.Load().(string), "127.0.0.1", "localhost", 1)
			(&guest{t: a.t, Client: &at}).keepName(&peopletest.Device{Origin: at.Base}, name)
			c.Cookie = at.Cookie // it is another one since the name is kept
			a.kept = append(a.kept, c)
		}
	}
	return a.kept
}

// ask makes a request of a person on the server that is there now.
func (a *arena) ask(ctx context.Context, c *client.Client, request func(*client.Client) error) error {
	return patient(ctx, func() error {
		now := *c
		now.Base = a.base.Load().(string)
		return request(&now)
	})
}

func (a *arena) look(tab *crashTable, seat int) (snap *api.Snapshot, err error) {
	err = a.ask(a.t.Context(), tab.people[seat], func(c *client.Client) (err error) {
		snap, err = c.Look(a.t.Context(), tab.id)
		return err
	})
	return snap, err
}

func (a *arena) command(tab *crashTable, seat int, id, kind string, data api.CommandData) (ack *api.Ack, err error) {
	err = a.ask(a.t.Context(), tab.people[seat], func(c *client.Client) (err error) {
		ack, err = c.Command(a.t.Context(), tab.id, api.Command{ID: id, Type: kind, Data: data})
		return err
	})
	return ack, err
}

// open opens and starts a table for so many people; bots take the other seats.
func (a *arena) open(game string, people, bots int) *crashTable {
	var guests []*client.Client
	for i := range people {
		guests = append(guests, a.person(fmt.Sprintf("Guest %d", i)))
	}
	return a.openFor(guests, game, bots)
}

// openFor is like open for people who are there.
func (a *arena) openFor(guests []*client.Client, game string, bots int, change ...func(*api.Settings)) *crashTable {
	people := len(guests)
	tab := &crashTable{people: slices.Clone(guests), seen: map[int]*api.Snapshot{}, by: map[int]string{}, again: func() *crashTable { return a.open(game, people, bots) }}
	req := api.CreateTable{Settings: api.Settings{Game: game, Seats: people + bots, Public: true, Clock: api.Clock{Kind: api.ClockLive, Base: 3600, Increment: 1}}, Bots: make([]string, people)}
	for _, f := range change {
		f(&req.Settings)
	}
	for range bots {
		req.Bots = append(req.Bots, "random")
		tab.people = append(tab.people, nil)
	}
	err := a.ask(a.t.Context(), tab.people[0], func(c *client.Client) error {
		snap, err := c.Create(a.t.Context(), req)
		if err == nil {
			tab.id = snap.Table.ID
		}
		return err
	})
	if err != nil {
		a.t.Error(err)
		return tab
	}
	for i := 1; i < people; i++ {
		if _, err := a.command(tab, i, "join", api.CommandJoin, api.CommandData{Nonce: "0b"}); err != nil {
			a.t.Error(err)
		}
	}
	if _, err := a.command(tab, 0, "start", api.CommandStart, api.CommandData{Nonce: "0a"}); err != nil {
		a.t.Error(err)
	}
	return tab
}

// play plays a table until told to stop, or to its end.
func (a *arena) play(tab *crashTable, stop func() bool) {
	for n := 0; !stop(); n++ {
		for seat, c := range tab.people {
			if c == nil {
				continue
			}
			snap, err := a.look(tab, seat)
			if err != nil {
				a.t.Error(err)
				return
			}
			a.check(tab, snap)
			if snap.Table.Status == api.StatusFinished {
				return
			}
			if len(snap.Game.Moves) == 0 {
				continue
			}
			move := snap.Game.Moves[n%len(snap.Game.Moves)]
			ack, err := a.command(tab, seat, fmt.Sprintf("%d-%d", seat, snap.Seq), api.CommandMove, api.CommandData{Move: move})
			if err != nil {
				a.t.Errorf("table %s: %v", tab.id, err)
				return
			}
			tab.promises = append(tab.promises, promise{ack.Seq, seat, move})
			a.acks.Add(1)
		}
	}
}

// check compares a table with what was promised so far: nothing is gone, and clocks go on as they were.
func (a *arena) check(tab *crashTable, snap *api.Snapshot) {
	for _, p := range tab.promises {
		if game.Seat(p.seat) == snap.Seat && snap.Seq < p.seq {
			a.t.Errorf("table %s: line %d was acknowledged, the table is at %d", tab.id, p.seq, snap.Seq)
		}
	}
	by := a.base.Load().(string)
	for seat, c := range snap.Game.Clocks {
		owes := snap.Table.Places[seat].Kind == api.KindPerson && slices.Contains(snap.Game.Owing, seat)
		if c.Running != owes {
			a.t.Errorf("table %s: seat %d owes a move: %v, its clock runs: %v", tab.id, seat, owes, c.Running)
		}
		old := tab.seen[int(snap.Seat)]
		if old == nil || old.Seq != snap.Seq || !c.Running {
			continue
		}
		was := old.Game.Clocks[seat]
		if was.Deadline != c.Deadline || c.Left > was.Left {
			a.t.Errorf("table %s: the clock of seat %d was %+v and is %+v", tab.id, seat, was, c)
		}
		if tab.by[int(snap.Seat)] != by {
			a.deadlines.Add(1)
		}
	}
	tab.seen[int(snap.Seat)], tab.by[int(snap.Seat)] = snap, by
}

// Under load the server is killed at random moments and started again on the same data. After every restart the database is
// whole; every acknowledged move is there under its number, every table is played on to its end, and clocks go on: deadlines
// are the same after a restart, and a clock that nobody looks at runs out.
func TestCrash(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	p, err := launch(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { p.kill() }()
	a := &arena{t: t, http: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 32, DisableCompression: true}, Timeout: 20 * time.Second}}
	a.base.Store(p.base)
	tables := []*crashTable{
		a.open("duel", 2, 0), a.open("duel", 2, 0), a.open("duel", 2, 0), a.open("duel", 2, 0), a.open("dice", 2, 0), a.open("dice", 3, 0),
		a.open("duel", 1, 1), a.open("duel", 1, 1), a.open("dice", 1, 3),
	}
	forgotten, slow := a.openForgotten(api.Clock{Kind: api.ClockLive, Base: 3}), a.openForgotten(api.Clock{Kind: api.ClockDays, Days: 2})
	var wg sync.WaitGroup
	var games atomic.Int64
	for _, tab := range tables {
		wg.Go(func() {
			for a.play(tab, a.stop.Load); !a.stop.Load(); a.play(tab, a.stop.Load) { // a new game when one is over
				a.verify(tab)
				games.Add(1)
				*tab = *tab.again()
			}
		})
	}
	const seed = 15
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 1))
	n := crashes(t)
	for i := range n {
		time.Sleep(time.Duration(50+r.IntN(500)) * time.Millisecond)
		p.kill()
		if p, err = launch(folder); err != nil {
			t.Fatalf("after crash %d: %v", i+1, err)
		}
		a.base.Store(p.base)
		// Looked at beside the server that has brought it back, so that nobody else does this for it.
		if err := sqlite.Check(t.Context(), filepath.Join(folder, sqlite.File)); err != nil {
			t.Fatalf("after crash %d: %v", i+1, err)
		}
	}
	a.stop.Store(true)
	wg.Wait()
	// All tables can be played on to their end, and hold everything.
	for _, tab := range tables {
		wg.Go(func() {
			a.play(tab, func() bool { return false })
			a.verify(tab)
		})
	}
	wg.Wait()
	a.lostOnTime(forgotten)
	if snap, err := a.look(slow, 0); err != nil {
		t.Error(err)
	} else {
		a.check(slow, snap)
	}
	p.stop(t)
	if err := sqlite.Check(t.Context(), filepath.Join(folder, sqlite.File)); err != nil {
		t.Error(err)
	}
	t.Logf("%d crashes, %d acknowledged moves, %d games finished on the way, %d deadlines kept over a crash", n, a.acks.Load(), games.Load(), a.deadlines.Load())
	if a.acks.Load() < int64(10*n) || a.deadlines.Load() == 0 {
		t.Errorf("only %d moves were played and %d deadlines seen over %d crashes", a.acks.Load(), a.deadlines.Load(), n)
	}
}

// openForgotten starts a rated game of two that nobody plays.
func (a *arena) openForgotten(clock api.Clock) *crashTable {
	tab := a.openFor(a.named(), "duel", 0, func(s *api.Settings) { s.Clock, s.Rated = clock, true })
	snap, err := a.look(tab, 0)
	if err != nil {
		a.t.Fatal(err)
	}
	a.check(tab, snap)
	return tab
}

// lostOnTime waits until the list says that a table's game was lost on time: nobody has looked at the table itself.
func (a *arena) lostOnTime(tab *crashTable) {
	for end := time.Now().Add(waitAtMost); ; time.Sleep(50 * time.Millisecond) {
		var list api.TableList
		err := a.ask(a.t.Context(), tab.people[0], func(c *client.Client) error {
			return c.Do(a.t.Context(), "GET", "/api/me/tables?status=finished", nil, &list)
		})
		switch {
		case err != nil || time.Now().After(end):
			a.t.Errorf("the clock of table %s does not run out: %v", tab.id, err)
			return
		case len(list.Tables) == 1 && list.Tables[0].ID == tab.id && list.Tables[0].WonBy == api.WonByTime:
			return
		}
	}
}

// verify looks up every promise in the table's own log.
func (a *arena) verify(tab *crashTable) {
	logs := map[int]map[int64]string{}
	for seat, c := range tab.people {
		if c == nil {
			continue
		}
		snap, err := a.look(tab, seat)
		if err != nil {
			a.t.Error(err)
			return
		}
		logs[seat] = map[int64]string{}
		var lines []api.LogEntry
		err = a.ask(a.t.Context(), c, func(c *client.Client) (err error) {
			lines, err = wholeLog(a.t.Context(), c, tab.id, snap)
			return err
		})
		if err != nil {
			a.t.Error(err)
			return
		}
		for i, l := range lines {
			if l.Seq != int64(i+1) {
				a.t.Errorf("table %s: line %d is at place %d", tab.id, l.Seq, i+1)
			}
			if l.What == api.WhatMove && l.Seat == game.Seat(seat) {
				logs[seat][l.Seq] = l.Move
			}
		}
	}
	promised := map[int]int{}
	for _, p := range tab.promises {
		if got := logs[p.seat][p.seq]; got != p.move {
			a.t.Errorf("table %s: %s of seat %d was acknowledged as entry %d, which is %q", tab.id, p.move, p.seat, p.seq, got)
		}
		promised[p.seat]++
	}
	for seat, moves := range logs {
		if len(moves) != promised[seat] {
			a.t.Errorf("table %s: seat %d has %d moves, %d were acknowledged", tab.id, seat, len(moves), promised[seat])
		}
	}
}
