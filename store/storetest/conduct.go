package storetest

import (
	"errors"
	"fmt"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"

	"mirabilia/store"
)

// idsOf returns the ids of reports.
func idsOf(t *testing.T, s store.Store, q store.ReportQuery) (ids []string) {
	t.Helper()
	q.Limit = 99
	list, err := s.Reports(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range list {
		ids = append(ids, r.ID)
	}
	return ids
}

func wantIDs(t *testing.T, s store.Store, q store.ReportQuery, want ...string) {
	t.Helper()
	if got := idsOf(t, s, q); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v: %v, want %v", q, got, want)
	}
}

func reports(t *testing.T, s store.Store, reopen func() store.Store) {
	ctx := t.Context()
	for _, id := range []string{"p1", "p2", "p3"} {
		guest(t, s, id, "guest")
	}
	first := store.Report{ID: "a", By: "p1", Person: "p2", Reason: "words", Text: "árvíztűrő", Table: "t", At: 10,
		Lines: []store.Line{{Table: "t", N: 4, Person: "p2", At: 8, Text: "one"}, {Table: "t", N: 7, Person: "p3", At: 9, Text: "two"}}}
	add := func(r store.Report, want error) {
		t.Helper()
		if err := s.AddReport(ctx, r, 2); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", r.ID, err, want)
		}
	}
	add(first, nil)
	add(store.Report{ID: "b", By: "p1", Person: "p2", Table: "t"}, store.ErrTaken)
	add(store.Report{ID: "b", By: "p1", Person: "p9"}, store.ErrNotFound)
	add(store.Report{ID: "b", By: "p1", Person: "p2", At: 20}, nil)
	add(store.Report{ID: "c", By: "p1", Person: "p3"}, store.ErrTooMany)
	add(store.Report{ID: "c", By: "p3", Person: "p2", Table: "t", At: 15}, nil)
	s = reopen()
	if got, err := s.Report(ctx, "a"); err != nil || !reflect.DeepEqual(got, first) {
		t.Errorf("%+v, %v; want %+v", got, err, first)
	}
	_, err := s.Report(ctx, "z")
	wantError(t, "no report", err, store.ErrNotFound)
	wantIDs(t, s, store.ReportQuery{}, "b", "c", "a")
	if _, err := s.Decide(ctx, store.Deed{At: 30, By: "p3", Kind: "dismiss", Person: "p2", Report: "a"}); err != nil {
		t.Fatal(err)
	}
	_, err = s.Decide(ctx, store.Deed{At: 31, By: "p3", Kind: "mute", Person: "p2", Report: "a"})
	wantError(t, "decided twice", err, store.ErrTaken)
	if list, err := s.Deeds(ctx, "", 0, 9); err != nil || len(list) != 1 {
		t.Errorf("what was refused is in the journal: %v, %v", list, err)
	}
	wantIDs(t, s, store.ReportQuery{Open: true}, "b", "c")
	wantIDs(t, s, store.ReportQuery{By: "p1"}, "b", "a")
	wantIDs(t, s, store.ReportQuery{Person: "p2", Open: true, By: "p3"}, "c")
	// Another about the same, and one more, can follow once it is decided.
	add(store.Report{ID: "d", By: "p1", Person: "p2", Table: "t", At: 40}, nil)
	// An author who is forgotten leaves the reports without the words; reports on somebody go with them, and so do their lines elsewhere.
	if err := s.Forget(ctx, "p3", 0); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Report(ctx, "c"); err != nil || got.By != "" || got.Text != "" || got.Person != "p2" {
		t.Errorf("%+v, %v", got, err)
	}
	if got, err := s.Report(ctx, "a"); err != nil || len(got.Lines) != 1 || got.Lines[0].Text != "one" {
		t.Errorf("%+v, %v", got, err)
	}
	if err := s.Forget(ctx, "p2", 0); err != nil {
		t.Fatal(err)
	}
	wantIDs(t, s, store.ReportQuery{})
}

