package table_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/game/record"
	"mirabilia/table"
)

// kinds of commands; bytes beyond them are moves.
var kinds = []string{
	api.CommandJoin, api.CommandSit, api.CommandNonce, api.CommandLeave, api.CommandAddBot, api.CommandRemove, api.CommandConfigure, api.CommandStart,
	api.CommandResign, api.CommandAway, api.CommandBack, api.CommandBack, api.CommandChat, api.CommandRematch, "dance",
	api.CommandWithdraw, api.CommandWithdraw, api.CommandUndo, api.CommandUndo, api.CommandAnswer, api.CommandAnswer,
}

// scripted makes a command out of two bytes: what, and with which details.
func scripted(s *api.Snapshot, what, how byte) (string, api.CommandData) {
	n := int(how)
	d := api.CommandData{Nonce: []string{"", "ab", "zz"}[n%3], Bot: []string{"", "random", "x"}[n%3], Text: []string{"", "hi", "\x07"}[n%3], Accept: n%2 == 0}
	if n%4 > 0 {
		d.Seat = seat(n%5 - 1)
	}
	if n%3 > 0 {
		d.Settings = &api.Settings{Game: []string{"duel", "dice", "chess"}[n%3], Seats: n % 9, Public: true, Rated: n%8 == 1,
			Clock: api.Clock{Kind: []string{"", api.ClockLive, api.ClockDays, "x"}[n%4], Base: n, Days: n % 9}}
	}
	if n%7 > 3 { // a commitment, to "ab" or to nothing that anyone knows
		d.Nonce, d.Commitment = "", []string{record.CommitTo([]byte("ab")), record.CommitTo(nil), "zz"}[n%3]
	}
	if s != nil && s.Game != nil && len(s.Game.Moves) > 0 {
		d.Move = s.Game.Moves[n%len(s.Game.Moves)]
	}
	if n%16 == 15 {
		d.Move += "x"
	}
	if what %= 64; int(what) < len(kinds) {
		return kinds[what], d
	}
	return api.CommandMove, d
}

// Whatever three people send to a table, in whatever order, each command is acknowledged or refused with its code, and another
// process reads the journal to the same table.
func FuzzTable(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 20 {
		script := []byte{byte(r.IntN(256))}
		for range 150 {
			script = append(script, byte(r.IntN(256)), byte(r.IntN(256)))
		}
		f.Add(script)
	}
	f.Fuzz(func(t *testing.T, script []byte) {
		if len(script) < 2 || len(script) > 1000 {
			return
		}
		j := newMemory()
		h := table.New(config(j))
		defer h.Close()
		people := []table.Person{anna, bela, csaba}
		settings := api.Settings{Game: "duel", Seats: 2, Public: true, Clock: live}
		if script[0]%2 == 1 {
			settings.Game, settings.Seats = "dice", 2+int(script[0]/2)%2
		}
		snap, err := h.Create(t.Context(), anna, &api.CreateTable{Settings: settings})
		if err != nil {
			t.Fatal(err)
		}
		id := snap.Table.ID
		if script[0]%8 > 1 { // the others begin in the lobby
			ps := players(t, h, people[:settings.Seats]...)
			for _, p := range ps[1:] {
				p.do(id, api.CommandJoin, api.CommandData{})
			}
			ps[0].do(id, api.CommandStart, api.CommandData{})
		}
		for n := 1; n+2 < len(script); n += 2 {
			who := people[int(script[n])%3]
			seen, _ := h.Snapshot(t.Context(), id, who)
			kind, data := scripted(seen, script[n+1], script[n]/3)
			_, err := h.Command(t.Context(), id, who, &api.Command{ID: fmt.Sprint(n &^ int(script[n]&2)), Type: kind, Data: data})
			var refusal *game.Error
			if err != nil && (!errors.As(err, &refusal) || refusal.Code == "" || refusal.Reason == "" || refusal.Message == "") {
				t.Fatalf("%s: %s %+v: %v", who.Name, kind, data, err)
			}
		}
		h.Close()
		again := table.New(config(j))
		defer again.Close()
		for _, who := range people {
			s, err := again.Snapshot(t.Context(), id, who)
			if err != nil {
				t.Fatalf("read again: %v", err)
			}
			for i, l := range s.Log {
				if want := s.Seq - int64(len(s.Log)-1-i); l.Seq != want {
					t.Fatalf("line %d is numbered %d, not %d", i, l.Seq, want)
				}
			}
		}
	})
}
