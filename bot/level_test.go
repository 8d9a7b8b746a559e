package bot

import (
	"context"
	"testing"
	"time"

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
	for id, b := range brains {
		for variant, ladder := range b.ladders() {
			before := Level{Noise: 2, Naive: 1}
			for i, l := range ladder {
				if l.Simulations < before.Simulations || l.Simulations == 0 && l.Noise+l.Naive >= before.Noise+before.Naive {
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
	s := duelTable(t, nil)
	s.Deal(game.NewRand(game.NumberSeed(1)))
	for name, most := range map[string]int{"level8:40": 40, "level5:7": 7, "level8:60:2x": 60} {
		p, err := New(duel.Game, name, game.NumberSeed(1))
		if err != nil {
			t.Fatal(err)
		}
		if th := Ask(context.Background(), p, &s, 0); th.Simulations < 1 || th.Simulations > most {
			t.Errorf("%s played %d simulations", name, th.Simulations)
		}
	}
	p, err := New(duel.Game, "level8:5ms", game.NumberSeed(1))
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	th := Ask(context.Background(), p, &s, 0)
	if took := time.Since(start); took > 2*time.Second { // a busy machine may be slow to look at the clock
		t.Errorf("five milliseconds took %v", took)
	}
	if len(th.Line) == 0 || th.Line[0].Move != s.Text(th.Move) || len(th.Moves) != 4 || th.Moves[0].Visits < th.Moves[3].Visits {
		t.Errorf("%+v", th)
	}
}

// TestNoviceSeesVictory: a beginner who can win at once does.
func TestNoviceSeesVictory(t *testing.T) {
	s := nim{pile: 3, n: 2}
	for seed := range uint64(20) {
		p := NewNovice[nim](func(*nim, game.Seat) float64 { return 0.5 }, Level{Noise: 0.1, Naive: 1}, game.NumberSeed(seed))
		if m := p.Choose(&s, 0); m != 3 {
			t.Errorf("took %d of 3", m)
		}
	}
}
