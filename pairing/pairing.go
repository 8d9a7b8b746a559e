// Package pairing finds opponents for people and tables. It is pure: callers tell it the time, the seeks and what is known of the people, and
// it answers with the tables to be opened. One pool holds the seeks of people and the open tables with
// the people at them.
package pairing

import (
	"cmp"
	"math"
	"slices"
	"time"

	"mirabilia/rating"
)

// Pool is what people must agree on to play each other.
type Pool struct {
	// Game is the game as it is rated, see rating.Models.
	Game string
	// Days is a game at days per move; otherwise it is live.
	Days  bool
	Rated bool
	// Seats is how many players are wished, and Least with how many a game can begin.
	Seats, Least int
}

// Seek is someone who waits for others.
type Seek struct {
	ID   string
	Pool Pool
	// Since is when the seek began, in Unix milliseconds.
	Since int64
	// Players is the person who seeks, or the people who sit at an open table.
	Players []Player
	// Table is the open table; empty for a person who seeks.
	Table string
	// Bots says that these players agree to start with bots in the open seats.
	Bots bool
}

// Player is what pairing must know of a person.
type Player struct {
	ID string
	// Strength is where the person is looked for: the rating's points, see Strength.
	Strength float64
	// Unsure is by how much the window is wider because the rating is provisional, see Unsure.
	Unsure float64
	// Last are the opponents of the last game and of the one before.
	Last [2][]string
	// Blocked are the people that this one blocked.
	Blocked []string
	// Guest is someone without a kept name. TakesGuests says that the person plays with guests.
	Guest, TakesGuests bool
	// Leaver is someone who leaves too many games. TakesLeavers says that the person plays with such people.
	Leaver, TakesLeavers bool
}

// maxBelowBest is how far below their best rating of the last 90 days people are paired: losing on purpose does not bring
// weaker opponents.
const maxBelowBest = 200

// Strength returns where someone is looked for, from the rating and the best of the last 90 days.
func Strength(points, best float64) float64 { return max(points, best-maxBelowBest) }

// Unsure returns by how much a rating widens the window.
func Unsure(r rating.Rating) float64 {
	if r.Provisional() {
		return r.Margin() / 2
	}
	return 0
}

// leaves is the share of finished games below which someone is a leaver.
const leaves = 0.85

// Leaver reports whether someone who finishes such a share of the games is paired only with people who allow it.
func Leaver(finishes float64) bool { return finishes < leaves }

const (
	// Windows begin narrow and widen while people wait.
	liveWindow, livePerSecond, liveMost = 60, 2, 400
	daysWindow, daysPerHour, daysMost   = 150, 5, 600

	// least is after how long a table begins with the least number of players, and withBots when it is filled with bots if
	// all agree. At days per move nobody waits at the screen: more people are waited for, and bots are not offered.
	least, withBots = 60 * time.Second, 90 * time.Second
	leastDays       = 24 * time.Hour

	// alone is after how long two people may meet for the third time in a row, in a friendly game.
	alone = 3 * time.Minute
)

func (s *Seek) waited(now int64) time.Duration {
	return time.Duration(max(0, now-s.Since)) * time.Millisecond
}

// reach is how far from the own strength an opponent may be.
func (s *Seek) reach(now int64) float64 {
	var unsure float64
	for i := range s.Players {
		unsure = max(unsure, s.Players[i].Unsure)
	}
	waited := s.waited(now)
	if s.Pool.Days {
		return min(daysWindow+daysPerHour*waited.Hours(), daysMost) + unsure
	}
	return min(liveWindow+livePerSecond*waited.Seconds(), liveMost) + unsure
}

// Window returns between which strengths a seek looks, rounded to tens.
func (s *Seek) Window(now int64) (low, high int) {
	tens := func(x float64) int { return int(math.Round(x/10)) * 10 }
	mean, reach := mean(s.Players), s.reach(now)
	return tens(mean - reach), tens(mean + reach)
}

