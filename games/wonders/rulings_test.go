package wonders

import (
	"testing"

	"mirabilia/game"
)

// Odd cases of docs/rules/wonders.md 11 that the worked examples leave out.
func TestRulings(t *testing.T) {
	t.Run("R1 two neighbours buy from each other", func(t *testing.T) {
		s := setup{age: 1, turn: 1, seats: []seatSetup{
			{wonder: "gizah day", coins: 2, hand: "guard-tower"},
			{wonder: "olympia day", coins: 2, hand: "baths"},
			{wonder: "ephesos day"},
		}}.load(t)
		turn(t, s, "b:guard-tower:2-0", "b:baths:0-2")
		wantCoins(t, s, 2, 2)
	})
	t.Run("R3 a discount starts next turn", func(t *testing.T) {
		s := setup{age: 1, turn: 1, seats: []seatSetup{
			{wonder: "alexandria day", coins: 3, hand: "west-trading-post"},
			{wonder: "gizah day"}, {wonder: "ephesos day", hand: "baths"},
		}}.load(t)
		if p := player(s).Left.Sells[0].Price; p != 2 {
			t.Errorf("stone costs %d before", p)
		}
		turn(t, s, "b:west-trading-post", "", "s:"+firstOther(s, 2, "baths"))
		wantWays(t, s, "b:baths", "b:baths:1-0")
	})
	t.Run("R9 nothing to build", func(t *testing.T) {
		s := setup{age: 3, turn: 1, seats: []seatSetup{
			{wonder: "rhodes night", stages: 2, hand: "pantheon town-hall palace"}, {wonder: "ephesos day"}, {wonder: "babylon day"},
		}}.load(t)
		for _, m := range s.Moves(0, nil) {
			if kindOf(m) == stage {
				t.Errorf("%s is legal with a finished wonder", s.Text(m))
			}
		}
		refused(t, s, "w:palace", "wonder_complete")
		wantWays(t, s, "s:palace", "s:palace")
	})
	t.Run("R10 a tucked card is no structure", func(t *testing.T) {
		s := setup{age: 1, turn: 3, seats: []seatSetup{
			{wonder: "gizah day", city: "lumber-yard timber-yard", hand: "east-trading-post"}, {wonder: "rhodes day"}, {},
		}}.load(t)
		turn(t, s, "w:east-trading-post")
		forum, _ := CardByID("forum")
		if chain, _ := s.free(0, forum); chain || has(s, "east-trading-post") || player(s).Right.Sells[0].Price != 2 {
			t.Error("the tucked trading post still serves")
		}
	})
	t.Run("R21 Halicarnassus takes what Babylon sold", func(t *testing.T) {
		s := setup{age: 1, turn: 6, seats: []seatSetup{
			{wonder: "halikarnassos night", city: "clay-pool clay-pit", hand: "altar"},
			{wonder: "babylon night", stages: 1, hand: "theater baths"},
			{},
		}}.load(t)
		turn(t, s, "w:altar", "b:theater")
		if s.Owing() != game.SeatSet(1) {
			t.Fatalf("owing are %b", s.Owing())
		}
		play(t, s, 1, "s:baths", nil)
		wantWays(t, s, "d:baths", "d:baths")
	})
	t.Run("R23 the power of this turn's stage comes next age", func(t *testing.T) {
		s := setup{age: 2, turn: 1, seats: []seatSetup{
			{wonder: "olympia night", city: "ore-vein clay-pit", hand: "walls"}, {wonder: "ephesos day", hand: "aqueduct"}, {wonder: "babylon day"},
		}}.load(t)
		turn(t, s, "w:walls", "s:"+firstOther(s, 1, "aqueduct"))
		refused(t, s, "b:aqueduct", "no_seller")
	})
	t.Run("R26 free, but not twice", func(t *testing.T) {
		s := setup{age: 2, turn: 1, seats: []seatSetup{
			{wonder: "olympia night", stages: 1, city: "loom-age1", hand: "loom-age2 walls"}, {}, {},
		}}.load(t)
		refused(t, s, "b:loom-age2", "already_built")
		wantWays(t, s, "b:walls", "b:walls")
	})
	t.Run("R27 no power makes a stage free", func(t *testing.T) {
		s := setup{age: 2, turn: 1, seats: []seatSetup{
			{wonder: "olympia night", stages: 1, hand: "walls"}, {wonder: "ephesos day"}, {wonder: "babylon day"},
		}}.load(t)
		refused(t, s, "w:walls", "no_seller")
	})
	t.Run("R32 the dearer seller", func(t *testing.T) {
		s := setup{age: 1, turn: 2, seats: []seatSetup{
			{wonder: "alexandria day", coins: 3, city: "west-trading-post", hand: "baths"},
			{wonder: "gizah day"}, {wonder: "ephesos day", city: "stone-pit"},
		}}.load(t)
		wantWays(t, s, "b:baths", "b:baths:1-0 b:baths:0-2")
	})
	t.Run("R33 what comes after the sixth turn is not counted", func(t *testing.T) {
		s := setup{age: 2, turn: 6, seats: []seatSetup{
			{wonder: "gizah day", city: "lumber-yard", hand: "vineyard"},
			{wonder: "babylon night", coins: 1, stages: 1, hand: "walls sawmill"},
			{wonder: "ephesos day"},
		}}.load(t)
		turn(t, s, "b:vineyard", "s:walls")
		play(t, s, 1, "b:sawmill", nil)
		wantCoins(t, s, 1, 1+3-1)
	})
}

func TestOptions(t *testing.T) {
	for name, o := range map[string]game.Options{
		"an unknown board":   {"boards": "gizah,rhodes,troy"},
		"a board twice":      {"boards": "gizah,rhodes,gizah"},
		"too few boards":     {"boards": "gizah,rhodes"},
		"no such side rule":  {"sides": "dusk"},
		"no such option":     {"leaders": "yes"},
		"an empty board":     {"boards": "gizah,,rhodes"},
		"boards with spaces": {"boards": "gizah, rhodes, olympia"},
	} {
		if _, err := Game.New(3, o); err == nil {
			t.Errorf("%s was accepted", name)
		}
	}
	s := table(t, 3, game.Options{"boards": "rhodes,babylon,gizah", "sides": "night"})
	s.Deal(game.NewRand(game.NumberSeed(1)))
	for i, want := range []string{"rhodes", "babylon", "gizah"} {
		if p := s.View(game.Spectator).(View).Players[i]; p.Board != want || p.Side != "night" {
			t.Errorf("seat %d has %s by %s", i, p.Board, p.Side)
		}
	}
	// With the choice of sides open, all choose before any card is seen, and nobody sees another's choice.
	s = table(t, 3, nil)
	s.Deal(game.NewRand(game.NumberSeed(1)))
	play(t, &s, 1, "side:night", nil)
	v := s.View(0).(View)
	if v.Phase != "sides" || !v.Players[1].Committed || v.Players[1].Side != "" || v.Players[1].Choice != nil || len(v.Players[0].Hand) > 0 {
		t.Errorf("seat A sees %+v", v)
	}
	if mine := s.View(1).(View).Players[1].Choice; mine == nil || mine.Side != "night" {
		t.Errorf("seat B sees its choice as %+v", mine)
	}
	play(t, &s, 0, "side:day", nil)
	play(t, &s, 2, "side:day", nil)
	if v := s.View(0).(View); v.Players[1].Side != "night" || len(v.Players[0].Hand) != 7 {
		t.Errorf("after the choice seat A sees %+v", v)
	}
}
