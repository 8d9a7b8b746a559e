package load

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"mirabilia/api"
	"mirabilia/server/client"
)

// table is one table and the people at it.
type table struct {
	r      *run
	n      int
	people []*person
	mu     sync.Mutex
	// sent are the times at which each seat sent its moves, in order, of the game going on.
	sent [][]time.Time
	// over is closed when the game is.
	over chan struct{}
}

// person plays one seat over a socket.
type person struct {
	*client.Client
	seat int
	sock *client.Socket
	// seen counts the person's own moves that came to this screen.
	seen int
	// asked is when the command that waits for its answer was sent.
	asked time.Time
}

// open seats new people at a new table, starts it and connects them.
func (r *run) open(ctx context.Context, n int) (*table, error) {
	t := &table{r: r, n: n}
	for seat := range r.Seats {
		c, err := client.Enter(ctx, r.Server, r.http, fmt.Sprintf("Load %d %c", n, 'A'+seat))
		if err != nil {
			return nil, err
		}
		t.people = append(t.people, &person{Client: c, seat: seat})
	}
	return t, t.deal(ctx)
}

// deal starts a game for the people of the table.
func (t *table) deal(ctx context.Context) error {
	owner := t.people[0]
	snap, err := owner.Create(ctx, api.CreateTable{Settings: api.Settings{Game: t.r.Game, Seats: t.r.Seats, Options: t.r.Options, Public: true}})
	if err != nil {
		return err
	}
	id := snap.Table.ID
	for _, p := range t.people[1:] {
		if _, err := p.Command(ctx, id, api.Command{ID: "join", Type: api.CommandJoin, Data: api.CommandData{Seat: &p.seat, Nonce: "0b"}}); err != nil {
			return err
		}
	}
	if _, err := owner.Command(ctx, id, api.Command{ID: "start", Type: api.CommandStart, Data: api.CommandData{Nonce: "0a"}}); err != nil {
		return err
	}
	t.sent, t.over = make([][]time.Time, t.r.Seats), make(chan struct{})
	for _, p := range t.people {
		p.seen = 0
		dial := p.DialPatches
		if t.r.Whole {
			dial = p.Dial
		}
		if p.sock, err = dial(ctx, id, -1); err != nil {
			return err
		}
	}
	return nil
}

// play plays games until the measurement ends.
func (t *table) play(ctx context.Context) {
	for ctx.Err() == nil && !t.r.ended.Load() {
		var wg sync.WaitGroup
		for _, p := range t.people {
			wg.Go(func() { t.follow(ctx, p) })
		}
		wg.Wait()
		select {
		case <-t.over:
		default:
			return // ended in the middle of a game
		}
		t.r.games.Add(1)
		if t.r.ended.Load() {
			return
		}
		if err := t.deal(ctx); err != nil {
			t.r.fail(err)
			return
		}
	}
}

// hangUp ends the sockets, and with them play.
func (t *table) hangUp() {
	for _, p := range t.people {
		if p.sock != nil {
			p.sock.Close()
		}
	}
}

// follow reads what comes to one screen and moves when it is this person's turn.
func (t *table) follow(ctx context.Context, p *person) {
	defer p.sock.Close()
	for {
		data, err := p.sock.Read(ctx)
		now := time.Now()
		if err == nil {
			err = t.take(ctx, p, data, now)
		}
		if errors.Is(err, errOver) {
			return
		}
		if err != nil {
			t.r.fail(err)
			return
		}
	}
}

var errOver = errors.New("the game is over")

// message is what a scripted person reads of any message; the rest it skips.
type message struct {
	Type string `json:"type"`
	Data struct {
		Error *api.Error      `json:"error"`
		Log   json.RawMessage `json:"log"`
		Game  *glance         `json:"game"`
	} `json:"data"`
}

// glance is what is needed of a frame.
type glance struct {
	Moves  []string  `json:"moves"`
	Result *struct{} `json:"result"`
}

// happened is what is needed of a log entry; a snapshot's log is a list and read as nothing.
type happened struct {
	What string `json:"what"`
	Seat int    `json:"seat"`
}

// take handles one message.
func (t *table) take(ctx context.Context, p *person, data []byte, now time.Time) error {
	var m message
	if err := json.Unmarshal(data, &m); err != nil {
		return err
	}
	switch m.Type {
	case api.MessageUpdate:
		var h happened
		if err := json.Unmarshal(m.Data.Log, &h); err != nil {
			return err
		}
		if h.What == api.WhatMove {
			t.shown(p, h.Seat, now)
			if t.r.playing.Load() {
				t.r.told.Add(1)
				t.r.bytes.Add(int64(len(data)))
			}
		}
		return t.think(ctx, p, m.Data.Game)
	case api.MessageSnapshot:
		return t.think(ctx, p, m.Data.Game)
	case api.MessageAck:
		t.r.record(&t.r.ack, now.Sub(p.asked))
		if t.r.playing.Load() {
			t.r.moves.Add(1)
		}
	case api.MessageRefusal:
		e := m.Data.Error
		return fmt.Errorf("table %d, seat %d: %s %s: %s", t.n, p.seat, e.Code, e.Reason, e.Message)
	}
	return nil
}

// shown measures how long a move took to the screen of another. Steps in the middle of a secret turn do not come there: what
// comes is the last move that the seat sent.
func (t *table) shown(p *person, seat int, now time.Time) {
	t.mu.Lock()
	if seat == p.seat {
		p.seen++
	}
	var sent time.Time
	if n := len(t.sent[seat]); n > 0 {
		sent = t.sent[seat][n-1]
	}
	t.mu.Unlock()
	if !sent.IsZero() && seat != p.seat {
		t.r.record(&t.r.screen, now.Sub(sent))
	}
}

// think waits the pace and sends a move, if the person owes one.
func (t *table) think(ctx context.Context, p *person, f *glance) error {
	if f == nil {
		return nil
	}
	if f.Result != nil {
		t.mu.Lock()
		select {
		case <-t.over:
		default:
			close(t.over)
		}
		t.mu.Unlock()
		return errOver
	}
	// In games where all choose at once, what others do is told meanwhile; what comes before one's own move is out of date.
	if len(f.Moves) == 0 || t.waiting(p) {
		return nil
	}
	sleep(ctx, t.r.Pace)
	cmd := api.Command{ID: fmt.Sprintf("%d", time.Now().UnixNano()), Type: api.CommandMove, Data: api.CommandData{Move: f.Moves[rand.IntN(len(f.Moves))]}}
	t.mu.Lock()
	p.asked = time.Now()
	t.sent[p.seat] = append(t.sent[p.seat], p.asked)
	t.mu.Unlock()
	return p.sock.Send(ctx, cmd)
}

// waiting reports whether a move of this person has been sent and has not come to its own screen yet.
func (t *table) waiting(p *person) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.sent[p.seat]) > p.seen
}

// record counts a duration while figures count.
func (r *run) record(d *durations, took time.Duration) {
	if r.playing.Load() {
		d.add(took)
	}
}

// fail counts an error, unless everything is being ended.
func (r *run) fail(err error) {
	if !r.ended.Load() && !errors.Is(err, context.Canceled) {
		r.errs.add(err)
	}
}
