package server_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"mirabilia/api"
	"mirabilia/people"
	"mirabilia/rating"
	"mirabilia/store"
	tables "mirabilia/table"
)

// TestAborts: a game that is aborted counts for nobody, but the next rated one in a row is lost; whoever aborts too many of them rests before they can play live games again, however they come to them.
func TestAborts(t *testing.T) {
	s := start(t)
	gs := s.named("Anna", "Béla")
	a, b := gs[0], gs[1]
	live := api.SeekRequest{Game: "duel", Rated: true}
	for n := range 4 {
		if n == 3 { // three are free
			a.seek(live)
			a.must("DELETE", "/api/seeks/live", nil, nil)
		}
		id := lobbyOf(t, ratedDuel, a, b)
		a.do(id, api.CommandStart, api.CommandData{})
		a.do(id, api.CommandResign, api.CommandData{})
		snap, r := b.look(id), b.tableRating(id)
		switch table := snap.Table; {
		case n > 0:
			// The third that is given up at once does not count, as ever.
			if table.Status != api.StatusFinished || !slices.Equal(snap.Game.Result.Winners, []int{1}) || r.Rated != (n < 3) || n == 3 && r.Why != api.UnratedGivenUp {
				t.Errorf("the second in a row is lost: %s %+v %+v", table.Status, snap.Game.Result, r)
			}
		case table.Status != api.StatusClosed || table.Closed != api.ClosedAborted || table.Late == nil || *table.Late != 0:
			t.Fatalf("%s %s %v", table.Status, table.Closed, table.Late)
		case r.Rated || r.Why != api.UnratedUnplayed:
			t.Errorf("%+v", r)
		}
	}
	a.refused("POST", "/api/seeks", live, 429, "resting_aborts")
	a.seek(api.SeekRequest{Game: "duel", Days: true})
	b.seek(live)
}

// TestRestsHoldAtOpenTables: who rests because of aborted games does not come to live rated ones by opening or joining tables either.
func TestRestsHoldAtOpenTables(t *testing.T) {
	s := start(t)
	gs := s.named("Anna", "Béla")
	a, b := gs[0], gs[1]
	rated := lobbyOf(t, ratedDuel, b)
	for n := range 4 {
		other := s.guest(fmt.Sprint("Guest ", n)) // nobody is called with the same one again at once
		other.seek(api.SeekRequest{Game: "duel"})
		id := a.seek(api.SeekRequest{Game: "duel"}).Call.ID
		for _, g := range []*guest{a, other} {
			if c := g.seeking().Call; c == nil || c.ID != id {
				t.Fatalf("%+v", c)
			}
			g.answerCall(true)
		}
		table := a.seeking().Call.Table
		for _, g := range []*guest{a, other} {
			g.do(table, api.CommandNonce, api.CommandData{Nonce: "0a"})
		}
		for a.look(table).Table.Status == api.StatusLobby {
			time.Sleep(time.Millisecond)
		}
		a.do(table, api.CommandLeave, api.CommandData{})
		if st := a.look(table).Table; st.Status != api.StatusClosed || st.Late == nil {
			t.Fatalf("%+v", st)
		}
	}
	a.refused("POST", "/api/seeks", api.SeekRequest{Game: "duel"}, 429, "resting_aborts")
	a.refused("POST", "/api/tables", api.CreateTable{Settings: ratedDuel}, 429, "resting_aborts")
	a.refused("POST", "/api/tables/"+rated+"/commands", a.command(api.CommandJoin, api.CommandData{}), 429, "resting_aborts")
	lobbyOf(t, api.Settings{Game: "duel", Seats: 2}, a)
}

// TestBegunGamesEndTheRow: after a rated game that everybody has begun the next one that somebody dodges is aborted again.
func TestBegunGamesEndTheRow(t *testing.T) {
	s := start(t)
	gs := s.named("Anna", "Béla")
	a, b := gs[0], gs[1]
	dodge := func() *api.Snapshot {
		id := lobbyOf(t, ratedDuel, a, b)
		a.do(id, api.CommandStart, api.CommandData{})
		b.do(id, api.CommandLeave, api.CommandData{})
		return a.look(id)
	}
	for range 2 {
		if s := dodge(); s.Table.Status != api.StatusClosed {
			t.Errorf("%s", s.Table.Status)
		}
		ratedGame(t, a, b)
	}
	dodge()
	if s := dodge(); s.Table.Status != api.StatusFinished {
		t.Errorf("%s", s.Table.Status)
	}
}

