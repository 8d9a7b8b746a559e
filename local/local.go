// Package local answers the page's requests on the player's own device: the same requests, answers and messages as package
// server, without HTTP. The engine (local/engine) carries it into the browser as WebAssembly; it knows nothing of the
// browser itself.
package local

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"mirabilia/api"
	"mirabilia/bot"
	"mirabilia/game"
	"mirabilia/game/record"
	"mirabilia/games"
	"mirabilia/jsondiff"
	"mirabilia/strict"
	"mirabilia/table"
)

// Config is what a Device is made of.
type Config struct {
	Store table.Store
	// NewBot makes a bot for a seat.
	NewBot func(g game.Game, name string, seed game.Seed) (bot.Player, error)
	// Random fills table ids and deal secrets; nil means the system's random source.
	Random func([]byte)
	Log    table.Log
}

// Device plays the tables of one device.
type Device struct {
	hub *table.Hub
}

// idle is how long a table that nobody looks at stays in memory.
const idle = time.Minute

// New returns a Device over a store.
func New(cfg Config) *Device {
	return &Device{table.New(table.Config{
		Games: games.Known, Store: cfg.Store, Bots: bot.Names, DefaultBot: bot.DefaultLevel, NewBot: cfg.NewBot, Random: cfg.Random,
		IDPrefix: api.DevicePrefix, BotWorkers: 1, Idle: idle, Log: cfg.Log,
	})}
}

// Close finishes what is being written.
func (d *Device) Close() { d.hub.Close() }

// Request is what the page asks: a method and a path below /api, as it would ask a server. Who asks is part of it, because
// several people can play on one device.
type Request struct {
	Method string
	Path   string
	Body   []byte
	Person table.Person
}

// Answer is a status as HTTP has it, and a body: JSON, or the text of a record.
type Answer struct {
	Status int
	Body   []byte
}

// route answers one kind of request; id is the table that its path names. The page's queries are plain words and numbers,
// so nothing in them is escaped (net/url would make the module larger).
type route struct {
	pattern string
	answer  func(d *Device, ctx context.Context, r *Request, id string, query map[string]string) (any, error)
}

// routes are those of the server that make sense on one device. They are listed like the server's.
var routes = []route{
	{"GET /games", (*Device).games},
	{"POST /tables", (*Device).create},
	{"POST /trials", (*Device).try},
	{"POST /here", (*Device).together},
	{"GET /tables/{id}", (*Device).table},
	{"POST /tables/{id}/commands", (*Device).command},
	{"GET /tables/{id}/log", (*Device).log},
	{"GET /tables/{id}/record", (*Device).record},
	{"GET /tables/{id}/replay", (*Device).replay},
}

// Answer answers a request.
func (d *Device) Answer(ctx context.Context, r *Request) Answer {
	v, err := d.answer(ctx, r)
	if err != nil {
		e := table.Told(err)
		return Answer{table.Status(e), jsondiff.Append(nil, api.ErrorAnswer{Error: *e})}
	}
	if text, ok := v.(string); ok {
		return Answer{200, []byte(text)}
	}
	return Answer{200, jsondiff.Append(nil, v)}
}

func (d *Device) answer(ctx context.Context, r *Request) (any, error) {
	path, raw, _ := strings.Cut(r.Path, "?")
	query := map[string]string{}
	for part := range strings.SplitSeq(raw, "&") {
		key, value, _ := strings.Cut(part, "=")
		query[key] = value
	}
	for i := range routes {
		if id, ok := match(routes[i].pattern, r.Method+" "+path); ok {
			return routes[i].answer(d, ctx, r, id, query)
		}
	}
	return nil, game.Refuse(game.NotFound, "no_route", "%s %s is not answered on this device", r.Method, path)
}

// match compares a request with a pattern and returns what stands for {id}.
func match(pattern, request string) (id string, ok bool) {
	before, after, found := strings.Cut(pattern, "{id}")
	if !found {
		return "", pattern == request
	}
	rest, ok := strings.CutPrefix(request, before)
	if !ok {
		return "", false
	}
	id, ok = strings.CutSuffix(rest, after)
	return id, ok && id != "" && !strings.Contains(id, "/")
}

func (d *Device) games(context.Context, *Request, string, map[string]string) (any, error) {
	c := api.Catalogue{Bots: bot.Levels, DefaultBot: bot.DefaultLevel}
	for _, g := range games.All {
		c.Games = append(c.Games, g.Info())
	}
	for _, g := range games.Matches {
		c.Matches = append(c.Matches, g.Info())
	}
	return c, nil
}

// maxBody is the largest body of a request, as on the server.
const maxBody = 16 << 10

func read(r *Request, v any) error {
	if len(r.Body) > maxBody {
		return game.Refuse(game.Invalid, "too_big", "the body may have at most %d bytes", maxBody)
	}
	if err := strict.Decode(r.Body, v); err != nil {
		return game.Refuse(game.Invalid, "bad_json", "the body does not have the expected form: %v", err)
	}
	return nil
}

