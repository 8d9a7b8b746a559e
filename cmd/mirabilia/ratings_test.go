package main

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"mirabilia/rating"
	"mirabilia/store"
	"mirabilia/store/sqlite"
)

// withData opens a data folder, which commands need closed, for as long as do runs.
func withData(t *testing.T, folder string, do func(db *sqlite.DB)) {
	t.Helper()
	db, err := sqlite.Open(t.Context(), folder, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	do(db)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestVerifyRatings: ratings that follow from their results pass, and one that was changed by hand is found.
func TestVerifyRatings(t *testing.T) {
	folder := t.TempDir()
	fill := func(do func(db *sqlite.DB)) { withData(t, folder, do) }
	fill(func(db *sqlite.DB) {
		for _, p := range []string{"a", "b"} {
			if err := db.AddPerson(t.Context(), store.Person{ID: p, Name: p}, []byte(p)); err != nil {
				t.Fatal(err)
			}
			if err := db.KeepName(t.Context(), store.Account{Person: p, Name: p, Folded: p}, store.Passkey{ID: []byte(p), Person: p, Data: []byte("key")}, store.Codes{}); err != nil {
				t.Fatal(err)
			}
		}
		for n := range 5 {
			r := rating.Result{Table: fmt.Sprint("t", n), Game: "duel", At: int64(1000 * n), Finishes: []rating.Finish{{Person: "a", Place: 1}, {Person: "b", Place: 1 + n%2}}}
			if _, err := db.AddResult(t.Context(), r); err != nil {
				t.Fatal(err)
			}
		}
	})
	verify := func() (int, string) {
		var said bytes.Buffer
		code := run([]string{"ratings", "verify", folder}, console{nil, &said, &said})
		return code, said.String()
	}
	if code, said := verify(); code != 0 || !strings.Contains(said, "5 results: every change is what follows from them") {
		t.Errorf("%d: %s", code, said)
	}
	fill(func(db *sqlite.DB) {
		raw, err := db.Raw(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer raw.Close()
		for _, statement := range []string{
			"INSERT INTO result (seq, table_id, game, at) VALUES (6, 't6', 'duel', 6000)",
			"INSERT INTO finish (seq, n, person, place) VALUES (6, 0, 'a', 2), (6, 1, 'b', 1)",
			`UPDATE finish SET (before_points, before_deviation, before_volatility, before_games, before_at, points, deviation, volatility, games, at) = (0.0, 0.0, 0.0, 0, 0, 2900.0, 0.0, 0.0, 0, 0)
				WHERE seq = 6 AND person = 'a'`,
		} {
			if _, err := raw.ExecContext(t.Context(), statement); err != nil {
				t.Fatal(err)
			}
		}
	})
	if code, said := verify(); code != exitFailed || !strings.Contains(said, "result 6, table t6, person a") || !strings.Contains(said, "1 of the changes of 6 results") {
		t.Errorf("%d: %s", code, said)
	}
	// What is wrong is mended, and a game that is taken out changes nothing any more.
	command := func(want int, args ...string) string {
		t.Helper()
		var said bytes.Buffer
		if code := run(args, console{nil, &said, &said}); code != want {
			t.Errorf("%v: exit %d: %s", args, code, said.String())
		}
		return said.String()
	}
	if said := command(0, "ratings", "refit", folder); !strings.Contains(said, "6 results; 1 changes") || !strings.Contains(said, "bots stay where they are") {
		t.Error(said)
	}
	if code, said := verify(); code != 0 {
		t.Errorf("%d: %s", code, said)
	}
	command(exitBadInput, "game", "unrate", folder, "t1")
	if said := command(exitBadInput, "game", "unrate", folder, "nowhere", "--why", "x"); !strings.Contains(said, "no game of table") {
		t.Error(said)
	}
	command(0, "game", "unrate", folder, "t1", "--why", "arranged")
	command(exitBadInput, "game", "unrate", folder, "t1", "--why", "again")
	if code, said := verify(); code != 0 || !strings.Contains(said, "6 results") {
		t.Errorf("%d: %s", code, said)
	}
	if said := command(0, "people", "journal", folder); !strings.Contains(said, "unrate") || !strings.Contains(said, "t1: arranged") {
		t.Error(said)
	}
}
