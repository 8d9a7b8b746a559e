package load

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"mirabilia/api"
	"mirabilia/server/client"
)

// AbuseConfig says how long a server is attacked while people play. The server must have its usual limits and trust the
// X-Forwarded-For of whoever runs this, so that every person has an address of their own and the attacker has one.
type AbuseConfig struct {
	Server string
	// People play a Duel each against Bot.
	People int
	Bot    string
	Pace   time.Duration
	// Moves is how many moves each person makes in peace, and then as many under attack.
	Moves int
	// Data returns how many bytes the server keeps.
	Data     func(context.Context) (int64, error)
	Progress func(string)
}

// AbuseReport compares what people met in peace and under attack. Times are milliseconds.
type AbuseReport struct {
	// Ack is from a command to its acknowledgement, Bot from there to the bot's answer.
	AckCalm     Figures `json:"ack_calm_ms"`
	AckAttacked Figures `json:"ack_attacked_ms"`
	BotCalm     Figures `json:"bot_calm_ms"`
	BotAttacked Figures `json:"bot_attacked_ms"`
	// Errors counts refusals and lost connections of people.
	Errors      int      `json:"errors"`
	FirstErrors []string `json:"first_errors,omitempty"`
	// DataGrown is by how many bytes the server's data grew under attack, with what people played meanwhile.
	DataGrown int64 `json:"data_grown_bytes"`
	// Attacks are what the attacker did, and how much of it was refused.
	Attacks []Attack `json:"attacks"`
}

// Attack is one thing that the attacker did again and again.
type Attack struct {
	Name    string `json:"name"`
	Done    int64  `json:"done"`
	Refused int64  `json:"refused"`
}

const (
	// maxGrown is how many bytes data may grow under attack.
	maxGrown = 1 << 20
	// maxAnswer is how long a bot may take under attack, and fastEnough is a 99th percentile of acknowledgements that nobody
	// calls slow, however fast they were in peace; both in milliseconds.
	maxAnswer, fastEnough = 2000, 50
)

// Harm returns what the attack achieved that it must not, whatever the speed of the machine.
func (r *AbuseReport) Harm() (list []string) {
	if r.Errors > 0 {
		list = append(list, fmt.Sprintf("people met %d errors", r.Errors))
	}
	if r.DataGrown >= maxGrown {
		list = append(list, fmt.Sprintf("data grew by %d bytes, allowed are fewer than %d", r.DataGrown, maxGrown))
	}
	for _, a := range r.Attacks {
		if a.Done == 0 || a.Refused == 0 {
			list = append(list, fmt.Sprintf("%s: %d done and %d refused, expected some of each", a.Name, a.Done, a.Refused))
		}
	}
	return list
}

// Delay returns by how much the attack slowed people down more than it may. It means something on a machine that does nothing
// else.
func (r *AbuseReport) Delay() (list []string) {
	if calm, attacked := r.AckCalm.P99, r.AckAttacked.P99; attacked > max(2*calm, fastEnough) {
		list = append(list, fmt.Sprintf("the 99th percentile of acknowledgements went from %.1f to %.1f ms", calm, attacked))
	}
	if r.BotAttacked.Max > maxAnswer {
		list = append(list, fmt.Sprintf("a bot answered after %.0f ms, allowed are %d", r.BotAttacked.Max, maxAnswer))
	}
	return list
}

// String is the report for people.
func (r *AbuseReport) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-24s %8s %8s %8s %8s\n", "milliseconds", "p50", "p95", "p99", "max")
	for _, row := range []struct {
		name string
		f    Figures
	}{{"acknowledged, calm", r.AckCalm}, {"acknowledged, attacked", r.AckAttacked}, {"bot's answer, calm", r.BotCalm}, {"bot's answer, attacked", r.BotAttacked}} {
		fmt.Fprintf(&b, "%-24s %8.2f %8.2f %8.2f %8.2f\n", row.name, row.f.P50, row.f.P95, row.f.P99, row.f.Max)
	}
	fmt.Fprintf(&b, "\nerrors of people         %d\n", r.Errors)
	for _, e := range r.FirstErrors {
		fmt.Fprintf(&b, "                         %s\n", e)
	}
	fmt.Fprintf(&b, "\ndata grew by             %.1f KB\n", float64(r.DataGrown)/1024)
	fmt.Fprintf(&b, "\n%-24s %8s %8s\n", "the attacker's", "done", "refused")
	for _, a := range r.Attacks {
		fmt.Fprintf(&b, "%-24s %8d %8d\n", a.Name, a.Done, a.Refused)
	}
	return b.String()
}

