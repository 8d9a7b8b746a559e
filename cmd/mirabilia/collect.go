package main

import (
	"context"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

const (
	// mostGarbage is how many bytes of garbage may gather before they are collected, as long as mostPercent and leastPercent of what is in use allow it: a small server
	// collects half as often as Go does by itself, which saves a tenth of the time, and garbage of a large one takes less than what is in use.
	mostGarbage               = 24 << 20
	leastPercent, mostPercent = 35, 200
	// garbageEvery is how often that is looked at.
	garbageEvery = 2 * time.Second
)

// boundGarbage bounds the collector's share of memory until the context ends, unless the host has set GOGC.
func boundGarbage(ctx context.Context) {
	if os.Getenv("GOGC") != "" {
		return
	}
	set := mostPercent
	debug.SetGCPercent(set)
	go func() {
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		for tick := time.NewTicker(garbageEvery); ; {
			select {
			case <-tick.C:
			case <-ctx.Done():
				tick.Stop()
				return
			}
			metrics.Read(live)
			// To set it stops the world for a moment, so small differences are let be.
			if percent := garbagePercent(live[0].Value.Uint64()); percent > set+5 || percent < set-5 {
				set = percent
				debug.SetGCPercent(set)
			}
		}
	}()
}

// garbagePercent returns how much garbage may gather in percent of what is in use.
func garbagePercent(live uint64) int {
	return int(min(max(mostGarbage*100/max(live, 1), leastPercent), mostPercent))
}
