package bot

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"mirabilia/bot/eval"
	"mirabilia/bot/net"
	"mirabilia/bot/search"
	"mirabilia/game"
)

// Trainable is what training needs of a game.
type Trainable interface {
	// Features returns the number of features that the networks of the game read.
	Features() int
	// Encode returns the features of a board for a seat, and the logit that the network's is added to.
	Encode(b game.Board, seat game.Seat) (features []uint16, baseLogit float64)
	// Greedy looks one move ahead and evaluates by the heuristic.
	Greedy(seed game.Seed) Player
	// Shipped returns the built-in network of the variant on the board; nil if the heuristic evaluates.
	Shipped(b game.Board) *net.Net
	// Variant returns the number of the variant on the board.
	Variant(b game.Board) int
	// Bends returns the ways to win that a search can be bent towards.
	Bends() []BendInfo
	// ReadNet reads a network of the game, one of the first version too.
	ReadNet(data []byte) (*net.Weights, error)
	// SearchWith returns a search, ReflexWith a player that looks one move ahead and needs no budget.
	SearchWith(s Setup) (Analyzer, error)
	ReflexWith(s Setup) (Reflex, error)
}

// Setup says how a search evaluates and what it may spend.
type Setup struct {
	// Net evaluates; nil means the heuristic.
	Net *net.Net
	// Bend, if it has a name, bends the evaluation for the seat that searches towards one way to win.
	Bend   Bend
	Budget Budget
	Seed   game.Seed
	// First searches with the parameters of the first version.
	First bool
}

// Bend is one of a game's bends, and the bonus per unit as a logit.
type Bend struct {
	Name  string
	Bonus float64
}

// BendInfo describes a bend: the range of its bonus, and how often training draws it compared with others.
type BendInfo struct {
	Name      string
	Low, High float64
	Weight    int
}

// TrainableFor returns what training needs of a game.
func TrainableFor(g game.Game) (Trainable, error) { return modelFor(g) }

// Variants returns the options of each variant of a game, as far as one option tells them apart; the first is nil, for the
// usual game.
func Variants(g game.Game) ([]game.Options, error) {
	m, err := modelFor(g)
	if err != nil {
		return nil, err
	}
	list, seen := []game.Options{nil}, map[int]bool{0: true}
	for _, o := range g.Info().Options {
		for _, value := range o.Values {
			options := game.Options{o.Key: value}
			b, err := g.New(g.Info().MinSeats, options)
			if err != nil {
				return nil, err
			}
			if v := m.Variant(b); !seen[v] {
				seen[v] = true
				list = append(list, options)
			}
		}
	}
	if len(list) != len(m.ladders()) {
		return nil, fmt.Errorf("%d of the %d variants of %s were found by its options", len(list), len(m.ladders()), g.Info().ID)
	}
	return list, nil
}

// Features implements Trainable.
func (t *trainedModel[S, P]) Features() int { return t.Knowledge.Features }

// Encode implements Trainable.
func (t *trainedModel[S, P]) Encode(b game.Board, seat game.Seat) (features []uint16, baseLogit float64) {
	return t.Knowledge.Encode(b.(P), seat, nil), t.baseLogit(b.(P), seat)
}

// Greedy implements Trainable.
func (t *trainedModel[S, P]) Greedy(seed game.Seed) Player { return NewGreedy[S, P](t.Heuristic, seed) }

// Shipped implements Trainable.
func (t *trainedModel[S, P]) Shipped(b game.Board) *net.Net { return t.load()[t.Variant(b)] }

// Variant implements Trainable.
func (t *trainedModel[S, P]) Variant(b game.Board) int { return t.VariantIn(b.(P)) }

// Bends implements Trainable.
func (t *trainedModel[S, P]) Bends() (list []BendInfo) {
	for _, b := range t.Knowledge.Bends {
		list = append(list, BendInfo{b.Name, b.Low, b.High, b.Weight})
	}
	return list
}

// ReadNet implements Trainable.
func (t *trainedModel[S, P]) ReadNet(data []byte) (*net.Weights, error) {
	return net.ReadWeights(data, t.Knowledge.Features, t.FirstFeatures)
}

// SearchWith implements Trainable.
func (t *trainedModel[S, P]) SearchWith(s Setup) (Analyzer, error) {
	config := t.configWith(s)
	if s.Bend.Name == "" {
		return search.New[S, P](config, s.Budget, s.Seed), nil
	}
	bent, err := t.bent(config.NewEvaluator, s.Bend)
	if err != nil {
		return nil, err
	}
	return &bentPlayer{newSearch: func(own game.Seat) Analyzer {
		config.NewEvaluator = func() search.Evaluator[S] { return bent(own) }
		return search.New[S, P](config, s.Budget, s.Seed)
	}}, nil
}

// ReflexWith implements Trainable.
func (t *trainedModel[S, P]) ReflexWith(s Setup) (Reflex, error) {
	config := t.configWith(s)
	x := &reflex[S, P]{candidates: t.Candidates, r: game.NewRand(s.Seed), evaluator: func(game.Seat) search.Evaluator[S] { return config.NewEvaluator() }}
	var err error
	if s.Bend.Name != "" {
		x.evaluator, err = t.bent(config.NewEvaluator, s.Bend)
	}
	return x, err
}

// configWith returns how to evaluate with the network of a setup.
func (t *trainedModel[S, P]) configWith(s Setup) search.Config[S] {
	config := t.config(slices.Repeat([]*net.Net{s.Net}, len(t.Variants)))
	if s.First && t.FirstParams != nil {
		config.Params = *t.FirstParams
	}
	return config
}

// bent returns evaluators that are bent for one seat.
func (t *trainedModel[S, P]) bent(straight func() search.Evaluator[S], bend Bend) (func(own game.Seat) search.Evaluator[S], error) {
	i := slices.IndexFunc(t.Knowledge.Bends, func(b eval.Bend[S]) bool { return b.Name == bend.Name })
	if i < 0 {
		return nil, game.Refuse(game.Invalid, "bad_bend", "there is no bend %q; there are: %s", bend.Name, strings.Join(t.bendNames(), ", "))
	}
	count := t.Knowledge.Bends[i].Count
	return func(own game.Seat) search.Evaluator[S] {
		evaluate := straight()
		return func(state *S, seat game.Seat) float64 {
			if seat != own && P(state).Seats() > 2 {
				return evaluate(state, seat) // the search shares out what the seats' chances add up to
			}
			v := net.Sigmoid(net.Logit(evaluate(state, own)) + bend.Bonus*count(state, own))
			if seat != own {
				return 1 - v
			}
			return v
		}
	}, nil
}

func (t *trainedModel[S, P]) bendNames() (names []string) {
	for _, b := range t.Knowledge.Bends {
		names = append(names, b.Name)
	}
	return names
}

// bentPlayer makes its search when it learns its seat.
type bentPlayer struct {
	newSearch func(own game.Seat) Analyzer
	search    Analyzer
}

// Choose implements Player.
func (p *bentPlayer) Choose(b game.Board, seat game.Seat) game.Move {
	return p.on(seat).Choose(b, seat)
}

// Analyze implements Analyzer.
func (p *bentPlayer) Analyze(ctx context.Context, b game.Board, seat game.Seat) *Analysis {
	return p.on(seat).Analyze(ctx, b, seat)
}

func (p *bentPlayer) on(seat game.Seat) Analyzer {
	if p.search == nil {
		p.search = p.newSearch(seat)
	}
	return p.search
}
