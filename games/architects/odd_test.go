package architects

import (
	"strings"
	"testing"

	"mirabilia/game"
)

// Odd cases of docs/rules/architects.md 10 that no worked example shows.

func TestOddCases(t *testing.T) {
	t.Run("2 no end of the turn before a duty", func(t *testing.T) {
		s := scene(t, `{"seats":[{"wonder":"gizah","cards":{"wood":1},"tokens":["jewellery"]},{"wonder":"babylon"}],"decks":{"gizah":{"top":"stone"}}}`)
		play(t, s, "t:gizah")
		refused(t, s, "end", "duty")
	})
	t.Run("10 extra draws may be declined", func(t *testing.T) {
		s := scene(t, `{"seats":[{"wonder":"gizah","tokens":["urbanism"]},{"wonder":"babylon"}],"decks":{"gizah":{"top":"wood"}}}`)
		told := play(t, s, "t:gizah", "end")
		equal(t, "declined", count(told, "decline", "urbanism"), 1)
		equal(t, "turn", s.turn, 1)
	})
	t.Run("12 cards by abilities count as taken", func(t *testing.T) {
		s := scene(t, `{"seats":[{"wonder":"alexandria","built":[1],"cards":{"stone":1},"tokens":["propaganda"]},{"wonder":"gizah"},{"wonder":"olympia"},
			{"wonder":"rhodes"}],"decks":{"alexandria":{"top":"stone"},"olympia":{"top":"shield2"}}}`)
		play(t, s, "t:alexandria", "t:olympia")
		equal(t, "flipped", s.flipped, 2)
		equal(t, "ready", s.ready, 1<<Propaganda)
	})
	t.Run("15 Architecture taken by this very stage", func(t *testing.T) {
		s := scene(t, `{"seats":[{"wonder":"babylon","built":[1],"cards":{"stone":1}},{"wonder":"gizah"}],
			"face_up":["architecture","tactics","decor"],"decks":{"gizah":{"top":"stone"}}}`)
		told := play(t, s, "t:gizah", "p:architecture")
		equal(t, "ability", count(told, "ability", "babylon"), 1)
		equal(t, "ready", count(told, "ready", ""), 0)
		equal(t, "turn", s.turn, 1)
	})
	t.Run("17 two horns, one token at peace", func(t *testing.T) {
		s := scene(t, `{"seats":[{"wonder":"babylon","tokens":["propaganda"]},{"wonder":"gizah","cards":{"shield1":2}}],"decks":{"babylon":{"top":"shield2"}}}`)
		play(t, s, "t:babylon")
		equal(t, "flipped", s.flipped, 3)
		equal(t, "battle pending", s.battlePending(), true)
	})
	t.Run("23 the second central card is unseen", func(t *testing.T) {
		s := scene(t, `{"seats":[{"wonder":"gizah","cards":{"vp2cat":1},"tokens":["urbanism"]},{"wonder":"babylon"}],"cat":0,"top_known":[0],
			"decks":{"central":{"top":"wood"}}}`)
		equal(t, "looked at", s.View(0).(View).Takes[1].Card.Card, "wood")
		play(t, s, "t:central")
		v := s.View(0).(View).Takes[1]
		if v.Card != nil || len(v.Odds) == 0 {
			t.Errorf("the next central card is shown: %+v", v)
		}
	})
	t.Run("23 the card looked at is still on top", func(t *testing.T) {
		s := scene(t, `{"seats":[{"wonder":"gizah","cards":{"vp2cat":1},"tokens":["urbanism"]},{"wonder":"babylon"}],"cat":0,"top_known":[0],
			"decks":{"central":{"top":"glass"},"babylon":{"top":"wood"}}}`)
		play(t, s, "t:babylon")
		equal(t, "known", s.View(0).(View).Takes[1].Card.Card, "glass")
	})
	t.Run("24 a deck runs out", func(t *testing.T) {
		s := scene(t, `{"seats":[{"wonder":"gizah","cards":{"vp3":2,"vp2cat":3,"shield0":2}},{"wonder":"babylon"}],"cat":0,"top_known":[0],
			"decks":{"gizah":{"top":"wood","hidden":{}},"central":{"top":"wood"}}}`)
		told := play(t, s, "t:gizah")
		equal(t, "empty", count(told, "empty", "gizah"), 1)
		legal(t, s, "t:babylon", "t:central")
		refused(t, s, "t:gizah", "empty_deck")
	})
	t.Run("25 duties hold without a draw", func(t *testing.T) {
		s := scene(t, `{"seats":[{"wonder":"gizah","cards":{"vp3":2,"vp2cat":3,"shield0":2}},
			{"wonder":"rhodes","cards":{"vp3":6,"vp2cat":10,"shield0":6,"wood":3},"tokens":["engineering"]},{"wonder":"babylon"}],"cat":1,
			"decks":{"gizah":{"top":"wood","hidden":{}},"rhodes":{"hidden":{}},"central":{"hidden":{}}}}`)
		told := play(t, s, "t:gizah")
		equal(t, "passed", count(told, "pass", ""), 1)
		legal(t, s, "b:1:wood:wood", "b:2:wood:wood")
		equal(t, "turn", s.turn, 1)
	})
	t.Run("26 every deck is empty", func(t *testing.T) {
		s := scene(t, `{"seats":[{"wonder":"gizah","cards":{"vp3":8,"vp2cat":13,"shield0":8}},{"wonder":"rhodes","tokens":["decor"]}],"cat":0,
			"decks":{"gizah":{"top":"wood","hidden":{}},"rhodes":{"hidden":{}},"central":{"hidden":{}}}}`)
		told := play(t, s, "t:gizah")
		equal(t, "told", count(told, "decks_empty", ""), 1)
		equal(t, "ended", s.View(0).(View).Ended, "decks")
		points(t, s, 8*3+13*2+2, 4)
	})
	t.Run("26 a finished wonder ends the game, though every deck is empty too", func(t *testing.T) {
		s := scene(t, `{"seats":[{"wonder":"gizah","built":[1,2,3,4],"cards":{"vp3":8,"vp2cat":13,"shield0":8,"stone":1,"glass":1,"papyrus":1}},{"wonder":"rhodes"}],"cat":0,
			"decks":{"gizah":{"top":"wood","hidden":{}},"rhodes":{"hidden":{}},"central":{"hidden":{}}}}`)
		told := play(t, s, "t:gizah") // the only way to pay for the last stage is taken by itself
		equal(t, "complete", count(told, "complete", "gizah"), 1)
		equal(t, "ended", s.View(0).(View).Ended, "wonder")
		equal(t, "told of the decks", count(told, "decks_empty", ""), 0)
	})
	t.Run("27 no card for an ability", func(t *testing.T) {
		s := scene(t, `{"seats":[{"wonder":"ephesos","built":[1],"cards":{"vp3":4,"vp2cat":8,"shield0":4,"stone":1}},{"wonder":"rhodes"}],"cat":0,
			"decks":{"ephesos":{"top":"stone"},"central":{"hidden":{}}}}`)
		told := play(t, s, "t:ephesos")
		equal(t, "no ability", count(told, "no_ability", "ephesos"), 1)
		equal(t, "built", s.Built(0), 2)
	})
	t.Run("31 only Alexandria reaches far decks", func(t *testing.T) {
		s := table(t, 4, "wonders=gizah,rhodes,olympia,babylon")
		s.Deal(game.NewRand(game.NumberSeed(1)))
		refused(t, &s, "t:rhodes", "out_of_reach")
		refused(t, &s, "t:alexandria", "no_deck")
	})
	t.Run("36 no progress token left", func(t *testing.T) {
		all := `"urbanism","crafts","jewellery","science","propaganda","architecture","economy","engineering","tactics","decor","politics","strategy","culture","culture"`
		s := scene(t, `{"seats":[{"wonder":"gizah","cards":{"gear":3,"wood":1,"stone":1}},{"wonder":"babylon","built":[1],"cards":{"glass":1},"tokens":[`+all+`]}],
			"decks":{"gizah":{"top":"gear"},"babylon":{"top":"glass"}}}`)
		told := play(t, s, "t:gizah", "b:1:wood:stone")
		equal(t, "the last token comes by itself", s.Tokens(0), 1<<Education)
		equal(t, "not refilled", count(told, "no_refill", ""), 1)
		equal(t, "gears stay", s.Cards(0).Count(Gear), 2)
		told = play(t, s, "t:babylon", "b:2:glass:glass")
		equal(t, "Babylon gets none", count(told, "no_ability", "babylon"), 1)
	})
}

