package rules

import (
	"cmp"
	"slices"
)

// Standing is the place of an entrant of a Swiss tournament.
type Standing struct {
	Entrant *Entrant
	// Place counts from 1; entrants whom nothing tells apart share it.
	Place int
	// Points, Buchholz and Direct are in halves.
	Points int
	// Buchholz is the sum of the opponents' points without the lowest of them.
	Buchholz int
	// Direct is what the games brought against those with the same points and Buchholz.
	Direct int
	Wins   int
	// Difference is the sum of the differences of all games.
	Difference int
}

// SwissStandings returns the standings, the first place first: by points, then by Buchholz, their own games and victories.
func SwissStandings(entrants []Entrant) []Standing {
	return standings(entrants, func(a, b Standing) int {
		return cmp.Or(cmp.Compare(b.Points, a.Points), cmp.Compare(b.Buchholz, a.Buchholz), cmp.Compare(b.Direct, a.Direct), cmp.Compare(b.Wins, a.Wins))
	})
}

// DuplicateStandings returns the standings of a tournament in which all tables of a round are dealt alike: by points, then by the sum of the differences.
func DuplicateStandings(entrants []Entrant) []Standing {
	return standings(entrants, func(a, b Standing) int {
		return cmp.Or(cmp.Compare(b.Points, a.Points), cmp.Compare(b.Difference, a.Difference))
	})
}

func standings(entrants []Entrant, order func(a, b Standing) int) []Standing {
	points := make(map[string]int)
	for i := range entrants {
		points[entrants[i].ID] = entrants[i].Points()
	}
	list := make([]Standing, len(entrants))
	for i := range entrants {
		e := &entrants[i]
		list[i] = Standing{Entrant: e, Points: e.Points(), Buchholz: buchholz(e, points), Wins: wins(e), Difference: difference(e)}
	}
	equal := func(a, b *Standing) bool { return a.Points == b.Points && a.Buchholz == b.Buchholz }
	for i := range list {
		for _, r := range list[i].Entrant.Rounds {
			j := slices.IndexFunc(list, func(s Standing) bool { return s.Entrant.ID == r.Opponent })
			if r.Kind == Met && j >= 0 && equal(&list[i], &list[j]) {
				list[i].Direct += r.Points
			}
		}
	}
	slices.SortStableFunc(list, func(a, b Standing) int { return cmp.Or(order(a, b), cmp.Compare(a.Entrant.ID, b.Entrant.ID)) })
	for i := range list {
		list[i].Place = i + 1
		if i > 0 && order(list[i-1], list[i]) == 0 {
			list[i].Place = list[i-1].Place
		}
	}
	return list
}

// buchholz returns the sum of the opponents' points, without the lowest. A round without an opponent counts as one with half of
// the points that there were to win.
func buchholz(e *Entrant, points map[string]int) (sum int) {
	lowest := -1
	for _, r := range e.Rounds {
		of := len(e.Rounds)
		if r.Kind == Met {
			of = points[r.Opponent]
		}
		sum += of
		if lowest < 0 || of < lowest {
			lowest = of
		}
	}
	return sum - max(0, lowest)
}

// wins counts the games that were won; a bye is none.
func wins(e *Entrant) (n int) {
	for _, r := range e.Rounds {
		if r.Kind == Met && r.Points == 2 {
			n++
		}
	}
	return n
}

// difference returns the sum of the differences of an entrant's games.
func difference(e *Entrant) (sum int) {
	for _, r := range e.Rounds {
		sum += r.Difference
	}
	return sum
}
