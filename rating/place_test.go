package rating

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Bots that are stronger among people than was estimated are found where they are, a little each month, and stay there.
func TestPlace(t *testing.T) {
	const seed, truth = 5, 70.0
	r := rand.New(rand.NewPCG(seed, 0))
	bots := Bots("duel")
	month := func(n int) (games []Against) {
		for range n {
			strength := 1500 + 200*r.NormFloat64()
			p := Rating{Points: strength + 50*r.NormFloat64(), Deviation: 50, Games: 30}
			b := bots[r.IntN(len(bots))].Points
			share := 0.0
			if r.Float64() < Chance(Rating{Points: strength}, Rating{Points: b + truth}) {
				share = 1
			}
			games = append(games, Against{p, b, share})
		}
		return games
	}
	var at Placing
	if got, enough := Place(at, month(leastPlaced-1)); enough || got != at {
		t.Errorf("%+v from too few games", got)
	}
	for n := range 24 {
		was := at
		var enough bool
		if at, enough = Place(at, month(2000)); !enough || at.Games != 2000 || math.Abs(at.Points-was.Points) > mostMoved+1e-9 {
			t.Fatalf("seed %d, month %d: from %+v to %+v", seed, n, was, at)
		}
		if n == 0 && at.Points != mostMoved {
			t.Errorf("after a month: %+v", at)
		}
	}
	if math.Abs(at.Points-truth) > 25 {
		t.Errorf("seed %d: after two years %+v, want about %g", seed, at, truth)
	}
	all := make([]Against, leastPlaced)
	for i := range all {
		all[i] = Against{Rating{Points: 1500, Deviation: 50}, 1500, 1}
	}
	if got, _ := Place(Placing{}, all); got.Points != -mostMoved {
		t.Errorf("people who always win: %+v", got)
	}
	for _, c := range []struct {
		r    Rating
		want bool
	}{{Rating{Deviation: 70, Games: 20}, true}, {Rating{Deviation: 80, Games: 20}, false}, {Rating{Deviation: 70, Games: 7}, false}} {
		if c.r.Places() != c.want {
			t.Errorf("%+v places bots: %v", c.r, !c.want)
		}
	}
}
