package rules

import (
	"fmt"
	"slices"
	"testing"
)

// TestStandings is a tournament of five over three rounds, counted by hand.
func TestStandings(t *testing.T) {
	won := func(id string) Round { return Round{Kind: Met, Opponent: id, Points: 2} }
	drew := func(id string) Round { return Round{Kind: Met, Opponent: id, Points: 1} }
	lost := func(id string) Round { return Round{Kind: Met, Opponent: id} }
	bye := Round{Kind: Bye, Points: 2}
	list := SwissStandings([]Entrant{
		{ID: "a", Rounds: []Round{won("c"), won("b"), drew("d")}},
		{ID: "b", Rounds: []Round{won("d"), lost("a"), bye}},
		{ID: "c", Rounds: []Round{lost("a"), bye, won("e")}},
		{ID: "d", Rounds: []Round{lost("b"), won("e"), drew("a")}},
		{ID: "e", Rounds: []Round{bye, lost("d"), lost("c")}},
	})
	var got []string
	for _, s := range list {
		got = append(got, fmt.Sprintf("%d %s points %d Buchholz %d direct %d wins %d", s.Place, s.Entrant.ID, s.Points, s.Buchholz, s.Direct, s.Wins))
	}
	// b met d (3), a (5) and nobody (3); c met a (5), nobody (3) and e (2).
	want := []string{
		"1 a points 5 Buchholz 8 direct 0 wins 2",
		"2 b points 4 Buchholz 8 direct 0 wins 1",
		"2 c points 4 Buchholz 8 direct 0 wins 1",
		"4 d points 3 Buchholz 9 direct 0 wins 1",
		"5 e points 2 Buchholz 7 direct 0 wins 0",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// Where all tables of a round are dealt alike, equal points are told apart by the sum of the differences alone.
func TestDuplicateStandings(t *testing.T) {
	met := func(id string, points, difference int) Round {
		return Round{Kind: Met, Opponent: id, Points: points, Difference: difference}
	}
	list := DuplicateStandings([]Entrant{
		{ID: "a", Rounds: []Round{met("b", 2, 1), met("c", 2, 3)}},
		{ID: "b", Rounds: []Round{met("a", 0, -1), met("d", 2, 40)}},
		{ID: "c", Rounds: []Round{met("d", 2, 42), met("a", 0, -3)}},
		{ID: "d", Rounds: []Round{met("c", 0, -42), met("b", 0, -40)}},
		{ID: "e", Rounds: []Round{{Kind: Bye, Points: 2}, met("f", 0, -60)}},
		{ID: "f", Rounds: []Round{{Kind: Half, Points: 1}, met("e", 2, 60)}},
	})
	var got []string
	for _, s := range list {
		got = append(got, fmt.Sprint(s.Place, s.Entrant.ID, s.Points, s.Difference))
	}
	if want := []string{"1a4 4", "2f3 60", "3b2 39", "3c2 39", "5e2 -60", "6d0 -82"}; !slices.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
}