// TestLeaversPlayFriendly: whoever does not finish three games of ten plays friendly games only for a day, and is told why; resigning is finishing.
func TestLeaversPlayFriendly(t *testing.T) {
	s := start(t)
	gs := s.named("Anna", "Béla")
	a, b := gs[0], gs[1]
	rated := api.SeekRequest{Game: "duel", Rated: true}
	for n := range 3 {
		if n == 2 {
			a.seek(rated)
			a.must("DELETE", "/api/seeks/live", nil, nil)
		}
		id := lobbyOf(t, api.Settings{Game: "duel", Seats: 2}, a, b)
		a.do(id, api.CommandStart, api.CommandData{})
		a.do(id, api.CommandLeave, api.CommandData{})
		b.do(id, api.CommandResign, api.CommandData{})
	}
	for range 2 { // it is decided once
		a.refused("POST", "/api/seeks", rated, 403, "friendly_only")
	}
	b.seek(rated)
	var who api.Session
	a.must("GET", "/api/session", nil, &who)
	day := (24 * time.Hour).Milliseconds()
	if len(who.Measures) != 1 || who.Measures[0].Kind != people.Restrict || who.Measures[0].Rule != "leaving" || who.Measures[0].Reason != "" || who.Measures[0].Until-who.Measures[0].At != day {
		t.Errorf("%+v", who.Measures)
	}
	deeds, err := s.db.Deeds(t.Context(), a.Session.Person, 0, 9)
	if err != nil || len(deeds) != 1 || deeds[0].By != people.Rules {
		t.Errorf("%+v, %v", deeds, err)
	}
	if p := b.profile("Anna"); p.Played != 3 || p.Finished != 0 {
		t.Errorf("finishes %d of %d", p.Finished, p.Played)
	}
	if p := a.profile("Béla"); p.Played != 3 || p.Finished != 3 {
		t.Errorf("finishes %d of %d", p.Finished, p.Played)
	}
	// A host may see it otherwise, and the rule does not come again for the same games.
	s.host(b)
	b.must("POST", "/api/host/deeds", api.DeedRequest{Kind: people.Restrict, Person: a.Session.Person, Reason: "a broken line", Lift: true}, nil)
	a.seek(rated)
}

// TestGivingUpAtOnce: the third rated game of a day that somebody gives up within a few moves does not count, they play friendly games only for a day, and the host is told.
func TestGivingUpAtOnce(t *testing.T) {
	s := start(t)
	gs := s.named("Anna", "Béla", "Csaba", "Hedda")
	s.host(gs[3])
	for n := range 3 {
		r := gs[0].tableRating(ratedGame(t, gs[n%2], gs[2]))
		if n < 2 && !r.Rated || n == 2 && (r.Rated || r.Why != api.UnratedGivenUp) {
			t.Errorf("game %d: %+v", n, r)
		}
	}
	gs[2].refused("POST", "/api/seeks", api.SeekRequest{Game: "duel", Rated: true}, 403, "friendly_only")
	gs[0].seek(api.SeekRequest{Game: "duel", Rated: true})
	var told api.HostReports
	gs[3].must("GET", "/api/host/reports", nil, &told)
	if len(told.Reports) != 1 || told.Reports[0].By != people.Rules || told.Reports[0].Person != gs[2].Session.Person || told.Reports[0].Reason != api.ReportSandbagging {
		t.Errorf("%+v", told.Reports)
	}
}

