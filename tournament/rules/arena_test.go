package rules

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

func TestArenaPoints(t *testing.T) {
	won, shared, lost := Fought{Opponents: []string{"b"}}, Fought{Opponents: []string{"b"}, Shared: true}, Fought{Opponents: []string{"b"}, Place: 1}
	four := func(place int) Fought { return Fought{Opponents: []string{"b", "c", "d"}, Place: place} }
	for _, c := range []struct {
		games []Fought
		want  []int
	}{
		{[]Fought{won, won, won, won, shared, won}, []int{2, 2, 4, 4, 2, 2}},
		{[]Fought{won, won, lost, won}, []int{2, 2, 0, 2}},
		{[]Fought{won, shared, won, won, won}, []int{2, 1, 2, 2, 4}},
		{[]Fought{four(0), four(1), four(2), four(3), four(0)}, []int{3, 2, 1, 0, 3}},
	} {
		if got := ArenaPoints(c.games, false); !slices.Equal(got, c.want) {
			t.Errorf("%v: %v, not %v", c.games, got, c.want)
		}
	}
	if got := ArenaPoints([]Fought{won, won, won, shared, lost}, true); !slices.Equal(got, []int{2, 2, 2, 1, 0}) {
		t.Errorf("a plain arena: %v", got)
	}
}

func TestArenaRanks(t *testing.T) {
	against := func(rating float64, place int) Fought {
		return Fought{Opponents: []string{"x"}, Ratings: []float64{rating}, Place: place}
	}
	ranks := ArenaRanks([]Contender{
		{ID: "a", Games: []Fought{against(1500, 0)}},
		{ID: "b", Games: []Fought{against(1600, 0)}},
		{ID: "c", Games: []Fought{against(1500, 0), against(1500, 1)}},
		{ID: "d", Games: []Fought{against(1500, 0), against(1500, 0)}},
		{ID: "e", Games: []Fought{against(1600, 0)}},
	}, false)
	var got []string
	for _, r := range ranks {
		got = append(got, fmt.Sprint(r.Place, r.Contender.ID, r.Points))
	}
	if want := []string{"1d4", "2b2", "2e2", "4a2", "5c2"}; !slices.Equal(got, want) {
		t.Errorf("%v, not %v", got, want)
	}
}

// TestArenaOfManyPlayers lets 200 people play for an hour, with games of different lengths and people who leave and come back.
func TestArenaOfManyPlayers(t *testing.T) {
	const people, tick = 200, 10 * time.Second
	r := rand.New(rand.NewPCG(5, 23))
	contenders := make([]Contender, people)
	strength := make([]float64, people)
	index := make(map[string]int)
	for i := range contenders {
		strength[i] = 1500 + 300*r.NormFloat64()
		contenders[i] = Contender{ID: fmt.Sprintf("p%03d", i), Rating: strength[i]}
		index[contenders[i].ID] = i
	}
	type running struct {
		game Game
		end  int64
	}
	var games []running
	since := make([]int64, people)
	resting := make([]bool, people)
	busy := make([]bool, people)
	longest, played, again := int64(0), 0, 0
	for now := int64(0); now < time.Hour.Milliseconds(); now += tick.Milliseconds() {
		for i := range people {
			if !busy[i] && r.IntN(400) == 0 {
				resting[i] = !resting[i]
				since[i] = now
			}
		}
		games = slices.DeleteFunc(games, func(g running) bool {
			if g.end > now {
				return false
			}
			a, b := index[g.game.First], index[g.game.Second]
			place := 0
			if strength[a]+300*r.NormFloat64() < strength[b] {
				place = 1
			}
			began := g.end - 1
			contenders[a].Games = append(contenders[a].Games, Fought{Opponents: []string{g.game.Second}, Ratings: []float64{strength[b]}, Began: began, First: true, Place: place})
			contenders[b].Games = append(contenders[b].Games, Fought{Opponents: []string{g.game.First}, Ratings: []float64{strength[a]}, Began: began, Place: 1 - place})
			for _, i := range []int{a, b} {
				busy[i], since[i] = false, now
			}
			return true
		})
		places := make(map[string]int)
		for _, rank := range ArenaRanks(contenders, false) {
			places[rank.Contender.ID] = rank.Place
		}
		var free []Free
		for i := range people {
			if !busy[i] && !resting[i] {
				free = append(free, Free{&contenders[i], places[contenders[i].ID], since[i]})
			}
		}
		for _, g := range PairArena(free, now) {
			a, b := index[g.First], index[g.Second]
			if busy[a] || busy[b] || resting[a] || resting[b] || a == b {
				t.Fatalf("%v are not free", g)
			}
			longest = max(longest, now-since[a], now-since[b])
			if n := len(contenders[a].Games); n > 0 && contenders[a].Games[n-1].Opponents[0] == g.Second {
				again++
			}
			busy[a], busy[b] = true, true
			played++
			games = append(games, running{g, now + int64(3+r.IntN(9))*time.Minute.Milliseconds()})
		}
	}
	if played < 500 {
		t.Fatalf("only %d games were played", played)
	}
	if limit := (patience + tick).Milliseconds(); longest > limit {
		t.Errorf("somebody waited for %d ms", longest)
	}
	if again > 0 {
		t.Errorf("%d times two met twice in a row", again)
	}
	for _, c := range contenders {
		first := 0
		for _, g := range c.Games {
			if g.First {
				first++
			}
		}
		if d := 2*first - len(c.Games); d < -3 || d > 3 {
			t.Errorf("%s began %d of %d games", c.ID, first, len(c.Games))
		}
	}
}

