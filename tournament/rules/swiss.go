// Package rules holds the rules of tournaments: who meets whom, who begins, and how the results are counted. It is pure:
// callers tell it who takes part and what was played, and it answers with the next games and the standings.
package rules

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
)

// Entrant is someone who takes part in a Swiss tournament, with everything that happened so far.
type Entrant struct {
	ID     string
	Rating float64
	Rounds []Round
	// Apart are those whom the entrant does not meet while that is avoidable, because one of the two has blocked the other.
	Apart []string
}

// Round is what a round brought to an entrant.
type Round struct {
	Kind Kind
	// Opponent is who was met in a game.
	Opponent string
	// Began says that the entrant began the game.
	Began bool
	// Points are counted in halves: 2 for a victory.
	Points int
	// Difference is by how much the entrant was ahead at the end of the game, negative if behind, where that counts.
	Difference int
}

// Kind is what an entrant did in a round.
type Kind uint8

const (
	// Missed is a round before the entrant came, or one asked off without points.
	Missed Kind = iota
	// Met is a game, also one that the opponent did not turn up for.
	Met
	// Bye is a round without an opponent, because the number of entrants was odd. It counts as a victory.
	Bye
	// Half is a round that the entrant missed for half a point.
	Half
)

// Points returns the points so far, in halves.
func (e *Entrant) Points() (halves int) {
	for _, r := range e.Rounds {
		halves += r.Points
	}
	return halves
}

func (e *Entrant) had(k Kind) int {
	n := 0
	for _, r := range e.Rounds {
		if r.Kind == k {
			n++
		}
	}
	return n
}

// Game is a game of a round. First begins it.
type Game struct{ First, Second string }

// SwissRounds returns the usual number of rounds.
func SwissRounds(entrants int) int { return bits.Len(uint(max(entrants, 2)-1)) + 1 }

// PairSwiss pairs the players of the next round. The bye is the player without an opponent; it is empty if everybody has one.
//
// The rules, in the order in which they give way: nobody meets the same opponent again; the bye goes to the lowest of those
// who had none; nobody begins, or follows, three times in a row; opponents have equal points. In a group of equal points the
// upper half plays the lower half, by rating. If that does not work out, partners are exchanged from the bottom up; an odd
// group sends its lowest down; a group that cannot be paired at all is joined with the one below. The first pairing in this
// order that lets everybody below be paired is taken, so it can be checked by hand.
func PairSwiss(entrants []Entrant) (games []Game, bye string, err error) {
	s, err := newSwiss(entrants)
	if err != nil {
		return nil, "", err
	}
	everybody := make([]int, len(s.order))
	for i := range everybody {
		everybody[i] = i
	}
	for !s.draw(everybody) {
		s.meetings++
	}
	if s.bye != nobody {
		bye = s.order[s.bye].ID
	}
	return s.games(), bye, nil
}

// swiss is the draw of one round.
type swiss struct {
	// order has the entrants by points and rating; the others name them by their place in it.
	order []*Entrant
	met   [][]int
	// meetings is how often two may have met before, and colours says that nobody may begin three times in a row.
	meetings int
	colours  bool
	bye      int
	pairs    [][2]int
}

func newSwiss(entrants []Entrant) (*swiss, error) {
	if len(entrants) < 2 {
		return nil, fmt.Errorf("a round needs two players or more, not %d", len(entrants))
	}
	s := &swiss{bye: nobody}
	for i := range entrants {
		s.order = append(s.order, &entrants[i])
	}
	slices.SortFunc(s.order, func(a, b *Entrant) int {
		return cmp.Or(cmp.Compare(b.Points(), a.Points()), cmp.Compare(b.Rating, a.Rating), cmp.Compare(a.ID, b.ID))
	})
	at := make(map[string]int)
	for i, e := range s.order {
		if _, twice := at[e.ID]; twice {
			return nil, fmt.Errorf("%q takes part twice", e.ID)
		}
		at[e.ID] = i
	}
	s.met = make([][]int, len(s.order))
	for i := range s.met {
		s.met[i] = make([]int, len(s.order))
	}
	for i, e := range s.order {
		for _, r := range e.Rounds {
			if other, here := at[r.Opponent]; r.Kind == Met && here {
				s.met[i][other]++
			}
		}
		for _, id := range e.Apart {
			if other, here := at[id]; here {
				s.met[i][other]++
				s.met[other][i]++
			}
		}
	}
	return s, nil
}

// may reports whether two may be paired.
func (s *swiss) may(a, b int) bool {
	return s.met[a][b] <= s.meetings && !(s.colours && due(s.order[a]) != 0 && due(s.order[a]) == due(s.order[b]))
}

