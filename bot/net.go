package bot

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
)

// Net judges positions: a neural network with one hidden layer over features that are there or not. What it
// reads is the list of those that are there.
//
// Sums of a hidden layer are kept four to a machine word. Each weight is stored raised by netRaise, so
// that no sum ever borrows from its neighbour; how much was raised in all is known from the number of
// features.
type Net struct {
	rows  [][netWords]uint64 // the weights of each feature to the hidden units; the last row is there always
	out   [NetHidden]float32
	shift float32
}

const (
	// NetHidden is the number of hidden units.
	NetHidden = 32
	netWords  = NetHidden / 4
	netRaise  = 128
	// netScale is what a hidden unit's sum is divided by: weights are whole numbers of 1/netScale.
	netScale = 64
	// netMost is the most features a list may have: the sums of more could spill over.
	netMost = 1<<16/(2*netRaise) - 2
)

// Weights are a network as it is trained and stored.
type Weights struct {
	// In are the weights from each feature to each hidden unit; the last row belongs to no feature and
	// always counts.
	In [][NetHidden]float32
	// Out are the weights of the hidden units, and Shift is added to their sum.
	Out   [NetHidden]float32
	Shift float32
}

// NewWeights is an untrained network for so many features; noise draws small numbers to begin with.
func NewWeights(features int, noise func() float64) *Weights {
	w := &Weights{In: make([][NetHidden]float32, features+1)}
	for i := range w.In {
		for h := range NetHidden {
			w.In[i][h] = float32(noise() * 0.1)
		}
	}
	for h := range NetHidden {
		w.In[features][h] = 0.4
		w.Out[h] = float32(noise() * 0.5)
	}
	return w
}

// Clone is a copy; of nothing it is nothing.
func (w *Weights) Clone() *Weights {
	if w == nil {
		return nil
	}
	c := *w
	c.In = slices.Clone(w.In)
	return &c
}

// Features is how many features the network reads.
func (w *Weights) Features() int { return len(w.In) - 1 }

// clipAt is the greatest weight that can be stored.
const clipAt = float32(netRaise-1) / netScale

// Clip keeps a weight from a feature within what can be stored.
func Clip(x float32) float32 { return max(-clipAt, min(clipAt, x)) }

// Sum is what a network trained in floating point makes of a list of features, before it is squashed to a
// chance; hidden gets the hidden units, each from 0 to 1.
func (w *Weights) Sum(features []uint16, hidden *[NetHidden]float32) float32 {
	sums := w.In[len(w.In)-1]
	for _, f := range features {
		row := &w.In[f]
		for h := range sums {
			sums[h] += row[h]
		}
	}
	total := w.Shift
	for h, x := range sums {
		hidden[h] = max(0, min(1, x))
		total += w.Out[h] * hidden[h]
	}
	return total
}

// Net is the network ready to judge.
func (w *Weights) Net() *Net {
	n := &Net{rows: make([][netWords]uint64, len(w.In)), shift: w.Shift}
	for h := range w.Out {
		n.out[h] = w.Out[h] / netScale // hidden units are counted in whole numbers of 1/netScale
	}
	for i := range w.In {
		for h, x := range w.In[i] {
			q := uint64(int(math.Round(float64(Clip(x))*netScale)) + netRaise)
			n.rows[i][h/4] |= q << (16 * (h % 4))
		}
	}
	return n
}

// Sum is what the network makes of a list of features: the odds of winning, as their logarithm.
func (n *Net) Sum(features []uint16) float64 {
	// The sums stand in variables of their own, which the compiler keeps in registers.
	start := &n.rows[len(n.rows)-1]
	a, b, c, d, e, f, g, h := start[0], start[1], start[2], start[3], start[4], start[5], start[6], start[7]
	for _, at := range features {
		row := &n.rows[at]
		a += row[0]
		b += row[1]
		c += row[2]
		d += row[3]
		e += row[4]
		f += row[5]
		g += row[6]
		h += row[7]
	}
	raised := int32(netRaise * (len(features) + 1))
	total := n.shift
	for i, word := range [netWords]uint64{a, b, c, d, e, f, g, h} {
		out := n.out[4*i : 4*i+4 : 4*i+4]
		total += out[0]*unit(word&0xFFFF, raised) + out[1]*unit(word>>16&0xFFFF, raised) +
			out[2]*unit(word>>32&0xFFFF, raised) + out[3]*unit(word>>48, raised)
	}
	return float64(total)
}

// Squash turns the logarithm of odds into a chance, and Odds a chance into that.
func Squash(sum float64) float64 { return 1 / (1 + math.Exp(-sum)) }

// Odds is the inverse of Squash; of certainty it makes something very likely.
func Odds(chance float64) float64 {
	const least = 1e-4
	chance = max(least, min(1-least, chance))
	return math.Log(chance / (1 - chance))
}

// unit is the activation of a hidden unit: its sum, at least 0 and at most netScale.
func unit(sum uint64, raised int32) float32 {
	return float32(max(0, min(netScale, int32(sum)-raised)))
}

// Bytes is the network as it is stored: the number of rows, the weights of each as bytes, the rest as
// floating point numbers.
func (w *Weights) Bytes() []byte {
	data := binary.LittleEndian.AppendUint32(nil, uint32(len(w.In)))
	for i := range w.In {
		for _, x := range w.In[i] {
			data = append(data, byte(int8(math.Round(float64(Clip(x))*netScale))))
		}
	}
	for _, x := range w.Out {
		data = binary.LittleEndian.AppendUint32(data, math.Float32bits(x))
	}
	return binary.LittleEndian.AppendUint32(data, math.Float32bits(w.Shift))
}

// ReadWeights reads what Bytes wrote, for a game with so many features.
func ReadWeights(data []byte, features int) (*Weights, error) {
	want := 4 + (features+1)*NetHidden + 4*NetHidden + 4
	if len(data) != want || int(binary.LittleEndian.Uint32(data)) != features+1 {
		return nil, fmt.Errorf("a network for %d features has %d bytes, not %d", features, want, len(data))
	}
	w := &Weights{In: make([][NetHidden]float32, features+1)}
	data = data[4:]
	for i := range w.In {
		for h := range NetHidden {
			w.In[i][h] = float32(int8(data[h])) / netScale
		}
		data = data[NetHidden:]
	}
	for h := range NetHidden {
		w.Out[h] = math.Float32frombits(binary.LittleEndian.Uint32(data))
		data = data[4:]
	}
	w.Shift = math.Float32frombits(binary.LittleEndian.Uint32(data))
	return w, nil
}
