package architects

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"mirabilia/game"
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

// TestMutatedPositions changes single things of true positions: what is still accepted must play to the end.
func TestMutatedPositions(t *testing.T) {
	r := game.NewRand(game.NumberSeed(11))
	accepted := 0
	for n := range 2000 {
		s := table(t, 2+n%6)
		s.Deal(r)
		for range r.Below(90) {
			if s.Owing() == 0 {
				break
			}
			s.Apply(s.turn, s.Draw(s.turn, r), nil)
		}
		data, err := json.Marshal(&s)
		if err != nil {
			t.Fatal(err)
		}
		var tree any
		if err := json.Unmarshal(data, &tree); err != nil {
			t.Fatal(err)
		}
		for range 1 + r.Below(2) {
			tree = mutate(tree, r)
		}
		if data, err = json.Marshal(tree); err != nil {
			t.Fatal(err)
		}
		var p State
		if json.Unmarshal(data, &p) != nil {
			continue
		}
		accepted++
		for p.Owing() != 0 {
			if err := p.Valid(); err != nil {
				t.Fatalf("%v\nin play from %s", err, data)
			}
			p.Apply(p.turn, p.Draw(p.turn, r), nil)
		}
	}
	if accepted < 150 {
		t.Errorf("only %d of the disturbed positions were accepted", accepted)
	}
}

// disturb changes one leaf of a JSON tree, or leaves one out.
func mutate(tree any, r *game.Rand) any {
	switch node := tree.(type) {
	case map[string]any:
		if len(node) == 0 {
			return node
		}
		key := slices.Sorted(maps.Keys(node))[r.Below(len(node))]
		if r.Below(8) == 0 {
			delete(node, key)
		} else {
			node[key] = mutate(node[key], r)
		}
	case []any:
		if len(node) == 0 {
			return node
		}
		i := r.Below(len(node))
		if r.Below(6) == 0 {
			return slices.Delete(node, i, i+1)
		}
		node[i] = mutate(node[i], r)
	case float64:
		return node + float64(r.Below(5)-2)
	case string:
		ids := []string{"wood", "vp2cat", "shield2", "gear", "science", "decor", "act", "draw", "pick", "look", "keep", "over", "take_any", "gizah", "central", ""}
		return ids[r.Below(len(ids))]
	}
	return tree
}
