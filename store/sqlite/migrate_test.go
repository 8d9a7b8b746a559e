package sqlite

import (
	"database/sql"
	"io/fs"
	"path/filepath"
	"slices"
	"testing"

	"mirabilia/store"
)

// TestTurnsOfOlderFiles checks that a file in which each person's row said whose turn it is still knows it.
func TestTurnsOfOlderFiles(t *testing.T) {
	folder := t.TempDir()
	older, err := connect(filepath.Join(folder, File), "")
	if err != nil {
		t.Fatal(err)
	}
	older.SetMaxOpenConns(1)
	exec := func(query string, args ...any) {
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
		if step.Name() == "0015_turns.sql" {
			break
		}
		if err := runStep(t.Context(), older, step.Name()); err != nil {
			t.Fatal(err)
		}
	}
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
