package table_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/table"
)

// Filling a table wins nothing: who withdraws too often is refused, and the opponent's moves, resignation and time never are.
func TestATableCannotBeFilled(t *testing.T) {
	h := newHub(t, newMemory())
	ps := players(t, h, anna, bela)
	a, b := ps[0], ps[1]
	id := open(t, ps, api.Settings{Game: "dice", Rated: true, Clock: live10})
	move := a.see(id).Game.Moves[0]
	refused := false
	for range 1000 {
		if _, err := a.try(id, api.CommandMove, api.CommandData{Move: move}); err != nil {
			t.Fatalf("a move was refused: %v", err)
		}
		if _, err := a.try(id, api.CommandWithdraw, api.CommandData{}); err != nil {
			refused = true
			a.refused(id, api.CommandWithdraw, api.CommandData{}, game.TooMany, "table_budget")
			break
		}
	}
	if !refused {
		t.Fatal("choices can be withdrawn without end")
	}
	b.moveAny(id)
	for range 40 { // both go on
		for _, p := range ps {
			if s := p.see(id); s.Game.Result == nil && len(s.Game.Moves) > 0 {
				p.moveAny(id)
			}
		}
	}
	if s := a.see(id); s.Table.Status == api.StatusPlaying {
		b.do(id, api.CommandResign, api.CommandData{})
	}
}

// In the lobby changing seats has an end, and saying things has one of its own that the game does not notice.
func TestSeatsAndChatHaveBudgets(t *testing.T) {
	h := newHub(t, newMemory())
	ps := players(t, h, anna, bela)
	a, b := ps[0], ps[1]
	snap, err := h.Create(t.Context(), anna, &api.CreateTable{Settings: api.Settings{Game: "dice", Seats: 3, Public: true}})
	if err != nil {
		t.Fatal(err)
	}
	id := snap.Table.ID
	for n := range 500 {
		if _, err := b.try(id, []string{api.CommandJoin, api.CommandLeave}[n%2], api.CommandData{}); err != nil {
			break
		}
		if n == 499 {
			t.Fatal("seats can be changed without end")
		}
	}
	for n := range 1000 {
		if _, err := a.try(id, api.CommandChat, api.CommandData{Text: "hm"}); err != nil {
			a.refused(id, api.CommandChat, api.CommandData{Text: "hm"}, game.TooMany, "too_many_chat")
			break
		}
		if n == 999 {
			t.Fatal("one can talk without end")
		}
	}
	seq := a.see(id).Seq
	a.do(id, api.CommandAddBot, api.CommandData{Seat: seat(1)})
	if got := a.see(id).Seq; got != seq+1 {
		t.Errorf("chat is numbered with the game: %d after %d", got, seq)
	}
}

// A person cannot keep more than so many tables open.
func TestOpenTablesHaveABudget(t *testing.T) {
	h := newHub(t, newMemory())
	n := 0
	for ; n < 200; n++ {
		if _, err := h.Create(t.Context(), anna, &api.CreateTable{Settings: api.Settings{Game: "duel", Seats: 2}}); err != nil {
			break
		}
	}
	if n < 20 || n > 60 {
		t.Fatalf("%d tables were opened", n)
	}
	if _, err := h.Create(t.Context(), bela, &api.CreateTable{Settings: api.Settings{Game: "duel", Seats: 2}}); err != nil {
		t.Errorf("another's tables count for Béla: %v", err)
	}
}

// Going away and coming back gives no time, neither by asking again and again nor by running out of it.
func TestAwayAndBackGiveNoTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		cfg := config(newMemory())
		cfg.BotWorkers, cfg.Idle = 0, time.Hour // bots never answer
		h := table.New(cfg)
		defer h.Close()
		ps := players(t, h, anna, bela, csaba)
		id := unhurried(t, ps, api.Settings{Game: "dice", Clock: api.Clock{Kind: api.ClockLive, Base: 60}, Rated: true})
		b := ps[1]
		sleep(50 * time.Second)
		for range 5 {
			b.do(id, api.CommandAway, api.CommandData{})
			b.do(id, api.CommandBack, api.CommandData{})
		}
		if got := left(b.see(id), 1); got > 10*time.Second {
			t.Errorf("10 seconds were left, and after going away %v are", got)
		}
		// Out of time: a little is given once, and never again.
		sleep(11 * time.Second)
		if b.see(id).Table.Places[1].Away != api.AwayTime {
			t.Fatal("not out of time")
		}
		b.do(id, api.CommandBack, api.CommandData{})
		if got := left(b.see(id), 1); got != time.Minute {
			t.Errorf("back with %v", got)
		}
		sleep(2 * time.Minute)
		b.refused(id, api.CommandBack, api.CommandData{}, game.Forbidden, "no_time")
	})
}

