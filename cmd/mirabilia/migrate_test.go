package main

import (
	"bytes"
	"errors"
	"net/url"
	"strings"
	"testing"

	"mirabilia/api"
	"mirabilia/server/client"
	"mirabilia/store/move"
	"mirabilia/store/postgres/pgtest"
)

// TestMigrate: a host moves to PostgreSQL and back; people find their tables and go on, with the sessions they had.
func TestMigrate(t *testing.T) {
	pg, err := pgtest.Start()
	if err != nil {
		t.Fatal(err)
	}
	defer pg.Stop()
	name, err := pg.NewDatabase(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	folder, url := t.TempDir(), pg.URL(name)
	flags := serveCommand{Addr: "127.0.0.1:0", Data: folder, Log: "error", LogFormat: "text", SocketsPerAddress: 200, Cluster: "test"}
	base, stop := serving(t, flags)
	c, err := client.Enter(t.Context(), base, nil, "Anna")
	if err != nil {
		t.Fatal(err)
	}
	snap, err := c.Create(t.Context(), api.CreateTable{Settings: api.Settings{Game: "duel", Seats: 2}, Bots: []string{"", "random"}})
	if err != nil {
		t.Fatal(err)
	}
	id := snap.Table.ID
	if _, err := c.Command(t.Context(), id, api.Command{ID: "start", Type: api.CommandStart}); err != nil {
		t.Fatal(err)
	}
	migrate := func(from, to string) (int, string) {
		var out bytes.Buffer
		code := run([]string{"migrate", "--from", from, "--to", to}, console{strings.NewReader(""), &out, &out})
		return code, out.String()
	}
	if code, said := migrate(folder, url); code == 0 || !strings.Contains(said, "another server uses it") {
		t.Errorf("beside a server: %d, %s", code, said)
	}
	stop()
	if code, said := migrate(folder, url); code != 0 || !strings.Contains(said, "1 people and 1 tables are there, as they are in "+folder) || strings.Contains(said, "left as it was") {
		t.Fatalf("%d, %s", code, said)
	}
	// The last sign of life that has come with the data is none of a server of the target.
	if code, said := migrate(folder, url); code != 0 || !strings.Contains(said, "of which 0 were copied now.\nWhat was there before is left as it was.") {
		t.Fatalf("at once again: %d, %s", code, said)
	}
	moved := flags
	moved.Data, moved.Store, moved.Node = "", url, "one"
	base, stop = serving(t, moved)
	c.Base = base
	there, err := c.Look(t.Context(), id)
	if err != nil || there.Table.Status != api.StatusPlaying || there.Seq < snap.Seq {
		t.Errorf("on PostgreSQL: %+v, %v", there, err)
	}
	if _, err := c.Command(t.Context(), id, api.Command{ID: "resign", Type: api.CommandResign}); err != nil {
		t.Error(err)
	}
	back := t.TempDir()
	if code, said := migrate(url, back); code == 0 || !strings.Contains(said, "a server used postgres://") {
		t.Errorf("beside a server: %d, %s", code, said)
	}
	stop()
	// As if it had stopped long ago.
	if err := pg.Exec(t.Context(), name, "UPDATE heartbeat SET at = at - 120000"); err != nil {
		t.Fatal(err)
	}
	if code, said := migrate(folder, url); code == 0 || !strings.Contains(said, "it has been in use since") || strings.Contains(said, "left as it was") {
		t.Errorf("over a game that has ended since: %d, %s", code, said)
	}
	if code, said := migrate(url, back); code != 0 {
		t.Fatalf("back: %d, %s", code, said)
	}
	flags.Data = back
	base, stop = serving(t, flags)
	defer stop()
	c.Base = base
	if there, err := c.Look(t.Context(), id); err != nil || there.Table.Status != api.StatusFinished {
		t.Errorf("back on SQLite: %+v, %v", there, err)
	}
}

// TestServeRefusesHalfOfAMove: no server, and no command, works with what a move is still filling.
func TestServeRefusesHalfOfAMove(t *testing.T) {
	folder, target := t.TempDir(), t.TempDir()
	flags := serveCommand{Addr: "127.0.0.1:0", Data: folder, Log: "error", LogFormat: "text", SocketsPerAddress: 200, Cluster: "test"}
	base, stop := serving(t, flags)
	if _, err := client.Enter(t.Context(), base, nil, "Anna"); err != nil {
		t.Fatal(err)
	}
	stop()
	from, closeFrom, err := openToMove(t.Context(), folder)
	if err != nil {
		t.Fatal(err)
	}
	to, closeTo, err := openToMove(t.Context(), target)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := move.All(t.Context(), from, to, func(move.Report) error { return errors.New("stopped") }); err == nil {
		t.Fatal("it was not stopped")
	}
	if err := errors.Join(closeFrom(), closeTo()); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"serve", "--addr", "127.0.0.1:0", "--data", target}, {"people", "list", target}, {"migrate", "--from", target, "--to", t.TempDir()}} {
		var out bytes.Buffer
		if code := run(args, console{strings.NewReader(""), &out, &out}); code == 0 || !strings.Contains(out.String(), "a move of data into it is not complete: the one from "+folder) {
			t.Errorf("%v: %d, %s", args, code, out.String())
		}
	}
}

