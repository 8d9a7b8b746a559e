package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"mirabilia/api"
	"mirabilia/server/client"
)

// TestBackupAndRestore: a host copies the data of a running server and goes back to the copy later; sessions and tables are as they were.
func TestBackupAndRestore(t *testing.T) {
	folder, copied := t.TempDir(), filepath.Join(t.TempDir(), "copy.db")
	flags := serveCommand{Addr: "127.0.0.1:0", Data: folder, Log: "error", LogFormat: "text", SocketsPerAddress: 200, Cluster: "test"}
	base, stop := serving(t, flags)
	c, err := client.Enter(t.Context(), base, nil, "Anna")
	if err != nil {
		t.Fatal(err)
	}
	open := func() string {
		t.Helper()
		snap, err := c.Create(t.Context(), api.CreateTable{Settings: api.Settings{Game: "duel", Seats: 2}, Bots: []string{"", "random"}})
		if err != nil {
			t.Fatal(err)
		}
		return snap.Table.ID
	}
	say := func(args ...string) (int, string) {
		var out bytes.Buffer
		code := run(args, console{strings.NewReader(""), &out, &out})
		return code, out.String()
	}
	before := open()
	if code, said := say("backup", "--data", folder, copied); code != 0 || !strings.Contains(said, "Keep it private") {
		t.Fatalf("%d, %s", code, said)
	}
	after := open()
	if code, said := say("restore", "--data", folder, copied); code == 0 || !strings.Contains(said, "another server") {
		t.Errorf("below a running server: %d, %s", code, said)
	}
	stop()
	if code, said := say("restore", "--data", folder, copied); code != 0 || !strings.Contains(said, "is in place") || !strings.Contains(said, "kept as") {
		t.Fatalf("%d, %s", code, said)
	}
	base, stop = serving(t, flags)
	defer stop()
	c.Base = base
	if _, err := c.Look(t.Context(), before); err != nil {
		t.Error(err)
	}
	if _, err := c.Look(t.Context(), after); err == nil {
		t.Error("a table that was opened after the copy is there")
	}
}
