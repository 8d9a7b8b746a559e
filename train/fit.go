package train

import (
	"math"

	"mirabilia/bot/net"
	"mirabilia/game"
)

// trainer fits a network to samples: stochastic gradient descent on the log loss, with steps that get
// shorter for weights that have moved much (Adagrad).
type trainer struct {
	w    *net.Weights
	rate float32
	// The sums of the squared slopes of every weight so far.
	in   [][net.Hidden]float32
	out  [net.Hidden]float32
	bias float32
}

// firstSlope keeps the first steps of a weight from being too long.
const firstSlope = 1e-2

func newTrainer(w *net.Weights, rate float64) *trainer {
	t := &trainer{w: w, rate: float32(rate), in: make([][net.Hidden]float32, len(w.In)), bias: firstSlope}
	for h := range t.out {
		t.out[h] = firstSlope
	}
	for i := range t.in {
		t.in[i] = t.out
	}
	return t
}

// epoch goes once over all samples in random order and returns the mean loss on the way.
func (t *trainer) epoch(s *Samples, r *game.Rand) float64 {
	order := make([]int32, s.Len())
	for i := range order {
		order[i] = int32(i)
	}
	game.Shuffle(r, order)
	total := 0.0
	for _, i := range order {
		total += t.learn(s.at(int(i)))
	}
	return total / float64(len(order))
}

// learn takes one step towards the target and returns the loss before it.
func (t *trainer) learn(features []uint16, baseLogit, target float64) float64 {
	w := t.w
	var hidden, back [net.Hidden]float32
	p := net.Sigmoid(baseLogit + float64(w.Logit(features, &hidden)))
	slope := float32(p - target)
	for h, x := range hidden {
		if x > 0 && x < 1 {
			back[h] = slope * w.Out[h]
		}
		w.Out[h] -= t.step(&t.out[h], slope*x)
	}
	w.Bias -= t.step(&t.bias, slope)
	t.learnRow(len(w.In)-1, &back)
	for _, f := range features {
		t.learnRow(int(f), &back)
	}
	return loss(p, target)
}

func (t *trainer) learnRow(i int, back *[net.Hidden]float32) {
	row, sums := &t.w.In[i], &t.in[i]
	for h, slope := range back {
		if slope != 0 {
			row[h] = net.Clip(row[h] - t.step(&sums[h], slope))
		}
	}
}

func (t *trainer) step(sum *float32, slope float32) float32 {
	*sum += slope * slope
	return t.rate * slope / float32(math.Sqrt(float64(*sum)))
}

// loss is the log loss of a chance.
func loss(p, target float64) float64 {
	const least = 1e-9
	return -target*math.Log(p+least) - (1-target)*math.Log(1-p+least)
}

// meanLoss is how wrong a network is about samples.
func meanLoss(n *net.Net, s *Samples) float64 {
	total := 0.0
	for i := range s.Len() {
		features, baseLogit, target := s.at(i)
		total += loss(net.Sigmoid(baseLogit+n.Logit(features)), target)
	}
	return total / float64(s.Len())
}
