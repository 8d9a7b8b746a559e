package duel

import (
	"testing"

	"mirabilia/game/gametest"
)

// TestRecallPantheon: nobody forgets what could be concluded from divinities that lay open, whatever follows from them.
func TestRecallPantheon(t *testing.T) {
	for _, c := range []struct {
		name      string
		scene     scene
		moves     []string
		decisions int
		least     int
	}{
		{"the Divine Theater in Age I, where Zeus takes a token",
			scene{pantheon: true, age: 1, see: "altar", options: []string{"zeus_takes_token=true"}, marks: "greek - - - roman", decks: "zeus hades aphrodite",
				a: side{coins: 30, unbuilt: "divine-theater"}},
			[]string{"A w:divine-theater:altar"}, 4, 20},
		{"two tokens of one mythology around the Divine Theater",
			scene{pantheon: true, age: 1, taken: []int{14, 16}, at: map[int]string{15: "theater", 17: "altar", 18: "baths"}, marks: "- - greek greek -",
				decks: "zeus hades aphrodite", a: side{coins: 30, unbuilt: "divine-theater"}},
			[]string{"A w:divine-theater:baths", "A deck:greek", "A god:aphrodite"}, 3, 100},
		{"the Gate, Isis and the Divine Theater",
			scene{pantheon: true, spaces: "1:gate", decks: "enki isis hades", discard: "walls aqueduct", a: side{coins: 6, unbuilt: "divine-theater"}},
			[]string{"A a:gate"}, 4, 5},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := c.scene.set(t)
			play(t, s, c.moves...)
			gametest.Recall(t, *s, c.decisions, c.least)
		})
	}
}
