package main

import "testing"

func TestGarbageIsBounded(t *testing.T) {
	for live, want := range map[uint64]int{0: 200, 12 << 20: 200, 32 << 20: 75, 48 << 20: 50, 80 << 20: 35, 1 << 30: 35} {
		if got := garbagePercent(live); got != want {
			t.Errorf("with %d MB in use garbage may be %d%% of it, want %d%%", live>>20, got, want)
		}
	}
}
