package gametest

import (
	"encoding/json"
	"fmt"
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
	rounds, accepted = rounds*times(t), accepted*times(t)
	n := 0
	for round := range rounds {
		s := tables[round%len(tables)]
		P(&s).Deal(r)
		for range r.IntN(120) {
			if seat := P(&s).Owing().First(); seat != game.NoSeat {
				P(&s).Apply(seat, P(&s).RandomMove(seat, r), nil)
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
		if _, err := h.playsOn(c, r); err != nil {
			t.Fatalf("seed %d, round %d: %v\n%s", seed, round, err, data)
		}
	}
	t.Logf("%d of %d positions accepted", n, rounds)
	if n < accepted {
		t.Errorf("only %d of %d changed positions were accepted", n, rounds)
	}
}

// playsOn plays a state to its end at random and returns the number of moves. The state is valid after every move; before the
// first and every fiftieth it keeps the contract with all viewers.
func (h *harness[S, P]) playsOn(s S, r *game.Rand) (moves int, err error) {
	for ; P(&s).Owing() != 0; moves++ {
		if moves%50 == 0 {
			if err := h.redeals(s, r); err != nil {
				return moves, err
			}
			if err := h.positionRoundTrip(s); err != nil {
				return moves, err
			}
		}
		seat := P(&s).Owing().First()
		m := P(&s).RandomMove(seat, r)
		P(&s).Apply(seat, m, nil)
		if err := P(&s).Valid(); err != nil || moves > 5000 {
			return moves, fmt.Errorf("%d moves on, after %s: %v", moves+1, P(&s).Text(m), err)
		}
	}
	P(&s).View(game.Open)
	return moves, h.finished(P(&s))
}

// redeals checks what each viewer of a state may know.
func (h *harness[S, P]) redeals(s S, r *game.Rand) error {
	if P(&s).Owing() == 0 {
		return nil
	}
	for viewer := range game.Seat(P(&s).Seats()) {
		if err := h.secrets(s, viewer, r); err != nil {
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
	for range 1 + r.IntN(3) {
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
	if len(texts) > 1 && (r.IntN(3) > 0 || len(others) == 0) {
		a, b := texts[r.IntN(len(texts))], texts[r.IntN(len(texts))]
		a.set(b.value)
		if r.IntN(4) > 0 {
			b.set(a.value)
		}
		return
	}
	if len(others) == 0 {
		return
	}
	l := others[r.IntN(len(others))]
	switch v := l.value.(type) {
	case float64:
		l.set(v + float64(r.IntN(5)-2))
	case bool:
		l.set(!v)
	case []any:
		i := r.IntN(len(v))
		l.set(slices.Delete(slices.Clone(v), i, i+1))
	}
}

// PartialPositions takes cards out of the positions of random games, round after round on one of the undealt tables, and
// reads what is left with the rest put aside. thin changes the position, and leaves it one that can be played. Each must be read,
// keep the contract and play to its end. cards returns the cards in play, which redeals must not change.
func PartialPositions[S comparable, P game.State[S], C comparable](t *testing.T, tables []S, rounds int, thin func(position map[string]any, r *game.Rand), cards func(s *S) C) {
	t.Helper()
	const seed = 22
	r := game.NewRand(game.NumberSeed(seed))
	h := &harness[S, P]{}
	rounds *= times(t)
	moves := 0
	for round := range rounds {
		s := tables[round%len(tables)]
		P(&s).Deal(r)
		for range r.IntN(60) {
			before := s
			if P(&s).Apply(P(&s).Owing().First(), P(&s).RandomMove(P(&s).Owing().First(), r), nil); P(&s).Owing() == 0 {
				s = before
				break
			}
		}
		data, err := json.Marshal(P(&s))
		if err != nil {
			t.Fatal(err)
		}
		position := map[string]any{}
		if err := json.Unmarshal(data, &position); err != nil {
			t.Fatal(err)
		}
		thin(position, r)
		position["rest"] = "aside"
		if data, err = json.Marshal(position); err != nil {
			t.Fatal(err)
		}
		var c S
		if err := json.Unmarshal(data, P(&c)); err != nil {
			t.Fatalf("seed %d, round %d: %v\n%s", seed, round, err, data)
		}
		for viewer := range game.Spectator + 1 {
			for range 8 {
				d, e := c, c
				P(&d).Redeal(viewer, r)
				P(&e).RedealUnseen(r)
				if cards(&d) != cards(&c) || cards(&e) != cards(&c) {
					t.Fatalf("seed %d, round %d: a redeal for viewer %d brings other cards into play\n%s", seed, round, viewer, data)
				}
			}
		}
		n, err := h.playsOn(c, r)
		if err != nil {
			t.Fatalf("seed %d, round %d: %v\n%s", seed, round, err, data)
		}
		moves += n
	}
	if h.compared < rounds || moves < 2*rounds {
		t.Errorf("only %d moves were played on, and what two worlds tell of one was compared only %d times", moves, h.compared)
	}
}
