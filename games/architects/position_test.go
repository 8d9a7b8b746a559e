package architects

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"mirabilia/game"
	"mirabilia/game/gametest"
)

// TestImpossiblePositions: each is refused for its reason, and the receiver stays as it was.
func TestImpossiblePositions(t *testing.T) {
	s := table(t, 2)
	s.Deal(game.NewRand(game.NumberSeed(1)))
	before := s
	for position, reason := range map[string]string{
		`{"seats":[{"wonder":"gizah"}]}`:                                                                                                                                        "2 to 7 seats",
		`{"seats":[{"wonder":"gizah"},{"wonder":"gizah"}]}`:                                                                                                                     "two seats",
		`{"seats":[{"wonder":"gizah"},{"wonder":"petra"}]}`:                                                                                                                     "no wonder",
		`{"seats":[{"wonder":"gizah"},{"wonder":"rhodes"}],"mood":"good"}`:                                                                                                      "there is no such field",
		`{"seats":[{"wonder":"gizah"},{"wonder":"rhodes"}],"phase":"sleep"}`:                                                                                                    "no phase",
		`{"seats":[{"wonder":"gizah"},{"wonder":"rhodes"}],"turn":2}`:                                                                                                           "turn of seat 2",
		`{"seats":[{"wonder":"gizah","built":[3]},{"wonder":"rhodes"}]}`:                                                                                                        "without those below",
		`{"seats":[{"wonder":"gizah","built":[1,2,3,4,5]},{"wonder":"rhodes"}]}`:                                                                                                "completed",
		`{"seats":[{"wonder":"gizah","cards":{"wood":9}},{"wonder":"rhodes"}]}`:                                                                                                 "more wood",
		`{"seats":[{"wonder":"gizah","cards":{"wood":99}},{"wonder":"rhodes"}]}`:                                                                                                "99 cards",
		`{"seats":[{"wonder":"gizah","cards":{"gem":1}},{"wonder":"rhodes"}]}`:                                                                                                  "no card",
		`{"seats":[{"wonder":"gizah","cards":{"vp2cat":1}},{"wonder":"rhodes"}]}`:                                                                                               "nobody has the pawn",
		`{"seats":[{"wonder":"gizah"},{"wonder":"rhodes"}],"cat":1}`:                                                                                                            "no cat",
		`{"seats":[{"wonder":"gizah","cards":{"vp2cat":1}},{"wonder":"rhodes"}],"cat":0}`:                                                                                       "not looked",
		`{"seats":[{"wonder":"gizah"},{"wonder":"rhodes"}],"decks":{"central":{"hidden":{"wood":5}}}}`:                                                                          "too many",
		`{"seats":[{"wonder":"gizah"},{"wonder":"rhodes"}],"decks":{"central":{"hidden":{"wood":4}}}}`:                                                                          "lost",
		`{"seats":[{"wonder":"gizah"},{"wonder":"rhodes"}],"decks":{"central":{"top":"wood"}}}`:                                                                                 "when someone looks",
		`{"seats":[{"wonder":"gizah"},{"wonder":"rhodes"}],"decks":{"babylon":{"top":"wood"}}}`:                                                                                 "no deck",
		`{"seats":[{"wonder":"gizah"},{"wonder":"rhodes"}],"decks":{"gizah":{"top":"shield2"}}}`:                                                                                "never had shield2",
		`{"seats":[{"wonder":"gizah","tokens":["decor","decor"]},{"wonder":"rhodes"}]}`:                                                                                         "further token",
		`{"seats":[{"wonder":"gizah","tokens":["decor"]},{"wonder":"rhodes","tokens":["decor"]}]}`:                                                                              "2 tokens decor",
		`{"seats":[{"wonder":"gizah"},{"wonder":"rhodes"}],"face_up":["decor","tactics"]}`:                                                                                      "place for tokens is empty",
		`{"seats":[{"wonder":"gizah","victories":1},{"wonder":"rhodes"}]}`:                                                                                                      "victory tokens",
		`{"seats":[{"wonder":"rhodes","cards":{"shield2":1,"shield1":1}},{"wonder":"babylon"}]}`:                                                                                "no battle",
		`{"seats":[{"wonder":"gizah"},{"wonder":"rhodes"}],"used":["decor"]}`:                                                                                                   "used or ready",
		`{"seats":[{"wonder":"gizah"},{"wonder":"rhodes"}],"phase":"act"}`:                                                                                                      "no choice",
		`{"seats":[{"wonder":"gizah"},{"wonder":"rhodes"}],"phase":"look"}`:                                                                                                     "no ability",
		`{"seats":[{"wonder":"gizah"},{"wonder":"rhodes"}],"phase":"over"}`:                                                                                                     "cards left",
		`{"seats":[{"wonder":"halicarnassus","built":[1,2]},{"wonder":"rhodes"}],"phase":"keep","decks":{"rhodes":{"top":"gold"}},"look":{"deck":"rhodes","cards":{"wood":1}}}`: "looks at 2",
		`{"options":{"coins":"none"},"seats":[{"wonder":"gizah"},{"wonder":"rhodes"}]}`:                                                                                         "coins",
		`{"options":{"wonders":"rhodes,gizah"},"seats":[{"wonder":"gizah"},{"wonder":"rhodes"}]}`:                                                                               "chose",
		`null`: "must be an object",
		`[]`:   "must be an object",
	} {
		err := json.Unmarshal([]byte(position), &s)
		if err == nil || !strings.Contains(err.Error(), reason) {
			t.Errorf("%s\n\tgave %v, want %q", position, err, reason)
		}
		if s != before {
			t.Fatalf("%s changed the state", position)
		}
	}
}