func sum(players []Player) (all float64) {
	for i := range players {
		all += players[i].Strength
	}
	return all
}

func mean(players []Player) float64 { return sum(players) / float64(len(players)) }

// Match is a game to be opened.
type Match struct {
	// Seeks are those that it answers, the longest waiting first, and People the people of all of them.
	Seeks, People []string
	// Table is the open table at which they sit down; empty: a new one is opened.
	Table string
	// Bots is how many seats bots take, and Level the level that is nearest to the people's mean.
	Bots, Level int
	// Friendly says that the game cannot be rated although the people sought a rated one: they are offered it.
	Friendly bool
}

// Pair answers the seeks that can be answered now. Those who have waited longest choose first, and get the nearest that fit.
// The same seeks give the same matches, in whatever order they come.
func Pair(now int64, seeks []Seek) []Match {
	byPool := map[Pool][]*Seek{}
	var pools []Pool
	waiting := make([]*Seek, len(seeks))
	for i := range seeks {
		waiting[i] = &seeks[i]
	}
	slices.SortFunc(waiting, func(a, b *Seek) int { return cmp.Or(cmp.Compare(a.Since, b.Since), cmp.Compare(a.ID, b.ID)) })
	for _, s := range waiting {
		if byPool[s.Pool] == nil {
			pools = append(pools, s.Pool)
		}
		byPool[s.Pool] = append(byPool[s.Pool], s)
	}
	var matches []Match
	for _, p := range pools {
		matches = append(matches, pair(now, p, byPool[p])...)
	}
	return matches
}

// pair answers the seeks of one pool, which are in the order in which they came.
func pair(now int64, pool Pool, waiting []*Seek) (matches []Match) {
	used := make([]bool, len(waiting))
	busy := map[string]bool{} // one person may have several seeks
	t := party{now: now, pool: pool}
	for _, again := range []bool{false, true} {
		for i := range waiting {
			if used[i] || anyBusy(waiting[i], busy) {
				continue
			}
			t.gather(i, waiting, used, busy, again, true)
			m, ok := t.match()
			if !ok && t.table != "" && waiting[i].Table == "" {
				// An open table that would stay open must not keep those apart who can play without it.
				t.gather(i, waiting, used, busy, again, false)
				m, ok = t.match()
			}
			if !ok {
				continue
			}
			for _, k := range t.members {
				used[k] = true
			}
			for _, p := range m.People {
				busy[p] = true
			}
			matches = append(matches, m)
		}
	}
	return matches
}

func anyBusy(s *Seek, busy map[string]bool) bool {
	for i := range s.Players {
		if busy[s.Players[i].ID] {
			return true
		}
	}
	return false
}

// party is a table that is being put together.
type party struct {
	now  int64
	pool Pool
	// again says that people who played each other twice in a row may meet again, and tables that an open table may be taken.
	again, tables bool
	// members are places in the list of those who wait, and seeks the seeks there; the first has waited longest.
	members []int
	seeks   []*Seek
	players []Player
	table   string
	// third says that some meet for the third time in a row.
	third bool
}

// gather puts a table together around one who waits.
func (t *party) gather(first int, waiting []*Seek, used []bool, busy map[string]bool, again, tables bool) {
	*t = party{now: t.now, pool: t.pool, again: again, tables: tables, members: t.members[:0], seeks: t.seeks[:0], players: t.players[:0]}
	t.add(first, waiting[first])
	for len(t.players) < t.pool.Seats {
		next := t.nearest(waiting, used, busy)
		if next < 0 {
			break
		}
		t.add(next, waiting[next])
	}
}

func (t *party) add(place int, s *Seek) {
	_, third := t.together(s)
	t.third = t.third || third
	t.members = append(t.members, place)
	t.seeks = append(t.seeks, s)
	t.players = append(t.players, s.Players...)
	if s.Table != "" {
		t.table = s.Table
	}
}

