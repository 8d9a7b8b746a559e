package duel

import (
	"mirabilia/game"
	"testing"
)

// TestOddCases are the rulings of docs/rules/duel.md 11 that no worked example shows.
func TestOddCases(t *testing.T) {
	for _, ex := range []struct {
		name string
		test func(t *testing.T)
	}{
		{"O12 the token for a pair is compulsory", func(t *testing.T) {
			s := scene{see: "library", board: "law economy", a: side{coins: 20, cards: "scriptorium"}}.set(t)
			play(t, s, "A b:library")
			is(t, "moves", len(s.Moves(0, nil)), 2)
			refused(t, s, "A d:walls", "wrong_decision")
		}},
		{"O15 theology for a pair by the-mausoleum", func(t *testing.T) {
			s := scene{see: "walls", discard: "library", board: "theology economy", a: side{coins: 30, cards: "scriptorium", unbuilt: "the-mausoleum"}}.set(t)
			play(t, s, "A w:the-mausoleum:walls", "A revive:library", "A token:theology")
			is(t, "turn", s.turnOf(), "B turn")
		}},
		{"O18 replays in a row", func(t *testing.T) {
			s := scene{see: "walls school", a: side{coins: 40, unbuilt: "the-sphinx piraeus"}}.set(t)
			play(t, s, "A w:the-sphinx:walls", "A w:piraeus:school")
			is(t, "turn", s.turnOf(), "A turn")
		}},
		{"O20 the shield wins before the card falls", func(t *testing.T) {
			s := scene{see: "walls", pawn: 8, a: side{coins: 30, unbuilt: "the-statue-of-zeus"}, b: side{cards: "sawmill quarry"}}.set(t)
			play(t, s, "A w:the-statue-of-zeus:walls")
			is(t, "won by", s.Result().WonBy, "military")
			is(t, "sawmill", s.owner(t, "sawmill"), "B")
		}},
		{"O21 the-mausoleum with an empty pile", func(t *testing.T) {
			s := scene{age: 1, see: "altar", a: side{coins: 30, unbuilt: "the-mausoleum"}}.set(t)
			is(t, "pile", s.discard.len(), 0)
			play(t, s, "A w:the-mausoleum:altar")
			is(t, "turn", s.turnOf(), "B turn")
			is(t, "VP", s.scoreOf(0, "wonders"), 2)
		}},
		{"O22 chain although the goods are produced", func(t *testing.T) {
			s := scene{see: "statue", a: side{cards: "theater brickyard", tokens: "urbanism"}}.set(t)
			is(t, "free by", s.priceOf(t, 0, "statue").Free, "chain")
			play(t, s, "A b:statue")
			is(t, "coins", s.coinsOf(0), 4)
		}},
		{"O27 the draw is private", func(t *testing.T) {
			s := scene{see: "walls", a: side{coins: 30, unbuilt: "the-great-library"}}.set(t)
			told := play(t, s, "A w:the-great-library:walls")
			is(t, "options for A", len(s.view(0).Choice.Options), 3)
			is(t, "options for B", len(s.view(1).Choice.Options), 0)
			is(t, "options for a spectator", len(s.view(game.Spectator).Choice.Options), 0)
			for _, e := range told.SeenBy(1) {
				is(t, "told to B", e.Type != "library_look", true)
			}
			is(t, "told to A", len(told.SeenBy(0))-len(told.SeenBy(1)), 3)
		}},
		{"O31 loot on the way to the capital", func(t *testing.T) {
			s := scene{see: "arsenal", pawn: 5, a: side{coins: 20, tokens: "strategy"}, b: side{coins: 9}}.set(t)
			play(t, s, "A b:arsenal")
			is(t, "coins of B", s.coinsOf(1), 4)
			is(t, "won by", s.Result().WonBy, "military")
		}},
		{"O32 arena through the-mausoleum", func(t *testing.T) {
			s := scene{see: "circus", discard: "arena", a: side{coins: 20, unbuilt: "the-mausoleum"}}.set(t)
			cost := s.priceOf(t, 0, "the-mausoleum").Total
			play(t, s, "A w:the-mausoleum:circus", "A revive:arena")
			is(t, "coins", s.coinsOf(0), 20-cost+2)
		}},
		{"the choice of what to destroy", func(t *testing.T) {
			s := scene{see: "walls", a: side{coins: 30, unbuilt: "circus-maximus"}, b: side{cards: "press glassworks quarry"}}.set(t)
			play(t, s, "A w:circus-maximus:walls")
			refused(t, s, "A destroy:quarry", "not_a_target")
			play(t, s, "A destroy:press")
			is(t, "press", s.owner(t, "press"), "discard")
			is(t, "papyrus of B", s.cities[1].made.of(Papyrus), 0)
		}},
	} {
		t.Run(ex.name, ex.test)
	}
}

// TestRefusals: each refusal has its reason.
func TestRefusals(t *testing.T) {
	st := scene{see: "walls school", a: side{coins: 3, unbuilt: "the-pyramids", built: "the-sphinx"}, b: side{unbuilt: "the-mausoleum"}}.set(t)
	covered, hidden := "", ""
	for _, slot := range st.view(game.Open).Structure {
		if !slot.Taken && !slot.Accessible && slot.FaceUp {
			covered = slot.Card
		}
	}
	for slot, card := range st.laid[1] {
		if card != noCard && st.up>>slot&1 == 0 {
			hidden = cards[card].id
		}
	}
	refused(t, st, "B d:walls", "not_your_turn")
	refused(t, st, "A b:walls", "too_dear")
	refused(t, st, "A w:the-pyramids:walls", "too_dear")
	refused(t, st, "A w:the-sphinx:walls", "already_built")
	refused(t, st, "A w:the-mausoleum:walls", "not_your_wonder")
	refused(t, st, "A d:"+covered, "not_accessible")
	refused(t, st, "A d:"+hidden, "not_in_sight")
	refused(t, st, "A d:palace", "not_in_sight")
	refused(t, st, "A token:law", "wrong_decision")
	refused(t, st, "A fly:moon", "bad_move")
	refused(t, st, "A b:moon", "bad_move")
	refused(t, st, "A b", "bad_move")
}
