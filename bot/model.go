package bot

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"sync"

	"mirabilia/bot/eval"
	"mirabilia/bot/net"
	"mirabilia/bot/search"
	"mirabilia/game"
)

// trainedModel is what the bots know of one game, with its networks.
type trainedModel[S comparable, P game.State[S]] struct {
	eval.Knowledge[S]

	once sync.Once
	nets []*net.Net // one per variant; nil where the heuristic evaluates
}

func newModel[S comparable, P game.State[S]](k eval.Knowledge[S]) *trainedModel[S, P] {
	return &trainedModel[S, P]{Knowledge: k}
}

func (t *trainedModel[S, P]) level(i int, b Budget, seed game.Seed) Player {
	return &levelPlayer[S, P]{model: t, level: i, budget: b, seed: seed}
}

func (t *trainedModel[S, P]) ladders() (list []eval.Ladder) {
	for _, v := range t.Variants {
		list = append(list, v.Ladder)
	}
	return list
}

func (t *trainedModel[S, P]) netID(b game.Board) string {
	data := t.Variants[t.VariantIn(b.(P))].Net
	if data == nil {
		return "heuristic"
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:4])
}

// load reads the networks when they are first needed.
func (t *trainedModel[S, P]) load() []*net.Net {
	t.once.Do(func() {
		for i, v := range t.Variants {
			t.nets = append(t.nets, nil)
			if v.Net == nil {
				continue
			}
			w, err := t.ReadNet(v.Net)
			if err != nil {
				panic("bot: " + err.Error()) // embedded at build time
			}
			t.nets[i] = w.Net()
		}
	})
	return t.nets
}

// config returns how to search with these networks, one per variant.
func (t *trainedModel[S, P]) config(nets []*net.Net) search.Config[S] {
	newEvaluator := func() search.Evaluator[S] {
		logits := make([]func(s *S, seat game.Seat) float64, len(nets))
		for i, n := range nets {
			if n != nil {
				logits[i] = t.newLogit(n)
			}
		}
		return func(s *S, seat game.Seat) float64 {
			logit := logits[t.VariantIn(s)]
			if logit == nil {
				return t.Heuristic(s, seat)
			}
			return net.Sigmoid(t.baseLogit(s, seat) + logit(s, seat))
		}
	}
	return search.Config[S]{NewEvaluator: newEvaluator, Candidates: t.Candidates, ObservationKey: t.ObservationKey, MoveKey: t.MoveKey, Params: t.Params}
}

// newLogit returns what finds the output of a network for a state, with scratch memory of its own.
func (t *trainedModel[S, P]) newLogit(n *net.Net) func(s *S, seat game.Seat) float64 {
	if t.NewLogit != nil {
		return t.NewLogit(n)
	}
	// Nothing that is written lies beside what another goroutine's evaluator writes: not even the length of this list is kept.
	buf := make([]uint16, 0, net.MaxFeatures)
	return func(s *S, seat game.Seat) float64 { return n.Logit(t.Knowledge.Encode(s, seat, buf)) }
}

// baseLogit returns what a network's logit is added to.
func (t *trainedModel[S, P]) baseLogit(s *S, seat game.Seat) float64 {
	if t.Residual {
		return net.Logit(t.Heuristic(s, seat))
	}
	return 0
}

// levelPlayer is a player of a level. It learns the variant when it first sees the board.
type levelPlayer[S comparable, P game.State[S]] struct {
	model  *trainedModel[S, P]
	level  int
	budget Budget
	seed   game.Seed
	player Player
}

// on returns the player for the variant that is on the board.
func (l *levelPlayer[S, P]) on(b game.Board) Player {
	if l.player == nil {
		t := l.model
		config := t.config(t.load())
		level := t.Variants[t.VariantIn(b.(P))].Ladder[l.level]
		if level.Simulations == 0 {
			l.player = NewNoisyGreedy[S, P](config.NewEvaluator(), level, l.seed)
		} else {
			l.player = search.New[S, P](config, l.budget.Over(Budget{Simulations: level.Simulations, Time: level.Time}), l.seed)
		}
	}
	return l.player
}

// Choose implements Player.
func (l *levelPlayer[S, P]) Choose(b game.Board, seat game.Seat) game.Move {
	return l.on(b).Choose(b, seat)
}

// Analyze implements Analyzer; levels that do not search return only their move.
func (l *levelPlayer[S, P]) Analyze(ctx context.Context, b game.Board, seat game.Seat) *Analysis {
	return Analyze(ctx, l.on(b), b, seat)
}

// Observe implements Observer; levels that do not search know nothing.
func (l *levelPlayer[S, P]) Observe(ctx context.Context, b game.Board) []float64 {
	if o, ok := l.on(b).(Observer); ok {
		return o.Observe(ctx, b)
	}
	return nil
}

// Release frees what the player holds.
func (l *levelPlayer[S, P]) Release() {
	if l.player != nil {
		Release(l.player)
	}
}
