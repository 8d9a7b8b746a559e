package local_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"mirabilia/api"
	"mirabilia/bot"
	"mirabilia/game"
	"mirabilia/game/record"
	"mirabilia/games"
	"mirabilia/local"
	"mirabilia/table"
)

// shelf is a store in memory, as IndexedDB is one on a device.
type shelf struct {
	mu     sync.Mutex
	tables map[string]*kept
}

type kept struct {
	base     int64
	entries  [][]byte
	snapshot []byte
	saved    int64
	summary  *table.Summary
}

func (k *kept) last() int64 { return k.base + int64(len(k.entries)) }

func (s *shelf) Append(_ context.Context, id string, b *table.Batch) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	k := s.tables[id]
	if k == nil {
		k = &kept{}
	}
	if k.last() != b.Last {
		return game.Refuse(game.Conflict, table.ReasonSeqTaken, "entry %d is taken", b.Last+1)
	}
	s.tables[id] = k
	if b.Rewrite {
		k.base, k.entries, k.snapshot = b.Base, nil, nil
	}
	k.entries = append(k.entries, b.Entries...)
	if b.Snapshot != nil {
		k.snapshot, k.saved = b.Snapshot, k.last()
	}
	k.summary = b.Summary
	return nil
}

func (s *shelf) Load(_ context.Context, id string) (*table.Loaded, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	k := s.tables[id]
	if k == nil {
		return nil, nil
	}
	l := &table.Loaded{Snapshot: k.snapshot, Entries: k.entries, Summary: k.summary.Encode()}
	if k.snapshot != nil {
		l.Entries = k.entries[k.saved-k.base:]
	}
	return l, nil
}

func (s *shelf) Read(_ context.Context, id string, after int64) ([][]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	k := s.tables[id]
	return k.entries[max(0, after-k.base):], nil
}

func (s *shelf) Drop(context.Context, string, int64) error               { return nil }
func (s *shelf) Owned(context.Context, string, int64) (int, error)       { return 0, nil }
func (s *shelf) Said(context.Context, string, int) ([]table.Line, error) { return nil, nil }
func (s *shelf) Say(context.Context, string, table.Line, int) (int64, error) {
	panic("nobody can chat on a device")
}

func (s *shelf) Names(_ context.Context, people []string) (map[string]string, error) {
	names := map[string]string{}
	for _, p := range people {
		names[p] = local.PersonName(p)
	}
	return names, nil
}

func (s *shelf) Kept(context.Context, []string) ([]string, error) { return nil, nil }

var anna = table.Person{ID: "p:Anna", Name: "Anna"}

func open(t testing.TB, s *shelf) *local.Device {
	seed := byte(0)
	d := local.New(local.Config{Store: s, NewBot: bot.New, Log: slog.New(slog.DiscardHandler), Random: func(b []byte) {
		for i := range b {
			seed = seed*31 + 7
			b[i] = seed
		}
	}})
	t.Cleanup(d.Close)
	return d
}

// ask asks and decodes; the status must be the one given.
func ask[T any](t testing.TB, d *local.Device, status int, method, path string, body any) *T {
	t.Helper()
	data, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	a := d.Answer(t.Context(), &local.Request{Method: method, Path: path, Body: data, Person: anna})
	if a.Status != status {
		t.Fatalf("%s %s: %d %s", method, path, a.Status, a.Body)
	}
	v := new(T)
	if err := json.Unmarshal(a.Body, v); err != nil {
		t.Fatal(err)
	}
	return v
}

func begin(t testing.TB, d *local.Device, g *game.Info) string {
	t.Helper()
	bots := make([]string, g.MinSeats)
	for i := range bots[1:] {
		bots[i+1] = "level1"
	}
	made := ask[api.Snapshot](t, d, 200, "POST", "/tables", api.CreateTable{Settings: api.Settings{Game: g.ID, Seats: g.MinSeats, Clock: api.Clock{Kind: api.ClockNone}}, Bots: bots})
	ask[api.Ack](t, d, 200, "POST", "/tables/"+made.Table.ID+"/commands", api.Command{ID: "start", Type: api.CommandStart})
	return made.Table.ID
}

