package server

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"mirabilia/api"
	"mirabilia/bot"
	"mirabilia/game"
	"mirabilia/games"
	"mirabilia/store"
	"mirabilia/store/sqlite"
	"mirabilia/table"
)

// testdata/journal1 is a database that the program with the journal's first version wrote: lobbies, running and finished
// games and rematches of every game, with every kind of entry, and what that program showed of them.

// shown is what the old program showed of a table.
type shown struct {
	ID, Kind, Game, Rules, Status, Owner, Record, Replay, Next string
	Places                                                     []api.Seat
	Seats                                                      []struct {
		Moves    []string
		Owing    []int
		Left     []int64
		Withdraw bool
	}
	Result *api.Result
	Chat   []string
}

// oldStore unpacks the old database.
func oldStore(t *testing.T) (*sqlite.DB, []shown) {
	t.Helper()
	folder := t.TempDir()
	f, err := os.Open("testdata/journal1/mirabilia.db.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, sqlite.File), data, 0o600); err != nil {
		t.Fatal(err)
	}
	db, err := sqlite.Open(t.Context(), folder, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	text, err := os.ReadFile("testdata/journal1/expect.json")
	if err != nil {
		t.Fatal(err)
	}
	var list []shown
	if err := json.Unmarshal(text, &list); err != nil {
		t.Fatal(err)
	}
	return db, list
}

func oldHub(t *testing.T, db store.Store, log io.Writer, list []game.Game) *table.Hub {
	t.Helper()
	h := table.New(table.Config{Games: list, Store: &keeping{db, &Server{metrics: newMetrics("test")}}, Bots: []string{"random"}, DefaultBot: "random", BotWorkers: 1,
		NewBot: func(_ game.Game, _ string, seed game.Seed) (bot.Player, error) { return bot.NewRandom(seed), nil },
		Idle:   time.Minute, Log: slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelWarn}))})
	t.Cleanup(h.Close)
	return h
}

