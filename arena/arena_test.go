package arena_test

import (
	"math"
	"reflect"
	"slices"
	"testing"
	"time"

	"mirabilia/arena"
	"mirabilia/game/gametest/steps"
	"mirabilia/games"
)

// everyGame is the catalogue and a game outside of it, which the arena plays as well.
var everyGame = append(slices.Clone(games.All), steps.Game)

func TestSameSeedSameMatch(t *testing.T) {
	for _, g := range everyGame {
		players := make([]string, g.Info().MinSeats)
		for i := range players {
			players[i] = []string{"greedy", "random"}[min(i, 1)]
		}
		var reports []*arena.Report
		for _, workers := range []int{1, 3} {
			m := arena.Match{Game: g, Players: players, Games: 12, Seed: 7, Workers: workers}
			r, err := m.Run()
			if err != nil {
				t.Fatal(err)
			}
			reports = append(reports, r)
		}
		if !reflect.DeepEqual(reports[0], reports[1]) {
			t.Errorf("%s: one worker found %+v, three found %+v", g.Info().ID, reports[0], reports[1])
		}
		won := 0
		for _, n := range reports[0].WonBy {
			won += n
		}
		if won != reports[0].Games {
			t.Errorf("%s: %d games were played, %d won", g.Info().ID, reports[0].Games, won)
		}
	}
}

func TestMatchRefuses(t *testing.T) {
	duel, err := games.ByID("duel")
	if err != nil {
		t.Fatal(err)
	}
	for name, m := range map[string]arena.Match{
		"no games":      {Game: duel, Players: []string{"random", "random"}},
		"unknown bot":   {Game: duel, Players: []string{"random", "oracle"}, Games: 2},
		"wrong seats":   {Game: duel, Players: []string{"random"}, Games: 2},
		"wrong options": {Game: duel, Players: []string{"random", "random"}, Games: 2, Options: map[string]string{"x": "y"}},
	} {
		if _, err := m.Run(); err == nil {
			t.Errorf("%s was accepted", name)
		}
	}
}

// TestBenchCountsNoAllocations: the speed of a game rests on it.
func TestBenchCountsNoAllocations(t *testing.T) {
	for _, g := range everyGame {
		for _, policy := range []string{arena.PolicyList, arena.PolicyPlayout} {
			s, err := arena.Bench(g, g.Info().MaxSeats, nil, policy, 20*time.Millisecond)
			if err != nil {
				t.Fatal(err)
			}
			if s.AllocsPerGame >= 0.5 || s.Games == 0 || s.DecisionsPerGame < 10 {
				t.Errorf("%+v", s)
			}
		}
	}
	if _, err := arena.Bench(games.All[0], 0, nil, "list", time.Millisecond); err == nil {
		t.Error("a game without seats was measured")
	}
}

func TestWilson(t *testing.T) {
	for _, c := range []struct {
		rate      float64
		n         int
		low, high float64
	}{{0.5, 100, 0.4038, 0.5962}, {0, 10, 0, 0.2775}, {1, 10, 0.7225, 1}, {0, 0, 0, 1}} {
		if ci := arena.Wilson(c.rate, c.n); math.Abs(ci[0]-c.low) > 1e-3 || math.Abs(ci[1]-c.high) > 1e-3 {
			t.Errorf("%v of %d: %v, want %v to %v", c.rate, c.n, ci, c.low, c.high)
		}
	}
}

// TestScorerBeatsRandom: a game that the bots know nothing of but the score has a bot that plays for it.
func TestScorerBeatsRandom(t *testing.T) {
	m := arena.Match{Game: steps.Game, Players: []string{"greedy", "random"}, Games: 400, Seed: 5}
	r, err := m.Run()
	if err != nil {
		t.Fatal(err)
	}
	if best := r.Players[0]; best.Name != "greedy" || best.CI95[0] < 0.6 {
		t.Errorf("seed %d: %s", m.Seed, r)
	}
}
