package duel

import (
	"encoding/json"
	"testing"

	"mirabilia/game"
)

// TestLentViews plays games and compares views that are lent, always two at a time, with those that are made for good.
func TestLentViews(t *testing.T) {
	for _, options := range []game.Options{{}, {"pantheon": "true"}} {
		b, err := Game.New(2, options)
		if err != nil {
			t.Fatal(err)
		}
		s := b.(*State)
		text := func(view any) string {
			data, err := json.Marshal(view)
			if err != nil {
				t.Fatal(err)
			}
			return string(data)
		}
		views := 0
		for seed := range uint64(10) {
			r := game.NewRand(game.NumberSeed(seed))
			s.Deal(r)
			want := text(s.View(0))
			view, giveBack := s.LendView(0)
			for s.Owing() != 0 {
				seat := s.Owing().First()
				s.Apply(seat, s.RandomMove(seat, r), nil)
				nextWant := text(s.View(seat))
				next, giveNextBack := s.LendView(seat)
				if got := text(view); got != want {
					t.Fatalf("options %v, seed %d: lent\n%s\nwant\n%s", options, seed, got, want)
				}
				giveBack()
				view, want, giveBack = next, nextWant, giveNextBack
				views++
			}
			if got := text(view); got != want {
				t.Fatalf("options %v, seed %d, at the end: lent\n%s\nwant\n%s", options, seed, got, want)
			}
			giveBack()
		}
		if views < 300 {
			t.Errorf("options %v: only %d views were looked at", options, views)
		}
	}
}
