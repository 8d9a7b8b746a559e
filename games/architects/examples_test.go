package architects

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mirabilia/game"
)

// The worked examples of docs/rules/architects.md 11, in its order. Seat 0 is "I" unless the example says otherwise.

func TestExamplesSetup(t *testing.T) {
	t.Run("T01 decks of a seat", func(t *testing.T) {
		s := table(t, 4, "wonders=alexandria,babylon,ephesos,gizah")
		s.Deal(game.NewRand(game.NumberSeed(1)))
		legal(t, &s, "t:alexandria", "t:gizah", "t:central")
		s.turn = 2
		legal(t, &s, "t:ephesos", "t:babylon", "t:central")
	})
	t.Run("T02 cards and conflict tokens", func(t *testing.T) {
		for seats, want := range map[int][2]int{2: {110, 3}, 3: {135, 3}, 4: {160, 4}, 5: {185, 5}, 6: {210, 6}, 7: {235, 6}} {
			s := table(t, seats)
			s.Deal(game.NewRand(game.NumberSeed(1)))
			v := s.View(game.Spectator).(View)
			n := 0
			for _, d := range v.Decks {
				n += d.Left
			}
			equal(t, fmt.Sprint("cards of ", seats), n, want[0])
			equal(t, fmt.Sprint("conflict tokens of ", seats), v.Conflict.Total, want[1])
		}
	})
	t.Run("T03 Alexandria against Rhodes", func(t *testing.T) {
		s := table(t, 2, "wonders=alexandria,rhodes")
		s.Deal(game.NewRand(game.NumberSeed(1)))
		gold, horns := 0, 0
		for d := range Deck(NumDecks) {
			gold += s.left(d).Count(Gold)
			horns += s.left(d).Count(ShieldHorn) + 2*s.left(d).Count(ShieldTwoHorns)
		}
		equal(t, "gold", gold, 12)
		equal(t, "horns", horns, 15)
		equal(t, "battles", horns/int(conflictTokens[2]), 5)
	})
}

// payments takes the last card of a hand at the table of Gizah, whose stages are built one by one, and gives the payments
// for the stage it stands before, as texts of their cards; [E] marks Engineering and * a doubled coin. What has one
// payment alone is built at once.
func payments(t *testing.T, stage int, cards string, tokens ...string) []string {
	t.Helper()
	items := strings.Split(cards, ", ")
	last := items[len(items)-1]
	n, card, _ := strings.Cut(last, " ")
	if n == "1" {
		items = items[:len(items)-1]
	} else {
		items[len(items)-1] = fmt.Sprintf("%d %s", n[0]-'1', card)
	}
	built := []string{"", "1", "1,2", "1,2,3", "1,2,3,4"}[stage-1]
	quoted := ""
	if len(tokens) > 0 {
		quoted = `"` + strings.Join(tokens, `","`) + `"`
	}
	s := scene(t, fmt.Sprintf(`{"seats":[{"wonder":"gizah","built":[%s],"cards":%s,"tokens":[%s]},{"wonder":"babylon"}],
		"decks":{"gizah":{"top":"%s"}}}`, built, hand(t, strings.Join(items, ",")), quoted, card))
	told := play(t, s, "t:gizah")
	mark := func(pay Bag) string {
		text := strings.Join(cardIDs(pay), " ")
		helped := tokensFor(stage-1, pay)
		if helped.Has(Economy) {
			text = strings.Replace(text, "gold", "gold*", 1)
		}
		if helped.Has(Engineering) {
			text += " [E]"
		}
		return text
	}
	var list []string
	for _, m := range s.Moves(0, nil) {
		if kindOf(m) == moveBuild && stageOf(m) == stage-1 {
			list = append(list, mark(paymentOf(m)))
		}
	}
	if count(told, "build", "gizah") > 0 {
		var pay Bag
		for _, ev := range told {
			if ev.Type == "pay" {
				k, _ := kindByID(ev.What)
				pay += Bag(ev.N) * one(k)
			}
			if ev.Type == "build" {
				break
			}
		}
		list = append(list, mark(pay))
	}
	slices.Sort(list)
	return list
}

