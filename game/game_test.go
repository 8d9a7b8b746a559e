package game

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
)

func TestSeats(t *testing.T) {
	set := SeatSet(1, 3, Spectator)
	if set.Len() != 3 || set.First() != 1 || !set.Has(3) || set.Has(0) || !set.Has(Spectator) || !set.Has(Open) {
		t.Errorf("set %b", set)
	}
	if set = set.Without(1); set.First() != 3 {
		t.Errorf("without 1: %b", set)
	}
	if Seats(0).First() != NoSeat || FirstSeats(7) != 0x7F {
		t.Error("empty set or full table is wrong")
	}
}

// TestDrawsAreForEver fixes what a seed means: records are replayed by it.
func TestDrawsAreForEver(t *testing.T) {
	r := NewRand(NumberSeed(1))
	got := ""
	for n := range 12 {
		got += fmt.Sprint(r.IntN(n+1), " ")
	}
	deck := []int{0, 1, 2, 3, 4, 5, 6, 7}
	Shuffle(r, deck)
	var s Stream
	s.Reseed(r)
	got += fmt.Sprint(deck, s.IntN(1000), s.IntN(1000), s.IntN(1000))
	const want = "0 0 0 3 3 4 0 0 7 8 9 3 [5 2 6 3 4 7 0 1] 801 64 713"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestIntNIsEven draws pairs: a quick generator takes two numbers from one output.
func TestIntNIsEven(t *testing.T) {
	for name, r := range map[string]*Rand{"usual": NewRand(NumberSeed(2)), "quick": NewQuick(NumberSeed(2))} {
		const n, draws = 7, 350_000
		var counts [n][n]int
		for range draws {
			counts[r.IntN(n)][r.IntN(n)]++
		}
		for v := range counts {
			for w, c := range counts[v] {
				if c < draws/n/n*95/100 || c > draws/n/n*105/100 {
					t.Errorf("%s: %d and %d were drawn %d times of %d", name, v, w, c, draws)
				}
			}
		}
	}
}

// TestQuickSeeds: a quick generator draws the same from the same seed, and something else from another.
func TestQuickSeeds(t *testing.T) {
	draw := func(seed uint64) (list [20]int) {
		r := NewQuick(NumberSeed(seed))
		for i := range list {
			list[i] = r.IntN(1000)
		}
		return list
	}
	first := draw(5)
	if again := draw(5); again != first {
		t.Error("the same seed draws something else")
	}
	if draw(6) == first {
		t.Error("another seed draws the same")
	}
}

func TestStreamText(t *testing.T) {
	var s, back Stream
	s.Reseed(NewRand(NumberSeed(3)))
	s.IntN(10)
	data, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &back); err != nil || back != s {
		t.Errorf("%s came back as %v, %v", data, back, err)
	}
	if err := back.UnmarshalText([]byte("xyz")); err == nil {
		t.Error("garbage was read as a stream")
	}
}

func TestParseSeed(t *testing.T) {
	s := NumberSeed(0x1234)
	if back, err := ParseSeed(s.String()); err != nil || back != s {
		t.Errorf("%s came back as %s, %v", s, back, err)
	}
	for _, bad := range []string{"", "12", s.String() + "00", "zz" + s.String()[2:]} {
		if _, err := ParseSeed(bad); err == nil {
			t.Errorf("%q was read as a seed", bad)
		}
	}
}

func TestRank(t *testing.T) {
	for _, c := range []struct {
		scores, ties []int16
		places       []uint8
		how          string
	}{
		{[]int16{10, 30, 20}, []int16{9, 0, 0}, []uint8{3, 1, 2}, "points"},
		{[]int16{30, 30, 20}, []int16{1, 2, 0}, []uint8{2, 1, 3}, "tie_break"},
		{[]int16{30, 30, 30}, []int16{5, 2, 5}, []uint8{1, 3, 1}, "shared"},
		{[]int16{7, 7}, []int16{0, 0}, []uint8{1, 1}, "shared"},
		{[]int16{30, 20, 20}, []int16{0, 1, 2}, []uint8{1, 3, 2}, "points"},
	} {
		var r Result
		var tie [MaxSeats]int16
		copy(r.Score[:], c.scores)
		copy(tie[:], c.ties)
		how := r.Rank(len(c.scores), tie)
		if how != c.how || fmt.Sprint(r.Place[:len(c.places)]) != fmt.Sprint(c.places) {
			t.Errorf("scores %v, ties %v: %s %v, want %s %v", c.scores, c.ties, how, r.Place, c.how, c.places)
		}
	}
}

func TestOptions(t *testing.T) {
	allowed := []Option{{Key: "side", Default: "day", Values: []string{"day", "night"}}, {Key: "boards", Default: "random"}}
	full, err := Options{"boards": "gizah,rhodos"}.Fill(allowed)
	if err != nil || full.String() != "boards=gizah,rhodos side=day" {
		t.Errorf("filled to %s, %v", full, err)
	}
	for _, bad := range []Options{{"sides": "day"}, {"side": "dawn"}, {"boards": "a b"}} {
		if _, err := bad.Fill(allowed); err == nil {
			t.Errorf("%v was accepted", bad)
		}
	}
	if _, err := ParseOptions([]string{"side"}); err == nil {
		t.Error("an option without a value was accepted")
	}
}

// An event is seen by those it was told to. Nobody is the zero value of its viewers, so one that was made in any other way
// stays secret.
func TestEventsAreCut(t *testing.T) {
	var e Events
	e.Add(Everyone, Event{Type: "all"})
	e.Add(SeatSet(1), Event{Type: "secret"})
	e.Add(0, Event{Type: "for nobody", For: Everyone})
	e.List = append(e.List, Event{Type: "not told"})
	for viewer, want := range map[Seat][]string{0: {"all"}, 1: {"all", "secret"}, Spectator: {"all"}, NoSeat: {}, Open: {"all", "secret", "for nobody", "not told"}} {
		got := []string{}
		for _, ev := range e.SeenBy(viewer) {
			got = append(got, ev.Type)
		}
		if !slices.Equal(got, want) {
			t.Errorf("viewer %d sees %v, want %v", viewer, got, want)
		}
	}
	var deaf *Events
	deaf.Add(Everyone, Event{Type: "unheard"})
}
