package main

import (
	archive "archive/zip"
	"bytes"
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"mirabilia/names"
	"mirabilia/people"
	"mirabilia/store"
	"mirabilia/store/sqlite"
)

// TestPeople: the command line sees people and reports, takes and lifts measures, names hosts, and keeps a journal of it.
func TestPeople(t *testing.T) {
	folder := t.TempDir()
	with := func(do func(db *sqlite.DB)) { withData(t, folder, do) }
	with(func(db *sqlite.DB) {
		for id, name := range map[string]string{"p1": "Fánni", "p2": "Béla", "p3": "Gizi"} {
			if err := db.AddPerson(t.Context(), store.Person{ID: id, Name: name, Created: 1}, []byte(id)); err != nil {
				t.Fatal(err)
			}
			if id == "p3" {
				continue
			}
			a := store.Account{Person: id, Name: name, Folded: names.Fold(name), Kept: 1}
			if err := db.KeepName(t.Context(), a, store.Passkey{ID: []byte(id), Person: id, Data: []byte("key")}, store.Codes{}); err != nil {
				t.Fatal(err)
			}
		}
		r := store.Report{ID: "r1", By: "p1", Person: "p2", Reason: "words", Text: "he is rude\x1b[31m", Lines: []store.Line{{N: 1, Person: "p2", Text: "fool"}}}
		if err := db.AddReport(t.Context(), r, 9); err != nil {
			t.Fatal(err)
		}
	})
	do := func(code int, says string, args ...string) string {
		t.Helper()
		var said bytes.Buffer
		args = append([]string{"people"}, args...)
		if got := run(args, console{nil, &said, &said}); got != code || !regexp.MustCompile(says).MatchString(said.String()) {
			t.Errorf("%v: %d %s", args, got, said.String())
		}
		return said.String()
	}
	do(0, `(?s)Fánni +p1 +kept.*Gizi +p3 +guest`, "list", folder)
	if said := do(0, "Béla", "list", folder, "--find", "BELA"); strings.Contains(said, "Gizi") {
		t.Error(said)
	}
	if said := do(0, `(?s)r1 .*he is rude.*fool`, "reports", folder); strings.Contains(said, "\x1b") {
		t.Errorf("%q changes the terminal", said)
	}
	do(exitBadInput, `nobody has kept the name "Nobody"`, "mute", folder, "Nobody", "--why", "x")
	do(exitBadInput, `missing flags: --why`, "mute", folder, "Béla")
	do(exitBadInput, "say why", "mute", folder, "Béla", "--why", " ")
	do(0, `Béla: mute until \d{4}-`, "mute", folder, "bela", "--why", "insults")
	do(0, `Béla: close, for good`, "close", folder, "Béla", "--why", "engines")
	with(func(db *sqlite.DB) {
		if tokens, err := db.Tokens(t.Context(), "p2"); err != nil || len(tokens) != 0 {
			t.Errorf("still signed in: %v, %v", tokens, err)
		}
	})
	do(0, `Béla.*mute until .*`, "list", folder)
	do(exitBadInput, `no measure "restrict" to lift`, "lift", folder, "Béla", "restrict", "--why", "x")
	do(exitBadInput, `no measure "shout"`, "lift", folder, "Béla", "shout", "--why", "x")
	do(0, `Béla: lifted: close`, "lift", folder, "Béla", "close", "--why", "a mistake")
	do(0, `Gizi: restrict until`, "restrict", folder, "p3", "--why", "x", "--days", "3")
	do(exitBadInput, `belongs to somebody else`, "rename", folder, "Béla", "FANNI", "--why", "x")
	do(0, `Béla: rename`, "rename", folder, "Béla", "Player 17", "--why", "a rude name")
	do(0, `(?s)Player 17.*0 recovery codes.*r1.*rename.*a rude name.*mute`, "show", folder, "player 17")
	do(0, `(?s)Recovery codes of Fánni.*\n[A-Z0-9]{4}`, "recover", folder, "Fánni", "--why", "we met")
	do(exitBadInput, `Gizi has not kept`, "recover", folder, "p3", "--why", "x")
	do(exitBadInput, `Gizi has not kept`, "host", "add", folder, "p3", "--why", "x")
	do(0, `Fánni is a host now`, "host", "add", folder, "Fánni", "--why", "she helps")
	do(0, `Fánni: no_host`, "host", "remove", folder, "Fánni", "--why", "she leaves")
	zip := filepath.Join(t.TempDir(), "out.zip")
	do(0, `What is kept of Player 17 is in .*out.zip`, "export", folder, "Player 17", "--why", "he asked for it", "--file", zip)
	read, err := archive.OpenReader(zip)
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	account, err := fs.ReadFile(read, "account.json")
	if err != nil || !strings.Contains(string(account), `"Player 17"`) || len(read.File) < 9 {
		t.Errorf("%s, %d files, %v", account, len(read.File), err)
	}
	measures, err := fs.ReadFile(read, "measures.json")
	if err != nil || !strings.Contains(string(measures), "a rude name") || strings.Contains(string(measures), people.Console) {
		t.Errorf("%s, %v", measures, err)
	}
	do(exitFailed, `file exists`, "export", folder, "Player 17", "--why", "again", "--file", zip)
	do(0, `Player 17 is removed`, "delete", folder, "Player 17", "--why", "he asked for it")
	said := do(0, `(?s)deleted +he asked for it.*exported.*no_host.*host +she helps.*recovered.*rename.*close.*mute`, "journal", folder)
	for _, word := range []string{"Béla", "Player 17", "insults"} {
		if strings.Contains(said, word) {
			t.Errorf("the journal still knows %s: %s", word, said)
		}
	}
	do(exitFailed, "no such file", "list", folder+"/nothing")
}
