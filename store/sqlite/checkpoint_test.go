package sqlite

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"testing"

	"mirabilia/store"
)

// TestLogBeginsAnew writes without a pause, in every way that writes differ for the log. The log must be copied into the file and begin anew time
// and again, though somebody always writes; otherwise it would grow until the disk is full.
func TestLogBeginsAnew(t *testing.T) {
	entry := bytes.Repeat([]byte("x"), 100)
	row := store.Row{Game: "duel", Status: "playing", Data: entry}
	for name, test := range map[string]struct {
		crowd int
		write func(db *DB, table string, n int64) error
	}{
		"moves": {1 << 20, func(db *DB, table string, n int64) error {
			b := &store.Batch{Last: n, Entries: [][]byte{entry}, Row: row}
			b.Row.ID = table
			return db.Append(t.Context(), b)
		}},
		"pending moves": {1, func(db *DB, table string, n int64) error {
			b := &store.Batch{Last: n, Entries: [][]byte{entry}, Row: row}
			b.Row.ID = table
			return db.Append(t.Context(), b)
		}},
		"other tables": {0, func(db *DB, table string, n int64) error {
			b := &store.Batch{Row: row, Entries: [][]byte{entry}}
			b.Row.ID = fmt.Sprint(table, "-", n)
			return db.Append(t.Context(), b)
		}},
	} {
		t.Run(name, func(t *testing.T) { logBeginsAnew(t, test.crowd, test.write) })
	}
}

func logBeginsAnew(t *testing.T, crowd int, write func(db *DB, table string, n int64) error) {
	db, err := Open(t.Context(), t.TempDir(), Options{crowd: crowd})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	const writers, enough, most = 8, 3, 8000
	var began atomic.Int64
	var salt []byte
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			for n := int64(0); n < most && began.Load() < enough; n++ {
				if err := write(db, fmt.Sprint("table", w), n); err != nil {
					t.Error(err)
					return
				}
				if w != 0 || n%10 != 0 {
					continue
				}
				if now := logSalt(t, db.path); salt == nil {
					salt = now
				} else if !bytes.Equal(now, salt) {
					salt = now
					began.Add(1)
				}
			}
		})
	}
	wg.Wait()
	if n := began.Load(); n < enough {
		t.Errorf("the log began anew %d times, want %d", n, enough)
	}
}

// logSalt returns what SQLite writes anew into the head of a log whenever it begins.
func logSalt(t *testing.T, path string) []byte {
	f, err := os.Open(path + "-wal")
	if err != nil {
		t.Error(err)
		return nil
	}
	defer f.Close()
	head := make([]byte, 24)
	if _, err := io.ReadFull(f, head); err != nil {
		t.Error(err)
	}
	return head[16:]
}
