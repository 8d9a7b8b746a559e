package dice

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"mirabilia/game"
)

// TestRulings are the odd cases of docs/rules/dice.md 8, by their numbers, where no worked example covers them.
func TestRulings(t *testing.T) {
	var nobody playerPosition
	for _, ruling := range []struct {
		name string
		run  func(t *testing.T)
	}{
		{"9 a full warehouse gives no bonus", func(t *testing.T) {
			s := stage(t, "grey1=textile@0", seatOf("giza", 7, with(5)), nobody, nobody)
			s.play(0, "d:grey1:w_textile")
			if s.owing.Has(0) {
				t.Error("a bonus is offered")
			}
		}},
		{"13 an unlocked die in the forum is usable at once", func(t *testing.T) {
			// Babylon: step 2 lets it act again; the first step marks white in the university.
			s := stage(t, "white=leader_laurel@0", seatOf("babylon", 7, with(6, "u_tablet1")), seatOf("giza", 7, with(0, "u_gear1", "u_gear2")), nobody)
			s.play(0, "w:wo_1")
			s.refuses(0, "d:white:s_laurel", "wrong_step")
			s.play(0, "m:u_tablet2")
			s.rest()
			s = stage(t, "green=tablet@0 white=leader_laurel@0", seatOf("babylon", 7, with(6, "u_tablet1", "wo_1")), seatOf("giza", 7, with(0, "u_gear1", "u_gear2")), nobody)
			s.refuses(0, "d:white:s_laurel", "locked_die")
			s.play(0, "w:wo_2", "d:green:u_tablet2")
			if !s.Owns(0, White) {
				t.Error("owning starts at once")
			}
			h := stage(t, "green=compass@0 white=leader_laurel@0",
				seatOf("halicarnassus", 7, slices.Concat(with(6), agoraButA33, []string{"u_compass1", "wo_1", "wo_2"})), seatOf("giza", 7, with(0, "u_gear1", "u_gear2")), nobody)
			h.play(0, "w:wo_3", "d:green:u_compass2", "b:bonus_action", "d:white:s_laurel")
			h.scores(0, StatuePark, 4)
		}},
		{"16 no die costs less than nothing", func(t *testing.T) {
			s := stage(t, "red=axe@0", seatOf("giza", 7, with(0, "m_camel2")), nobody, nobody)
			s.play(0, "d:red:bw_att1")
			s.coins(0, 7)
		}},
		{"18 income is for choosing a die of the colour only", func(t *testing.T) {
			// Rhodes has income on red: neither a mark in a barracks nor the black die showing red brings it.
			s := stage(t, "black=mark_red@0", seatOf("rhodes", 7, with(6, "u_compass1", "u_tablet1", "u_tablet2")), nobody, nobody)
			s.play(0, "d:black:bw_att1")
			s.coins(0, 7)
			s = stage(t, "", seatOf("rhodes", 7, with(6, "u_compass1")), nobody, nobody)
			s.play(0, "w:wo_1", "m:bw_att1")
			s.coins(0, 7)
		}},
		{"19 a mark that nobody can pay lapses", func(t *testing.T) {
			// After the step Babylon has no coins; all it could mark costs 2 or 3, but the free one is marked.
			s := stage(t, "", seatOf("babylon", 1, with(0, "u_tablet1")), nobody, nobody)
			s.play(0, "w:wo_1")
			if s.owing.Has(0) {
				t.Errorf("still asked for %v", s.demand(0))
			}
			s.rest()
			if !slices.ContainsFunc(s.told.List, func(e game.Event) bool { return e.Type == "lapse" && e.Seat == 0 && e.What == "mark" }) {
				t.Error("that it lapsed was not told")
			}
		}},
		{"20 the second mark may be in another building, or left out", func(t *testing.T) {
			start := func() *scene {
				s := stage(t, "white=leader_red@0", seatOf("giza", 7, with(6, "u_gear1", "u_gear2")), nobody, nobody)
				s.play(0, "d:white:s_red", "m:bw_att1")
				return s
			}
			s := start()
			s.offers(0, "", "m:bw_att2", "m:bw_def1", "m:be_att1", "m:be_def1", "stop")
			s.play(0, "m:be_def1")
			if s.owing.Has(0) {
				t.Error("two are all")
			}
			s = start()
			s.play(0, "stop")
			if s.owing.Has(0) {
				t.Error("stopped is stopped")
			}
		}},
		{"22 the same die again", func(t *testing.T) {
			s := stage(t, "red=axe@2", seatOf("babylon", 7, with(6, "wo_1")), nobody, nobody)
			s.play(0, "w:wo_2", "d:red:bw_att1")
			s.coins(0, 5)
			s = stage(t, "red=axe@2", seatOf("halicarnassus", 9, with(6, "wo_1", "wo_2")), nobody, nobody)
			s.play(0, "w:wo_3", "d:red:bw_att1", "b:bonus_action", "d:red:bw_att2")
			s.coins(0, 5)
		}},
		{"24 a third bonus in the last round adds no round", func(t *testing.T) {
			marked := slices.Concat(with(6), wonderDone, marketDone, []string{"bw_att1", "bw_att2", "bw_att3", "bw_def1"})
			ended := slices.Concat(marked, []string{"bw_def2"})
			s := stage(t, "red=shield@0", seatOf("giza", 7, marked, "bonus_action", "bonus_mark"), seatOf("rhodes", 7, ended, "bonus_action", "bonus_mark", "bonus_coins"), nobody)
			s.play(0, "d:red:bw_def2")
			s.rest()
			if !s.over {
				t.Errorf("round %d, last %d, and it goes on", s.round, s.last)
			}
		}},
		{"25 a third bonus is carried out", func(t *testing.T) {
			marked := slices.Concat(with(6), wonderDone, marketDone, []string{"bw_att1", "bw_att2", "bw_att3", "bw_def1"})
			s := stage(t, "red=shield@0 blue=mask@0", seatOf("giza", 7, marked, "bonus_mark", "bonus_coins"), nobody, nobody)
			s.play(0, "d:red:bw_def2", "d:blue:a_11")
			s.scores(0, Agora, 1)
		}},
		{"28 and 29 what is gained counts for the rest of the round", func(t *testing.T) {
			// The discount just bought makes the die of the extra action cheaper.
			s := stage(t, "yellow=camel@0 red=axe@3", seatOf("halicarnassus", 9, with(6, "wo_1", "wo_2")), nobody, nobody)
			s.play(0, "w:wo_3", "d:yellow:m_camel2", "b:bonus_action", "d:red:bw_att1")
			s.coins(0, 7)
			// The resource just marked pays for the next mark: glass costs 2, one of the two is new.
			s = stage(t, "", seatOf("alexandria", 7, with(1, "w_clay", "wo_1", "wo_2")), nobody, nobody)
			s.play(0, "w:wo_3", "m:w_stone", "m:w_glass", "b:bonus_coins")
			s.coins(0, 12)
		}},
		{"30 a bonus must be taken", func(t *testing.T) {
			s := stage(t, "", seatOf("giza", 7, with(6, "wo_1", "wo_2")), nobody, nobody)
			s.play(0, "w:wo_3")
			s.refuses(0, "stop", "wrong_step")
			s.refuses(0, "pass", "wrong_step")
		}},
		{"31 Babylon builds step 3 within step 2", func(t *testing.T) {
			s := stage(t, "", seatOf("babylon", 20, with(6, "wo_1")), nobody, nobody)
			s.play(0, "w:wo_2", "w:wo_3", "stop", "b:bonus_coins")
			if taken, _ := s.Bonuses(0); taken != 1 || s.owing.Has(0) {
				t.Errorf("%d bonuses, owing %v: step 2 gives none when it is resumed", taken, s.owing.Has(0))
			}
			s.coins(0, 27)
		}},
		{"32 the bonus of the first mark comes before the second mark", func(t *testing.T) {
			marked := with(6, "u_gear1", "u_gear2", "bw_att1", "bw_att2", "bw_att3", "bw_def1")
			s := stage(t, "white=leader_red@0", seatOf("giza", 7, marked), nobody, nobody)
			s.play(0, "d:white:s_red", "m:bw_def2")
			s.offers(0, "", "b:bonus_action", "b:bonus_mark", "b:bonus_coins")
			s.play(0, "b:bonus_coins")
			s.offers(0, "", "m:be_att1", "m:be_def1", "stop")
		}},
		{"33 a space does not pay for the die that marks it", func(t *testing.T) {
			s := stage(t, "yellow=camel@3", seatOf("giza", 7, with(6)), nobody, nobody)
			s.play(0, "d:yellow:m_camel2")
			s.coins(0, 4)
			s = stage(t, "green=gear@3", seatOf("giza", 7, with(6)), nobody, nobody)
			s.play(0, "d:green:u_gear1") // income on green
			s.coins(0, 4)
		}},
		{"34 income first fills the reserve, then one pays", func(t *testing.T) {
			s := stage(t, "red=axe@3", seatOf("rhodes", 29, with(6, "u_compass1")), nobody, nobody)
			s.play(0, "d:red:bw_att1")
			s.coins(0, 27)
		}},
		{"a free build may be declined, and lapses where nothing can be marked", func(t *testing.T) {
			s := stage(t, "", seatOf("olympia", 7, nil), nobody, nobody)
			s.play(0, "w:wo_1", "stop")
			if s.owing.Has(0) {
				t.Error("declined is declined")
			}
			// Everything that these faces point to is marked.
			full := with(6, "a_11", "a_12", "u_compass1", "u_compass2", "u_compass3", "bw_att1", "bw_att2", "bw_att3", "m_coin")
			s = stage(t, "blue=mask@0 green=compass@0 red=axe@0 yellow=coin@0 black=mark_grey@0", seatOf("olympia", 7, full), nobody, nobody)
			s.play(0, "w:wo_1")
			if s.owing.Has(0) {
				t.Errorf("asked for %s", s.demand(0))
			}
		}},
		{"an income applies to a free die", func(t *testing.T) {
			s := stage(t, "yellow=coin@3", seatOf("olympia", 7, with(6, "u_compass1")), nobody, nobody)
			s.play(0, "w:wo_1", "d:yellow:m_coin")
			s.coins(0, 7+2+7)
		}},
	} {
		t.Run(ruling.name, ruling.run)
	}
}