func deeds(t *testing.T, s store.Store, reopen func() store.Store) {
	ctx := t.Context()
	keep(t, s, "p1", "Fanni", "fanni")
	keep(t, s, "p2", "Hanna", "hanna")
	decide := func(d store.Deed) store.Deed {
		t.Helper()
		done, err := s.Decide(ctx, d)
		if err != nil {
			t.Fatal(err)
		}
		return done
	}
	hosts := func(want ...string) {
		t.Helper()
		if got, err := s.Hosts(ctx); err != nil || len(got)+len(want) > 0 && !reflect.DeepEqual(got, want) {
			t.Errorf("hosts: %v, %v; want %v", got, err, want)
		}
	}
	one := decide(store.Deed{At: 5, By: "console", Kind: store.DeedHost, Person: "p1", Reason: "mine"})
	decide(store.Deed{At: 6, By: "console", Kind: store.DeedHost, Person: "p1", Reason: "again"})
	hosts("p1")
	_, err := s.Decide(ctx, store.Deed{Kind: "mute", Person: "p9"})
	wantError(t, "nobody", err, store.ErrNotFound)
	three := decide(store.Deed{At: 7, By: "p1", Kind: "mute", Person: "p2", Until: 99, Reason: "rude"})
	if one.N != 1 || three.N != 3 {
		t.Errorf("numbers %d and %d", one.N, three.N)
	}
	for _, c := range []struct {
		person, hash string
		want         store.Person
	}{{"p1", "hash of p1", store.Person{Measured: true, Host: true}}, {"p2", "hash of p2", store.Person{Measured: true}}} {
		if p, _, err := s.PersonByToken(ctx, []byte(c.hash)); err != nil || p.Host != c.want.Host || p.Measured != c.want.Measured {
			t.Errorf("%+v, %v", p, err)
		}
	}
	s = reopen()
	if got, err := s.Deeds(ctx, "p2", 0, 9); err != nil || !reflect.DeepEqual(got, []store.Deed{three}) {
		t.Errorf("%v, %v", got, err)
	}
	if got, err := s.Deeds(ctx, "", 3, 1); err != nil || len(got) != 1 || got[0].N != 2 {
		t.Errorf("%v, %v", got, err)
	}
	decide(store.Deed{At: 8, By: "console", Kind: store.DeedNoHost, Person: "p1", Reason: "enough"})
	hosts()
	// A program is measured with its owner.
	if err := s.AddPerson(ctx, store.Person{ID: "program", Name: "program", Owner: "p2"}, []byte("program")); err != nil {
		t.Fatal(err)
	}
	if p, _, err := s.PersonByToken(ctx, []byte("program")); err != nil || !p.Measured {
		t.Errorf("%+v, %v", p, err)
	}
	// Numbers given at the same moment differ.
	var wg sync.WaitGroup
	var seen sync.Map
	var twice atomic.Int32
	for i := range 8 {
		wg.Go(func() {
			d, err := s.Decide(ctx, store.Deed{At: 10, By: "p1", Kind: "warn", Person: "p2", Reason: fmt.Sprint(i)})
			if err != nil {
				t.Error(err)
			}
			if _, there := seen.LoadOrStore(d.N, true); there {
				twice.Add(1)
			}
		})
	}
	wg.Wait()
	if twice.Load() > 0 {
		t.Errorf("%d numbers were given twice", twice.Load())
	}
	// Whoever is forgotten leaves the journal with its numbers, but without them.
	if err := s.Forget(ctx, "p2", 0); err != nil {
		t.Fatal(err)
	}
	if err := s.Forget(ctx, "p1", 0); err != nil {
		t.Fatal(err)
	}
	list, err := s.Deeds(ctx, "", 0, 99)
	if err != nil || len(list) != 12 {
		t.Fatalf("%d deeds, %v", len(list), err)
	}
	for _, d := range list {
		if d.Person != "" || d.Reason != "" || d.By == "p1" {
			t.Errorf("%+v", d)
		}
	}
	guest(t, s, "p3", "guest")
	if p, _, err := s.PersonByToken(ctx, []byte("hash of p3")); err != nil || p.Measured {
		t.Errorf("somebody else is measured for it: %+v, %v", p, err)
	}
}