// draw pairs everybody; false if someone would have to meet the same opponent too often.
func (s *swiss) draw(everybody []int) bool {
	if len(everybody)%2 == 0 {
		return s.drawWithout(everybody, nobody)
	}
	fewest := len(s.order[0].Rounds)
	for _, e := range s.order {
		fewest = min(fewest, e.had(Bye))
	}
	for i := len(everybody) - 1; i >= 0; i-- {
		if s.order[i].had(Bye) == fewest && s.drawWithout(slices.Delete(slices.Clone(everybody), i, i+1), i) {
			return true
		}
	}
	return false
}

// drawWithout pairs those who have no bye. Who begins gives way before the rest does.
func (s *swiss) drawWithout(players []int, bye int) bool {
	for _, s.colours = range []bool{true, false} {
		if s.possible(players) {
			s.bye = bye
			s.pairGroups(players)
			return true
		}
	}
	return false
}

func (s *swiss) possible(players []int) bool {
	_, ok := match(len(s.order), players, s.may)
	return ok
}

// pairGroups pairs players who can be paired, group by group from above.
func (s *swiss) pairGroups(players []int) {
	for floated := 0; len(players) > 0; {
		players, floated = s.pairGroup(players, floated)
	}
}

// pairGroup pairs the first group of the players, or more groups if it cannot be paired by itself, and returns the others. The
// first of the players may have floated down: they belong to the group below them.
func (s *swiss) pairGroup(players []int, floated int) (others []int, down int) {
	for end := s.endOfGroup(players, floated); ; end = s.endOfGroup(players, end) {
		group, below := players[:end], players[end:]
		if end%2 == 0 {
			if m, ok := match(len(s.order), group, s.may); ok && s.possible(below) {
				s.pairHalves(m, group)
				return below, 0
			}
			continue
		}
		for i := end - 1; i >= 0; i-- {
			stay := slices.Delete(slices.Clone(group), i, i+1)
			others = slices.Insert(slices.Clone(below), 0, group[i])
			if m, ok := match(len(s.order), stay, s.may); ok && s.possible(others) {
				s.pairHalves(m, stay)
				return others, 1
			}
		}
	}
}

// endOfGroup returns where the group ends that begins at a place.
func (s *swiss) endOfGroup(players []int, from int) int {
	end := from + 1
	for end < len(players) && s.order[players[end]].Points() == s.order[players[from]].Points() {
		end++
	}
	return end
}

// pairHalves pairs the upper half of a group with the lower half as far as the matching allows.
func (s *swiss) pairHalves(m *matching, group []int) {
	half := len(group) / 2
	left := slices.Clone(group)
	for len(left) > 0 {
		a := left[0]
		left = left[1:]
		// The lower half from its top, then the upper half from its bottom.
		wishes := []int{}
		for _, b := range left {
			if slices.Index(group, b) >= half {
				wishes = append(wishes, b)
			}
		}
		for i := len(left) - 1; i >= 0; i-- {
			if slices.Index(group, left[i]) < half {
				wishes = append(wishes, left[i])
			}
		}
		for _, b := range wishes {
			if m.take(a, b) {
				s.pairs = append(s.pairs, [2]int{a, b})
				left = slices.DeleteFunc(left, func(x int) bool { return x == b })
				break
			}
		}
	}
}

// games returns the games of the pairs.
func (s *swiss) games() (list []Game) {
	for i, pair := range s.pairs {
		a, b := s.order[pair[0]], s.order[pair[1]]
		if !begins(a, b, i%2 == 0) {
			a, b = b, a
		}
		list = append(list, Game{a.ID, b.ID})
	}
	return list
}

// begins reports whether a begins against b: whoever must, then whoever began less often, then whoever did not begin when last
// only one of the two did. At first everything is even, and otherwise decides.
func begins(a, b *Entrant, otherwise bool) bool {
	if x, y := due(a), due(b); x != y {
		return x > y
	}
	x, y := began(a), began(b)
	if less := balance(x) - balance(y); less != 0 {
		return less < 0
	}
	for i := 1; i <= min(len(x), len(y)); i++ {
		if was := x[len(x)-i]; was != y[len(y)-i] {
			return !was
		}
	}
	return otherwise
}

// due is 1 for someone who must begin, having followed twice in a row or twice more often, -1 for someone who must not, and 0
// for the others.
func due(e *Entrant) int {
	list := began(e)
	twice := len(list) >= 2 && list[len(list)-1] == list[len(list)-2]
	switch b := balance(list); {
	case b >= 2 || twice && list[len(list)-1]:
		return -1
	case b <= -2 || twice:
		return 1
	}
	return 0
}

// began says of each game of an entrant whether the entrant began it.
func began(e *Entrant) (list []bool) {
	for _, r := range e.Rounds {
		if r.Kind == Met {
			list = append(list, r.Began)
		}
	}
	return list
}

// balance is by how much more often someone began than followed.
func balance(began []bool) (n int) {
	for _, b := range began {
		if b {
			n++
		} else {
			n--
		}
	}
	return n
}