// TestTheSameGroup: the fourth rated game of the same people in a week does not count.
func TestTheSameGroup(t *testing.T) {
	s := start(t)
	gs := s.named("Anna", "Béla", "Csaba", "Dóra")
	ago := func(days int64) int64 { return time.Now().UnixMilli() - days*(24*time.Hour).Milliseconds() }
	dice := api.Settings{Game: "dice", Seats: 3, Rated: true, Clock: ratedDuel.Clock}
	for n := range int64(3) {
		if r := gs[0].tableRating(lobbyOf(t, dice, gs[:3]...)); !r.Rated {
			t.Errorf("after %d: %+v", n, r)
		}
		result := rating.Result{Table: fmt.Sprint("dice", n), Game: "dice", At: ago(2 + n)}
		for i, g := range gs[:3] {
			result.Finishes = append(result.Finishes, rating.Finish{Person: g.Session.Person, Place: i + 1})
		}
		if _, err := s.db.AddResult(t.Context(), result); err != nil {
			t.Fatal(err)
		}
	}
	if r := gs[0].tableRating(lobbyOf(t, dice, gs[:3]...)); r.Rated || r.Why != api.UnratedGroup {
		t.Errorf("the fourth: %+v", r)
	}
	if r := gs[0].tableRating(lobbyOf(t, dice, gs[1:]...)); !r.Rated {
		t.Errorf("with somebody else: %+v", r)
	}
}

// TestOpenTablesAreSeeks: whoever looks for a rated game is called to an open table of the same kind whose people are here, and its game begins.
func TestOpenTablesAreSeeks(t *testing.T) {
	t.Parallel()
	s := start(t)
	gs := s.named("Anna", "Béla", "Csaba")
	a, b := gs[0], gs[1]
	rated := api.SeekRequest{Game: "duel", Rated: true}
	other := ratedDuel
	other.Clock.Base = 600
	lobbyOf(t, other, gs[2])
	id := lobbyOf(t, ratedDuel, a)
	await(t, "one who waits", func() bool {
		pools := b.seeking().Pools
		return len(pools) == 1 && pools[0] == api.PoolCount{Game: "duel", Rated: true, Waiting: 1}
	})
	call := b.seek(rated).Call
	if call == nil || len(call.People) != 2 || call.Table != "" {
		t.Fatalf("%+v", call)
	}
	for _, p := range call.People {
		if p.You != (p.Name == "Béla") || p.Yes == p.You || p.Rating == nil {
			t.Errorf("%+v", p)
		}
	}
	if told := b.answerCall(true); told.Call.Table != id {
		t.Fatalf("%+v", told.Call)
	}
	await(t, "the start", func() bool { return a.look(id).Table.Status == api.StatusPlaying })
	playOn(t, id, 12, a, b)

	// Somebody sits down by hand before the one who was called: that one goes on looking.
	id = lobbyOf(t, ratedDuel, a)
	await(t, "the table", func() bool { return len(gs[2].seeking().Pools) == 1 })
	if gs[2].seek(rated).Call == nil {
		t.Fatal("not called")
	}
	b.do(id, api.CommandJoin, api.CommandData{})
	gs[2].refused("POST", "/api/calls/"+gs[2].seeking().Call.ID, api.CallAnswer{Accept: true}, 404, "call_over")
	if told := gs[2].seeking(); told.Call != nil || len(told.Seeks) != 1 {
		t.Errorf("%+v", told)
	}
}

// TestGoneIsLeaving: whoever lost a game by having gone has not finished it, and the other has.
func TestGoneIsLeaving(t *testing.T) {
	s := start(t)
	gs := s.named("Anna", "Béla")
	now := time.Now().UnixMilli()
	sum := &tables.Summary{TableSummary: api.TableSummary{ID: "t00000000001", Settings: ratedDuel, Status: api.StatusFinished, Owner: gs[0].Session.Person, Updated: now, Winners: []int{1}, WonBy: api.WonByAbsence, Owing: []int{}}}
	batch := &store.Batch{Entries: [][]byte{[]byte("{}")}, Row: store.Row{ID: sum.ID, Game: "duel", Status: sum.Status, Owner: sum.Owner, Updated: now}}
	for i, g := range gs {
		sum.Places = append(sum.Places, api.Seat{Seat: i, Kind: api.KindPerson, Person: g.Session.Person})
		batch.People = append(batch.People, store.Involved{Person: g.Session.Person})
	}
	batch.Row.Data = sum.Encode()
	if err := s.db.Append(t.Context(), batch); err != nil {
		t.Fatal(err)
	}
	for want, name := range []string{"Anna", "Béla"} {
		if p := gs[0].profile(name); p.Played != 1 || p.Finished != want {
			t.Errorf("%s finishes %d of %d", name, p.Finished, p.Played)
		}
	}
}
