package train

import (
	"math"

	"mirabilia/arena"
	"mirabilia/bot/net"
	"mirabilia/game"
)

// Fit trains a network on samples, on one core: the same samples and settings give the same network.
type Fit struct {
	Epochs       int
	LearningRate float64
	// Decay multiplies the learning rate after each epoch.
	Decay float64
	// OutcomeWeight is how much the outcome of a game counts in what a position should be worth; the rest is what the
	// search found.
	OutcomeWeight float64
	Seed          uint64
	// Logf logs the losses of each epoch.
	Logf func(format string, args ...any)
	// Save, if set, is called with the network after each epoch.
	Save func(*net.Weights) error
}

// Loss is how well a network fits games that it was not trained on.
type Loss struct {
	Train float64 `json:"train"`
	// Held is the loss on the games held back, towards the same targets, and HeldOutcome towards the outcome alone.
	Held        float64 `json:"held"`
	HeldOutcome float64 `json:"held_outcome"`
}

// Run trains from a network, or from nothing if it is nil.
func (f *Fit) Run(s *Samples, from *net.Weights) (*net.Weights, []Loss, error) {
	r := game.NewRand(arena.ChildSeed(f.Seed, s.Len(), 1))
	w := from.Clone()
	if w == nil {
		w = net.NewWeights(s.Header.Features, func() float64 { return 2*unit(r) - 1 })
	}
	var learned, held []int32
	for i := range s.Len() {
		if s.heldBack(i) {
			held = append(held, int32(i))
		} else {
			learned = append(learned, int32(i))
		}
	}
	f.Logf("%d positions to learn, %d held back; loss before %.4f", len(learned), len(held), meanLoss(w.Net(), s, held, f.OutcomeWeight))
	t := newTrainer(w, f.LearningRate)
	var losses []Loss
	for e := range f.Epochs {
		l := Loss{Train: t.epoch(s, learned, f.OutcomeWeight, r)}
		n := w.Net()
		l.Held, l.HeldOutcome = meanLoss(n, s, held, f.OutcomeWeight), meanLoss(n, s, held, 1)
		f.Logf("epoch %d: loss %.4f, held back %.4f (outcome alone %.4f)", e+1, l.Train, l.Held, l.HeldOutcome)
		losses = append(losses, l)
		if f.Save != nil {
			if err := f.Save(w); err != nil {
				return w, losses, err
			}
		}
		t.rate *= float32(f.Decay)
	}
	return w, losses, nil
}

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

// epoch goes once over the positions in random order and returns the mean loss on the way.
func (t *trainer) epoch(s *Samples, positions []int32, outcomeWeight float64, r *game.Rand) float64 {
	game.Shuffle(r, positions)
	total := 0.0
	for _, i := range positions {
		total += t.learn(s.of(int(i)), float64(s.baseLogits[i]), s.target(int(i), outcomeWeight))
	}
	return total / float64(len(positions))
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

// loss returns the log loss of a chance.
func loss(p, target float64) float64 {
	const least = 1e-9
	return -target*math.Log(p+least) - (1-target)*math.Log(1-p+least)
}

// meanLoss returns the mean loss of a network on some positions.
func meanLoss(n *net.Net, s *Samples, positions []int32, outcomeWeight float64) float64 {
	total := 0.0
	for _, i := range positions {
		total += loss(net.Sigmoid(float64(s.baseLogits[i])+n.Logit(s.of(int(i)))), s.target(int(i), outcomeWeight))
	}
	return total / float64(max(1, len(positions)))
}
