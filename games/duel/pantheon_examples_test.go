package duel

import (
	"slices"
	"strings"
	"testing"

	"mirabilia/game"
)

// The worked examples of Pantheon's docs/rules/pantheon.md 16, set up as positions and played through the contract.

func (s *State) hasGod(seat int, id string) bool { return s.cities[seat].gods.has(God(godIDs.by[id])) }

func (s *State) standing(id string) bool {
	return (s.cities[0].built | s.cities[1].built).has(Wonder(wonderIDs.by[id]))
}

// inDeck returns the gods of a mythology's deck, the top one first.
func (s *State) inDeck(mythology string) string {
	p, m := &s.pan, mythIDs.by[mythology]
	var ids []string
	for i := int(p.size[m]) - 1; i >= 0; i-- {
		ids = append(ids, gods[p.decks[m][i]])
	}
	return strings.Join(ids, " ")
}

func (s *State) costOf(seat, space int) int {
	return s.view(game.Spectator).Pantheon.Spaces[space-1].Costs[seat].Total
}

func heard(told *game.Events, kind, what string) bool {
	return slices.ContainsFunc(told.List, func(e game.Event) bool { return e.Type == kind && e.What == what })
}

func TestExamplesPantheon(t *testing.T) {
	for _, ex := range []struct {
		name string
		test func(t *testing.T)
	}{
		{"E01 temples", func(t *testing.T) {
			s := scene{pantheon: true, age: 3, a: side{cards: "grand-temple-greek grand-temple-roman"}, b: side{cards: "grand-temple-egyptian"}}.set(t)
			is(t, "A", s.scoreOf(0, "temples"), 12)
			is(t, "B", s.scoreOf(1, "temples"), 5)
		}},
		{"E02 mars", func(t *testing.T) {
			s := scene{pantheon: true, spaces: "3:mars", a: side{coins: 6, offerings: "offering-3"}}.set(t)
			present := s.present
			play(t, s, "A a:mars:3")
			is(t, "coins", s.coinsOf(0), 4)
			is(t, "offerings", s.cities[0].offerings, 0)
			is(t, "pawn", s.pawn, 2)
			is(t, "structure", s.present, present)
			is(t, "turn", s.turnOf(), "B turn")
			is(t, "space 3", s.view(0).Pantheon.Spaces[2].State, "empty")
		}},
		{"E03 minerva blocks", func(t *testing.T) {
			s := scene{pantheon: true, see: "pretorium", minerva: 3, a: side{coins: 8}, b: side{coins: 5, gods: "minerva"}}.set(t)
			told := play(t, s, "A b:pretorium")
			is(t, "pawn", s.pawn, 2)
			is(t, "minerva", s.pan.minerva, noMinerva)
			is(t, "coins of B", s.coinsOf(1), 5)
			is(t, "told", heard(told, "minerva_stops", "minerva"), true)
		}},
		{"E04 neptune", func(t *testing.T) {
			s := scene{pantheon: true, spaces: "1:neptune", a: side{coins: 3}, b: side{coins: 7}}.set(t)
			play(t, s, "A a:neptune", "A neptune:loot-5-p1", "A neptune:loot-5-p2")
			is(t, "coins of B", s.coinsOf(1), 2)
			is(t, "left", s.loot, 1<<0|1<<2)
			s = scene{pantheon: true, see: "barracks", pawn: 5, loot: []string{"loot-2-p1"}, a: side{coins: 3}, b: side{coins: 7}}.set(t)
			play(t, s, "A b:barracks")
			is(t, "pawn", s.pawn, 6)
			is(t, "coins of B later", s.coinsOf(1), 7)
		}},
		{"E05 mysticism", func(t *testing.T) {
			s := scene{pantheon: true, a: side{tokens: "mysticism", mythology: "greek roman", offerings: "offering-2"}}.set(t)
			is(t, "progress VP", s.scoreOf(0, "progress"), 6)
		}},
		{"E06 poliorcetics", func(t *testing.T) {
			s := scene{pantheon: true, see: "pretorium", pawn: -2, a: side{coins: 8, tokens: "poliorcetics"}, b: side{coins: 9}}.set(t)
			play(t, s, "A b:pretorium")
			is(t, "pawn", s.pawn, 1)
			is(t, "coins of B", s.coinsOf(1), 6)
		}},
		{"E07 engineering", func(t *testing.T) {
			s := scene{pantheon: true, see: "fortifications", a: side{coins: 1, tokens: "engineering"}}.set(t)
			is(t, "by", s.priceOf(t, 0, "fortifications").By, "engineering")
			play(t, s, "A b:fortifications")
			is(t, "coins", s.coinsOf(0), 0)
			is(t, "pawn", s.pawn, 2)
		}},
		{"E08 no change", func(t *testing.T) {
			s := scene{pantheon: true, spaces: "1:aphrodite", a: side{coins: 5, offerings: "offering-4"}}.set(t)
			play(t, s, "A a:aphrodite:4")
			is(t, "coins", s.coinsOf(0), 5)
			is(t, "offerings", s.cities[0].offerings, 0)
		}},
		{"E09 two offerings", func(t *testing.T) {
			s := scene{pantheon: true, spaces: "6:aphrodite", a: side{coins: 2, offerings: "offering-2 offering-4"}}.set(t)
			play(t, s, "A a:aphrodite:2+4")
			is(t, "coins", s.coinsOf(0), 0)
		}},
		{"E10 cost table", func(t *testing.T) {
			s := scene{pantheon: true, spaces: "2:aphrodite 5:mars"}.set(t)
			is(t, "A on 2", s.costOf(0, 2), 4)
			is(t, "B on 2", s.costOf(1, 2), 7)
			is(t, "A on 5", s.costOf(0, 5), 7)
			is(t, "B on 5", s.costOf(1, 5), 4)
		}},
		{"E11 gate", func(t *testing.T) {
			s := scene{pantheon: true, spaces: "4:gate"}.set(t)
			is(t, "A", s.costOf(0, 4), 12)
			is(t, "B", s.costOf(1, 4), 10)
			s = scene{pantheon: true, spaces: "4:gate", a: side{coins: 6, built: "sanctuary", offerings: "offering-4"}}.set(t)
			is(t, "A with Sanctuary", s.costOf(0, 4), 10)
			is(t, "with offering too", s.view(0).Pantheon.Spaces[3].Costs[0].Best, 6)
			play(t, s, "A a:gate:4")
			is(t, "coins", s.coinsOf(0), 0)
		}},
		{"E12 sanctuary floor", func(t *testing.T) {
			s := scene{pantheon: true, spaces: "1:aphrodite", a: side{coins: 1, built: "sanctuary", offerings: "offering-2"}}.set(t)
			c := *s
			play(t, s, "A a:aphrodite:2")
			is(t, "with the offering", s.coinsOf(0), 1)
			play(t, &c, "A a:aphrodite")
			is(t, "without", c.coinsOf(0), 0)
		}},
		{"E13 sanctuary's new turn", func(t *testing.T) {
			s := scene{pantheon: true, see: "walls", spaces: "4:aphrodite", a: side{coins: 4, cards: "shelf-quarry glassworks press", unbuilt: "sanctuary"}}.set(t)
			play(t, s, "A w:sanctuary:walls")
			is(t, "turn", s.turnOf(), "A turn")
			play(t, s, "A a:aphrodite")
			is(t, "coins", s.coinsOf(0), 0)
		}},
		{"E14 unaffordable", func(t *testing.T) {
			s := scene{pantheon: true, active: 1, spaces: "6:aphrodite", b: side{coins: 2}}.set(t)
			refused(t, s, "B a:aphrodite", "too_dear")
			is(t, "affordable", s.view(1).Pantheon.Spaces[5].Costs[1].Affordable, false)
		}},
		{"E15 no effect", func(t *testing.T) {
			s := scene{pantheon: true, spaces: "2:nisaba", a: side{coins: 4}}.set(t)
			told := play(t, s, "A a:nisaba")
			is(t, "coins", s.coinsOf(0), 0)
			is(t, "nisaba", s.hasGod(0, "nisaba"), true)
			is(t, "symbols", s.cities[0].symbols, 0)
			is(t, "snake", s.pan.snake, noCard)
			is(t, "turn", s.turnOf(), "B turn")
			is(t, "told", heard(told, "no_effect", "nisaba"), true)
		}},
		{"E16 ra, five and two", func(t *testing.T) {
			s := scene{pantheon: true, see: "walls", spaces: "1:ra",
				a: side{coins: 30, built: "the-pyramids the-colossus the-sphinx piraeus"},
				b: side{built: "the-appian-way circus-maximus", unbuilt: "the-great-lighthouse the-mausoleum"},
			}.set(t)
			play(t, s, "A a:ra", "A ra:the-great-lighthouse")
			play(t, s, "B d:"+s.anyBut("walls"), "A w:the-great-lighthouse:walls")
			is(t, "A", s.cities[0].built.len(), 5)
			is(t, "B", s.cities[1].built.len(), 2)
			is(t, "unbuilt of B", s.cities[1].unbuilt, 0)
		}},
		{"E17 anubis after seven", func(t *testing.T) {
			s := scene{pantheon: true, see: "walls", spaces: "1:anubis",
				a: side{coins: 3, built: "the-pyramids the-colossus the-sphinx piraeus"},
				b: side{coins: 30, built: "the-appian-way circus-maximus the-mausoleum"},
			}.set(t)
			play(t, s, "A a:anubis", "A anubis:circus-maximus")
			is(t, "standing", s.view(0).WondersBuilt, 6)
			play(t, s, "B w:circus-maximus:walls")
			is(t, "standing again", s.view(0).WondersBuilt, 7)
			is(t, "in play", s.inPlay().len(), 7)
		}},
		{"E18 ishtar and law", func(t *testing.T) {
			s := scene{pantheon: true, spaces: "1:ishtar", board: "agriculture economy urbanism", a: side{coins: 3, tokens: "law"}}.set(t)
			before := s.view(0).Seats[0].Science.Distinct
			play(t, s, "A a:ishtar")
			is(t, "turn", s.turnOf(), "A token")
			play(t, s, "A token:economy")
			is(t, "on the board", s.board.len(), 2)
			is(t, "symbols", s.view(0).Seats[0].Science.Distinct, before)
		}},
		{"E19 law after ishtar", func(t *testing.T) {
			s := scene{pantheon: true, spaces: "1:enki", enki: "law mysticism", a: side{coins: 3, gods: "ishtar"}}.set(t)
			on := s.board.len()
			play(t, s, "A a:enki", "A token:law")
			is(t, "turn", s.turnOf(), "A token")
			play(t, s, "A token:"+tokens[s.board.first()].id)
			is(t, "on the board", s.board.len(), on-1)
			is(t, "tokens of A", s.cities[0].tokens.len(), 2)
		}},
		{"E20 nisaba makes a pair", func(t *testing.T) {
			s := scene{pantheon: true, spaces: "1:nisaba", board: "agriculture economy", a: side{coins: 3, cards: "pharmacist"}, b: side{cards: "dispensary library"}}.set(t)
			play(t, s, "A a:nisaba", "A nisaba:dispensary")
			is(t, "turn", s.turnOf(), "A token")
			play(t, s, "A token:economy")
			is(t, "mortar of B", s.cities[1].symbols>>Mortar&1, 1)
			is(t, "snake", s.view(0).Pantheon.Snake, "dispensary")
		}},
		{"E21 sixth symbol by ishtar", func(t *testing.T) {
			s := scene{pantheon: true, age: 3, spaces: "1:ishtar", a: side{coins: 3, cards: "apothecary scriptorium pharmacist workshop academy"}}.set(t)
			play(t, s, "A a:ishtar")
			is(t, "won by", s.Result().WonBy, "science")
		}},
		{"E22 sixth symbol by nisaba", func(t *testing.T) {
			s := scene{pantheon: true, age: 3, spaces: "1:nisaba", a: side{coins: 3, cards: "apothecary scriptorium pharmacist workshop academy"}, b: side{cards: "university"}}.set(t)
			play(t, s, "A a:nisaba")
			is(t, "won by", s.Result().WonBy, "science")
		}},
		{"E23 no token left", func(t *testing.T) {
			s := scene{pantheon: true, spaces: "1:nisaba", board: "none", a: side{coins: 3, cards: "pharmacist"}, b: side{cards: "dispensary"}}.set(t)
			told := play(t, s, "A a:nisaba")
			is(t, "pair", s.cities[0].pairs>>Mortar&1, 1)
			is(t, "tokens of A", s.cities[0].tokens, 0)
			is(t, "told", heard(told, "no_token", ""), true)
		}},
		{"E24 minerva on a capital", func(t *testing.T) {
			s := scene{pantheon: true, see: "walls barracks", pawn: 8, minerva: 9, a: side{coins: 20, gods: "minerva"}}.set(t)
			play(t, s, "A b:walls")
			is(t, "pawn", s.pawn, 8)
			is(t, "minerva", s.pan.minerva, noMinerva)
			is(t, "over", s.Result().Over, false)
			play(t, s, "B d:"+s.anyBut("barracks"))
			play(t, s, "A b:barracks")
			is(t, "won by", s.Result().WonBy, "military")
		}},
		{"E25 minerva next to the pawn", func(t *testing.T) {
			s := scene{pantheon: true, see: "pretorium", active: 1, pawn: -1, minerva: -2, a: side{coins: 5, gods: "minerva"}, b: side{coins: 8, tokens: "poliorcetics"}}.set(t)
			play(t, s, "B b:pretorium")
			is(t, "pawn", s.pawn, -1)
			is(t, "minerva", s.pan.minerva, noMinerva)
			is(t, "coins of A", s.coinsOf(0), 5)
		}},
		{"E26 minerva behind", func(t *testing.T) {
			s := scene{pantheon: true, see: "walls", pawn: 1, minerva: -1, a: side{coins: 4, gods: "minerva"}, b: side{coins: 5}}.set(t)
			play(t, s, "A b:walls")
			is(t, "pawn", s.pawn, 3)
			is(t, "minerva", s.pan.minerva, -1)
			is(t, "coins of B", s.coinsOf(1), 3)
		}},
		{"E27 enki not chosen", func(t *testing.T) {
			s := scene{pantheon: true, spaces: "1:gate", decks: "enki tanit", a: side{coins: 6}}.set(t)
			is(t, "box", s.box().len(), 8)
			play(t, s, "A a:gate")
			is(t, "on Enki", s.pan.onEnki.len(), 2)
			is(t, "box with Enki shown", s.box().len(), 6)
			is(t, "shown", strings.Join(s.view(1).Pantheon.Shown, " "), "enki tanit aphrodite anubis mars")
			play(t, s, "A god:tanit")
			is(t, "box after", s.box().len(), 8)
			is(t, "coins", s.coinsOf(0), 12)
			is(t, "deck", s.inDeck("mesopotamian"), "enki ishtar nisaba")
			is(t, "turn", s.turnOf(), "B turn")
		}},
		{"E28 enki chosen", func(t *testing.T) {
			s := scene{pantheon: true, spaces: "1:enki", enki: "agriculture law", board: "masonry mathematics philosophy strategy theology", a: side{coins: 3}}.set(t)
			is(t, "box", s.box().len(), 6)
			play(t, s, "A a:enki", "A token:agriculture")
			is(t, "coins", s.coinsOf(0), 6)
			is(t, "VP", s.scoreOf(0, "progress"), 4)
			is(t, "box after", s.box().len(), 7)
			// Turned up at the start of Age II.
			s = scene{pantheon: true, age: 1, left: 1, see: "altar", spaces: "2:enki"}.set(t)
			is(t, "box in Age I", s.box().len(), 8)
			play(t, s, "A b:altar")
			is(t, "age", s.age, 2)
			is(t, "box in Age II", s.box().len(), 6)
			is(t, "gate", s.view(0).Pantheon.Spaces[3].Card, "gate")
		}},
		{"E29 great library beside enki", func(t *testing.T) {
			s := scene{pantheon: true, see: "walls", spaces: "1:enki", enki: "agriculture law", board: "masonry mathematics philosophy strategy theology", a: side{coins: 30, unbuilt: "the-great-library"}}.set(t)
			for seed := range uint64(50) {
				c := *s
				c.chance.Reseed(game.NewRand(game.NumberSeed(seed)))
				play(t, &c, "A w:the-great-library:walls")
				if c.drawn.len() != 3 || c.drawn&(Agriculture.bit()|Law.bit()|c.board) != 0 {
					t.Fatalf("drawn %v", c.drawn.ids())
				}
			}
		}},
		{"E30 engineering and urbanism", func(t *testing.T) {
			s := scene{pantheon: true, see: "fortifications", a: side{coins: 5, tokens: "engineering urbanism"}}.set(t)
			play(t, s, "A b:fortifications")
			is(t, "without palisade", s.coinsOf(0), 4)
			s = scene{pantheon: true, see: "fortifications", a: side{coins: 5, cards: "palisade", tokens: "engineering urbanism"}}.set(t)
			play(t, s, "A b:fortifications")
			is(t, "with palisade", s.coinsOf(0), 9)
		}},
		{"E31 engineering, ordinary price lower", func(t *testing.T) {
			pays(t, scene{pantheon: true, see: "fortifications", a: side{cards: "shelf-quarry clay-pool press", tokens: "engineering"}}, "A b:fortifications", 0)
		}},
		{"E32 neptune, own half", func(t *testing.T) {
			s := scene{pantheon: true, spaces: "1:neptune", a: side{coins: 3}, b: side{coins: 3}}.set(t)
			play(t, s, "A a:neptune", "A neptune:loot-2-p2", "A neptune:loot-5-p1")
			is(t, "coins of B", s.coinsOf(1), 0)
			is(t, "left", s.loot, 1<<1|1<<2)
		}},
		{"E33 neptune, one left", func(t *testing.T) {
			s := scene{pantheon: true, spaces: "1:neptune", loot: []string{"loot-2-p2"}, a: side{coins: 3}, b: side{coins: 6}}.set(t)
			play(t, s, "A a:neptune")
			is(t, "coins of B", s.coinsOf(1), 6)
			is(t, "left", s.loot, 0)
		}},
		{"E34 astarte pays", func(t *testing.T) {
			s := scene{pantheon: true, see: "arena", a: side{coins: 4, gods: "astarte", astarte: 7}}.set(t)
			is(t, "price", s.priceOf(t, 0, "arena").Total, 6)
			play(t, s, "A b:arena")
			is(t, "treasury", s.coinsOf(0), 0)
			is(t, "astarte", s.cities[0].astarte, 5)
		}},
		{"E35 astarte protected", func(t *testing.T) {
			s := scene{pantheon: true, see: "barracks", pawn: 5, a: side{coins: 3}, b: side{coins: 1, gods: "astarte", astarte: 7}}.set(t)
			play(t, s, "A b:barracks")
			is(t, "treasury of B", s.coinsOf(1), 0)
			is(t, "astarte of B", s.cities[1].astarte, 7)
		}},
		{"E36 astarte scored", func(t *testing.T) {
			s := scene{pantheon: true, a: side{coins: 8, gods: "astarte", astarte: 4}}.set(t)
			is(t, "VP", s.scoreOf(0, "coins")+s.scoreOf(0, "divinities"), 6)
		}},
		{"E37 the-appian-way", func(t *testing.T) {
			s := scene{pantheon: true, see: "walls", a: side{coins: 20, unbuilt: "the-appian-way"}, b: side{coins: 2, gods: "astarte", astarte: 7}}.set(t)
			cost := s.priceOf(t, 0, "the-appian-way").Total
			play(t, s, "A w:the-appian-way:walls")
			is(t, "coins of A", s.coinsOf(0), 23-cost)
			is(t, "treasury of B", s.coinsOf(1), 0)
			is(t, "astarte of B", s.cities[1].astarte, 7)
		}},
		{"E38 baal and trade", func(t *testing.T) {
			s := scene{pantheon: true, spaces: "1:baal", a: side{coins: 3}, b: side{cards: "shelf-quarry"}}.set(t)
			is(t, "price of stone before", s.cities[0].price.of(Stone), 4)
			play(t, s, "A a:baal")
			is(t, "shelf-quarry", s.owner(t, "shelf-quarry"), "A")
			is(t, "stone of A", s.cities[0].made.of(Stone), 2)
			is(t, "price for B", s.cities[1].price.of(Stone), 4)
			is(t, "price for A", s.cities[0].price.of(Stone), 2)
		}},
		{"E39 tanit", func(t *testing.T) {
			s := scene{pantheon: true, active: 1, spaces: "5:tanit", b: side{coins: 4}}.set(t)
			play(t, s, "B a:tanit")
			is(t, "coins", s.coinsOf(1), 12)
		}},
		{"E40 mars, strategy, poliorcetics", func(t *testing.T) {
			s := scene{pantheon: true, spaces: "1:mars", pawn: 2, a: side{coins: 3, tokens: "strategy poliorcetics"}, b: side{coins: 10}}.set(t)
			play(t, s, "A a:mars")
			is(t, "pawn", s.pawn, 4)
			is(t, "coins of B", s.coinsOf(1), 6)
		}},
		{"E41 hades and strategy", func(t *testing.T) {
			s := scene{pantheon: true, spaces: "1:hades", discard: "walls", a: side{coins: 3, tokens: "strategy"}, b: side{coins: 5}}.set(t)
			play(t, s, "A a:hades", "A revive:walls")
			is(t, "pawn", s.pawn, 3)
			is(t, "coins of B", s.coinsOf(1), 3)
		}},
		{"E42 hades and urbanism", func(t *testing.T) {
			s := scene{pantheon: true, spaces: "1:hades", discard: "temple", a: side{coins: 3, cards: "altar", tokens: "urbanism"}}.set(t)
			play(t, s, "A a:hades", "A revive:temple")
			is(t, "coins", s.coinsOf(0), 0)
			is(t, "blue VP", s.scoreOf(0, "blue"), 7)
		}},
		{"E43 hades and a grand temple", func(t *testing.T) {
			s := scene{pantheon: true, age: 3, spaces: "1:hades", discard: "grand-temple-roman", a: side{coins: 3, cards: "grand-temple-greek"}}.set(t)
			play(t, s, "A a:hades", "A revive:grand-temple-roman")
			is(t, "temple VP", s.scoreOf(0, "temples"), 12)
		}},
		{"E44 zeus on a token card", func(t *testing.T) {
			s := scene{pantheon: true, spaces: "1:zeus", marks: "offering-2 offering-3 offering-4", a: side{coins: 3}}.set(t)
			card := cards[s.laid[1][8]].id
			play(t, s, "A a:zeus", "A zeus:"+placeID(2, 8))
			is(t, "card", s.owner(t, card), "discard")
			is(t, "offerings of A", s.cities[0].offerings, 0)
			is(t, "marked", s.pan.marked>>8&1, 0)
		}},
		{"E44 the other reading", func(t *testing.T) {
			s := scene{pantheon: true, options: []string{"zeus_takes_token=true"}, spaces: "1:zeus", marks: "offering-2 offering-3 offering-4", a: side{coins: 3}}.set(t)
			play(t, s, "A a:zeus", "A zeus:"+placeID(2, 8))
			is(t, "offerings of A", strings.Join(s.cities[0].offerings.ids(), " "), "offering-3")
			// A mythology token then places a god.
			s = scene{pantheon: true, age: 1, see: "altar", options: []string{"zeus_takes_token=true"}, marks: "greek - - - -", decks: "zeus hades aphrodite", a: side{coins: 30, unbuilt: "divine-theater"}}.set(t)
			play(t, s, "A w:divine-theater:altar", "A deck:greek", "A god:zeus", "A zeus:"+placeID(1, 2))
			is(t, "turn", s.turnOf(), "A place")
			play(t, s, "A place:hades:space-2")
			is(t, "turn after", s.turnOf(), "B turn")
			is(t, "deck", s.inDeck("greek"), "aphrodite")
			// Both gods lay open, so everyone saw which was placed.
			is(t, "space 2 for B", s.view(1).Pantheon.Spaces[1].Card, "hades")
			is(t, "space 2 for spectators", s.view(game.Spectator).Pantheon.Spaces[1].Card, "hades")
			is(t, "deck for B", strings.Join(s.view(1).Pantheon.Decks[2].Cards, " "), "aphrodite")
		}},
		{"E45 zeus uncovers", func(t *testing.T) {
			s := scene{pantheon: true, spaces: "1:zeus", marks: "offering-4 offering-2 offering-3", a: side{coins: 3}}.set(t)
			play(t, s, "A a:zeus", "A zeus:"+placeID(2, 11))
			is(t, "offerings of A", strings.Join(s.cities[0].offerings.ids(), " "), "offering-4")
			is(t, "slot 6", s.view(1).Structure[6].FaceUp, true)
			is(t, "turn", s.turnOf(), "B turn")
		}},
		{"E46 zeus ends the age", func(t *testing.T) {
			s := scene{pantheon: true, spaces: "1:zeus", left: 1, a: side{coins: 3}}.set(t)
			play(t, s, "A a:zeus")
			is(t, "age", s.age, 3)
			is(t, "turn", s.turnOf(), "A turn")
			s = scene{pantheon: true, options: []string{"centre_pawn_start=last_player_chooses"}, spaces: "1:zeus", left: 1, a: side{coins: 3}}.set(t)
			play(t, s, "A a:zeus")
			is(t, "the other reading", s.turnOf(), "A begin")
		}},
		{"E47 isis, play again", func(t *testing.T) {
			s := scene{pantheon: true, spaces: "1:isis", discard: "walls", a: side{coins: 3, unbuilt: "the-sphinx"}}.set(t)
			play(t, s, "A a:isis", "A isis:the-sphinx:walls")
			is(t, "coins", s.coinsOf(0), 0)
			is(t, "walls", s.owner(t, "walls"), "the-sphinx")
			is(t, "VP", s.scoreOf(0, "wonders"), 6)
			is(t, "turn", s.turnOf(), "A turn")
		}},
		{"E48 isis builds the seventh", func(t *testing.T) {
			s := scene{pantheon: true, spaces: "1:isis", discard: "walls",
				a: side{coins: 3, built: "the-pyramids the-colossus piraeus", unbuilt: "the-sphinx"},
				b: side{built: "the-appian-way circus-maximus the-mausoleum", unbuilt: "the-great-lighthouse"},
			}.set(t)
			play(t, s, "A a:isis", "A isis:the-sphinx:walls")
			is(t, "standing", s.view(0).WondersBuilt, 7)
			is(t, "unbuilt of B", s.cities[1].unbuilt, 0)
		}},
		{"E49 isis into the divine-theater", func(t *testing.T) {
			s := scene{pantheon: true, spaces: "1:isis", discard: "walls", a: side{coins: 3, gods: "astarte", unbuilt: "divine-theater"}}.set(t)
			play(t, s, "A a:isis", "A isis:divine-theater:walls", "A deck:phoenician", "A god:tanit")
			is(t, "coins", s.coinsOf(0), 12)
			is(t, "deck", s.inDeck("phoenician"), "baal")
			is(t, "open to B", s.view(1).Pantheon.Decks[1].Cards[0], "baal")
			is(t, "open to all", s.view(game.Spectator).Pantheon.Decks[1].Cards[0], "baal")
			is(t, "VP", s.scoreOf(0, "wonders"), 2)
		}},
		{"E50 anubis, lasting effects", func(t *testing.T) {
			s := scene{pantheon: true, spaces: "1:anubis", a: side{coins: 3}, b: side{built: "the-great-lighthouse the-colossus"}}.set(t)
			under := cards[s.under[wonderIDs.by["the-great-lighthouse"]]].id
			is(t, "choice before", s.cities[1].raw, 1)
			play(t, s, "A a:anubis", "A anubis:the-great-lighthouse")
			is(t, "choice after", s.cities[1].raw, 0)
			is(t, "VP of B", s.scoreOf(1, "wonders"), 3)
			is(t, "card", s.owner(t, under), "discard")
			is(t, "unbuilt", s.cities[1].unbuilt.has(Wonder(wonderIDs.by["the-great-lighthouse"])), true)
		}},
		{"E51 anubis, immediate effects", func(t *testing.T) {
			s := scene{pantheon: true, see: "walls", spaces: "1:anubis", a: side{coins: 3}, b: side{coins: 20, built: "the-temple-of-artemis"}}.set(t)
			play(t, s, "A a:anubis")
			is(t, "coins of B", s.coinsOf(1), 20)
			cost := s.priceOf(t, 1, "the-temple-of-artemis").Total
			play(t, s, "B w:the-temple-of-artemis:walls")
			is(t, "coins of B after", s.coinsOf(1), 32-cost)
			is(t, "turn", s.turnOf(), "B turn")
		}},
		{"E52 anubis, shields", func(t *testing.T) {
			s := scene{pantheon: true, see: "walls", spaces: "1:anubis", pawn: -2, a: side{coins: 3}, b: side{coins: 20, built: "the-colossus"}}.set(t)
			play(t, s, "A a:anubis")
			is(t, "pawn", s.pawn, -2)
			play(t, s, "B w:the-colossus:walls")
			is(t, "pawn after", s.pawn, -4)
		}},
		{"E53 temple free", func(t *testing.T) {
			s := scene{pantheon: true, see: "grand-temple-roman", a: side{coins: 1, mythology: "roman", tokens: "urbanism mysticism"}}.set(t)
			is(t, "free by", s.priceOf(t, 0, "grand-temple-roman").Free, "mythology")
			play(t, s, "A b:grand-temple-roman")
			is(t, "coins", s.coinsOf(0), 5)
			is(t, "token kept", strings.Join(s.view(0).Seats[0].Mythology, " "), "roman")
			is(t, "mysticism", s.scoreOf(0, "progress"), 2)
			s = scene{pantheon: true, see: "grand-temple-roman", a: side{mythology: "roman"}}.set(t)
			play(t, s, "A b:grand-temple-roman")
			is(t, "coins without urbanism", s.coinsOf(0), 0)
		}},
		{"E54 temple paid", func(t *testing.T) {
			pays(t, scene{pantheon: true, see: "grand-temple-roman", a: side{cards: "clay-pool press"}, b: side{cards: "glassworks"}}, "A b:grand-temple-roman", 8)
		}},
		{"E55 temple with engineering", func(t *testing.T) {
			pays(t, scene{pantheon: true, see: "grand-temple-greek", a: side{tokens: "engineering"}}, "A b:grand-temple-greek", 1)
		}},
		{"E56 three temples", func(t *testing.T) {
			s := scene{pantheon: true, age: 3, a: side{cards: "grand-temple-greek grand-temple-roman grand-temple-egyptian"}}.set(t)
			is(t, "A", s.scoreOf(0, "temples"), 21)
			is(t, "B", s.scoreOf(1, "temples"), 0)
		}},
		{"E57 token of age I", func(t *testing.T) {
			s := scene{pantheon: true, age: 1, taken: []int{}, at: map[int]string{14: "altar", 15: "theater"}, marks: "- - greek - -", decks: "zeus hades aphrodite"}.set(t)
			play(t, s, "A b:altar")
			is(t, "turn after the first", s.turnOf(), "B turn")
			told := play(t, s, "B b:theater")
			is(t, "turn", s.turnOf(), "B place")
			is(t, "slot 9 still down", s.view(1).Structure[9].FaceUp, false)
			is(t, "options of B", len(s.view(1).Choice.Options), 12)
			is(t, "options shown to A", len(s.view(0).Choice.Options), 0)
			is(t, "A sees no god", slices.ContainsFunc(told.SeenBy(0), func(e game.Event) bool { return e.Type == "mythology_look" }), false)
			play(t, s, "B place:hades:space-5")
			is(t, "slot 9 up", s.view(1).Structure[9].FaceUp, true)
			is(t, "turn after", s.turnOf(), "A turn")
			is(t, "deck", s.inDeck("greek"), "zeus aphrodite")
			is(t, "B sees its god", s.view(1).Pantheon.Spaces[4].Card, "hades")
			is(t, "A does not", s.view(0).Pantheon.Spaces[4].Card, "")
			is(t, "A sees the back", s.view(0).Pantheon.Spaces[4].Mythology, "greek")
			is(t, "B knows the deck", strings.Join(s.view(1).Pantheon.Decks[2].Cards, " "), "zeus aphrodite")
			is(t, "tokens of B", strings.Join(s.view(0).Seats[1].Mythology, " "), "greek")
		}},
		{"E58 two tokens of one mythology", func(t *testing.T) {
			s := scene{pantheon: true, age: 1, taken: []int{14, 16}, at: map[int]string{15: "theater", 17: "altar"}, marks: "- - greek greek -", decks: "zeus hades aphrodite"}.set(t)
			play(t, s, "A b:theater", "A place:hades:space-1")
			is(t, "deck after one", s.pan.size[2], 2)
			play(t, s, "B b:altar", "B place:zeus:space-2")
			is(t, "deck after two", s.inDeck("greek"), "aphrodite")
			is(t, "A knows its own", s.view(0).Pantheon.Spaces[0].Card, "hades")
			is(t, "A lost track of the other", s.view(0).Pantheon.Spaces[1].Card, "")
			is(t, "B knows all three", len(s.view(1).Pantheon.Decks[2].Unknown), 0)
			is(t, "a spectator none", len(s.view(game.Spectator).Pantheon.Decks[2].Unknown), 3)
		}},
		{"E59 divine-theater before tokens", func(t *testing.T) {
			s := scene{pantheon: true, age: 1, taken: []int{14, 16}, at: map[int]string{15: "theater", 17: "altar", 18: "baths"}, marks: "- - greek greek -", decks: "zeus hades aphrodite", a: side{coins: 30, unbuilt: "divine-theater"}}.set(t)
			play(t, s, "A w:divine-theater:baths", "A deck:greek", "A god:aphrodite")
			is(t, "turn", s.turnOf(), "A order")
			play(t, s, "A order:hades:zeus")
			is(t, "deck", s.inDeck("greek"), "hades zeus")
			play(t, s, "B b:theater", "B place:zeus:space-3")
			is(t, "deck after one", s.inDeck("greek"), "hades")
			play(t, s, "A b:altar")
			is(t, "options", len(s.view(0).Choice.Options), 5)
			play(t, s, "A place:hades:space-4")
			is(t, "deck after two", s.pan.size[2], 0)
			s = scene{pantheon: true, spaces: "1:gate", a: side{coins: 6, gods: "aphrodite hades zeus"}}.set(t)
			play(t, s, "A a:gate")
			is(t, "the Gate shows", len(s.view(0).Choice.Options), 4)
		}},
		{"E60 token after the divine-theater", func(t *testing.T) {
			s := scene{pantheon: true, age: 1, taken: []int{16}, at: map[int]string{17: "altar"}, marks: "- - - roman -", decks: "mars minerva neptune", a: side{coins: 30, unbuilt: "divine-theater"}}.set(t)
			play(t, s, "A w:divine-theater:altar", "A deck:roman", "A god:mars")
			is(t, "pawn", s.pawn, 2)
			play(t, s, "A order:neptune:minerva")
			is(t, "turn", s.turnOf(), "A place")
			is(t, "options", len(s.view(0).Choice.Options), 12)
			play(t, s, "A place:minerva:space-1")
			is(t, "deck", s.inDeck("roman"), "neptune")
			is(t, "turn after", s.turnOf(), "B turn")
		}},
		{"E61 theology", func(t *testing.T) {
			s := scene{pantheon: true, see: "walls", a: side{coins: 30, tokens: "theology", unbuilt: "divine-theater"}}.set(t)
			play(t, s, "A w:divine-theater:walls", "A deck:phoenician", "A god:tanit", "A order:baal:astarte")
			is(t, "turn", s.turnOf(), "A turn")
		}},
		{"E62 parity", func(t *testing.T) {
			s := scene{pantheon: true, left: 2, spaces: "1:aphrodite 6:tanit", a: side{coins: 3}, b: side{coins: 3}}.set(t)
			c := *s
			play(t, s, "A a:aphrodite")
			play(t, s, "B d:"+s.anyBut(""))
			play(t, s, "A d:"+s.anyBut(""))
			is(t, "age", s.age, 3)
			play(t, &c, "A a:aphrodite", "B a:tanit")
			is(t, "A must play", c.turnOf(), "A turn")
			is(t, "cards left", c.present.len(), 2)
		}},
		{"E63 extra turn lost", func(t *testing.T) {
			s := scene{pantheon: true, left: 1, pawn: 1, see: "walls", a: side{coins: 30, unbuilt: "sanctuary"}}.set(t)
			play(t, s, "A w:sanctuary:walls")
			is(t, "age", s.age, 3)
			is(t, "turn", s.turnOf(), "B begin")
		}},
		{"E64 counts", func(t *testing.T) {
			s := table(t, "pantheon=true")
			s.Deal(game.NewRand(game.NumberSeed(1)))
			is(t, "age seen while drafting", s.age, 1)
			is(t, "tokens on cards", s.pan.marked.len(), 5)
			is(t, "tokens on the board", s.board.len(), 5)
			is(t, "tokens in the box", s.box().len(), 8)
			temples := 0
			for _, card := range s.laid[2] {
				if card.back() == backTemple {
					temples++
				}
			}
			is(t, "temples", temples, 3)
			r := game.NewRand(game.NumberSeed(2))
			for s.ask == askDraft {
				s.Apply(game.Seat(s.active), s.RandomMove(game.Seat(s.active), r), nil)
			}
			is(t, "drafted", s.inPlay().len(), 8)
			is(t, "boxed", len(s.view(0).WondersBox), 6)
			is(t, "first turn", s.turnOf(), "A turn")
		}},
		{"E65 economy", func(t *testing.T) {
			s := scene{pantheon: true, spaces: "4:aphrodite", a: side{coins: 6}, b: side{tokens: "economy"}}.set(t)
			play(t, s, "A a:aphrodite")
			is(t, "B after an activation", s.coinsOf(1), 0)
			s = scene{pantheon: true, see: "horse-breeders", a: side{coins: 2, gods: "astarte", astarte: 7}, b: side{cards: "lumber-yard", tokens: "economy"}}.set(t)
			is(t, "price", s.priceOf(t, 0, "horse-breeders").Total, 5)
			play(t, s, "A b:horse-breeders")
			is(t, "B after trade", s.coinsOf(1), 5)
			is(t, "astarte", s.cities[0].astarte, 4)
		}},
		{"E66 tie", func(t *testing.T) {
			// Aphrodite's 9 do not count as blue: A 5 + 9 + 44 = 58 with 14 blue, B 15 + 43 = 58.
			s := scene{pantheon: true, age: 3, left: 1, see: "arsenal",
				a: side{coins: 35*3 - 2, cards: "palace town-hall", gods: "aphrodite"},
				b: side{coins: 43 * 3, cards: "obelisk senate aqueduct"},
			}.set(t)
			play(t, s, "A d:arsenal")
			is(t, "A", s.scoreOf(0, "total"), 58)
			is(t, "B", s.scoreOf(1, "total"), 58)
			is(t, "blue of A", s.scoreOf(0, "blue"), 14)
			is(t, "won by", s.Result().WonBy, "tie_break")
			res := s.Result()
			is(t, "winner", res.Winners(), game.SeatSet(1))
		}},
		{"E67 full score", func(t *testing.T) {
			s := scene{pantheon: true, age: 3, pawn: 4, a: side{
				coins: 7, cards: "palace courthouse library dispensary apothecary port grand-temple-greek grand-temple-roman",
				built: "the-pyramids", tokens: "mysticism", mythology: "greek roman roman", offerings: "offering-2", gods: "astarte", astarte: 3,
			}}.set(t)
			for category, want := range map[string]int{
				"blue": 12, "green": 5, "yellow": 3, "military": 5, "wonders": 9, "progress": 8, "coins": 2, "divinities": 3, "temples": 12, "total": 59,
			} {
				is(t, category, s.scoreOf(0, category), want)
			}
		}},
	} {
		t.Run(ex.name, ex.test)
	}
}
