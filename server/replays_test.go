package server

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// A replay is built once, however many ask for it at once and again; what was used least recently goes first.
func TestReplaysAreBuiltOnce(t *testing.T) {
	var built atomic.Int64
	gate := make(chan struct{})
	c := newReplays(1000, 1, func(_ context.Context, key replayKey) (any, error) {
		built.Add(1)
		if key.table == "slow" {
			<-gate
		}
		return strings.Repeat(fmt.Sprint(key), 10), nil
	})
	get := func(table string) int {
		t.Helper()
		k, size, err := c.get(t.Context(), replayKey{table: table})
		if err != nil || len(k.zipped) == 0 || len(k.zipped) > 100 {
			t.Fatal(k, err)
		}
		return size
	}
	var wg sync.WaitGroup
	var paid atomic.Int64
	for range 10 {
		wg.Go(func() {
			if get("slow") > 0 {
				paid.Add(1)
			}
		})
	}
	close(gate)
	wg.Wait()
	if built.Load() != 1 || paid.Load() != 1 {
		t.Fatalf("built %d times, for %d", built.Load(), paid.Load())
	}
	if get("slow") != 0 || built.Load() != 1 {
		t.Fatal("built again")
	}
	for i := range 100 {
		get(fmt.Sprint(i))
		get("slow") // used all the time: stays
	}
	if n, bytes := c.size(); bytes > 1000 || n < 10 || built.Load() != 101 {
		t.Errorf("%d replays with %d bytes are kept, %d were built", n, bytes, built.Load())
	}
	if get("0"); built.Load() != 102 {
		t.Error("the oldest was kept")
	}
}

// What fails is not kept, and a panic reaches whoever asked first, not those who wait for ever.
func TestReplaysThatFail(t *testing.T) {
	fail := true
	c := newReplays(1000, 1, func(context.Context, replayKey) (any, error) {
		if fail {
			panic("lost")
		}
		return 1, nil
	})
	func() {
		defer func() { _ = recover() }()
		_, _, _ = c.get(t.Context(), replayKey{})
	}()
	fail = false
	if _, size, err := c.get(t.Context(), replayKey{}); err != nil || size == 0 {
		t.Error(size, err)
	}
}