// While nobody decides for a person who is away, the person's time runs on.
func TestAwayDoesNotStopTheClock(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		cfg := config(newMemory())
		cfg.BotWorkers = 0 // bots never answer
		h := table.New(cfg)
		defer h.Close()
		ps := players(t, h, anna, bela, csaba)
		id := open(t, ps, api.Settings{Game: "dice", Clock: api.Clock{Kind: api.ClockLive, Base: 600}})
		ps[1].do(id, api.CommandAway, api.CommandData{})
		time.Sleep(5 * time.Minute)
		ps[1].do(id, api.CommandBack, api.CommandData{})
		if got := left(ps[1].see(id), 1); got > 5*time.Minute {
			t.Errorf("%v are left of ten minutes after five", got)
		}
	})
}

// machine is a clock that can be set.
type machine struct {
	start  time.Time
	offset atomic.Int64
}

func (m *machine) read() (int64, time.Duration) {
	now := time.Now()
	return now.Add(time.Duration(m.offset.Load())).UnixMilli(), now.Sub(m.start)
}

// A clock that is set ahead or back while the server runs takes and gives no time, and a start long after the last sign of
// life charges nobody for the time between.
func TestClockJumps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j := newMemory()
		m := &machine{start: time.Now()}
		cfg := config(j)
		cfg.Clock, cfg.Grace, cfg.Idle = m.read, 30*time.Second, 1000*time.Hour
		h := table.New(cfg)
		ps := players(t, h, anna, bela)
		id := unhurried(t, ps, api.Settings{Game: "duel", Rated: true, Clock: api.Clock{Kind: api.ClockLive, Base: 600}})
		sleep(time.Minute)
		for i, jump := range []time.Duration{time.Hour, -2 * time.Hour, 402 * 24 * time.Hour} {
			m.offset.Add(int64(jump))
			ps[0].see(id) // the table notices the jump
			sleep(20 * time.Second)
			s := ps[0].see(id)
			if s.Table.Status != api.StatusPlaying {
				t.Fatalf("a jump of %v lost the game", jump)
			}
			if got, want := left(s, 0), 9*time.Minute-time.Duration(i+1)*20*time.Second; got < want-time.Second || got > want+time.Second {
				t.Errorf("after a jump of %v %v are left, want %v", jump, got, want)
			}
			// A look settles nothing; a command does.
			ps[0].refused(id, api.CommandAnswer, api.CommandData{}, game.Conflict, "nothing_to_answer")
		}
		ps[0].moveAny(id)
		if got := left(ps[0].see(id), 0); got < 7*time.Minute || got > 9*time.Minute {
			t.Errorf("two of ten minutes were used, and %v are left", got)
		}
		last := h.Now()
		h.Close()
		// A year later, by the clock.
		time.Sleep(time.Second)
		m.offset.Add(int64(400 * 24 * time.Hour))
		cfg.LastAlive = last
		h = table.New(cfg)
		defer h.Close()
		b := players(t, h, bela)[0]
		b.n = 1000
		if err := h.Wake(t.Context(), id); err != nil {
			t.Fatal(err)
		}
		sleep(2 * time.Minute)
		s := b.see(id)
		if s.Table.Status != api.StatusPlaying || left(s, 1) < 7*time.Minute {
			t.Errorf("after the start the game is %s, %v left", s.Table.Status, left(s, 1))
		}
		if s.Log[len(s.Log)-1].What != api.WhatPaused {
			t.Errorf("nobody was told: %+v", s.Log[len(s.Log)-1])
		}
	})
}

