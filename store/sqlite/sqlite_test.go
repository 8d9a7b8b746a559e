package sqlite_test

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"mirabilia/store"
	"mirabilia/store/sqlite"
	"mirabilia/store/storetest"
)

func TestMain(m *testing.M) {
	storetest.MemoryDisk()
	os.Exit(m.Run())
}

func open(t *testing.T, folder string) store.Store {
	t.Helper()
	db, err := sqlite.Open(t.Context(), folder, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return db
}

func TestStore(t *testing.T) {
	storetest.Run(t, func(t *testing.T) string { return t.TempDir() }, open)
}

func TestOneServerAFolder(t *testing.T) {
	folder := t.TempDir()
	s := open(t, folder)
	defer s.Close()
	if _, err := sqlite.Open(t.Context(), folder, sqlite.Options{}); err == nil || !strings.Contains(err.Error(), "another server uses it") {
		t.Errorf("a second server: %v", err)
	}
}

// A path may hold what URLs give a meaning to.
func TestOddPath(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "a b?c#d%41&é")
	s := open(t, folder)
	defer s.Close()
	if _, err := os.Stat(filepath.Join(folder, sqlite.File)); err != nil {
		t.Error(err)
	}
}

// Nobody but the server's own user may read the data, which holds the seeds of running games, whatever the folder allows; files of older versions
// become private, too.
func TestDataIsPrivate(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "data")
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		s := open(t, folder)
		fillTables(t, s, "t", 3)
		files, err := filepath.Glob(filepath.Join(folder, sqlite.File+"*"))
		if err != nil || len(files) != 3 {
			t.Fatal(files, err)
		}
		for _, file := range files {
			if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("%s: %v %v", file, info.Mode(), err)
			}
		}
		if err := errors.Join(s.Drop(t.Context(), "t0", 1), s.Drop(t.Context(), "t1", 1), s.Drop(t.Context(), "t2", 1), s.Close(), os.Chmod(filepath.Join(folder, sqlite.File), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
}

// A backup is taken while others write, and is as of one moment: it holds all that was acknowledged before it, and no batch in part.
func TestBackup(t *testing.T) {
	folder := t.TempDir()
	s := open(t, folder)
	defer s.Close()
	var acked atomic.Int64
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var wg sync.WaitGroup
	wg.Go(func() {
		for n := int64(0); ctx.Err() == nil; n += 2 {
			if err := s.Append(t.Context(), &store.Batch{Last: n, Entries: [][]byte{[]byte("one"), []byte("two")}, Row: store.Row{ID: "a", Data: []byte("{}")}}); err != nil {
				t.Error(err)
				return
			}
			acked.Store(n + 2)
		}
	})
	var copied string
	for range 5 {
		before := acked.Load()
		copied = filepath.Join(t.TempDir(), sqlite.File)
		if err := sqlite.Backup(t.Context(), folder, copied); err != nil {
			t.Fatal(err)
		}
		other := open(t, filepath.Dir(copied))
		list, err := other.Entries(t.Context(), "a", 0)
		if n := int64(len(list)); err != nil || n%2 != 0 || n < before {
			t.Errorf("%d entries, %d were acknowledged before: %v", n, before, err)
		}
		if err := other.Close(); err != nil {
			t.Error(err)
		}
	}
	stop()
	wg.Wait()
	if acked.Load() == 0 {
		t.Error("nothing was written meanwhile")
	}
	if err := sqlite.Backup(t.Context(), folder, copied); err == nil {
		t.Error("a backup wrote over a file")
	}
	if err := sqlite.Backup(t.Context(), t.TempDir(), filepath.Join(t.TempDir(), "x")); err == nil {
		t.Error("a backup of nothing")
	}
}

// A file that another program, or a newer one, has written is not touched.
func TestForeignFiles(t *testing.T) {
	for name, statement := range map[string]string{
		"another program": "CREATE TABLE other (x)",
		"newer program":   "INSERT INTO migration (name) VALUES ('9999_future.sql')",
	} {
		folder := t.TempDir()
		if strings.HasPrefix(name, "newer") {
			open(t, folder).Close()
		}
		db, err := sql.Open("sqlite", filepath.Join(folder, sqlite.File))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := db.Exec(statement); err != nil {
			t.Fatal(err)
		}
		db.Close()
		if _, err := sqlite.Open(t.Context(), folder, sqlite.Options{}); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// When the bound is reached, appends are refused as full, what was acknowledged stays, and with a higher bound all goes on.
func TestFull(t *testing.T) {
	folder := t.TempDir()
	db, err := sqlite.Open(t.Context(), folder, sqlite.Options{MaxBytes: 400 << 10})
	if err != nil {
		t.Fatal(err)
	}
	entry := []byte(strings.Repeat("x", 2000))
	var acked int64
	for {
		err = db.Append(t.Context(), &store.Batch{Last: acked, Entries: [][]byte{entry}, Row: store.Row{ID: "a", Data: []byte("{}")}})
		if err != nil || acked > 1000 {
			break
		}
		acked++
	}
	if !errors.Is(err, store.ErrFull) || acked < 10 {
		t.Fatalf("after %d appends: %v", acked, err)
	}
	for range 10 { // each time with a connection of its own, of which nothing may be left
		if err := db.Append(t.Context(), &store.Batch{Last: acked, Entries: [][]byte{entry}, Row: store.Row{ID: "a", Data: []byte("{}")}}); !errors.Is(err, store.ErrFull) {
			t.Fatalf("tried again: %v", err)
		}
	}
	if err := db.Ping(t.Context()); err != nil && !errors.Is(err, store.ErrFull) {
		t.Errorf("ping: %v", err)
	}
	list, err := db.Entries(t.Context(), "a", 0)
	if err != nil || int64(len(list)) != acked {
		t.Errorf("%d entries, %d were acknowledged: %v", len(list), acked, err)
	}
	if err := db.Close(); err != nil {
		t.Error(err)
	}
	if files, err := filepath.Glob(filepath.Join(folder, sqlite.File+"*")); err != nil || len(files) != 1 {
		t.Errorf("a closed store leaves %v, %v", files, err)
	}
	if err := sqlite.Check(context.Background(), filepath.Join(folder, sqlite.File)); err != nil {
		t.Error(err)
	}
	s := open(t, folder)
	defer s.Close()
	if err := s.Append(t.Context(), &store.Batch{Last: acked, Entries: [][]byte{entry}, Row: store.Row{ID: "a", Data: []byte("{}")}}); err != nil {
		t.Error(err)
	}
}

// The driver is C translated against one version of its libc; another would compile and misbehave.
func TestLibcIsTheDriversOwn(t *testing.T) {
	module := func(path string) (m struct{ Version, GoMod string }) {
		out, err := exec.Command("go", "list", "-m", "-json", path).Output()
		if err == nil {
			err = json.Unmarshal(out, &m)
		}
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	required, err := os.ReadFile(module("modernc.org/sqlite").GoMod)
	if err != nil {
		t.Fatal(err)
	}
	if want := "modernc.org/libc " + module("modernc.org/libc").Version; !strings.Contains(string(required), want) {
		t.Errorf("the program is built with %s, which is not what the driver requires:\n%s", want, required)
	}
}
