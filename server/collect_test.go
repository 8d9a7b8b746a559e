package server

import (
	"testing"
	"time"

	"mirabilia/api"
	"mirabilia/table"
)

// TestCollect checks that someone who waits for what happens next gets it with its frame, and does not wait for a frame that will not come.
func TestCollect(t *testing.T) {
	update := func(seq int64, what string, frame bool) []byte {
		u := api.Update{Log: api.LogEntry{Seq: seq, What: what}}
		if frame {
			u.Game = &api.Frame{}
		}
		return table.Encode(seq, api.MessageUpdate, u)
	}
	move := func(seq int64, frame bool) []byte { return update(seq, api.WhatMove, frame) }
	presence := table.Encode(0, api.MessagePresence, api.Presence{})
	for name, c := range map[string]struct {
		first, then [][]byte
		want        int
	}{
		"one move":                       {nil, [][]byte{move(1, true), move(2, true)}, 1},
		"moves told together":            {nil, [][]byte{move(1, false), move(2, false), presence, move(3, true), move(4, true)}, 3},
		"somebody sits down":             {nil, [][]byte{presence, update(1, "joined", false), move(2, true)}, 1},
		"what was missed":                {[][]byte{move(1, false), move(2, true)}, [][]byte{move(3, true)}, 2},
		"moves of a game without boards": {[][]byte{move(1, false)}, nil, 1},
	} {
		t.Run(name, func(t *testing.T) {
			queue := make(chan []byte, len(c.then))
			for _, m := range c.then {
				queue <- m
			}
			if got := collect(t.Context(), &table.Subscription{First: c.first, C: queue}, time.Minute); len(got) != c.want {
				t.Errorf("%d messages, want %d", len(got), c.want)
			}
		})
	}
}