func found(t *testing.T, s store.Store, _ func() store.Store) {
	ctx := t.Context()
	keep(t, s, "p1", "Fánni", "fanni")
	if err := s.AddPerson(ctx, store.Person{ID: "p2", Name: "Stefan_%", Created: 5}, []byte("two")); err != nil {
		t.Fatal(err)
	}
	if err := s.AddPerson(ctx, store.Person{ID: "program", Name: "Fan", Owner: "p1"}, []byte("program")); err != nil {
		t.Fatal(err)
	}
	if err := s.Seen(ctx, []byte("two"), 77); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[[2]string][]string{{"", ""}: {"p2", "p1"}, {"fan", "fan"}: {"p2", "p1"}, {"fán", "fan"}: {"p1"}, {"%", ""}: {"p2"}, {"nobody", "nobody"}: nil} {
		list, err := s.Find(ctx, text[0], text[1], 9)
		if err != nil {
			t.Fatal(err)
		}
		var ids []string
		for _, f := range list {
			ids = append(ids, f.ID)
			if f.ID == "p2" && (f.Seen != 77 || f.Kept || f.Created != 5) || f.ID == "p1" && !f.Kept {
				t.Errorf("%+v", f)
			}
		}
		if !reflect.DeepEqual(ids, want) {
			t.Errorf("%v: %v, want %v", text, ids, want)
		}
	}
}

