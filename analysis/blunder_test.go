package analysis

import (
	"context"
	"fmt"
	"testing"

	"mirabilia/bot"
	"mirabilia/game"
	"mirabilia/game/record"
	"mirabilia/games"
)

// usual are the tables of the longer tests.
var usual = []struct {
	game    string
	seats   int
	options game.Options
}{
	{"duel", 2, nil}, {"duel", 2, game.Options{"pantheon": "true"}}, {"wonders", 3, nil}, {"architects", 3, nil}, {"dice", 3, nil},
}

// planted returns the record of a game in which the engine plays all seats well and, once, the worst of its candidates, at a decision
// where that costs as many points between two seats as asked for; -1 if the game had no such decision. In the quick test the decision is one where the search
// itself sees at least half of that, because to look closely at all others takes most of the time.
func planted(t *testing.T, gameID string, seats int, options game.Options, number uint64, simulations, cost int, quick bool) (g game.Game, rec *record.Record, at int) {
	t.Helper()
	g, err := games.ByID(gameID)
	if err != nil {
		t.Fatal(err)
	}
	rec = record.New(g, make([]string, seats), options, game.NumberSeed(number))
	b, err := rec.Start(g)
	if err != nil {
		t.Fatal(err)
	}
	r := game.NewRand(game.NumberSeed(number + 1<<32))
	from := 4 + r.IntN(30)
	m := &measure{context.Background(), g}
	at = -1
	enough := Chance(float64(10*cost) * scale(seats))
	for b.Owing() != 0 {
		seat := b.Owing().First()
		found := m.search(b, seat, simulations, r.Seed())
		move := found.Move
		if now := len(rec.Steps); at < 0 && now >= from && len(found.Moves) > 1 {
			worst := worstOf(found)
			if !quick || found.Moves[0].Chance-worst.Chance >= float64(enough)/float64(2*Sure) {
				// Other redeals than those of the analysis.
				d := m.decision(&position{board: b, seat: seat, move: worst.Move, text: b.Text(worst.Move)}, now+1000, 2, 8, 100)
				if d.Best().Q[seat]-d.Moves[0].Q[seat] >= enough {
					at, move = now, worst.Move
				}
			}
		}
		rec.Add(seat, b.Text(move))
		b.Apply(seat, move, nil)
	}
	rec.Finish(b)
	return g, rec, at
}

// worstOf returns the searched move with the least chance.
func worstOf(a *bot.Analysis) bot.MoveStats {
	worst := a.Moves[len(a.Moves)-1]
	for _, s := range a.Moves {
		if s.Visits > 0 && s.Chance < worst.Chance {
			worst = s
		}
	}
	return worst
}

// blunder is where a blunder was planted, where the largest loss of the game was found, and how large that was.
type blunder struct {
	at, found int
	loss      Chance
}

// plantedAndFound plants a blunder in a game and looks for it; nil if there was no decision for it.
func plantedAndFound(t *testing.T, gameID string, seats int, options game.Options, number uint64, simulations, cost int, quick bool, budget Budget) *blunder {
	g, rec, at := planted(t, gameID, seats, options, number, simulations, cost, quick)
	if at < 0 {
		return nil
	}
	worst := analysed(t, g, rec, budget).Analysis().TurningPoints(game.NoSeat)
	if len(worst) == 0 {
		return &blunder{at: at, found: -1}
	}
	return &blunder{at, worst[0].T, worst[0].Loss}
}

// TestPlantedBlunder: a blunder among good moves is found as the largest loss. "make prove" plants a hundred per game and
// asks for 90 of them.
func TestPlantedBlunder(t *testing.T) {
	for _, table := range usual {
		t.Run(fmt.Sprint(table.game, table.options), func(t *testing.T) {
			games, simulations, cost, budget := long(t, 1), 50, 20, Budget{20, 6, 60, FineNone, 0, 0}
			if games > 1 {
				simulations, budget = 400, Budget{100, 8, 150, FineLosses, 24, 400}
			} else if table.seats > 2 {
				budget = Budget{10, 4, 20, FineNone, 0, 0}
			}
			first := 1
			if table.game == "wonders" {
				// Players make their last choices at the same time: one who guesses the others' choices wrong loses more there than by a blunder before.
				// That was seen in games 1 and on, so other games show whether 35 points are enough.
				simulations, cost, first = 4*simulations, 35, 10001
			}
			tried, found := 0, 0
			for number := first; tried < games && number < first+20*games; {
				for _, one := range onAllCores(games-tried, func(k int) *blunder {
					return plantedAndFound(t, table.game, table.seats, table.options, uint64(number+k), simulations, cost, games == 1, budget)
				}) {
					switch {
					case one == nil:
					case one.at == one.found:
						tried++
						found++
					default:
						tried++
						t.Logf("seed %d: planted at %d, found at %d (%v)", number, one.at, one.found, one.loss.Points())
					}
					number++
				}
			}
			t.Logf("%d of %d found", found, tried)
			if tried < games || found*10 < tried*9 {
				t.Errorf("%d of %d planted blunders were the largest loss", found, tried)
			}
		})
	}
}
