package table_test

import (
	"bytes"
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"mirabilia/api"
	"mirabilia/table"
)

// keepsNoBots is a store that keeps no moves of bots while it refuses them.
type keepsNoBots struct {
	*memory
	mu       sync.Mutex
	refuses  bool
	attempts int
}

func (b *keepsNoBots) Append(ctx context.Context, id string, batch *table.Batch) error {
	b.mu.Lock()
	if b.refuses && len(batch.Entries) == 1 && bytes.Contains(batch.Entries[0], []byte(`"by_bot":true`)) {
		b.attempts++
		b.mu.Unlock()
		return errDisk
	}
	b.mu.Unlock()
	return b.memory.Append(ctx, id, batch)
}

func (b *keepsNoBots) refuse(refuses bool) (attempts int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.refuses = refuses
	return b.attempts
}

// told is a log that many write to.
type told struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *told) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *told) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// While the store fails, tables with bots try ever more seldom, and the log, which may be on the same full disk, is told once for all of them. Then they go on by themselves.
func TestBotsBackOffWhileTheStoreFails(t *testing.T) {
	t.Parallel()
	const tables, lasts = 6, 4 * time.Second
	m := &keepsNoBots{memory: newMemory(), refuses: true}
	cfg := config(m)
	var log told
	cfg.Log = logTo(&log)
	h := table.New(cfg)
	t.Cleanup(h.Close)
	ps := players(t, h, anna)
	var ids []string
	for range tables {
		id := open(t, ps, api.Settings{Game: "duel"}, "random")
		for len(ps[0].see(id).Game.Moves) > 0 {
			ps[0].moveAny(id)
		}
		ids = append(ids, id)
	}
	time.Sleep(lasts)
	// With waits of 0.2, 0.4, 0.8, 1.6 and 3.2 seconds a table has tried five times; without them twenty times.
	if n := m.refuse(false); n < tables || n > 6*tables {
		t.Errorf("%d tables tried %d times within %v", tables, n, lasts)
	}
	if n := strings.Count(log.String(), "cannot go on"); n != 1 {
		t.Errorf("the log was told %d times:\n%s", n, &log)
	}
	for _, id := range ids {
		for end := time.Now().Add(time.Minute); len(ps[0].see(id).Game.Moves) == 0; time.Sleep(20 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatal("a bot does not go on")
			}
		}
	}
}