// oldGuests: guests go who were not here for long and are at no table that is not over; with them goes what they said and what is theirs.
func oldGuests(t *testing.T, s store.Store, _ func() store.Store) {
	ctx := t.Context()
	table := func(id, status string, people ...string) {
		b := row(id, "duel", status, true, 50, 0)
		for _, p := range people {
			b.People = append(b.People, store.Involved{Person: p})
		}
		add(t, s, b)
	}
	for _, id := range []string{"gone", "back", "playing", "waits", "plays with a program", "no token"} {
		guest(t, s, id, id)
	}
	keep(t, s, "kept", "Fanni", "fanni")
	if err := s.AddPerson(ctx, store.Person{ID: "new", Name: "new", Created: 200}, []byte("new")); err != nil {
		t.Fatal(err)
	}
	if err := s.AddPerson(ctx, store.Person{ID: "program", Name: "program", Owner: "plays with a program", Created: 1}, []byte("program")); err != nil {
		t.Fatal(err)
	}
	for _, hash := range []string{"hash of back", "program"} {
		if err := s.Seen(ctx, []byte(hash), 100); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.RemoveTokens(ctx, "no token"); err != nil {
		t.Fatal(err)
	}
	table("t1", "finished", "gone", "kept")
	table("t2", "playing", "playing")
	table("t3", "lobby", "waits")
	say(t, s, store.Line{Table: "t1", Person: "gone", Command: "1", Text: "hello"})
	say(t, s, store.Line{Table: "t1", Person: "kept", Command: "1", Text: "hi"})
	if _, err := s.Shun(ctx, store.Shunned{Person: "kept", Other: "gone", Blocked: true}, 9); err != nil {
		t.Fatal(err)
	}
	first, err := s.ExpireGuests(ctx, 100, 1)
	if err != nil || len(first) != 1 {
		t.Fatalf("%v, %v", first, err)
	}
	rest, err := s.ExpireGuests(ctx, 100, 9)
	if err != nil || len(rest) != 1 || first[0]+rest[0] != "gone"+"no token" && first[0]+rest[0] != "no token"+"gone" {
		t.Errorf("%v and %v, %v", first, rest, err)
	}
	if names, err := s.Names(ctx, []string{"gone", "no token", "back", "playing", "waits", "plays with a program", "program", "kept", "new"}); err != nil || len(names) != 7 || names["gone"]+names["no token"] != "" {
		t.Errorf("left: %v, %v", names, err)
	}
	if said, err := s.Said(ctx, "t1", 9); err != nil || len(said) != 1 || said[0].Person != "kept" {
		t.Errorf("%v, %v", said, err)
	}
	if rows, err := s.OfPerson(ctx, "kept", "finished", 9); err != nil || len(rows) != 1 {
		t.Errorf("the game is gone: %v, %v", rows, err)
	}
	if list, err := s.Shunned(ctx, "kept"); err != nil || len(list) != 0 {
		t.Errorf("%v, %v", list, err)
	}
	_, _, err = s.PersonByToken(ctx, []byte("hash of gone"))
	wantError(t, "a guest who is gone", err, store.ErrNotFound)
	if again, err := s.ExpireGuests(ctx, 100, 9); err != nil || len(again) != 0 {
		t.Errorf("%v, %v", again, err)
	}
}

func oldReports(t *testing.T, s store.Store, _ func() store.Store) {
	ctx := t.Context()
	guest(t, s, "p1", "guest")
	guest(t, s, "p2", "guest")
	for i, id := range []string{"a", "b", "c"} {
		r := store.Report{ID: id, By: "p1", Person: "p2", Table: id, At: int64(10 * i), Lines: []store.Line{{Table: id, N: 1, Person: "p2", Text: "one"}, {Table: id, N: 2, Person: "p2", Text: "two"}}}
		if err := s.AddReport(ctx, r, 9); err != nil {
			t.Fatal(err)
		}
	}
	decide := func(d store.Deed) {
		t.Helper()
		d.Person = "p2"
		if _, err := s.Decide(ctx, d); err != nil {
			t.Fatal(err)
		}
	}
	decide(store.Deed{At: 40, Kind: "dismiss", Report: "a"})
	decide(store.Deed{At: 60, Kind: "mute", Report: "b", Until: 500})
	for _, limit := range []int{1, 9} {
		if n, err := s.ExpireReportLines(ctx, 50, limit); err != nil || n != 1 {
			t.Errorf("%d lines, %v", n, err)
		}
	}
	for id, want := range map[string]int{"a": 0, "b": 2, "c": 2} {
		if r, err := s.Report(ctx, id); err != nil || len(r.Lines) != want {
			t.Errorf("%s: %+v, %v", id, r, err)
		}
	}
	if n, err := s.ExpireReports(ctx, 15, 9); err != nil || n != 2 {
		t.Errorf("%d reports, %v", n, err)
	}
	wantIDs(t, s, store.ReportQuery{}, "c")

	// The mute of before lasts until 500; it was lifted at 70. Lifting must not be forgotten before what it lifts.
	decide(store.Deed{At: 70, Kind: "mute"})
	decide(store.Deed{At: 80, Kind: "close", Until: 1000})
	decide(store.Deed{At: 90, Kind: "warn", Until: 95})
	left := func(want ...int64) {
		t.Helper()
		list, err := s.Deeds(ctx, "p2", 0, 99)
		var numbers []int64
		for _, d := range list {
			numbers = append(numbers, d.N)
		}
		if err != nil || !reflect.DeepEqual(numbers, want) {
			t.Errorf("%v, %v; want %v", numbers, err, want)
		}
	}
	expire := func(want int) {
		t.Helper()
		if n, err := s.ExpireDeeds(ctx, 89, 100, 9); err != nil || n != want {
			t.Errorf("%d deeds, %v; want %d", n, err, want)
		}
	}
	left(5, 4, 3, 2, 1)
	expire(2) // the report that needed nothing, and the mute that was lifted
	left(5, 4, 3)
	expire(1) // its lifting
	left(5, 4)
	expire(0) // what lasts stays, and what is not old
}

func announcements(t *testing.T, s store.Store, reopen func() store.Store) {
	ctx := t.Context()
	ask := func(at, want int64) {
		t.Helper()
		if got, err := s.Announce(ctx, "x", at); err != nil || got != want {
			t.Errorf("announced at %d, %v; want %d", got, err, want)
		}
	}
	ask(0, 0)
	ask(50, 50)
	ask(70, 50)
	s = reopen()
	ask(0, 50)
}
