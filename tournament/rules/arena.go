package rules

import (
	"cmp"
	"slices"
)

// Contender is someone who takes part in an arena, with everything that happened so far.
type Contender struct {
	ID     string
	Rating float64
	Games  []Fought
	// Apart are those whom the contender never meets, because one of the two has blocked the other.
	Apart []string
}

// Fought is a game of an arena that has ended.
type Fought struct {
	Opponents []string
	// Ratings are those of the opponents when the game began.
	Ratings []float64
	// Began is when the game began, in Unix milliseconds; First says that the contender had the first move.
	Began int64
	First bool
	// Place is the place among the people at the table, from 0; Shared says that the first place was shared.
	Place  int
	Shared bool
}

// streak is how many victories in a row double what follows.
const streak = 2

// ArenaPoints returns what each game of a contender counts. At tables of two a victory counts 2 and a shared one 1; after two
// victories in a row both are doubled until one is not won, unless it is a plain arena. At larger tables everybody gets a point
// for each one left behind.
func ArenaPoints(games []Fought, plain bool) []int {
	points := make([]int, len(games))
	row := 0
	for i, g := range games {
		if len(g.Opponents) > 1 {
			points[i] = len(g.Opponents) - g.Place
			continue
		}
		won := g.Place == 0 && !g.Shared
		switch {
		case won:
			points[i] = 2
		case g.Shared:
			points[i] = 1
		}
		if row >= streak && !plain {
			points[i] *= 2
		}
		if row++; !won {
			row = 0
		}
	}
	return points
}

// Rank is the place of a contender of an arena.
type Rank struct {
	Contender *Contender
	// Place counts from 1; contenders whom nothing tells apart share it.
	Place, Points int
	// Opponents is the mean rating of the opponents.
	Opponents float64
}

// ArenaRanks returns the standings of an arena, the first place first.
func ArenaRanks(contenders []Contender, plain bool) []Rank {
	list := make([]Rank, len(contenders))
	for i := range contenders {
		c := &contenders[i]
		list[i].Contender = c
		for _, p := range ArenaPoints(c.Games, plain) {
			list[i].Points += p
		}
		met := 0.0
		for _, g := range c.Games {
			for _, r := range g.Ratings {
				list[i].Opponents += r
				met++
			}
		}
		list[i].Opponents /= max(1, met)
	}
	order := func(a, b Rank) int {
		return cmp.Or(cmp.Compare(b.Points, a.Points), cmp.Compare(b.Opponents, a.Opponents), cmp.Compare(len(a.Contender.Games), len(b.Contender.Games)))
	}
	slices.SortStableFunc(list, func(a, b Rank) int { return cmp.Or(order(a, b), cmp.Compare(a.Contender.ID, b.Contender.ID)) })
	for i := range list {
		list[i].Place = i + 1
		if i > 0 && order(list[i-1], list[i]) == 0 {
			list[i].Place = list[i-1].Place
		}
	}
	return list
}
