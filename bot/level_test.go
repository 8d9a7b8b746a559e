package bot

import (
	"context"
	"slices"
	"testing"
	"time"

	"mirabilia/bot/eval"
	"mirabilia/bot/search"
	"mirabilia/game"
	"mirabilia/games/duel"
	"mirabilia/locales"
)

func TestEveryBotHasANameInEveryLanguage(t *testing.T) {
	for _, lang := range locales.Languages {
		for _, name := range Names {
			for _, key := range []string{"bots." + name, "bots." + name + ".about"} {
				if text, ok := locales.Lookup(lang, key); !ok || text == "" {
					t.Errorf("%s lacks %s", lang, key)
				}
			}
		}
	}
}

func TestLevelsGrow(t *testing.T) {
	for id, b := range models {
		for variant, ladder := range b.ladders() {
			before := eval.Level{Noise: 2, ScoreWeight: 1}
			for i, l := range ladder {
				if l.Simulations < before.Simulations || l.Simulations == 0 && l.Noise+l.ScoreWeight >= before.Noise+before.ScoreWeight {
					t.Errorf("%s, variant %d: level %d (%+v) is no stronger than the one below (%+v)", id, variant, i+1, l, before)
				}
				if l.Simulations > 0 && (l.Time == 0 || l.Time > 2*time.Second) {
					t.Errorf("%s, variant %d: level %d may take %v for a move", id, variant, i+1, l.Time)
				}
				before = l
			}
		}
	}
}

func TestUnknownBots(t *testing.T) {
	for _, name := range []string{"level9", "level0", "", "Level1", "level8:soon"} {
		if p, err := New(duel.Game, name, game.Seed{}); err == nil {
			t.Errorf("%q is %T", name, p)
		}
	}
}

// TestBudgetsAreKept: a budget given with the name replaces the level's own.
func TestBudgetsAreKept(t *testing.T) {
	s := duelState(t)
	s.Deal(game.NewRand(game.NumberSeed(1)))
	for name, most := range map[string]int{"level8:40": 40, "level5:7": 7, "level8:60:2x": 60} {
		p, err := New(duel.Game, name, game.NumberSeed(1))
		if err != nil {
			t.Fatal(err)
		}
		if th := Analyze(context.Background(), p, &s, 0); th.Simulations < 1 || th.Simulations > most {
			t.Errorf("%s played %d simulations", name, th.Simulations)
		}
	}
	p, err := New(duel.Game, "level8:5ms", game.NumberSeed(1))
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	th := Analyze(context.Background(), p, &s, 0)
	if took := time.Since(start); took > 2*time.Second { // a busy machine may be slow to look at the clock
		t.Errorf("five milliseconds took %v", took)
	}
	if len(th.Line) == 0 || th.Line[0].Move != s.Text(th.Move) || len(th.Moves) != 4 || th.Moves[0].Visits < th.Moves[3].Visits {
		t.Errorf("%+v", th)
	}
}

// TestNoisyGreedySeesVictory: a beginner with an immediate win takes it, whatever the score.
func TestNoisyGreedySeesVictory(t *testing.T) {
	r := game.NewRand(game.NumberSeed(6))
	s, seen := duelState(t), 0
	for range 200 {
		for s.Deal(r); s.Owing() != 0; {
			seat := s.Owing().First()
			wins := func(m game.Move) bool {
				after := s
				after.Apply(seat, m, nil)
				return after.Owing() == 0 && after.CardsLeft() > 0 && search.Outcome(&after, seat) == 1
			}
			if moves := s.Moves(seat, nil); slices.ContainsFunc(moves, wins) {
				seen++
				p := NewNoisyGreedy[duel.State](func(*duel.State, game.Seat) float64 { return 0.5 }, eval.Level{Noise: 0.001, ScoreWeight: 1}, r.Seed())
				if m := p.Choose(&s, seat); !wins(m) {
					t.Errorf("missed a win with %s", s.Text(m))
				}
			}
			s.Apply(seat, s.RandomMove(seat, r), nil)
		}
	}
	if seen < 20 {
		t.Errorf("there were only %d immediate wins", seen)
	}
}

func duelState(t *testing.T) duel.State {
	t.Helper()
	b, err := duel.Game.New(2, nil)
	if err != nil {
		t.Fatal(err)
	}
	return *b.(*duel.State)
}
