package duel

import (
	"encoding/json"
	"slices"
	"testing"

	"mirabilia/game"
)

// TestMutatedPositions changes a little in real positions: what is then accepted must be playable to the end,
// valid after every move.
func TestMutatedPositions(t *testing.T) {
	rounds := 4000
	if testing.Short() {
		rounds = 400
	}
	r := game.NewRand(game.NumberSeed(21))
	accepted := 0
	for _, base := range []State{table(t), table(t, "pantheon=true")} {
		s := base
		s.Deal(r)
		for range rounds {
			if s.Owing() == 0 {
				s.Deal(r)
			}
			for range 1 + r.Below(6) {
				if seat := s.Owing().First(); seat != game.NoSeat {
					s.Apply(seat, s.Draw(seat, r), nil)
				}
			}
			data, err := json.Marshal(&s)
			if err != nil {
				t.Fatal(err)
			}
			var tree any
			if err := json.Unmarshal(data, &tree); err != nil {
				t.Fatal(err)
			}
			for range 1 + r.Below(3) {
				mutate(tree, r)
			}
			data, err = json.Marshal(tree)
			if err != nil {
				t.Fatal(err)
			}
			before := base
			c := base
			if json.Unmarshal(data, &c) != nil {
				if c != before {
					t.Fatalf("a refused position changed the receiver: %s", data)
				}
				continue
			}
			accepted++
			for n := 0; c.Owing() != 0; n++ {
				seat := c.Owing().First()
				m := c.Draw(seat, r)
				c.Apply(seat, m, nil)
				if err := c.Valid(); err != nil || n > 300 {
					t.Fatalf("%d moves on, after %s: %v\n%s", n, c.Text(m), err, data)
				}
			}
			c.View(game.Open)
		}
	}
	t.Logf("%d positions accepted", accepted)
}

// mutate changes one thing somewhere in a JSON tree.
func mutate(tree any, r *game.Rand) {
	var leaves []func(v any)
	var values []any
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			for _, key := range sortedKeys(v) {
				leaves, values = append(leaves, func(x any) { v[key] = x }), append(values, v[key])
				walk(v[key])
			}
		case []any:
			for i := range v {
				leaves, values = append(leaves, func(x any) { v[i] = x }), append(values, v[i])
				walk(v[i])
			}
		}
	}
	walk(tree)
	i := r.Below(len(leaves))
	switch v := values[i].(type) {
	case string:
		for range 50 { // swap with another text
			if j := r.Below(len(leaves)); j != i {
				if other, ok := values[j].(string); ok {
					leaves[i](other)
					if r.Below(3) > 0 {
						leaves[j](v)
					}
					return
				}
			}
		}
	case float64:
		leaves[i](float64(r.Below(24) - 10))
	case bool:
		leaves[i](!v)
	case []any:
		if len(v) > 0 {
			leaves[i](v[:len(v)-1])
		}
	case nil:
		leaves[i]([]any{})
	}
}

func sortedKeys(m map[string]any) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
