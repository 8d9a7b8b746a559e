package duplicate

import (
	"encoding/json"
	"strings"
	"testing"

	"mirabilia/game"
	"mirabilia/game/gametest"
)

// played returns a match after some random moves, of which some seat owes the next.
func played(t testing.TB, s State, seed uint64, moves int) State {
	t.Helper()
	r := game.NewRand(game.NumberSeed(seed))
	s.Deal(r)
	for range moves {
		before := s
		seat := s.Owing().First()
		if s.Apply(seat, s.RandomMove(seat, r), nil); s.Owing() == 0 {
			return before
		}
	}
	return s
}

// TestImpossiblePositions changes one thing in a good position: it is refused with the reason, and the receiver stays as it was.
func TestImpossiblePositions(t *testing.T) {
	good := played(t, table(t), 3, 40)
	other := played(t, table(t), 4, 40)
	gods := played(t, table(t, "pantheon=true"), 3, 40)
	text := func(s *State) string {
		data, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	boardOf := func(s *State, i int) string {
		data, err := json.Marshal(&s.boards[i])
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	turns := func(s *State) string {
		data, _ := json.Marshal([2]int{int(s.turn[0]), int(s.turn[1])})
		return `"turns":` + string(data)
	}
	for _, c := range []struct{ name, old, new, want string }{
		{"unknown field", `"turns"`, `"turn"`, "turn"},
		{"one board", "," + boardOf(&good, 1), "", "2 boards"},
		{"no such board", `"turns"`, `"given_up":[{"board":3,"seat":0,"by":"time"}],"turns"`, "no board 3"},
		{"given up twice", `"turns"`, `"given_up":[{"board":1,"seat":0,"by":"time"},{"board":1,"seat":1,"by":"time"}],"turns"`, "given up twice"},
		{"no such seat", `"turns"`, `"given_up":[{"board":1,"seat":2,"by":"time"}],"turns"`, "no seat 2"},
		{"no such end", `"turns"`, `"given_up":[{"board":1,"seat":0,"by":"boredom"}],"turns"`, "boredom"},
		{"other seat's turn", turns(&good), `"turns":[0,0]`, ""},
		{"ran away", turns(&good), `"turns":[40,36]`, ""},
		{"negative turns", turns(&good), `"turns":[-2,0]`, "-2 turns"},
		{"other deal", boardOf(&good, 1), boardOf(&other, 1), ""},
		{"other options", boardOf(&good, 1), boardOf(&gods, 1), ""},
		{"bad board", `"chance"`, `"chants"`, "board 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			data := strings.Replace(text(&good), c.old, c.new, 1)
			if data == text(&good) {
				t.Fatalf("%q does not occur in %s", c.old, data)
			}
			s := other
			err := json.Unmarshal([]byte(data), &s)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("refused with %v, want %q in it", err, c.want)
			}
			if s != other {
				t.Error("a refused position changed the receiver")
			}
		})
	}
}

// Boards that were given up keep how, and by whom.
func TestGivenUpPositions(t *testing.T) {
	s := played(t, table(t), 5, 30)
	for _, text := range []string{"2:resign", "time"} {
		if err := game.PlayText(&s, 1, text, nil); err != nil {
			t.Fatal(err)
		}
		data, err := json.Marshal(&s)
		if err != nil {
			t.Fatal(err)
		}
		var back State
		if err := json.Unmarshal(data, &back); err != nil || back != s {
			t.Errorf("after %s the position came back otherwise: %v\n%s", text, err, data)
		}
	}
}

func TestMutatedPositions(t *testing.T) {
	gametest.MutatedPositions(t, []State{table(t), table(t, "pantheon=true")}, 1500, 40)
}
