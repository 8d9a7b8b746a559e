package push

import (
	"cmp"
	"math"
	"slices"

	"mirabilia/api"
	"mirabilia/table"
)

const (
	second, minute, hour = 1000, 60 * 1000, 60 * 60 * 1000
	// turnAfter is how long after a turn came it is told, if nobody has played it: whoever sits at the table plays sooner. In a live game there is less time.
	turnAfter, liveTurnAfter = 2 * minute, 10 * second
	// firstReminder and lastReminder are how long before a game is lost on time its player is told again, and liveReminder in a live game.
	firstReminder, lastReminder, liveReminder = 12 * hour, 2 * hour, minute
	// slowClock is the least time at the start with which a clock that runs over the whole game is one of days.
	slowClock = 24 * 60 * 60
)

// stage is how much was said of a turn.
type stage int

const (
	stageNone stage = iota
	stageTurn
	stageFirst // the first reminder
	stageLast  // the last
)

// turn is a game that waits for a person.
type turn struct {
	table    string
	decision int
	// since is when the table last changed, and deadline when the person's time is over; 0: never.
	since, deadline int64
	live            bool
}

// turnOf reads a turn from what lists show of a table.
func turnOf(s *api.TableSummary) turn {
	return turn{table: s.ID, decision: s.Decision, since: s.Updated, deadline: s.Deadline, live: s.Clock.Kind == api.ClockLive && s.Clock.Base < slowClock}
}

// readTurn reads a turn from what is kept of a table; nil if it is none to be told of.
func readTurn(data []byte) (*turn, error) {
	s, err := table.ReadSummary(data)
	if err != nil || !Counts(s) {
		return nil, err
	}
	t := turnOf(s)
	return &t, nil
}

// Counts reports whether a game that waits for somebody is one to tell them of: somebody else waits, too, or a clock runs.
func Counts(s *api.TableSummary) bool {
	others := 0
	for _, p := range s.Places {
		if p.Kind == api.KindPerson || p.Kind == api.KindProgram {
			others++
		}
	}
	return !s.Trial && (others > 1 || s.Clock.Kind == api.ClockLive || s.Clock.Kind == api.ClockDays)
}

// due returns how much is to be said of a turn by now.
func (t *turn) due(now int64, n *Notices) stage {
	left, whole := int64(math.MaxInt64), int64(math.MaxInt64)
	if t.deadline > 0 {
		left, whole = t.deadline-now, t.deadline-t.since
	}
	last, after, wanted := int64(lastReminder), int64(turnAfter), n.Turn
	if t.live {
		last, after, wanted = liveReminder, liveTurnAfter, n.Live
	}
	switch {
	case n.Time && left <= last && whole > last:
		return stageLast
	case n.Time && !t.live && left <= firstReminder && whole > firstReminder:
		return stageFirst
	case wanted && now >= t.since+after:
		return stageTurn
	}
	return stageNone
}

// told is what was said to a person about turns.
type told struct {
	Tables map[string]toldTurn `json:"tables,omitempty"`
	// About is the table that the message on the person's devices names; empty if there is none.
	About string `json:"about,omitempty"`
	// Later is when the person wants to be told again; 0: not.
	Later int64 `json:"later,omitempty"`
}

type toldTurn struct {
	Decision int   `json:"decision"`
	Stage    stage `json:"stage"`
}

// saying is what is to be said about turns.
type saying struct {
	// About is the table that it names, and close says that a message is to go instead.
	about string
	close bool
	// silent says that it only takes the place of another, and urgent that it may disturb quiet hours.
	silent, urgent bool
	// until is when it is of no use any more; 0: never.
	until int64
}

// decide returns what is to be said to a person about the games that wait, nil if nothing, and what was said then. Somebody who looks at the page sees it there.
func decide(now int64, n *Notices, turns []turn, was told, looking bool) (is told, say *saying) {
	slices.SortStableFunc(turns, func(a, b turn) int { return cmp.Compare(a.end(), b.end()) })
	is = told{Tables: map[string]toldTurn{}, About: was.About, Later: was.Later}
	quiet := n.quiet(now)
	var news, named *turn
	urgent := false
	for i := range turns {
		t := &turns[i]
		before := was.Tables[t.table]
		if before.Decision != t.decision {
			before = toldTurn{Decision: t.decision}
		}
		due := t.due(now, n)
		if due > before.Stage && (!quiet || due == stageLast && n.Wake) {
			before.Stage = due
			if news == nil {
				news, urgent = t, due == stageLast
			}
		}
		if before.Stage > stageNone {
			is.Tables[t.table] = before
		}
		if t.table == was.About {
			named = t
		}
	}
	if len(is.Tables) == 0 {
		is.Tables = nil
	}
	switch {
	case len(turns) == 0:
		is.About, is.Later = "", 0
		if was.About != "" {
			return is, &saying{close: true, until: now + hour}
		}
	case looking:
		is.About, is.Later = "", 0
	case news != nil:
		is.About, is.Later = news.table, 0
		return is, &saying{about: news.table, urgent: urgent, until: news.deadline}
	case quiet:
	case is.Later > 0 && now >= is.Later:
		is.About, is.Later = turns[0].table, 0
		return is, &saying{about: turns[0].table, until: turns[0].deadline}
	case was.About != "" && named == nil:
		// The turn was taken elsewhere, and another game waits.
		is.About = turns[0].table
		return is, &saying{about: turns[0].table, silent: true, until: turns[0].deadline}
	}
	return is, nil
}

// end returns when a turn is over; one that is never over comes last.
func (t *turn) end() int64 {
	if t.deadline == 0 {
		return math.MaxInt64
	}
	return t.deadline
}