func TestExamplesPayments(t *testing.T) {
	for _, c := range []struct {
		name   string
		stage  int
		cards  string
		tokens []string
		want   []string
	}{
		{"T04 two different", 1, "1 wood, 1 stone", nil, []string{"wood stone"}},
		{"T05 two of a kind do not differ", 1, "2 wood", nil, nil},
		{"T07 a coin not for a wood in hand", 2, "2 wood, 1 stone, 1 gold", nil, []string{"stone gold", "wood wood"}},
		{"T08 three pairs of different", 1, "1 wood, 1 stone, 1 glass", nil, []string{"stone glass", "wood glass", "wood stone"}},
		{"T09 coins alone", 4, "3 gold", nil, []string{"gold gold gold"}},
		{"T10 not coins alone", 2, "1 wood, 2 gold", nil, []string{"wood gold"}},
		{"T11 three identical", 4, "2 wood, 2 stone, 1 gold", nil, []string{"stone stone gold", "wood wood gold"}},
		{"T11 three different", 3, "2 wood, 2 stone, 1 gold", nil, []string{"wood stone gold"}},
		{"T12 with Economy", 2, "1 gold", []string{"economy"}, []string{"gold*"}},
		{"T12 without Economy", 2, "1 gold", nil, nil},
		{"T13 a doubled coin may spare the wood", 1, "1 wood, 1 gold", []string{"economy"}, []string{"gold*", "wood gold"}},
		{"T14 two coins for three", 3, "2 gold", []string{"economy"}, []string{"gold* gold"}},
		{"T14 wood and two coins for four", 5, "1 wood, 2 gold", []string{"economy"}, []string{"wood gold* gold"}},
		{"T14 wood, stone and a coin for four", 5, "1 wood, 1 stone, 1 gold", []string{"economy"}, []string{"wood stone gold*"}},
		{"T15 four ways with Economy", 4, "2 wood, 1 stone, 2 gold", []string{"economy"}, []string{"stone gold gold", "stone gold*", "wood gold*", "wood wood gold"}},
		{"T16 Engineering alone", 1, "2 wood", []string{"engineering"}, []string{"wood wood [E]"}},
		{"T16 with Engineering or without", 1, "2 wood, 1 stone", []string{"engineering"}, []string{"wood stone", "wood wood [E]"}},
		{"T17 Engineering or coins", 2, "1 wood, 1 stone, 1 gold", []string{"engineering"}, []string{"stone gold", "wood gold", "wood stone [E]"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := payments(t, c.stage, c.cards, c.tokens...); !slices.Equal(got, c.want) {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}
	t.Run("T04 built without a question", func(t *testing.T) {
		s := scene(t, `{"seats":[{"wonder":"gizah","cards":{"wood":1}},{"wonder":"babylon"}],"decks":{"gizah":{"top":"stone"}}}`)
		play(t, s, "t:gizah")
		equal(t, "built", s.Built(0), 1)
		equal(t, "turn", s.turn, 1)
		equal(t, "cards", s.Cards(0), 0)
	})
	t.Run("T06 one of two foundations", func(t *testing.T) {
		for _, c := range []struct {
			move    string
			shields int
		}{{"b:1:wood:gold", 0}, {"b:2:wood:gold", 1}} {
			s := scene(t, `{"seats":[{"wonder":"rhodes","cards":{"wood":1}},{"wonder":"babylon"}],"decks":{"rhodes":{"top":"gold"}}}`)
			play(t, s, "t:rhodes")
			legal(t, s, "b:1:wood:gold", "b:2:wood:gold")
			play(t, s, c.move)
			equal(t, "built", s.Built(0), 1)
			equal(t, "turn", s.turn, 1)
			equal(t, "shields", s.Shields(0), c.shields)
			points(t, s, 4)
		}
	})
	t.Run("T10 two gold are refused", func(t *testing.T) {
		s := scene(t, `{"seats":[{"wonder":"rhodes","cards":{"wood":1,"gold":1}},{"wonder":"babylon"}],"decks":{"rhodes":{"top":"gold"}}}`)
		play(t, s, "t:rhodes")
		refused(t, s, "b:2:gold:gold", "coin_for_card")
	})
	t.Run("T18 Engineering for the second stage", func(t *testing.T) {
		s := scene(t, `{"seats":[{"wonder":"gizah","cards":{"wood":1,"stone":1,"brick":1},"tokens":["engineering"]},{"wonder":"babylon"}],
			"decks":{"gizah":{"top":"glass"}}}`)
		play(t, s, "t:gizah")
		equal(t, "payments", len(builds(s)), 6)
		play(t, s, "b:1:wood:stone")
		equal(t, "turn", s.turn, 1)
		points(t, s, 9)
	})
	t.Run("T18 Engineering once a turn", func(t *testing.T) {
		s := scene(t, `{"seats":[{"wonder":"gizah","cards":{"wood":2,"stone":1},"tokens":["engineering"]},{"wonder":"babylon"}],
			"decks":{"gizah":{"top":"glass"}}}`)
		play(t, s, "t:gizah", "b:1:wood:wood")
		equal(t, "turn", s.turn, 1)
		equal(t, "cards", s.Cards(0), one(Stone)+one(Glass))
	})
	t.Run("T19 a payment may prevent a stage", func(t *testing.T) {
		const position = `{"seats":[{"wonder":"gizah","cards":{"wood":2,"stone":1}},{"wonder":"babylon"}],"decks":{"gizah":{"top":"glass"}}}`
		s := scene(t, position)
		play(t, s, "t:gizah", "b:1:stone:glass")
		equal(t, "built by stone and glass", s.Built(0), 2)
		s = scene(t, position)
		play(t, s, "t:gizah", "b:1:wood:stone")
		equal(t, "built by wood and stone", s.Built(0), 1)
		equal(t, "turn", s.turn, 1)
	})
}

func TestExamplesStages(t *testing.T) {
	t.Run("T20 Ephesos builds twice", func(t *testing.T) {
		for stream := range 60 {
			s := scene(t, fmt.Sprintf(`{"seats":[{"wonder":"ephesos","built":[1],"cards":{"wood":3,"stone":1}},{"wonder":"babylon"}],
				"decks":{"ephesos":{"top":"gold"}},"stream":"%032x"}`, 1+stream))
			play(t, s, "t:ephesos")
			refused(t, s, "b:5:wood:stone:gold:gold", "stage_shut")
			told := play(t, s, "b:2:stone:gold")
			equal(t, "built", s.Built(0), 3)
			equal(t, "central cards", count(told, "take", ""), 2)
			equal(t, "ability", count(told, "ability", "ephesos"), 2)
			equal(t, "points of the wonder", int(s.parts(0)[scoreWonder]), 3+3+5)
			equal(t, "last stage", s.viewStages(0)[4].State, "shut")
			equal(t, "wood paid", count(told, "pay", "wood"), 1)
		}
	})
	t.Run("T21 Babylon builds its top row in any order", func(t *testing.T) {
		s := scene(t, `{"seats":[{"wonder":"babylon","built":[1,2,3],"cards":{"wood":1,"stone":1,"glass":1}},{"wonder":"gizah"}],
			"decks":{"babylon":{"top":"gold"}}}`)
		told := play(t, s, "t:babylon")
		equal(t, "stage 5", s.viewStages(0)[4].State, "built")
		equal(t, "stage 4", s.viewStages(0)[3].State, "open")
		equal(t, "built", s.Built(0), 4)
		equal(t, "end", count(told, "game_end", ""), 0)
		equal(t, "turn", s.turn, 1)
	})
	t.Run("T22 Olympia needs the whole row", func(t *testing.T) {
		s := scene(t, `{"seats":[{"wonder":"olympia","built":[1,3],"cards":{"stone":2,"brick":2}},{"wonder":"gizah"}],
			"decks":{"olympia":{"top":"stone"}}}`)
		equal(t, "stage 4", s.viewStages(0)[3].State, "shut")
		play(t, s, "t:olympia")
		refused(t, s, "b:4:stone:stone:stone", "stage_shut")
		legal(t, s, "b:2:stone:stone", "b:2:brick:brick")
	})
	t.Run("T23 building orders", func(t *testing.T) {
		var orders func(w Wonder, built uint8) int
		orders = func(w Wonder, built uint8) int {
			if built == allStages {
				return 1
			}
			n := 0
			for stage := range NumStages {
				if stages[w][built].open>>stage&1 != 0 {
					n += orders(w, built|1<<stage)
				}
			}
			return n
		}
		for w, want := range map[Wonder]int{Alexandria: 1, Gizah: 1, Babylon: 2, Halicarnassus: 2, Olympia: 2, Rhodes: 2, Ephesos: 6} {
			equal(t, w.String(), orders(w, 0), want)
		}
	})
}

func TestExamplesDraws(t *testing.T) {
	t.Run("T24 a chain of extra draws", func(t *testing.T) {
		s := scene(t, `{"seats":[{"wonder":"gizah","built":[1],"cards":{"vp2cat":1},"tokens":["urbanism","crafts"]},{"wonder":"babylon"}],
			"cat":0,"top_known":[0],"decks":{"gizah":{"top":"brick"},"babylon":{"top":"glass"},"central":{"top":"wood"}}}`)
		play(t, s, "t:gizah")
		equal(t, "ready", s.ready, 1<<Urbanism)
		play(t, s, "t:babylon")
		equal(t, "ready", s.ready, 1<<Crafts)
		equal(t, "used", s.used, 1<<Urbanism)
		told := play(t, s, "t:central")
		equal(t, "ready again", count(told, "ready", ""), 0)
		equal(t, "turn", s.turn, 1)
		equal(t, "cards", s.Cards(0), bag(t, "1 vp2cat, 1 brick, 1 glass, 1 wood"))
	})
	t.Run("T25 a token does not work backwards", func(t *testing.T) {
		s := scene(t, `{"seats":[{"wonder":"gizah","cards":{"compass":1}},{"wonder":"babylon"}],"face_up":["science","tactics","decor"],
			"decks":{"gizah":{"top":"compass"}}}`)
		told := play(t, s, "t:gizah")
		equal(t, "exchanged at once", count(told, "exchange", "compass-pair"), 1)
		legal(t, s, "p:science", "p:tactics", "p:decor", "p:pile")
		told = play(t, s, "p:science")
		equal(t, "ready", count(told, "ready", ""), 0)
		equal(t, "turn", s.turn, 1)
	})
	t.Run("T25 a green card later in the turn", func(t *testing.T) {
		s := scene(t, `{"seats":[{"wonder":"gizah","cards":{"compass":2,"glass":1},"tokens":["crafts"]},{"wonder":"babylon"}],"phase":"act",
			"ready":["crafts"],"face_up":["science","tactics","decor"],"decks":{"gizah":{"top":"gear"}}}`)
		told := play(t, s, "s:compass-pair", "p:science", "t:gizah")
		equal(t, "ready", count(told, "ready", "science"), 1)
		legal(t, s, "t:gizah", "t:babylon", "t:central", "end")
	})
	t.Run("T26 Architecture once a turn", func(t *testing.T) {
		s := scene(t, `{"seats":[{"wonder":"gizah","cards":{"wood":2,"stone":1},"tokens":["architecture"]},{"wonder":"babylon"}],
			"decks":{"gizah":{"top":"glass"},"babylon":{"top":"vp3"}}}`)
		play(t, s, "t:gizah", "b:1:stone:glass")
		equal(t, "ready after the first", s.ready, 1<<Architecture)
		told := play(t, s, "b:2:wood:wood")
		equal(t, "ready again", count(told, "ready", ""), 0)
		equal(t, "extra draws", s.ExtraDraws(), 1)
		play(t, s, "t:babylon")
		equal(t, "turn", s.turn, 1)
	})
	t.Run("T27 Olympia takes both", func(t *testing.T) {
		s := scene(t, `{"seats":[{"wonder":"olympia","built":[1],"cards":{"stone":1},"tokens":["urbanism","science"]},
			{"wonder":"gizah","cards":{"vp2cat":1}}],"cat":1,"top_known":[1],
			"decks":{"olympia":{"top":"wood"},"gizah":{"top":"tablet"},"central":{"top":"stone"}}}`)
		told := play(t, s, "t:central")
		equal(t, "cards", s.Cards(0), one(Wood)+one(Tablet))
		equal(t, "ability", count(told, "ability", "olympia"), 1)
		equal(t, "ready", s.ready, 1<<Urbanism|1<<Science)
	})
	t.Run("T27 Olympia with an empty deck", func(t *testing.T) {
		s := scene(t, `{"seats":[{"wonder":"olympia","built":[1],"cards":{"stone":1},"tokens":["urbanism","science"]},
			{"wonder":"gizah","cards":{"vp2cat":3,"vp3":2,"shield0":2}}],"cat":1,"top_known":[1],
			"decks":{"olympia":{"top":"wood"},"gizah":{"hidden":{}},"central":{"top":"stone"}}}`)
		told := play(t, s, "t:central")
		equal(t, "cards", s.Cards(0), one(Wood))
		equal(t, "skipped", count(told, "skip_deck", "gizah"), 1)
		equal(t, "ready", s.ready, 1<<Urbanism)
	})
	t.Run("T28 Halicarnassus sees all of three", func(t *testing.T) {
		s := scene(t, `{"seats":[{"wonder":"halicarnassus","built":[1],"cards":{"stone":1,"vp2cat":3,"vp3":2,"shield0":2}},{"wonder":"gizah"}],"cat":0,"top_known":[0],
			"decks":{"halicarnassus":{"top":"wood","hidden":{"gold":1,"glass":1}},"central":{"top":"stone"}}}`)
		play(t, s, "t:central")
		legal(t, s, "l:halicarnassus", "l:gizah")
		told := play(t, s, "l:halicarnassus")
		equal(t, "few", count(told, "few", "halicarnassus"), 1)
		legal(t, s, "k:wood", "k:gold", "k:glass")
		for viewer := range game.Spectator + 1 {
			equal(t, "cards seen", len(s.View(viewer).(View).Look.Cards), 3)
		}
		told = play(t, s, "k:gold")
		equal(t, "left", s.left(Deck(Halicarnassus)), one(Wood)+one(Glass))
		equal(t, "shuffled", count(told, "shuffle", "halicarnassus"), 1)
		equal(t, "gold", s.Cards(0).Count(Gold), 1)
		equal(t, "turn", s.turn, 1)
	})
	t.Run("T29 Alexandria takes from any deck", func(t *testing.T) {
		s := scene(t, `{"seats":[{"wonder":"alexandria","built":[1],"cards":{"stone":1}},{"wonder":"babylon"},{"wonder":"ephesos"},
			{"wonder":"gizah"},{"wonder":"olympia"}],"decks":{"alexandria":{"top":"stone"},"ephesos":{"top":"vp3"}}}`)
		play(t, s, "t:alexandria")
		legal(t, s, "t:alexandria", "t:babylon", "t:ephesos", "t:gizah", "t:olympia", "t:central")
		equal(t, "takes shown", len(s.View(0).(View).Takes), 6)
		play(t, s, "t:ephesos")
		equal(t, "cards", s.Cards(0), one(ThreePoints))
	})
	t.Run("T30 pair or triple", func(t *testing.T) {
		const position = `{"seats":[{"wonder":"gizah","cards":{"compass":1,"gear":1,"tablet":1}},{"wonder":"babylon"}],"decks":{"gizah":{"top":"compass"}}}`
		for move, rest := range map[string]string{"s:compass-pair": "1 gear, 1 tablet", "s:triple": "1 compass"} {
			s := scene(t, position)
			play(t, s, "t:gizah")
			legal(t, s, "s:compass-pair", "s:triple")
			play(t, s, move, "p:pile")
			equal(t, "cards after "+move, s.Cards(0), bag(t, rest))
			equal(t, "tokens", s.Tokens(0).Len(), 1)
			equal(t, "turn", s.turn, 1)
		}
	})
	t.Run("T31 four gears, two tokens", func(t *testing.T) {
		s := scene(t, `{"seats":[{"wonder":"gizah","cards":{"gear":3}},{"wonder":"babylon"}],"decks":{"gizah":{"top":"gear"}}}`)
		play(t, s, "t:gizah", "p:pile", "p:pile")
		equal(t, "tokens", s.Tokens(0).Len(), 2)
		equal(t, "cards", s.Cards(0), 0)
		equal(t, "turn", s.turn, 1)
	})
	t.Run("T32 refill of tokens", func(t *testing.T) {
		s := scene(t, `{"seats":[{"wonder":"gizah","cards":{"gear":3}},{"wonder":"babylon"}],"face_up":["tactics","decor","culture"],"decks":{"gizah":{"top":"gear"}}}`)
		supply := func(up, down int) {
			t.Helper()
			v := s.View(game.Spectator).(View).Progress
			n := 0
			for _, offer := range v.FaceUp {
				if offer.Token != "" {
					n++
				}
			}
			equal(t, "face up", n, up)
			equal(t, "face down", v.Pile, down)
		}
		supply(3, 12)
		play(t, s, "t:gizah", "p:tactics")
		supply(3, 11)
		play(t, s, "p:pile")
		supply(3, 10)
	})
	t.Run("T33 the cat changes hands", func(t *testing.T) {
		s := scene(t, `{"seats":[{"wonder":"gizah"},{"wonder":"babylon","cards":{"vp2cat":1}}],"cat":1,"top_known":[1],
			"decks":{"gizah":{"top":"vp2cat"},"babylon":{"top":"vp3"},"central":{"top":"glass"}}}`)
		told := play(t, s, "t:gizah")
		equal(t, "cat", s.cat, 0)
		equal(t, "taken from", told[slices.IndexFunc(told, func(ev game.Event) bool { return ev.Type == "cat" })].To, 1)
		top := func(viewer game.Seat) string { return s.View(viewer).(View).Decks[2].Top }
		equal(t, "I see", top(0), "")
		equal(t, "the other remembers", top(1), "glass")
		play(t, s, "t:babylon")
		equal(t, "I see at my turn", top(0), "glass")
		equal(t, "the other remembers still", top(1), "glass")
		equal(t, "a spectator sees", top(game.Spectator), "")
	})
}

func TestExamplesWar(t *testing.T) {
	t.Run("T34 horns beyond the last token", func(t *testing.T) {
		s := scene(t, `{"seats":[{"wonder":"babylon","tokens":["propaganda"]},{"wonder":"gizah","cards":{"shield1":1}},{"wonder":"rhodes","cards":{"shield1":1}}],
			"decks":{"babylon":{"top":"shield2"},"rhodes":{"top":"shield1"}}}`)
		told := play(t, s, "t:babylon")
		equal(t, "tokens turned", told[slices.IndexFunc(told, func(ev game.Event) bool { return ev.Type == "horn" })].N, 1)
		equal(t, "to arms", count(told, "to_arms", ""), 1)
		equal(t, "ready", s.ready, 1<<Propaganda)
		told = play(t, s, "t:rhodes")
		equal(t, "turned again", count(told, "horn", ""), 0)
		equal(t, "battle", count(told, "battle", ""), 1)
		shields := slices.IndexFunc(told, func(ev game.Event) bool { return ev.Type == "shields" })
		equal(t, "my shields", told[shields].N, 2)
		equal(t, "my tokens", s.players[0].victories, 2)
		equal(t, "my red cards after", s.Shields(0), 0)
		equal(t, "at peace", s.flipped, 0)
	})
	t.Run("T34 Propaganda by the second card", func(t *testing.T) {
		s := scene(t, `{"seats":[{"wonder":"babylon","cards":{"wood":1,"shield2":1,"stone":1},"tokens":["propaganda","urbanism"]},
			{"wonder":"gizah","built":[1],"cards":{"shield1":1}},{"wonder":"rhodes"}],"phase":"act","ready":["urbanism"],
			"decks":{"rhodes":{"top":"shield1"}}}`)
		told := play(t, s, "t:rhodes")
		equal(t, "turned", count(told, "horn", ""), 0)
		equal(t, "ready", count(told, "ready", "propaganda"), 1)
	})
	for _, c := range []struct {
		name     string
		position string
		shields  []int
		tokens   []uint8
	}{
		{"T35 four players", `{"seats":[{"wonder":"rhodes","cards":{"shield1":1,"shield2":1}},{"wonder":"babylon","cards":{"shield0":1}},
			{"wonder":"ephesos","cards":{"shield0":1}},{"wonder":"gizah"}],"decks":{"rhodes":{"top":"shield1"}}}`, []int{3, 1, 1, 0}, []uint8{2, 0, 1, 0}},
		{"T36 three players", `{"seats":[{"wonder":"rhodes","cards":{"shield2":1}},{"wonder":"babylon","cards":{"shield0":2}},
			{"wonder":"ephesos","cards":{"shield0":1}}],"decks":{"rhodes":{"top":"shield1"}}}`, []int{2, 2, 1}, []uint8{1, 1, 0}},
		{"T36 seven players", `{"turn":1,"seats":[{"wonder":"gizah"},{"wonder":"rhodes","cards":{"shield1":1,"shield2":2}},{"wonder":"babylon","cards":{"shield0":2}},
			{"wonder":"ephesos","cards":{"shield0":2},"tokens":["tactics"]},{"wonder":"alexandria","cards":{"shield0":1}},{"wonder":"olympia"},
			{"wonder":"halicarnassus","cards":{"shield0":3}}],"decks":{"rhodes":{"top":"shield1"}}}`, []int{0, 4, 2, 4, 1, 0, 3}, []uint8{0, 2, 0, 2, 1, 0, 2}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := scene(t, c.position)
			told := play(t, s, "t:rhodes")
			for _, ev := range told {
				if ev.Type == "shields" {
					equal(t, "shields of "+ev.Seat.Letter(), ev.N, c.shields[ev.Seat])
				}
			}
			equal(t, "battle", count(told, "battle", ""), 1)
			for seat, n := range c.tokens {
				equal(t, "tokens of "+game.Seat(seat).Letter(), s.players[seat].victories, n)
			}
		})
	}
	t.Run("T37 two players", func(t *testing.T) {
		s := table(t, 2)
		s.Deal(game.NewRand(game.NumberSeed(1)))
		for _, c := range [][3]int{{0, 0, 0}, {1, 0, 1}, {2, 0, 2}, {2, 1, 2}, {3, 1, 2}, {3, 2, 1}, {3, 3, 0}, {4, 2, 2}, {5, 2, 2}, {5, 3, 1}, {6, 3, 2}} {
			shields := [game.MaxSeats]int{c[0], c[1]}
			equal(t, fmt.Sprint(c[0], ":", c[1]), s.spoils(0, &shields), c[2])
			equal(t, fmt.Sprint(c[1], " loses to ", c[0]), s.spoils(1, &shields), 0)
		}
	})
	t.Run("T37 two players, fought", func(t *testing.T) {
		// The attacker has a two-horn card and takes a one-horn card; both may have cards without horns.
		for _, c := range [][3]int{{2, 0, 2}, {2, 1, 2}, {3, 1, 2}, {3, 2, 1}, {3, 3, 0}, {4, 2, 2}, {5, 2, 2}, {5, 3, 1}, {6, 3, 2}} {
			s := scene(t, fmt.Sprintf(`{"seats":[{"wonder":"olympia","cards":{"shield2":1,"shield0":%d}},{"wonder":"gizah","cards":{"shield0":%d}}],
				"decks":{"olympia":{"top":"shield1"}}}`, c[0]-2, c[1]))
			play(t, s, "t:olympia")
			equal(t, fmt.Sprint(c[0], ":", c[1]), int(s.players[0].victories), c[2])
			equal(t, "the loser", s.players[1].victories, 0)
		}
	})
	t.Run("T38 what stays after a battle", func(t *testing.T) {
		s := scene(t, `{"seats":[{"wonder":"gizah","cards":{"shield0":1,"shield2":1},"tokens":["tactics"]},
			{"wonder":"rhodes","built":[1,2,3,4],"cards":{"shield0":1}}],"decks":{"gizah":{"top":"shield1"}}}`)
		told := play(t, s, "t:gizah")
		var shields []int
		for _, ev := range told {
			if ev.Type == "shields" {
				shields = append(shields, ev.N)
			}
		}
		equal(t, "in battle", fmt.Sprint(shields), "[5 3]")
		equal(t, "tokens of A", s.players[0].victories, 1)
		equal(t, "A after", s.Shields(0), 3)
		equal(t, "B after", s.Shields(1), 3)
		equal(t, "at peace", s.flipped, 0)
	})
}

func TestExamplesScore(t *testing.T) {
	t.Run("T39 the example of the rulebook", func(t *testing.T) {
		s := scene(t, `{"turn":1,"seats":[{"wonder":"ephesos","built":[1,2,3],"cards":{"vp3":1,"vp2cat":2},"tokens":["strategy"],"victories":4},{"wonder":"gizah"}],
			"cat":0,"decks":{"central":{"hidden":$less(central: 2 shield2, 2 shield1)}}}`)
		points(t, s, 35)
		parts := s.parts(0)
		equal(t, "parts", fmt.Sprint(parts[:len(categories)]), "[10 7 12 2 4]")
	})
	t.Run("T40 Gizah complete", func(t *testing.T) {
		s := scene(t, `{"phase":"over","seats":[{"wonder":"gizah","built":[1,2,3,4,5],"cards":{"vp3":3,"vp2cat":2},"tokens":["decor","culture","education"],"victories":2},
			{"wonder":"rhodes"}],"cat":0,"decks":{"central":{"hidden":$less(central: 1 shield2, 1 shield1)}}}`)
		points(t, s, 67, 0)
		equal(t, "ended", s.ended(), "wonder")
	})
	for _, c := range []struct {
		name, tokens string
		want         int
	}{
		{"T41 both Cultures and Education", `"culture","culture","education"`, 18},
		{"T41 and Decor", `"culture","culture","education","decor"`, 24},
	} {
		t.Run(c.name, func(t *testing.T) {
			points(t, scene(t, `{"seats":[{"wonder":"gizah","tokens":[`+c.tokens+`]},{"wonder":"rhodes"}]}`), c.want)
		})
	}
	t.Run("T42 Politics", func(t *testing.T) {
		points(t, scene(t, `{"turn":1,"seats":[{"wonder":"gizah","cards":{"vp2cat":3},"tokens":["politics"]},{"wonder":"rhodes"}],"cat":0}`), 11)
	})
	t.Run("T43 battle before the end", func(t *testing.T) {
		s := scene(t, `{"seats":[{"wonder":"gizah","built":[1,2,3,4],"cards":{"shield2":1,"wood":1,"stone":1,"glass":1},"tokens":["propaganda"]},
			{"wonder":"rhodes"},{"wonder":"babylon"}],"decks":{"gizah":{"top":"shield1"},"babylon":{"top":"brick"}}}`)
		told := play(t, s, "t:gizah", "t:babylon")
		equal(t, "over", s.Owing(), 0)
		equal(t, "tokens", s.players[0].victories, 2)
		battle := slices.IndexFunc(told, func(ev game.Event) bool { return ev.Type == "battle" })
		end := slices.IndexFunc(told, func(ev game.Event) bool { return ev.Type == "game_end" })
		if battle < 0 || end < battle {
			t.Errorf("battle is event %d, the end event %d", battle, end)
		}
		equal(t, "turns after mine", count(told, "turn", ""), 0)
		points(t, s, 36)
	})
	t.Run("T44 more stages win a tie", func(t *testing.T) {
		s := scene(t, `{"phase":"over","turn":1,"seats":[{"wonder":"gizah","built":[1,2,3,4],"cards":{"vp3":5},"tokens":["decor"]},
			{"wonder":"rhodes","built":[1,2,3,4,5],"cards":{"vp3":3,"vp2cat":2}}],"cat":1}`)
		points(t, s, 41, 41)
		res := s.Result()
		equal(t, "winners", res.Winners(), 1<<1)
		equal(t, "won by", res.WonBy, "tie_break")
	})
	t.Run("T44 a shared victory", func(t *testing.T) {
		s := scene(t, `{"phase":"over","turn":1,"seats":[{"wonder":"gizah","built":[1,2,3,4],"cards":{"vp3":1,"vp2cat":8,"shield0":4},"victories":1,"tokens":["decor","culture"]},
			{"wonder":"rhodes","built":[1,2,3,4],"cards":{"vp3":7,"vp2cat":5,"shield0":4}}],"cat":1,
			"decks":{"gizah":{"hidden":{}},"rhodes":{"hidden":{}},"central":{"hidden":{}}}}`)
		points(t, s, 52, 52)
		res := s.Result()
		equal(t, "winners", res.Winners(), 3)
		equal(t, "won by", res.WonBy, "shared")
	})
	t.Run("T45 who can draw nothing passes", func(t *testing.T) {
		s := scene(t, `{"seats":[{"wonder":"gizah","cards":{"vp3":2,"vp2cat":3,"shield0":2}},
			{"wonder":"rhodes","cards":{"vp3":6,"vp2cat":10,"shield0":6}},{"wonder":"babylon"}],"cat":1,
			"decks":{"gizah":{"top":"wood","hidden":{}},"rhodes":{"hidden":{}},"central":{"hidden":{}},"babylon":{}}}`)
		legal(t, s, "t:gizah", "t:babylon")
		told := play(t, s, "t:gizah")
		equal(t, "passed", count(told, "pass", ""), 1)
		equal(t, "turn", s.turn, 2)
		legal(t, s, "t:babylon")
		play(t, s, "t:babylon")
		equal(t, "turn", s.turn, 0)
		legal(t, s, "t:babylon")
		for s.Owing() != 0 {
			equal(t, "cards left while the game goes on", s.left(Deck(Babylon)) > 0, true)
			s.Apply(s.turn, s.Moves(s.turn, nil)[0], nil)
		}
		equal(t, "ended", s.ended() == "decks" || s.ended() == "wonder", true)
	})
}
