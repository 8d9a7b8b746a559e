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
		back, err := ReadWeights(w.Bytes(), MaxFeatures)
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
	if _, err := ReadWeights(randomWeights(5, 1).Bytes(), 6); err == nil {
		t.Error("a network for other features was read")
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
