package table

import (
	"mirabilia/api"
	"mirabilia/game"
)

// A seat's clock runs while the seat must decide and a person (or program) is to take it; bots have no
// clock. Everything is reckoned from the times in the journal.
type clock struct {
	left  int64 // milliseconds, as of since
	since int64 // when it was set running; 0: it stands
}

const (
	second = 1000
	day    = 24 * 3600 * second
	// returnTime is what a person who ran out of time is given to come back, once a game.
	returnTime = 60 * second
)

// fullClock returns what a seat starts with.
func fullClock(c api.Clock) int64 {
	if c.Kind == api.ClockDays {
		return int64(c.Days) * day
	}
	return int64(c.Base) * second
}

// graceOnReturn returns the time that a person gets who comes back after having run out of it for the first time.
func graceOnReturn(c api.Clock) int64 {
	if c.Kind == api.ClockDays {
		return fullClock(c)
	}
	return returnTime
}

func (s *state) hasClock() bool {
	return s.settings.Clock.Kind == api.ClockLive || s.settings.Clock.Kind == api.ClockDays
}

// stopClocks takes off what has run.
func (s *state) stopClocks(at int64) {
	for i := range s.clocks {
		c := &s.clocks[i]
		if c.since > 0 {
			c.left = max(0, c.left-max(0, at-c.since))
			c.since = 0
		}
	}
}

// runClocks sets the clocks of the seats running that must decide, but for those of people on holiday.
func (s *state) runClocks(at int64) {
	if !s.hasClock() {
		return
	}
	for set := s.owing(); set != 0; set = set.Without(set.First()) {
		if seat := set.First(); !s.places[seat].byBot() && !s.places[seat].holiday {
			s.clocks[seat].since = at
		}
	}
}

// clockDecided gives a seat what it gains by a decision: its days anew, or its increment if it owes nothing more. A
// step in the middle of a secret turn gains nothing, or the clock would show others that it was made. It returns the
// gain, so that taking back the decision takes it back too. Whoever was not to decide, and gave up, gains nothing; and on several boards
// what counts is the turn on the board, because the other may ask for the next decision at once.
func (s *state) clockDecided(seat game.Seat) (gain int64) {
	if !s.before.Owing().Has(seat) {
		return 0
	}
	c := &s.clocks[seat]
	more := s.board.Owing().Has(seat)
	if p, ok := s.board.(game.Pacer); ok {
		more = !p.TurnOver(s.before, seat)
	}
	switch {
	case s.settings.Clock.Kind == api.ClockDays && !(more && s.game.Info().Simultaneous):
		gain = fullClock(s.settings.Clock) - c.left
	case s.settings.Clock.Kind == api.ClockLive && !more:
		gain = int64(s.settings.Clock.Increment) * second
	}
	c.left += gain
	return gain
}

// deadline returns when a seat's clock runs out, or its time for the first move; 0 if it stands.
func (s *state) deadline(seat int) int64 {
	c := s.clocks[seat]
	if c.since == 0 {
		return 0
	}
	at := c.since + c.left - s.keptBack(seat)
	if t := s.settings.Tournament; t != nil && t.Until > 0 {
		at = min(at, max(t.Until, c.since))
	}
	return at
}

// nextDeadline returns the seat whose clock runs out first, and when; 0 if none runs.
func (s *state) nextDeadline() (seat int, at int64) {
	for i := range s.clocks {
		if d := s.deadline(i); d > 0 && (at == 0 || d < at) {
			seat, at = i, d
		}
	}
	return seat, at
}

func (s *state) seatClocks(now int64) []api.SeatClock {
	if !s.hasClock() {
		return nil
	}
	list := make([]api.SeatClock, len(s.clocks))
	for i, c := range s.clocks {
		list[i].Left = c.left
		if c.since > 0 && s.status == api.StatusPlaying {
			list[i] = api.SeatClock{Left: max(0, c.left-max(0, now-c.since)), Running: true, Deadline: s.deadline(i), First: s.keptBack(i) > 0}
		}
	}
	return list
}