// Within half a minute of a jump nobody runs out of time, so that people can look first; then the clock decides again.
func TestNobodyRunsOutOfTimeAtAJump(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &machine{start: time.Now()}
		cfg := config(newMemory())
		cfg.Clock, cfg.Grace, cfg.Idle = m.read, 0, 1000*time.Hour
		h := table.New(cfg)
		defer h.Close()
		ps := players(t, h, anna, bela)
		id := unhurried(t, ps, api.Settings{Game: "duel", Rated: true, Clock: api.Clock{Kind: api.ClockLive, Base: 600}})
		sleep(10*time.Minute - 10*time.Second)
		m.offset.Add(int64(time.Hour))
		sleep(25 * time.Second)
		if s := ps[0].see(id); s.Table.Status != api.StatusPlaying {
			t.Errorf("after 25 seconds the game is %s", s.Table.Status)
		}
		sleep(20 * time.Second) // the jump was noticed when the time was up, ten seconds after it
		if s := ps[0].see(id); s.Table.Status != api.StatusFinished || s.Game.Result.WonBy != api.WonByTime {
			t.Errorf("after 45 seconds the game is %s", s.Table.Status)
		}
	})
}

// Of a turn of several steps others learn that the seat is ready, and nothing before: no message, no number, no count, no time.
func TestSecretStepsAreToldToNobodyElse(t *testing.T) {
	for _, settings := range []api.Settings{{Game: "dice", Clock: api.Clock{Kind: api.ClockDays, Days: 3}}, {Game: "dice", Rated: true, Clock: api.Clock{Kind: api.ClockLive, Base: 900}}} {
		t.Run(settings.Clock.Kind, func(t *testing.T) { secretSteps(t, settings) })
	}
}

func secretSteps(t *testing.T, settings api.Settings) {
	j := newMemory()
	h := newHub(t, j)
	ps := players(t, h, anna, bela, csaba)
	id := open(t, ps, settings)
	const seed = 5
	r := rand.New(rand.NewPCG(seed, seed))
	watching := append(ps[:3:3], players(t, h, table.Person{})...)
	steps := 0
	for a := ps[0].see(id); a.Table.Status == api.StatusPlaying; a = ps[0].see(id) {
		mover := ps[a.Game.Owing[r.IntN(len(a.Game.Owing))]]
		seen := map[*player]string{}
		for _, p := range watching {
			seen[p] = without(p.see(id))
		}
		listed := string(j.summary(id).Encode())
		moves := mover.see(id).Game.Moves
		mover.do(id, api.CommandMove, api.CommandData{Move: moves[r.IntN(len(moves))]})
		if now := mover.see(id); !slices.Equal(now.Game.Owing, a.Game.Owing) {
			continue
		}
		steps++
		for _, p := range watching {
			if got := without(p.see(id)); p != mover && got != seen[p] {
				t.Fatalf("seed %d: %s learns of a step:\n%s\nbefore:\n%s", seed, p.Name, got, seen[p])
			}
		}
		if got := string(j.summary(id).Encode()); got != listed {
			t.Fatalf("seed %d: lists tell of a step:\n%s\nbefore:\n%s", seed, got, listed)
		}
	}
	if steps < 5 {
		t.Fatalf("seed %d: only %d steps were made in secret", seed, steps)
	}
	t.Logf("seed %d: %d steps in secret", seed, steps)
}

// without is a snapshot but for what passes with time.
func without(s *api.Snapshot) string {
	if s.Game != nil {
		s.Game.Now = 0
		for i := range s.Game.Clocks {
			s.Game.Clocks[i].Left = 0
		}
	}
	text, _ := json.Marshal(s)
	return string(text)
}

// At a private table the chat is for those who belong there, also after the end; at a public one it is for all.
func TestPrivateChatStaysPrivate(t *testing.T) {
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
	if _, err := h.Accept(t.Context(), token, bela); err != nil {
		t.Fatal(err)
	}
	b.do(id, api.CommandJoin, api.CommandData{})
	a.do(id, api.CommandStart, api.CommandData{})
	b.do(id, api.CommandChat, api.CommandData{Text: "between us"})
	b.do(id, api.CommandResign, api.CommandData{})
	if s := a.see(id); len(s.Chat) != 1 || s.Chat[0].Text != "between us" || s.Chat[0].Name != "Béla" || s.Chat[0].Seat != 1 {
		t.Errorf("Anna reads %+v", s.Chat)
	}
	s := c.see(id) // who has the link sees the finished game
	if len(s.Chat) != 0 {
		t.Errorf("a stranger reads %+v", s.Chat)
	}
	f := follow(t, h, id, csaba, -1)
	a.do(id, api.CommandChat, api.CommandData{Text: "secret words"})
	f.close()
	for e := range f.ch {
		if bytes.Contains(e.Data, []byte("between us")) || bytes.Contains(e.Data, []byte("secret words")) {
			t.Errorf("a stranger is told %s", e.Data)
		}
	}
}

