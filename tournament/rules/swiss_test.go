package rules

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
)

// whole asks for the whole grid of tournaments: every size from 4 to 64, 200 seeds each.
var whole = os.Getenv("MIRABILIA_SWISS") != ""

// play plays a round by the strengths of the entrants: the rating, with luck.
func play(entrants []Entrant, games []Game, bye string, r *rand.Rand) {
	at := func(id string) *Entrant {
		return &entrants[slices.IndexFunc(entrants, func(e Entrant) bool { return e.ID == id })]
	}
	for _, g := range games {
		a, b := at(g.First), at(g.Second)
		points := 1
		if x := a.Rating + 200*r.NormFloat64() - b.Rating; x > 15 {
			points = 2
		} else if x < -15 {
			points = 0
		}
		a.Rounds = append(a.Rounds, Round{Kind: Met, Opponent: b.ID, Began: true, Points: points})
		b.Rounds = append(b.Rounds, Round{Kind: Met, Opponent: a.ID, Points: 2 - points})
	}
	if bye != "" {
		at(bye).Rounds = append(at(bye).Rounds, Round{Kind: Bye, Points: 2})
	}
}

func field(n int, r *rand.Rand) []Entrant {
	list := make([]Entrant, n)
	for i := range list {
		list[i] = Entrant{ID: fmt.Sprintf("p%02d", i), Rating: 1500 + 300*r.NormFloat64()}
	}
	return list
}

func TestSwissKeepsItsRules(t *testing.T) {
	seeds := 3
	if whole {
		seeds = 200
	}
	rounds := 0
	for n := 4; n <= 64; n++ {
		if !whole && n > 24 && n%9 != 0 && n != 64 {
			continue
		}
		for seed := range seeds {
			r := rand.New(rand.NewPCG(uint64(n), uint64(seed)))
			entrants := field(n, r)
			for round := range SwissRounds(n) {
				games, bye, err := PairSwiss(entrants)
				if err != nil {
					t.Fatalf("%d entrants, seed %d, round %d: %v", n, seed, round+1, err)
				}
				checkRound(t, entrants, games, bye)
				if t.Failed() {
					t.Fatalf("%d entrants, seed %d, round %d: %v, bye %q", n, seed, round+1, games, bye)
				}
				play(entrants, games, bye, r)
				rounds++
			}
			for _, e := range entrants {
				if b := balance(began(&e)); n > 10 && (b < -2 || b > 2) {
					t.Fatalf("%d entrants, seed %d: %s began %d times more than it followed", n, seed, e.ID, b)
				}
			}
		}
	}
	if rounds < 400 {
		t.Fatalf("only %d rounds were looked at", rounds)
	}
	t.Logf("%d rounds, every size from 4 to 64: %v", rounds, whole)
}

// checkRound checks that everybody plays once, that nobody meets someone again, begins three times in a row or gets a second bye.
func checkRound(t *testing.T, entrants []Entrant, games []Game, bye string) {
	t.Helper()
	seen := make(map[string]int)
	for _, g := range games {
		seen[g.First]++
		seen[g.Second]++
	}
	if bye != "" {
		seen[bye]++
	}
	for _, e := range entrants {
		if seen[e.ID] != 1 {
			t.Errorf("%s has %d games", e.ID, seen[e.ID])
		}
		if e.ID == bye && e.had(Bye) > 0 {
			t.Errorf("%s has a second bye", e.ID)
		}
		for _, g := range games {
			if g.First != e.ID && g.Second != e.ID {
				continue
			}
			other := g.First
			if other == e.ID {
				other = g.Second
			}
			if met(&e, other) && (len(entrants) > 8 || avoidable(entrants)) {
				t.Errorf("%s meets %s again", e.ID, other)
			}
			if d := due(&e); (d > 0 && g.First != e.ID || d < 0 && g.First == e.ID) && balanced(without(entrants, bye)) {
				t.Errorf("%s begins or follows three times in a row", e.ID)
			}
		}
	}
}

func met(e *Entrant, other string) bool {
	return slices.ContainsFunc(e.Rounds, func(r Round) bool { return r.Kind == Met && r.Opponent == other })
}

// avoidable tries all pairings of a few entrants for one in which nobody meets someone again or gets a second bye.
func avoidable(left []Entrant) bool {
	if len(left) == 0 {
		return true
	}
	a, others := left[0], left[1:]
	for i := range others {
		if !met(&a, others[i].ID) && avoidable(slices.Delete(slices.Clone(others), i, i+1)) {
			return true
		}
	}
	return len(left)%2 != 0 && a.had(Bye) == 0 && avoidable(others)
}

func without(entrants []Entrant, id string) []Entrant {
	return slices.DeleteFunc(slices.Clone(entrants), func(e Entrant) bool { return e.ID == id })
}

// balanced tries all pairings for one in which nobody meets someone again, nor begins or follows three times in a row.
func balanced(left []Entrant) bool {
	if len(left) == 0 {
		return true
	}
	a, others := left[0], left[1:]
	for i := range others {
		if b := &others[i]; !met(&a, b.ID) && (due(&a) == 0 || due(&a) != due(b)) && balanced(slices.Delete(slices.Clone(others), i, i+1)) {
			return true
		}
	}
	return false
}

