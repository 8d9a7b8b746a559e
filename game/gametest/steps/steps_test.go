package steps

import (
	"encoding/json"
	"testing"

	"mirabilia/game"
	"mirabilia/game/gametest"
)

func TestConformance(t *testing.T) {
	gametest.Run[State](t, State{}, gametest.Suite{Games: 60, Probe: 3, MaxBytes: 64, MinHidden: 300, MaxDecisions: cards})
}

func TestMutatedPositions(t *testing.T) {
	gametest.MutatedPositions[State](t, []State{{}}, 2000, 20)
}

func FuzzPosition(f *testing.F) { gametest.FuzzPosition[State](f, State{}) }

func FuzzMove(f *testing.F) { gametest.FuzzMove[State](f, State{}) }

// TestSaved: the page's tests of the plain board read a position of this game as the server shows it to seat 0.
func TestSaved(t *testing.T) {
	var s State
	r := game.NewRand(game.NumberSeed(11))
	s.Deal(r)
	for range 4 {
		s.Apply(s.turn, s.RandomMove(s.turn, r), nil)
	}
	moves := []string{}
	for _, m := range s.Moves(0, nil) {
		moves = append(moves, s.Text(m))
	}
	data, err := json.MarshalIndent(map[string]any{
		"seat": 0, "view": s.View(0), "moves": moves, "owing": []int{int(s.turn)}, "names": []string{"Anna", "Ben"}, "log": []any{},
	}, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	gametest.Golden(t, "../../../../web/src/games/generic/fixtures/steps.json", string(data)+"\n")
}

func TestPartialPositions(t *testing.T) {
	gametest.PartialPositions[State](t, []State{{}}, 200, func(position map[string]any, r *game.Rand) {
		pile := position["pile"].([]any)
		position["pile"] = pile[r.IntN(len(pile)+1):]
		for _, seat := range position["seats"].([]any) {
			seat.(map[string]any)["row"] = []int{}
		}
	}, func(s *State) (in [cards]bool) {
		for i, at := range s.at {
			in[i] = at != aside
		}
		return in
	})
}
