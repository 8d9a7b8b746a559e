package table

import (
	"context"
	"slices"

	"mirabilia/api"
)

// A live game for which people were found, or which is rated, can be aborted until everybody has made a move: nobody has lost anything yet. Whoever does not make the first
// move in time, or resigns or leaves before all have moved, ends it without a result; in a tournament the game is lost. The table says whose doing it was; what follows from that is not its
// affair, but that a rated game is lost by who did the same in the rated game before (Config.Dodged).

const (
	// FirstMoveTime is how many seconds people have for their first move.
	FirstMoveTime = 60
	// mostAborted is the longest clock, in seconds, of a game that is hurried like this: at a longer one nobody sits at the screen.
	mostAborted = 3600
)

// firstMove returns how many seconds people have for the first move at a table that one of them opens.
func firstMove(s api.Settings) int {
	if s.Rated && s.Clock.Kind == api.ClockLive && s.Clock.Base <= mostAborted {
		return FirstMoveTime
	}
	return 0
}

// abortable reports whether a game can still be aborted.
func (s *state) abortable() bool {
	if s.status != api.StatusPlaying || s.settings.FirstMove == 0 || s.settings.Tournament != nil {
		return false
	}
	for i, p := range s.places {
		if p.holder == holderPerson && !s.moved(i) {
			return true
		}
	}
	return false
}

// moved reports whether a seat has decided as far as everybody knows: a step in the middle of a secret turn must not show in the clocks.
func (s *state) moved(seat int) bool {
	return slices.ContainsFunc(s.decisions, func(d decision) bool { return int(d.seat) == seat && !d.secret && !s.forfeits(&d) })
}

// keptBack is how much of a seat's clock it cannot use for the first move, which must come sooner.
func (s *state) keptBack(seat int) int64 {
	if s.settings.FirstMove == 0 || s.places[seat].holder != holderPerson || s.moved(seat) {
		return 0
	}
	return max(0, fullClock(s.settings.Clock)-int64(s.settings.FirstMove)*second)
}

// hurriedOff reports whether everybody is there for a game that is hurried and about to begin by itself: nobody looks at the others and gets up again.
func (s *state) hurriedOff() bool { return s.settings.FirstMove > 0 && s.startsItself() }

// aborts reports whether a seat that does not begin aborts the game; otherwise its person has lost it.
func (t *table) aborts(seat int) (bool, error) {
	if !t.s.abortable() {
		return false, nil
	}
	if !t.s.settings.Rated || t.h.cfg.Dodged == nil {
		return true, nil
	}
	again, err := t.h.cfg.Dodged(context.Background(), t.s.places[seat].person)
	return !again, unavailable(err)
}

// aborted is the entry that ends a game because of a seat.
func aborted(seat int) *entry { return &entry{Kind: kindClosed, Seat: seat, Why: api.ClosedAborted} }
