// Package conduct says what follows from how people have behaved, without any host: who rests, who plays friendly games only, how many games somebody may have running.
// It is pure: callers tell it the time and the latest games.
package conduct

import (
	"cmp"
	"slices"
	"time"
)

// Game is a finished game with other people, as one of them played it.
type Game struct {
	Table string
	// At is when it ended, in Unix milliseconds.
	At          int64
	Days, Rated bool
	// Moves is how many decisions the person took.
	Moves int
	// Resigned, Left and Time say how the person ended it early: by resigning, by leaving, or by running out of time. Stalled is someone who ran out of time after having
	// thought for long about one decision.
	Resigned, Left, Time, Stalled bool
}

// unfinished reports whether the person did not finish the game. Resigning is finishing.
func (g *Game) unfinished() bool { return g.Left || g.Time }

// lastGames is how many games say whether somebody finishes them.
const lastGames = 50

// Finishes returns how many of the latest games somebody has finished, and of how many. Whoever stalled has left two.
func Finishes(games []Game) (finished, of int) {
	for _, g := range latest(games, lastGames) {
		of++
		switch {
		case !g.unfinished():
			finished++
		case g.Stalled:
			of++
		}
	}
	return finished, of
}

// latest returns the latest games, the last first.
func latest(games []Game, most int) []Game {
	games = slices.SortedFunc(slices.Values(games), func(a, b Game) int { return cmp.Or(cmp.Compare(b.At, a.At), cmp.Compare(a.Table, b.Table)) })
	return games[:min(most, len(games))]
}

const (
	day = 24 * time.Hour
	// freeAborts is how many games somebody can abort within a day before rests follow, of which the last is that of all further ones.
	freeAborts = 3
)

var rests = []time.Duration{5 * time.Minute, 15 * time.Minute, time.Hour}

// Rest returns until when somebody may look for no live game because of the games that they aborted at these times; 0: they may.
func Rest(aborts []int64, now int64) int64 {
	var recent []int64
	for _, at := range aborts {
		if at <= now && now-at < day.Milliseconds() {
			recent = append(recent, at)
		}
	}
	if len(recent) <= freeAborts {
		return 0
	}
	until := slices.Max(recent) + rests[min(len(recent)-freeAborts, len(rests))-1].Milliseconds()
	if until <= now {
		return 0
	}
	return until
}

// Start is how a live game began for somebody that was rated or found.
type Start struct {
	// At is when the game ended, in Unix milliseconds.
	At    int64
	Rated bool
	// Dodged says that somebody saw the opponents, or the deal, and did not begin.
	Dodged bool
}

// Dodged reports whether somebody did not begin the last rated game of a day: the next one in a row is lost.
func Dodged(starts []Start, now int64) bool {
	var last Start
	for _, s := range starts {
		if s.Rated && s.At <= now && now-s.At < day.Milliseconds() && s.At >= last.At {
			last = s
		}
	}
	return last.Dodged
}

// Rules by which people play friendly games only for a day.
const (
	// Leaving: three of the last ten games were not finished.
	Leaving = "leaving"
	// Sandbagging: three rated games of a day were given up within a few moves.
	Sandbagging = "sandbagging"
)

const (
	leavingOf, leavingMost   = 10, 3
	sandbagMoves, sandbagged = 10, 3
)

// Broken is a rule that somebody has broken.
type Broken struct {
	Rule string
	// Tables are the games that show it, the last first.
	Tables []string
}

// Friendly returns why somebody is to play friendly games only; nil if there is no reason.
func Friendly(games []Game, now int64) (broken []Broken) {
	add := func(rule string, among []Game, most int, shows func(*Game) bool) {
		var tables []string
		for i := range among {
			if shows(&among[i]) {
				tables = append(tables, among[i].Table)
			}
		}
		if len(tables) >= most {
			broken = append(broken, Broken{rule, tables})
		}
	}
	add(Leaving, latest(games, leavingOf), leavingMost, (*Game).unfinished)
	add(Sandbagging, latest(games, len(games)), sandbagged, func(g *Game) bool {
		return g.Rated && (g.Resigned || g.Time) && g.Moves <= sandbagMoves && now-g.At < day.Milliseconds()
	})
	return broken
}

const (
	// mostRunning is how many games at days per move somebody may have running, mostOfGuests how many a guest, and fewRunning how many after having lost games on time:
	// timesLost within lostWithin, until finishedSince games have been finished since the last of them.
	mostRunning, mostOfGuests, fewRunning = 20, 3, 3
	timesLost, finishedSince              = 2, 5
	lostWithin                            = 30 * day
)

// Running returns how many games at days per move somebody may have running, and whether that is few because games were lost on time.
func Running(games []Game, guest bool, now int64) (most int, lost bool) {
	if most = mostRunning; guest {
		most = mostOfGuests
	}
	late, since := 0, 0
	for _, g := range latest(games, len(games)) {
		switch {
		case !g.Days || now-g.At >= lostWithin.Milliseconds():
		case g.Time:
			late++
		case late == 0 && !g.unfinished():
			since++
		}
	}
	if late >= timesLost && since < finishedSince {
		return fewRunning, true
	}
	return most, false
}
