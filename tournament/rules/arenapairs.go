package rules

import (
	"cmp"
	"math"
	"slices"
	"time"
)

// Free is a contender who waits for a game.
type Free struct {
	*Contender
	// Place is the place in the standings, and Since from when on the contender waits, in Unix milliseconds.
	Place int
	Since int64
}

const (
	// byRating is how many games are paired by rating, before places say anything.
	byRating = 2
	// thirdAfter is how long two people do not meet for a third time while others are free.
	thirdAfter = 20 * time.Minute
	// patience is after how long someone who waits meets anybody.
	patience = time.Minute
)

// PairArena pairs the free contenders of an arena with tables of two, each with someone near in the standings. Nobody meets the
// same opponent twice in a row, nor for the third time within twenty minutes while others are free; whoever has waited for a
// minute meets anybody. If not all can be paired, those who waited longest are.
func PairArena(free []Free, now int64) (games []Game) {
	a := arena{free: slices.Clone(free), now: now}
	slices.SortFunc(a.free, func(x, y Free) int { return cmp.Or(cmp.Compare(x.Since, y.Since), cmp.Compare(x.ID, y.ID)) })
	left := a.longest()
	m, _ := match(len(a.free), left, a.may)
	slices.SortFunc(left, func(x, y int) int { return cmp.Or(cmp.Compare(a.free[x].Place, a.free[y].Place), cmp.Compare(x, y)) })
	for len(left) > 0 {
		x := left[0]
		wishes := slices.Clone(left[1:])
		slices.SortStableFunc(wishes, func(y, z int) int { return cmp.Compare(apart(a.free[x], a.free[y]), apart(a.free[x], a.free[z])) })
		for _, y := range wishes {
			if m.take(x, y) {
				games = append(games, a.game(x, y))
				left = slices.DeleteFunc(left, func(z int) bool { return z == x || z == y })
				break
			}
		}
	}
	return games
}

// arena is one draw of an arena. Contenders are named by their place in free, where those who waited longest come first.
type arena struct {
	free []Free
	now  int64
}

// may reports whether two may meet now.
func (a *arena) may(x, y int) bool {
	if x == y || x >= len(a.free) || y >= len(a.free) {
		return false
	}
	one, two := a.free[x], a.free[y]
	if slices.Contains(one.Apart, two.ID) || slices.Contains(two.Apart, one.ID) {
		return false
	}
	if a.now-min(one.Since, two.Since) >= patience.Milliseconds() {
		return true
	}
	if last := len(one.Games) - 1; last >= 0 && slices.Contains(one.Games[last].Opponents, two.ID) {
		return false
	}
	if last := len(two.Games) - 1; last >= 0 && slices.Contains(two.Games[last].Opponents, one.ID) {
		return false
	}
	met := 0
	for _, g := range one.Games {
		if a.now-g.Began < thirdAfter.Milliseconds() && slices.Contains(g.Opponents, two.ID) {
			met++
		}
	}
	return met < 2 || len(a.free) == 2
}

// longest returns those who are paired: one after the other by how long they waited, as long as all of them can be.
func (a *arena) longest() (in []int) {
	is := make([]bool, len(a.free)+1)
	// Those who are not in may stay without a game: among themselves they are free to be paired in name only, and somebody who
	// is not there makes their number even.
	nodes := make([]int, len(a.free)+len(a.free)%2)
	for i := range nodes {
		nodes[i] = i
	}
	m, _ := match(len(nodes), nodes, func(x, y int) bool { return x != y && !is[x] && !is[y] || a.may(x, y) })
	for i := range a.free {
		is[i] = true
		if m.mend(i) {
			in = append(in, i)
		} else {
			is[i] = false
		}
	}
	// A partner of those may not have been asked for by itself.
	if len(in)%2 != 0 {
		panic("tournament: an odd number of contenders was paired")
	}
	return in
}

// game returns the game of two: whoever began fewer of their games begins it.
func (a *arena) game(x, y int) Game {
	one, two := a.free[x], a.free[y]
	if first(two)*len(one.Games) < first(one)*len(two.Games) {
		one, two = two, one
	}
	return Game{one.ID, two.ID}
}

// first counts the games that a contender began.
func first(f Free) (n int) {
	for _, g := range f.Games {
		if g.First {
			n++
		}
	}
	return n
}

// apart is how far two contenders are from each other: by rating at first, then by place.
func apart(a, b Free) float64 {
	if min(len(a.Games), len(b.Games)) < byRating {
		return math.Abs(a.Rating - b.Rating)
	}
	return math.Abs(float64(a.Place - b.Place))
}

// wishedSeats is how many people a table of an arena has that is larger than two.
const wishedSeats = 4

// SeatArena seats the free contenders of an arena at tables of four, by their places; least is how few can play. Smaller or larger
// tables are made when somebody has waited for a minute. Whoever began least often is the first at a table.
func SeatArena(free []Free, least int, now int64) (tables [][]string) {
	order := slices.Clone(free)
	slices.SortFunc(order, func(x, y Free) int { return cmp.Or(cmp.Compare(x.Place, y.Place), cmp.Compare(x.ID, y.ID)) })
	waited := slices.ContainsFunc(order, func(f Free) bool { return now-f.Since >= patience.Milliseconds() })
	n := len(order) / wishedSeats
	if waited {
		n = (len(order) + wishedSeats - 1) / wishedSeats
		n = min(n, len(order)/least)
	} else if extra := len(order) % wishedSeats; n > 0 && extra > 0 {
		// Those who came last wait for others.
		byTime := slices.Clone(order)
		slices.SortFunc(byTime, func(x, y Free) int { return cmp.Or(cmp.Compare(y.Since, x.Since), cmp.Compare(x.ID, y.ID)) })
		late := byTime[:extra]
		order = slices.DeleteFunc(order, func(f Free) bool {
			return slices.ContainsFunc(late, func(l Free) bool { return l.ID == f.ID })
		})
	}
	for i := range n {
		group := slices.Clone(order[i*len(order)/n : (i+1)*len(order)/n])
		if !together(group) {
			continue
		}
		slices.SortStableFunc(group, func(x, y Free) int {
			return cmp.Compare(first(x)*max(1, len(y.Games)), first(y)*max(1, len(x.Games)))
		})
		var people []string
		for _, f := range group {
			people = append(people, f.ID)
		}
		tables = append(tables, people)
	}
	return tables
}

// together reports whether nobody of a group is to be kept apart from another.
func together(group []Free) bool {
	for _, x := range group {
		for _, y := range group {
			if slices.Contains(x.Apart, y.ID) {
				return false
			}
		}
	}
	return true
}