// A guest whom the owner removed can neither watch a private table nor come back, with whatever invitation.
func TestRemovedGuestsStayOut(t *testing.T) {
	h := newHub(t, newMemory())
	ps := players(t, h, anna, bela)
	a, b := ps[0], ps[1]
	snap, err := h.Create(t.Context(), anna, &api.CreateTable{Settings: api.Settings{Game: "duel", Seats: 2}})
	if err != nil {
		t.Fatal(err)
	}
	id := snap.Table.ID
	token, err := h.Invite(t.Context(), id, anna)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Accept(t.Context(), token, bela); err != nil {
		t.Fatal(err)
	}
	b.do(id, api.CommandJoin, api.CommandData{})
	b.do(id, api.CommandLeave, api.CommandData{})
	b.do(id, api.CommandJoin, api.CommandData{}) // who left may come back
	a.do(id, api.CommandRemove, api.CommandData{Seat: seat(1)})
	if _, err := h.Snapshot(t.Context(), id, bela); err == nil {
		t.Error("a removed guest watches")
	}
	if _, err := h.Accept(t.Context(), token, bela); err == nil {
		t.Error("a removed guest comes back")
	}
	b.refused(id, api.CommandJoin, api.CommandData{}, game.Forbidden, "private")
	a.do(id, api.CommandConfigure, api.CommandData{Settings: &api.Settings{Game: "duel", Seats: 2, Public: true}})
	b.refused(id, api.CommandJoin, api.CommandData{}, game.Forbidden, "removed")
}

// When what was agreed changes, the seats of the others become open; which bot would stand in is not part of it.
func TestChangedSettingsFreeTheSeats(t *testing.T) {
	was := api.Settings{Game: "dice", Seats: 3, Public: true, Clock: live10}
	for name, change := range map[string]func(*api.Settings){
		"clock":  func(s *api.Settings) { s.Clock = api.Clock{Kind: api.ClockLive, Base: 10} },
		"rated":  func(s *api.Settings) { s.Rated = true },
		"seats":  func(s *api.Settings) { s.Seats = 2 },
		"game":   func(s *api.Settings) { s.Game, s.Seats = "duel", 2 },
		"public": func(s *api.Settings) { s.Public = false },
		"bot":    func(s *api.Settings) { s.Takeover = "faulty" },
	} {
		h := newHub(t, newMemory())
		ps := players(t, h, anna, bela)
		snap, err := h.Create(t.Context(), anna, &api.CreateTable{Settings: was})
		if err != nil {
			t.Fatal(err)
		}
		id := snap.Table.ID
		ps[1].do(id, api.CommandJoin, api.CommandData{})
		now := was
		change(&now)
		ps[0].do(id, api.CommandConfigure, api.CommandData{Settings: &now})
		s := ps[0].see(id)
		if freed := s.Table.Places[1].Kind == api.KindOpen; freed != (name != "bot") || s.Table.Places[0].Person != anna.ID {
			t.Errorf("%s changed: %+v", name, s.Table.Places)
		}
		if name != "bot" {
			ps[1].do(id, api.CommandJoin, api.CommandData{}) // also when the table is private now
		}
	}
}

// The id of a rematch does not follow from anything that is told.
func TestRematchIDsAreRandom(t *testing.T) {
	ids := map[string]bool{}
	for range 2 {
		cfg := config(newMemory())
		n := byte(0)
		cfg.Random = func(b []byte) { // the same deals and ids, but for the rematch's
			for i := range b {
				n++
				b[i] = n
			}
			if len(ids) == 1 {
				n += 7
			}
		}
		h := table.New(cfg)
		ps := players(t, h, anna, bela)
		id := open(t, ps, api.Settings{Game: "duel"})
		ps[0].do(id, api.CommandResign, api.CommandData{})
		for _, p := range ps {
			p.do(id, api.CommandRematch, api.CommandData{})
		}
		await(t, "the rematch", func() bool { return ps[0].see(id).Table.Next != "" })
		ids[ps[0].see(id).Table.Next] = true
		h.Close()
	}
	if len(ids) != 2 {
		t.Errorf("two rematches with the ids %v", ids)
	}
}

