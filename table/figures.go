//go:build !js

package table

import (
	"slices"

	"mirabilia/api"
	"mirabilia/game"
)

// stallShare is the share of the clock, one in so many, that is much for one decision.
const stallShare = 3

// figures returns those of all seats.
func (s *state) figures() []SeatFigures {
	list := make([]SeatFigures, len(s.places))
	counted := len(slices.Concat(s.result.Parts...)) > 0
	for i := range list {
		f, seat := &list[i], game.Seat(i)
		if s.places[i].holder != holderPerson {
			continue
		}
		took := s.took(seat)
		if f.Moves = len(took); f.Moves > 0 {
			slices.Sort(took)
			f.Pace = took[len(took)/2]
		}
		f.Stalled = s.stalled(i)
		if b, ok := s.board.(game.Builder); ok {
			f.Wonders = b.WondersOf(seat)
		}
		if counted {
			f.Parts = s.result.Parts[i]
		}
	}
	return list
}

// took returns how long each decision of a seat took that its person made. Where seats decide at once, time runs from when the last of them had decided what came before.
func (s *state) took(seat game.Seat) (list []int64) {
	made := make([]int, len(s.places))
	for i, d := range s.decisions {
		if made[d.seat]++; d.seat != seat || d.byBot || s.forfeits(&d) {
			continue
		}
		from, n := s.started, made[seat]
		before := slices.Clone(made)
		for k := i - 1; k >= 0; k-- {
			other := s.decisions[k]
			if !s.game.Info().Simultaneous || before[other.seat] < n || other.seat == seat {
				from = other.at
				break
			}
			before[other.seat]--
		}
		list = append(list, max(0, d.at-from))
	}
	return list
}

// stalled reports whether a seat ran out of time after it had thought for long about one decision.
func (s *state) stalled(seat int) bool {
	late := s.places[seat].away == api.AwayTime || s.result.WonBy == api.WonByTime && !slices.Contains(s.result.Winners, seat)
	if !late || s.settings.Clock.Kind != api.ClockLive {
		return false
	}
	last := s.started
	for i := range s.decisions {
		if d := &s.decisions[i]; !s.forfeits(d) {
			last = d.at
		}
	}
	return s.finished-last > fullClock(s.settings.Clock)/stallShare
}
