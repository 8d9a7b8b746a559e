// Package load measures a server with many scripted people at once, over the real API and sockets.
package load

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/server/client"
)

// Config says what to play.
type Config struct {
	// Server and Echo are the addresses of the server and of the bare echo it is compared with; Echo may be empty.
	Server, Echo string
	// Tables are played at once by people with a socket each.
	Tables  int
	Game    string
	Options map[string]string
	// Seats of each table; 0: the fewest that the game allows.
	Seats int
	// Pace is how long a person thinks; 0 plays as fast as the server answers.
	Pace time.Duration
	// Whole asks for whole views, as programs get them; otherwise for differences, as the page does.
	Whole bool
	// BotTables are played beside them by bots alone, by the bot named Bot.
	BotTables int
	Bot       string
	// Time to play, after everything is open.
	Time time.Duration
	// Progress is called with a line about each step; may be nil.
	Progress func(string)
}

// run is one measurement going on.
type run struct {
	Config
	http *http.Client
	// playing is set while figures count.
	playing atomic.Bool
	ended   atomic.Bool
	ack     durations
	screen  durations
	moves   atomic.Int64
	games   atomic.Int64
	// told and bytes count messages with a move in them, and what they weigh.
	told, bytes atomic.Int64
	errs        failures
}

// setupWorkers open tables at once.
const setupWorkers = 16

// Run opens the tables, plays and reports.
func Run(ctx context.Context, cfg Config) (*Report, error) {
	r := &run{Config: cfg, http: newHTTP()}
	if r.Progress == nil {
		r.Progress = func(string) {}
	}
	if err := r.settle(ctx); err != nil {
		return nil, err
	}
	report := &Report{Tables: r.Tables, Game: r.Game, Seats: r.Seats, Pace: r.Pace.Seconds(), BotTables: r.BotTables}
	if err := r.echo(ctx, &report.Echo); err != nil {
		return nil, err
	}
	empty, err := r.usage(ctx, r.Server)
	if err != nil {
		return nil, err
	}
	r.Progress(fmt.Sprintf("opening %d tables", r.Tables))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	tables, err := r.openAll(ctx)
	if err != nil {
		return nil, err
	}
	if err := r.openBotTables(ctx); err != nil {
		return nil, err
	}
	idle, err := r.settled(ctx)
	if err != nil {
		return nil, err
	}
	report.idle(empty, idle, r.Tables)
	r.Progress(fmt.Sprintf("playing for %v", r.Time))
	if err := r.play(ctx, tables, report); err != nil {
		return nil, err
	}
	cancel()
	// The echo is measured before and after, so that a change on the machine shows.
	ctx = context.WithoutCancel(ctx)
	if err := r.echo(ctx, &report.EchoAfter); err != nil {
		return nil, err
	}
	report.compare()
	report.BareCPUPerMove, err = r.bare(ctx, report.MessageBytes)
	return report, err
}

// newHTTP returns a client without a limit on connections.
func newHTTP() *http.Client {
	d := net.Dialer{Timeout: 30 * time.Second}
	return &http.Client{Transport: &http.Transport{DialContext: d.DialContext, MaxIdleConnsPerHost: setupWorkers}, Timeout: time.Minute}
}

// settle fills in what the configuration leaves to the game.
func (r *run) settle(ctx context.Context) error {
	var games api.Catalogue
	c := &client.Client{Base: r.Server, HTTP: r.http}
	if err := c.Do(ctx, "GET", "/api/games", nil, &games); err != nil {
		return err
	}
	for _, g := range games.Games {
		if g.ID == r.Game && r.Seats == 0 {
			r.Seats = g.MinSeats
		}
	}
	return nil
}

// play lets everyone play for the given time and fills in the report.
func (r *run) play(ctx context.Context, tables []*table, report *Report) error {
	before, err := r.usage(ctx, r.Server)
	if err != nil {
		return err
	}
	start := time.Now()
	r.playing.Store(true)
	var wg sync.WaitGroup
	for i, t := range tables {
		wg.Go(func() {
			// People do not all move at the same moment.
			sleep(ctx, r.Pace*time.Duration(i)/time.Duration(len(tables)))
			t.play(ctx)
		})
	}
	sleep(ctx, r.Time)
	r.playing.Store(false)
	took := time.Since(start)
	after, err := r.usage(ctx, r.Server)
	if err != nil {
		return err
	}
	r.ended.Store(true)
	for _, t := range tables {
		t.hangUp()
	}
	wg.Wait()
	report.Seconds = took.Seconds()
	report.Moves = int(r.moves.Load())
	report.MovesPerSecond = float64(report.Moves) / took.Seconds()
	report.Games = int(r.games.Load())
	report.Ack, report.Screen = r.ack.figures(), r.screen.figures()
	report.MessageBytes = int(r.bytes.Load() / max(1, r.told.Load()))
	report.Errors, report.FirstErrors = r.errs.count, r.errs.first
	report.load(before, after, took)
	return nil
}

func sleep(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

func (r *run) openAll(ctx context.Context) ([]*table, error) {
	tables := make([]*table, r.Tables)
	next := atomic.Int64{}
	var wg sync.WaitGroup
	var once sync.Once
	var failed error
	for range setupWorkers {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(tables) && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				t, err := r.open(ctx, i)
				if err != nil {
					once.Do(func() { failed = err })
					return
				}
				tables[i] = t
			}
		})
	}
	wg.Wait()
	return tables, failed
}

func (r *run) openBotTables(ctx context.Context) error {
	if r.BotTables == 0 {
		return nil
	}
	owner, err := client.Enter(ctx, r.Server, r.http, "Load")
	if err != nil {
		return err
	}
	bots := make([]string, r.Seats)
	for i := range bots {
		bots[i] = r.Bot
	}
	for i := range r.BotTables {
		snap, err := owner.Create(ctx, api.CreateTable{Settings: api.Settings{Game: r.Game, Seats: r.Seats, Options: r.Options}, Seat: game.NoSeat, Bots: bots})
		if err != nil {
			return err
		}
		if _, err := owner.Command(ctx, snap.Table.ID, api.Command{ID: fmt.Sprint("start", i), Type: api.CommandStart}); err != nil {
			return err
		}
	}
	return nil
}