// Against bots a rematch starts at once; with people it starts when all want it, and everyone sees who does.
func TestRematchStartsByItself(t *testing.T) {
	t.Parallel()
	h := newHub(t, newMemory())
	ps := players(t, h, anna, bela)
	a, b := ps[0], ps[1]
	solo := open(t, ps[:1], api.Settings{Game: "duel"}, "random")
	a.do(solo, api.CommandResign, api.CommandData{})
	a.do(solo, api.CommandRematch, api.CommandData{})
	await(t, "the rematch", func() bool { return a.see(solo).Table.Next != "" })
	next := a.see(solo).Table.Next
	a.do(next, api.CommandNonce, api.CommandData{Nonce: "0a0a"})
	await(t, "the start", func() bool { return a.see(next).Table.Status == api.StatusPlaying })
	if !a.see(next).Table.Places[1].Nonce {
		t.Error("the deal began without the person's share")
	}
	both := open(t, ps, api.Settings{Game: "duel"})
	a.do(both, api.CommandResign, api.CommandData{})
	a.do(both, api.CommandRematch, api.CommandData{})
	if s := b.see(both); !slices.Equal(s.Table.Rematch, []int{0}) || s.Table.Next != "" {
		t.Errorf("the offer: %+v", s.Table.Rematch)
	}
	b.do(both, api.CommandRematch, api.CommandData{})
	await(t, "the rematch", func() bool { return b.see(both).Table.Next != "" })
	next = b.see(both).Table.Next
	await(t, "the start", func() bool { return b.see(next).Table.Status == api.StatusPlaying })
}

// A new name shows at once at every table in memory, the owner keeps the table, and nobody gets up for it.
func TestRenaming(t *testing.T) {
	j := newMemory()
	h := newHub(t, j)
	ps := players(t, h, anna, bela)
	id := open(t, ps, api.Settings{Game: "duel"})
	f := follow(t, h, id, bela, -1)
	seq := ps[1].see(id).Seq
	j.mu.Lock()
	j.names[anna.ID] = "Ágnes"
	j.mu.Unlock()
	h.Renamed(anna.ID, "Ágnes")
	s := ps[1].see(id)
	if s.Table.Places[0].Name != "Ágnes" || s.Table.Owner != anna.ID || s.Seq != seq {
		t.Errorf("%+v, owner %s, %d after %d", s.Table.Places[0], s.Table.Owner, s.Seq, seq)
	}
	if s.Log[0].Name != "Ágnes" {
		t.Errorf("the log says %+v", s.Log[0])
	}
	f.close()
	told := false
	for e := range f.ch {
		told = told || e.Type == api.MessageTable && bytes.Contains(e.Data, []byte("Ágnes"))
	}
	if !told {
		t.Error("nobody was told")
	}
	for _, data := range j.tables[id].entries {
		if bytes.Contains(data, []byte("Anna")) || bytes.Contains(data, []byte("gnes")) {
			t.Errorf("the journal names a person: %s", data)
		}
	}
}

// Invitations and acceptances look again when another process was first.
func TestInvitationsRetryAConflict(t *testing.T) {
	j := newMemory()
	one, two := newHub(t, j), newHub(t, j)
	snap, err := one.Create(t.Context(), anna, &api.CreateTable{Settings: api.Settings{Game: "dice", Seats: 4}})
	if err != nil {
		t.Fatal(err)
	}
	id := snap.Table.ID
	for n := range 5 {
		for _, h := range []*table.Hub{one, two} {
			other := map[*table.Hub]*table.Hub{one: two, two: one}[h]
			invite := func(h *table.Hub) string {
				t.Helper()
				token, err := h.Invite(t.Context(), id, anna)
				if err != nil {
					t.Fatal(err)
				}
				return token
			}
			accept := func(h *table.Hub, token, who string) {
				t.Helper()
				if _, err := h.Accept(t.Context(), token, table.Person{ID: fmt.Sprint(who, n, h == one), Name: "Guest"}); err != nil {
					t.Fatal(err)
				}
			}
			invite(other)
			token := invite(h) // h does not know of the one before
			accept(other, token, "p")
			invite(h)
			accept(other, token, "q") // other knows the token, but not of the last invitation
		}
	}
}

