package move_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"mirabilia/rating"
	"mirabilia/store"
	"mirabilia/store/move"
	"mirabilia/store/postgres"
	"mirabilia/store/postgres/pgtest"
	"mirabilia/store/sqlite"
	"mirabilia/store/storetest"
)

var server *pgtest.Server

func TestMain(m *testing.M) {
	storetest.MemoryDisk()
	pgtest.Main(m, &server)
}

func newSQLite(t *testing.T) store.Moving {
	t.Helper()
	db, err := sqlite.Open(t.Context(), t.TempDir(), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func newPostgres(t *testing.T) store.Moving {
	t.Helper()
	name, err := server.NewDatabase(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	db, err := postgres.Open(t.Context(), server.URL(name), postgres.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

const (
	tables, results = 250, 210 // more than a page
	conduct         = 1 + 3    // reports and deeds
	tournaments     = 2
)

// fill puts into a store what occurs: tables of every kind, chat, people with and without tokens, programs.
func fill(t *testing.T, s store.Moving) {
	t.Helper()
	ctx := t.Context()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	for n := range tables {
		id := fmt.Sprintf("t%03d", n)
		b := &store.Batch{Entries: [][]byte{[]byte(`{"n":1}`), []byte("árvíztűrő")}, People: []store.Involved{{Person: "p0", Turn: n%2 == 0}, {Person: "p1"}},
			Row: store.Row{ID: id, Game: "duel", Status: []string{"lobby", "playing", "finished"}[n%3], Owner: "p0", Public: n%2 == 0, Open: n%3 == 0, Updated: int64(n), Wake: int64(n % 5), Data: []byte(`{"x":"ű"}`)}}
		must(s.Append(ctx, b))
		switch n % 4 {
		case 1: // a snapshot with entries after it
			more := *b
			more.Last, more.Entries, more.Snapshot = 2, [][]byte{[]byte("3")}, []byte{0, 255, 1}
			must(s.Append(ctx, &more))
			more.Last, more.Snapshot = 3, nil
			must(s.Append(ctx, &more))
		case 2: // archived
			more := *b
			more.Last, more.Entries, more.Rewrite, more.Base, more.Snapshot = 2, nil, true, 2, []byte("all")
			must(s.Append(ctx, &more))
		}
		for k := range n % 3 {
			_, err := s.Say(ctx, store.Line{Table: id, Person: "p1", Command: fmt.Sprintf("c%d", k), At: 7, Text: "hé 🏛"}, 99)
			must(err)
		}
		if n%5 == 0 {
			_, err := s.PutAnalysis(ctx, store.Analysis{Table: id, Person: "p1", At: 8, Net: "net", Depth: int64(n), Data: []byte{0, 1, 255}})
			must(err)
		}
	}
	for n := range 210 {
		must(s.AddPerson(ctx, store.Person{ID: fmt.Sprint("p", n), Name: "Név", Created: int64(n)}, fmt.Appendf(nil, "hash%d", n)))
	}
	must(s.AddPerson(ctx, store.Person{ID: "a-program", Name: "Bot", Owner: "p7", Created: 3}, []byte{0, 1, 255}))
	must(s.Seen(ctx, []byte("hash3"), 99))
	for n := 10; n < 13; n++ {
		id := fmt.Sprint("p", n)
		key := func(k int) store.Passkey {
			return store.Passkey{ID: fmt.Appendf(nil, "key%d of %s", k, id), Person: id, Name: "kulcs", Data: []byte{0, 255}, Created: int64(k), Used: 7}
		}
		must(s.KeepName(ctx, store.Account{Person: id, Name: "Fő " + id, Folded: "fo" + id, Kept: 5, Renamed: int64(n)}, key(1), store.Codes{Salt: []byte("salt"), Hashes: [][]byte{{2}, {1}}}))
		must(s.AddPasskey(ctx, key(2), 9))
		must(s.AddToken(ctx, id, store.Token{Hash: []byte("second of " + id), Seen: 8, Agent: "Firefox", Verified: 8}))
	}
	_, err := s.Shun(ctx, store.Shunned{Person: "p3", Other: "p4", Blocked: true, Since: 6}, 9)
	must(err)
	must(s.Subscribe(ctx, store.Subscription{ID: "s3", Person: "p3", Token: []byte("hash3"), Endpoint: "https://push.example/ő", Key: []byte{4, 255}, Auth: []byte{0}, Created: 1, Seen: 2, Reached: 3}, 9))
	must(s.SetNotices(ctx, "p3", []byte{0, 255}))
	_, err = s.PushKeys(ctx, []byte{0, 1})
	must(err)
	_, err = s.Shun(ctx, store.Shunned{Person: "p3", Other: "p200", Since: 7}, 9)
	must(err)
	must(s.AddReport(ctx, store.Report{ID: "r1", By: "p3", Person: "p4", Reason: "words", Text: "ő", Table: "t001", At: 5, Lines: []store.Line{{Table: "t001", N: 1, Person: "p4", At: 4, Text: "x"}}}, 9))
	for n := range 3 {
		_, err := s.Decide(ctx, store.Deed{At: int64(n), By: "console", Kind: []string{store.DeedHost, "mute", "dismiss"}[n], Person: "p11", Until: int64(9 * n), Reason: "why", Report: []string{"", "", "r1"}[n]})
		must(err)
	}
	_, err = s.Announce(ctx, store.Retention, 77)
	must(err)
	for n := range results {
		people := []string{"p10", "p11", "p12"}
		r := rating.Result{Table: fmt.Sprint("r", n), Game: "duel", At: int64(1000 * n)}
		for place, p := range []string{people[n%3], people[(n+1+n%2)%3]} {
			r.Finishes = append(r.Finishes, rating.Finish{Person: p, Place: place + 1})
		}
		_, err := s.AddResult(ctx, r)
		must(err)
	}
	for n := range tournaments {
		b := &store.TournamentBatch{Entries: [][]byte{[]byte("1"), []byte("2")}, Row: store.Tournament{ID: fmt.Sprint("cup", n), Public: n == 0, Over: n > 0, Begins: 5, Wake: int64(1 - n), Data: []byte("{}")}, Add: []string{"p1", "p2"}}
		must(s.AppendTournament(ctx, b))
	}
	_, _, err = store.Refit(ctx, s, "r7")
	must(err)
	must(s.PlaceBots(ctx, store.BotPlace{Game: "duel", Month: "2026-11", Placing: rating.Placing{Points: -7.25, Games: 201}, At: 9}))
	must(s.Forget(ctx, "p12", 99))
	_, err = s.RemoveTokens(ctx, "p4")
	must(err)
	_, err = s.Heartbeat(ctx, 12345)
	must(err)
}

// dump is everything in a store.
func dump(t *testing.T, s store.Moving) (all []any) {
	t.Helper()
	for after := ""; ; {
		ids, err := s.TablesAfter(t.Context(), after, 97)
		if err != nil {
			t.Fatal(err)
		}
		if len(ids) == 0 {
			break
		}
		for _, id := range ids {
			w, err := s.Whole(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			analysis := w.Analysis
			w.Analysis = nil // a pointer, which differs
			all, after = append(all, fmt.Sprintf("%+v %+v", *w, analysis)), id
		}
	}
	people, err := s.PeopleAfter(t.Context(), "", 1000)
	if err != nil {
		t.Fatal(err)
	}
	at, err := s.LastHeartbeat(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	rated, err := s.ResultsAfter(t.Context(), 0, 1000)
	if err != nil {
		t.Fatal(err)
	}
	reports, err := s.ReportsAfter(t.Context(), "", 1000)
	if err != nil {
		t.Fatal(err)
	}
	deeds, err := s.DeedsAfter(t.Context(), 0, 1000)
	if err != nil {
		t.Fatal(err)
	}
	if keys, err := s.PushKeys(t.Context(), nil); err != nil || len(keys) != 2 {
		t.Fatalf("keys for push services: %v, %v", keys, err)
	}
	announced, err := s.Announce(t.Context(), store.Retention, 0)
	if err != nil || announced != 77 || len(reports)+len(deeds) != conduct {
		t.Fatalf("announced at %d, %d reports, %d deeds, %v", announced, len(reports), len(deeds), err)
	}
	places, err := s.BotPlaces(t.Context())
	if err != nil || len(places) != 1 {
		t.Fatalf("places of bots: %v, %v", places, err)
	}
	text := fmt.Sprintf("%+v\n%+v\n%+v\n%+v\n", rated, reports, deeds, places)
	cups, err := s.TournamentsAfter(t.Context(), "", 1000)
	if err != nil || len(cups) != tournaments {
		t.Fatalf("%d tournaments, %v", len(cups), err)
	}
	for _, c := range cups {
		entries, err := s.TournamentEntries(t.Context(), c.ID, 0)
		if err != nil {
			t.Fatal(err)
		}
		concerned, err := s.TournamentPeople(t.Context(), c.ID)
		if err != nil {
			t.Fatal(err)
		}
		text += fmt.Sprintf("%+v %s %v\n", c, entries, concerned)
	}
	for _, p := range people {
		ratings, err := s.RatingsOf(t.Context(), p.ID)
		if err != nil {
			t.Fatal(err)
		}
		text += fmt.Sprintf("%+v\n", ratings)
		var a store.Account
		if p.Account != nil {
			a = *p.Account
		}
		p.Account = nil
		text += fmt.Sprintf("%+v %+v\n", p, a)
	}
	return append(all, text, at)
}

// stopping is a store that fails after some tables.
type stopping struct {
	store.Moving
	left int
}

var errStopped = errors.New("stopped")

func (s *stopping) Put(ctx context.Context, w *store.Whole) error {
	if s.left--; s.left < 0 {
		return errStopped
	}
	return s.Moving.Put(ctx, w)
}

// TestBothWays: everything arrives, in both directions, also when a move is interrupted half-way and taken up by a second one.
func TestBothWays(t *testing.T) {
	for name, c := range map[string]struct{ from, to func(*testing.T) store.Moving }{
		"to PostgreSQL": {newSQLite, newPostgres}, "to SQLite": {newPostgres, newSQLite},
	} {
		t.Run(name, func(t *testing.T) {
			from, to := c.from(t), c.to(t)
			fill(t, from)
			want := dump(t, from)
			if len(want) != tables+2 {
				t.Fatalf("%d things", len(want))
			}
			if _, err := move.All(t.Context(), from, &stopping{to, 100}, nil); !errors.Is(err, errStopped) {
				t.Fatal(err)
			}
			r, err := move.All(t.Context(), from, to, nil)
			if err != nil || r.Tables != tables || r.People != 210 || r.Results != results || r.Copied != tables-100+results+conduct+tournaments {
				t.Errorf("%+v, %v", r, err)
			}
			if got := dump(t, to); !reflect.DeepEqual(got, want) {
				for i := range want {
					if !reflect.DeepEqual(got[i], want[i]) {
						t.Fatalf("thing %d is %+v, want %+v", i, got[i], want[i])
					}
				}
			}
			if r, err := move.All(t.Context(), from, to, nil); err != nil || r.Copied != 0 {
				t.Errorf("again: %+v, %v", r, err)
			}
			// What is there goes on as it would have.
			if err := to.Append(t.Context(), &store.Batch{Last: 2, Entries: [][]byte{[]byte("3")}, Row: store.Row{ID: "t002"}}); err != nil {
				t.Error(err)
			}
			if err := to.Append(t.Context(), &store.Batch{Last: 1, Entries: [][]byte{[]byte("3")}, Row: store.Row{ID: "t000"}}); !errors.Is(err, store.ErrTaken) {
				t.Error(err)
			}
		})
	}
}

// TestOtherData: a target that belongs to another server is refused and left alone.
func TestOtherData(t *testing.T) {
	from, to := newSQLite(t), newPostgres(t)
	fill(t, from)
	if err := to.AddPerson(t.Context(), store.Person{ID: "stranger"}, []byte("x")); err != nil {
		t.Fatal(err)
	}
	if _, err := move.All(t.Context(), from, to, nil); err == nil || !strings.Contains(err.Error(), "already holds other data (person stranger)") {
		t.Error(err)
	}
	if u, err := to.Usage(t.Context()); err != nil || u.People != 1 || len(u.Tables) != 0 {
		t.Errorf("%+v, %v", u, err)
	}
}