// from makes requests that come from an address, as a proxy would tell it.
type from struct {
	address string
	next    http.RoundTripper
}

// RoundTrip implements http.RoundTripper.
func (f from) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("X-Forwarded-For", f.address)
	return f.next.RoundTrip(r)
}

func httpFrom(address string) *http.Client {
	h := newHTTP()
	h.Transport = from{address, h.Transport}
	return h
}

// Abuse lets people play, in peace first and then while one address does everything that a server could be starved by.
func Abuse(ctx context.Context, cfg AbuseConfig) (*AbuseReport, error) {
	if cfg.Progress == nil {
		cfg.Progress = func(string) {}
	}
	report := &AbuseReport{}
	var errs failures
	people := make([]*opponent, cfg.People)
	for i := range people {
		c, err := client.Enter(ctx, cfg.Server, httpFrom(fmt.Sprintf("203.0.113.%d", i+1)), fmt.Sprintf("Person %d", i+1))
		if err != nil {
			return nil, err
		}
		people[i] = &opponent{Client: c, cfg: &cfg}
	}
	phase := func(what string, ack, bot *Figures) {
		cfg.Progress(what)
		var acks, bots durations
		var wg sync.WaitGroup
		for _, p := range people {
			wg.Go(func() {
				if err := p.play(ctx, &acks, &bots); err != nil {
					errs.add(err)
				}
			})
		}
		wg.Wait()
		*ack, *bot = acks.figures(), bots.figures()
	}
	phase("playing in peace", &report.AckCalm, &report.BotCalm)
	before, err := cfg.Data(ctx)
	if err != nil {
		return nil, err
	}
	attack, err := newAttacker(ctx, &cfg)
	if err != nil {
		return nil, err
	}
	stop := attack.begin(ctx)
	phase("playing under attack", &report.AckAttacked, &report.BotAttacked)
	report.Attacks = stop()
	after, err := cfg.Data(ctx)
	if err != nil {
		return nil, err
	}
	report.DataGrown = after - before
	report.Errors, report.FirstErrors = errs.count, errs.first
	return report, nil
}

// opponent is a person who plays a bot by requests.
type opponent struct {
	*client.Client
	cfg *AbuseConfig
	n   int
}

func (p *opponent) command(kind string, data api.CommandData) api.Command {
	p.n++
	return api.Command{ID: fmt.Sprint(kind, p.n), Type: kind, Data: data}
}

// play makes the moves of one phase, in as many games as that takes.
func (p *opponent) play(ctx context.Context, acks, bots *durations) error {
	id := ""
	for made := 0; made < p.cfg.Moves; {
		if id == "" {
			snap, err := p.Create(ctx, api.CreateTable{Settings: api.Settings{Game: "duel", Seats: 2}, Bots: []string{"", p.cfg.Bot}})
			if err != nil {
				return err
			}
			id = snap.Table.ID
			if _, err := p.Command(ctx, id, p.command(api.CommandStart, api.CommandData{})); err != nil {
				return err
			}
		}
		snap, err := p.Look(ctx, id)
		if err != nil {
			return err
		}
		if snap.Table.Status == api.StatusFinished {
			id = ""
			continue
		}
		if len(snap.Game.Moves) == 0 {
			if err := p.wait(ctx, id, snap.Seq); err != nil {
				return err
			}
			continue
		}
		sleep(ctx, p.cfg.Pace)
		start := time.Now()
		if _, err := p.Command(ctx, id, p.command(api.CommandMove, api.CommandData{Move: snap.Game.Moves[0]})); err != nil {
			return err
		}
		acks.add(time.Since(start))
		made++
		if err := p.answered(ctx, id, bots); err != nil {
			return err
		}
	}
	return nil
}

// answered waits until the bot has moved.
func (p *opponent) answered(ctx context.Context, id string, bots *durations) error {
	start := time.Now()
	for {
		snap, err := p.Look(ctx, id)
		if err != nil {
			return err
		}
		if snap.Table.Status == api.StatusFinished || len(snap.Game.Moves) > 0 {
			bots.add(time.Since(start))
			return nil
		}
		if err := p.wait(ctx, id, snap.Seq); err != nil {
			return err
		}
	}
}

// wait waits for something to happen at a table.
func (p *opponent) wait(ctx context.Context, id string, since int64) error {
	return p.Do(ctx, "GET", fmt.Sprintf("/api/tables/%s/events?since=%d&wait=25", id, since), nil, nil)
}

// attacker is one address with a few guests.
type attacker struct {
	cfg      *AbuseConfig
	http     *http.Client
	guests   []*client.Client
	finished string // a table whose game is over
	pair     string // a table of two guests where choices can be withdrawn
}

