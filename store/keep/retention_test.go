package keep_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"slices"
	"testing"

	"mirabilia/rating"
	"mirabilia/store"
	"mirabilia/store/keep"
	"mirabilia/store/postgres"
	"mirabilia/store/postgres/pgtest"
	"mirabilia/store/storetest"
)

var server *pgtest.Server

func TestMain(m *testing.M) {
	storetest.MemoryDisk()
	pgtest.Main(m, &server)
}

// bothStores runs a test on each of the stores.
func bothStores(t *testing.T, test func(t *testing.T, db store.Store)) {
	t.Run("sqlite", func(t *testing.T) { test(t, open(t, 0)) })
	t.Run("postgres", func(t *testing.T) {
		name, err := server.NewDatabase(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		db, err := postgres.Open(t.Context(), server.URL(name), postgres.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { db.Close() })
		test(t, db)
	})
}

const start = int64(1000 * day)

// live fills a store with people who came at the start, each with a game: guests who never come back, one whose game runs, and two with accounts, of whom one comes back.
func live(t *testing.T, db store.Store, guests int) {
	t.Helper()
	ctx := t.Context()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	game := func(id, status, person string) {
		must(db.Append(ctx, &store.Batch{Entries: [][]byte{[]byte("{}")}, People: []store.Involved{{Person: person}}, Row: store.Row{ID: id, Game: "duel", Status: status, Updated: start, Data: []byte("{}")}}))
	}
	addGuests(t, db, guests, start)
	for i := range guests {
		person := fmt.Sprint(start, "-", i)
		game("of "+person, "finished", person)
		_, err := db.Say(ctx, store.Line{Table: "of " + person, Person: person, Command: "1", At: start, Text: "hello"}, 9)
		must(err)
	}
	must(db.AddPerson(ctx, store.Person{ID: "runs", Name: "runs", Created: start}, []byte("runs")))
	game("runs", "playing", "runs")
	for _, id := range []string{"away", "here"} {
		must(db.AddPerson(ctx, store.Person{ID: id, Name: id, Created: start}, []byte(id)))
		must(db.KeepName(ctx, store.Account{Person: id, Name: id, Folded: id, Kept: start}, store.Passkey{ID: []byte(id), Person: id, Data: []byte("k")}, store.Codes{}))
	}
	_, err := db.AddResult(ctx, rating.Result{Table: "rated", Game: "duel", At: start, Finishes: []rating.Finish{{Person: "away", Place: 1}, {Person: "here", Place: 2}}})
	must(err)
	must(db.AddReport(ctx, store.Report{ID: "report", By: "here", Person: "runs", Table: "runs", At: start, Lines: []store.Line{{Table: "runs", N: 1, Person: "runs", Text: "rude"}}}, 9))
	_, err = db.Decide(ctx, store.Deed{At: start, By: "here", Kind: "mute", Person: "runs", Until: start + day, Report: "report"})
	must(err)
}

// left returns which of the people are known.
func left(t *testing.T, db store.Store, guests int) (ids []string) {
	t.Helper()
	all := []string{"runs", "away", "here"}
	for i := range guests {
		all = append(all, fmt.Sprint(start, "-", i))
	}
	names, err := db.Names(t.Context(), all)
	if err != nil {
		t.Fatal(err)
	}
	for id := range names {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}

func quietly() *slog.Logger { return slog.New(slog.DiscardHandler) }

// What the table of retention says, with a clock that moves through it. Guests are forgotten only once that was announced for a while.
func TestRetention(t *testing.T) {
	bothStores(t, func(t *testing.T, db store.Store) {
		const guests = 70 // more than one batch
		ctx := t.Context()
		live(t, db, guests)
		now := start + 60*day // the program of before: guests have been away for two months
		var told []string
		k := keep.New(db, func() int64 { return now }, now, func(person string) { told = append(told, person) }, quietly())
		work := func() {
			t.Helper()
			if err := k.Work(ctx); err != nil {
				t.Fatal(err)
			}
		}
		work()
		announced, from := k.Announced()
		if announced != now || from != now+keep.Notice {
			t.Fatalf("announced at %d, from %d", announced, from)
		}
		for now < from-day {
			now += day + 1
			work()
		}
		if n := len(left(t, db, guests)); n != guests+3 {
			t.Fatalf("before the day that was announced %d people are left", n)
		}
		if err := db.Seen(ctx, []byte("here"), now); err != nil {
			t.Fatal(err)
		}
		if r, err := db.Report(ctx, "report"); err != nil || len(r.Lines) != 1 {
			t.Errorf("%+v, %v", r, err)
		}
		// A start with another program does not announce it anew, and says the same day.
		if again := keep.New(db, func() int64 { return now }, now, nil, quietly()); again.Work(ctx) != nil {
			t.Error("no second start")
		} else if _, same := again.Announced(); same != from {
			t.Errorf("from %d, and from %d after another start", from, same)
		}
		for range 10 { // not all on one day, should the clock be wrong
			now += day + 1
			work()
		}
		if got := left(t, db, guests); !reflect.DeepEqual(got, []string{"away", "here", "runs"}) {
			t.Errorf("left: %v", got)
		}
		if len(told) != guests || k.Stats().Removed["guests"] != guests {
			t.Errorf("told of %d, counted %v", len(told), k.Stats().Removed)
		}
		// Away is signed in nowhere any more, but is still there; here was here.
		for person, want := range map[string]int{"away": 0, "here": 1} {
			if tokens, err := db.Tokens(ctx, person); err != nil || len(tokens) != want {
				t.Errorf("%s: %v, %v", person, tokens, err)
			}
		}
		if r, err := db.Report(ctx, "report"); err != nil || len(r.Lines) != 0 {
			t.Errorf("lines around a report that was decided are kept: %+v, %v", r, err)
		}
		now = start + 366*day
		k = keep.New(db, func() int64 { return now }, now, nil, quietly())
		work()
		if _, err := db.Report(ctx, "report"); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("a report of a year ago: %v", err)
		}
		if list, err := db.Deeds(ctx, "", 0, 9); err != nil || len(list) != 0 {
			t.Errorf("deeds of a year ago: %v, %v", list, err)
		}
		// Games and results stay.
		u, err := db.Usage(ctx)
		if err != nil || u.Tables["finished"] != guests || u.Tables["playing"] != 1 || u.Lines != 0 {
			t.Errorf("%+v, %v", u, err)
		}
		if r, err := db.Result(ctx, "rated"); err != nil || len(r.Changes) != 2 {
			t.Errorf("%+v, %v", r, err)
		}
	})
}

// dying is a store whose server dies when five guests are gone.
type dying struct{ store.Store }

var errDead = errors.New("the server has died")

func (d dying) ExpireGuests(ctx context.Context, before int64, _ int) ([]string, error) {
	if _, err := d.Store.ExpireGuests(ctx, before, 5); err != nil {
		return nil, err
	}
	return nil, errDead
}

// A node that dies in the middle of sweeping has removed nothing wrong; another goes on when its lease has ended, and nobody sweeps beside it.
func TestASweeperDies(t *testing.T) {
	bothStores(t, func(t *testing.T, db store.Store) {
		const guests = 30
		ctx := t.Context()
		live(t, db, guests)
		now := start + 60*day
		if _, err := db.Announce(ctx, store.Retention, now-keep.Notice); err != nil {
			t.Fatal(err)
		}
		clock := func() int64 { return now }
		first := keep.New(dying{db}, clock, now, nil, quietly())
		if err := first.Work(ctx); !errors.Is(err, errDead) {
			t.Fatal(err)
		}
		if n := len(left(t, db, guests)); n != guests+3-5 {
			t.Fatalf("%d people are left", n)
		}
		second := keep.New(db, clock, now, nil, quietly())
		if err := second.Work(ctx); err != nil || len(second.Stats().Removed) > 0 {
			t.Fatalf("a second node sweeps beside it: %v, %v", second.Stats().Removed, err)
		}
		now += 16 * 60 * 1000
		if err := second.Work(ctx); err != nil || second.Stats().Removed["guests"] == 0 {
			t.Fatalf("the second node does not go on: %v, %v", second.Stats().Removed, err)
		}
		// Once a day is enough.
		did := second.Stats().Removed["guests"]
		for _, k := range []*keep.Keeper{keep.New(db, clock, now, nil, quietly()), second} {
			now += 60 * 60 * 1000
			if err := k.Work(ctx); err != nil {
				t.Fatal(err)
			}
		}
		if n := second.Stats().Removed["guests"]; n != did {
			t.Errorf("%d guests, then %d on the same day", did, n)
		}
		for range 3 {
			now += day + 1
			if err := second.Work(ctx); err != nil {
				t.Fatal(err)
			}
		}
		if got := left(t, db, guests); !reflect.DeepEqual(got, []string{"away", "here", "runs"}) {
			t.Errorf("%d people are left", len(got))
		}
		if u, err := db.Usage(ctx); err != nil || u.Tables["finished"] != guests {
			t.Errorf("%+v, %v", u, err)
		}
	})
}
