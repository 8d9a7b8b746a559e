package cluster_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"mirabilia/api"
	"mirabilia/server/client"
)

// history is what people did and saw.
type history struct {
	start time.Time
	mu    sync.Mutex
	ops   []op
	// seen are the lines that came to anybody's screen, by table and number.
	seen   map[place]seenLine
	faults []string
	// saw counts messages, resumed how often someone came back for them.
	saw, resumed int
}

type place struct {
	table string
	seq   int64
}

// seenLine is what every viewer sees alike of a line.
type seenLine struct {
	At   int64
	What string
	Seat int
}

// op is something that was asked, and its answer.
type op struct {
	table, person, command string
	read                   bool
	call, answer           int64
	// seq was answered; 0 if there was no answer, and refused says that it was a refusal.
	seq     int64
	refused bool
}

func (h *history) now() int64 { return time.Since(h.start).Nanoseconds() }

func (h *history) add(o op) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.ops = append(h.ops, o)
}

func (h *history) wrong(format string, args ...any) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.faults = append(h.faults, fmt.Sprintf(format, args...))
}

// see notes a line that came to a screen.
func (h *history) see(table string, l *api.LogEntry) {
	got := seenLine{l.At, l.What, int(l.Seat)}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.saw++
	at := place{table, l.Seq}
	if was, ok := h.seen[at]; ok && was != got {
		h.faults = append(h.faults, fmt.Sprintf("table %s, line %d was told as %+v and as %+v", table, l.Seq, was, got))
	}
	h.seen[at] = got
}

// crowd plays at many tables at once.
type crowd struct {
	h     *history
	front string
	stop  chan struct{}
	wg    sync.WaitGroup
	// tables is the state of each place to play at.
	tables []*slot
	pace   time.Duration
	// over is told of every game that is over; may be nil.
	over func(table string)
	// forgets says that the data may go back to an older state, so that what was said before may be said otherwise.
	forgets bool
}

// slot is where one game after the other is played.
type slot struct {
	n      int
	people []*client.Client
	bots   []string
	moves  atomic.Int64
	mu     sync.Mutex
	ids    []string
	// last is when something was played last, and longest the longest time without that.
	last    time.Time
	longest time.Duration
}

// played notes that something was played.
func (s *slot) played() {
	s.moves.Add(1)
	s.mu.Lock()
	defer s.mu.Unlock()
	if now := time.Now(); s.last.IsZero() {
		s.last = now
	} else {
		s.last, s.longest = now, max(s.longest, now.Sub(s.last))
	}
}

// silence returns the longest time without a move at any table.
func (c *crowd) silence() (longest time.Duration) {
	for _, s := range c.tables {
		s.mu.Lock()
		longest = max(longest, s.longest)
		s.mu.Unlock()
	}
	return longest
}

func newCrowd(front string, tables, withBots int, pace time.Duration) *crowd {
	c := &crowd{h: &history{start: time.Now(), seen: map[place]seenLine{}}, front: "http://" + front, stop: make(chan struct{}), pace: pace}
	for n := range tables {
		s := &slot{n: n}
		if n < withBots {
			s.bots = []string{"", "random"}
		}
		c.tables = append(c.tables, s)
	}
	return c
}

// everyRequest goes to the node whose turn it is.
func everyRequest() *http.Client {
	return &http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: 6 * time.Second}
}

func (c *crowd) stopped() bool {
	select {
	case <-c.stop:
		return true
	default:
		return false
	}
}

// again repeats something until it is answered or the crowd stops. A refusal is an answer, unless it says that the server cannot just now.
func (c *crowd) again(f func(ctx context.Context) error) error {
	for {
		ctx, cancel := context.WithTimeout(context.Background(), 6*time.Second)
		err := f(ctx)
		cancel()
		var r *client.Refused
		if err == nil || errors.As(err, &r) && r.Status < 500 {
			return err
		}
		if c.stopped() {
			return err
		}
		time.Sleep(50 * time.Millisecond)
	}
}

func (c *crowd) run() {
	for _, s := range c.tables {
		c.wg.Go(func() {
			if err := c.enter(s); err != nil {
				c.h.wrong("table %d: %v", s.n, err)
				return
			}
			for game := 0; !c.stopped(); game++ {
				if err := c.play(s, game); err != nil && !c.stopped() && !c.forgets {
					c.h.wrong("table %d, game %d: %v", s.n, game, err)
					return
				}
			}
		})
	}
}

func (c *crowd) enter(s *slot) error {
	for len(s.people) < 2-max(0, len(s.bots)-1) {
		p := &client.Client{Base: c.front, HTTP: everyRequest()}
		if err := c.again(func(ctx context.Context) error {
			return p.Do(ctx, "POST", "/api/session", api.NameRequest{Name: fmt.Sprintf("P %d %d", s.n, len(s.people))}, &p.Session)
		}); err != nil {
			return err
		}
		s.people = append(s.people, p)
	}
	return nil
}

