package train

import (
	"math"
	"reflect"
	"testing"

	"mirabilia/bot/net"
	"mirabilia/game"
	"mirabilia/games"
)

// parity is a question that no network without hidden units can answer: is exactly one of the two
// features there?
func parity(n int, r *game.Rand) *Samples {
	s := new(Samples)
	for range n {
		x := r.Below(4)
		var features []uint16
		target := 0.1
		for f := range 2 {
			if x>>f&1 != 0 {
				features = append(features, uint16(f))
			}
		}
		if len(features) == 1 {
			target = 0.9
		}
		s.Add(append(features, uint16(2+r.Below(3))), 0, target)
	}
	return s
}

func TestTrainerLearns(t *testing.T) {
	r := game.NewRand(game.NumberSeed(1))
	w := net.NewWeights(5, func() float64 { return float64(r.Uint64()>>11)/(1<<52) - 1 })
	s := parity(4000, r)
	test := s.cut(1000)
	if s.Len() != 3000 || test.Len() != 1000 {
		t.Fatal(s.Len(), test.Len())
	}
	before := meanLoss(w.Net(), test)
	learn := newTrainer(w, 0.05)
	for range 10 {
		learn.epoch(s, r)
	}
	least := loss(0.9, 0.9)
	if after := meanLoss(w.Net(), test); before < 0.5 || after > least+0.02 {
		t.Errorf("the loss fell from %.3f to %.3f, the least is %.3f", before, after, least)
	}
}

func TestSamplesKeepTheirOrder(t *testing.T) {
	a, b := new(Samples), new(Samples)
	a.Add([]uint16{1, 2}, 0, 0.25)
	b.Add(nil, 0, 0.5)
	b.Add([]uint16{3}, -1, 0.75)
	a.join(b)
	tail := a.cut(1)
	for i, want := range [][]uint16{{1, 2}, {}} {
		if features, _, _ := a.at(i); len(features) != len(want) || len(want) > 0 && !reflect.DeepEqual(features, want) {
			t.Errorf("position %d has %v", i, features)
		}
	}
	if features, baseLogit, target := tail.at(0); baseLogit != -1 || target != 0.75 || len(features) != 1 || features[0] != 3 {
		t.Error(features, baseLogit, target)
	}
}

// TestTraining runs the whole thing small: what comes out is the same however many games are played at once.
func TestTraining(t *testing.T) {
	g, err := games.ByID("duel")
	if err != nil {
		t.Fatal(err)
	}
	var nets [][]byte
	for _, workers := range []int{1, 3} {
		training := Training{
			SelfPlay: SelfPlay{Game: g, Seats: []int{2}, Games: 24, Simulations: 8, Seed: 3, Workers: workers, OutcomeWeight: 0.5},
			Epochs:   2, Generations: 2, LearningRate: 0.02, GateGames: 4, Logf: t.Logf,
		}
		w, err := training.Run(nil)
		if err != nil {
			t.Fatal(err)
		}
		nets = append(nets, w.Bytes())
	}
	if !reflect.DeepEqual(nets[0], nets[1]) {
		t.Error("the network depends on the number of workers")
	}
}

func TestLoss(t *testing.T) {
	if l := loss(0.5, 0.3); math.Abs(l-math.Ln2) > 1e-6 {
		t.Error(l)
	}
	if l := loss(0, 1); math.IsInf(l, 0) || l < 10 {
		t.Error(l)
	}
}
