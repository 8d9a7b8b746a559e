package table

import (
	"time"

	"mirabilia/game"
)

// Where all seats choose at once, many choices come in the same moment. Telling each by itself would make a view for every viewer that the
// next choice makes useless. So a choice is held back while somebody else waits to be heard, and told together with what comes next: only
// the last has a frame.

// longestHold is how long a choice is held back at most before the next one is told at once, or before it is told itself if those who waited
// to be heard have turned away.
const longestHold = 20 * time.Millisecond

// holds reports whether a line may be told together with the next one. owed are the seats that had to decide before it.
func (t *table) holds(s *state, l *line, owed game.Seats) bool {
	left := owed.Without(game.Seat(l.e.Seat))
	return t.asking.Load() > 0 && l.e.Kind == kindMove && s.game.Info().Simultaneous && l.audience == game.Everyone && !s.factsChanged &&
		left != 0 && s.owing() == left && (len(t.held) == 0 || time.Since(t.heldSince) < longestHold)
}

// hold keeps a line until tellHeld. The entry counts as told only then, so it is told anew if the memory of the table is given up before.
func (t *table) hold(s *state, l line) {
	if len(t.held) == 0 {
		t.heldSince = time.Now()
	}
	t.bases.played(s.was, s.board)
	t.held = append(t.held, l)
}

// tellHeld tells the lines that were held back.
func (t *table) tellHeld() {
	if n := len(t.held); n > 0 && t.s != nil {
		l := t.held[n-1]
		t.held = t.held[:n-1]
		t.tell(t.s, &l)
	}
}
