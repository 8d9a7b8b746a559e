package architects

import (
	"fmt"
	"testing"

	"mirabilia/game"
)

// Each ruling that differs from docs/rules/architects.md, where it shows.

func TestRulings(t *testing.T) {
	// with puts options into a position.
	with := func(options, position string) *State {
		t.Helper()
		return scene(t, `{"options":{`+options+`},`+position[1:])
	}
	const economist = `{"seats":[{"wonder":"gizah","built":[1],"tokens":["economy"]},{"wonder":"babylon"}],"decks":{"gizah":{"top":"gold"}}}`
	const engineer = `{"seats":[{"wonder":"gizah","cards":{"wood":1},"tokens":["engineering"]},{"wonder":"babylon"}],"decks":{"gizah":{"top":"wood"}}}`

	t.Run("coins=free", func(t *testing.T) {
		s := with(`"coins":"free"`, `{"seats":[{"wonder":"gizah","built":[1],"cards":{"wood":2,"gold":1}},{"wonder":"babylon"}],"decks":{"gizah":{"top":"gold"}}}`)
		play(t, s, "t:gizah")
		legal(t, s, "b:2:wood:wood", "b:2:wood:gold", "b:2:gold:gold")
	})
	t.Run("coins=strict", func(t *testing.T) {
		s := with(`"coins":"strict"`, `{"seats":[{"wonder":"gizah","cards":{"wood":1},"tokens":["economy"]},{"wonder":"babylon"}],"decks":{"gizah":{"top":"gold"}}}`)
		told := play(t, s, "t:gizah")
		equal(t, "Economy used", count(told, "help", "economy"), 0)
		equal(t, "cards", s.Cards(0), 0)
	})
	t.Run("economy=may", func(t *testing.T) {
		s := with(`"economy":"may"`, economist)
		play(t, s, "t:gizah")
		legal(t, s, "b:2:gold", "end")
		play(t, s, "end")
		equal(t, "built", s.Built(0), 1)
		play(t, s, "t:central")
	})
	t.Run("economy=always", func(t *testing.T) {
		const position = `{"seats":[{"wonder":"gizah","cards":{"gold":1},"tokens":["economy"]},{"wonder":"babylon"}],"decks":{"gizah":{"top":"gold"}}}`
		for option, want := range map[string]int{`"economy":"always"`: 2, `"economy":"duty"`: 1} {
			s := with(option, position)
			play(t, s, "t:gizah", "b:1:gold")
			equal(t, "built with "+option, s.Built(0), want)
		}
	})
	t.Run("engineering=may", func(t *testing.T) {
		s := with(`"engineering":"may"`, engineer)
		play(t, s, "t:gizah")
		legal(t, s, "b:1:wood:wood", "end")
	})
	t.Run("engineering=always", func(t *testing.T) {
		const position = `{"seats":[{"wonder":"gizah","cards":{"wood":2,"stone":1},"tokens":["engineering"]},{"wonder":"babylon"}],"decks":{"gizah":{"top":"glass"}}}`
		for option, want := range map[string]int{`"engineering":"always"`: 2, `"engineering":"duty"`: 1} {
			s := with(option, position)
			play(t, s, "t:gizah", "b:1:wood:wood")
			equal(t, "built with "+option, s.Built(0), want)
		}
	})
	t.Run("payment=most", func(t *testing.T) {
		s := with(`"payment":"most"`, `{"seats":[{"wonder":"gizah","cards":{"wood":2,"stone":1}},{"wonder":"babylon"}],"decks":{"gizah":{"top":"glass"}}}`)
		told := play(t, s, "t:gizah") // stone and glass is the only payment that leaves two wood
		equal(t, "stages", count(told, "build", "gizah"), 2)
		s = with(`"payment":"most"`, `{"seats":[{"wonder":"gizah","cards":{"wood":2,"stone":2}},{"wonder":"babylon"}],"decks":{"gizah":{"top":"glass"}}}`)
		play(t, s, "t:gizah")
		legal(t, s, "b:1:wood:glass", "b:1:stone:glass")
		refused(t, s, "b:1:wood:stone", "fewer_stages")
	})
	t.Run("extra=must", func(t *testing.T) {
		const position = `{"seats":[{"wonder":"gizah","tokens":["urbanism"]},{"wonder":"babylon"}],"decks":{"gizah":{"top":"wood"}}}`
		s := with(`"extra":"must"`, position)
		play(t, s, "t:gizah")
		refused(t, s, "end", "duty")
		legal(t, s, "t:gizah", "t:central", "t:babylon")
		s = with(`"extra":"may"`, position)
		play(t, s, "t:gizah", "end")
	})
	t.Run("extra_time=at_once", func(t *testing.T) {
		const position = `{"seats":[{"wonder":"gizah","cards":{"wood":1},"tokens":["jewellery"]},{"wonder":"babylon"}],"decks":{"gizah":{"top":"stone"}}}`
		s := with(`"extra_time":"at_once"`, position)
		play(t, s, "t:gizah")
		legal(t, s, "b:1:wood:stone", "t:gizah", "t:central", "t:babylon")
		play(t, s, "b:1:wood:stone")
		equal(t, "turn", s.turn, 1)
		s = with(`"extra_time":"turn"`, position)
		play(t, s, "t:gizah", "b:1:wood:stone")
		equal(t, "extra draws kept", s.ExtraDraws(), 1)
	})
	t.Run("no_draw", func(t *testing.T) {
		// Seat 1 will have no card to draw, but Economy is fresh and would pay its second stage.
		const position = `{"seats":[{"wonder":"gizah","cards":{"vp3":2,"vp2cat":3,"shield0":2}},
			{"wonder":"rhodes","built":[1],"cards":{"vp3":6,"vp2cat":10,"shield0":6,"gold":1},"tokens":["economy"]},{"wonder":"babylon"}],"cat":1,
			"decks":{"gizah":{"top":"wood","hidden":{}},"rhodes":{"hidden":{}},"central":{"hidden":{}}}}`
		for option, want := range map[string]struct {
			built, passes int
			over          bool
		}{
			`"no_draw":"pass"`: {2, 1, false},
			`"no_draw":"skip"`: {1, 1, false},
			`"no_draw":"end"`:  {1, 0, true},
		} {
			s := with(option, position)
			told := play(t, s, "t:gizah")
			equal(t, "built with "+option, s.Built(1), want.built)
			equal(t, "passes with "+option, count(told, "pass", ""), want.passes)
			equal(t, "over with "+option, s.Owing() == 0, want.over)
			if want.over {
				equal(t, "ended", s.ended(), "no_draw")
			} else {
				equal(t, "turn with "+option, s.turn, 2)
			}
		}
	})
	t.Run("look=chooser", func(t *testing.T) {
		const position = `{"seats":[{"wonder":"halicarnassus","built":[1],"cards":{"stone":1}},{"wonder":"gizah"}],"decks":{"halicarnassus":{"top":"stone"}}}`
		s := with(`"look":"chooser"`, position)
		play(t, s, "t:halicarnassus")
		var told game.Events
		m, _ := s.Parse("l:gizah")
		s.Apply(0, m, &told)
		equal(t, "looked at", s.looked.Len(), 4)
		mine, theirs := s.View(0).(View).Look, s.View(1).(View).Look
		n := 0
		for _, c := range mine.Cards {
			n += c.N
		}
		equal(t, "cards I see", n, 5)
		equal(t, "cards the other sees", fmt.Sprint(len(theirs.Cards), theirs.N), "1 5")
		equal(t, "told me", count(told.SeenBy(0), "looked", "") > 0, true)
		equal(t, "told the other", count(told.SeenBy(1), "looked", ""), 0)
		others := map[Bag]bool{}
		r := game.NewRand(game.NumberSeed(1))
		for range 200 {
			c := *s
			c.Redeal(0, r)
			equal(t, "my redeal", c.looked, s.looked)
			c.Redeal(1, r)
			others[c.looked] = true
			if err := c.Valid(); err != nil {
				t.Fatal(err)
			}
		}
		equal(t, "the other's redeals differ", len(others) > 20, true)
	})
	t.Run("victories=28", func(t *testing.T) {
		// Seat 1 beats both neighbours, seat 3 beats seat 2. One token is left, and it is the turn of seat 1.
		for option, want := range map[string]string{"28": "[0 1 7 20]", "unlimited": "[0 2 7 21]"} {
			s := table(t, 4, "victories="+option)
			s.Deal(game.NewRand(game.NumberSeed(1)))
			s.turn = 1
			s.players[2].victories, s.players[3].victories = 7, 20
			for seat, n := range []Bag{1, 2, 0, 1} {
				s.players[seat].cards = n * one(Shield)
			}
			s.battle(nil)
			var got []uint8
			for _, p := range s.players[:4] {
				got = append(got, p.victories)
			}
			equal(t, option, fmt.Sprint(got), want)
		}
	})
}

func TestOptions(t *testing.T) {
	for text, ok := range map[string]bool{
		"random":                   true,
		"gizah,rhodes,olympia":     true,
		"random,rhodes,random":     true,
		"gizah,rhodes":             false,
		"gizah,rhodes,gizah":       false,
		"gizah,rhodes,petra":       false,
		"gizah,rhodes,olympia,all": false,
		"":                         false,
	} {
		b, err := Game.New(3, game.Options{"wonders": text})
		if (err == nil) != ok {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if ok {
			equal(t, text, writeWonders(b.(*State).chosen[:3]), text)
		}
	}
	s := table(t, 3, "wonders=random,rhodes,random")
	seen := map[Wonder]bool{}
	r := game.NewRand(game.NumberSeed(1))
	for range 200 {
		s.Deal(r)
		equal(t, "the chosen", s.Wonder(1), Rhodes)
		seen[s.Wonder(0)], seen[s.Wonder(2)] = true, true
	}
	equal(t, "wonders dealt to the others", len(seen), NumWonders-1)
}
