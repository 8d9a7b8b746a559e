package table_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/table"
)

// unfit makes the journal of a table one that cannot be read: it plays a move that does not follow after so many entries from the end.
func (m *memory) unfit(t *testing.T, id string, fromEnd int) {
	t.Helper()
	m.mu.Lock()
	defer m.mu.Unlock()
	k := m.tables[id]
	i := len(k.entries) - 1 - fromEnd
	var done bool
	for ; i > 0 && !done; i-- {
		if bytes.Contains(k.entries[i], []byte(`"kind":"move"`)) && bytes.Contains(k.entries[i-1], []byte(`"kind":"move"`)) {
			k.entries = append([][]byte(nil), k.entries...)
			old := k.entries[i]
			number := old[bytes.Index(old, []byte(`"seq":`)):]
			number = number[:bytes.IndexByte(number, ',')]
			before := k.entries[i-1]
			was := before[bytes.Index(before, []byte(`"seq":`)):]
			was = was[:bytes.IndexByte(was, ',')]
			k.entries[i] = bytes.Replace(before, was, number, 1) // the move before, once more
			done = true
		}
	}
	if !done {
		t.Fatal("there are no two moves in a row")
	}
}

// TestUnreadableTable: a journal with an entry that does not fit is told from a refused move, in lists too, and is told to the log once. Cut back, the table goes on from the last entry that fits.
func TestUnreadableTable(t *testing.T) {
	for _, moves := range []int{20, 90} { // before and after the table was saved
		t.Run(fmt.Sprint(moves, " moves"), func(t *testing.T) {
			j := newMemory()
			h := newHub(t, j)
			ps := players(t, h, anna, bela)
			settings := api.Settings{Game: "dice"}
			if moves == 20 {
				settings.Game = "duel"
			}
			id := open(t, ps, settings)
			otherMoves(t, id, moves, ps...)
			h.Close()
			j.unfit(t, id, 3)
			var log bytes.Buffer
			cfg := config(j)
			cfg.Log = logTo(&log)
			h = table.New(cfg)
			defer h.Close()
			before := j.copyOf(id)
			last := before.last()
			for range 3 {
				_, err := h.Snapshot(t.Context(), id, anna)
				told := table.Told(err)
				if told.Code != string(game.Conflict) || told.Reason != table.ReasonUnreadable || strings.Contains(told.Message, "seat A") {
					t.Fatalf("a look is refused with %+v", told)
				}
				_, err = h.Command(t.Context(), id, anna, &api.Command{ID: "m", Type: api.CommandMove, Data: api.CommandData{Move: "b:press"}})
				if told := table.Told(err); told.Reason != table.ReasonUnreadable {
					t.Fatalf("a move is refused with %+v", told)
				}
				_ = h.Wake(t.Context(), id)
			}
			sum, err := table.ReadSummary(j.summary(id).Encode())
			if err != nil || !sum.Unreadable || j.summary(id).Wake != 0 || len(j.summary(id).People) != 2 {
				t.Errorf("lists show %+v, %v, and it wakes at %d", sum, err, j.summary(id).Wake)
			}
			if lines := strings.Count(log.String(), "\n"); lines != 1 || !strings.Contains(log.String(), "cannot be read") {
				t.Errorf("the log has %d lines: %s", lines, log.String())
			}
			c, err := h.Check(t.Context(), id)
			if err != nil || c == nil || c.Last != last || c.First < 3 || c.First > c.Last {
				t.Fatalf("%+v, %v", c, err)
			}
			if _, err := h.CutBack(t.Context(), id); err != nil {
				t.Fatal(err)
			}
			if c, err := h.Check(t.Context(), id); c != nil || err != nil {
				t.Errorf("after the cut: %+v, %v", c, err)
			}
			var refusal *game.Error
			if _, err := h.CutBack(t.Context(), id); !errors.As(err, &refusal) || refusal.Reason != "readable" {
				t.Errorf("a second cut: %v", err)
			}
			if now := j.copyOf(id); now.summary.Unreadable || now.last() != c.First-1 {
				t.Errorf("after the cut: %+v, %d entries", now.summary, now.last())
			}
			ps = players(t, h, anna, bela)
			ps[0].n, ps[1].n = 1000, 1000
			otherMoves(t, id, 10, ps...)
			readable(t, j, id)
		})
	}
}

// TestDamagedSavedTable: a saved table of which a disk has changed a bit is not taken for one of a newer program, whose tables no host may cut: it is saved anew, and nothing is lost.
func TestDamagedSavedTable(t *testing.T) {
	j := newMemory()
	h := newHub(t, j)
	ps := players(t, h, anna, bela)
	id := open(t, ps, api.Settings{Game: "dice"})
	otherMoves(t, id, 90, ps...)
	before := ps[0].see(id)
	h.Close()
	j.mu.Lock()
	k := j.tables[id]
	k.snapshot = bytes.Clone(k.snapshot)
	k.snapshot[len(k.snapshot)/2] ^= 1
	j.mu.Unlock()
	h = newHub(t, j)
	_, err := h.Snapshot(t.Context(), id, anna)
	if told := table.Told(err); told.Reason != table.ReasonUnreadable {
		t.Errorf("a look is refused with %+v", told)
	}
	if _, err := h.CutBack(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	if after := readable(t, j, id); after.Seq != before.Seq {
		t.Errorf("after the cut the last entry is %d, before it was %d", after.Seq, before.Seq)
	}
}