const attackerAddress = "198.51.100.66"

func newAttacker(ctx context.Context, cfg *AbuseConfig) (*attacker, error) {
	a := &attacker{cfg: cfg, http: httpFrom(attackerAddress)}
	for i := range 2 {
		c, err := client.Enter(ctx, cfg.Server, a.http, fmt.Sprintf("Mallory %d", i+1))
		if err != nil {
			return nil, err
		}
		a.guests = append(a.guests, c)
	}
	var err error
	if a.finished, err = a.open(ctx, "duel"); err != nil {
		return nil, err
	}
	if _, err := a.guests[0].Command(ctx, a.finished, api.Command{ID: "resign", Type: api.CommandResign}); err != nil {
		return nil, err
	}
	a.pair, err = a.open(ctx, "dice")
	return a, err
}

// open starts a game of the two guests.
func (a *attacker) open(ctx context.Context, game string) (string, error) {
	snap, err := a.guests[0].Create(ctx, api.CreateTable{Settings: api.Settings{Game: game, Seats: 2, Public: true}})
	if err != nil {
		return "", err
	}
	id := snap.Table.ID
	if _, err := a.guests[1].Command(ctx, id, api.Command{ID: "join", Type: api.CommandJoin}); err != nil {
		return "", err
	}
	_, err = a.guests[0].Command(ctx, id, api.Command{ID: "start", Type: api.CommandStart})
	return id, err
}

// mostTries is after how many tries an attack that was never refused gives up.
const mostTries = 2000

// begin attacks until the returned function is called, and until each attack has been refused at least once. The function tells
// what was done.
func (a *attacker) begin(ctx context.Context) (stop func() []Attack) {
	var stopped atomic.Bool
	var wg sync.WaitGroup
	var n atomic.Int64
	attacks := []Attack{{Name: "tables of six bots"}, {Name: "choices withdrawn"}, {Name: "replays and snapshots"}, {Name: "guests"}}
	for i, try := range []func(context.Context, int64) error{a.floodBots, a.fillTable, a.drain, a.addGuest} {
		wg.Go(func() {
			at := &attacks[i]
			for ctx.Err() == nil && (!stopped.Load() || at.Refused == 0 && at.Done < mostTries) {
				err := try(ctx, n.Add(1))
				var refused *client.Refused
				switch {
				case err == nil:
					at.Done++
				case errors.As(err, &refused):
					at.Refused++
					sleep(ctx, 5*time.Millisecond)
				}
			}
		})
	}
	return func() []Attack {
		stopped.Store(true)
		wg.Wait()
		return attacks
	}
}

// floodBots opens a table where six bots of the highest level think.
func (a *attacker) floodBots(ctx context.Context, n int64) error {
	c := a.guests[0]
	bots := []string{"", "level8", "level8", "level8", "level8", "level8", "level8"}
	snap, err := c.Create(ctx, api.CreateTable{Settings: api.Settings{Game: "wonders", Seats: len(bots)}, Bots: bots})
	if err != nil {
		return err
	}
	_, err = c.Command(ctx, snap.Table.ID, api.Command{ID: fmt.Sprint(n), Type: api.CommandStart})
	return err
}

// fillTable makes a choice and withdraws it.
func (a *attacker) fillTable(ctx context.Context, n int64) error {
	c := a.guests[0]
	snap, err := c.Look(ctx, a.pair)
	if err != nil {
		return err
	}
	if snap.Game == nil || len(snap.Game.Moves) == 0 {
		_, err = c.Command(ctx, a.pair, api.Command{ID: fmt.Sprint(n), Type: api.CommandWithdraw})
		return err
	}
	_, err = c.Command(ctx, a.pair, api.Command{ID: fmt.Sprint(n), Type: api.CommandMove, Data: api.CommandData{Move: snap.Game.Moves[0]}})
	return err
}

// drain asks for what is costly to build, without a session.
func (a *attacker) drain(ctx context.Context, n int64) error {
	nobody := &client.Client{Base: a.cfg.Server, HTTP: a.http}
	paths := []string{"/api/tables/" + a.finished + "/replay?eye=0", "/api/tables/" + a.finished + "/replay", "/api/tables/" + a.pair, "/api/tables/" + a.finished + "/record"}
	var text string
	return nobody.Do(ctx, "GET", paths[n%int64(len(paths))], nil, &text)
}

func (a *attacker) addGuest(ctx context.Context, n int64) error {
	_, err := client.Enter(ctx, a.cfg.Server, a.http, fmt.Sprint("Mallory ", n))
	return err
}