func (d *Device) create(ctx context.Context, r *Request, _ string, _ map[string]string) (any, error) {
	var req api.CreateTable
	if err := read(r, &req); err != nil {
		return nil, err
	}
	if err := onDevice(&req.Settings); err != nil {
		return nil, err
	}
	return d.hub.Create(ctx, r.Person, &req)
}

// standIn plays the seats of people in a trial: about as well as people who look at their mistakes.
var standIn = bot.Levels[4]

// Trial asks for a table that goes on where the beginning of a game ends, or in a position (that of a puzzle), before which the record has no
// decisions. What the seat does not know there is dealt anew, and bots play the other seats. The record comes as JSON: a reader of its
// text would make the module larger.
type Trial struct {
	Record   record.Record   `json:"record"`
	Position json.RawMessage `json:"position,omitempty"`
	Seat     game.Seat       `json:"seat"`
}

// try opens such a table. The server has no such request: trials are a device's own affair.
func (d *Device) try(ctx context.Context, r *Request, _ string, _ map[string]string) (any, error) {
	var t Trial
	if err := read(r, &t); err != nil {
		return nil, err
	}
	return d.hub.Try(ctx, r.Person, &t.Record, t.Position, t.Seat, standIn)
}

func onDevice(s *api.Settings) error {
	if s.Public || s.Rated || s.Clock.Kind != api.ClockNone {
		return game.Refuse(game.Invalid, "device_only", "a table on this device is private, unrated and without a clock")
	}
	return nil
}

func (d *Device) table(ctx context.Context, r *Request, id string, _ map[string]string) (any, error) {
	return d.hub.Snapshot(ctx, id, r.Person)
}

func (d *Device) command(ctx context.Context, r *Request, id string, _ map[string]string) (any, error) {
	var c api.Command
	if err := read(r, &c); err != nil {
		return nil, err
	}
	if c.Type == api.CommandChat {
		return nil, game.Refuse(game.Invalid, "device_only", "there is nobody to chat with on this device")
	}
	return d.hub.Command(ctx, id, r.Person, &c)
}

func (d *Device) log(ctx context.Context, r *Request, id string, query map[string]string) (any, error) {
	before, err := strconv.ParseInt(query["before"], 10, 64)
	if err != nil {
		return nil, game.Refuse(game.Invalid, "bad_before", "before is the seq of the oldest line you have, not %q", query["before"])
	}
	return d.hub.Log(ctx, id, r.Person, before)
}

func (d *Device) record(ctx context.Context, _ *Request, id string, _ map[string]string) (any, error) {
	rec, err := d.hub.Record(ctx, id)
	if err != nil {
		return nil, err
	}
	return text(rec)
}

func text(rec *record.Record) (string, error) {
	var b strings.Builder
	err := rec.Write(&b)
	return b.String(), err
}

func (d *Device) replay(ctx context.Context, _ *Request, id string, query map[string]string) (any, error) {
	eye, err := table.ReadEye(query["eye"])
	if err != nil {
		return nil, err
	}
	replay, err := d.hub.Replay(ctx, id, eye)
	if err != nil {
		return nil, err
	}
	replay.Eye = table.EyeWord(eye)
	return replay, nil
}

// Follow tells send every message of a table, as a socket would, until stop is called or the table lets the follower go;
// then ended is called once. Views come as differences where patches says so.
func (d *Device) Follow(ctx context.Context, id string, p table.Person, since int64, patches bool, send func([]byte), ended func()) (stop func(), err error) {
	sub, err := d.hub.Subscribe(ctx, id, p, since, patches, nil)
	if err != nil {
		return nil, err
	}
	go func() {
		for _, m := range sub.First {
			send(m)
		}
		for m := range sub.C {
			send(m)
		}
		ended()
	}()
	return sub.Close, nil
}

// Command does a command that came over a follower's channel and returns the message that answers it.
func (d *Device) Command(ctx context.Context, id string, p table.Person, data []byte) []byte {
	var c api.Command
	err := read(&Request{Body: data}, &c)
	var ack *api.Ack
	if err == nil {
		ack, err = d.hub.Command(ctx, id, p, &c)
	}
	if err != nil {
		return envelope(0, api.MessageRefusal, api.Refusal{ID: c.ID, Error: *table.Told(err)})
	}
	return envelope(ack.Seq, api.MessageAck, ack)
}

func envelope(seq int64, kind string, v any) []byte {
	return jsondiff.Append(nil, struct {
		Seq  int64  `json:"seq"`
		Type string `json:"type"`
		Data any    `json:"data"`
	}{seq, kind, v})
}

// Shown returns a summary as the list of this device's games shows it: everyone at the table is on this device.
func Shown(s *table.Summary, name func(person string) string) ([]byte, error) {
	t := s.TableSummary
	t.Places = append([]api.Seat(nil), t.Places...)
	for i := range t.Places {
		p := &t.Places[i]
		if p.Person == "" {
			continue
		}
		p.Name = name(p.Person)
		if p.Person == s.Owner {
			t.Seat = game.Seat(p.Seat)
		}
	}
	for _, p := range s.People {
		t.YourTurn = t.YourTurn || p.Turn
	}
	return json.Marshal(&t)
}