// A whole game of every game is played over the messages, with the device opened anew in the middle; its record is that of a
// game that was sealed by this device.
func TestWholeGames(t *testing.T) {
	for _, g := range games.All {
		t.Run(g.Info().ID, func(t *testing.T) {
			t.Parallel()
			s := &shelf{tables: map[string]*kept{}}
			d := open(t, s)
			id := begin(t, d, g.Info())
			if !strings.HasPrefix(id, api.DevicePrefix) {
				t.Fatalf("the table is %s", id)
			}
			draw := game.NewRand(game.NumberSeed(5))
			moves := 0
			for {
				if moves == 5 {
					d.Close()
					d = open(t, s)
				}
				frame := waitForTurn(t, d, id)
				if frame.Result != nil {
					break
				}
				move := frame.Moves[draw.IntN(len(frame.Moves))]
				moves++
				command, _ := json.Marshal(api.Command{ID: fmt.Sprint(moves), Type: api.CommandMove, Data: api.CommandData{Move: move}})
				if answer := string(d.Command(t.Context(), id, anna, command)); !strings.Contains(answer, `"type":"ack"`) {
					t.Fatalf("%s: %s", move, answer)
				}
			}
			if moves < 10 {
				t.Errorf("only %d moves were made", moves)
			}
			a := d.Answer(t.Context(), &local.Request{Method: "GET", Path: "/tables/" + id + "/record", Person: anna})
			rec, err := record.Read(strings.NewReader(string(a.Body)))
			if err != nil {
				t.Fatalf("%v: %s", err, a.Body)
			}
			if err := rec.VerifyDeal(); err != nil || rec.Names[0] != "Anna" || rec.Deal.Table != id {
				t.Errorf("%v, names %v", err, rec.Names)
			}
			if _, err := rec.Replay(g, nil); err != nil {
				t.Error(err)
			}
			replay := ask[api.Replay](t, d, 200, "GET", "/tables/"+id+"/replay?eye=0", nil)
			if len(replay.Frames) != len(rec.Steps)+1 || replay.Eye != "0" {
				t.Errorf("%d frames of %d steps, eye %q", len(replay.Frames), len(rec.Steps), replay.Eye)
			}
			shown, err := local.Shown(s.tables[id].summary, local.PersonName)
			if err != nil || !strings.Contains(string(shown), `"name":"Anna"`) || !strings.Contains(string(shown), `"status":"finished"`) {
				t.Errorf("%v: %s", err, shown)
			}
		})
	}
}

// waitForTurn follows the table until Anna must decide or the game is over.
func waitForTurn(t testing.TB, d *local.Device, id string) *api.Frame {
	t.Helper()
	messages := make(chan []byte, 64)
	stop, err := d.Follow(t.Context(), id, anna, -1, false, func(m []byte) { messages <- m }, func() { close(messages) })
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		stop()
		for range messages {
		}
	}()
	for m := range messages {
		var e api.Envelope
		if err := json.Unmarshal(m, &e); err != nil {
			t.Fatal(err)
		}
		var frame *api.Frame
		switch e.Type {
		case api.MessageSnapshot:
			var s api.Snapshot
			if err := json.Unmarshal(e.Data, &s); err != nil {
				t.Fatal(err)
			}
			frame = s.Game
		case api.MessageUpdate:
			var u api.Update
			if err := json.Unmarshal(e.Data, &u); err != nil {
				t.Fatal(err)
			}
			frame = u.Game
		}
		if frame != nil && (len(frame.Moves) > 0 || frame.Result != nil) {
			return frame
		}
	}
	t.Fatal("the table let us go")
	return nil
}

func here(people ...string) api.CreateHere {
	return api.CreateHere{Settings: api.Settings{Game: "duel", Seats: 2, Clock: api.Clock{Kind: api.ClockNone}}, People: people}
}