// TestPositionDefaults: two seats and their wonders make a position.
func TestPositionDefaults(t *testing.T) {
	s := scene(t, `{"seats":[{"wonder":"gizah"},{"wonder":"rhodes"}]}`)
	equal(t, "central", s.left(Central), fullDecks[Central])
	equal(t, "gizah", s.left(Deck(Gizah)), fullDecks[Gizah])
	equal(t, "pile", s.pile.Len(), 12)
	legal(t, s, "t:gizah", "t:central", "t:rhodes")
}

func TestMutatedPositions(t *testing.T) {
	var tables []State
	for seats := 2; seats <= game.MaxSeats; seats++ {
		tables = append(tables, table(t, seats), table(t, seats, "look=chooser"))
	}
	gametest.MutatedPositions(t, tables, 1200, 150)
}

// Cards that a position does not name can be put out of play: a deck has what is named of it, and the discard pile does
// not matter.
func TestPartialPositions(t *testing.T) {
	var tables []State
	for seats := 2; seats <= game.MaxSeats; seats++ {
		tables = append(tables, table(t, seats), table(t, seats, "look=chooser"))
	}
	gametest.PartialPositions(t, tables, 120, func(position map[string]any, r *game.Rand) {
		if position["phase"] != "draw" {
			return
		}
		decks := position["decks"].(map[string]any)
		for _, id := range slices.Sorted(maps.Keys(decks)) {
			hidden := decks[id].(map[string]any)["hidden"].(map[string]any)
			for _, kind := range slices.Sorted(maps.Keys(hidden)) {
				if r.IntN(2) == 0 {
					delete(hidden, kind)
				}
			}
		}
	}, func(s *State) (in [NumDecks]Bag) {
		for d := range Deck(NumDecks) {
			in[d] = s.left(d)
		}
		return in
	})
	s := scene(t, `{"rest":"aside","seats":[{"wonder":"gizah","cards":{"wood":2}},{"wonder":"rhodes"}],"decks":{"gizah":{"top":"wood"}}}`)
	equal(t, "central", s.left(Central).Len(), 0)
	legal(t, s, "t:gizah")
}
