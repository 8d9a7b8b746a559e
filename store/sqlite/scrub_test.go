package sqlite_test

import (
	"bytes"
	"database/sql"
	"os"
	"path/filepath"
	"testing"

	"mirabilia/store/sqlite"
	"mirabilia/store/storetest"
)

// traces returns the files of a folder in which a word is found.
func traces(t *testing.T, folder, word string) (files []string) {
	t.Helper()
	all, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range all {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(bytes.ToLower(data), []byte(word)) {
			files = append(files, filepath.Base(file))
		}
	}
	return files
}

// A person who was forgotten leaves no trace in the files, while the server runs and after it.
func TestForgottenWithoutTrace(t *testing.T) {
	const word = "xenophanes"
	folder := t.TempDir()
	s := open(t, folder)
	defer s.Close()
	person := storetest.LeaveTraces(t, s, word)
	if len(traces(t, folder, word)) == 0 {
		t.Fatal("the word was never in the files")
	}
	if err := s.Forget(t.Context(), person, 1000); err != nil {
		t.Fatal(err)
	}
	if found := traces(t, folder, word); len(found) > 0 {
		t.Errorf("the word is still in %v", found)
	}
	if len(traces(t, folder, "other150")) == 0 {
		t.Error("others are gone, too")
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if found := traces(t, folder, word); len(found) > 0 {
		t.Errorf("after the end the word is in %v", found)
	}
}

// A server that was stopped between forgetting and scrubbing scrubs at its next start.
func TestScrubsAtTheNextStart(t *testing.T) {
	const word = "xenophanes"
	folder := t.TempDir()
	s := open(t, folder)
	storetest.LeaveTraces(t, s, word)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	// What Forget does in its transaction, without what it does after it.
	db, err := sql.Open("sqlite", filepath.Join(folder, sqlite.File))
	if err != nil {
		t.Fatal(err)
	}
	for _, query := range []string{
		"DELETE FROM recovery_code", "DELETE FROM passkey", "DELETE FROM account", "DELETE FROM waiting", "DELETE FROM chat", "DELETE FROM report", "DELETE FROM report_line", "DELETE FROM deed", "DELETE FROM subscription", "DELETE FROM notices", "DELETE FROM token",
		"DELETE FROM person WHERE owner IS NOT NULL", "DELETE FROM person", "PRAGMA user_version = 1",
	} {
		if _, err := db.Exec(query); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if len(traces(t, folder, word)) == 0 {
		t.Fatal("deleting alone has removed the word")
	}
	s = open(t, folder)
	defer s.Close()
	if found := traces(t, folder, word); len(found) > 0 {
		t.Errorf("the word is still in %v", found)
	}
}
