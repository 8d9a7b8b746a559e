package postgres_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"mirabilia/store"
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
