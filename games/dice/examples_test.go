package dice

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"mirabilia/game"
)

// TestExamples are the cases of docs/rules/dice.md 10, by their numbers.
func TestExamples(t *testing.T) {
	var nobody playerPosition
	for _, example := range []struct {
		name string
		run  func(t *testing.T)
	}{
		{"1 start", func(t *testing.T) {
			s := &scene{t: t, State: new(State)}
			*s.State = table(t, 3, "giza,rhodes,babylon")
			s.Deal(game.NewRand(game.NumberSeed(1)))
			for seat := range game.Seat(3) {
				s.coins(seat, 7)
				if taken, toEnd := s.Bonuses(seat); s.Resources(seat) != 0 || taken != 0 || toEnd != 3 || s.players[seat].marked != 0 {
					t.Errorf("seat %d starts with something", seat)
				}
			}
			var lying []string
			for _, d := range s.forum {
				lying = append(lying, s.book().diceIDs[d])
			}
			if want := []string{"grey1", "grey2", "grey3", "blue", "green", "red", "yellow"}; !slices.Equal(lying, want) {
				t.Errorf("the forum holds %v, want %v", lying, want)
			}
		}},
		{"2 missing resource", func(t *testing.T) {
			s := stage(t, "green=compass@0", seatOf("giza", 7, with(2, "u_compass1")), nobody, nobody)
			s.play(0, "d:green:u_compass2") // costs 3
			s.coins(0, 6)
		}},
		{"3 pass", func(t *testing.T) {
			s := stage(t, "", nobody, nobody, nobody)
			s.play(0, "pass")
			s.coins(0, 10)
		}},
		{"4 two costs", func(t *testing.T) {
			s := stage(t, "red=axe@2", seatOf("giza", 7, with(1)), nobody, nobody)
			s.play(0, "d:red:bw_att1")
			s.coins(0, 5)
			s.scores(0, BarracksWest, 3)
		}},
		{"5 second attack", func(t *testing.T) {
			s := stage(t, "red=axe@1", seatOf("giza", 5, with(1, "bw_att1")), seatOf("rhodes", 7, with(0, "be_def1")), nobody)
			s.play(0, "d:red:bw_att2")
			s.coins(0, 3)
			s.scores(0, BarracksWest, 7)
		}},
		{"6 third attack", func(t *testing.T) {
			me := seatOf("giza", 3, with(3, "bw_att1", "bw_att2"))
			me.Written = []writtenPosition{{"bw_att1", 3}, {"bw_att2", 4}}
			s := stage(t, "red=axe@0", me, seatOf("rhodes", 7, with(0, "be_def1", "be_def2")), nobody)
			s.play(0, "d:red:bw_att3")
			s.coins(0, 2)
			s.scores(0, BarracksWest, 12)
		}},
		{"7 attack and defence in the same round", func(t *testing.T) {
			for _, order := range [][]game.Seat{{0, 1}, {1, 0}} {
				// Seat 0 owns the black die, which shows red; seat 1 uses the shield.
				s := stage(t, "red=shield@0 black=mark_red@0", seatOf("olympia", 7, with(6, "u_compass1", "u_compass2")), seatOf("rhodes", 7, nil), nobody)
				for _, seat := range order {
					s.play(seat, []string{"d:black:bw_att1", "d:red:be_def1"}[seat])
				}
				s.rest()
				s.scores(0, BarracksWest, 3)
				if d := s.defences(0, west); d != 1 {
					t.Errorf("from the next round on %d defences count, want 1", d)
				}
			}
		}},
		{"8 wrong side", func(t *testing.T) {
			s := stage(t, "red=axe@0", seatOf("giza", 7, nil), seatOf("rhodes", 7, with(0, "bw_def1", "bw_def2")), nobody)
			s.play(0, "d:red:bw_att1")
			s.scores(0, BarracksWest, 3)
		}},
		{"9 attack on the right neighbour", func(t *testing.T) {
			s := stage(t, "red=sword@0", seatOf("giza", 7, nil), nobody, seatOf("rhodes", 7, with(0, "bw_def1")))
			s.play(0, "d:red:be_att1")
			s.scores(0, BarracksEast, 2)
		}},
		{"10 two players", func(t *testing.T) {
			other := seatOf("rhodes", 7, with(0, "be_def1", "be_def2"))
			s := stage(t, "red=axe@0", seatOf("giza", 7, nil), other)
			s.play(0, "d:red:bw_att1")
			s.scores(0, BarracksWest, 1)
			s = stage(t, "red=sword@0", seatOf("giza", 7, nil), other)
			s.play(0, "d:red:be_att1")
			s.scores(0, BarracksEast, 3)
		}},
		{"11 later defence", func(t *testing.T) {
			s := stage(t, "red=shield@0", seatOf("giza", 7, with(0, "bw_att1")), seatOf("rhodes", 7, with(0, "be_def1")), nobody)
			s.play(1, "d:red:be_def2")
			s.rest()
			s.scores(0, BarracksWest, 3)
		}},
		{"12 cannot pay", func(t *testing.T) {
			s := stage(t, "green=compass@0", seatOf("giza", 1, nil), nobody, nobody)
			s.refuses(0, "d:green:u_compass1", "too_dear")
			s = stage(t, "green=compass@0", seatOf("giza", 2, nil), nobody, nobody)
			s.play(0, "d:green:u_compass1")
			s.coins(0, 0)
		}},
		{"13 resource owned", func(t *testing.T) {
			s := stage(t, "grey2=wood@0", seatOf("giza", 7, with(1)), nobody, nobody)
			s.offers(0, "d:grey2:")
			s.refuses(0, "d:grey2:w_wood", "already_marked")
		}},
		{"14 resource with a cost", func(t *testing.T) {
			s := stage(t, "grey1=glass@1", seatOf("giza", 7, with(1)), nobody, nobody)
			s.play(0, "d:grey1:w_glass")
			s.coins(0, 5)
			if s.Resources(0) != 2 {
				t.Errorf("%d resources, want 2", s.Resources(0))
			}
		}},
		{"15 market in any order", func(t *testing.T) {
			for face, want := range map[string][]string{
				"camel": {"m_camel1", "m_camel2"}, "chest": {"m_chest1", "m_chest2", "m_chest3"}, "coin": {"m_coin"},
			} {
				s := stage(t, "yellow="+face+"@0", seatOf("giza", 7, with(6)), nobody, nobody)
				s.offers(0, "d:yellow:", want...)
			}
			s := stage(t, "yellow=camel@0", seatOf("giza", 7, with(6, "m_camel1", "m_camel2")), nobody, nobody)
			s.offers(0, "d:yellow:")
		}},
		{"16 agora grid", func(t *testing.T) {
			for _, c := range []struct {
				face   string
				marked []string
				want   []string
			}{
				{"scales", []string{"a_21"}, []string{"a_22"}},
				{"owl", []string{"a_21"}, []string{"a_12"}},
				{"scales", []string{"a_21", "a_12"}, []string{"a_22"}},
				{"owl", []string{"a_21", "a_12"}, []string{"a_22"}},
				{"mask", []string{"a_11", "a_12"}, nil},
				{"caduceus", []string{"a_21"}, []string{"a_23"}},
			} {
				s := stage(t, "blue="+c.face+"@0", seatOf("giza", 7, with(6, c.marked...)), nobody, nobody)
				s.offers(0, "d:blue:", c.want...)
			}
		}},
		{"17 first to finish the agora", func(t *testing.T) {
			pos := stage(t, "blue=caduceus@0", seatOf("giza", 7, with(6, agoraButA33...)), seatOf("rhodes", 7, with(6, agoraButA33...)), seatOf("babylon", 7, with(6, agoraButA33...)))
			s := pos
			s.round = 14
			s.play(0, "d:blue:a_33", "b:bonus_coins")
			s.play(2, "d:blue:a_33", "b:bonus_coins")
			s.play(1, "pass")
			s.scores(0, Agora, 27)
			s.scores(2, Agora, 27)
			// Round 15: the blue die is put where seat 1 needs it.
			s.face[3], s.quarter[3] = uint8(indexOf(s.book().symbolIDs[3][:], "fountain")), 0
			s.play(1, "d:blue:a_33", "b:bonus_coins")
			s.rest()
			for seat, want := range []int{27, 24, 27} {
				s.scores(game.Seat(seat), Agora, want)
				if taken, _ := s.Bonuses(game.Seat(seat)); taken != 1 {
					t.Errorf("seat %d took %d bonuses, want 1", seat, taken)
				}
			}
		}},
		{"18 coins and points per space", func(t *testing.T) {
			s := stage(t, "yellow=chest@0 grey1=glass@0", seatOf("giza", 7, with(4)), nobody, nobody)
			s.play(0, "d:yellow:m_chest1")
			s.coins(0, 11)
			s = stage(t, "", seatOf("giza", 7, with(5, "m_chest1")), nobody, nobody)
			s.scores(0, Market, 5)
		}},
		{"19 counting itself", func(t *testing.T) {
			s := stage(t, "yellow=chest@1", seatOf("giza", 7, with(2, "m_coin", "m_camel1")), nobody, nobody)
			s.play(0, "d:yellow:m_chest2")
			s.coins(0, 9)
			s = stage(t, "", seatOf("giza", 7, marketDone, "bonus_coins"), nobody, nobody)
			s.scores(0, Market, 0+6+0) // nothing in the warehouse, six market spaces, no wonder step
		}},
		{"20 per wonder space", func(t *testing.T) {
			s := stage(t, "yellow=chest@2", seatOf("giza", 7, with(3, "wo_1", "wo_2")), nobody, nobody)
			s.play(0, "d:yellow:m_chest3")
			s.coins(0, 9)
			s = stage(t, "", seatOf("giza", 7, with(0, "wo_1", "wo_2", "wo_3", "m_chest3"), "bonus_coins"), nobody, nobody)
			s.scores(0, Market, 6)
		}},
		{"21 discounts", func(t *testing.T) {
			// Halicarnassus prints the second one in its university.
			for marked, want := range map[string][]int{
				"m_camel2":           {0, 0, 1, 2},
				"m_camel2 u_tablet1": {0, 0, 0, 1},
			} {
				for quarter, cost := range want {
					s := stage(t, "red=axe@"+strconv.Itoa(quarter), seatOf("halicarnassus", 7, strings.Fields(marked)), nobody, nobody)
					s.play(0, "d:red:bw_att1")
					s.coins(0, 7-cost)
				}
			}
			s := stage(t, "grey1=clay@3", seatOf("giza", 7, with(0, "m_camel1")), nobody, nobody)
			s.play(0, "d:grey1:w_clay")
			s.coins(0, 7)
		}},
		{"22 income pays", func(t *testing.T) {
			s := stage(t, "red=sword@3", seatOf("rhodes", 1, with(2, "u_compass1", "be_att1")), nobody, nobody)
			s.play(0, "d:red:be_att2")
			s.coins(0, 0)
			s.scores(0, BarracksEast, 8)
		}},
		{"23 first unlock", func(t *testing.T) {
			s := stage(t, "green=gear@1", seatOf("giza", 7, with(3, "u_gear1")), seatOf("rhodes", 7, nil), nobody)
			s.play(0, "d:green:u_gear2")
			s.coins(0, 8)
			if !s.Owns(0, White) || s.inForum("white") {
				t.Error("the white die is owned at once and comes at the end of the round")
			}
			s.rest()
			if !s.inForum("white") || s.greys() != 2 {
				t.Errorf("white in the forum: %v, with %d grey dice", s.inForum("white"), s.greys())
			}
			for seat, may := range []bool{true, false, false} {
				if locked := s.locked(&s.players[seat], s.slotOf(indexOf(s.book().diceIDs, "white"))); locked == may {
					t.Errorf("seat %d: locked is %v", seat, locked)
				}
			}
		}},
		{"24 later unlock", func(t *testing.T) {
			s := stage(t, "green=tablet@0", seatOf("giza", 7, with(3, "u_gear1", "u_gear2")), nobody, seatOf("babylon", 7, with(3, "u_tablet1")))
			before := s.forum
			s.play(2, "d:green:u_tablet2")
			s.rest()
			if s.forum != before || !s.Owns(2, White) {
				t.Errorf("forum %v, was %v; seat 2 owns white: %v", s.forum, before, s.Owns(2, White))
			}
		}},
		{"25 the same and different dice in one round", func(t *testing.T) {
			s := stage(t, "green=tablet@0", seatOf("giza", 7, with(4, "u_tablet1")), seatOf("alexandria", 7, with(4, "u_tablet1")), nobody)
			s.play(0, "d:green:u_tablet2")
			s.play(1, "d:green:u_tablet2")
			s.rest()
			if !s.inForum("purple") || s.greys() != 2 {
				t.Errorf("purple: %v, grey dice: %d", s.inForum("purple"), s.greys())
			}
			s = stage(t, "green=tablet@0", seatOf("babylon", 7, with(4, "u_tablet1")), seatOf("alexandria", 7, with(4, "u_tablet1")), nobody)
			s.play(0, "d:green:u_tablet2")
			s.play(1, "d:green:u_tablet2")
			s.rest()
			if !s.inForum("white") || !s.inForum("purple") || s.greys() != 1 {
				t.Errorf("white: %v, purple: %v, grey dice: %d", s.inForum("white"), s.inForum("purple"), s.greys())
			}
		}},
		{"26 black die, red face", func(t *testing.T) {
			for _, move := range []struct {
				space string
				coins int
			}{{"bw_att1", 6}, {"bw_def1", 6}, {"be_att1", 6}, {"be_def1", 6}} {
				s := stage(t, "black=mark_red@1", seatOf("olympia", 7, with(6, "u_compass1", "u_compass2")), nobody, nobody)
				s.offers(0, "d:black:", "bw_att1", "bw_def1", "be_att1", "be_def1")
				s.offers(1, "d:black:")
				s.refuses(1, "d:black:bw_att1", "locked_die")
				s.play(0, "d:black:"+move.space)
				s.coins(0, move.coins)
			}
		}},
		{"27 black die, four colours", func(t *testing.T) {
			// An owner with an empty university, as the example has it, is put down by hand.
			s := stage(t, "black=mark_any@0", seatOf("giza", 7, with(6)), seatOf("olympia", 7, with(0, "u_compass1", "u_compass2")), nobody)
			s.players[0].owned = s.players[1].owned
			s.offers(0, "d:black:", "bw_att1", "bw_def1", "be_att1", "be_def1", "u_compass1", "u_tablet1", "u_gear1",
				"a_11", "a_12", "a_21", "a_23", "a_31", "m_coin", "m_camel1", "m_camel2", "m_chest1", "m_chest2", "m_chest3")
		}},
		{"28 guild", func(t *testing.T) {
			purple := func(market ...string) playerPosition {
				return seatOf("giza", 7, with(6, append(market, "u_tablet1", "u_tablet2")...))
			}
			market := func(city string, n int) playerPosition { return seatOf(city, 7, marketDone[:n:n]) }
			s := stage(t, "purple=compare_yellow@0", purple("m_coin", "m_camel1"), market("rhodes", 1), market("babylon", 2))
			s.offers(0, "d:purple:", "g_1")
			s = stage(t, "purple=compare_yellow@0", purple("m_coin", "m_camel1"), market("rhodes", 3), market("babylon", 2))
			s.offers(0, "d:purple:")
			s.refuses(0, "d:purple:g_1", "guild_condition")
			s = stage(t, "purple=compare_yellow@0", purple(), market("rhodes", 0), market("babylon", 0))
			s.offers(0, "d:purple:", "g_1")
		}},
		{"29 guild with two players", func(t *testing.T) {
			for mine, want := range map[int][]string{2: nil, 3: {"g_1"}} {
				s := stage(t, "purple=compare_yellow@0", seatOf("giza", 7, with(6, append(marketDone[:mine:mine], "u_tablet1", "u_tablet2")...)), seatOf("rhodes", 7, marketDone[:2]))
				s.offers(0, "d:purple:", want...)
			}
		}},
		{"30 guild, red", func(t *testing.T) {
			s := stage(t, "purple=compare_red@0", seatOf("giza", 7, with(6, "bw_att1", "bw_def1", "be_att1", "u_tablet1", "u_tablet2")),
				seatOf("rhodes", 7, with(0, "bw_att1", "bw_att2", "be_def1")), seatOf("babylon", 7, with(0, "bw_att1", "be_def1")))
			s.offers(0, "d:purple:", "g_1")
		}},
		{"31 guild ignores this round", func(t *testing.T) {
			me := seatOf("halicarnassus", 7, with(6, "m_coin", "m_camel1", "u_gear1", "u_gear2", "wo_1", "wo_2"))
			s := stage(t, "purple=compare_yellow@0 yellow=camel@0", me, seatOf("rhodes", 7, marketDone[:3]), nobody)
			s.play(0, "w:wo_3", "d:yellow:m_camel2") // by the extra action that the step brings
			s.play(0, "b:bonus_action")              // by the bonus for the finished wonder
			if s.Marked(0, Market) != 3 {
				t.Errorf("%d market spaces, want 3", s.Marked(0, Market))
			}
			s.offers(0, "d:purple:")
			s.refuses(0, "d:purple:g_1", "guild_condition")
		}},
		{"32 wonder", func(t *testing.T) {
			s := stage(t, "", seatOf("giza", 7, nil), nobody, nobody)
			s.play(0, "w:wo_1")
			s.coins(0, 6)
			s.scores(0, Wonder, 4)
		}},
		{"33 wonder finished", func(t *testing.T) {
			s := stage(t, "", seatOf("giza", 6, with(4, "wo_1", "wo_2")), nobody, nobody)
			s.play(0, "w:wo_3")
			s.offers(0, "", "b:bonus_action", "b:bonus_mark", "b:bonus_coins")
			s.play(0, "b:bonus_coins")
			s.coins(0, 13)
			s.scores(0, Wonder, 19)
		}},
		{"34 chain", func(t *testing.T) {
			s := stage(t, "yellow=chest@2", seatOf("giza", 4, with(6, append(marketDone[:5:5], "wo_1", "wo_2")...)), nobody, nobody)
			s.play(0, "w:wo_3", "b:bonus_action", "d:yellow:m_chest3", "b:bonus_coins")
			s.coins(0, 16)
			if taken, _ := s.Bonuses(0); taken != 2 || s.owing.Has(0) {
				t.Errorf("%d bonuses taken, owing %v", taken, s.owing.Has(0))
			}
		}},
		{"35 free die", func(t *testing.T) {
			s := stage(t, "red=sword@3", seatOf("olympia", 7, nil), nobody, nobody)
			s.play(0, "w:wo_1", "d:red:be_att1")
			s.coins(0, 6)
			s.scores(0, BarracksEast, 3)
		}},
		{"36 extra action used to pass", func(t *testing.T) {
			s := stage(t, "", seatOf("babylon", 7, with(2, "wo_1")), nobody, nobody)
			s.play(0, "w:wo_2", "pass")
			s.coins(0, 10)
		}},
		{"37 red leader", func(t *testing.T) {
			// Giza's white die brings the two gear spaces with it.
			s := stage(t, "white=leader_red@1", seatOf("giza", 7, with(2, "u_gear1", "u_gear2")), nobody, nobody)
			s.play(0, "d:white:s_red", "m:bw_att1", "m:bw_att2")
			s.coins(0, 6)
			s.scores(0, BarracksWest, 8)
			if s.owing.Has(0) {
				t.Error("two marks are all")
			}
		}},
		{"38 laurel", func(t *testing.T) {
			s := stage(t, "white=leader_laurel@0", seatOf("giza", 6, with(3, "u_gear1", "u_gear2", "s_red", "bw_att1", "bw_att2")), nobody, nobody)
			s.play(0, "d:white:s_laurel")
			s.coins(0, 6)
			s.scores(0, StatuePark, 5)
		}},
		{"39 resources and bonus in one go", func(t *testing.T) {
			s := stage(t, "", seatOf("alexandria", 5, with(3, "wo_1", "wo_2")), nobody, nobody)
			s.play(0, "w:wo_3")
			s.coins(0, 4)
			s.play(0, "m:w_glass", "m:w_papyrus")
			if s.Resources(0) != 5 {
				t.Errorf("%d resources, want 5", s.Resources(0))
			}
			s.play(0, "b:bonus_mark", "m:a_11")
			s.coins(0, 4)
		}},
		{"40 reserve full", func(t *testing.T) {
			s := stage(t, "yellow=coin@0", seatOf("giza", 28, nil), nobody, nobody)
			s.play(0, "d:yellow:m_coin")
			s.coins(0, 30)
			s.rest()
			if !slices.ContainsFunc(s.told.List, func(e game.Event) bool { return e.Type == "lost" && e.Seat == 0 && e.N == 5 }) {
				t.Error("nobody told that 5 coins were lost")
			}
		}},
		{"41 bonuses exhausted", func(t *testing.T) {
			marked := slices.Concat(with(6), wonderDone, agoraDone, marketDone, []string{"bw_att1", "bw_att2", "bw_att3", "bw_def1"})
			s := stage(t, "red=shield@0", seatOf("giza", 7, marked, "bonus_action", "bonus_mark", "bonus_coins"), nobody, nobody)
			s.play(0, "d:red:bw_def2")
			s.coins(0, 7)
			if s.owing.Has(0) {
				t.Error("no bonus is left, so nothing is owed")
			}
		}},
		{"42 end", func(t *testing.T) {
			two := slices.Concat(with(6), wonderDone, marketDone, []string{"bw_att1", "bw_att2", "bw_att3", "bw_def1"})
			taken := []string{"bonus_action", "bonus_mark"}
			s := stage(t, "red=shield@0", seatOf("giza", 7, two, taken...), nobody, seatOf("rhodes", 7, two, taken...))
			s.round = 15
			s.play(2, "d:red:bw_def2") // the last bonus is taken without asking
			s.rest()
			if s.over || s.round != 16 || s.last != 16 {
				t.Fatalf("over %v, round %d, last %d", s.over, s.round, s.last)
			}
			s.face[5], s.quarter[5] = 0, 0 // the red die shows the shield again
			s.play(0, "d:red:bw_def2")
			s.rest()
			if !s.over || s.round != 16 {
				t.Errorf("over %v in round %d, want the end in 16", s.over, s.round)
			}
		}},
		{"43 scoring", func(t *testing.T) {
			s := finalScene(t, 7, 7)
			want := map[Building]int{Wonder: 19, BarracksWest: 7, BarracksEast: 3, Agora: 8, Market: 11, University: 2, Guild: 5, StatuePark: 5}
			res := s.Result()
			for b, points := range want {
				if got := int(res.Parts[0][b-Wonder]); got != points {
					t.Errorf("%s gives %d points, want %d", b, got, points)
				}
			}
			if res.Score[0] != 60 {
				t.Errorf("%d points, want 60", res.Score[0])
			}
		}},
		{"44 tie-break", func(t *testing.T) {
			// Both have 60 points and pass for 3 coins in the last round.
			for _, c := range []struct {
				mine, theirs int
				wonBy        string
				winners      game.Seats
			}{{1, 0, "tie_break", game.SeatSet(0)}, {1, 1, "shared", game.SeatSet(0, 1)}} {
				s := finalScene(t, c.mine, c.theirs)
				s.rest()
				res := s.Result()
				if !res.Over || res.Score[0] != 60 || res.Score[1] != 60 || res.WonBy != c.wonBy || res.Winners() != c.winners {
					t.Errorf("over %v, scores %v, won by %s by %b; want 60 each, %s by %b", res.Over, res.Score[:2], res.WonBy, res.Winners(), c.wonBy, c.winners)
				}
			}
		}},
	} {
		t.Run(example.name, example.run)
	}
}

