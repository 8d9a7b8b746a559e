package server_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/game/record"
	"mirabilia/games"
	"mirabilia/server"
	"mirabilia/server/client"
)

// recorder keeps every message to one viewer, as it came.
type recorder struct {
	viewer   game.Seat
	who      *client.Client
	mu       sync.Mutex
	messages [][]byte
	// latest is the number of the latest update that came, 0 if none did.
	latest int64
}

func (r *recorder) listen(ctx context.Context, id string) error {
	sock, err := r.who.Dial(ctx, id, -1)
	if err != nil {
		return err
	}
	go func() {
		defer sock.Close()
		for {
			data, err := sock.Read(ctx)
			if err != nil {
				return
			}
			r.keep(data)
		}
	}()
	return nil
}

func (r *recorder) keep(message []byte) {
	var e api.Envelope
	update := json.Unmarshal(message, &e) == nil && e.Type == api.MessageUpdate
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.messages = append(r.messages, message); update {
		r.latest = max(r.latest, e.Seq)
	}
}

// ask keeps what the viewer is shown when it asks: the table as it is, and the last few things that happened.
func (r *recorder) ask(t *testing.T, id string) {
	t.Helper()
	snap, err := r.who.Look(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	var u api.Updates
	if err := r.who.Do(t.Context(), "GET", fmt.Sprintf("/api/tables/%s/events?since=%d", id, max(0, snap.Seq-3)), nil, &u); err != nil {
		t.Fatal(err)
	}
	r.keep([]byte(jsonText(api.Envelope{Seq: snap.Seq, Type: api.MessageSnapshot, Data: json.RawMessage(jsonText(snap))})))
	for _, e := range u.Messages {
		r.keep([]byte(jsonText(e)))
	}
}

// await waits until an update has come.
func (r *recorder) await(t *testing.T, seq int64) {
	t.Helper()
	await(t, fmt.Sprintf("viewer %d and entry %d", r.viewer, seq), func() bool {
		r.mu.Lock()
		defer r.mu.Unlock()
		return r.latest >= seq
	})
}

// Whole games of every kind are played through the API, with one recorder for each seat and one for a spectator. Then the
// game is dealt again from its record, and every message is held against the truth:
//
//   - it has no field beyond those of the API, and the view, the moves and the events in it are byte for byte those that
//     the game gives this viewer (and what a game gives an viewer is proven honest by mirabilia/game/gametest);
//   - with these and the numbers taken out, all viewers were told the same, so nothing else can carry a secret to some;
//   - a step in the middle of a turn made in secret was told to nobody else, neither by a message nor by a number;
//   - and nothing in it, until the end, holds the secret of the deal, the seed, the nonces or a move of another seat.
func TestNobodyLearnsMoreThanTheirView(t *testing.T) {
	t.Parallel()
	s := start(t, func(c *server.Config) { c.Games, c.Matches = games.All, games.Matches })
	type play struct {
		name string
		api.Settings
		bots int
	}
	list := []play{
		{"pantheon", api.Settings{Game: "duel", Seats: 2, Options: map[string]string{"pantheon": "true"}}, 0},
		{"architects, looks in secret", api.Settings{Game: "architects", Seats: 3, Options: map[string]string{"look": "chooser"}}, 0},
		{"duplicate with Pantheon", api.Settings{Game: "duplicate", Seats: 2, Options: map[string]string{"pantheon": "true"}}, 0},
		{"duplicate with a bot", api.Settings{Game: "duplicate", Seats: 2}, 1},
		{"wonders with bots", api.Settings{Game: "wonders", Seats: 4}, 2},
		{"pantheon with a bot", api.Settings{Game: "duel", Seats: 2, Options: map[string]string{"pantheon": "true"}}, 1},
	}
	for _, g := range games.All {
		info := g.Info()
		list = append(list, play{info.ID, api.Settings{Game: info.ID, Seats: max(info.MinSeats, min(3, info.MaxSeats))}, 0})
	}
	for _, c := range list {
		t.Run(c.name, func(t *testing.T) {
			g, err := games.KnownByID(c.Game)
			if err != nil {
				t.Fatal(err)
			}
			people := c.Seats - c.bots
			var gs []*guest
			for i := range people {
				gs = append(gs, s.guest(fmt.Sprintf("Guest %d", i)))
			}
			id := lobbyOf(t, c.Settings, gs...)
			for range c.bots {
				gs[0].do(id, api.CommandAddBot, api.CommandData{})
			}
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			recorders := make([]*recorder, people+1)
			for i := range recorders {
				recorders[i] = &recorder{viewer: game.Seat(i), who: &client.Client{Base: s.URL, HTTP: s.Client()}}
				if i < people {
					recorders[i].who = gs[i].Client
				} else {
					recorders[i].viewer = game.Spectator
				}
				if err := recorders[i].listen(ctx, id); err != nil {
					t.Fatal(err)
				}
			}
			gs[0].do(id, api.CommandStart, api.CommandData{Nonce: "0a"})
			end := playTalking(t, id, gs, recorders, c.bots == 0)
			for _, r := range recorders {
				last, err := r.who.Look(t.Context(), id)
				if err != nil {
					t.Fatal(err)
				}
				r.await(t, last.Seq)
			}
			cancel()
			var text string
			gs[0].must("GET", "/api/tables/"+id+"/record", nil, &text)
			rec, err := record.Read(strings.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			n := holdAgainstTruth(t, retell(t, g, rec, s.journal(id)), rec, end, recorders)
			t.Logf("%d messages were looked at", n)
			if n < 50 {
				t.Errorf("only %d messages were looked at", n)
			}
		})
	}
}

// playTalking plays a game to its end, with a word now and then; with minds that change, also with choices withdrawn and
// decisions taken back, freely and by agreement. What the viewers are shown when they ask is recorded as well, some of it.
func playTalking(t *testing.T, id string, gs []*guest, recorders []*recorder, minds bool) *api.Snapshot {
	t.Helper()
	r := game.NewRand(game.NumberSeed(11))
	for end := time.Now().Add(waitAtMost); time.Now().Before(end); {
		n := r.IntN(100)
		seat := r.IntN(len(gs))
		s := gs[seat].look(id)
		switch {
		case s.Table.Status == api.StatusFinished:
			return s
		case n < 8:
			recorders[r.IntN(len(recorders))].ask(t, id)
		case n < 12:
			gs[seat].do(id, api.CommandChat, api.CommandData{Text: "a word"})
		case n < 20 && minds && s.Game.Withdraw:
			gs[seat].do(id, api.CommandWithdraw, api.CommandData{})
		case n < 20 && minds && s.Game.Undo == api.UndoFree, n < 14 && minds && s.Game.Undo == api.UndoAsk:
			gs[seat].do(id, api.CommandUndo, api.CommandData{})
			if s.Game.Undo == api.UndoAsk {
				agree(t, id, gs)
			}
		case len(s.Game.Moves) > 0:
			gs[seat].do(id, api.CommandMove, api.CommandData{Move: s.Game.Moves[r.IntN(len(s.Game.Moves))]})
		}
	}
	t.Fatal("the game does not end")
	return nil
}

// agree accepts an undo for all seats that must agree, and waits until the decision is taken back.
func agree(t *testing.T, id string, gs []*guest) {
	t.Helper()
	for _, seat := range gs[0].look(id).Table.Undo.Waiting {
		gs[seat].do(id, api.CommandAnswer, api.CommandData{Accept: true})
	}
	await(t, "taking back", func() bool { return gs[0].look(id).Table.Undo == nil })
}

// truth is the game as it really was after each entry of the journal.
type truth struct {
	entry
	board  game.Board // nil before the deal
	events game.Events
	// step says that it was a step of a secret turn after which the seat must still choose.
	step bool
	// decisions are those that stand, with those of the current turn that are still secret.
	decisions []taken
}

// entry is what the test reads of the journal.
type entry struct {
	Seq, At, N int64
	Kind, Move string
	Seat       int
}

type taken struct {
	seat   game.Seat
	move   string
	secret bool
}

// journal reads the journal of a table.
func (s *site) journal(id string) (list []entry) {
	s.t.Helper()
	entries, err := s.db.Entries(s.t.Context(), id, 0)
	if err != nil {
		s.t.Fatal(err)
	}
	for _, data := range entries {
		var e entry
		if err := json.Unmarshal(data, &e); err != nil {
			s.t.Fatal(err)
		}
		list = append(list, e)
	}
	return list
}

// toldTo is what an viewer is told, by the number it is told under.
func toldTo(viewer game.Seat, truths []*truth) map[int64]*truth {
	told := map[int64]*truth{}
	for _, now := range truths {
		if !now.step || game.Seat(now.Seat) == viewer || len(now.events.SeenBy(viewer)) > 0 {
			told[int64(len(told)+1)] = now
		}
	}
	return told
}

// known is how many decisions an viewer knows of.
func (now *truth) known(viewer game.Seat) (n int) {
	for _, d := range now.decisions {
		if !d.secret || d.seat == viewer {
			n++
		}
	}
	return n
}

// holdAgainstTruth checks every message and gives their number.
func holdAgainstTruth(t *testing.T, all []*truth, rec *record.Record, end *api.Snapshot, recorders []*recorder) int {
	t.Helper()
	secrets := []string{end.Table.Deal.Secret, rec.Seed}
	checked := 0
	rest := map[int64]string{}
	for _, r := range recorders {
		truths := toldTo(r.viewer, all)
		for _, message := range r.messages {
			var e api.Envelope
			strict(t, message, &e)
			switch e.Type {
			case api.MessagePresence:
				strict(t, e.Data, &api.Presence{})
				continue
			case api.MessageHello:
				strict(t, e.Data, &api.Hello{})
				continue
			case api.MessageChat:
				strict(t, e.Data, &api.Chat{})
				continue
			case api.MessageSnapshot:
				checkSnapshot(t, r.viewer, message, &e, secrets, truths)
				checked++
				continue
			case api.MessageUpdate:
			default:
				t.Fatalf("viewer %d was sent a %s", r.viewer, e.Type)
			}
			var u api.Update
			strict(t, e.Data, &u)
			truth := truths[e.Seq]
			if truth == nil || u.Log.Seq != e.Seq {
				t.Fatalf("viewer %d was told %+v under the number %d", r.viewer, u.Log, e.Seq)
			}
			finished := u.Table != nil && u.Table.Status == api.StatusFinished
			if !finished {
				checkDeal(t, r.viewer, message, &e, secrets, u.Table)
			}
			checkFrame(t, r.viewer, e.Seq, &u, truth)
			if u.Log.Move != "" && game.Seat(u.Log.Seat) != r.viewer {
				t.Fatalf("viewer %d was told the move of seat %d", r.viewer, u.Log.Seat)
			}
			// What is left must be the same for all.
			u.Seat, u.Log.Seq, u.Log.Move, u.Log.Events, u.Log.Undoes = 0, 0, "", nil, nil
			resumed := u.Game == nil && truth.board != nil || u.Table != nil
			if u.Game != nil {
				u.Game.View, u.Game.Moves, u.Game.Undo, u.Game.Withdraw, u.Game.Now, u.Game.Decision = nil, nil, "", false, 0, 0
			}
			if left := jsonText(u); !resumed { // those who come back get the table and the game once
				if other, ok := rest[truth.Seq]; ok && other != left {
					t.Fatalf("entry %d was told in two ways:\n%s\n%s", truth.Seq, other, left)
				}
				rest[truth.Seq] = left
			}
			checked++
		}
	}
	return checked
}

// checkDeal demands that nothing of the deal but its commitment is told before the end.
func checkDeal(t *testing.T, viewer game.Seat, message []byte, e *api.Envelope, secrets []string, table *api.Table) {
	t.Helper()
	for _, secret := range secrets {
		if bytes.Contains(message, []byte(secret)) {
			t.Fatalf("viewer %d, entry %d: the deal's secret was told", viewer, e.Seq)
		}
	}
	if table != nil && (table.Deal.Nonces != nil || table.Deal.Secret != "" || table.Deal.Seed != "") {
		t.Fatalf("viewer %d, entry %d: %+v", viewer, e.Seq, table.Deal)
	}
}

// checkSnapshot holds a snapshot to what the updates up to it may tell.
func checkSnapshot(t *testing.T, viewer game.Seat, message []byte, e *api.Envelope, secrets []string, truths map[int64]*truth) {
	t.Helper()
	var s api.Snapshot
	strict(t, e.Data, &s)
	if s.Table.Status != api.StatusFinished {
		checkDeal(t, viewer, message, e, secrets, &s.Table)
	}
	for _, l := range s.Log {
		u := api.Update{Log: l}
		if l.Seq == s.Seq {
			u.Game = s.Game
		}
		if truths[l.Seq] == nil {
			t.Fatalf("viewer %d is shown %+v", viewer, l)
		}
		checkFrame(t, viewer, l.Seq, &u, truths[l.Seq])
		if l.Move != "" && game.Seat(l.Seat) != viewer {
			t.Fatalf("viewer %d was told the move of seat %d", viewer, l.Seat)
		}
	}
}

func checkFrame(t *testing.T, viewer game.Seat, seq int64, u *api.Update, truth *truth) {
	t.Helper()
	if u.Log.At != truth.At || u.Log.Seat != game.Seat(truth.Seat) || (u.Log.What == api.WhatMove) != (truth.Kind == "move") {
		t.Fatalf("viewer %d, number %d: told %+v, where %+v happened", viewer, seq, u.Log, truth.entry)
	}
	if truth.board == nil {
		if u.Game != nil {
			t.Fatalf("entry %d (%s) has a frame, but the game has none", seq, u.Log.What)
		}
		return
	}
	if want := truth.events.SeenBy(viewer); !slices.Equal(u.Log.Events, cut(want)) && len(u.Log.Events)+len(want) > 0 {
		t.Fatalf("viewer %d, entry %d: told %+v, may know %+v", viewer, seq, u.Log.Events, want)
	}
	if u.Game == nil {
		return
	}
	if want := truth.known(viewer); u.Game.Decision != want {
		t.Fatalf("viewer %d, entry %d: %d decisions, knows of %d", viewer, seq, u.Game.Decision, want)
	}
	if want := jsonText(truth.board.View(viewer)); string(u.Game.View) != want {
		t.Fatalf("viewer %d, entry %d: shown\n%s\nmay see\n%s", viewer, seq, u.Game.View, want)
	}
	var moves []string
	if int(viewer) < truth.board.Seats() {
		for _, m := range truth.board.Moves(viewer, nil) {
			moves = append(moves, truth.board.Text(m))
		}
	}
	if !slices.Equal(u.Game.Moves, moves) && len(u.Game.Moves)+len(moves) > 0 {
		t.Fatalf("viewer %d, entry %d: offered %v, has %v", viewer, seq, u.Game.Moves, moves)
	}
}

// cut are events as they look after a journey as JSON.
func cut(list []game.Event) []game.Event {
	list = slices.Clone(list)
	for i := range list {
		list[i].For = 0
	}
	return list
}

// retell deals and plays the game again, with what was withdrawn and taken back, and gives the truth after each entry.
func retell(t *testing.T, g game.Game, rec *record.Record, journal []entry) (truths []*truth) {
	t.Helper()
	deal := func() game.Board {
		board, err := rec.Start(g)
		if err != nil {
			t.Fatal(err)
		}
		return board
	}
	var board game.Board
	var decisions []taken
	kinds, steps := map[string]int{}, 0
	for _, e := range journal {
		kinds[e.Kind]++
		now := &truth{entry: e}
		seat := game.Seat(e.Seat)
		var err error
		var owing game.Seats
		if board != nil {
			owing = board.Owing()
		}
		switch e.Kind {
		case "started":
			board = deal()
		case "move":
			err = game.PlayText(board, seat, e.Move, &now.events)
			decisions = append(decisions, taken{seat: seat, move: e.Move})
		case "withdrawn":
			err = board.Withdraw(seat)
			for i, d := range slices.Backward(decisions) {
				if d.seat == seat {
					decisions = slices.Delete(decisions, i, i+1)
					break
				}
			}
		case "undone":
			board, decisions = deal(), decisions[:e.N]
			for _, d := range decisions {
				err = errors.Join(err, game.PlayText(board, d.seat, d.move, nil))
			}
		}
		if err != nil {
			t.Fatalf("entry %d: %v", e.Seq, err)
		}
		if board != nil {
			now.board = g.Clone(board)
			public := slices.ContainsFunc(now.events.List, func(ev game.Event) bool { return ev.For == game.Everyone })
			if now.step = g.Info().Simultaneous && (e.Kind == "move" || e.Kind == "withdrawn") && board.Owing() == owing && !public; now.step {
				steps++
			}
			switch {
			case e.Kind != "move":
			case now.step:
				decisions[len(decisions)-1].secret = true
			case board.Owing() != owing.Without(seat) || board.Owing() == 0:
				for i := range decisions {
					decisions[i].secret = false
				}
			}
		}
		now.decisions = slices.Clone(decisions)
		truths = append(truths, now)
	}
	t.Log(kinds, "steps in secret:", steps)
	if len(decisions) != len(rec.Steps) || len(decisions) == 0 {
		t.Fatalf("%d decisions stand, the record has %d", len(decisions), len(rec.Steps))
	}
	if g.Info().ID == "dice" && steps < 5 {
		t.Fatalf("only %d steps were made in secret", steps)
	}
	return truths
}

// strict demands that data is exactly what the struct holds, no field more.
func strict(t *testing.T, data []byte, v any) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		t.Fatalf("%v in %s", err, data)
	}
}

