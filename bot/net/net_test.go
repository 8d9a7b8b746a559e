package net

import (
	"math"
	"testing"

	"mirabilia/game"
)

func randomWeights(features int, spread float32) *Weights {
	r := game.NewRand(game.NumberSeed(1))
	w := NewWeights(features, func() float64 { return float64(r.Uint64()>>11)/(1<<51) - 2 })
	for i := range w.In {
		for h := range w.In[i] {
			w.In[i][h] *= spread
		}
	}
	return w
}

func TestNetIsItsDefinition(t *testing.T) {
	for _, spread := range []float32{1, 30} { // the second reaches the limits of every weight and sum
		w := randomWeights(MaxFeatures, spread)
		back, err := ReadWeights(w.Bytes(), MaxFeatures, 0)
		if err != nil {
			t.Fatal(err)
		}
		net := back.Net()
		var hidden [Hidden]float32
		r := game.NewRand(game.NumberSeed(2))
		for n := 0; n <= MaxFeatures; n++ {
			var features []uint16
			for f := range MaxFeatures {
				if r.IntN(MaxFeatures) < n {
					features = append(features, uint16(f))
				}
			}
			if got, want := Sigmoid(net.Logit(features)), Sigmoid(float64(back.Logit(features, &hidden))); math.Abs(got-want) > 1e-4 {
				t.Fatalf("%d features: %v, want %v", len(features), got, want)
			}
		}
	}
	if _, err := ReadWeights(randomWeights(5, 1).Bytes(), 6, 4); err == nil {
		t.Error("a network for other features was read")
	}
}

// TestEarlierNetworks: to a network from before some features were added, these mean nothing.
func TestEarlierNetworks(t *testing.T) {
	earlier := randomWeights(5, 1)
	now, err := ReadWeights(earlier.Bytes(), 8, 5)
	if err != nil {
		t.Fatal(err)
	}
	if now.Features() != 8 {
		t.Errorf("it reads %d features", now.Features())
	}
	for _, features := range [][]uint16{nil, {0}, {1, 4}, {0, 1, 2, 3, 4}} {
		want := earlier.Net().Logit(features)
		if got := now.Net().Logit(append(features, 5, 7)); got != want {
			t.Errorf("%v: %v, want %v", features, got, want)
		}
	}
}

func BenchmarkNet(b *testing.B) {
	net := randomWeights(800, 1).Net()
	features := make([]uint16, 80)
	for i := range features {
		features[i] = uint16(10 * i)
	}
	for b.Loop() {
		Sigmoid(net.Logit(features))
	}
}
