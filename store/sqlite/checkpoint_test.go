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

// TestLogBeginsAnew writes without a pause. The log must be copied into the file and begin anew time and again, though somebody always
// writes; otherwise it would grow until the disk is full.
func TestLogBeginsAnew(t *testing.T) {
	db, err := Open(t.Context(), t.TempDir(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	const writers, enough, most = 8, 3, 8000
	entry := bytes.Repeat([]byte("x"), 100)
	var began atomic.Int64
	var salt []byte
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			for n := int64(0); n < most && began.Load() < enough; n++ {
				b := &store.Batch{Last: n, Entries: [][]byte{entry}, Row: store.Row{ID: fmt.Sprint("table", w), Game: "duel", Status: "playing", Data: entry}}
				if err := db.Append(t.Context(), b); err != nil {
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
