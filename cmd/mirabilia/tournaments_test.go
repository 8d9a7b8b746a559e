package main

import (
	"bytes"
	"context"
	"regexp"
	"strings"
	"testing"
	"time"

	"mirabilia/names"
	"mirabilia/store"
	"mirabilia/store/sqlite"
	"mirabilia/tournament"
)

// TestTournaments: the command line lists and shows tournaments, allows them, sets results and calls them off.
func TestTournaments(t *testing.T) {
	folder := t.TempDir()
	var id, second string
	withData(t, folder, func(db *sqlite.DB) {
		tables := 0
		all := tournament.New(tournament.Config{Store: db, Now: func() int64 { return time.Now().UnixMilli() }, NewID: func() string {
			tables++
			return strings.Repeat("t", tables)
		}, Steward: func(string) bool { return true }, Open: func(context.Context, *tournament.Opening) error { return nil }})
		must := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
		}
		var err error
		plan := tournament.Plan{Kind: "swiss", Name: "Winter\u00a0Swiss", Game: "duel", Base: 900, Public: true}
		id, err = all.Create(t.Context(), "p1", false, plan)
		must(err)
		for person, name := range map[string]string{"p1": "Fánni", "p2": "Béla"} {
			must(db.AddPerson(t.Context(), store.Person{ID: person, Name: name, Created: 1}, []byte(person)))
			must(db.KeepName(t.Context(), store.Account{Person: person, Name: name, Folded: names.Fold(name), Kept: 1}, store.Passkey{ID: []byte(person), Person: person, Data: []byte("key")}, store.Codes{}))
			must(all.Join(t.Context(), id, person, true, false, 1500))
		}
		must(all.Start(t.Context(), id, "p1"))
		second, err = all.Create(t.Context(), "p2", true, tournament.Plan{Kind: "arena", Name: "Arena", Game: "dice", Base: 300})
		must(err)
	})
	do := func(code int, says string, args ...string) {
		t.Helper()
		var said bytes.Buffer
		args = append([]string{"tournaments"}, args...)
		if got := run(args, console{nil, &said, &said}); got != code || !regexp.MustCompile(says).MatchString(said.String()) {
			t.Errorf("%v: %d %s", args, got, said.String())
		}
	}
	do(0, `(?s)Arena .*by hand.*Béla +by link.*Winter Swiss +swiss +duel +running .* 2 +Fánni +asked for`, "list", folder)
	do(0, `^id[^\n]*\n[^\n]*Winter Swiss[^\n]*\n$`, "list", folder, "--asked")
	do(0, `(?s)Winter Swiss, swiss of duel, running.*tt +1 +\S+, \S+ +runs`, "show", folder, id)
	do(exitBadInput, "no tournament at this address", "show", folder, "nothing")
	do(0, "is public", "allow", folder, id)
	do(exitBadInput, "nobody asked", "allow", folder, second)
	do(exitBadInput, `missing flags: --why`, "result", folder, id, "tt")
	do(exitBadInput, "say why", "result", folder, id, "tt", "--why", " ")
	do(exitBadInput, `no game at table "x"`, "result", folder, id, "x", "--why", "x")
	do(exitBadInput, `nobody has kept the name "Nobody"`, "result", folder, id, "tt", "--winner", "Nobody", "--why", "x")
	do(0, "result is set", "result", folder, id, "tt", "--winner", "bela", "--why", "Fánni had to go")
	do(0, `(?s)1 +Béla +1\.0 +1.*2 +Fánni +0\.0 +1.*Béla won`, "show", folder, id)
	do(exitBadInput, "say why", "cancel", folder, second, "--why", "")
	do(0, "called off", "cancel", folder, second, "--why", "Rain")
	do(exitBadInput, "is over", "cancel", folder, second, "--why", "Rain")
	do(0, `Arena, arena of dice, cancelled: Rain`, "show", folder, second)
	do(0, `Arena `, "list", folder, "--over")
}
