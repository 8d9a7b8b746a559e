package sqlite_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"mirabilia/store"
	"mirabilia/store/sqlite"
)

// fillTables writes some tables.
func fillTables(t *testing.T, s store.Store, name string, n int) {
	t.Helper()
	for i := range n {
		b := &store.Batch{Entries: [][]byte{bytes.Repeat([]byte("x"), 3000)}, Row: store.Row{ID: fmt.Sprint(name, i), Data: []byte("{}")}}
		if err := s.Append(t.Context(), b); err != nil {
			t.Fatal(err)
		}
	}
}

// spoil writes nonsense over the pages of a database but the first ones, in which the schema is.
func spoil(t *testing.T, file string, first int) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil || len(data) < (first+50)*4096 {
		t.Fatal(len(data), err)
	}
	for i := first * 4096; i < len(data); i++ {
		data[i] = 0x55
	}
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// Damage is found at the start, within the time that the search may take, and met by Ping while the server runs.
func TestDamageIsFound(t *testing.T) {
	folder := t.TempDir()
	s := open(t, folder)
	fillTables(t, s, "t", 200)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := sqlite.Open(t.Context(), folder, sqlite.Options{CheckFor: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	if err := whole.Ping(t.Context()); err != nil {
		t.Error(err)
	}
	if err := whole.Close(); err != nil {
		t.Fatal(err)
	}
	spoil(t, filepath.Join(folder, sqlite.File), 80)
	if s, err := sqlite.Open(t.Context(), folder, sqlite.Options{CheckFor: time.Minute}); !errors.Is(err, store.ErrDamaged) {
		s.Close()
		t.Fatalf("damaged data was opened: %v", err)
	}
	s, err = sqlite.Open(t.Context(), folder, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for range 20 {
		if err = s.Ping(t.Context()); errors.Is(err, store.ErrDamaged) {
			return
		}
	}
	t.Errorf("damage all over the file, and Ping says %v", err)
}

// Ping comes upon damage wherever it is, though each reads only a few rows.
func TestPingReadsEverywhere(t *testing.T) {
	folder := t.TempDir()
	s := open(t, folder)
	for _, c := range "abcdefghjkmnpqrstvwxyz" { // in the order of their ids, so that a part of the file is a part of the tables
		fillTables(t, s, string(c), 27)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	spoil(t, filepath.Join(folder, sqlite.File), 550) // of some 700
	s, err := sqlite.Open(t.Context(), folder, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for range 200 {
		if err = s.Ping(t.Context()); errors.Is(err, store.ErrDamaged) {
			return
		}
	}
	t.Errorf("a fifth of the tables is damaged, and Ping says %v", err)
}

// At its bound the store says that it is full before anybody's move is refused.
func TestPingAtTheBound(t *testing.T) {
	s, err := sqlite.Open(t.Context(), t.TempDir(), sqlite.Options{MaxBytes: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Ping(t.Context()); err != nil {
		t.Fatal(err)
	}
	for i := 0; ; i++ {
		b := &store.Batch{Entries: [][]byte{bytes.Repeat([]byte("x"), 3000)}, Row: store.Row{ID: fmt.Sprint(i), Data: []byte("{}")}}
		if err := s.Append(t.Context(), b); errors.Is(err, store.ErrFull) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Ping(t.Context()); !errors.Is(err, store.ErrFull) {
		t.Errorf("full, and Ping says %v", err)
	}
}

// A copy is restored over data with a write-ahead log, which would spoil it; the old data is kept and can be opened.
func TestRestore(t *testing.T) {
	folder, copied := t.TempDir(), filepath.Join(t.TempDir(), "copy.db")
	s := open(t, folder)
	fillTables(t, s, "old", 100)
	if err := sqlite.Backup(t.Context(), folder, copied); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(copied); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("others may read the copy: %v %v", info.Mode(), err)
	}
	fillTables(t, s, "new", 100)
	if _, err := sqlite.Restore(t.Context(), copied, folder, time.Now()); err == nil || !strings.Contains(err.Error(), "another server") {
		t.Fatalf("restored below a running server: %v", err)
	}
	// As after a crash: the log is there, and the file is not up to date.
	// In another folder somebody has taken the file away and left the log.
	crashed, logOnly := t.TempDir(), t.TempDir()
	for _, name := range []string{sqlite.File, sqlite.File + "-wal"} {
		data, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		for _, to := range []string{crashed, logOnly} {
			if to == logOnly && name == sqlite.File {
				continue
			}
			if err := os.WriteFile(filepath.Join(to, name), data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	kept, err := sqlite.Restore(t.Context(), copied, crashed, time.Now())
	if err != nil || kept == "" {
		t.Fatal(kept, err)
	}
	count := func(folder, table string) int {
		t.Helper()
		s, err := sqlite.Open(t.Context(), folder, sqlite.Options{CheckFor: time.Minute})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		list, err := s.Entries(t.Context(), table, 0)
		if err != nil {
			t.Fatal(err)
		}
		return len(list)
	}
	if count(crashed, "old99") != 1 || count(crashed, "new99") != 0 {
		t.Error("it is not the copy")
	}
	before := t.TempDir()
	for _, more := range []string{"", "-wal"} {
		if err := os.Rename(kept+more, filepath.Join(before, sqlite.File+more)); err != nil {
			t.Fatal(err)
		}
	}
	if count(before, "new99") != 1 {
		t.Error("what was there before is not whole")
	}
	for _, folder := range []string{logOnly, t.TempDir()} {
		if kept, err := sqlite.Restore(t.Context(), copied, folder, time.Now()); err != nil || kept != "" {
			t.Error(kept, err)
		}
		if count(folder, "old99") != 1 || count(folder, "new99") != 0 {
			t.Error("it is not the copy")
		}
	}
	// Nothing but a whole copy of ours.
	spoil(t, copied, 40)
	text := filepath.Join(t.TempDir(), "text")
	if err := os.WriteFile(text, []byte("no database"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{copied, text, filepath.Join(folder, "nothing")} {
		if _, err := sqlite.Restore(t.Context(), bad, crashed, time.Now()); err == nil {
			t.Errorf("%s was restored", bad)
		}
	}
	if count(crashed, "old99") != 1 {
		t.Error("a refused copy cost the data")
	}
}
