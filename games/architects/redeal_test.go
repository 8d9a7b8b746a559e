package architects

import (
	"testing"

	"mirabilia/game"
)

// TestWhoKnowsTheTop: the holder of the cat knows the card as long as it stays on top, even without the cat; nobody else
// does, and redeals keep to that.
func TestWhoKnowsTheTop(t *testing.T) {
	s := scene(t, `{"seats":[{"wonder":"gizah"},{"wonder":"babylon","cards":{"vp2cat":1}},{"wonder":"rhodes"}],"cat":1,"top_known":[1],
		"decks":{"gizah":{"top":"vp2cat"},"babylon":{"top":"vp3"},"central":{"top":"tablet"}}}`)
	play(t, s, "t:gizah") // the cat leaves seat 1
	r := game.NewRand(game.NumberSeed(1))
	know := func(viewers game.Seats) {
		t.Helper()
		for viewer := range game.Spectator + 1 {
			if viewer >= 3 && viewer != game.Spectator {
				continue
			}
			tops := map[Kind]int{}
			for range 400 {
				c := *s
				c.Redeal(viewer, r)
				tops[c.top[Central]]++
			}
			shown := s.View(viewer).(View).Decks[3].Top
			if viewers.Has(viewer) {
				equal(t, "top shown to "+viewer.Letter(), shown, "tablet")
				equal(t, "redeals of "+viewer.Letter(), tops[Tablet], 400)
				continue
			}
			equal(t, "top shown to "+viewer.Letter(), shown, "")
			for k := range Kind(NumKinds) {
				want := 400 * s.left(Central).Count(k) / s.left(Central).Len()
				if n := tops[k]; n < want/3 || n > 3*want+10 {
					t.Errorf("%d of 400 redeals of %s have %s on top, about %d expected", n, viewer.Letter(), k, want)
				}
			}
		}
	}
	know(game.SeatSet(1))
	play(t, s, "t:babylon")
	know(game.SeatSet(1))
	play(t, s, "t:rhodes")
	know(game.SeatSet(0, 1)) // the turn of seat 0, who holds the cat
	told := play(t, s, "t:central")
	equal(t, "taken", told[0].What, "tablet")
	equal(t, "nobody knows the next", s.topKnown, 0)
}

// TestPeekIsTold: to everyone that someone looks, to him alone at what.
func TestPeekIsTold(t *testing.T) {
	s := scene(t, `{"turn":1,"seats":[{"wonder":"gizah","cards":{"vp2cat":1}},{"wonder":"babylon"}],"cat":0,"decks":{"babylon":{"top":"vp3"}}}`)
	var told game.Events
	if err := game.PlayText(s, 1, "t:babylon", &told); err != nil {
		t.Fatal(err)
	}
	for viewer, want := range map[game.Seat]int{0: 1, 1: 0, game.Spectator: 0, game.Open: 1} {
		equal(t, "peek", count(told.SeenBy(viewer), "peek", ""), 1)
		equal(t, "peeked card", count(told.SeenBy(viewer), "peeked", s.top[Central].String()), want)
	}
}

// TestOpenRedealChangesNothing: a viewer that sees all has nothing to imagine.
func TestOpenRedealChangesNothing(t *testing.T) {
	s := table(t, 3)
	s.Deal(game.NewRand(game.NumberSeed(1)))
	c := s
	c.Redeal(game.Open, game.NewRand(game.NumberSeed(2)))
	equal(t, "changed", c == s, true)
}