// finalScene returns a last round with 60 points for seat 0, as example 43 has them, and for seat 1; seat 2 has taken
// the third bonus.
func finalScene(t *testing.T, mine, theirs int) *scene {
	common := []string{"bw_att1", "bw_att2", "be_att1", "a_11", "a_12", "a_21", "a_22", "m_coin", "m_chest1", "m_chest3", "g_1", "s_blue", "s_laurel"}
	written := []writtenPosition{{"bw_att1", 3}, {"bw_att2", 4}, {"be_att1", 3}}
	giza := seatOf("giza", mine, slices.Concat(with(5), wonderDone, common, []string{"u_gear1", "u_gear2"}), "bonus_coins")
	giza.Written = written
	alexandria := seatOf("alexandria", theirs, slices.Concat(with(5), wonderDone, common, []string{"u_gear1", "u_gear2", "u_gear3"}), "bonus_coins")
	alexandria.Written = written
	ender := seatOf("rhodes", 0, slices.Concat(wonderDone, []string{"bw_att1", "bw_att2", "bw_att3", "bw_def1", "bw_def2", "be_att1", "be_att2", "be_att3", "be_def1", "be_def2"}),
		"bonus_action", "bonus_mark", "bonus_coins")
	return stage(t, "", giza, alexandria, ender)
}

// rulesSheet is the sheet that the examples speak of.
var rulesSheet = printed