func TestBlockedPeopleNeverMeetInAnArena(t *testing.T) {
	a, b := &Contender{ID: "a", Apart: []string{"b"}}, &Contender{ID: "b"}
	for _, free := range [][]Free{{{a, 1, 0}, {b, 2, 0}}, {{b, 1, 0}, {a, 2, 0}}} {
		if games := PairArena(free, 2*patience.Milliseconds()); len(games) > 0 {
			t.Errorf("%v", games)
		}
		if tables := SeatArena(free, 2, 2*patience.Milliseconds()); len(tables) > 0 {
			t.Errorf("%v", tables)
		}
	}
}

// TestSeatArena: tables of four as long as there are four; others wait for a minute at most.
func TestSeatArena(t *testing.T) {
	free := func(n int, since int64) (list []Free) {
		for i := range n {
			list = append(list, Free{&Contender{ID: fmt.Sprint("p", i)}, i + 1, since})
		}
		return list
	}
	sizes := func(tables [][]string) (list []int) {
		for _, t := range tables {
			list = append(list, len(t))
		}
		return list
	}
	late := patience.Milliseconds()
	for _, c := range []struct {
		n, least int
		now      int64
		want     []int
	}{
		{3, 2, 0, nil}, {4, 3, 0, []int{4}}, {7, 3, 0, []int{4}}, {8, 2, 0, []int{4, 4}},
		{2, 3, late, nil}, {2, 2, late, []int{2}}, {3, 3, late, []int{3}}, {5, 3, late, []int{5}}, {5, 2, late, []int{2, 3}}, {7, 3, late, []int{3, 4}}, {9, 3, late, []int{3, 3, 3}},
	} {
		if got := sizes(SeatArena(free(c.n, 0), c.least, c.now)); !slices.Equal(got, c.want) {
			t.Errorf("%d people, at least %d, after %d ms: %v, not %v", c.n, c.least, c.now, got, c.want)
		}
	}
	list := free(5, 0)
	list[1].Since = 10
	list[0].Games = []Fought{{First: true}}
	if got := SeatArena(list, 2, 20); len(got) != 1 || slices.Contains(got[0], "p1") || got[0][3] != "p0" {
		t.Errorf("whoever came last waits, and whoever began is the last: %v", got)
	}
}

func TestWhoWaitedLongestIsPaired(t *testing.T) {
	met := func(id string) []Fought { return []Fought{{Opponents: []string{id}}} }
	a, b, c := &Contender{ID: "a", Games: met("b")}, &Contender{ID: "b", Games: met("a")}, &Contender{ID: "c"}
	games := PairArena([]Free{{a, 1, 3000}, {b, 2, 1000}, {c, 3, 2000}}, 5000)
	if want := []Game{{"c", "b"}}; !slices.Equal(games, want) && !slices.Equal(games, []Game{{"b", "c"}}) {
		t.Errorf("%v, not %v", games, want)
	}
	if games := PairArena([]Free{{a, 1, 3000}, {b, 2, 1000}}, 5000); len(games) > 0 {
		t.Errorf("two meet twice in a row: %v", games)
	}
	if games := PairArena([]Free{{a, 1, 3000}, {b, 2, 1000}}, 61000+1000); len(games) != 1 {
		t.Errorf("two wait for ever: %v", games)
	}
}
