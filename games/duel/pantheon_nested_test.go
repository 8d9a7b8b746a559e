package duel

import (
	"strings"
	"testing"

	"mirabilia/game"
)

// Effects inside effects, and the odd cases of Pantheon's docs/rules/pantheon.md 15 that no worked example shows.
func TestExamplesPantheonNesting(t *testing.T) {
	for _, ex := range []struct {
		name string
		test func(t *testing.T)
	}{
		{"gate, isis, divine-theater, hades", func(t *testing.T) {
			s := scene{pantheon: true, spaces: "1:gate", decks: "enki isis hades", discard: "walls aqueduct", a: side{coins: 6, unbuilt: "divine-theater"}}.set(t)
			play(t, s, "A a:gate", "A god:isis", "A isis:divine-theater:walls", "A deck:greek", "A god:hades", "A revive:aqueduct")
			is(t, "still the same action", s.turnOf(), "A order")
			is(t, "Enki keeps its tokens meanwhile", s.pan.onEnki.len(), 2)
			play(t, s, "A order:zeus:aphrodite")
			is(t, "turn", s.turnOf(), "B turn")
			is(t, "aqueduct", s.owner(t, "aqueduct"), "A")
			is(t, "deck", s.inDeck("greek"), "zeus aphrodite")
			is(t, "Enki's tokens are back", s.pan.onEnki, 0)
			is(t, "gods", strings.Join(s.cities[0].gods.ids(), " "), "hades isis gate")
		}},
		{"gate, isis, the-great-library beside a shown enki, law, pair", func(t *testing.T) {
			s := scene{pantheon: true, spaces: "1:gate", decks: "enki isis", discard: "walls aqueduct", board: "agriculture economy masonry theology urbanism",
				a: side{coins: 6, gods: "ishtar", unbuilt: "the-great-library"}}.set(t)
			for seed := uint64(0); ; seed++ {
				c := *s
				c.chance.Reseed(game.NewRand(game.NumberSeed(seed)))
				play(t, &c, "A a:gate", "A god:isis", "A isis:the-great-library:walls")
				if c.drawn&c.pan.onEnki != 0 || c.pan.onEnki.len() != 2 {
					t.Fatalf("the library drew %v beside %v", c.drawn.ids(), c.pan.onEnki.ids())
				}
				if c.drawn.has(Law) {
					play(t, &c, "A token:law")
					is(t, "pair of scales", c.turnOf(), "A token")
					play(t, &c, "A token:economy")
					is(t, "turn", c.turnOf(), "B turn")
					is(t, "box", c.box().len(), 13-4-2)
					break
				}
			}
		}},
		{"15.35 divine-theater through the gate finds enki with the same tokens", func(t *testing.T) {
			s := scene{pantheon: true, spaces: "1:gate", decks: "enki isis", discard: "walls aqueduct", a: side{coins: 6, unbuilt: "divine-theater"}}.set(t)
			play(t, s, "A a:gate")
			on := s.pan.onEnki
			play(t, s, "A god:isis", "A isis:divine-theater:walls", "A deck:mesopotamian")
			is(t, "the same tokens", s.pan.onEnki, on)
			c := *s
			play(t, &c, "A god:enki", "A token:"+tokens[on.first()].id, "A order:nisaba:ishtar")
			is(t, "turn", c.turnOf(), "B turn")
			is(t, "on Enki", c.pan.onEnki, 0)
			play(t, s, "A god:nisaba", "A order:enki:ishtar")
			is(t, "back in the box", s.pan.onEnki, 0)
		}},
		{"divine-theater, isis, the-mausoleum, a pair, a token", func(t *testing.T) {
			s := scene{pantheon: true, see: "walls", discard: "library aqueduct", board: "agriculture economy", a: side{coins: 30, cards: "scriptorium", unbuilt: "divine-theater the-mausoleum"}}.set(t)
			play(t, s, "A w:divine-theater:walls", "A deck:egyptian", "A god:isis", "A isis:the-mausoleum:aqueduct", "A revive:library", "A token:economy", "A order:ra:anubis")
			is(t, "turn", s.turnOf(), "B turn")
			is(t, "library", s.owner(t, "library"), "A")
			is(t, "aqueduct", s.owner(t, "aqueduct"), "the-mausoleum")
		}},
		{"gate, isis, circus-maximus destroys", func(t *testing.T) {
			s := scene{pantheon: true, spaces: "1:gate", decks: "isis", discard: "walls", a: side{coins: 6, unbuilt: "circus-maximus"}, b: side{cards: "press glassworks"}}.set(t)
			play(t, s, "A a:gate", "A god:isis", "A isis:circus-maximus:walls", "A destroy:press")
			is(t, "press", s.owner(t, "press"), "discard")
			is(t, "pawn", s.pawn, 1)
			is(t, "turn", s.turnOf(), "B turn")
		}},
		{"gate, nisaba, a pair, a token", func(t *testing.T) {
			s := scene{pantheon: true, spaces: "1:gate", decks: "nisaba", board: "agriculture economy", a: side{coins: 6, cards: "pharmacist"}, b: side{cards: "dispensary"}}.set(t)
			play(t, s, "A a:gate", "A god:nisaba", "A token:economy")
			is(t, "turn", s.turnOf(), "B turn")
		}},
		{"gate, neptune", func(t *testing.T) {
			s := scene{pantheon: true, spaces: "1:gate", decks: "neptune", a: side{coins: 6}, b: side{coins: 7}}.set(t)
			play(t, s, "A a:gate", "A god:neptune", "A neptune:loot-2-p1", "A neptune:loot-5-p1")
			is(t, "coins of B", s.coinsOf(1), 2)
			is(t, "turn", s.turnOf(), "B turn")
		}},
		{"15.31 a supremacy drops the rest", func(t *testing.T) {
			s := scene{pantheon: true, spaces: "1:gate", decks: "enki mars", pawn: 7, a: side{coins: 6}}.set(t)
			play(t, s, "A a:gate", "A god:mars")
			is(t, "won by", s.Result().WonBy, "military")
			is(t, "turn", s.turnOf(), "over")
		}},
		{"15.14 the divine-theater unbuilds itself", func(t *testing.T) {
			s := scene{pantheon: true, see: "walls school", a: side{coins: 40, unbuilt: "divine-theater", built: "the-pyramids"}}.set(t)
			play(t, s, "A w:divine-theater:walls", "A deck:egyptian", "A god:anubis", "A anubis:divine-theater", "A order:isis:ra")
			is(t, "stands", s.standing("divine-theater"), false)
			is(t, "walls", s.owner(t, "walls"), "discard")
			play(t, s, "B d:"+s.anyBut("school"))
			play(t, s, "A w:divine-theater:school", "A deck:phoenician", "A god:tanit", "A order:baal:astarte")
			is(t, "stands again", s.standing("divine-theater"), true)
			is(t, "tanit", s.hasGod(0, "tanit"), true)
		}},
		{"15.36 two replays in one action", func(t *testing.T) {
			s := scene{pantheon: true, see: "walls school", discard: "aqueduct", a: side{coins: 30, tokens: "theology", unbuilt: "divine-theater the-sphinx"}}.set(t)
			play(t, s, "A w:divine-theater:walls", "A deck:egyptian", "A god:isis", "A isis:the-sphinx:aqueduct", "A order:ra:anubis")
			is(t, "turn", s.turnOf(), "A turn")
			play(t, s, "A d:school")
			is(t, "one only", s.turnOf(), "B turn")
		}},
		{"15.37 theology from enki through the divine-theater", func(t *testing.T) {
			s := scene{pantheon: true, see: "walls", board: "agriculture economy law masonry urbanism", a: side{coins: 30, unbuilt: "divine-theater"}}.set(t)
			for seed := uint64(0); ; seed++ {
				c := *s
				c.chance.Reseed(game.NewRand(game.NumberSeed(seed)))
				play(t, &c, "A w:divine-theater:walls", "A deck:mesopotamian", "A god:enki")
				if c.pan.onEnki.has(Theology) {
					play(t, &c, "A token:theology", "A order:ishtar:nisaba")
					is(t, "turn", c.turnOf(), "B turn")
					break
				}
			}
		}},
		{"15.21 zeus with the last card", func(t *testing.T) {
			s := scene{pantheon: true, left: 1, see: "walls", a: side{coins: 30, unbuilt: "divine-theater"}}.set(t)
			told := play(t, s, "A w:divine-theater:walls", "A deck:greek", "A god:zeus")
			is(t, "told", heard(told, "no_effect", "zeus"), true)
			play(t, s, "A order:hades:aphrodite")
			is(t, "age", s.age, 3)
		}},
		{"15.12 two token cards uncovered at once", func(t *testing.T) {
			s := scene{pantheon: true, age: 1, taken: []int{14, 16}, at: map[int]string{15: "altar", 17: "theater"}, marks: "- - greek roman -", decks: "zeus", a: side{coins: 30, unbuilt: "divine-theater"}}.set(t)
			play(t, s, "A w:divine-theater:altar", "A deck:greek", "A god:zeus", "A zeus:"+placeID(1, 17), "A order:aphrodite:hades")
			is(t, "turn", s.turnOf(), "A uncover")
			refused(t, s, "A uncover:"+placeID(1, 2), "slot_empty")
			play(t, s, "A uncover:"+placeID(1, 11), "A place:mars:space-6")
			is(t, "then the other", s.turnOf(), "A place")
			is(t, "nothing turned yet", s.view(0).Structure[11].FaceUp, false)
			play(t, s, "A place:hades:space-1")
			is(t, "turn after", s.turnOf(), "B turn")
			is(t, "both turned", s.view(0).Structure[9].FaceUp && s.view(0).Structure[11].FaceUp, true)
			is(t, "tokens", strings.Join(s.view(0).Seats[0].Mythology, " "), "greek roman")
		}},
		{"15.1 zeus throws a mythology token away", func(t *testing.T) {
			s := scene{pantheon: true, age: 1, see: "altar", marks: "greek - - - -", decks: "zeus", a: side{coins: 30, unbuilt: "divine-theater"}}.set(t)
			told := play(t, s, "A w:divine-theater:altar", "A deck:greek", "A god:zeus", "A zeus:"+placeID(1, 2), "A order:aphrodite:hades")
			is(t, "told", heard(told, "token_lost", "greek"), true)
			is(t, "turn", s.turnOf(), "B turn")
			is(t, "marked", s.pan.marked, 0)
		}},
		{"15.4 minerva and the pawn", func(t *testing.T) {
			s := scene{pantheon: true, spaces: "1:minerva", pawn: 2, a: side{coins: 3}}.set(t)
			play(t, s, "A a:minerva")
			is(t, "spaces", len(s.Moves(0, nil)), 18)
			refused(t, s, "A minerva:2", "pawn_is_there")
			play(t, s, "A minerva:-9")
			is(t, "minerva", *s.view(1).Track.Minerva, -9)
		}},
		{"15.5 neptune without tokens", func(t *testing.T) {
			s := scene{pantheon: true, spaces: "1:neptune", loot: []string{}, a: side{coins: 3}, b: side{coins: 6}}.set(t)
			told := play(t, s, "A a:neptune")
			is(t, "told", heard(told, "no_effect", "neptune"), true)
			is(t, "coins of B", s.coinsOf(1), 6)
		}},
		{"15.6 a token whose deck is empty", func(t *testing.T) {
			s := scene{pantheon: true, age: 1, taken: []int{14}, at: map[int]string{15: "altar"}, marks: "- - greek - -", a: side{gods: "aphrodite hades"}, b: side{gods: "zeus"}}.set(t)
			play(t, s, "A b:altar")
			is(t, "turn", s.turnOf(), "B turn")
			is(t, "token", strings.Join(s.view(0).Seats[0].Mythology, " "), "greek")
		}},
		{"15.7 where the gate goes", func(t *testing.T) {
			for _, c := range []struct {
				spaces string
				gate   int
			}{
				{"1:mars 2:ra", 4}, {"1:mars 4:ra", 3}, {"3:mars 4:ra", 5}, {"3:mars 4:ra 5:zeus", 2}, {"2:isis 3:mars 4:ra 5:zeus", 6}, {"2:isis 3:mars 4:ra 5:zeus 6:enki", 1},
			} {
				s := scene{pantheon: true, age: 1, left: 1, see: "altar", spaces: c.spaces}.set(t)
				play(t, s, "A b:altar")
				is(t, c.spaces, s.pan.spaceOf(Gate)+1, c.gate)
			}
		}},
		{"15.15 anubis must take an own wonder", func(t *testing.T) {
			s := scene{pantheon: true, spaces: "1:anubis", a: side{coins: 3, built: "the-pyramids"}}.set(t)
			play(t, s, "A a:anubis")
			is(t, "stands", s.standing("the-pyramids"), false)
		}},
		{"15.17 anubis, then ra", func(t *testing.T) {
			s := scene{pantheon: true, spaces: "1:anubis 2:ra", a: side{coins: 9}, b: side{built: "the-pyramids"}}.set(t)
			play(t, s, "A a:anubis", "B d:"+s.anyBut(""))
			play(t, s, "A a:ra", "A ra:the-pyramids")
			is(t, "the pyramids", s.cities[0].unbuilt.has(Wonder(wonderIDs.by["the-pyramids"])), true)
		}},
		{"15.23 poliorcetics and astarte", func(t *testing.T) {
			s := scene{pantheon: true, see: "walls", a: side{coins: 4, tokens: "poliorcetics"}, b: side{gods: "astarte", astarte: 7}}.set(t)
			play(t, s, "A b:walls")
			is(t, "astarte of B", s.cities[1].astarte, 7)
		}},
		{"15.25 ishtar and the opponent's law", func(t *testing.T) {
			s := scene{pantheon: true, spaces: "1:ishtar", a: side{coins: 3}, b: side{tokens: "law"}}.set(t)
			play(t, s, "A a:ishtar")
			is(t, "turn", s.turnOf(), "B turn")
			is(t, "symbols", s.cities[0].symbols, 1<<Scales)
		}},
		{"15.27 gate over empty decks", func(t *testing.T) {
			s := scene{pantheon: true, spaces: "1:gate", a: side{coins: 6, gods: "enki ishtar nisaba astarte baal tanit aphrodite hades"}, b: side{gods: "zeus anubis isis ra mars minerva neptune"}, minerva: 5}.set(t)
			told := play(t, s, "A a:gate")
			is(t, "told", heard(told, "no_effect", "gate"), true)
			is(t, "turn", s.turnOf(), "B turn")
		}},
		{"15.28 baal's loot destroyed", func(t *testing.T) {
			s := scene{pantheon: true, see: "walls", spaces: "1:baal", a: side{coins: 3}, b: side{coins: 30, cards: "shelf-quarry", unbuilt: "the-statue-of-zeus"}}.set(t)
			play(t, s, "A a:baal", "B w:the-statue-of-zeus:walls")
			is(t, "shelf-quarry", s.owner(t, "shelf-quarry"), "discard")
			is(t, "stone of A", s.cities[0].made.of(Stone), 0)
			is(t, "price for B", s.cities[1].price.of(Stone), 2)
		}},
		{"15.30 no offering is wasted", func(t *testing.T) {
			s := scene{pantheon: true, spaces: "1:aphrodite", a: side{coins: 3, offerings: "offering-2 offering-3 offering-4"}}.set(t)
			refused(t, s, "A a:aphrodite:2+4", "wasted_offering")
			refused(t, s, "A a:aphrodite:2+3+4", "wasted_offering")
			play(t, s, "A a:aphrodite:2")
			is(t, "coins", s.coinsOf(0), 2)
		}},
		{"refusals", func(t *testing.T) {
			s := scene{pantheon: true, age: 1, see: "altar", spaces: "1:mars"}.set(t)
			refused(t, s, "A a:mars", "no_pantheon_yet")
			s = scene{pantheon: true, spaces: "1:mars", a: side{coins: 20}}.set(t)
			refused(t, s, "A a:zeus", "not_in_pantheon")
			refused(t, s, "A a:mars:4", "no_offering")
			refused(t, s, "A a:mars:", "bad_move")
			refused(t, s, "A place:mars:space-1", "wrong_decision")
			s = scene{see: "walls"}.set(t)
			refused(t, s, "A a:mars", "no_pantheon_yet")
		}},
	} {
		t.Run(ex.name, ex.test)
	}
}
