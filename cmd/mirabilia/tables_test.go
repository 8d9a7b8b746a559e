package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"mirabilia/api"
	"mirabilia/relay"
	"mirabilia/server/client"
	"mirabilia/store"
	"mirabilia/store/postgres"
	"mirabilia/store/postgres/pgtest"
)

// TestTablesAndKeys: on a folder and on a database, a table whose journal does not fit says so, in lists too; the commands find it and cut it back, and it is played on. Keys are renewed.
func TestTablesAndKeys(t *testing.T) {
	pg, err := pgtest.Start()
	if err != nil {
		t.Fatal(err)
	}
	defer pg.Stop()
	name, err := pg.NewDatabase(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for what, place := range map[string]string{"folder": t.TempDir(), "database": pg.URL(name)} {
		t.Run(what, func(t *testing.T) {
			flags := serveCommand{Addr: "127.0.0.1:0", Log: "error", LogFormat: "text", SocketsPerAddress: 200, Cluster: "test"}
			if what == "folder" {
				flags.Data = place
			} else {
				flags.Store, flags.Node = place, "one"
			}
			base, stop := serving(t, flags)
			c, err := client.Enter(t.Context(), base, nil, "Anna")
			if err != nil {
				t.Fatal(err)
			}
			snap, err := c.Create(t.Context(), api.CreateTable{Settings: api.Settings{Game: "duel", Seats: 2, Public: true}, Bots: []string{"", "random"}})
			if err != nil {
				t.Fatal(err)
			}
			id := snap.Table.ID
			if _, err := c.Command(t.Context(), id, api.Command{ID: "start", Type: api.CommandStart}); err != nil {
				t.Fatal(err)
			}
			moves := 0
			play := func(many int) {
				t.Helper()
				for end := time.Now().Add(time.Minute); many > 0; time.Sleep(10 * time.Millisecond) {
					if time.Now().After(end) {
						t.Fatal("the game does not go on")
					}
					snap, err := c.Look(t.Context(), id)
					if err != nil {
						t.Fatal(err)
					}
					if len(snap.Game.Moves) == 0 {
						continue
					}
					moves++
					if _, err := c.Command(t.Context(), id, api.Command{ID: fmt.Sprint("m", moves), Type: api.CommandMove, Data: api.CommandData{Move: snap.Game.Moves[0]}}); err != nil {
						t.Fatal(err)
					}
					many--
				}
			}
			play(6)
			stop()
			last := spoil(t, place, id)
			do := func(code int, says string, args ...string) {
				t.Helper()
				var said bytes.Buffer
				if got := run(args, console{nil, &said, &said}); got != code || !regexp.MustCompile(says).MatchString(said.String()) {
					t.Errorf("%v: %d %s", args, got, said.String())
				}
			}
			base, stop = serving(t, flags)
			c.Base = base
			var refused *client.Refused
			if _, err := c.Look(t.Context(), id); !errors.As(err, &refused) || refused.Status != 409 || refused.Why.Reason != "unreadable" {
				t.Fatalf("it is shown: %v", err)
			}
			listed := func() (unreadable bool) {
				t.Helper()
				var list api.TableList
				if err := c.Do(t.Context(), "GET", "/api/me/tables", nil, &list); err != nil || len(list.Tables) != 1 {
					t.Fatalf("%+v, %v", list, err)
				}
				return list.Tables[0].Unreadable
			}
			if !listed() {
				t.Error("lists do not say so")
			}
			stop()
			do(0, fmt.Sprintf(`(?s)%s: of %d entries those from \d+ on do not fit: .*\n1 tables were read, and 1 of them cannot be`, id, last), "tables", "check", place)
			do(exitBadInput, "no table", "tables", "check", place, "nothing")
			do(exitBadInput, "--why", "tables", "cut", place, id)
			do(0, fmt.Sprintf(`Table %s goes on after entry \d+; entries \d+ to %d are gone`, id, last), "tables", "cut", place, id, "--why", "a fault")
			do(exitBadInput, "nothing to cut", "tables", "cut", place, id, "--why", "a fault")
			do(0, `1 tables were read, and 0 of them`, "tables", "check", place)
			do(0, `cut.*`+id+`: a fault`, "people", "journal", place)
			base, stop = serving(t, flags)
			defer func() { stop() }()
			c.Base = base
			play(2)
			if listed() {
				t.Error("lists still say that it cannot be read")
			}
			stop()
			if what == "folder" {
				do(exitBadInput, "serves one node", "keys", "renew", place)
			} else {
				before := relayKey(t, place)
				do(0, "new key", "keys", "renew", place)
				if after := relayKey(t, place); bytes.Equal(before, after) || len(after) != relay.KeyBytes {
					t.Errorf("the key was %x and is %x", before, after)
				}
			}
			do(0, "0 devices are forgotten", "keys", "renew", place, "--push")
			_, stop = serving(t, flags)
		})
	}
}

// spoil lets the journal of a table play a move twice, and returns how many entries it has.
func spoil(t *testing.T, place, id string) int64 {
	t.Helper()
	db, err := openStore(t.Context(), place)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	l, err := db.Load(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	entries, err := db.Entries(t.Context(), id, 0)
	if err != nil {
		t.Fatal(err)
	}
	number := regexp.MustCompile(`"seq":\d+`)
	for i := len(entries) - 2; ; i-- {
		if a, b := string(entries[i-1]), string(entries[i]); strings.Contains(a, `"kind":"move"`) && strings.Contains(b, `"kind":"move"`) {
			entries[i] = []byte(number.ReplaceAllString(a, number.FindString(b)))
			break
		}
	}
	b := &store.Batch{Last: l.Last, After: l.Tip, Tip: "spoilt", Rewrite: true, Entries: entries, Row: l.Row}
	// Who has a seat is in the row's data; one person does.
	b.People = []store.Involved{{Person: l.Row.Owner, Turn: true}}
	if err := db.Append(t.Context(), b); err != nil {
		t.Fatal(err)
	}
	return l.Last
}

func relayKey(t *testing.T, url string) []byte {
	t.Helper()
	db, err := postgres.Open(context.Background(), url, postgres.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	key, err := db.SharedKey(context.Background(), relay.KeyName, nil)
	if err != nil {
		t.Fatal(err)
	}
	return key
}
