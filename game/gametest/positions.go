package gametest

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"

	"mirabilia/game"
)

// MutatedPositions changes a little in the positions of random games, round after round on one of the undealt tables. A position that is
// refused must leave the receiver alone. One that is accepted must keep the contract: it is valid, every viewer's
// redeal of it is honest, and it plays to its end, valid after every move. At least so many must be accepted, or the
// changes were too wild to have tested anything.
func MutatedPositions[S comparable, P game.State[S]](t *testing.T, tables []S, rounds, accepted int) {
	t.Helper()
	const seed = 21
	r := game.NewRand(game.NumberSeed(seed))
	h := &harness[S, P]{}
	n := 0
	for round := range rounds {
		s := tables[round%len(tables)]
		P(&s).Deal(r)
		for range r.Below(120) {
			if seat := P(&s).Owing().First(); seat != game.NoSeat {
				P(&s).Apply(seat, P(&s).Draw(seat, r), nil)
			}
		}
		data := mutated(t, P(&s), r)
		c := tables[0]
		if json.Unmarshal(data, P(&c)) != nil {
			if c != tables[0] {
				t.Fatalf("seed %d, round %d: a refused position changed the receiver: %s", seed, round, data)
			}
			continue
		}
		n++
		if err := h.redeals(c, r); err != nil {
			t.Fatalf("seed %d, round %d: %v\n%s", seed, round, err, data)
		}
		for moves := 0; P(&c).Owing() != 0; moves++ {
			seat := P(&c).Owing().First()
			m := P(&c).Draw(seat, r)
			P(&c).Apply(seat, m, nil)
			if err := P(&c).Valid(); err != nil || moves > 5000 {
				t.Fatalf("seed %d, round %d: %d moves on, after %s: %v\n%s", seed, round, moves+1, P(&c).Text(m), err, data)
			}
		}
		P(&c).View(game.Open)
		P(&c).Result()
	}
	t.Logf("%d of %d positions accepted", n, rounds)
	if n < accepted {
		t.Errorf("only %d of %d changed positions were accepted", n, rounds)
	}
}

// redeals checks what each viewer of a state may know.
func (h *harness[S, P]) redeals(s S, r *game.Rand) error {
	if P(&s).Owing() == 0 {
		return nil
	}
	for eye := range game.Seat(P(&s).Seats()) {
		if err := h.secrets(s, eye, r); err != nil {
			return err
		}
	}
	return h.secrets(s, game.Spectator, r)
}

// mutated returns the position of a board with one to three leaves of its JSON changed.
func mutated(t *testing.T, b game.Board, r *game.Rand) []byte {
	t.Helper()
	data, err := json.Marshal(b)
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
	if data, err = json.Marshal(tree); err != nil {
		t.Fatal(err)
	}
	return data
}

// leaf is a value in a JSON tree that can be replaced.
type leaf struct {
	value any
	set   func(any)
}

// mutate swaps two texts, or changes a number, a truth or a list somewhere in a JSON tree.
func mutate(tree any, r *game.Rand) {
	var texts, others []leaf
	var walk func(v any, set func(any))
	walk = func(v any, set func(any)) {
		switch v := v.(type) {
		case map[string]any:
			for _, key := range slices.Sorted(maps.Keys(v)) {
				walk(v[key], func(x any) { v[key] = x })
			}
		case []any:
			for i := range v {
				walk(v[i], func(x any) { v[i] = x })
			}
			if len(v) > 0 {
				others = append(others, leaf{v, set})
			}
		case string:
			texts = append(texts, leaf{v, set})
		default:
			others = append(others, leaf{v, set})
		}
	}
	walk(tree, nil)
	if len(texts) > 1 && (r.Below(3) > 0 || len(others) == 0) {
		a, b := texts[r.Below(len(texts))], texts[r.Below(len(texts))]
		a.set(b.value)
		if r.Below(4) > 0 {
			b.set(a.value)
		}
		return
	}
	if len(others) == 0 {
		return
	}
	l := others[r.Below(len(others))]
	switch v := l.value.(type) {
	case float64:
		l.set(v + float64(r.Below(5)-2))
	case bool:
		l.set(!v)
	case []any:
		i := r.Below(len(v))
		l.set(slices.Delete(slices.Clone(v), i, i+1))
	}
}
