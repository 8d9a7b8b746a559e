package postgres_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"mirabilia/store"
	"mirabilia/store/postgres"
)

// TestNotBefore: by the database's own clock, an append that comes too early is refused.
func TestNotBefore(t *testing.T) {
	db := open(t, place(t))
	now, err := db.Now(t.Context())
	if err != nil || time.Since(time.UnixMilli(now)).Abs() > time.Minute {
		t.Fatalf("it is %d, %v", now, err)
	}
	if err := db.Append(t.Context(), batch("a", 0, "0")); err != nil {
		t.Fatal(err)
	}
	late := batch("a", 1, "1")
	late.NotBefore = now + time.Hour.Milliseconds()
	if err := db.Append(t.Context(), late); !errors.Is(err, store.ErrTaken) {
		t.Errorf("an hour early: %v", err)
	}
	late.NotBefore = now
	if err := db.Append(t.Context(), late); err != nil {
		t.Errorf("in time: %v", err)
	}
	if got := journal(t, db, "a"); got != "0 1" {
		t.Error(got)
	}
}

// TestOutages: the first sign of life after a long silence notes how long it was, for all nodes.
func TestOutages(t *testing.T) {
	url := place(t)
	a, b := open(t, url), open(t, url)
	for _, at := range []int64{1000, 20_000, 200_000, 210_000, 205_000} {
		if _, err := a.Heartbeat(t.Context(), at); err != nil {
			t.Fatal(err)
		}
	}
	if before, err := b.Heartbeat(t.Context(), 220_000); before != 210_000 || err != nil {
		t.Errorf("before: %d, %v", before, err)
	}
	if list, err := b.Outages(t.Context()); err != nil || fmt.Sprint(list) != "[{200000 180000}]" {
		t.Errorf("%v, %v", list, err)
	}
}

// TestWhereTablesAre: nodes see at once where tables are, how far their chat is, and which sessions there are.
func TestWhereTablesAre(t *testing.T) {
	url := place(t)
	a, b := open(t, url), open(t, url)
	if err := a.Append(t.Context(), batch("x", 0, "0", "1")); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Say(t.Context(), store.Line{Table: "x", Person: "p", Command: "1", Text: "hi"}, 9); err != nil {
		t.Fatal(err)
	}
	if last, err := b.Last(t.Context(), []string{"x", "none"}); err != nil || fmt.Sprint(last) != "map[x:{2 1 }]" {
		t.Errorf("%v, %v", last, err)
	}
	if err := a.AddPerson(t.Context(), store.Person{ID: "p"}, []byte("hash")); err != nil {
		t.Fatal(err)
	}
	if known, err := b.KnownTokens(t.Context(), [][]byte{[]byte("hash"), []byte("other")}); err != nil || fmt.Sprint(known) != "map[hash:true]" {
		t.Errorf("%v, %v", known, err)
	}
}

// TestPingKnowsOfAFullDisk: the small row of Ping finds room on a full disk. What else was refused says that it is full, for a while.
func TestPingKnowsOfAFullDisk(t *testing.T) {
	url := place(t)
	db := open(t, url)
	if err := db.Append(t.Context(), batch("a", 0, "first")); err != nil {
		t.Fatal(err)
	}
	for _, statement := range []string{
		`CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$`,
		"CREATE TRIGGER no_room BEFORE INSERT ON entry FOR EACH ROW EXECUTE FUNCTION no_room()",
	} {
		if err := server.Exec(t.Context(), url[strings.LastIndex(url, "/")+1:strings.Index(url, "?")], statement); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Ping(t.Context()); err != nil {
		t.Fatalf("before anything was refused: %v", err)
	}
	if err := db.Append(t.Context(), batch("a", 1, "second")); !errors.Is(err, store.ErrFull) {
		t.Fatalf("without space: %v", err)
	}
	if err := db.Ping(t.Context()); !errors.Is(err, store.ErrFull) {
		t.Errorf("after something was refused: %v", err)
	}
}

// TestClockGoesBack: when the database's clock goes back by an hour, the time of all nodes does not, whichever of them notices, also after all were restarted; it catches up
// slowly. A clock that was wrong by days is believed when it is right again.
func TestClockGoesBack(t *testing.T) {
	url := place(t)
	name := url[strings.LastIndex(url, "/")+1 : strings.Index(url, "?")]
	if err := server.SetClock(t.Context(), name, 0); err != nil {
		t.Fatal(err)
	}
	jump := func(by time.Duration) {
		t.Helper()
		if err := server.SetClock(t.Context(), name, by); err != nil {
			t.Fatal(err)
		}
	}
	a, b := open(t, url), open(t, url)
	now := func(db *postgres.DB) time.Duration {
		t.Helper()
		ms, err := db.Now(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return time.Until(time.UnixMilli(ms)).Round(time.Minute)
	}
	ping := func() {
		t.Helper()
		if err := errors.Join(a.Ping(t.Context()), b.Ping(t.Context())); err != nil {
			t.Fatal(err)
		}
	}
	ping()
	if got := now(a); got != 0 {
		t.Fatalf("before: %v", got)
	}
	jump(-time.Hour)
	ping()
	if got := []time.Duration{now(a), now(b), now(open(t, url))}; got[0] != 0 || got[1] != 0 || got[2] != 0 {
		t.Errorf("an hour back: %v", got)
	}
	if x, y := a.WentBack().Round(time.Minute), b.WentBack(); x != time.Hour || y != 0 || a.WentBack() != 0 {
		t.Errorf("it was noticed as %v and %v", x, y)
	}
	jump(-time.Hour + 16*time.Hour)
	ping()
	if got := now(a); got < 15*time.Hour+25*time.Minute || got > 15*time.Hour+35*time.Minute {
		t.Errorf("16 hours later half an hour is left to catch up with: %v", got-15*time.Hour)
	}
	jump(400 * 24 * time.Hour)
	ping()
	jump(0)
	ping()
	if got := now(a); got < 0 || got > time.Hour {
		t.Errorf("after 400 days ahead and back: %v", got)
	}
}
