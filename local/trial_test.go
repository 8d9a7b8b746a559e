package local_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/game/record"
	"mirabilia/games"
	"mirabilia/local"
	"mirabilia/table"
)

// played returns the record of a random game, and the states before its decisions.
func played(t *testing.T, g game.Game, seed uint64) (rec *record.Record, before []game.Board) {
	t.Helper()
	names := make([]string, g.Info().MinSeats)
	for i := range names {
		names[i] = []string{"Anna", "level2", "Cleo"}[i]
	}
	rec = record.New(g, names, nil, game.NumberSeed(seed))
	b, err := rec.Start(g)
	if err != nil {
		t.Fatal(err)
	}
	draw := game.NewRand(game.NumberSeed(seed + 1))
	for b.Owing() != 0 {
		seat := b.Owing().First()
		before = append(before, g.Clone(b))
		moves := b.Moves(seat, nil)
		m := moves[draw.IntN(len(moves))]
		rec.Add(seat, b.Text(m))
		b.Apply(seat, m, nil)
	}
	return rec, before
}

// A game goes on from any decision of another one: the seat sees what it saw there, what it did not know is dealt anew, and the game can
// be left, played to its end and replayed, but has no record.
func TestTrials(t *testing.T) {
	for _, g := range games.All {
		t.Run(g.Info().ID, func(t *testing.T) {
			t.Parallel()
			rec, before := played(t, g, 7)
			at := len(rec.Steps) / 3
			seat := rec.Steps[at].Seat
			s := &shelf{tables: map[string]*kept{}}
			d := open(t, s)
			rec.Steps = rec.Steps[:at]
			made := ask[api.Snapshot](t, d, 200, "POST", "/trials", local.Trial{Record: *rec, Seat: seat})
			view, err := json.Marshal(before[at].View(seat))
			if err != nil {
				t.Fatal(err)
			}
			if got := string(made.Game.View); got != string(view) {
				t.Errorf("the seat sees\n%s\nand saw\n%s", got, view)
			}
			for i, p := range made.Table.Places {
				want := []string{"level5", "level2", "level5"}[i]
				if game.Seat(i) == seat {
					want = ""
				}
				if p.Bot != want {
					t.Errorf("seat %d: bot %q, want %q", i, p.Bot, want)
				}
			}
			id := made.Table.ID
			truth, err := before[at].MarshalJSON()
			if err != nil {
				t.Fatal(err)
			}
			var start struct{ Position json.RawMessage }
			entries := s.tables[id].entries
			if err := json.Unmarshal(entries[len(made.Table.Places)+1], &start); err != nil || string(start.Position) == string(truth) {
				t.Errorf("what the seat did not know is as it was: %v", err)
			}
			kept, err := table.ReadSummary(s.tables[id].summary.Encode())
			if err != nil || !made.Table.Trial || !kept.Trial {
				t.Error("the table does not say that it is a trial")
			}
			for n := 0; ; n++ {
				frame := waitForTurn(t, d, id)
				if frame.Result != nil {
					break
				}
				if n == 3 {
					d.Close()
					d = open(t, s)
				}
				command, _ := json.Marshal(api.Command{ID: fmt.Sprint(n), Type: api.CommandMove, Data: api.CommandData{Move: frame.Moves[0]}})
				if answer := string(d.Command(t.Context(), id, anna, command)); !strings.Contains(answer, `"type":"ack"`) {
					t.Fatal(answer)
				}
			}
			if e := ask[api.ErrorAnswer](t, d, 409, "GET", "/tables/"+id+"/record", nil).Error; e.Reason != "trial" {
				t.Errorf("record: %+v", e)
			}
			replay := ask[api.Replay](t, d, 200, "GET", fmt.Sprintf("/tables/%s/replay?eye=%d", id, seat), nil)
			if string(replay.Frames[0].View) != string(view) || len(replay.Frames) < 3 {
				t.Errorf("the replay has %d frames and does not begin where the trial began", len(replay.Frames))
			}
		})
	}
}

// A game goes on from the position of a puzzle, too.
func TestTrialsFromPositions(t *testing.T) {
	for _, g := range games.All {
		rec, before := played(t, g, 8)
		at := len(rec.Steps) / 2
		seat := rec.Steps[at].Seat
		rec.Steps = nil
		position, err := before[at].MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		view, err := json.Marshal(before[at].View(seat))
		if err != nil {
			t.Fatal(err)
		}
		s := &shelf{tables: map[string]*kept{}}
		made := ask[api.Snapshot](t, open(t, s), 200, "POST", "/trials", local.Trial{Record: *rec, Position: position, Seat: seat})
		if got := string(made.Game.View); got != string(view) || !made.Table.Trial {
			t.Errorf("%s: the seat sees\n%s\nand saw\n%s", g.Info().ID, got, view)
		}
		var start struct{ Position json.RawMessage }
		entries := s.tables[made.Table.ID].entries
		if err := json.Unmarshal(entries[len(made.Table.Places)+1], &start); err != nil || string(start.Position) == string(position) {
			t.Errorf("%s: what the seat did not know is as it was: %v", g.Info().ID, err)
		}
	}
}

func TestTrialsRefused(t *testing.T) {
	d := open(t, &shelf{tables: map[string]*kept{}})
	rec, _ := played(t, games.All[1], 9)
	change := func(f func(r *record.Record)) record.Record {
		r := *rec
		r.Steps = append([]record.Step(nil), rec.Steps[:20]...)
		f(&r)
		return r
	}
	for _, c := range []struct {
		trial  any
		status int
		reason string
	}{
		{local.Trial{Record: *rec}, 409, "game_over"},
		{local.Trial{Record: change(func(*record.Record) {}), Seat: 2}, 400, "no_seat"},
		{local.Trial{Record: change(func(r *record.Record) { r.Steps[4].Move = "nonsense" })}, 400, "bad_move"},
		{local.Trial{Record: change(func(r *record.Record) { r.Steps[4].Seat = 1 - r.Steps[4].Seat })}, 409, "not_your_turn"},
		{local.Trial{Record: change(func(r *record.Record) { r.Seed = "nonsense" })}, 400, "bad_seed"},
		{local.Trial{Record: change(func(r *record.Record) { r.Rules = "0" })}, 400, "bad_record"},
		{local.Trial{Record: change(func(r *record.Record) { r.Game = "chess" })}, 400, "no_game"},
		{map[string]any{"record": "A: Anna"}, 400, "bad_json"},
		{local.Trial{Record: change(func(*record.Record) {}), Position: json.RawMessage(`{}`)}, 400, "bad_record"},
		{local.Trial{Record: change(func(r *record.Record) { r.Steps = nil }), Position: json.RawMessage(`{}`)}, 400, "bad_position"},
	} {
		a := ask[api.ErrorAnswer](t, d, c.status, "POST", "/trials", c.trial)
		if a.Error.Reason != c.reason {
			t.Errorf("%+v, want %s", a.Error, c.reason)
		}
	}
}
