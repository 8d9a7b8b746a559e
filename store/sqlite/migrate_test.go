package sqlite

import (
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"testing"

	"mirabilia/store"
)

// TestTurnsOfOlderFiles checks that a file in which each person's row said whose turn it is still knows it.
func TestTurnsOfOlderFiles(t *testing.T) {
	folder := t.TempDir()
	older, exec := olderFile(t, folder, "0015_turns.sql")
	want := map[string][]store.Involved{
		"both":   {{Person: "p1", Turn: true}, {Person: "p11", Turn: true}},
		"nobody": {{Person: "p1"}, {Person: "p11"}},
		"second": {{Person: "p1"}, {Person: "p11", Turn: true}},
	}
	for id, people := range want {
		exec("INSERT INTO game_table (id, seq, game, status, owner, public, open, updated, wake, data) VALUES (?, 1, 'duel', 'playing', 'p1', 0, 0, 1, 0, '{}')", id)
		for _, p := range people {
			exec("INSERT INTO involved (table_id, person, turn, ended) VALUES (?, ?, ?, 0)", id, p.Person, p.Turn)
		}
	}
	if err := older.Close(); err != nil {
		t.Fatal(err)
	}
	db, err := Open(t.Context(), folder, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for id, people := range want {
		got, err := collect(db.read, t.Context(), func(rows *sql.Rows) (p store.Involved, err error) {
			err = rows.Scan(&p.Person, &p.Turn)
			return p, err
		}, "SELECT i.person, "+isTurn+" FROM involved i JOIN game_table t ON t.id = i.table_id WHERE i.table_id = ? ORDER BY i.person", id)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, people) {
			t.Errorf("%s: %+v, want %+v", id, got, people)
		}
	}
}

// olderFile makes a file as it was before a step of the schema.
func olderFile(t *testing.T, folder, before string) (older *sql.DB, exec func(query string, args ...any)) {
	t.Helper()
	older, err := connect(filepath.Join(folder, File), "")
	if err != nil {
		t.Fatal(err)
	}
	older.SetMaxOpenConns(1)
	exec = func(query string, args ...any) {
		t.Helper()
		if _, err := older.ExecContext(t.Context(), query, args...); err != nil {
			t.Fatal(err)
		}
	}
	if err := claim(t.Context(), older); err != nil {
		t.Fatal(err)
	}
	exec("CREATE TABLE migration (name TEXT PRIMARY KEY) STRICT")
	steps, err := fs.ReadDir(migrations, "migrations")
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range steps {
		if step.Name() == before {
			break
		}
		if err := runStep(t.Context(), older, step.Name()); err != nil {
			t.Fatal(err)
		}
	}
	return older, exec
}

// TestNewSchemaBelowTheBound: a file whose analyses are most of it has no room for them twice below the bound that the host has set. The program of the next schema opens it all the same, and
// the bound holds again afterwards.
func TestNewSchemaBelowTheBound(t *testing.T) {
	folder := t.TempDir()
	older, exec := olderFile(t, folder, "0018_analyses_by_person.sql")
	const analyses, each = 60, 30_000
	for n := range analyses {
		id := fmt.Sprint("t", n)
		exec("INSERT INTO game_table (id, seq, game, status, owner, public, open, updated, wake, data) VALUES (?, 1, 'duel', 'finished', 'p1', 0, 0, 1, 0, '{}')", id)
		exec("INSERT INTO analysis (table_id, person, at, net, depth, data) VALUES (?, 'p1', 1, 'net', 1, ?)", id, make([]byte, each))
	}
	if err := older.Close(); err != nil {
		t.Fatal(err)
	}
	const bound = analyses * each * 3 / 2
	db, err := Open(t.Context(), folder, Options{MaxBytes: bound})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if list, err := db.Analyses(t.Context(), "t7"); err != nil || len(list) != 1 || len(list[0].Data) != each {
		t.Errorf("an analysis: %d, %v", len(list), err)
	}
	var pages, most int64
	if err := errors.Join(db.write.QueryRowContext(t.Context(), "PRAGMA page_count").Scan(&pages), db.write.QueryRowContext(t.Context(), "PRAGMA max_page_count").Scan(&most)); err != nil {
		t.Fatal(err)
	}
	if most != max(pages, bound/pageSize) {
		t.Errorf("the file of %d pages may have %d, want %d", pages, most, max(pages, bound/pageSize))
	}
}
