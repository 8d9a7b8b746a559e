package architects

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"mirabilia/game"
)

// scene loads a position. $less(deck: n card, ...) in it stands for the hidden cards of a deck without these.
func scene(t *testing.T, position string) *State {
	t.Helper()
	for {
		before, rest, found := strings.Cut(position, "$less(")
		if !found {
			break
		}
		list, after, _ := strings.Cut(rest, ")")
		position = before + less(t, list) + after
	}
	s := new(State)
	if err := json.Unmarshal([]byte(position), s); err != nil {
		t.Fatalf("%v\n%s", err, position)
	}
	return s
}

// less reads "central: 2 wood, 1 gold".
func less(t *testing.T, list string) string {
	t.Helper()
	id, taken, _ := strings.Cut(list, ":")
	d, ok := deckByID(id)
	if !ok {
		t.Fatalf("no deck %q", id)
	}
	out, err := json.Marshal(writeBag(fullDecks[d] - bag(t, taken)))
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// bag reads "2 wood, 1 gold".
func bag(t *testing.T, list string) Bag {
	t.Helper()
	var b Bag
	for _, item := range strings.Split(list, ",") {
		if item = strings.TrimSpace(item); item == "" {
			continue
		}
		n, id, _ := strings.Cut(item, " ")
		k, ok := kindByID(id)
		if !ok || len(n) != 1 || n[0] < '1' || n[0] > '9' {
			t.Fatalf("no cards: %q", item)
		}
		b += Bag(n[0]-'0') * one(k)
	}
	return b
}

// hand returns a bag as JSON.
func hand(t *testing.T, list string) string {
	t.Helper()
	out, err := json.Marshal(writeBag(bag(t, list)))
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// play plays moves, each by the seat whose turn it is, and gives back what was told.
func play(t *testing.T, s *State, moves ...string) []game.Event {
	t.Helper()
	var told game.Events
	for _, m := range moves {
		if err := game.PlayText(s, s.turn, m, &told); err != nil {
			t.Fatalf("%s: %v", m, err)
		}
		if err := s.Valid(); err != nil {
			t.Fatalf("after %s: %v", m, err)
		}
	}
	return told.List
}

// refused checks that a move is refused for a reason.
func refused(t *testing.T, s *State, move, reason string) {
	t.Helper()
	err := game.PlayText(s, s.turn, move, nil)
	if err == nil {
		t.Fatalf("%s is not refused", move)
	}
	if refusal, ok := err.(*game.Error); !ok || refusal.Reason != reason {
		t.Errorf("%s is refused with %#v, want %s", move, err, reason)
	}
}

// legal checks the moves of the seat whose turn it is, in any order.
func legal(t *testing.T, s *State, want ...string) {
	t.Helper()
	got := strings.Fields(s.texts(s.Moves(s.turn, nil)))
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("legal are %v, want %v", got, want)
	}
}

// builds returns the legal builds.
func builds(s *State) []string {
	return slices.DeleteFunc(strings.Fields(s.texts(s.Moves(s.turn, nil))), func(m string) bool { return m[0] != 'b' })
}

// count returns how many events of a type are told about a thing; any thing if it is empty.
func count(told []game.Event, event, what string) int {
	n := 0
	for _, ev := range told {
		if ev.Type == event && (what == "" || ev.What == what) {
			n++
		}
	}
	return n
}

func equal[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// points checks the scores of all seats.
func points(t *testing.T, s *State, want ...int) {
	t.Helper()
	res := s.Result()
	for seat, n := range want {
		equal(t, "points of seat "+game.Seat(seat).Letter(), int(res.Score[seat]), n)
	}
}
