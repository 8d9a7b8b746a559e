package duel

import (
	"slices"
	"strings"
	"testing"

	"mirabilia/game"
)

// The worked examples of docs/rules/duel.md 12, each set up as a position and played through the contract. Prod is
// given by cards: quarry and stone-pit 1 stone, shelf-quarry 2 and so on.

// pays checks what the view says a construction costs and what is then paid for it.
func pays(t *testing.T, sc scene, line string, want int) *State {
	t.Helper()
	sc.a.coins, sc.b.coins = max(sc.a.coins, 30), max(sc.b.coins, 30)
	sc.active = seatNumber(line[0] - 'A')
	seat := int(line[0] - 'A')
	parts := strings.Split(line[2:], ":")
	s := sc.set(t)
	is(t, line+": price in the view", s.priceOf(t, seat, parts[1]).Total, want)
	before := s.coinsOf(seat)
	told := play(t, s, line)
	for _, e := range told.List {
		if e.Type == "gain" && int(e.Seat) == seat {
			before += e.N
		}
	}
	is(t, line+": coins paid", before-s.coinsOf(seat), want)
	return s
}

func TestExamples(t *testing.T) {
	for _, ex := range []struct {
		name string
		test func(t *testing.T)
	}{
		{"E1 costs", func(t *testing.T) {
			pays(t, scene{see: "lumber-yard"}, "A b:lumber-yard", 0)
			pays(t, scene{see: "stone-pit"}, "A b:stone-pit", 1)
			pays(t, scene{see: "baths"}, "A b:baths", 2)
			pays(t, scene{see: "arena"}, "A b:arena", 6)
			p := scene{see: "arena"}.set(t).priceOf(t, 0, "arena")
			is(t, "goods of arena", len(p.Trade), 3)
			is(t, "free lumber yard", scene{see: "lumber-yard"}.set(t).priceOf(t, 0, "lumber-yard").Free, "none")
		}},
		{"E2 horse-breeders", func(t *testing.T) {
			pays(t, scene{see: "horse-breeders"}, "A b:horse-breeders", 4)
			pays(t, scene{see: "horse-breeders", a: side{cards: "stable"}}, "A b:horse-breeders", 0)
		}},
		{"E3 own production", func(t *testing.T) {
			a := side{cards: "quarry clay-pool clay-pit press"}
			pays(t, scene{see: "baths garrison", a: a}, "A b:baths", 0)
			pays(t, scene{see: "baths garrison", a: a}, "A b:garrison", 0)
		}},
		{"E4 apothecary by trade", func(t *testing.T) {
			pays(t, scene{see: "apothecary", a: side{cards: "quarry clay-pool clay-pit press"}}, "A b:apothecary", 2)
			s := scene{see: "apothecary", a: side{coins: 1, cards: "quarry clay-pool clay-pit press"}}.set(t)
			refused(t, s, "A b:apothecary", "too_dear")
		}},
		{"E5 price of stone", func(t *testing.T) {
			sc := scene{see: "walls aqueduct", b: side{cards: "shelf-quarry"}}
			s := sc.set(t)
			is(t, "A's price of a stone", s.view(0).Seats[0].Goods[Stone].Price, 4)
			is(t, "B's price of a stone", s.view(0).Seats[1].Goods[Stone].Price, 2)
			pays(t, sc, "A b:walls", 8)
			pays(t, sc, "B b:aqueduct", 2)
		}},
		{"E6 fortifications", func(t *testing.T) {
			pays(t, scene{see: "fortifications", a: side{cards: "clay-pool"}, b: side{cards: "shelf-quarry"}}, "B b:fortifications", 5)
		}},
		{"E7 aqueduct", func(t *testing.T) {
			pays(t, scene{see: "aqueduct", b: side{cards: "shelf-quarry"}}, "A b:aqueduct", 12)
		}},
		{"E8 printed coins", func(t *testing.T) {
			pays(t, scene{see: "scriptorium"}, "A b:scriptorium", 2)
			pays(t, scene{see: "stone-pit"}, "A b:stone-pit", 1)
		}},
		{"E9 caravansery", func(t *testing.T) {
			pays(t, scene{see: "caravansery", a: side{cards: "glassworks"}}, "B b:caravansery", 7)
		}},
		{"E10 chains", func(t *testing.T) {
			pays(t, scene{see: "aqueduct", a: side{cards: "baths"}}, "A b:aqueduct", 0)
			s := scene{see: "fortifications", b: side{cards: "palisade"}, active: 1}.set(t)
			is(t, "free by", s.priceOf(t, 1, "fortifications").By, "palisade")
			play(t, s, "B b:fortifications")
		}},
		{"E11 four accessible cards", func(t *testing.T) {
			s := scene{age: 1, taken: []int{14, 19}, at: map[int]string{15: "baths", 16: "stone-pit", 17: "lumber-yard", 18: "scriptorium"}}.set(t)
			var open []string
			for _, slot := range s.view(0).Structure {
				if slot.Accessible {
					open = append(open, slot.Card)
				}
			}
			is(t, "accessible", strings.Join(open, " "), "baths stone-pit lumber-yard scriptorium")
			is(t, "slot 9", s.view(0).Structure[9].FaceUp, false)
			is(t, "slot 13", s.view(0).Structure[13].FaceUp, false)
		}},
		{"E12 discard with two yellow", func(t *testing.T) {
			s := scene{see: "aqueduct", active: 1, b: side{cards: "tavern clay-reserve"}}.set(t)
			is(t, "gain in the view", s.view(1).Seats[1].DiscardGain, 4)
			play(t, s, "B d:aqueduct")
			is(t, "coins of B", s.coinsOf(1), 4)
			is(t, "aqueduct", s.owner(t, "aqueduct"), "discard")
		}},
		{"E13 the-colossus", func(t *testing.T) {
			s := scene{see: "walls", a: side{cards: "clay-pool brickyard glassworks", unbuilt: "the-colossus"}}.set(t)
			play(t, s, "A w:the-colossus:walls")
			is(t, "walls", s.owner(t, "walls"), "the-colossus")
			is(t, "pawn", s.pawn, 2)
			is(t, "red cards", s.cities[0].count.of(Red), 0)
			is(t, "coins", s.coinsOf(0), 0)
		}},
		{"E14 the-colossus by trade", func(t *testing.T) {
			pays(t, scene{see: "walls", a: side{cards: "brickyard", unbuilt: "the-colossus"}, b: side{cards: "glassworks"}}, "A w:the-colossus:walls", 5)
		}},
		{"E15 seven not eight", func(t *testing.T) {
			s := scene{
				see: "walls",
				a:   side{coins: 20, built: "the-sphinx piraeus", unbuilt: "the-colossus the-pyramids"},
				b:   side{built: "the-appian-way circus-maximus the-mausoleum the-statue-of-zeus"},
			}.set(t)
			play(t, s, "A w:the-colossus:walls")
			is(t, "pyramids in the box", slices.Contains(s.view(0).WondersBox, "the-pyramids"), true)
			is(t, "unbuilt", s.cities[0].unbuilt, 0)
			is(t, "pawn", s.pawn, 2)
			for _, m := range s.Moves(1, nil) {
				if k, _, _, _ := unpack(m); k == moveWonder {
					t.Errorf("%s is legal after seven wonders", s.Text(m))
				}
			}
		}},
		{"E16 loot of two", func(t *testing.T) {
			s := scene{see: "archery-range", pawn: 1, a: side{coins: 10}, b: side{coins: 6}}.set(t)
			play(t, s, "A b:archery-range")
			is(t, "pawn", s.pawn, 3)
			is(t, "coins of B", s.coinsOf(1), 4)
			is(t, "token gone", s.view(0).Track.Loot[0].Taken, true)
		}},
		{"E17 loot of a poor player", func(t *testing.T) {
			s := scene{see: "archery-range", pawn: 1, a: side{coins: 10}, b: side{coins: 1}}.set(t)
			play(t, s, "A b:archery-range")
			is(t, "coins of B", s.coinsOf(1), 0)
		}},
		{"E18 strategy", func(t *testing.T) {
			s := scene{see: "walls", a: side{coins: 10, tokens: "strategy"}}.set(t)
			play(t, s, "A b:walls")
			is(t, "pawn", s.pawn, 3)
		}},
		{"E19 strategy and a wonder", func(t *testing.T) {
			s := scene{see: "walls", a: side{coins: 10, tokens: "strategy", unbuilt: "the-colossus"}}.set(t)
			play(t, s, "A w:the-colossus:walls")
			is(t, "pawn", s.pawn, 2)
		}},
		{"E20 two loot zones", func(t *testing.T) {
			s := scene{see: "arsenal", pawn: 2, a: side{coins: 20, tokens: "strategy"}, b: side{coins: 9}}.set(t)
			play(t, s, "A b:arsenal")
			is(t, "pawn", s.pawn, 6)
			is(t, "coins of B", s.coinsOf(1), 2)
		}},
		{"E21 back and in again", func(t *testing.T) {
			s := scene{age: 3, see: "pretorium circus", pawn: 4, active: 1, a: side{coins: 20}, b: side{coins: 20}}.set(t)
			play(t, s, "B b:pretorium", "A b:circus")
			is(t, "pawn", s.pawn, 3)
			is(t, "coins of B", s.coinsOf(1), 12)
			s = scene{see: "walls", pawn: 1, loot: []string{"loot-5-p2", "loot-2-p1", "loot-5-p1"}, a: side{coins: 20}, b: side{coins: 20}}.set(t)
			play(t, s, "A b:walls")
			is(t, "pawn after walls", s.pawn, 3)
			is(t, "coins of B after walls", s.coinsOf(1), 20)
		}},
		{"E22 the capital", func(t *testing.T) {
			s := scene{see: "pretorium", pawn: 8, a: side{coins: 8}}.set(t)
			play(t, s, "A b:pretorium")
			is(t, "pawn", s.pawn, 9)
			res := s.Result()
			is(t, "over", res.Over, true)
			is(t, "won by", res.WonBy, "military")
			is(t, "winner", res.Winners().First(), 0)
		}},
		{"E23 back to the centre", func(t *testing.T) {
			s := scene{see: "guard-tower", pawn: -1}.set(t)
			is(t, "military VP of B before", s.scoreOf(1, "military"), 2)
			play(t, s, "A b:guard-tower")
			is(t, "pawn", s.pawn, 0)
			is(t, "military VP of A", s.scoreOf(0, "military"), 0)
			is(t, "military VP of B", s.scoreOf(1, "military"), 0)
		}},
		{"E24 six symbols", func(t *testing.T) {
			s := scene{see: "university", a: side{coins: 20, cards: "apothecary scriptorium pharmacist workshop academy"}}.set(t)
			is(t, "wins, says the view", s.view(0).Structure[s.slotOf(Card(cardIDs.by["university"]), s.open)].After.Wins, "science")
			play(t, s, "A b:university")
			is(t, "won by", s.Result().WonBy, "science")
			is(t, "turn", s.turnOf(), "over")
		}},
		{"E25 law is the sixth", func(t *testing.T) {
			// A library in Age III, where the sundials are, comes from the discard pile.
			s := scene{
				see: "circus", board: "law economy", discard: "library",
				a: side{coins: 30, cards: "apothecary scriptorium pharmacist workshop academy", unbuilt: "the-mausoleum"},
			}.set(t)
			play(t, s, "A w:the-mausoleum:circus", "A revive:library")
			is(t, "turn", s.turnOf(), "A token")
			is(t, "symbols", s.view(0).Seats[0].Science.Distinct, 5)
			play(t, s, "A token:law")
			is(t, "won by", s.Result().WonBy, "science")
		}},
		{"E26 pair without a token", func(t *testing.T) {
			s := scene{see: "library", board: "none", a: side{coins: 20, cards: "scriptorium"}}.set(t)
			told := play(t, s, "A b:library")
			is(t, "turn", s.turnOf(), "B turn")
			is(t, "tokens of A", s.cities[0].tokens, 0)
			is(t, "told", slices.ContainsFunc(told.List, func(e game.Event) bool { return e.Type == "no_token" }), true)
		}},
		{"E27 palace", func(t *testing.T) {
			pays(t, scene{see: "palace", a: side{cards: "lumber-yard"}, b: side{cards: "glassworks glass-blower clay-pool"}}, "A b:palace", 13)
		}},
		{"E28 palace and caravansery", func(t *testing.T) {
			pays(t, scene{see: "palace", a: side{cards: "lumber-yard caravansery"}, b: side{cards: "glassworks glass-blower clay-pool"}}, "A b:palace", 10)
		}},
		{"E29 palace and masonry", func(t *testing.T) {
			pays(t, scene{see: "palace", a: side{cards: "lumber-yard caravansery", tokens: "masonry"}, b: side{cards: "glassworks glass-blower clay-pool"}}, "A b:palace", 2)
		}},
		{"E30 town-hall", func(t *testing.T) {
			pays(t, scene{see: "town-hall", a: side{cards: "quarry caravansery"}, b: side{cards: "stone-pit lumber-yard sawmill"}}, "A b:town-hall", 11)
		}},
		{"E31 town-hall and wood-reserve", func(t *testing.T) {
			pays(t, scene{see: "town-hall", a: side{cards: "quarry caravansery wood-reserve"}, b: side{cards: "stone-pit lumber-yard sawmill"}}, "A b:town-hall", 5)
		}},
		{"E32 town-hall for nothing", func(t *testing.T) {
			pays(t, scene{see: "town-hall", a: side{cards: "quarry caravansery", built: "the-great-lighthouse", tokens: "masonry"}, b: side{cards: "stone-pit lumber-yard sawmill"}}, "A b:town-hall", 0)
		}},
		{"E33 the-great-library", func(t *testing.T) {
			sc := scene{see: "walls", a: side{cards: "glassworks", unbuilt: "the-great-library"}, b: side{cards: "sawmill press"}}
			pays(t, sc, "A w:the-great-library:walls", 15)
			sc.a.tokens = "architecture"
			pays(t, sc, "A w:the-great-library:walls", 7)
		}},
		{"E34 the-mausoleum", func(t *testing.T) {
			pays(t, scene{see: "walls", a: side{cards: "clay-pool forum", tokens: "architecture", unbuilt: "the-mausoleum"}, b: side{cards: "glassworks press drying-room"}}, "A w:the-mausoleum:walls", 2)
		}},
		{"E35 the-statue-of-zeus", func(t *testing.T) {
			pays(t, scene{see: "walls", a: side{cards: "caravansery", built: "piraeus", tokens: "architecture", unbuilt: "the-statue-of-zeus"}, b: side{cards: "press drying-room lumber-yard"}}, "A w:the-statue-of-zeus:walls", 2)
		}},
		{"E36 senate and masonry", func(t *testing.T) {
			sc := scene{see: "senate", a: side{cards: "clay-pool"}, b: side{cards: "brickyard press"}}
			pays(t, sc, "A b:senate", 9)
			sc.a.tokens = "masonry"
			pays(t, sc, "A b:senate", 2)
		}},
		{"E37 statue and masonry", func(t *testing.T) {
			s := pays(t, scene{see: "statue", a: side{tokens: "masonry"}}, "A b:statue", 0)
			is(t, "statue", s.owner(t, "statue"), "A")
		}},
		{"E38 study with fixed prices", func(t *testing.T) {
			pays(t, scene{see: "study", a: side{cards: "lumber-yard forum customs-house"}, b: side{cards: "sawmill glassworks glass-blower press drying-room"}}, "A b:study", 5)
		}},
		{"E39 barracks", func(t *testing.T) {
			pays(t, scene{see: "barracks", a: side{cards: "garrison"}}, "A b:barracks", 0)
			pays(t, scene{see: "barracks"}, "A b:barracks", 3)
		}},
		{"E40 urbanism", func(t *testing.T) {
			s := scene{see: "statue", a: side{cards: "theater", tokens: "urbanism"}}.set(t)
			play(t, s, "A b:statue")
			is(t, "coins", s.coinsOf(0), 4)
		}},
		{"E41 urbanism and the-mausoleum", func(t *testing.T) {
			s := scene{see: "walls", discard: "aqueduct", a: side{coins: 20, cards: "baths", tokens: "urbanism", unbuilt: "the-mausoleum"}}.set(t)
			cost := s.priceOf(t, 0, "the-mausoleum").Total
			play(t, s, "A w:the-mausoleum:walls", "A revive:aqueduct")
			is(t, "aqueduct", s.owner(t, "aqueduct"), "A")
			is(t, "coins", s.coinsOf(0), 20-cost)
		}},
		{"E42 strategy and the-mausoleum", func(t *testing.T) {
			s := scene{see: "circus", discard: "arsenal", a: side{coins: 20, tokens: "strategy", unbuilt: "the-mausoleum"}}.set(t)
			play(t, s, "A w:the-mausoleum:circus", "A revive:arsenal")
			is(t, "pawn", s.pawn, 4)
		}},
		{"E43 economy", func(t *testing.T) {
			s := scene{see: "caravansery", a: side{coins: 10}, b: side{cards: "glassworks", tokens: "economy"}}.set(t)
			is(t, "price", s.priceOf(t, 0, "caravansery").Total, 7)
			is(t, "to the opponent", s.priceOf(t, 0, "caravansery").ToOpponent, true)
			play(t, s, "A b:caravansery")
			is(t, "coins of A", s.coinsOf(0), 3)
			is(t, "coins of B", s.coinsOf(1), 5)
		}},
		{"E44 economy and fixed prices", func(t *testing.T) {
			s := scene{see: "forum", a: side{coins: 10}, b: side{cards: "clay-pool", tokens: "economy"}}.set(t)
			play(t, s, "A b:forum")
			is(t, "coins of A", s.coinsOf(0), 4)
			is(t, "coins of B", s.coinsOf(1), 3)
			s = scene{see: "forum", a: side{coins: 10, cards: "clay-reserve"}, b: side{cards: "clay-pool", tokens: "economy"}}.set(t)
			play(t, s, "A b:forum")
			is(t, "coins of A with reserve", s.coinsOf(0), 6)
			is(t, "coins of B with reserve", s.coinsOf(1), 1)
		}},
		{"E45 coins by count", func(t *testing.T) {
			for _, c := range []struct {
				card, cards, built string
				gain               int
			}{
				{"chamber-of-commerce", "glassworks press", "", 6},
				{"port", "quarry lumber-yard sawmill clay-pool", "", 8},
				{"armory", "stable garrison walls", "", 3},
				{"arena", "", "the-sphinx piraeus", 4},
			} {
				s := scene{see: c.card, a: side{coins: 20, cards: c.cards, built: c.built}}.set(t)
				cost := s.priceOf(t, 0, c.card).Total
				play(t, s, "A b:"+c.card)
				is(t, c.card, s.coinsOf(0), 20-cost+c.gain)
			}
		}},
		{"E46 lighthouse by chain", func(t *testing.T) {
			s := scene{see: "lighthouse", a: side{cards: "tavern brewery"}}.set(t)
			play(t, s, "A b:lighthouse")
			is(t, "coins", s.coinsOf(0), 3)
		}},
		{"E47 shipowners-guild", func(t *testing.T) {
			s := scene{see: "shipowners-guild", a: side{coins: 20, cards: "quarry stone-pit lumber-yard clay-pool clay-pit"}, b: side{cards: "sawmill brickyard glassworks press"}}.set(t)
			cost := s.priceOf(t, 0, "shipowners-guild").Total
			play(t, s, "A b:shipowners-guild")
			is(t, "coins", s.coinsOf(0), 20-cost+5)
			is(t, "guild VP", s.scoreOf(0, "purple"), 5)
		}},
		{"E48 merchants-guild", func(t *testing.T) {
			s := scene{see: "merchants-guild", a: side{coins: 20, cards: "tavern"}, b: side{cards: "stone-reserve clay-reserve wood-reserve brewery"}}.set(t)
			cost := s.priceOf(t, 0, "merchants-guild").Total
			play(t, s, "A b:merchants-guild")
			is(t, "coins", s.coinsOf(0), 20-cost+4)
			s = scene{age: 3, a: side{cards: "tavern forum caravansery port armory arena merchants-guild"}, b: side{cards: "stone-reserve clay-reserve wood-reserve brewery"}}.set(t)
			is(t, "guild VP", s.scoreOf(0, "purple"), 6)
		}},
		{"E49 moneylenders-guild", func(t *testing.T) {
			s := scene{age: 3, a: side{coins: 10, cards: "moneylenders-guild"}, b: side{coins: 17}}.set(t)
			is(t, "guild VP", s.scoreOf(0, "purple"), 5)
			is(t, "coin VP", s.scoreOf(0, "coins"), 3)
		}},
		{"E50 builders-guild", func(t *testing.T) {
			s := scene{age: 3,
				a: side{cards: "builders-guild", built: "the-sphinx piraeus the-colossus"},
				b: side{built: "the-appian-way circus-maximus the-mausoleum the-statue-of-zeus"},
			}.set(t)
			is(t, "guild VP", s.scoreOf(0, "purple"), 8)
		}},
		{"E51 the-appian-way", func(t *testing.T) {
			s := scene{see: "walls", a: side{coins: 20, unbuilt: "the-appian-way"}, b: side{coins: 2}}.set(t)
			cost := s.priceOf(t, 0, "the-appian-way").Total
			play(t, s, "A w:the-appian-way:walls")
			is(t, "coins of A", s.coinsOf(0), 23-cost)
			is(t, "coins of B", s.coinsOf(1), 0)
			is(t, "turn", s.turnOf(), "A turn")
		}},
		{"E52 theology", func(t *testing.T) {
			s := scene{see: "walls school", a: side{coins: 40, tokens: "theology", unbuilt: "the-pyramids the-sphinx"}}.set(t)
			play(t, s, "A w:the-pyramids:walls")
			is(t, "after the pyramids", s.turnOf(), "A turn")
			play(t, s, "A w:the-sphinx:school")
			is(t, "after the sphinx", s.turnOf(), "A turn")
			play(t, s, "A d:"+cards[s.laid[1][s.open.first()]].id)
			is(t, "only one replay", s.turnOf(), "B turn")
		}},
		{"E53 theology from the-great-library", func(t *testing.T) {
			s := scene{see: "walls", board: "law economy agriculture urbanism philosophy", a: side{coins: 20, unbuilt: "the-great-library"}}.set(t)
			for try := 0; ; try++ { // until the draw holds it
				c := *s
				c.chance.Reseed(game.NewRand(game.NumberSeed(uint64(try))))
				play(t, &c, "A w:the-great-library:walls")
				is(t, "tokens drawn", c.drawn.len(), 3)
				if c.drawn.has(Theology) {
					play(t, &c, "A token:theology")
					is(t, "turn", c.turnOf(), "B turn")
					is(t, "theology", c.hasToken(0, "theology"), true)
					is(t, "box", c.box().len(), 4)
					break
				}
			}
		}},
		{"E54 replay lost with the last card", func(t *testing.T) {
			s := scene{age: 1, left: 1, pawn: 2, see: "altar", a: side{coins: 20, unbuilt: "the-sphinx"}}.set(t)
			play(t, s, "A w:the-sphinx:altar")
			is(t, "age", s.age, 2)
			is(t, "turn", s.turnOf(), "B begin")
			c := *s
			play(t, s, "B begin:B")
			is(t, "B began", s.turnOf(), "B turn")
			play(t, &c, "B begin:A")
			is(t, "A began", c.turnOf(), "A turn")
		}},
		{"E55 pawn on the centre", func(t *testing.T) {
			sc := scene{age: 1, left: 1, see: "altar", a: side{coins: 20, unbuilt: "the-sphinx"}}
			s := sc.set(t)
			play(t, s, "A w:the-sphinx:altar")
			is(t, "last player begins", s.turnOf(), "A turn")
			sc.options = []string{"centre_pawn_start=last_player_chooses"}
			s = sc.set(t)
			play(t, s, "A w:the-sphinx:altar")
			is(t, "last player chooses", s.turnOf(), "A begin")
		}},
		{"E56 circus-maximus without a target", func(t *testing.T) {
			s := scene{see: "walls", a: side{coins: 20, unbuilt: "circus-maximus"}}.set(t)
			discarded := s.discard.len()
			play(t, s, "A w:circus-maximus:walls")
			is(t, "discarded", s.discard.len(), discarded)
			is(t, "pawn", s.pawn, 1)
			is(t, "VP", s.scoreOf(0, "wonders"), 3)
			is(t, "turn", s.turnOf(), "B turn")
		}},
		{"E57 the-statue-of-zeus", func(t *testing.T) {
			s := scene{see: "walls", a: side{coins: 30, unbuilt: "the-statue-of-zeus"}, b: side{cards: "sawmill"}}.set(t)
			is(t, "price of wood before", s.view(0).Seats[0].Goods[Wood].Price, 4)
			play(t, s, "A w:the-statue-of-zeus:walls")
			is(t, "sawmill", s.owner(t, "sawmill"), "discard")
			is(t, "price of wood after", s.view(0).Seats[0].Goods[Wood].Price, 2)
		}},
		{"E58 turned up when free", func(t *testing.T) {
			s := scene{age: 1, taken: []int{}, at: map[int]string{14: "altar", 15: "theater"}}.set(t)
			play(t, s, "A b:altar")
			is(t, "slot 9 after the first", s.view(0).Structure[9].FaceUp, false)
			told := play(t, s, "B b:theater")
			v := s.view(0)
			is(t, "slot 9 face up", v.Structure[9].FaceUp, true)
			is(t, "slot 9 accessible", v.Structure[9].Accessible, true)
			is(t, "slot 10 face up", v.Structure[10].FaceUp, false)
			is(t, "told", slices.ContainsFunc(told.List, func(e game.Event) bool {
				return e.Type == "reveal" && e.What == v.Structure[9].Card && e.With == v.Structure[9].Place
			}), true)
		}},
		{"E59 the gap of age III", func(t *testing.T) {
			s := scene{age: 3, taken: []int{19, 18, 17, 16, 15, 14, 13, 12, 11}, at: map[int]string{9: "palace"}}.set(t)
			is(t, "uncovers", strings.Join(s.view(0).Structure[9].Uncovers, " "), s.view(0).Structure[5].Place+" "+s.view(0).Structure[6].Place)
			is(t, "slot 5 face up", s.view(0).Structure[5].FaceUp, true)
			play(t, s, "A d:palace")
			is(t, "slot 5", s.view(0).Structure[5].Accessible, true)
			is(t, "slot 6", s.view(0).Structure[6].Accessible, true)
			is(t, "slot 7", s.view(0).Structure[7].Accessible, false)
		}},
		{"E60 coins at the end", func(t *testing.T) {
			s := scene{age: 3, left: 1, see: "palace", a: side{coins: 6}}.set(t)
			play(t, s, "A d:palace")
			is(t, "over", s.Result().Over, true)
			is(t, "coin VP", s.scoreOf(0, "coins"), 2)
		}},
		{"E61 full score", func(t *testing.T) {
			s := scoreScene("courthouse gardens pantheon senate", 0).set(t)
			play(t, s, "A d:arsenal")
			is(t, "over", s.Result().Over, true)
			for category, want := range map[string]int{
				"blue": 15, "green": 2, "yellow": 3, "purple": 4, "wonders": 12, "progress": 13, "coins": 2, "military": 5, "total": 56,
			} {
				is(t, category, s.scoreOf(0, category), want)
			}
		}},
		{"E62 ties", func(t *testing.T) {
			s := scoreScene("courthouse gardens pantheon senate", 102).set(t)
			play(t, s, "A d:arsenal")
			is(t, "score of B", s.scoreOf(1, "total"), 56)
			res := s.Result()
			is(t, "won by", res.WonBy, "tie_break")
			is(t, "winner", res.Winners(), game.SeatSet(1))
			s = scoreScene("altar baths statue obelisk", 123).set(t)
			play(t, s, "A d:arsenal")
			is(t, "score of B with equal blue", s.scoreOf(1, "total"), 56)
			res = s.Result()
			is(t, "shared", res.WonBy, "shared")
			is(t, "winners", res.Winners(), game.SeatSet(0, 1))
		}},
	} {
		t.Run(ex.name, ex.test)
	}
}

// scoreScene returns the end of E61 with one card to discard: A gains 3 for it and has 8 coins.
func scoreScene(blueOfB string, coinsOfB int) scene {
	return scene{
		age: 3, left: 1, see: "arsenal", pawn: 4,
		a: side{coins: 5, cards: "theater aqueduct palace library scriptorium port magistrates-guild", built: "the-pyramids the-colossus", tokens: "mathematics philosophy"},
		b: side{coins: coinsOfB, cards: blueOfB},
	}
}
