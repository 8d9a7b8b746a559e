package table_test

import (
	"testing"
	"time"

	"mirabilia/api"
	"mirabilia/table"
)

// While somebody is on holiday, their clock of days stands, and that of the others runs; nothing of it is lost with the memory of the table.
func TestHoliday(t *testing.T) {
	timed(t, func(t *testing.T, j *memory, ps []*player) {
		h := ps[0].h
		id := open(t, ps, api.Settings{Game: "duel", Clock: days})
		holiday := func(p *player, on bool) {
			t.Helper()
			if err := h.Holiday(t.Context(), id, p.ID, on); err != nil {
				t.Fatal(err)
			}
		}
		time.Sleep(10 * time.Hour)
		holiday(ps[0], true)
		holiday(ps[0], true) // which changes nothing
		n := len(ps[0].see(id).Log)
		sleep(20 * 24 * time.Hour)
		s := ps[1].see(id)
		if left(s, 0) != 62*time.Hour || s.Game.Clocks[0].Running || !s.Table.Places[0].Holiday || s.Table.Status != api.StatusPlaying || s.Table.Places[0].Away != "" {
			t.Fatalf("on holiday: %+v, %+v", s.Game.Clocks, s.Table.Places)
		}
		if len(s.Log) != n || s.Log[n-1].What != api.WhatHoliday || s.Log[n-1].Seat != 0 {
			t.Errorf("%+v", s.Log)
		}
		// Another node reads the same from the journal.
		again := table.New(config(j))
		defer again.Close()
		if other := players(t, again, anna, bela)[1].see(id); left(other, 0) != 62*time.Hour || !other.Table.Places[0].Holiday {
			t.Errorf("read again: %+v", other.Game.Clocks)
		}
		holiday(ps[0], false)
		sleep(time.Hour)
		if s := ps[0].see(id); left(s, 0)/time.Hour != 60 || !s.Game.Clocks[0].Running || s.Table.Places[0].Holiday {
			t.Errorf("back: %+v", s.Game.Clocks)
		}
		// Whoever moves on holiday may, and the turn of the other runs.
		holiday(ps[0], true)
		ps[0].moveAny(id)
		if s := ps[0].see(id); !s.Game.Clocks[1].Running || s.Game.Clocks[0].Running {
			t.Errorf("after a move: %+v", s.Game.Clocks)
		}
		// Time that has run out is lost all the same.
		sleep(73 * time.Hour)
		holiday(ps[1], true)
		if s := ps[0].see(id); s.Table.Places[1].Away != api.AwayTime || s.Table.Status == api.StatusPlaying && s.Game.Clocks[1].Running {
			t.Errorf("%+v", s.Table.Places)
		}
	})
}

// A live clock stands for nobody, and those who have no seat have no holiday.
func TestHolidayElsewhere(t *testing.T) {
	timed(t, func(t *testing.T, _ *memory, ps []*player) {
		id := open(t, ps, api.Settings{Game: "duel", Clock: live})
		for _, person := range []string{ps[0].ID, "nobody"} {
			if err := ps[0].h.Holiday(t.Context(), id, person, true); err != nil {
				t.Fatal(err)
			}
		}
		if s := ps[0].see(id); s.Table.Places[0].Holiday || !s.Game.Clocks[0].Running {
			t.Errorf("%+v", s.Table.Places)
		}
	})
}