// play plays one game.
func (c *crowd) play(s *slot, game int) error {
	owner := s.people[0]
	var snap api.Snapshot
	req := api.CreateTable{Settings: api.Settings{Game: "duel", Seats: 2, Public: true}, Bots: s.bots}
	if err := c.again(func(ctx context.Context) error {
		return owner.DoOnce(ctx, fmt.Sprint("game ", game), "/api/tables", req, &snap)
	}); err != nil {
		return err
	}
	id := snap.Table.ID
	s.mu.Lock()
	s.ids = append(s.ids, id)
	s.mu.Unlock()
	for _, p := range s.people[1:] {
		if _, err := c.command(p, id, "join", api.CommandJoin, api.CommandData{}); err != nil {
			return fmt.Errorf("joining: %w", err)
		}
	}
	if _, err := c.command(owner, id, "start", api.CommandStart, api.CommandData{}); err != nil {
		return fmt.Errorf("starting: %w", err)
	}
	s.played()
	over := make(chan struct{})
	var watching, playing sync.WaitGroup
	for _, p := range s.people {
		watching.Go(func() { c.watch(p, id, over) })
		playing.Go(func() { c.moves(s, p, id) })
	}
	playing.Wait()
	if c.over != nil && !c.stopped() {
		c.over(id)
	}
	close(over)
	watching.Wait()
	return nil
}

// command does something, repeated until it is answered, and notes it.
func (c *crowd) command(p *client.Client, table, id, kind string, data api.CommandData) (*api.Ack, error) {
	o := op{table: table, person: p.Session.Person, command: id, call: c.h.now()}
	var ack *api.Ack
	err := c.again(func(ctx context.Context) (err error) {
		ack, err = p.Command(ctx, table, api.Command{ID: id, Type: kind, Data: data})
		return err
	})
	o.answer = c.h.now()
	var r *client.Refused
	switch {
	case err == nil:
		o.seq = ack.Seq
	case errors.As(err, &r) && r.Status < 500:
		o.refused = true
	}
	c.h.add(o)
	return ack, err
}

// look asks for the table and notes what was answered.
func (c *crowd) look(p *client.Client, table string) (*api.Snapshot, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 6*time.Second)
	defer cancel()
	o := op{table: table, person: p.Session.Person, read: true, call: c.h.now()}
	snap, err := p.Look(ctx, table)
	if err == nil {
		o.answer, o.seq = c.h.now(), snap.Seq
		c.h.add(o)
	}
	return snap, err
}

// moves plays until the game is over.
func (c *crowd) moves(s *slot, p *client.Client, table string) {
	for n := 0; !c.stopped(); n++ {
		snap, err := c.look(p, table)
		if err == nil && snap.Table.Status == api.StatusFinished {
			return
		}
		if r := (*client.Refused)(nil); c.forgets && errors.As(err, &r) && r.Status == 404 {
			return // the table is among what is lost
		}
		if err == nil && snap.Game != nil && len(snap.Game.Moves) > 0 {
			m := snap.Game.Moves[rand.IntN(len(snap.Game.Moves))]
			if _, err := c.command(p, table, fmt.Sprint("m", n), api.CommandMove, api.CommandData{Move: m}); err == nil {
				s.played()
			}
		}
		time.Sleep(c.pace/2 + time.Duration(rand.Int64N(int64(c.pace))))
	}
}

// watch follows a table on a socket, and comes back whenever it ends, with the number of the last line.
func (c *crowd) watch(p *client.Client, table string, over chan struct{}) {
	last, lastAt := int64(-1), int64(0)
	// told is what this person was told since the last snapshot.
	told := map[int64]seenLine{}
	until, end := context.WithCancel(context.Background())
	defer end()
	go func() {
		select {
		case <-over:
		case <-c.stop:
		}
		end()
	}()
	for until.Err() == nil {
		ctx, cancel := context.WithTimeout(until, 6*time.Second)
		sock, err := p.DialAfter(ctx, table, last, lastAt)
		cancel()
		if err != nil {
			time.Sleep(100 * time.Millisecond)
			continue
		}
		c.h.mu.Lock()
		c.h.resumed++
		c.h.mu.Unlock()
		for until.Err() == nil {
			ctx, cancel := context.WithTimeout(until, 10*time.Second)
			e, err := sock.Next(ctx)
			cancel()
			if err != nil {
				break
			}
			switch e.Type {
			case api.MessageSnapshot:
				var s api.Snapshot
				if err := json.Unmarshal(e.Data, &s); err != nil {
					c.h.wrong("a snapshot that cannot be read: %v", err)
				}
				if last, lastAt = e.Seq, 0; len(s.Log) > 0 {
					lastAt = s.Log[len(s.Log)-1].At
				}
				clear(told)
			case api.MessageUpdate:
				var u api.Update
				if err := json.Unmarshal(e.Data, &u); err != nil {
					c.h.wrong("an update that cannot be read: %v", err)
					break
				}
				if last >= 0 && e.Seq != last+1 {
					c.h.wrong("table %s: %s was told %d after %d", table, p.Session.Name, e.Seq, last)
				}
				got := seenLine{u.Log.At, u.Log.What, int(u.Log.Seat)}
				if was, ok := told[e.Seq]; ok && was != got {
					c.h.wrong("table %s: %s was told line %d as %+v and as %+v, without a snapshot between", table, p.Session.Name, e.Seq, was, got)
				}
				last, lastAt, told[e.Seq] = e.Seq, u.Log.At, got
				if !c.forgets {
					c.h.see(table, &u.Log)
				}
			}
		}
		sock.Close()
	}
}
