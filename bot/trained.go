package bot

import (
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
	// nets are the files of the networks, and variant says which of them judges a state; nil means the first.
	nets    []string
	variant func(s *S) int
	offers  func(s *S, seat game.Seat, buf []game.Move) []game.Move
	method  Method
	ladder  ladder

	once   sync.Once
	loaded []*Net // as nets; nil where there is none
}

func (t *trained[S, P]) level(i int, b Budget, seed game.Seed) Player {
	return playerOf[S, P](t.lesson(t.load()), t.ladder[i], b, seed)
}

func (t *trained[S, P]) rung(i int) Level { return t.ladder[i] }

// load reads the networks when they are first needed.
func (t *trained[S, P]) load() []*Net {
	t.once.Do(func() {
		for _, name := range t.nets {
			w, err := t.read(name)
			switch {
			case errors.Is(err, fs.ErrNotExist):
				t.loaded = append(t.loaded, nil)
			case err != nil:
				panic("bot: " + name + ": " + err.Error()) // embedded at build time
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
			net := nets[0]
			if t.variant != nil {
				net = nets[t.variant(s)]
			}
			if net == nil {
				return t.plain(s, seat)
			}
			buf = t.sight(s, seat, buf[:0])
			return net.Chance(buf)
		}
	}
	return Lesson[S]{Judge: judge, Offers: t.offers, Method: t.method}
}

// School is what the training of a game's networks needs.
type School interface {
	// Features is how many features the networks of the game read.
	Features() int
	// Look lists the features of a board in the eyes of a seat.
	Look(b game.Board, seat game.Seat, buf []uint16) []uint16
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
func (t *trained[S, P]) Look(b game.Board, seat game.Seat, buf []uint16) []uint16 {
	return t.sight(b.(P), seat, buf)
}

// Greedy implements School.
func (t *trained[S, P]) Greedy(seed game.Seed) Player { return NewGreedy[S, P](t.plain, seed) }

// Student implements School.
func (t *trained[S, P]) Student(n *Net, b Budget, seed game.Seed) Thinker {
	return NewSearch[S, P](t.lesson(slices.Repeat([]*Net{n}, len(t.nets))), b, seed)
}
