package architects

import (
	"testing"

	"mirabilia/game"
)

// TestCoverage: every token, ability and rule of empty decks shows up as an event of random games. Only
// the end by empty decks alone is too rare for that (it has its own test among the odd cases).
func TestCoverage(t *testing.T) {
	seen := map[string]int{}
	for _, seats := range []int{2, 3, 7} {
		s := table(t, seats)
		r := game.NewRand(game.NumberSeed(9))
		var told game.Events
		for range 3000 {
			told.Reset()
			for s.Deal(r); s.Owing() != 0; {
				s.Apply(s.turn, s.RandomMove(s.turn, r), &told)
			}
			for _, ev := range told.List {
				seen[ev.Type+":"+ev.What]++
				seen[ev.Type]++
			}
		}
	}
	var want []string
	for token := range Token(NumTokens) {
		want = append(want, "token:"+token.String(), "from_pile:"+token.String(), "refill:"+token.String())
		switch {
		case Tokens(extraDraws).Has(token):
			want = append(want, "ready:"+token.String(), "extra:"+token.String(), "decline:"+token.String())
		case token == Economy || token == Engineering:
			want = append(want, "help:"+token.String())
		case token >= Decor:
			want = append(want, "points:"+token.String())
		}
	}
	for w := range Wonder(NumWonders) {
		want = append(want, "build:"+w.String(), "complete:"+w.String())
		if wonders[w].starred != 0 {
			want = append(want, "ability:"+w.String())
		}
	}
	for d := range Deck(NumDecks) {
		want = append(want, "empty:"+d.String())
	}
	for k := range Kind(NumKinds) {
		want = append(want, "take:"+k.String(), "peeked:"+k.String(), "looked:"+k.String())
	}
	for set := range Set(NumSets) {
		want = append(want, "exchange:"+set.String())
	}
	want = append(want, "look", "few", "shuffle", "skip_deck", "no_ability:ephesos", "no_ability:babylon", "no_refill", "pass", "cat", "horn", "to_arms",
		"battle", "victory", "disband", "peace", "peek", "turn", "game_end:points", "game_end:tie_break", "game_end:shared", "score")
	for _, key := range want {
		if seen[key] == 0 {
			t.Errorf("%s never happened", key)
		}
	}
}
