package search_test

import (
	"testing"

	"mirabilia/arena"
	"mirabilia/bot"
	"mirabilia/bot/eval"
	"mirabilia/bot/eval/architects"
	"mirabilia/bot/eval/duel"
	"mirabilia/bot/search"
	"mirabilia/game"
	rules "mirabilia/games/architects"
	duelrules "mirabilia/games/duel"
)

// counted counts how often a search went on with a tree it kept.
type counted[S comparable, P game.State[S]] struct {
	*search.Search[S, P]
	choices, kept *int
}

func (c counted[S, P]) Choose(b game.Board, seat game.Seat) game.Move {
	m := c.Search.Choose(b, seat)
	*c.choices++
	if search.Kept(c.Search) > 0 {
		*c.kept++
	}
	return m
}

// honesty plays games with searches that evaluate by the heuristic, and returns the share of choices with a kept tree.
func honesty[S comparable, P game.State[S]](t *testing.T, g game.Game, options game.Options, seats, games int, k eval.Knowledge[S], peek bool) (*arena.HonestyReport, float64) {
	t.Helper()
	config := search.Config[S]{NewEvaluator: func() search.Evaluator[S] { return k.Heuristic }, Candidates: k.Candidates, ObservationKey: k.ObservationKey, MoveKey: k.MoveKey, Params: k.Params}
	choices, kept := 0, 0
	h := arena.Honesty{Series: arena.Series{Game: g, Options: options, Seats: seats, Bot: "search", Games: games, Seed: 7, Workers: 1}, NewBot: func(_ game.Game, _ string, seed game.Seed) (bot.Player, error) {
		s := search.New[S, P](config, search.Budget{Simulations: 60}, seed)
		if peek {
			search.Peek(s)
		}
		return counted[S, P]{s, &choices, &kept}, nil
	}}
	r, err := h.Run()
	if err != nil {
		t.Fatal(err)
	}
	return r, float64(kept) / float64(choices)
}

// TestKeptTreesAreHonest: trees are kept often, and never by what the seat cannot know. A search that keeps its tree by
// the true board is caught.
func TestKeptTreesAreHonest(t *testing.T) {
	pantheon := game.Options{"pantheon": "true"}
	for name, play := range map[string]func(peek bool) (*arena.HonestyReport, float64){
		"duel": func(peek bool) (*arena.HonestyReport, float64) {
			return honesty(t, duelrules.Game, nil, 2, 10, duel.New(), peek)
		},
		"pantheon": func(peek bool) (*arena.HonestyReport, float64) {
			return honesty(t, duelrules.Game, pantheon, 2, 10, duel.New(), peek)
		},
		"architects": func(peek bool) (*arena.HonestyReport, float64) {
			return honesty(t, rules.Game, nil, 3, 10, architects.New(), peek)
		},
	} {
		r, kept := play(false)
		t.Logf("%s: the tree was kept for %.0f%% of %d choices", name, 100*kept, 2*r.Decisions)
		if r.Different > 0 || r.Hidden < 100 || kept < 0.1 {
			t.Errorf("%s: %s, kept %.2f", name, r, kept)
		}
		if r, _ := play(true); r.Different == 0 {
			t.Errorf("%s: a peek was not caught: %s", name, r)
		}
	}
}