// exhaustive finds the pairing of the rules by trying everything in their order, for few entrants.
func exhaustive(entrants []Entrant) (games []Game, bye string) {
	s, _ := newSwiss(entrants)
	n := len(s.order)
	all := func(size int) (list []int) {
		for i := range size {
			list = append(list, i)
		}
		return list
	}
	// pairings lists all complete pairings of some players, in the order of the rules.
	var pairings func(left []int, upper int, may func(a, b int) bool) [][][2]int
	pairings = func(left []int, upper int, may func(a, b int) bool) (list [][][2]int) {
		if len(left) == 0 {
			return [][][2]int{nil}
		}
		a, others := left[0], left[1:]
		wishes := slices.Clone(others)
		slices.SortStableFunc(wishes, func(x, y int) int {
			xl, yl := x >= upper, y >= upper
			switch {
			case xl && !yl:
				return -1
			case yl && !xl:
				return 1
			case xl:
				return x - y
			}
			return y - x
		})
		for _, b := range wishes {
			if !may(a, b) {
				continue
			}
			rest := slices.DeleteFunc(slices.Clone(others), func(x int) bool { return x == b })
			for _, more := range pairings(rest, upper, may) {
				list = append(list, append([][2]int{{a, b}}, more...))
			}
		}
		return list
	}
	points := func(i int) int { return s.order[i].Points() }
	var groups func(left []int, floated int) [][2]int
	groups = func(left []int, floated int) [][2]int {
		if len(left) == 0 {
			return [][2]int{}
		}
		for end := floated + 1; end <= len(left); end++ {
			if end < len(left) && points(left[end]) == points(left[end-1]) {
				continue // not the end of a group
			}
			try := func(stay, others []int, down int) [][2]int {
				in := pairings(stay, stay[len(stay)/2], s.may)
				if len(in) == 0 || len(pairings(others, n, s.may)) == 0 {
					return nil
				}
				return append(slices.Clone(in[0]), groups(others, down)...)
			}
			if end%2 == 0 {
				if list := try(left[:end], left[end:], 0); list != nil {
					return list
				}
				continue
			}
			for i := end - 1; i >= 0 && end > 1; i-- {
				stay := slices.Delete(slices.Clone(left[:end]), i, i+1)
				if list := try(stay, append([]int{left[i]}, left[end:]...), 1); list != nil {
					return list
				}
			}
			if end == 1 {
				others := left
				if list := groups(others, 1); list != nil && len(others) > 1 {
					return list
				}
			}
		}
		return nil
	}
	for ; ; s.meetings++ {
		byes := []int{nobody}
		if n%2 != 0 {
			byes = byes[:0]
			for i := n - 1; i >= 0; i-- {
				if s.order[i].had(Bye) == 0 {
					byes = append(byes, i)
				}
			}
		}
		for _, b := range byes {
			players := slices.DeleteFunc(all(n), func(i int) bool { return i == b })
			for _, s.colours = range []bool{true, false} {
				if len(pairings(players, n, s.may)) == 0 {
					continue
				}
				s.pairs = groups(players, 0)
				if b != nobody {
					bye = s.order[b].ID
				}
				return s.games(), bye
			}
		}
	}
}

// TestBlockedPeopleDoNotMeetWhileAvoidable: somebody who is blocked counts like somebody met already.
func TestBlockedPeopleDoNotMeetWhileAvoidable(t *testing.T) {
	entrants := field(4, rand.New(rand.NewPCG(1, 2)))
	games, _, err := PairSwiss(entrants)
	if err != nil {
		t.Fatal(err)
	}
	first, second := games[0].First, games[0].Second
	for i := range entrants {
		if entrants[i].ID == second {
			entrants[i].Apart = []string{first}
		}
	}
	apart, _, err := PairSwiss(entrants)
	if err != nil || slices.ContainsFunc(apart, func(g Game) bool { return g == Game{first, second} || g == Game{second, first} }) {
		t.Errorf("%v, %v", apart, err)
	}
	// Two alone must meet.
	if games, _, err := PairSwiss([]Entrant{{ID: "a", Apart: []string{"b"}}, {ID: "b"}}); err != nil || len(games) != 1 {
		t.Errorf("%v, %v", games, err)
	}
}

func TestSwissEqualsAnExhaustiveSearch(t *testing.T) {
	cases := 0
	for n := 4; n <= 8; n++ {
		for seed := range uint64(4) {
			r := rand.New(rand.NewPCG(uint64(n), 77+seed))
			entrants := field(n, r)
			for round := range SwissRounds(n) {
				games, bye, err := PairSwiss(entrants)
				if err != nil {
					t.Fatal(err)
				}
				want, wantBye := exhaustive(entrants)
				if !slices.Equal(games, want) || bye != wantBye {
					t.Fatalf("%d entrants, seed %d, round %d: %v, bye %q; by an exhaustive search %v, bye %q", n, seed, round+1, games, bye, want, wantBye)
				}
				play(entrants, games, bye, r)
				cases++
			}
		}
	}
	if cases < 50 {
		t.Fatalf("only %d cases were compared", cases)
	}
}