// Snapshots and what is resumed hold to the same rule: they are what the updates were.
func TestSnapshotsTellNoMoreThanUpdates(t *testing.T) {
	s := start(t)
	a, b := s.guest("Anna"), s.guest("Béla")
	id := table(t, "dice", a, b)
	live := &recorder{who: b.Client}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	if err := live.listen(ctx, id); err != nil {
		t.Fatal(err)
	}
	for range 30 {
		playOn(t, id, 1, a, b)
		now := b.look(id)
		live.await(t, now.Seq)
		var told api.Update
		var resumed api.Updates
		live.mu.Lock()
		for _, m := range live.messages {
			var e api.Envelope
			if json.Unmarshal(m, &e); e.Type == api.MessageUpdate && e.Seq == now.Seq {
				strict(t, e.Data, &told)
			}
		}
		live.mu.Unlock()
		b.must("GET", fmt.Sprintf("/api/tables/%s/events?since=%d", id, now.Seq-1), nil, &resumed)
		var again api.Update
		strict(t, resumed.Messages[0].Data, &again)
		for _, f := range []*api.Frame{told.Game, again.Game, now.Game} {
			f.Now = 0
		}
		told.Table, again.Table = nil, nil // those who come back get the table once
		if x, y := jsonText(told), jsonText(again); x != y {
			t.Fatalf("live:\n%s\nresumed:\n%s", x, y)
		}
		if x, y := jsonText(told.Game), jsonText(now.Game); x != y {
			t.Fatalf("live:\n%s\nsnapshot:\n%s", x, y)
		}
		if x, y := jsonText(told.Log), jsonText(now.Log[len(now.Log)-1]); x != y {
			t.Fatalf("live:\n%s\nsnapshot:\n%s", x, y)
		}
	}
}
