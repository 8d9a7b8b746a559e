package duel

import (
	"mirabilia/game"
	"testing"
)

// TestRedealGods: a god that a seat did not see is any of those it could be, equally often, and who looked at
// a place knows it in every redeal.
func TestRedealGods(t *testing.T) {
	s := scene{pantheon: true, age: 1, taken: []int{14}, at: map[int]string{15: "theater"}, marks: "- - greek - -", decks: "zeus hades aphrodite"}.set(t)
	play(t, s, "A b:theater", "A place:hades:space-2")
	r := game.NewRand(game.NumberSeed(3))
	counts := map[string]int{}
	const n = 6000
	for range n {
		c := *s
		c.Redeal(1, r)
		counts[gods[c.pan.spaces[1]]+" "+c.inDeck("greek")]++
		if c.pan.know[0]&Mythology(2).gods() != Mythology(2).gods() || c.pan.know[1] != 0 {
			t.Fatalf("A knows %v, B knows %v", c.pan.know[0].ids(), c.pan.know[1].ids())
		}
		c = *s
		c.Redeal(0, r)
		if c.pan.spaces != s.pan.spaces || c.pan.decks[2] != s.pan.decks[2] {
			t.Fatal("A forgot what it saw")
		}
	}
	if len(counts) != 6 {
		t.Fatalf("%d arrangements: %v", len(counts), counts)
	}
	for order, k := range counts {
		if k < n/6-150 || k > n/6+150 {
			t.Errorf("%s came %d times of %d", order, k, n)
		}
	}
}

// Where a decision is said to have shown its seat nothing new, the seat knows the same after it in every game that it could not tell from this one.
func TestForeseen(t *testing.T) {
	const samples = 20
	foreseen, others := 0, 0
	for _, pantheon := range []string{"false", "true"} {
		b, err := Game.New(2, game.Options{"pantheon": pantheon})
		if err != nil {
			t.Fatal(err)
		}
		s := b.(*State)
		for seed := range uint64(40) {
			r := game.NewRand(game.NumberSeed(seed))
			for s.Deal(r); s.Owing() != 0; {
				before, seat := *s, s.Owing().First()
				m := s.RandomMove(seat, r)
				s.Apply(seat, m, nil)
				if !s.Foreseen(&before) {
					others++
					continue
				}
				foreseen++
				known := *s
				known.Redeal(seat, game.NewRand(game.NumberSeed(1)))
				for range samples {
					other := before
					other.Redeal(seat, r)
					if err := other.Check(seat, m); err != nil {
						t.Fatalf("seed %d, %s: %v", seed, before.Text(m), err)
					}
					other.Apply(seat, m, nil)
					if other.Redeal(seat, game.NewRand(game.NumberSeed(1))); other != known {
						t.Fatalf("seed %d: %s showed something", seed, before.Text(m))
					}
				}
			}
		}
	}
	if foreseen < 500 || others < 500 {
		t.Errorf("only %d decisions were foreseen, and %d were not", foreseen, others)
	}
}
