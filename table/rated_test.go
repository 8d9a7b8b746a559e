package table_test

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"testing"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/table"
)

// ends notes what a Hub tells of rated games.
type ends struct {
	mu   sync.Mutex
	list []*table.Outcome
	// refuse is how often it fails before it listens.
	refuse int
}

func (e *ends) hear(_ context.Context, o *table.Outcome) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.refuse > 0 {
		e.refuse--
		return errors.New("not now")
	}
	e.list = append(e.list, o)
	return nil
}

func (e *ends) heard() []*table.Outcome {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.list)
}

func (e *ends) hub(t *testing.T, m *memory) *table.Hub {
	t.Helper()
	cfg := config(m)
	cfg.Ended = e.hear
	h := table.New(cfg)
	t.Cleanup(h.Close)
	return h
}

var live10 = api.Clock{Kind: api.ClockLive, Base: 600}

// placesOf returns the place of each person.
func placesOf(o *table.Outcome) map[string]int {
	places := map[string]int{}
	for _, f := range o.People {
		places[f.Person] = f.Place
	}
	return places
}

// What is rated is decided before the game: who may sit, a clock, the usual options, people enough.
func TestRatedConditions(t *testing.T) {
	h := newHub(t, newMemory())
	guest := table.Person{ID: "p-guest", Name: "Guest"}
	rated := api.Settings{Game: "duel", Seats: 2, Public: true, Rated: true, Clock: live10}
	refused := func(what string, owner table.Person, c api.CreateTable, code game.Code, reason string) {
		t.Helper()
		_, err := h.Create(t.Context(), owner, &c)
		var r *game.Error
		if !errors.As(err, &r) || r.Code != code || r.Reason != reason {
			t.Errorf("%s: %v, want %s %s", what, err, code, reason)
		}
	}
	with := func(change func(*api.Settings)) api.CreateTable {
		s := rated
		change(&s)
		return api.CreateTable{Settings: s}
	}
	refused("a guest", guest, with(func(*api.Settings) {}), game.Forbidden, "rated_name")
	refused("no clock", anna, with(func(s *api.Settings) { s.Clock = api.Clock{} }), game.Invalid, "rated_clock")
	refused("an unusual option", anna, with(func(s *api.Settings) { s.Options = map[string]string{"first_game": "true"} }), game.Invalid, "rated_options")
	refused("Pantheon with another", anna, with(func(s *api.Settings) { s.Options = map[string]string{"pantheon": "true", "zeus_takes_token": "true"} }), game.Invalid, "rated_options")
	refused("a bot", anna, api.CreateTable{Settings: rated, Bots: []string{"", "random"}}, game.Forbidden, "rated_bots")

	ps := players(t, h, anna, bela, guest)
	snap, err := h.Create(t.Context(), anna, &api.CreateTable{Settings: with(func(s *api.Settings) { s.Options = map[string]string{"pantheon": "true"} }).Settings})
	if err != nil {
		t.Fatal(err)
	}
	ps[2].refused(snap.Table.ID, api.CommandJoin, api.CommandData{}, game.Forbidden, "rated_name")
	ps[0].refused(snap.Table.ID, api.CommandAddBot, api.CommandData{Seat: seat(1)}, game.Forbidden, "rated_bots")
	ps[1].do(snap.Table.ID, api.CommandJoin, api.CommandData{})

	// At a larger table bots may fill seats, but not all others.
	large := rated
	large.Game, large.Seats = "dice", 3
	if snap, err = h.Create(t.Context(), anna, &api.CreateTable{Settings: large, Bots: []string{"", "random", "random"}}); err != nil {
		t.Fatal(err)
	}
	ps[0].refused(snap.Table.ID, api.CommandStart, api.CommandData{}, game.Conflict, "rated_people")

	// A guest's table does not become rated while the guest sits there.
	friendly := rated
	friendly.Rated = false
	if snap, err = h.Create(t.Context(), guest, &api.CreateTable{Settings: friendly}); err != nil {
		t.Fatal(err)
	}
	ps[2].refused(snap.Table.ID, api.CommandConfigure, api.CommandData{Settings: &rated}, game.Forbidden, "rated_name")
}

// The end of a rated game is told with the places of its people; bots are left out, and friendly games are not told.
func TestRatedEnds(t *testing.T) {
	e := &ends{}
	h := e.hub(t, newMemory())
	ps := players(t, h, anna, bela)
	friendly := open(t, ps, api.Settings{Game: "dice", Clock: live10})
	playOn(t, ps, friendly, nil)
	id := open(t, ps, api.Settings{Game: "dice", Rated: true, Clock: live10}, "random")
	snap := playOn(t, ps, id, nil)
	await(t, "the end", func() bool { return len(e.heard()) == 1 })
	o := e.heard()[0]
	if o.Table != id || o.Game != "dice" || o.Started != snap.Table.Started || o.Finished != snap.Table.Finished || len(o.People) != 2 {
		t.Fatalf("%+v", o)
	}
	at := snap.Game.Result.Places
	want := map[string]int{anna.ID: 1, bela.ID: 1}
	switch {
	case at[0] < at[1]:
		want[bela.ID] = 2
	case at[1] < at[0]:
		want[anna.ID] = 2
	}
	if got := placesOf(o); !maps.Equal(got, want) {
		t.Errorf("places %v of %v, want %v", got, at, want)
	}
	for _, f := range o.People {
		if !f.Moved {
			t.Errorf("%s has not moved", f.Person)
		}
	}
}