// A finished game is archived: its journal goes, its record, replay and log stay, and people may still ask for a rematch.
func TestFinishedGamesAreArchived(t *testing.T) {
	timed(t, func(t *testing.T, j *memory, ps []*player) {
		h := ps[0].h
		id := open(t, ps, api.Settings{Game: "dice"})
		playOn(t, ps, id, nil)
		record := func() string {
			rec, err := h.Record(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			return written(t, rec)
		}
		replay := func() string {
			r, err := h.Replay(t.Context(), id, game.Open)
			if err != nil {
				t.Fatal(err)
			}
			text, _ := json.Marshal(r)
			return string(text)
		}
		rec, rep, entries := record(), replay(), len(j.tables[id].entries)
		if sum := j.summary(id); sum.Wake <= sum.Updated {
			t.Errorf("nothing will wake it: %d after %d", sum.Wake, sum.Updated)
		}
		sleep(time.Hour)
		if err := h.Wake(t.Context(), id); err != nil {
			t.Fatal(err)
		}
		sleep(time.Second)
		if k := j.tables[id]; len(k.entries) != 0 || k.snapshot == nil || k.summary.Wake != 0 {
			t.Fatalf("%d of %d entries are left, wake %d", len(k.entries), entries, k.summary.Wake)
		}
		if record() != rec || replay() != rep {
			t.Error("the archived game is another")
		}
		moves := 0
		for _, l := range ps[0].wholeLog(id) {
			if l.What == api.WhatMove && len(l.Events) > 0 {
				moves++
			}
		}
		if moves < 20 {
			t.Errorf("the log of an archived game has %d moves", moves)
		}
		t.Logf("%d entries became %d bytes", entries, len(j.tables[id].snapshot))
		for _, p := range ps {
			p.do(id, api.CommandRematch, api.CommandData{})
		}
		sleep(time.Second)
		if ps[0].see(id).Table.Next == "" {
			t.Error("no rematch of an archived game")
		}
	})
}

// A table wakes from its last snapshot, not from its first entry, and is the same table.
func TestTablesWakeFromSnapshots(t *testing.T) {
	j := newMemory()
	h := newHub(t, j)
	ps := players(t, h, anna, bela)
	id := open(t, ps, api.Settings{Game: "dice", Clock: api.Clock{Kind: api.ClockLive, Base: 6000, Increment: 3}})
	playOn(t, ps, id, func(s *api.Snapshot) bool { return s.Seq > 100 })
	want := without(ps[0].see(id))
	h.Close()
	first, snaps := j.fromFirst, j.fromSnapshot
	again := newHub(t, j)
	if err := again.Wake(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	if j.fromFirst != first || j.fromSnapshot == snaps {
		t.Errorf("read %d times from the first entry, %d from a snapshot", j.fromFirst-first, j.fromSnapshot-snaps)
	}
	ps[0].h = again
	if got := without(ps[0].see(id)); got != want {
		t.Errorf("woken:\n%s\nbefore:\n%s", got, want)
	}
}

// A lobby that never starts goes after a week, also if nobody looks.
func TestLobbiesExpire(t *testing.T) {
	timed(t, func(t *testing.T, j *memory, ps []*player) {
		snap, err := ps[0].h.Create(t.Context(), anna, &api.CreateTable{Settings: api.Settings{Game: "duel", Seats: 2}})
		if err != nil {
			t.Fatal(err)
		}
		id := snap.Table.ID
		if wake := j.summary(id).Wake; wake != snap.Table.Created+7*24*3600*1000 {
			t.Errorf("it wakes at %d", wake)
		}
		sleep(6 * 24 * time.Hour)
		ps[0].see(id)
		sleep(25 * time.Hour)
		_ = ps[0].h.Wake(t.Context(), id)
		sleep(time.Minute)
		if j.summary(id) != nil {
			t.Error("it is still there")
		}
		if _, err := ps[0].h.Snapshot(t.Context(), id, anna); err == nil {
			t.Error("it is still seen")
		}
	})
}