func recordText(t *testing.T, h *table.Hub, id string) string {
	t.Helper()
	rec, err := h.Record(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	if err := rec.Write(&text); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

// replayHash is what the old program wrote of a replay; it called nobody -1.
func replayHash(t *testing.T, h *table.Hub, id string) string {
	t.Helper()
	r, err := h.Replay(t.Context(), id, game.Open)
	if err != nil {
		t.Fatal(err)
	}
	text := ""
	for _, f := range r.Frames {
		text += fmt.Sprintln(int8(f.Seat), f.Move, f.At, f.Bot, f.Owing)
	}
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// Tables of the first journal are read as they were, by whoever asks first or by the sweep, and are kept in the form of the
// second from then on: without names, and with the chat where chat is kept.
func TestFirstJournalIsReadAndRewritten(t *testing.T) {
	db, list := oldStore(t)
	var log bytes.Buffer
	h := oldHub(t, db, &log, games.All)
	due, err := db.Due(t.Context(), time.Now().UnixMilli(), 1000)
	if err != nil || len(due) < len(list) {
		t.Fatalf("%d of %d tables are due, %v", len(due), len(list), err)
	}
	seen := map[string]int{}
	for i, want := range list {
		if i%2 == 0 {
			if err := h.Wake(t.Context(), want.ID); err != nil {
				t.Fatal(err)
			}
		}
		s, err := h.Snapshot(t.Context(), want.ID, table.Person{ID: want.Owner, Name: nameAt(want)})
		if err != nil {
			t.Fatalf("%s (%s): %v", want.ID, want.Kind, err)
		}
		seen[s.Table.Status]++
		if s.Table.Status != want.Status || s.Table.Owner != want.Owner || s.Table.Next != want.Next || s.Table.Rules != want.Rules {
			t.Errorf("%s (%s): %s, %s, %s", want.ID, want.Kind, s.Table.Status, s.Table.Owner, s.Table.Next)
		}
		for i := range want.Places {
			if p := &want.Places[i]; p.Kind == api.KindBot {
				p.Person = "" // the old program wrote down whoever had seated the bot
			}
		}
		if x, y := fmt.Sprint(s.Table.Places), fmt.Sprint(want.Places); x != y {
			t.Errorf("%s (%s): at the table are\n%s, were\n%s", want.ID, want.Kind, x, y)
		}
		var said []string
		for _, l := range s.Chat {
			said = append(said, l.Text)
		}
		if !slices.Equal(said, want.Chat) {
			t.Errorf("%s (%s): said %q, was %q", want.ID, want.Kind, said, want.Chat)
		}
		for seat, had := range want.Seats {
			if want.Places[seat].Person == "" || want.Status != api.StatusPlaying {
				continue
			}
			s, err := h.Snapshot(t.Context(), want.ID, table.Person{ID: want.Places[seat].Person, Name: want.Places[seat].Name})
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(s.Game.Moves, had.Moves) || !slices.Equal(s.Game.Owing, had.Owing) || s.Game.Withdraw != had.Withdraw {
				t.Errorf("%s (%s): seat %d has %v, had %v", want.ID, want.Kind, seat, s.Game.Moves, had.Moves)
			}
			for i, c := range s.Game.Clocks {
				if had.Left[i] >= 0 && c.Left != had.Left[i] || (had.Left[i] < 0) != c.Running {
					t.Errorf("%s (%s): the clock of seat %d is %+v, was %d", want.ID, want.Kind, i, c, had.Left[i])
				}
			}
		}
		if want.Status == api.StatusFinished {
			if got := recordText(t, h, want.ID); got != want.Record {
				t.Errorf("%s (%s): the record is\n%s, was\n%s", want.ID, want.Kind, got, want.Record)
			}
			if replayHash(t, h, want.ID) != want.Replay {
				t.Errorf("%s (%s): the replay differs", want.ID, want.Kind)
			}
		}
		keptAsSecond(t, db, want)
	}
	if seen[api.StatusLobby] < 8 || seen[api.StatusPlaying] < 4 || seen[api.StatusFinished] < 7 {
		t.Errorf("only %v were looked at", seen)
	}
	if n := h.Stats().Upgraded; n != uint64(len(list)) {
		t.Errorf("%d tables were rewritten, of %d", n, len(list))
	}
	playToTheEnd(t, h, list)
	h.Close()
	again := oldHub(t, db, &log, games.All)
	for _, want := range list {
		s, err := again.Snapshot(t.Context(), want.ID, table.Person{ID: want.Owner, Name: nameAt(want)})
		if err != nil || want.Status != api.StatusLobby && s.Table.Status != api.StatusFinished {
			t.Errorf("%s (%s): %v", want.ID, want.Kind, err)
		}
	}
	if log.Len() > 0 {
		t.Errorf("logged: %s", log.String())
	}
}

func nameAt(want shown) string {
	for _, p := range want.Places {
		if p.Person == want.Owner {
			return p.Name
		}
	}
	return ""
}

// keptAsSecond demands that nothing that is kept of a table names a person or holds chat.
func keptAsSecond(t *testing.T, db store.Store, want shown) {
	t.Helper()
	l, err := db.Load(t.Context(), want.ID)
	if err != nil {
		t.Fatal(err)
	}
	if over := want.Status == api.StatusFinished; over != (l.Snapshot != nil) || over != (len(l.Entries) == 0) {
		t.Errorf("%s (%s): %d entries, snapshot %v", want.ID, want.Kind, len(l.Entries), l.Snapshot != nil)
	}
	kept := append(slices.Clone(l.Entries), l.Row.Data)
	if l.Snapshot != nil {
		r, err := gzip.NewReader(bytes.NewReader(l.Snapshot))
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		kept = append(kept, text)
	}
	for _, data := range kept {
		for _, word := range append([]string{"Anna", "Béla", "Csaba", `"v":1,"seq"`}, want.Chat...) {
			if bytes.Contains(data, []byte(word)) {
				t.Errorf("%s (%s) still holds %q: %s", want.ID, want.Kind, word, data)
			}
		}
	}
}

// playToTheEnd plays the running games on.
func playToTheEnd(t *testing.T, h *table.Hub, list []shown) {
	t.Helper()
	n, games := 0, 0
	for _, want := range list {
		if want.Status != api.StatusPlaying {
			continue
		}
		games++
		for end := time.Now().Add(time.Minute); ; {
			over := false
			for _, p := range want.Places {
				if p.Person == "" {
					continue
				}
				who := table.Person{ID: p.Person, Name: p.Name}
				s, err := h.Snapshot(context.Background(), want.ID, who)
				if err != nil {
					t.Fatal(err)
				}
				if over = s.Table.Status == api.StatusFinished; over {
					break
				}
				if len(s.Game.Moves) > 0 {
					n++
					if _, err := h.Command(t.Context(), want.ID, who, &api.Command{ID: fmt.Sprint("on", n), Type: api.CommandMove,
						Data: api.CommandData{Move: s.Game.Moves[len(s.Game.Moves)/2]}}); err != nil {
						t.Fatalf("%s: %v", want.Game, err)
					}
				}
			}
			if over {
				break
			}
			if time.Now().After(end) {
				t.Fatalf("%s does not end", want.Game)
			}
		}
		recordText(t, h, want.ID)
	}
	if games < 4 || n < 40 {
		t.Errorf("%d games were played on with %d moves", games, n)
	}
}

// otherRules is a game in an edition to come.
type otherRules struct{ game.Game }

func (g otherRules) Info() *game.Info {
	info := *g.Game.Info()
	info.Rules = "to come"
	return &info
}

// When the rules change with the program that first reads an old database, finished games keep their records and who won,
// running ones are closed, and nothing fails.
func TestFirstJournalOutlivesTheRules(t *testing.T) {
	db, list := oldStore(t)
	var newer []game.Game
	for _, g := range games.All {
		newer = append(newer, otherRules{g})
	}
	var log bytes.Buffer
	h := oldHub(t, db, &log, newer)
	closed, finished := 0, 0
	for _, want := range list {
		if err := h.Wake(t.Context(), want.ID); err != nil {
			t.Fatal(err)
		}
		switch want.Status {
		case api.StatusPlaying:
			closed++
			for end := time.Now().Add(time.Minute); ; time.Sleep(time.Millisecond) {
				l, err := db.Load(t.Context(), want.ID)
				if err != nil {
					t.Fatal(err)
				}
				if l.Row.Status == api.StatusClosed {
					break
				}
				if time.Now().After(end) {
					t.Fatalf("%s is still %s", want.Kind, l.Row.Status)
				}
			}
		case api.StatusFinished:
			finished++
			r, err := h.Replay(t.Context(), want.ID, game.Open)
			if err != nil || !r.RulesChanged || !slices.Equal(r.Result.Winners, want.Result.Winners) || r.Result.WonBy != want.Result.WonBy {
				t.Errorf("%s: %+v, %v", want.Kind, r, err)
			}
			// Scores were never kept, and none are made up; everything else is as it was.
			l, err := db.Load(t.Context(), want.ID)
			if err != nil {
				t.Fatal(err)
			}
			if sum, err := table.ReadSummary(l.Row.Data); err != nil || sum.WonBy != want.Result.WonBy || sum.Scores != nil {
				t.Errorf("%s is listed as %+v, %v", want.Kind, sum, err)
			}
			got, was := recordText(t, h, want.ID), want.Record
			if moves(got) != moves(was) || moves(got) == "" {
				t.Errorf("%s: the record is\n%s, was\n%s", want.Kind, got, was)
			}
		}
	}
	if closed < 4 || finished < 7 || log.Len() > 0 {
		t.Errorf("%d closed, %d finished, logged: %s", closed, finished, log.String())
	}
}

// moves is the part of a record behind its head.
func moves(record string) string {
	_, steps, _ := strings.Cut(record, "\n\n")
	return steps
}