// Whoever leaves is behind everybody who stays, and behind those who leave later, however good the bot is that plays on.
func TestRatedLeaving(t *testing.T) {
	e := &ends{}
	h := e.hub(t, newMemory())
	ps := players(t, h, anna, bela, csaba)
	id := open(t, ps, api.Settings{Game: "dice", Rated: true, Clock: live10}, "random")
	for _, p := range ps {
		p.moveAny(id)
	}
	ps[1].do(id, api.CommandResign, api.CommandData{})
	// Anna plays on for a while before she leaves.
	decided := ps[0].see(id).Game.Decision
	playOn(t, []*player{ps[2], ps[0]}, id, func(s *api.Snapshot) bool { return s.Game.Decision > decided+12 })
	ps[0].do(id, api.CommandLeave, api.CommandData{})
	playOn(t, ps[2:], id, nil)
	await(t, "the end", func() bool { return len(e.heard()) == 1 })
	if got, want := placesOf(e.heard()[0]), (map[string]int{csaba.ID: 1, anna.ID: 2, bela.ID: 3}); !maps.Equal(got, want) {
		t.Errorf("places %v, want %v", got, want)
	}
}

// A bot that took a third of somebody's decisions has played for them, even if they came back.
func TestRatedPlayedByABot(t *testing.T) {
	e := &ends{}
	h := e.hub(t, newMemory())
	ps := players(t, h, anna, bela, csaba)
	id := open(t, ps, api.Settings{Game: "dice", Rated: true, Clock: live10})
	for _, p := range ps {
		p.moveAny(id)
	}
	ps[0].do(id, api.CommandAway, api.CommandData{})
	snap := playOn(t, ps[1:], id, func(s *api.Snapshot) bool { return s.Game.Decision > 40 })
	if snap.Table.Status != api.StatusPlaying {
		t.Fatal("the game was too short")
	}
	ps[0].do(id, api.CommandBack, api.CommandData{})
	playOn(t, ps, id, nil)
	await(t, "the end", func() bool { return len(e.heard()) == 1 })
	if got := placesOf(e.heard()[0]); got[anna.ID] != 3 {
		t.Errorf("places %v", got)
	}
}

// A node dies between the end of a game and its being counted: another one counts it when the table wakes.
func TestRatedAfterADeath(t *testing.T) {
	t.Parallel()
	m := newMemory()
	dying := &ends{refuse: 1 << 30}
	h := dying.hub(t, m)
	ps := players(t, h, anna, bela)
	id := unhurried(t, ps, api.Settings{Game: "duel", Rated: true, Clock: live10})
	ps[0].moveAny(id)
	ps[0].do(id, api.CommandResign, api.CommandData{})
	await(t, "a try", func() bool {
		dying.mu.Lock()
		defer dying.mu.Unlock()
		return dying.refuse < 1<<30
	})
	h.Close()
	if m.summary(id).Wake == 0 {
		t.Fatal("nothing wakes the table")
	}
	e := &ends{}
	other := e.hub(t, m)
	if err := other.Wake(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	await(t, "the end", func() bool { return len(e.heard()) == 1 })
	o := e.heard()[0]
	if got, want := placesOf(o), (map[string]int{anna.ID: 2, bela.ID: 1}); !maps.Equal(got, want) || o.People[1].Moved {
		t.Errorf("places %v, want %v; %+v", got, want, o.People)
	}
	// It is told once as long as it is in memory.
	if err := other.Count(t.Context(), id); err != nil || len(e.heard()) != 1 {
		t.Errorf("%v, told %d times", err, len(e.heard()))
	}
}

// Count fails as long as nobody listens, and goes on afterwards.
func TestRatedIsToldAgain(t *testing.T) {
	t.Parallel()
	e := &ends{refuse: 2}
	h := e.hub(t, newMemory())
	ps := players(t, h, anna, bela)
	id := unhurried(t, ps, api.Settings{Game: "duel", Rated: true, Clock: live10})
	ps[0].do(id, api.CommandResign, api.CommandData{})
	await(t, "the end", func() bool { return h.Count(t.Context(), id) == nil })
	if n := len(e.heard()); n != 1 {
		t.Errorf("told %d times", n)
	}
}
