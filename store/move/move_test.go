package move_test

import (
	"errors"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

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

// place is where a store is, and opens it.
type place struct {
	shared bool
	where  string
}

func newSQLite(t *testing.T) place { return place{where: t.TempDir()} }

func newPostgres(t *testing.T) place {
	t.Helper()
	name, err := server.NewDatabase(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return place{true, server.URL(name)}
}

type opened interface {
	store.Store
	move.Raw
}

// open opens the store as a server does, or for a move.
func (p place) open(t *testing.T, moving bool) (db opened, err error) {
	t.Helper()
	if p.shared {
		return postgres.Open(t.Context(), p.where, postgres.Options{Moving: moving})
	}
	return sqlite.Open(t.Context(), p.where, sqlite.Options{Moving: moving})
}

// use lets f work with the store as a server does.
func (p place) use(t *testing.T, f func(db opened)) {
	t.Helper()
	db, err := p.open(t, false)
	if err != nil {
		t.Fatal(err)
	}
	f(db)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

// peek lets f read the store without using it.
func (p place) peek(t *testing.T, f func(db opened)) {
	t.Helper()
	db, err := p.open(t, true)
	if err != nil {
		t.Fatal(err)
	}
	f(db)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

// side opens the store for a move.
func (p place) side(t *testing.T) (*move.Side, func()) {
	t.Helper()
	db, err := p.open(t, true)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := db.Raw(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return &move.Side{Name: p.where, Shared: p.shared, DB: raw}, func() {
		if err := errors.Join(raw.Close(), db.Close()); err != nil {
			t.Error(err)
		}
	}
}

// filledOnce are stores that are full and that no test changes, by their kind.
var filledOnce = map[bool]place{}

// filled returns such a store.
func filled(t *testing.T, shared bool) place {
	t.Helper()
	p, ok := filledOnce[shared]
	if ok {
		return p
	}
	if shared {
		p = newPostgres(t)
	} else {
		folder, err := os.MkdirTemp(os.TempDir(), "filled")
		if err != nil {
			t.Fatal(err)
		}
		p = place{where: folder}
	}
	p.use(t, func(db opened) { fill(t, db) })
	filledOnce[shared] = p
	return p
}

// migrate moves everything, so many rows at once.
func migrate(t *testing.T, from, to place, atOnce int, progress func(move.Report) error) (move.Report, error) {
	t.Helper()
	source, closeSource := from.side(t)
	defer closeSource()
	target, closeTarget := to.side(t)
	defer closeTarget()
	target.WriteAtOnce(atOnce)
	return move.All(t.Context(), source, target, progress)
}

const (
	tables, results = 250, 210 // more than a page
	tournaments     = 2
)

// fill puts into a store what occurs: tables of every kind, chat, people with and without tokens, programs.
func fill(t *testing.T, s store.Store) {
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
		must(s.AddPasskey(ctx, key(2), 9, 0))
		_, err := s.Enter(ctx, store.Entrance{Person: id, Token: store.Token{Hash: []byte("second of " + id), Seen: 8, Agent: "Firefox", Verified: 8, Limited: 9}})
		must(err)
		_, err = s.Raise(ctx, store.Raising{Person: id, Keep: []byte("second of " + id), Why: store.EndedByAll, At: 9})
		must(err)
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
	must(s.Wait(ctx, store.Waiting{Kind: "k", Key: "q", Person: "p3", Data: []byte{}, Deadline: 1 << 50}, 1))
	_, err = s.Heartbeat(ctx, 12345)
	must(err)
}

// dump is everything in a store, as it answers.
func dump(t *testing.T, s store.Store) (all []string) {
	t.Helper()
	ctx := t.Context()
	add := func(what string, v any, err error) {
		t.Helper()
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			t.Fatalf("%s: %v", what, err)
		}
		all = append(all, fmt.Sprintf("%s: %+v", what, v))
	}
	for n := range tables {
		id := fmt.Sprintf("t%03d", n)
		l, err := s.Load(ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		add(id, *l, nil)
		entries, err := s.Entries(ctx, id, 0)
		add("entries", entries, err)
		chat, err := s.Said(ctx, id, 99)
		add("chat", chat, err)
		analyses, err := s.Analyses(ctx, id)
		add("analyses", analyses, err)
	}
	people := []string{"a-program"}
	for n := range 210 {
		people = append(people, fmt.Sprint("p", n))
	}
	for _, id := range people {
		p, err := s.Person(ctx, id)
		add(id, p, err)
		a, err := s.Account(ctx, id)
		add("account", a, err)
		keys, err := s.Passkeys(ctx, id)
		add("passkeys", keys, err)
		codes, err := s.Codes(ctx, id)
		add("codes", codes, err)
		tokens, err := s.Tokens(ctx, id)
		add("tokens", tokens, err)
		friends, err := s.FriendsOf(ctx, id)
		add("friends", friends, err)
		shunned, err := s.Shunned(ctx, id)
		add("shunned", shunned, err)
		devices, err := s.Subscriptions(ctx, id)
		add("devices", devices, err)
		notices, err := s.Notices(ctx, id)
		add("notices", notices, err)
		ratings, err := s.RatingsOf(ctx, id)
		add("ratings", ratings, err)
		scores, err := s.Scores(ctx, id)
		add("scores", scores, err)
		programs, err := s.Programs(ctx, id)
		add("programs", programs, err)
		if id == "p0" || id == "p1" {
			involved, err := s.OfPerson(ctx, id, "", 999)
			add("tables of "+id, involved, err)
		}
	}
	rated, err := s.ResultsAfter(ctx, 0, 1000)
	add("results", rated, err)
	reports, err := s.Reports(ctx, store.ReportQuery{Person: "p4", Limit: 99})
	add("reports", reports, err)
	deeds, err := s.Deeds(ctx, "", 0, 99)
	add("deeds", deeds, err)
	keys, err := s.PushKeys(ctx, nil)
	add("keys for push services", keys, err)
	announced, err := s.Announce(ctx, store.Retention, 0)
	add("announced", announced, err)
	places, err := s.BotPlaces(ctx)
	add("places of bots", places, err)
	waiting, err := s.WaitingOf(ctx, "k", "", 1)
	add("waiting", waiting, err)
	free, err := s.NameFree(ctx, "fo p12", "other", 98)
	add("a name that is held back", free, err)
	for n := range tournaments {
		id := fmt.Sprint("cup", n)
		entries, err := s.TournamentEntries(ctx, id, 0)
		add(id, entries, err)
		concerned, err := s.TournamentPeople(ctx, id)
		add("people", concerned, err)
	}
	for _, over := range []bool{false, true} {
		list, err := s.Tournaments(ctx, store.TournamentQuery{Over: over, Limit: 9})
		add("tournaments", list, err)
	}
	usage, err := s.Usage(ctx)
	usage.Bytes = 0
	add("usage", usage, err)
	return all
}

func differ(t *testing.T, got, want []string) {
	t.Helper()
	for i := range want {
		if i >= len(got) || got[i] != want[i] {
			t.Fatalf("thing %d is %s, want %s", i, got[min(i, len(got)-1)], want[i])
		}
	}
	if len(got) != len(want) {
		t.Fatalf("%d things, want %d", len(got), len(want))
	}
}

// ways are those between the kinds of stores, and allWays those within a kind, too.
var (
	ways    = map[string]struct{ from, to bool }{"to PostgreSQL": {false, true}, "to SQLite": {true, false}}
	allWays = map[string]struct{ from, to bool }{"to PostgreSQL": {false, true}, "to SQLite": {true, false}, "to another folder": {}, "to another database": {true, true}}
)

// empty returns a new store.
func empty(t *testing.T, shared bool) place {
	if shared {
		return newPostgres(t)
	}
	return newSQLite(t)
}

// TestAllWays: everything arrives, from any store to any other. What is there goes on as it would have; then nothing is moved over it any more.
func TestAllWays(t *testing.T) {
	for name, c := range allWays {
		t.Run(name, func(t *testing.T) {
			from, to := filled(t, c.from), empty(t, c.to)
			var want []string
			from.peek(t, func(db opened) { want = dump(t, db) })
			r, err := migrate(t, from, to, 0, nil)
			if err != nil || r.Tables != tables || r.People != 210 || r.Copied != r.Rows || r.Rows < 2000 || r.Removed != 0 {
				t.Fatalf("%+v, %v", r, err)
			}
			if r, err := migrate(t, from, to, 0, nil); err != nil || r.Copied != 0 || r.Removed != 0 {
				t.Errorf("again: %+v, %v", r, err)
			}
			to.peek(t, func(db opened) { differ(t, dump(t, db), want) })
			from.peek(t, func(db opened) { differ(t, dump(t, db), want) })
			to.use(t, func(db opened) {
				if err := db.Append(t.Context(), &store.Batch{Last: 2, Entries: [][]byte{[]byte("3")}, Row: store.Row{ID: "t002"}}); err != nil {
					t.Error(err)
				}
				if err := db.Append(t.Context(), &store.Batch{Last: 1, Entries: [][]byte{[]byte("3")}, Row: store.Row{ID: "t000"}}); !errors.Is(err, store.ErrTaken) {
					t.Error(err)
				}
				if rated, err := db.AddResult(t.Context(), rating.Result{Table: "next", Game: "duel", At: 1 << 40, Finishes: []rating.Finish{{Person: "p10", Place: 1}, {Person: "p11", Place: 2}}}); err != nil || rated.Seq != results+1 {
					t.Errorf("the next result: %+v, %v", rated, err)
				}
			})
			if _, err := migrate(t, from, to, 0, nil); !errors.Is(err, move.ErrOtherData) || !strings.Contains(err.Error(), "has been in use since") {
				t.Errorf("over what was played since: %v", err)
			}
			to.use(t, func(db opened) {
				if l, err := db.Load(t.Context(), "t002"); err != nil || l.Last != 3 {
					t.Errorf("%+v, %v", l, err)
				}
			})
		})
	}
}

// TestStoppedMove: a move that is stopped after any of its writes leaves a target on which no server starts, and that the next one completes.
func TestStoppedMove(t *testing.T) {
	for name, c := range ways {
		t.Run(name, func(t *testing.T) {
			from := filled(t, c.from)
			var want []string
			from.peek(t, func(db opened) { want = dump(t, db) })
			errStopped := errors.New("stopped")
			for _, after := range []int{0, 7, 30} {
				to := empty(t, c.to)
				writes := 0
				if _, err := migrate(t, from, to, 50, func(move.Report) error {
					if writes++; writes > after {
						return errStopped
					}
					return nil
				}); !errors.Is(err, errStopped) {
					t.Fatal(err)
				}
				if db, err := to.open(t, false); !errors.Is(err, store.ErrHalfMoved) || !strings.Contains(err.Error(), from.where) {
					t.Errorf("after %d writes a server starts: %v", after, err)
					if err == nil {
						db.Close()
					}
				}
				if _, err := migrate(t, to, newSQLite(t), 50, nil); !errors.Is(err, store.ErrHalfMoved) {
					t.Errorf("half of the data is moved on: %v", err)
				}
				if r, err := migrate(t, from, to, 50, nil); err != nil || r.Copied == 0 || r.Copied >= r.Rows || r.Removed != 0 {
					t.Errorf("%+v, %v", r, err)
				}
				to.use(t, func(db opened) { differ(t, dump(t, db), want) })
			}
		})
	}
}

// TestRehearsal: after a move that nobody used, the source goes on: games, a tournament, a report that is decided, a guest who is forgotten. The next move brings the target up to that.
func TestRehearsal(t *testing.T) {
	for name, c := range ways {
		t.Run(name, func(t *testing.T) {
			from, to := empty(t, c.from), empty(t, c.to)
			from.use(t, func(db opened) { fill(t, db) })
			if _, err := migrate(t, from, to, 0, nil); err != nil {
				t.Fatal(err)
			}
			var want []string
			from.use(t, func(db opened) {
				must := func(err error) {
					t.Helper()
					if err != nil {
						t.Fatal(err)
					}
				}
				must(db.Append(t.Context(), &store.Batch{Last: 2, Entries: [][]byte{[]byte("3")}, Row: store.Row{ID: "t000", Status: "finished"}}))
				must(db.Append(t.Context(), &store.Batch{Last: 2, Rewrite: true, Base: 2, Snapshot: []byte("all"), Row: store.Row{ID: "t004"}}))
				must(db.AppendTournament(t.Context(), &store.TournamentBatch{Last: 2, Entries: [][]byte{[]byte("3")}, Row: store.Tournament{ID: "cup0", Data: []byte("{}")}, Add: []string{"p5"}}))
				must(db.Forget(t.Context(), "p150", 99))
				_, err := db.Decide(t.Context(), store.Deed{At: 9, By: "console", Kind: "warn", Person: "p4", Reason: "why"})
				must(err)
				want = dumpWithout(t, db, "p150")
			})
			r, err := migrate(t, from, to, 0, nil)
			if err != nil || r.Removed == 0 || r.Copied == 0 || r.Copied > 60 {
				t.Errorf("%+v, %v", r, err)
			}
			to.use(t, func(db opened) { differ(t, dumpWithout(t, db, "p150"), want) })
		})
	}
}

// dumpWithout is dump; the person it names is there no more.
func dumpWithout(t *testing.T, db store.Store, person string) []string {
	t.Helper()
	if _, err := db.Person(t.Context(), person); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("%s: %v", person, err)
	}
	return dump(t, db)
}

// TestOtherData: a target that holds anything but a part of the source is refused before anything is written, with what differs.
func TestOtherData(t *testing.T) {
	for name, c := range ways {
		for want, write := range map[string]func(t *testing.T, db opened) error{
			"the source has no stranger in the table person": func(t *testing.T, db opened) error {
				return db.AddPerson(t.Context(), store.Person{ID: "stranger"}, []byte("x"))
			},
			"p1 in the table person differs in name, created": func(t *testing.T, db opened) error {
				return db.AddPerson(t.Context(), store.Person{ID: "p1"}, []byte("x"))
			},
			"t000 1 in the table entry differs in data": func(t *testing.T, db opened) error {
				return db.Append(t.Context(), &store.Batch{Entries: [][]byte{[]byte("other")}, Row: store.Row{ID: "t000"}})
			},
			"the source has no row in the table held_name": func(t *testing.T, db opened) error {
				err := db.AddPerson(t.Context(), store.Person{ID: "x", Name: "X"}, []byte("x"))
				if err == nil {
					err = db.KeepName(t.Context(), store.Account{Person: "x", Name: "X", Folded: "x"}, store.Passkey{ID: []byte("x"), Person: "x", Data: []byte{1}}, store.Codes{})
				}
				return errors.Join(err, db.Forget(t.Context(), "x", 99))
			},
		} {
			t.Run(name+"/"+want, func(t *testing.T) {
				from, to := filled(t, c.from), empty(t, c.to)
				var before []store.Usage
				to.use(t, func(db opened) {
					if err := write(t, db); err != nil {
						t.Fatal(err)
					}
					u, err := db.Usage(t.Context())
					if err != nil {
						t.Fatal(err)
					}
					before = append(before, u)
				})
				if _, err := migrate(t, from, to, 0, nil); !errors.Is(err, move.ErrOtherData) || !strings.Contains(err.Error(), want) {
					t.Error(err)
				}
				to.use(t, func(db opened) {
					u, err := db.Usage(t.Context())
					if u.Bytes = before[0].Bytes; err != nil || !reflect.DeepEqual(u, before[0]) {
						t.Errorf("%+v, before %+v, %v", u, before[0], err)
					}
				})
			})
		}
	}
}

// TestOtherSource: what one source has filled is not gone on with from another.
func TestOtherSource(t *testing.T) {
	from, other, to := filled(t, false), newSQLite(t), newPostgres(t)
	other.use(t, func(db opened) {})
	if _, err := migrate(t, from, to, 0, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := migrate(t, other, to, 0, nil); !errors.Is(err, move.ErrOtherData) || !strings.Contains(err.Error(), "a move into it from "+from.where) {
		t.Error(err)
	}
}

// TestServersAreHeard: a database that a server has just used is refused, as source and as target. Signs of life that a move has brought are none of its own.
func TestServersAreHeard(t *testing.T) {
	from, to := newPostgres(t), newPostgres(t)
	alive := func(db opened) {
		now, err := db.(store.Shared).Now(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := db.Heartbeat(t.Context(), now); err != nil {
			t.Fatal(err)
		}
	}
	from.use(t, alive)
	for _, c := range []struct{ from, to place }{{from, to}, {to, from}} {
		if _, err := migrate(t, c.from, c.to, 0, nil); err == nil || !strings.Contains(err.Error(), "a server used") {
			t.Error(err)
		}
	}
	// A folder's lock says at once that its server has stopped.
	folder := newSQLite(t)
	folder.use(t, func(db opened) {
		fill(t, db)
		if _, err := db.Heartbeat(t.Context(), time.Now().UnixMilli()); err != nil {
			t.Fatal(err)
		}
	})
	for range 2 {
		if _, err := migrate(t, folder, to, 0, nil); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := migrate(t, to, newSQLite(t), 0, nil); err != nil {
		t.Errorf("on to a third: %v", err)
	}
}

// TestNothingIsForgotten: a table or a column that only one kind of database has is refused, unless it is said how it follows. What is said of tables and columns that are not there any more is found, too.
func TestNothingIsForgotten(t *testing.T) {
	for name, c := range ways {
		t.Run(name, func(t *testing.T) {
			from, to := empty(t, c.from), empty(t, c.to)
			for _, p := range []place{from, to} {
				p.use(t, func(opened) {})
			}
			if _, err := migrate(t, from, to, 0, nil); err != nil {
				t.Fatal(err)
			}
			for _, statement := range []string{"CREATE TABLE more (id %s PRIMARY KEY)", "ALTER TABLE person ADD COLUMN more %s"} {
				for i, p := range []place{from, to} {
					side, closing := p.side(t)
					if _, err := side.DB.ExecContext(t.Context(), fmt.Sprintf(statement, map[bool]string{false: "INTEGER", true: "BIGINT"}[p.shared])); err != nil {
						t.Fatal(err)
					}
					closing()
					_, err := migrate(t, from, to, 0, nil)
					if i == 0 && (err == nil || !strings.Contains(err.Error(), "more")) {
						t.Errorf("%s at one: %v", statement, err)
					}
					if i == 1 && err != nil {
						t.Errorf("%s at both: %v", statement, err)
					}
				}
			}
		})
	}
	both := map[bool]*move.Side{}
	for _, p := range []place{newSQLite(t), newPostgres(t)} {
		p.use(t, func(opened) {})
		side, closing := p.side(t)
		defer closing()
		both[p.shared] = side
	}
	if err := move.Needless(t.Context(), both[false], both[true]); err != nil {
		t.Error(err)
	}
}
