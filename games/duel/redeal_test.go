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
