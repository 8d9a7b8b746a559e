package train

import (
	"context"
	"math"

	"mirabilia/arena"
	"mirabilia/bot"
	"mirabilia/bot/net"
	"mirabilia/game"
)

// SelfPlay lets a network play itself and keeps positions with how they turned out.
type SelfPlay struct {
	Game    game.Game
	Options game.Options
	// Seats are the sizes of the tables, taken in turn.
	Seats []int
	Games int
	// Simulations of a move; 0 lets Greedy play, which gives many games of a plain kind in little time.
	Simulations int
	Seed        uint64
	Workers     int
	// OutcomeWeight is how much the outcome counts in what a position is worth; the rest is what the search found.
	OutcomeWeight float64
	// ScoreTemperature is by how many points one must lead for the result to count as clear; 0 knows only who won. It tells more about a game than
	// its winner, where points decide.
	ScoreTemperature float64
	// Progress, if set, is called as games end, from several goroutines.
	Progress func(done, total int)
}

// Chance of things in self-play, in percent: that a position is kept, and that a move is drawn by its visits
// instead of taking the best; and the most moves at the beginning that are drawn at random.
const (
	keepPercent = 25
	drawPercent = 15
	randomStart = 10
)

// Run plays the games with a network, or with the heuristic if that is nil. The outcome does not depend on the number of workers.
func (p *SelfPlay) Run(trainable bot.Trainable, n *net.Net) (*Samples, error) {
	boards := make([]game.Board, len(p.Seats))
	for i, seats := range p.Seats {
		b, err := p.Game.New(seats, p.Options)
		if err != nil {
			return nil, err
		}
		boards[i] = b
	}
	games := make([]*Samples, p.Games)
	newWorker := func() func(int) {
		return func(g int) {
			games[g] = p.play(p.Game.Clone(boards[g%len(boards)]), trainable, n, game.NewRand(arena.ChildSeed(p.Seed, g, 0)))
		}
	}
	err := arena.Parallel(context.Background(), p.Workers, p.Games, newWorker, func(_, done int) error {
		if p.Progress != nil {
			p.Progress(done, p.Games)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	all := new(Samples)
	for _, s := range games {
		all.join(s)
	}
	return all, nil
}

// play plays one game. Everybody thinks with the same network but in a tree of their own.
func (p *SelfPlay) play(b game.Board, trainable bot.Trainable, n *net.Net, r *game.Rand) *Samples {
	b.Deal(r)
	seats := b.Seats()
	players := make([]bot.Player, seats)
	for i := range players {
		if p.Simulations == 0 {
			players[i] = trainable.Greedy(r.Seed())
		} else {
			players[i] = trainable.SearchWith(n, bot.Budget{Simulations: p.Simulations}, r.Seed())
		}
	}
	var kept []kept
	start := r.Below(randomStart)
	for i := 0; b.Owing() != 0; i++ {
		seat := b.Owing().First()
		var chances []float64
		m := game.Move(0)
		if i < start {
			m = b.Draw(seat, r)
		} else {
			m, chances = p.choose(players[seat], b, seat, r)
		}
		if i >= start && r.Below(100) < keepPercent {
			for viewer := range seats {
				kept = append(kept, keep(b, trainable, game.Seat(viewer), chances))
			}
		}
		b.Apply(seat, m, nil)
	}
	res := b.Result()
	s := new(Samples)
	for _, k := range kept {
		target := worth(&res, k.seat, seats, p.ScoreTemperature)
		if k.chance >= 0 {
			target = p.OutcomeWeight*target + (1-p.OutcomeWeight)*k.chance
		}
		s.Add(k.features, k.baseLogit, target)
	}
	return s
}

// choose is what a player does, now and then something else that is worth a try, and the chances it sees if it thinks about them.
func (p *SelfPlay) choose(player bot.Player, b game.Board, seat game.Seat, r *game.Rand) (game.Move, []float64) {
	stray := r.Below(100) < drawPercent
	analyzer, ok := player.(bot.Analyzer)
	switch {
	case ok:
		th := analyzer.Analyze(context.Background(), b, seat)
		if stray {
			return drawByVisits(th, r), th.Chances
		}
		return th.Move, th.Chances
	case stray:
		return b.Draw(seat, r), nil
	default:
		return player.Choose(b, seat), nil
	}
}

// worth is what a result is worth to a seat: 1 in all for everybody.
func worth(res *game.Result, seat game.Seat, seats int, temperature float64) float64 {
	if temperature == 0 {
		if winners := res.Winners(); winners.Has(seat) {
			return 1 / float64(winners.Len())
		}
		return 0
	}
	sum := 0.0
	for o := range seats {
		sum += math.Exp(float64(res.Score[o]-res.Score[seat]) / temperature)
	}
	return 1 / sum
}

// kept is a position whose game is not over yet.
type kept struct {
	seat      game.Seat
	features  []uint16
	baseLogit float64
	chance    float64 // by the search; -1 if it did not look
}

func keep(b game.Board, trainable bot.Trainable, seat game.Seat, chances []float64) kept {
	features, baseLogit := trainable.Encode(b, seat)
	k := kept{seat, features, baseLogit, -1}
	if chances != nil {
		k.chance = chances[seat]
	}
	return k
}

// drawByVisits draws a move as often as the search looked at it.
func drawByVisits(th *bot.Analysis, r *game.Rand) game.Move {
	total := 0
	for _, t := range th.Moves {
		total += t.Visits
	}
	if total == 0 {
		return th.Move
	}
	x := r.Below(total)
	for _, t := range th.Moves {
		if x < t.Visits {
			return t.Move
		}
		x -= t.Visits
	}
	return th.Move
}
