package keep_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"testing"

	"mirabilia/store"
	"mirabilia/store/keep"
	"mirabilia/store/sqlite"
)

const day = 24 * 3600 * 1000

func open(t *testing.T, most int64) *sqlite.DB {
	t.Helper()
	db, err := sqlite.Open(t.Context(), t.TempDir(), sqlite.Options{MaxBytes: most})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func addGuests(t *testing.T, db store.Store, n int, created int64) {
	t.Helper()
	for i := range n {
		id := fmt.Sprint(created, "-", i)
		if err := db.AddPerson(t.Context(), store.Person{ID: id, Created: created}, []byte(id)); err != nil {
			t.Fatal(err)
		}
	}
}

func tokens(t *testing.T, db store.Store) int64 {
	t.Helper()
	u, err := db.Usage(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return u.Tokens
}

// A start with the clock far ahead ends nobody's session; with a clock that is right, old sessions go a few at a time.
func TestSessionsSurviveAClockThatIsAhead(t *testing.T) {
	db := open(t, 0)
	start := int64(1000 * day)
	addGuests(t, db, 300, start)
	now := start + 402*day
	var log bytes.Buffer
	k := keep.New(db, func() int64 { return now }, start, nil, slog.New(slog.NewTextHandler(&log, nil)))
	for range 100 {
		if err := k.Work(t.Context()); err != nil {
			t.Fatal(err)
		}
		now += 3600 * 1000
	}
	if n := tokens(t, db); n != 300 {
		t.Fatalf("%d of 300 sessions are left", n)
	}
	if log.Len() == 0 {
		t.Error("nobody was told")
	}
	// The clock was right after all: a week later old sessions go, not all at once.
	for range 9 {
		now += day
		if err := k.Work(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if n := tokens(t, db); n >= 300 || n < 150 || k.Stats().Removed["tokens"] != uint64(300-n) {
		t.Errorf("%d of 300 sessions are left, %v", n, k.Stats().Removed)
	}
}

func fill(t *testing.T, db store.Store, id, status string, updated int64, size int) error {
	t.Helper()
	return db.Append(t.Context(), &store.Batch{Entries: [][]byte{bytes.Repeat([]byte("x"), size)}, Row: store.Row{ID: id, Status: status, Updated: updated, Data: []byte("{}")}})
}

// At the bound lobbies go before finished games, each the oldest first, and running games stay however old; what is left is below
// the bound, so that people can go on.
func TestTheOldestExpendableGoesFirst(t *testing.T) {
	const most = 4 << 20
	db := open(t, most)
	now := int64(1000 * day)
	for i := range 100 {
		for s, status := range []string{"finished", "playing", "lobby"} {
			if err := fill(t, db, fmt.Sprint(status, i), status, now-int64(100-i)*day, []int{9000, 9000, 9000}[s]); err != nil {
				t.Fatal(err)
			}
		}
	}
	for i := 0; ; i++ { // up to the bound with what must not go
		if err := fill(t, db, fmt.Sprint("new", i), "playing", now, 9000); err != nil {
			break
		}
	}
	k := keep.New(db, func() int64 { return now }, now, nil, slog.New(slog.DiscardHandler))
	if err := k.Work(t.Context()); err != nil {
		t.Fatal(err)
	}
	s := k.Stats()
	if s.Removed["lobby"] != 100 || s.Removed["finished"] > 50 || s.Full || float64(s.Usage.Bytes) > 0.86*most {
		t.Errorf("removed %v, %d bytes are left, full %v", s.Removed, s.Usage.Bytes, s.Full)
	}
	if s.Removed["playing"] > 0 {
		t.Errorf("running games went: %v", s.Removed)
	}
	if err := fill(t, db, "again", "lobby", now, 9000); err != nil {
		t.Errorf("there is room: %v", err)
	}
	if _, err := db.Load(t.Context(), "new0"); err != nil {
		t.Errorf("a game of today went: %v", err)
	}
	if _, err := db.Load(t.Context(), "lobby0"); err == nil {
		t.Error("the oldest lobby is still there")
	}
}

// Whoever fills the space loses first, however young the lobbies are and whether a program opened them; others keep theirs, accounts their games, and a table that is about to begin stays.
func TestWhoFillsTheSpaceLosesFirst(t *testing.T) {
	const most = 3_000_000
	db := open(t, most)
	now := int64(1000 * day)
	addGuests(t, db, 4, now)
	greedy, modest, kept := fmt.Sprint(now, "-0"), fmt.Sprint(now, "-1"), fmt.Sprint(now, "-2")
	if err := errors.Join(db.AddPerson(t.Context(), store.Person{ID: "program", Owner: greedy, Created: now}, []byte("program")),
		db.KeepName(t.Context(), store.Account{Person: kept, Name: "Anna", Folded: "anna"}, store.Passkey{ID: []byte("key"), Person: kept, Data: []byte("{}")}, store.Codes{})); err != nil {
		t.Fatal(err)
	}
	add := func(id, status, owner string, age, wake int64) error {
		ctx := store.CanWait(t.Context(), true)
		return db.Append(ctx, &store.Batch{Entries: [][]byte{bytes.Repeat([]byte("x"), 6000)}, People: []store.Involved{{Person: owner}},
			Row: store.Row{ID: id, Status: status, Owner: owner, Updated: now - age, Wake: wake, Data: []byte("{}")}})
	}
	stay := []string{"modest", "kept 1", "kept 2", "begins", "running", "finished", "finished long ago"}
	if err := errors.Join(add("modest", "lobby", modest, 50, 0), add("kept 1", "lobby", kept, 90, 0), add("kept 2", "lobby", kept, 80, 0), add("begins", "lobby", greedy, 99, now+1000),
		add("running", "playing", greedy, 20*day, 0), add("finished", "finished", kept, 5, 0), add("finished long ago", "finished", kept, 500*day, 0)); err != nil {
		t.Fatal(err)
	}
	n := 0
	for err := error(nil); err == nil; n++ {
		err = add(fmt.Sprint("many", n), "lobby", []string{greedy, "program"}[n%2], int64(n%40), 0)
	}
	k := keep.New(db, func() int64 { return now }, now, nil, slog.New(slog.DiscardHandler))
	if err := k.Work(t.Context()); err != nil {
		t.Fatal(err)
	}
	s := k.Stats()
	if s.Full || s.Removed["lobby"] == 0 || len(s.Removed) != 1 {
		t.Errorf("%d lobbies of one person filled the space: removed %v, full %v", n, s.Removed, s.Full)
	}
	for _, id := range stay {
		if _, err := db.Load(t.Context(), id); err != nil {
			t.Errorf("%s: %v", id, err)
		}
	}
	if err := add("again", "lobby", modest, 0, 0); err != nil {
		t.Errorf("there is room: %v", err)
	}
	// Finished games of guests go before those of people with accounts, which are older.
	for round := 0; round < 40 && k.Stats().Removed["finished"] == 0; round++ {
		n = 0
		for err := error(nil); err == nil; n++ {
			err = add(fmt.Sprint("over", round, "-", n), "finished", []string{greedy, "program"}[n%2], 2*day/24, 0)
		}
		if err := k.Work(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	for _, id := range []string{"running", "finished", "finished long ago"} {
		if _, err := db.Load(t.Context(), id); err != nil {
			t.Errorf("%s: %v, removed %v", id, err, k.Stats().Removed)
		}
	}
	if k.Stats().Removed["finished"] == 0 || k.Stats().Full {
		t.Errorf("removed %v, full %v", k.Stats().Removed, k.Stats().Full)
	}
}

// crowded is a store with very many finished games of one size, of which it is asked which are in excess.
type crowded struct {
	store.Store
	games, asked int
}

func (c *crowded) Usage(context.Context) (store.Usage, error) {
	return store.Usage{Bytes: int64(c.games) * 10_000, MaxBytes: 10_000_000_000, Tables: map[string]int64{"finished": int64(c.games)}}, nil
}

func (c *crowded) ExpireExcess(_ context.Context, status string, _ bool, _, _ int64, limit int) (int, error) {
	if status != "finished" {
		return 0, nil
	}
	c.asked++
	c.games -= limit
	return limit, nil
}

// To find who has most of a million games, all must be looked at: it is done a few times, and not for every fifty that go.
func TestExcessIsSoughtSeldom(t *testing.T) {
	c := &crowded{Store: open(t, 0), games: 950_000}
	now := int64(1000 * day)
	k := keep.New(c, func() int64 { return now }, now, nil, slog.New(slog.DiscardHandler))
	if err := k.Work(t.Context()); err != nil {
		t.Fatal(err)
	}
	if c.asked > 15 || c.games > 850_000 || c.games < 830_000 {
		t.Errorf("asked %d times, %d games are left", c.asked, c.games)
	}
}

// Guests who were never seen again go, with the session first and the person after.
func TestGuestsNeverSeenAgainGo(t *testing.T) {
	db := open(t, 0)
	start := int64(1000 * day)
	addGuests(t, db, 5, start)
	now := start
	k := keep.New(db, func() int64 { return now }, start, nil, slog.New(slog.DiscardHandler))
	for range 410 {
		if err := k.Work(t.Context()); err != nil {
			t.Fatal(err)
		}
		now += day + 1
	}
	u, err := db.Usage(t.Context())
	if err != nil || u.Tokens != 0 || u.People != 0 {
		t.Errorf("%d sessions and %d people are left, %v", u.Tokens, u.People, err)
	}
}