// Several people play on one device: each sees as much as they would elsewhere, and whoever owns the device sees nobody's hand.
func TestTogether(t *testing.T) {
	d := open(t, &shelf{tables: map[string]*kept{}})
	req := here("Anna", "", "Béla")
	req.Game, req.Seats, req.Bots = "wonders", 3, []string{"", "level1"}
	data, err := json.Marshal(req)
	if err != nil {
		t.Fatal(err)
	}
	as := func(id, method, path string, body []byte) *api.Snapshot {
		t.Helper()
		a := d.Answer(t.Context(), &local.Request{Method: method, Path: path, Body: body, Person: table.Person{ID: id, Name: local.PersonName(id)}})
		s := new(api.Snapshot)
		if err := json.Unmarshal(a.Body, s); err != nil || a.Status != 200 {
			t.Fatalf("%s: %d %s", path, a.Status, a.Body)
		}
		return s
	}
	owner := as("me", "POST", "/here", data)
	id := owner.Table.ID
	if owner.Table.Status != api.StatusPlaying || owner.Table.Places[0].Name != "Anna" || owner.Table.Places[1].Kind != "bot" || owner.Table.Places[2].Name != "Béla" {
		t.Fatalf("%+v", owner.Table)
	}
	// Sides of the wonders are chosen first.
	for _, who := range []string{"p:Anna", "p:Béla"} {
		move := as(who, "GET", "/tables/"+id, nil).Game.Moves[0]
		command, _ := json.Marshal(api.Command{ID: who, Type: api.CommandMove, Data: api.CommandData{Move: move}})
		if answer := string(d.Command(t.Context(), id, table.Person{ID: who}, command)); !strings.Contains(answer, `"type":"ack"`) {
			t.Fatal(answer)
		}
	}
	for len(as("p:Anna", "GET", "/tables/"+id, nil).Game.Moves) == 0 {
		time.Sleep(time.Millisecond) // until the bot has chosen
	}
	views := map[string]string{}
	for _, who := range []string{"me", "p:Anna", "p:Béla"} {
		s := as(who, "GET", "/tables/"+id, nil)
		views[who] = string(s.Game.View)
		if seated := who != "me"; seated != (len(s.Game.Moves) >= 7) || seated != strings.Contains(views[who], `"hand":[{`) {
			t.Errorf("%s: %d moves, %s", who, len(s.Game.Moves), views[who])
		}
	}
	if views["p:Anna"] == views["p:Béla"] {
		t.Error("Anna and Béla see the same")
	}
}

// What makes no sense on one device is refused with its reason.
func TestRefusals(t *testing.T) {
	d := open(t, &shelf{tables: map[string]*kept{}})
	duel := games.All[1].Info()
	for _, c := range []struct {
		method, path string
		body         any
		status       int
		reason       string
	}{
		{"GET", "/session", nil, 404, "no_route"},
		{"GET", "/tables/x/y/record", nil, 404, "no_route"},
		{"GET", "/tables/here-000000000000", nil, 404, "no_table"},
		{"GET", "/tables/here-000000000000/replay?eye=9", nil, 400, "bad_eye"},
		{"GET", "/tables/here-000000000000/log?before=x", nil, 400, "bad_before"},
		{"POST", "/tables", map[string]any{"unknown": 1}, 400, "bad_json"},
		{"POST", "/here", here("Anna", "Anna"), 400, "same_name"},
		{"POST", "/here", here("", ""), 400, "nobody"},
		{"POST", "/here", here("Anna", "Béla", "Csaba"), 400, "bad_seats"},
		{"POST", "/here", here(" Anna", "Béla"), 400, "bad_name"},
		{"POST", "/here", here(strings.Repeat("á", 25), "Béla"), 400, "bad_name"},
		{"POST", "/here", here("Anna"), 400, "bad_seats"},
		{"POST", "/tables", strings.Repeat("x", 17<<10), 400, "too_big"},
		{"POST", "/tables", api.CreateTable{Settings: api.Settings{Game: duel.ID, Seats: 2, Public: true, Clock: api.Clock{Kind: api.ClockNone}}}, 400, "device_only"},
		{"POST", "/tables", api.CreateTable{Settings: api.Settings{Game: duel.ID, Seats: 2, Clock: api.Clock{Kind: api.ClockDays, Days: 1}}}, 400, "device_only"},
	} {
		if e := ask[api.ErrorAnswer](t, d, c.status, c.method, c.path, c.body).Error; e.Reason != c.reason {
			t.Errorf("%s %s: %+v, want %s", c.method, c.path, e, c.reason)
		}
	}
	id := begin(t, d, duel)
	if e := ask[api.ErrorAnswer](t, d, 400, "POST", "/tables/"+id+"/commands", api.Command{ID: "c", Type: api.CommandChat, Data: api.CommandData{Text: "hello"}}).Error; e.Reason != "device_only" {
		t.Errorf("chat: %+v", e)
	}
	if answer := string(d.Command(t.Context(), id, anna, []byte(`{"id":"m","type":"move","data":{"move":"nonsense"}}`))); !strings.Contains(answer, `"type":"refusal"`) || !strings.Contains(answer, `"id":"m"`) {
		t.Errorf("nonsense: %s", answer)
	}
}
