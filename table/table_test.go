package table_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"mirabilia/api"
	"mirabilia/bot"
	"mirabilia/game"
	"mirabilia/game/record"
	"mirabilia/games/dice"
	"mirabilia/games/duel"
	"mirabilia/table"
)

// Two people play a whole game; everyone is told everything in order, and the record proves it.
func TestWholeGame(t *testing.T) {
	for _, g := range []game.Game{duel.Game, dice.Game} {
		t.Run(g.Info().ID, func(t *testing.T) {
			h := newHub(t, newMemory())
			ps := players(t, h, anna, bela)
			id := open(t, ps, api.Settings{Game: g.Info().ID})
			f := follow(t, h, id, csaba, 1)
			end := playOn(t, ps, id, nil)
			if end.Game.Result == nil || len(end.Game.Result.Winners) == 0 || len(end.Game.Result.Parts[0]) != len(g.Info().Categories) {
				t.Fatalf("a finished game has a result, not %+v", end.Game.Result)
			}
			watched, err := h.Snapshot(t.Context(), id, csaba)
			if err != nil {
				t.Fatal(err)
			}
			for seq := int64(2); seq <= watched.Seq; seq++ {
				got, u := f.next(t)
				if got != seq || u.Log.Seq != seq || u.Seat != game.NoSeat {
					t.Fatalf("told %d (%+v) where %d was due", got, u.Log, seq)
				}
			}
			rec, err := h.Record(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			var text bytes.Buffer
			if err := rec.Write(&text); err != nil {
				t.Fatal(err)
			}
			back, err := record.Read(&text)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := back.Replay(g, nil); err != nil {
				t.Error(err)
			}
			if err := back.VerifyDeal(); err != nil {
				t.Error(err)
			}
			if want := []string{"0a0a", "0b0b"}; !slices.Equal(back.Deal.Nonces, want) {
				t.Errorf("nonces %v, want %v", back.Deal.Nonces, want)
			}
			replay, err := h.Replay(t.Context(), id, game.Open)
			if err != nil {
				t.Fatal(err)
			}
			if len(replay.Frames) != len(rec.Steps)+1 {
				t.Errorf("%d frames for %d decisions", len(replay.Frames), len(rec.Steps))
			}
		})
	}
}

// What a table holds in memory is what another reads from its journal.
func TestMemoryIsTheFoldOfTheJournal(t *testing.T) {
	j := newMemory()
	h := newHub(t, j)
	ps := players(t, h, anna, bela)
	id := open(t, ps, api.Settings{Game: "dice", Clock: api.Clock{Kind: api.ClockLive, Base: 600, Increment: 5}})
	for n := range 30 {
		ps[n%2].try(id, []string{api.CommandWithdraw, api.CommandUndo, api.CommandChat}[n%3], api.CommandData{Text: "hm"})
		for _, p := range ps {
			if s := p.see(id); len(s.Game.Moves) > 0 {
				p.do(id, api.CommandMove, api.CommandData{Move: s.Game.Moves[n%len(s.Game.Moves)]})
			}
		}
		other := table.New(config(j))
		for _, p := range []table.Person{anna, bela, csaba} {
			a, err := h.Snapshot(t.Context(), id, p)
			if err != nil {
				t.Fatal(err)
			}
			b, err := other.Snapshot(t.Context(), id, p)
			if err != nil {
				t.Fatal(err)
			}
			a.Game.Now, b.Game.Now = 0, 0
			for i := range a.Game.Clocks {
				a.Game.Clocks[i].Left, b.Game.Clocks[i].Left = 0, 0 // as of now, which differs; the deadlines must not
			}
			x, _ := json.Marshal(a)
			y, _ := json.Marshal(b)
			if !bytes.Equal(x, y) {
				t.Fatalf("memory and journal differ:\n%s\n%s", x, y)
			}
		}
		other.Close()
	}
}

func TestRefusals(t *testing.T) {
	h := newHub(t, newMemory())
	ps := players(t, h, anna, bela, csaba)
	a, b, c := ps[0], ps[1], ps[2]
	snap, err := h.Create(t.Context(), anna, &api.CreateTable{Settings: api.Settings{Game: "duel", Seats: 2}})
	if err != nil {
		t.Fatal(err)
	}
	id := snap.Table.ID
	none := api.CommandData{}
	b.refused(id, api.CommandJoin, none, game.Forbidden, "private")
	a.refused("nosuchtable0", api.CommandJoin, none, game.NotFound, "no_table")
	a.refused(id, api.CommandJoin, none, game.Conflict, "seated")
	a.refused(id, api.CommandStart, none, game.Conflict, "seats_open")
	a.refused(id, "dance", none, game.Invalid, "bad_command")
	a.refused(id, api.CommandMove, none, game.Conflict, "not_started")
	a.refused(id, api.CommandSit, api.CommandData{Seat: seat(2)}, game.Invalid, "no_seat")
	a.refused(id, api.CommandAddBot, api.CommandData{Bot: "kasparov"}, game.Invalid, "bad_bot")
	a.refused(id, api.CommandNonce, api.CommandData{Nonce: "xyz"}, game.Invalid, "bad_nonce")
	a.refused(id, api.CommandRemove, api.CommandData{Seat: seat(1)}, game.Conflict, "seat_open")
	a.refused(id, api.CommandConfigure, api.CommandData{Settings: &api.Settings{Game: "duel", Seats: 3}}, game.Invalid, "bad_seats")
	a.refused(id, api.CommandConfigure, api.CommandData{Settings: &api.Settings{Game: "duel", Seats: 2, Clock: api.Clock{Kind: "live"}}}, game.Invalid, "bad_clock")
	a.refused(id, api.CommandChat, api.CommandData{Text: " \n "}, game.Invalid, "bad_chat")
	a.do(id, api.CommandConfigure, api.CommandData{Settings: &api.Settings{Game: "duel", Seats: 2, Public: true}})
	b.refused(id, api.CommandStart, none, game.Forbidden, "not_owner")
	b.do(id, api.CommandJoin, none)
	c.refused(id, api.CommandJoin, none, game.Conflict, "table_taken")
	c.refused(id, api.CommandJoin, api.CommandData{Seat: seat(1)}, game.Conflict, "seat_taken")
	c.refused(id, api.CommandChat, api.CommandData{Text: "hello"}, game.Forbidden, "no_seat_held")
	a.do(id, api.CommandStart, none)
	a.refused(id, api.CommandStart, none, game.Conflict, "already_started")
	b.refused(id, api.CommandMove, api.CommandData{Move: a.see(id).Game.Moves[0]}, game.NotYourTurn, "not_your_turn")
	c.refused(id, api.CommandMove, api.CommandData{Move: a.see(id).Game.Moves[0]}, game.Forbidden, "no_seat_held")
	a.refused(id, api.CommandRematch, none, game.Conflict, "not_finished")
	a.refused(id, api.CommandBack, none, game.Conflict, "not_away")
	a.refused(id, api.CommandAnswer, none, game.Conflict, "nothing_to_answer")
	a.refused(id, api.CommandUndo, none, game.IllegalMove, "nothing_to_undo")
	_, err = a.try(id, api.CommandMove, api.CommandData{Move: "nonsense"})
	var refused *table.MoveRefused
	if !errors.As(err, &refused) || !slices.Equal(refused.Allowed, a.see(id).Game.Moves) {
		t.Errorf("a refused move names what is allowed, not %v", err)
	}
	if _, err := h.Record(t.Context(), id); err == nil {
		t.Error("a running game gave its record")
	}
}

// A command repeated under its id is done once and answered as before, also after a restart.
func TestRepeatedCommands(t *testing.T) {
	j := newMemory()
	h := newHub(t, j)
	ps := players(t, h, anna, bela)
	id := open(t, ps, api.Settings{Game: "duel"})
	c := &api.Command{ID: "once", Type: api.CommandMove, Data: api.CommandData{Move: ps[0].see(id).Game.Moves[0]}}
	first, err := h.Command(t.Context(), id, anna, c)
	if err != nil {
		t.Fatal(err)
	}
	for _, hub := range []*table.Hub{h, newHub(t, j)} {
		again, err := hub.Command(t.Context(), id, anna, c)
		if err != nil || *again != *first {
			t.Errorf("repeated: %v, %v; first: %v", again, err, first)
		}
	}
	// The same id of another person is another command, and a refusal stays one.
	if _, err := h.Command(t.Context(), id, csaba, c); err == nil {
		t.Error("a stranger moved")
	}
	late := &api.Command{ID: "late", Type: api.CommandAnswer}
	_, want := h.Command(t.Context(), id, bela, late)
	// Until Béla has something to be asked about.
	playOn(t, ps, id, func(*api.Snapshot) bool { return ps[1].see(id).Game.Undo == api.UndoAsk })
	if _, got := h.Command(t.Context(), id, bela, late); got == nil || got.Error() != want.Error() {
		t.Errorf("a refused command was answered with %v first and %v then", want, got)
	}
}

// When the journal fails, the command is refused as unavailable and nothing has happened; afterwards all goes on.
func TestJournalFails(t *testing.T) {
	j := newMemory()
	h := newHub(t, j)
	ps := players(t, h, anna, bela)
	id := open(t, ps, api.Settings{Game: "duel"})
	f := follow(t, h, id, bela, ps[0].see(id).Seq)
	before := ps[0].see(id)
	j.set(true, false)
	if _, err := ps[0].try(id, api.CommandMove, api.CommandData{Move: before.Game.Moves[0]}); !errors.Is(err, table.ErrUnavailable) {
		t.Fatalf("got %v", err)
	}
	if after := ps[0].see(id); after.Seq != before.Seq || !bytes.Equal(after.Game.View, before.Game.View) {
		t.Error("a failed move changed the table")
	}
	// The next append becomes durable, but its answer is lost: repeating the command finds it done.
	j.set(false, true)
	c := &api.Command{ID: "lost", Type: api.CommandMove, Data: api.CommandData{Move: before.Game.Moves[0]}}
	if _, err := h.Command(t.Context(), id, anna, c); !errors.Is(err, table.ErrUnavailable) {
		t.Fatalf("got %v", err)
	}
	j.set(false, false)
	ack, err := h.Command(t.Context(), id, anna, c)
	if err != nil || ack.Seq != before.Seq+1 {
		t.Fatalf("repeated: %v, %v", ack, err)
	}
	if seq, u := f.next(t); seq != ack.Seq || u.Log.What != api.WhatMove {
		t.Errorf("the other seat was told %d %s", seq, u.Log.What)
	}
	playOn(t, ps, id, nil)
}

// TestTwoHubsOneJournal lets two processes serve one table over one journal: the one that comes second looks again, and nothing is lost or doubled.
func TestTwoHubsOneJournal(t *testing.T) {
	j := newMemory()
	a := players(t, newHub(t, j), anna)[0]
	b := players(t, newHub(t, j), bela)[0]
	snap, err := a.h.Create(t.Context(), anna, &api.CreateTable{Settings: api.Settings{Game: "dice", Seats: 2, Public: true}})
	if err != nil {
		t.Fatal(err)
	}
	id := snap.Table.ID
	b.do(id, api.CommandJoin, api.CommandData{})
	a.do(id, api.CommandStart, api.CommandData{})
	acked := map[string]map[int64]bool{anna.ID: {}, bela.ID: {}}
	for range 60 {
		for _, p := range []*player{a, b} {
			// A stale memory may offer a move that is out of date; then the answer is a refusal, never a wrong state.
			snap := p.see(id)
			if snap.Table.Status == api.StatusFinished {
				break
			}
			if snap.Game == nil || len(snap.Game.Moves) == 0 {
				p.try(id, api.CommandAnswer, api.CommandData{}) // is refused, but not before looking whether another wrote
				continue
			}
			ack, err := p.try(id, api.CommandMove, api.CommandData{Move: snap.Game.Moves[0]})
			if err == nil {
				if acked[p.ID][ack.Seq] {
					t.Fatalf("%s was told %d twice", p.Name, ack.Seq)
				}
				acked[p.ID][ack.Seq] = true
			}
		}
	}
	total := 0
	for n, p := range players(t, newHub(t, j), anna, bela) {
		moves := 0
		for _, l := range p.wholeLog(id) {
			if l.What == api.WhatMove && l.Seat == game.Seat(n) {
				moves++
				if !acked[p.ID][l.Seq] {
					t.Errorf("%s's line %d was never acknowledged", p.Name, l.Seq)
				}
			}
		}
		if moves != len(acked[p.ID]) {
			t.Errorf("%s: %d moves in the journal, %d acknowledged", p.Name, moves, len(acked[p.ID]))
		}
		total += moves
	}
	if total < 40 {
		t.Errorf("only %d moves", total)
	}
}

// A subscriber that comes back with the last number it has misses nothing.
func TestResume(t *testing.T) {
	h := newHub(t, newMemory())
	ps := players(t, h, anna, bela)
	id := open(t, ps, api.Settings{Game: "duel"})
	start := ps[0].see(id).Seq
	whole := follow(t, h, id, anna, start)
	var first []*api.Update
	last := start
	parts := follow(t, h, id, anna, last)
	for n := range 40 {
		playOn(t, ps, id, func(s *api.Snapshot) bool { return s.Seq >= start+int64(n)+1 })
		if n%3 == 0 { // drop the connection and come back later
			parts.close()
			playOn(t, ps, id, func(s *api.Snapshot) bool { return s.Seq >= start+int64(n)+2 })
			for e := range parts.ch {
				if e.Type == api.MessageUpdate {
					var u api.Update
					json.Unmarshal(e.Data, &u)
					first = append(first, &u)
					last = e.Seq
				}
			}
			parts = follow(t, h, id, anna, last)
		}
	}
	parts.close()
	for e := range parts.ch {
		if e.Type == api.MessageUpdate {
			var u api.Update
			json.Unmarshal(e.Data, &u)
			first = append(first, &u)
		}
	}
	frames := 0
	for _, got := range first {
		_, want := whole.next(t)
		// Of several updates that were missed, the last brings the game as it is.
		if got.Game == nil {
			want.Game = nil
		} else {
			frames++
			want.Game.Now, got.Game.Now = 0, 0
		}
		got.Table, want.Table = nil, nil
		x, _ := json.Marshal(want)
		y, _ := json.Marshal(got)
		if !bytes.Equal(x, y) {
			t.Fatalf("resumed:\n%s\nlive:\n%s", y, x)
		}
	}
	if frames < 30 || first[len(first)-1].Game == nil {
		t.Errorf("the game was shown %d times", frames)
	}
	if len(first) < 40 {
		t.Errorf("only %d updates", len(first))
	}
	// From long ago, from the future and from nowhere: a snapshot.
	for _, since := range []int64{-1, 100000} {
		sub, err := h.Subscribe(t.Context(), id, anna, since, false, nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(sub.First) != 2 || envelope(sub.First[0]).Type != api.MessageHello || envelope(sub.First[1]).Type != api.MessageSnapshot {
			t.Errorf("since %d begins with %s", since, sub.First)
		}
		sub.Close()
	}
}

// TestSlowSubscriber checks that a subscriber that does not read is dropped, and that nobody waits for it.
func TestSlowSubscriber(t *testing.T) {
	h := newHub(t, newMemory())
	ps := players(t, h, anna, bela)
	id := open(t, ps, api.Settings{Game: "duel"})
	slow, err := h.Subscribe(t.Context(), id, csaba, 0, false, nil)
	if err != nil {
		t.Fatal(err)
	}
	playOn(t, ps, id, nil)
	n := 0
	for range slow.C {
		n++
	}
	if !slow.Slow() || n > 40 {
		t.Errorf("dropped as slow: %v, after %d messages", slow.Slow(), n)
	}
}

func TestInvitation(t *testing.T) {
	h := newHub(t, newMemory())
	ps := players(t, h, anna, bela, csaba)
	a, b, c := ps[0], ps[1], ps[2]
	snap, err := h.Create(t.Context(), anna, &api.CreateTable{Settings: api.Settings{Game: "duel", Seats: 2}})
	if err != nil {
		t.Fatal(err)
	}
	id := snap.Table.ID
	token, err := h.Invite(t.Context(), id, anna)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Invite(t.Context(), id, csaba); err == nil {
		t.Error("a stranger made an invitation")
	}
	for _, bad := range []string{"", "x", token + "0", "nosuchtable0" + token[12:], token[:13]} {
		if _, err := h.Accept(t.Context(), bad, bela); err == nil || err.Error() != "this invitation is not valid, or no longer valid" {
			t.Errorf("token %q: %v", bad, err)
		}
	}
	if got, err := h.Accept(t.Context(), token, bela); err != nil || got != id {
		t.Fatalf("%s, %v", got, err)
	}
	b.do(id, api.CommandJoin, api.CommandData{})
	if _, err := h.Snapshot(t.Context(), id, csaba); err == nil {
		t.Error("a stranger sees a private table")
	}
	if _, err := h.Subscribe(t.Context(), id, csaba, -1, false, nil); err == nil {
		t.Error("a stranger follows a private table")
	}
	a.do(id, api.CommandStart, api.CommandData{})
	if _, err := h.Accept(t.Context(), token, csaba); err == nil {
		t.Error("an invitation holds after the start")
	}
	c.refused(id, api.CommandChat, api.CommandData{Text: "hi"}, game.Forbidden, "private")
	// The link of a finished game opens it to everyone.
	a.do(id, api.CommandResign, api.CommandData{})
	if s := c.see(id); s.Seat != game.NoSeat || s.Table.Deal.Secret == "" {
		t.Errorf("a finished game is open: %+v", s.Table.Deal)
	}
}

func TestRematch(t *testing.T) {
	h := newHub(t, newMemory())
	ps := players(t, h, anna, bela)
	id := open(t, ps, api.Settings{Game: "duel"})
	ps[0].do(id, api.CommandResign, api.CommandData{})
	end := ps[0].see(id)
	if r := end.Game.Result; r.WonBy != api.WonByResignation || !slices.Equal(r.Winners, []int{1}) || !slices.Equal(r.Places, []int{2, 1}) {
		t.Errorf("resigned: %+v", r)
	}
	ps[0].do(id, api.CommandRematch, api.CommandData{})
	ps[0].refused(id, api.CommandRematch, api.CommandData{}, game.Conflict, "rematch_asked")
	if next := ps[0].see(id).Table.Next; next != "" {
		t.Fatal("a rematch that only one wants was opened")
	}
	ps[1].do(id, api.CommandRematch, api.CommandData{})
	await(t, "the rematch", func() bool { return ps[0].see(id).Table.Next != "" })
	next := ps[0].see(id).Table.Next
	s := ps[0].see(next)
	if s.Table.Places[0].Person != bela.ID || s.Table.Places[1].Person != anna.ID || s.Table.Owner != anna.ID || s.Table.Deal.Commit == end.Table.Deal.Commit {
		t.Errorf("rematch: %+v", s.Table)
	}
	ps[0].do(next, api.CommandStart, api.CommandData{})
	playOn(t, ps, next, nil)
}

// A table opened or configured to be played without the list of unseen cards stays so after a restart and in the rematch, and lists
// tell it; where nothing is said, as in journals written before there was a choice, the list is there.
func TestHideUnseen(t *testing.T) {
	mem := newMemory()
	h := newHub(t, mem)
	ps := players(t, h, anna, bela)
	id := open(t, ps, api.Settings{Game: "duel", HideUnseen: true})
	usual := open(t, ps, api.Settings{Game: "duel"})
	snap, err := h.Create(t.Context(), anna, &api.CreateTable{Settings: api.Settings{Game: "duel", Seats: 2, Public: true}})
	if err != nil {
		t.Fatal(err)
	}
	configured := snap.Table.ID
	ps[0].do(configured, api.CommandConfigure, api.CommandData{Settings: &api.Settings{Game: "duel", Seats: 2, Public: true, HideUnseen: true}})
	h.Close()
	if created := mem.tables[usual].entries[0]; bytes.Contains(created, []byte("unseen")) {
		t.Errorf("a usual table's journal is not as it was before there was a choice: %s", created)
	}

	h = newHub(t, mem)
	for _, p := range ps {
		p.h = h
	}
	ps[0].do(id, api.CommandResign, api.CommandData{})
	for _, p := range ps {
		p.do(id, api.CommandRematch, api.CommandData{})
	}
	await(t, "the rematch", func() bool { return ps[0].see(id).Table.Next != "" })
	for tab, want := range map[string]bool{id: true, configured: true, ps[0].see(id).Table.Next: true, usual: false} {
		mem.mu.Lock()
		listed := mem.tables[tab].summary.HideUnseen
		mem.mu.Unlock()
		if seen := ps[1].see(tab).Table.HideUnseen; seen != want || listed != want {
			t.Errorf("table %s: hides unseen cards %v, in lists %v, want %v", tab, seen, listed, want)
		}
	}
}

// With three seats and more, who resigns is played on for, for good; who leaves can come back.
func TestStandIns(t *testing.T) {
	h := newHub(t, newMemory())
	ps := players(t, h, anna, bela, csaba)
	a, b, c := ps[0], ps[1], ps[2]
	id := open(t, ps, api.Settings{Game: "dice"})
	b.do(id, api.CommandLeave, api.CommandData{})
	c.do(id, api.CommandResign, api.CommandData{})
	s := a.see(id)
	if s.Table.Places[1].Away != api.AwayLeft || s.Table.Places[1].Bot != "random" || s.Table.Places[2].Away != api.AwayResigned {
		t.Errorf("places: %+v", s.Table.Places)
	}
	b.refused(id, api.CommandMove, api.CommandData{Move: "x"}, game.Conflict, "away")
	c.refused(id, api.CommandBack, api.CommandData{}, game.Forbidden, "resigned")
	round := func() { // a round ends although only Anna decides
		decided := a.see(id).Game.Decision
		playOn(t, ps[:1], id, func(s *api.Snapshot) bool { return s.Game.Decision > decided+4 })
	}
	round()
	b.do(id, api.CommandBack, api.CommandData{})
	a.do(id, api.CommandAway, api.CommandData{Bot: "random"})
	playOn(t, ps[1:2], id, nil)
}

// A bot that fails does not stop the game.
func TestFaultyBot(t *testing.T) {
	h := newHub(t, newMemory())
	ps := players(t, h, anna)
	id := open(t, ps, api.Settings{Game: "duel"}, "faulty")
	playOn(t, ps, id, nil)
	if snap, err := h.Snapshot(t.Context(), id, anna); err != nil || !slices.Equal(snap.FailingBots, []int{1}) {
		t.Errorf("people are not told that the bot failed: %+v %v", snap.FailingBots, err)
	}
}

// A bot that cannot be made stops the game until it can; people are told meanwhile, and nothing is played at random.
func TestBotThatCannotBeMade(t *testing.T) {
	t.Parallel()
	cfg := config(newMemory())
	var broken atomic.Bool
	broken.Store(true)
	cfg.NewBot = func(g game.Game, name string, seed game.Seed) (bot.Player, error) {
		if broken.Load() {
			return nil, errors.New("its network cannot be read")
		}
		return newBot(g, name, seed)
	}
	h := table.New(cfg)
	t.Cleanup(h.Close)
	ps := players(t, h, anna)
	snap, err := h.Create(t.Context(), anna, &api.CreateTable{Settings: api.Settings{Game: "duel", Seats: 2}, Seat: 1, Bots: []string{"random"}})
	if err != nil {
		t.Fatal(err)
	}
	id := snap.Table.ID
	sub, err := h.Subscribe(t.Context(), id, anna, -1, false, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer sub.Close()
	ps[0].do(id, api.CommandStart, api.CommandData{})
	wait := time.After(waitAtMost)
	for told := false; !told; {
		select {
		case m := <-sub.C:
			var e struct {
				Type string       `json:"type"`
				Data api.Presence `json:"data"`
			}
			if err := json.Unmarshal(m, &e); err != nil {
				t.Fatal(err)
			}
			told = e.Type == api.MessagePresence && slices.Equal(e.Data.FailingBots, []int{0})
		case <-wait:
			t.Fatal("nobody was told")
		}
	}
	if snap, err = h.Snapshot(t.Context(), id, anna); err != nil || snap.Game.Decision != 0 {
		t.Fatalf("something was played: %+v %v", snap.Game, err)
	}
	broken.Store(false)
	playOn(t, ps, id, nil)
	if snap, err = h.Snapshot(t.Context(), id, anna); err != nil || len(snap.FailingBots) > 0 {
		t.Errorf("%v fail still: %v", snap.FailingBots, err)
	}
}

// ponderer takes its time.
type ponderer struct{ bot.Player }

func (p ponderer) Choose(b game.Board, seat game.Seat) game.Move {
	time.Sleep(50 * time.Millisecond)
	return p.Player.Choose(b, seat)
}

// Bots alone play their game to its end, also when the table has left memory in between.
func TestBotsAlone(t *testing.T) {
	j := newMemory()
	cfg := config(j)
	cfg.NewBot = func(_ game.Game, _ string, seed game.Seed) (bot.Player, error) {
		return ponderer{bot.NewRandom(seed)}, nil
	}
	h := table.New(cfg)
	snap, err := h.Create(t.Context(), anna, &api.CreateTable{Settings: api.Settings{Game: "duel", Seats: 2}, Seat: game.NoSeat, Bots: []string{"random", "random"}})
	if err != nil {
		t.Fatal(err)
	}
	id := snap.Table.ID
	players(t, h, anna)[0].do(id, api.CommandStart, api.CommandData{})
	h.Close() // in the middle of it
	if s := j.summary(id); s.Wake == 0 {
		t.Error("a table on which a bot owes a move does not ask to be woken")
	}
	h = newHub(t, j)
	if err := h.Wake(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	await(t, "the end of the bots' game", func() bool { return j.summary(id).Status == api.StatusFinished })
	s := j.summary(id)
	if s.Wake <= s.Updated || len(s.Winners) == 0 || len(s.People) != 1 {
		t.Errorf("summary of a finished game: %+v", s)
	}
	if n := h.Stats().Chosen; n > uint64(s.Decision) {
		t.Errorf("the bots were asked %d times for %d decisions", n, s.Decision)
	}
}

func TestOwnerGoesOn(t *testing.T) {
	h := newHub(t, newMemory())
	ps := players(t, h, anna, bela)
	snap, err := h.Create(t.Context(), anna, &api.CreateTable{Settings: api.Settings{Game: "duel", Seats: 2, Public: true}})
	if err != nil {
		t.Fatal(err)
	}
	id := snap.Table.ID
	ps[1].do(id, api.CommandJoin, api.CommandData{})
	ps[0].do(id, api.CommandLeave, api.CommandData{})
	if s := ps[1].see(id); s.Table.Owner != bela.ID || s.Table.Places[0].Kind != api.KindOpen {
		t.Errorf("after the owner left: %+v", s.Table)
	}
	ps[1].do(id, api.CommandAddBot, api.CommandData{})
}

// observed is a store that notes which batches may wait.
type observed struct {
	*memory
	patient []bool
}

func (o *observed) Append(ctx context.Context, id string, b *table.Batch) error {
	o.patient = append(o.patient, b.Patient)
	return o.memory.Append(ctx, id, b)
}

// TestPatience: a move may wait a moment for other tables where one seat alone decides, but not where others choose at the same time, nor right after another.
func TestPatience(t *testing.T) {
	for id, want := range map[string][]bool{"duel": {true, false, true, false}, "dice": {false, false, false, false}} {
		t.Run(id, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				j := &observed{memory: newMemory()}
				h := table.New(config(j))
				defer h.Close()
				ps := players(t, h, anna, bela)
				table := open(t, ps, api.Settings{Game: id})
				time.Sleep(time.Second)
				j.patient = nil
				for len(j.patient) < len(want) {
					for _, seat := range ps[0].see(table).Game.Owing {
						ps[seat].moveAny(table)
					}
					if len(j.patient)%2 == 0 {
						time.Sleep(time.Second)
					}
				}
				if !slices.Equal(j.patient, want) {
					t.Errorf("%v, want %v", j.patient, want)
				}
			})
		})
	}
}