// TestPasswordsInAddresses: a password that cannot be told from the rest of an address is refused with what to do about it, and without a word of it.
func TestPasswordsInAddresses(t *testing.T) {
	folder := t.TempDir()
	for _, password := range []string{"Zebra/Quagga", "12/Quagga", "Zebra#Quagga", "Zebra?Quagga", "Zebra%Quagga", "Zebra%zzQuagga", "Zebra@Quagga", "Zebra/Quagga@Okapi#"} {
		store := "postgres://user:" + password + "@127.0.0.1:1/name"
		for _, args := range [][]string{{"serve", "--store", store}, {"people", "list", store}, {"migrate", "--from", store, "--to", folder}, {"ratings", "verify", store},
			{"serve", "--store", "postgres://127.0.0.1:1/x", "--nats", "nats://127.0.0.1:1,nats://user:" + password + "@127.0.0.1:2"}} {
			var out bytes.Buffer
			code := run(args, console{strings.NewReader(""), &out, &out})
			said := out.String()
			if code == 0 || !strings.Contains(said, "%2F for /, %3F for ?, %23 for #, %25 for % and %40 for @") || !strings.Contains(said, "PASSWORD") {
				t.Errorf("%v: %d, %s", args, code, said)
			}
			for _, part := range []string{"user:", "Zebra", "Quagga", "Okapi", "12/"} {
				if strings.Contains(said, part) {
					t.Errorf("%v prints %q: %s", args, part, said)
				}
			}
		}
	}
	// Escaped, it is no trouble.
	if u, err := storeURL("postgres://user:" + url.QueryEscape("a/b#c%d@e?f") + "@db-1,db-2:5432/name?sslmode=disable"); err != nil || databaseName(u) != "postgres://db-1,db-2:5432/name" {
		t.Errorf("%v, %v", u, err)
	}
}

func TestMigrateRefuses(t *testing.T) {
	for _, c := range []struct{ from, to, want string }{
		{t.TempDir(), "x", "no such file"}, {"a", "a", "are the same"}, {"mysql://x/y", "a", "postgres://user@host/name"},
	} {
		var out bytes.Buffer
		if code := run([]string{"migrate", "--from", c.from, "--to", c.to}, console{strings.NewReader(""), &out, &out}); code == 0 || !strings.Contains(out.String(), c.want) {
			t.Errorf("%+v: %d, %s", c, code, out.String())
		}
	}
	var out bytes.Buffer
	if code := run([]string{"backup", "--data", "postgres://x/y", "file"}, console{strings.NewReader(""), &out, &out}); code == 0 || !strings.Contains(out.String(), "pg_dump") {
		t.Errorf("backup: %d, %s", code, out.String())
	}
}
