package main

import (
	"bytes"
	"strings"
	"testing"

	"mirabilia/api"
	"mirabilia/server/client"
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
	if code, said := migrate(folder, url); code != 0 || !strings.Contains(said, "1 people and 1 tables are there, 2 of them copied now") {
		t.Fatalf("%d, %s", code, said)
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
	if code, said := migrate(url, back); code == 0 || !strings.Contains(said, "a server used this database") {
		t.Errorf("beside a server: %d, %s", code, said)
	}
	stop()
	// As if it had stopped long ago.
	if err := pg.Exec(t.Context(), name, "UPDATE heartbeat SET at = at - 120000"); err != nil {
		t.Fatal(err)
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
