package arena

import (
	"context"
	"math"
	"strings"
	"testing"

	"mirabilia/games"
)

// TestClaims: the claims of one game go together in the interval, and false claims are found.
func TestClaims(t *testing.T) {
	var games []claimed
	for g := range 100 {
		won := float64(g % 2)
		games = append(games, claimed{claims: []claim{{chance: 0.5, won: won}, {chance: 0.5, won: won}, {chance: 0.8, won: won}}})
	}
	half := group("half", games, func(c claim) bool { return c.chance == 0.5 })
	// Each game counts once, however many claims it has.
	if want := 1.959964 * 0.05; half.Cases != 200 || half.Won != 0.5 || math.Abs(half.CI95[1]-0.5-want) > 1e-9 || !half.True() {
		t.Errorf("%+v", half)
	}
	if high := group("high", games, func(c claim) bool { return c.chance == 0.8 }); high.True() {
		t.Errorf("a claim of 0.8 passes with %v won", high.Won)
	}
	if few := group("few", games[:20], func(c claim) bool { return c.chance == 0.8 }); !few.True() {
		t.Error("twenty cases say something")
	}
}

// TestClaimsOfAllSeatsAddUp: where all choose at once, no seat takes the others for fools.
func TestClaimsOfAllSeatsAddUp(t *testing.T) {
	for id, seats := range map[string]int{"wonders": 4, "dice": 3} {
		g, err := games.ByID(id)
		if err != nil {
			t.Fatal(err)
		}
		c := Calibration{Series: Series{Game: g, Seats: seats, Bot: "level8:24", Games: 4, Seed: 3}}
		r, err := c.Run(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(r.Sum-1) > 0.06 {
			t.Errorf("%s, seed %d: the claims of %d seats add up to %.3f", id, c.Seed, seats, r.Sum)
		}
	}
}

func TestCalibration(t *testing.T) {
	for id, seats := range map[string]int{"duel": 2, "wonders": 3} {
		g, err := games.ByID(id)
		if err != nil {
			t.Fatal(err)
		}
		c := Calibration{Series: Series{Game: g, Seats: seats, Bot: "level8:8", Games: 4, Seed: 1}}
		r, err := c.Run(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		cases := 0
		for _, c := range r.Tenths {
			cases += c.Cases
		}
		if cases != r.All.Cases || cases < 100 || math.Abs(r.All.Won-1/float64(seats)) > 0.1 || r.Sum < 0.8 || r.Sum > 1.4 || id == "duel" && r.Sum != 1 {
			t.Errorf("%+v", r)
		}
		if text := r.Markdown(); !strings.Contains(text, "| all |") || strings.Contains(text, "symbols |") != (id == "duel") {
			t.Error(text)
		}
	}
}