// TestWithdraw takes decisions back one by one, as long as the round lasts.
func TestWithdraw(t *testing.T) {
	s := stage(t, "yellow=chest@2", seatOf("giza", 4, with(6, append(marketDone[:5:5], "wo_1", "wo_2")...)), seatOf("rhodes", 7, nil))
	var states []State
	for _, m := range []string{"w:wo_3", "b:bonus_action", "d:yellow:m_chest3", "b:bonus_coins"} {
		states = append(states, *s.State)
		s.play(0, m)
	}
	for _, want := range slices.Backward(states) {
		if err := s.Withdraw(0); err != nil {
			t.Fatal(err)
		}
		if *s.State != want {
			t.Fatal("withdrawing left a trace")
		}
	}
	for seat, reason := range map[game.Seat]string{0: "nothing_to_withdraw", 1: "nothing_to_withdraw", 5: "no_seat"} {
		var refusal *game.Error
		if err := s.Withdraw(seat); err == nil {
			t.Errorf("seat %d withdrew nothing", seat)
		} else if refusal = err.(*game.Error); refusal.Reason != reason {
			t.Errorf("seat %d: %s, want %s", seat, refusal.Reason, reason)
		}
	}
	s.play(0, "pass")
	s.play(1, "pass")
	if s.round != 10 || s.Withdraw(0) == nil {
		t.Error("a choice of an ended round was taken back")
	}
}

// TestOptions: the option gives seats the cities asked for, and others to the rest.
func TestOptions(t *testing.T) {
	for text, want := range map[string]string{
		"random":                "",
		"giza,rhodes,babylon":   "",
		"random,olympia,random": "",
		"giza,rhodes":           "bad_cities",
		"giza,giza,rhodes":      "bad_cities",
		"giza,troy,rhodes":      "bad_cities",
		"":                      "bad_cities",
	} {
		b, err := Game.New(3, game.Options{"cities": text})
		var refusal *game.Error
		if errors.As(err, &refusal); (refusal == nil) != (want == "") || refusal != nil && refusal.Reason != want {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
		if err != nil {
			continue
		}
		for seed := range uint64(50) {
			b.Deal(game.NewRand(game.NumberSeed(seed)))
			if err := b.Valid(); err != nil {
				t.Fatal(err)
			}
			for seat, id := range strings.Split(text, ",") {
				if got := b.View(game.Open).(View).Seats[seat].City; id != randomCity && got != id {
					t.Errorf("%q: seat %d has %s", text, seat, got)
				}
			}
		}
	}
}