// nearest returns the place of the seek that fits best; -1 if none fits.
func (t *party) nearest(waiting []*Seek, used []bool, busy map[string]bool) int {
	best, distance := -1, math.Inf(1)
	own := mean(t.players)
	for k, s := range waiting {
		if used[k] || slices.Contains(t.members, k) || anyBusy(s, busy) {
			continue
		}
		if d := math.Abs(mean(s.Players) - own); d < distance && t.fits(s) {
			best, distance = k, d
		}
	}
	return best
}

// fits reports whether a seek can join.
func (t *party) fits(s *Seek) bool {
	if len(t.players)+len(s.Players) > t.pool.Seats || s.Table != "" && (t.table != "" || !t.tables) {
		return false
	}
	// Whoever opened a table chose whether it is rated: it cannot be offered as friendly.
	if ok, third := t.together(s); !ok || third && !(t.again && t.alone(s) && t.table == "" && s.Table == "") {
		return false
	}
	// Two compare each other; at a larger table everybody is compared with the mean of all.
	if t.pool.Seats == 2 {
		distance := math.Abs(mean(t.players) - mean(s.Players))
		return distance <= t.seeks[0].reach(t.now) && distance <= s.reach(t.now)
	}
	middle := (sum(t.players) + sum(s.Players)) / float64(len(t.players)+len(s.Players))
	near := func(s *Seek) bool { return math.Abs(mean(s.Players)-middle) <= s.reach(t.now) }
	for _, other := range t.seeks {
		if !near(other) {
			return false
		}
	}
	return near(s)
}

// alone reports whether everybody has waited so long that no other seems to come.
func (t *party) alone(s *Seek) bool {
	return s.waited(t.now) >= alone && !slices.ContainsFunc(t.seeks, func(other *Seek) bool { return other.waited(t.now) < alone })
}

// together reports whether the people of a seek may sit down with the party at all, and whether some would meet for the third
// time in a row.
func (t *party) together(s *Seek) (ok, third bool) {
	for i := range s.Players {
		for k := range t.players {
			a, b := &s.Players[i], &t.players[k]
			if a.ID == b.ID || !a.takes(b) || !b.takes(a) {
				return false, false
			}
			third = third || a.metTwice(b) || b.metTwice(a)
		}
	}
	return true, third
}

// takes reports whether p would play with q.
func (p *Player) takes(q *Player) bool {
	return (!q.Guest || p.Guest || p.TakesGuests) && (!q.Leaver || p.TakesLeavers) && !slices.Contains(p.Blocked, q.ID)
}

// metTwice reports whether q was an opponent in the last two games of p.
func (p *Player) metTwice(q *Player) bool {
	return slices.Contains(p.Last[0], q.ID) && slices.Contains(p.Last[1], q.ID)
}

// match returns the game if it can begin.
func (t *party) match() (Match, bool) {
	longest := t.seeks[0].waited(t.now)
	enough := least
	if t.pool.Days {
		enough = leastDays
	}
	m := Match{Table: t.table, Friendly: t.third && t.pool.Rated}
	missing := t.pool.Seats - len(t.players)
	switch {
	case len(t.seeks) < 2:
		return m, false
	case missing == 0:
	case t.table != "":
		return m, false // its seats are to be filled, all of them
	case len(t.players) >= t.pool.Least && longest >= enough:
	case !t.pool.Days && longest >= withBots && !slices.ContainsFunc(t.seeks, func(s *Seek) bool { return !s.Bots }):
		m.Bots, m.Level = missing, rating.NearestBot(t.pool.Game, mean(t.players)).Level
	default:
		return m, false
	}
	for _, s := range t.seeks {
		m.Seeks = append(m.Seeks, s.ID)
	}
	for i := range t.players {
		m.People = append(m.People, t.players[i].ID)
	}
	return m, true
}
