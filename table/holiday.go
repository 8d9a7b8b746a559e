//go:build !js

package table

import (
	"context"

	"mirabilia/api"
)

// Holiday says that a person who sits at a table is on holiday, or no longer: the clock of days stands meanwhile. At other tables, and if it is so already, nothing happens.
// Time that had run out before is lost all the same.
func (h *Hub) Holiday(ctx context.Context, id, person string, on bool) error {
	_, err := ask(ctx, h, id, func(t *table) (struct{}, error) { return struct{}{}, t.holiday(person, on) })
	return err
}

func (t *table) holiday(person string, on bool) error {
	for range maxConflicts {
		if err := t.ready(); err != nil {
			return err
		}
		if err := t.refresh(); err != nil {
			return err
		}
		if t.s != nil {
			t.expire()
		}
		if t.s == nil {
			continue
		}
		seat := t.s.seatOf(person)
		if seat < 0 || t.s.status != api.StatusPlaying || t.s.settings.Clock.Kind != api.ClockDays || t.s.places[seat].holiday == on {
			return nil
		}
		e := &entry{Kind: kindHoliday, Seat: seat}
		if !on {
			e.Kind = kindHolidayOver
		}
		if err := t.commit(e); !conflict(err) {
			return err
		}
	}
	return tooFast()
}
