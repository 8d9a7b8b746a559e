package bot

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"sync"

	"mirabilia/game"
)

// The networks, as "mirabilia arena tune" writes them.
//
//go:embed nets/*.net
var netFiles embed.FS

// trained is the brain of a game. Where its network is not trained yet, rules of thumb judge in its place.
type trained[S comparable, P game.State[S]] struct {
	// plain is the judgement by rules of thumb, which Greedy keeps to in any case.
	plain Value[S]
	// features is how many features sight numbers.
	features int
	sight    Sight[S]
	// variants of the game, and which of them a state is of; nil means the first.
	variants []variant
	variant  func(s *S) int
	// corrects says that the networks are added to the rules of thumb, as odds, and do not replace them: slower, but they see what the
	// rules of thumb count out exactly.
	corrects bool
	offers   func(s *S, seat game.Seat, buf []game.Move) []game.Move
	scene    func(s *S, seat game.Seat) uint64
	method   Method

	once   sync.Once
	loaded []*Net // as variants; nil where there is none
}

func (t *trained[S, P]) level(i int, b Budget, seed game.Seed) Player {
	return &levelled[S, P]{brain: t, level: i, budget: b, seed: seed}
}

func (t *trained[S, P]) ladders() (list []ladder) {
	for _, v := range t.variants {
		list = append(list, v.ladder)
	}
	return list
}

// of is the number of the variant that a state is of.
func (t *trained[S, P]) of(s *S) int {
	if t.variant == nil {
		return 0
	}
	return t.variant(s)
}

// load reads the networks when they are first needed.
func (t *trained[S, P]) load() []*Net {
	t.once.Do(func() {
		for _, v := range t.variants {
			w, err := t.read(v.net)
			switch {
			case errors.Is(err, fs.ErrNotExist):
				t.loaded = append(t.loaded, nil)
			case err != nil:
				panic("bot: " + v.net + ": " + err.Error()) // embedded at build time
			default:
				t.loaded = append(t.loaded, w.Net())
			}
		}
	})
	return t.loaded
}

func (t *trained[S, P]) read(name string) (*Weights, error) {
	data, err := netFiles.ReadFile("nets/" + name)
	if err != nil {
		return nil, err
	}
	return ReadWeights(data, t.features)
}

// lesson is how to search with these networks.
func (t *trained[S, P]) lesson(nets []*Net) Lesson[S] {
	judge := func() Value[S] {
		buf := make([]uint16, 0, netMost)
		return func(s *S, seat game.Seat) float64 {
			net := nets[t.of(s)]
			if net == nil {
				return t.plain(s, seat)
			}
			buf = t.sight(s, seat, buf[:0])
			return Squash(t.base(s, seat) + net.Sum(buf))
		}
	}
	return Lesson[S]{Judge: judge, Offers: t.offers, Scene: t.scene, Method: t.method}
}

// base is what a network's odds are added to.
func (t *trained[S, P]) base(s *S, seat game.Seat) float64 {
	if t.corrects {
		return Odds(t.plain(s, seat))
	}
	return 0
}

// variant is a way to play a game that has a network and levels of its own.
type variant struct {
	net    string // its file
	ladder ladder
}

// levelled is a player of a level. Which variant it plays shows when it first looks at the board.
type levelled[S comparable, P game.State[S]] struct {
	brain  *trained[S, P]
	level  int
	budget Budget
	seed   game.Seed
	player Player
}

func (l *levelled[S, P]) of(b game.Board) Player {
	if l.player == nil {
		t := l.brain
		l.player = playerOf[S, P](t.lesson(t.load()), t.variants[t.of(b.(P))].ladder[l.level], l.budget, l.seed)
	}
	return l.player
}

// Choose implements Player.
func (l *levelled[S, P]) Choose(b game.Board, seat game.Seat) game.Move {
	return l.of(b).Choose(b, seat)
}

// Think implements Thinker; levels that do not search tell their move alone.
func (l *levelled[S, P]) Think(ctx context.Context, b game.Board, seat game.Seat) *Thoughts {
	return Ask(ctx, l.of(b), b, seat)
}

// School is what the training of a game's networks needs.
type School interface {
	// Features is how many features the networks of the game read.
	Features() int
	// Look lists the features of a board in the eyes of a seat, and the odds that the network's are added to.
	Look(b game.Board, seat game.Seat) (features []uint16, base float64)
	// Greedy looks one move ahead and judges by rules of thumb.
	Greedy(seed game.Seed) Player
	// Student is a search that judges by the given network, or by rules of thumb if there is none yet.
	Student(n *Net, b Budget, seed game.Seed) Thinker
}

// SchoolOf is where the networks of a game are trained.
func SchoolOf(g game.Game) (School, error) {
	b, ok := brains[g.Info().ID]
	if !ok {
		return nil, fmt.Errorf("no bot knows the game %q", g.Info().ID)
	}
	return b, nil
}

// Features implements School.
func (t *trained[S, P]) Features() int { return t.features }

// Look implements School.
func (t *trained[S, P]) Look(b game.Board, seat game.Seat) (features []uint16, base float64) {
	return t.sight(b.(P), seat, nil), t.base(b.(P), seat)
}

// Greedy implements School.
func (t *trained[S, P]) Greedy(seed game.Seed) Player { return NewGreedy[S, P](t.plain, seed) }

// Student implements School.
func (t *trained[S, P]) Student(n *Net, b Budget, seed game.Seed) Thinker {
	return NewSearch[S, P](t.lesson(slices.Repeat([]*Net{n}, len(t.variants))), b, seed)
}
