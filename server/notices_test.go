package server

import (
	"testing"

	"mirabilia/api"
	"mirabilia/game"
)

// TestLastMoveOfMatch: what happens on a board of a match is told in the words of the board's game, also after a board has ended.
func TestLastMoveOfMatch(t *testing.T) {
	at := &api.Table{Settings: api.Settings{Game: "duplicate"}, Places: []api.Seat{{Kind: api.KindPerson, Name: "Anna"}, {Kind: api.KindPerson, Name: "Béla"}}}
	move := func(e game.Event) api.LogEntry {
		return api.LogEntry{What: api.WhatMove, Events: []game.Event{e}}
	}
	resigned := move(game.Event{Type: "resign", Seat: 0, To: game.NoSeat, Board: 1})
	built := move(game.Event{Type: "build", Seat: 0, To: game.NoSeat, What: "lumber-yard", Board: 2})
	for lang, want := range map[string][2]string{"en": {"Anna resigns", "Anna builds Lumber Yard"}, "hu": {"Anna feladja", "Anna megépíti: Fakitermelés"}} {
		c := &composer{lang: lang}
		got := [2]string{c.lastMove(at, []api.LogEntry{resigned}, 1), c.lastMove(at, []api.LogEntry{resigned, built}, 1)}
		if got != want {
			t.Errorf("%s: told %q, want %q", lang, got, want)
		}
	}
	for options, want := range map[string]string{"true": "Duplicate Pantheon", "false": "Duplicate Duel"} {
		if got := (&composer{lang: "en"}).door("duplicate", map[string]string{"pantheon": options}); got != want {
			t.Errorf("pantheon=%s is called %q, want %q", options, got, want)
		}
	}
}