// TestRefusals: a refusal has its reason and says what is allowed.
func TestRefusals(t *testing.T) {
	s := scene(t, `{"seats":[{"wonder":"rhodes","cards":{"wood":1,"stone":1,"compass":1,"gear":1},"tokens":["science"]},{"wonder":"gizah"}],"decks":{"rhodes":{"top":"gear"}}}`)
	refused(t, s, "end", "other_decision")
	refused(t, s, "nonsense", "bad_move")
	refused(t, s, "b:1:wood", "bad_move")
	refused(t, s, "b:1:vp3:vp3", "bad_move")
	refused(t, s, "b:6:wood:wood", "bad_move")
	refused(t, s, "l:central", "bad_move")
	play(t, s, "t:rhodes")
	refused(t, s, "s:tablet-pair", "no_set")
	refused(t, s, "s:triple", "no_set")
	refused(t, s, "b:1:wood:glass", "no_cards")
	refused(t, s, "b:2:wood:stone", "misfit")
	refused(t, s, "b:3:wood:stone:gold", "stage_shut")
	refused(t, s, "p:pile", "other_decision")
	play(t, s, "s:gear-pair")
	refused(t, s, "p:pile:pile", "bad_move")
	refused(t, s, "p:"+s.pile.nth(0).String(), "no_token")
	play(t, s, "p:pile")

	s = scene(t, `{"seats":[{"wonder":"rhodes","built":[1],"cards":{"stone":2,"brick":2,"gold":1}},{"wonder":"gizah"}],"phase":"act"}`)
	refused(t, s, "b:1:stone:brick", "stage_built")
	refused(t, s, "b:2:gold", "too_little")
	refused(t, s, "t:central", "no_extra")

	err := s.Check(0, moveTake|1<<stageShift)
	if refusal, ok := err.(*game.Error); !ok || refusal.Reason != "bad_move" {
		t.Errorf("a move with idle bits gave %v", err)
	}
	err = s.Check(0, moveEnd)
	if err == nil || !strings.Contains(err.Error(), "b:2:stone:stone") {
		t.Errorf("a refusal does not say what is allowed: %v", err)
	}
}
