package arena_test

import (
	"context"
	"math"
	"os"
	"strconv"
	"testing"

	"mirabilia/arena"
	"mirabilia/bot"
	"mirabilia/game"
	"mirabilia/games/duplicate"
)

// TestDuplicateTakesOutLuck lets two bots of known strength play matches of Duplicate Duel and asks how much less the results spread than those of two single games on different
// deals. The games are the same ones in both cases, because the bots play each board by itself: a match is the two boards of one deal, and what it is compared with are a
// board of one deal and the other board of another, so that each bot begins once there too. MIRABILIA_DUPLICATE says how many deals are played, otherwise a few.
func TestDuplicateTakesOutLuck(t *testing.T) {
	deals, whole := 40, false
	if text := os.Getenv("MIRABILIA_DUPLICATE"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		deals, whole = n, true
	}
	type setting struct {
		pantheon string
		players  [2]string
	}
	list := []setting{{"false", [2]string{"level5:24", "level4"}}}
	if whole {
		list = nil
		for _, pantheon := range []string{"false", "true"} {
			for _, players := range [][2]string{{"level6:100", "level6:100"}, {"level6:100", "level4"}, {"level4", "level2"}} {
				list = append(list, setting{pantheon, players})
			}
		}
	}
	factor, variance := 0.0, 0.0
	for _, c := range list {
		const seed = 1
		given := playDuplicates(t, c.pantheon, c.players, deals, seed)
		s := spreadOf(given)
		t.Logf("pantheon=%s, %s against %s, %d deals, seed %d: a board gives %.1f ± %.1f, its two boards correlate by %.2f", c.pantheon, c.players[0], c.players[1], deals, seed, s.mean, s.board, s.correlation)
		t.Logf("    sum of points: spread %.1f in duplicate, %.1f in two single games, factor %.3f ± %.3f", s.sum, s.apart, s.apart/s.sum, s.factorError)
		t.Logf("    match score: %.3f ± %.3f in duplicate, %.3f ± %.3f in two single games, factor %.3f", s.score, s.scoreSpread, s.scoreApart, s.scoreSpreadApart, s.scoreSpreadApart/s.scoreSpread)
		factor += s.apart / s.sum / float64(len(list))
		variance += s.factorError * s.factorError / float64(len(list)*len(list))
		if again := playDuplicates(t, c.pantheon, c.players, 3, seed); again[0] != given[0] || again[2] != given[2] {
			t.Errorf("the same seed gave %v and then %v", given[:3], again)
		}
	}
	t.Logf("factor %.3f ± %.3f on average", factor, math.Sqrt(variance))
	// A few deals show nothing about spreads.
	if whole && factor-2*math.Sqrt(variance) <= 1 {
		t.Error("results do not spread less in duplicate than in two single games")
	}
}

// playDuplicates returns what each board of each deal gives the first bot.
func playDuplicates(t *testing.T, pantheon string, names [2]string, deals int, seed uint64) [][2]float64 {
	t.Helper()
	given := make([][2]float64, deals)
	newWorker := func() func(int) {
		b, err := duplicate.Game.New(2, game.Options{"pantheon": pantheon})
		if err != nil {
			t.Error(err)
		}
		return func(deal int) {
			b.Deal(game.NewRand(arena.ChildSeed(seed, deal, 0)))
			var players [2]bot.Player
			for i, name := range names {
				p, err := bot.New(duplicate.Game, name, arena.ChildSeed(seed, deal, i+1))
				if err != nil {
					t.Error(err)
					return
				}
				defer bot.Release(p)
				players[i] = p
			}
			for b.Owing() != 0 {
				seat := b.Owing().First()
				b.Apply(seat, players[seat].Choose(b, seat), nil)
			}
			res := b.Result()
			given[deal] = [2]float64{float64(res.Parts[0][0]), float64(res.Parts[0][1])}
		}
	}
	if err := arena.Parallel(context.Background(), 0, deals, newWorker, func(_, _ int) error { return nil }); err != nil {
		t.Fatal(err)
	}
	return given
}

// spread is what matches have in common. Spreads are standard deviations.
type spread struct {
	// mean and board are those of one board; correlation is that of what the two boards of a deal give.
	mean, board, correlation float64
	// sum is the spread of the sum of both boards of a deal, apart that of boards of different deals; factorError is the standard error of their ratio.
	sum, apart, factorError float64
	// score is the mean of match scores (1, ½ or 0), with its spread, in duplicate and of boards of different deals.
	score, scoreSpread, scoreApart, scoreSpreadApart float64
}

func spreadOf(given [][2]float64) (s spread) {
	n := len(given)
	var first, second, both, sums, scores, scoresApart []float64
	for i, d := range given {
		first, second, both = append(first, d[0]), append(second, d[1]), append(both, d[0], d[1])
		sums, scores = append(sums, d[0]+d[1]), append(scores, scoreOf(d[0]+d[1]))
		// Every second board of the deals around serves as another deal's.
		for k := 1; k <= 8; k++ {
			scoresApart = append(scoresApart, scoreOf(d[0]+given[(i+k)%n][1]))
		}
	}
	s.mean, s.board = moments(both)
	_, s.sum = moments(sums)
	meanFirst, spreadFirst := moments(first)
	meanSecond, spreadSecond := moments(second)
	s.apart = math.Hypot(spreadFirst, spreadSecond) // different deals have nothing in common
	for _, d := range given {
		s.correlation += (d[0] - meanFirst) * (d[1] - meanSecond) / float64(n-1) / (spreadFirst * spreadSecond)
	}
	// The ratio is 1/√(1 + correlation) where both boards spread alike.
	s.factorError = (1 - s.correlation*s.correlation) / math.Sqrt(float64(n)) / 2 / math.Pow(1+s.correlation, 1.5)
	s.score, s.scoreSpread = moments(scores)
	s.scoreApart, s.scoreSpreadApart = moments(scoresApart)
	return s
}

func scoreOf(sum float64) float64 {
	switch {
	case sum > 0:
		return 1
	case sum < 0:
		return 0
	}
	return 0.5
}

// moments returns the mean and the standard deviation.
func moments(list []float64) (mean, deviation float64) {
	for _, v := range list {
		mean += v / float64(len(list))
	}
	for _, v := range list {
		deviation += (v - mean) * (v - mean)
	}
	return mean, math.Sqrt(deviation / float64(len(list)-1))
}
