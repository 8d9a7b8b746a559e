package train

import (
	"math"
	"slices"

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
	// Joint trains for games whose chances are shared out by odds among the seats of a position (search.Params.ShareByOdds): what
	// counts is the share, and the seats of a position are learned together.
	Joint bool
	Seed  uint64
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
	var learned, held []group
	positions := 0
	for _, g := range s.groups(f.Joint) {
		if s.heldBack(int(g.first)) {
			held = append(held, g)
		} else {
			learned = append(learned, g)
			positions += int(g.count)
		}
	}
	f.Logf("%d positions to learn, %d held back; loss before %.4f", positions, s.Len()-positions, meanLoss(w.Net(), s, held, f.OutcomeWeight))
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
func (t *trainer) epoch(s *Samples, groups []group, outcomeWeight float64, r *game.Rand) float64 {
	game.Shuffle(r, groups)
	total := 0.0
	var hidden [game.MaxSeats][net.Hidden]float32
	var chances [game.MaxSeats]float64
	for _, g := range groups {
		for k := range g.count {
			i := g.first + k
			chances[k] = float64(s.baseLogits[i]) + float64(t.w.Logit(s.of(int(i)), &hidden[k]))
		}
		fromLogits(chances[:g.count])
		for k := range g.count {
			i := int(g.first + k)
			target := s.target(i, outcomeWeight)
			total += g.loss(chances[k], target)
			t.learn(s.of(i), &hidden[k], float32(chances[k]-target))
		}
	}
	return total / float64(len(groups))
}

// learn takes one step along the slope of the loss by the logit of a position.
func (t *trainer) learn(features []uint16, hidden *[net.Hidden]float32, slope float32) {
	w := t.w
	var back [net.Hidden]float32
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

// least keeps the logarithm of no chance finite.
const least = 1e-9

// loss returns the log loss of a chance.
func loss(p, target float64) float64 {
	return -target*math.Log(p+least) - (1-target)*math.Log(1-p+least)
}

// meanLoss returns the mean loss of a network on some groups.
func meanLoss(n *net.Net, s *Samples, groups []group, outcomeWeight float64) float64 {
	total := 0.0
	var chances [game.MaxSeats]float64
	for _, g := range groups {
		for k := range g.count {
			i := g.first + k
			chances[k] = float64(s.baseLogits[i]) + n.Logit(s.of(int(i)))
		}
		fromLogits(chances[:g.count])
		for k := range g.count {
			total += g.loss(chances[k], s.target(int(g.first+k), outcomeWeight))
		}
	}
	return total / float64(max(1, len(groups)))
}

// group is a position by itself, or the same one as all seats see it.
type group struct{ first, count int32 }

// loss returns the part of a chance in the log loss of its group.
func (g group) loss(p, target float64) float64 {
	if g.count == 1 {
		return loss(p, target)
	}
	return -target * math.Log(p+least)
}

// fromLogits turns the logits of a group into chances: shares by odds, if there are several.
func fromLogits(logits []float64) {
	if len(logits) == 1 {
		logits[0] = net.Sigmoid(logits[0])
		return
	}
	top, sum := slices.Max(logits), 0.0
	for i, l := range logits {
		logits[i] = math.Exp(l - top)
		sum += logits[i]
	}
	for i := range logits {
		logits[i] /= sum
	}
}
