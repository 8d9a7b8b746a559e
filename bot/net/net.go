// Package net holds the networks that evaluate positions: one hidden layer over sparse binary features.
package net

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
)

// Net is a network ready to evaluate. Its input is the list of the features that are present.
//
// The sums of the hidden layer are kept four to a machine word. Each weight is stored with an offset added, so that
// no sum ever borrows from its neighbour; the number of features says how many offsets a sum contains.
type Net struct {
	rows [][words]uint64 // weights from each feature to the hidden units; the last row is always added
	out  [Hidden]float32
	bias float32
}

const (
	// Hidden is the number of hidden units.
	Hidden = 32
	words  = Hidden / 4
	offset = 128
	// scale is the divisor of the sums: weights are whole numbers of 1/scale.
	scale = 64
	// MaxFeatures is the most features a position may have: the sums of more could overflow.
	MaxFeatures = 1<<16/(2*offset) - 2
)

// Weights is a network as it is trained and stored.
type Weights struct {
	// In has the weights from each feature to each hidden unit; the last row belongs to no feature and is always
	// added.
	In [][Hidden]float32
	// Out has the weights of the hidden units; Bias is added to their sum.
	Out  [Hidden]float32
	Bias float32
}

// NewWeights returns an untrained network for so many features; noise draws its initial weights.
func NewWeights(features int, noise func() float64) *Weights {
	w := &Weights{In: make([][Hidden]float32, features+1)}
	for i := range w.In {
		for h := range Hidden {
			w.In[i][h] = float32(noise() * 0.1)
		}
	}
	for h := range Hidden {
		w.In[features][h] = 0.4
		w.Out[h] = float32(noise() * 0.5)
	}
	return w
}

// Clone returns a copy; nil of nil.
func (w *Weights) Clone() *Weights {
	if w == nil {
		return nil
	}
	c := *w
	c.In = slices.Clone(w.In)
	return &c
}

// Features returns the number of features that the network reads.
func (w *Weights) Features() int { return len(w.In) - 1 }

// maxWeight is the greatest weight from a feature that can be stored.
const maxWeight = float32(offset-1) / scale

// Clip returns a weight from a feature within what can be stored.
func Clip(x float32) float32 { return max(-maxWeight, min(maxWeight, x)) }

// Logit returns the output for a list of features, in floating point; hidden gets the hidden units, each from 0 to 1.
func (w *Weights) Logit(features []uint16, hidden *[Hidden]float32) float32 {
	sums := w.In[len(w.In)-1]
	for _, f := range features {
		row := &w.In[f]
		for h := range sums {
			sums[h] += row[h]
		}
	}
	total := w.Bias
	for h, x := range sums {
		hidden[h] = max(0, min(1, x))
		total += w.Out[h] * hidden[h]
	}
	return total
}

// Net returns the network ready to evaluate.
func (w *Weights) Net() *Net {
	n := &Net{rows: make([][words]uint64, len(w.In)), bias: w.Bias}
	for h := range w.Out {
		n.out[h] = w.Out[h] / scale // hidden units are counted in whole numbers of 1/scale
	}
	for i := range w.In {
		for h, x := range w.In[i] {
			q := uint64(int(math.Round(float64(Clip(x))*scale)) + offset)
			n.rows[i][h/4] |= q << (16 * (h % 4))
		}
	}
	return n
}

// Sums are the sums of the hidden layer over some features.
type Sums struct {
	words [words]uint64
	count int
}

// Logit returns the output for a list of features: the logarithm of the odds of winning.
func (n *Net) Logit(features []uint16) float64 {
	var sums Sums
	n.Add(&sums, features)
	return n.LogitOf(&sums)
}

// LogitOf returns the output for the features that were added.
func (n *Net) LogitOf(sums *Sums) float64 {
	start := &n.rows[len(n.rows)-1]
	offsets := int32(offset * (sums.count + 1))
	total := n.bias
	for i, word := range &sums.words {
		word += start[i]
		out := n.out[4*i : 4*i+4 : 4*i+4]
		total += out[0]*unit(word&0xFFFF, offsets) + out[1]*unit(word>>16&0xFFFF, offsets) +
			out[2]*unit(word>>32&0xFFFF, offsets) + out[3]*unit(word>>48, offsets)
	}
	return float64(total)
}

// Plus adds o, which has no feature in common with s.
func (s *Sums) Plus(o *Sums) {
	for i := range s.words {
		s.words[i] += o.words[i]
	}
	s.count += o.count
}

// Add adds some features. The sums have variables of their own, which the compiler keeps in registers: a function of its own
// and counting down leave just enough of them.
func (n *Net) Add(sums *Sums, features []uint16) {
	rows := n.rows
	a, b, c, d, e, f, g, h := sums.words[0], sums.words[1], sums.words[2], sums.words[3], sums.words[4], sums.words[5], sums.words[6], sums.words[7]
	for i := len(features) - 1; i >= 0; i-- {
		row := &rows[features[i]]
		a += row[0]
		b += row[1]
		c += row[2]
		d += row[3]
		e += row[4]
		f += row[5]
		g += row[6]
		h += row[7]
	}
	sums.words = [words]uint64{a, b, c, d, e, f, g, h}
	sums.count += len(features)
}

// Sigmoid returns the chance for a logit.
func Sigmoid(sum float64) float64 { return 1 / (1 + math.Exp(-sum)) }

// Logit returns the inverse of Sigmoid; certainty becomes something very likely.
func Logit(chance float64) float64 {
	const least = 1e-4
	chance = max(least, min(1-least, chance))
	return math.Log(chance / (1 - chance))
}

// unit returns the activation of a hidden unit: its sum, at least 0 and at most scale.
func unit(sum uint64, offsets int32) float32 {
	return float32(max(0, min(scale, int32(sum)-offsets)))
}

// Bytes returns the network as it is stored: the number of rows, the weights of each as bytes, the rest as
// floating-point numbers.
func (w *Weights) Bytes() []byte {
	data := binary.LittleEndian.AppendUint32(nil, uint32(len(w.In)))
	for i := range w.In {
		for _, x := range w.In[i] {
			data = append(data, byte(int8(math.Round(float64(Clip(x))*scale))))
		}
	}
	for _, x := range w.Out {
		data = binary.LittleEndian.AppendUint32(data, math.Float32bits(x))
	}
	return binary.LittleEndian.AppendUint32(data, math.Float32bits(w.Bias))
}

// ReadWeights reads what Bytes wrote, for a game with so many features, or with fewer if first is the number of those that
// earlier networks read: the features that came later do nothing then.
func ReadWeights(data []byte, features, first int) (*Weights, error) {
	w, err := readWeights(data, features)
	if err == nil || first == 0 {
		return w, err
	}
	older, olderErr := readWeights(data, first)
	if olderErr != nil {
		return nil, err
	}
	always := older.In[first]
	older.In = append(older.In[:first], make([][Hidden]float32, features-first)...)
	older.In = append(older.In, always)
	return older, nil
}

func readWeights(data []byte, features int) (*Weights, error) {
	want := 4 + (features+1)*Hidden + 4*Hidden + 4
	if len(data) != want || int(binary.LittleEndian.Uint32(data)) != features+1 {
		return nil, fmt.Errorf("a network for %d features has %d bytes, not %d", features, want, len(data))
	}
	w := &Weights{In: make([][Hidden]float32, features+1)}
	data = data[4:]
	for i := range w.In {
		for h := range Hidden {
			w.In[i][h] = float32(int8(data[h])) / scale
		}
		data = data[Hidden:]
	}
	for h := range Hidden {
		w.Out[h] = math.Float32frombits(binary.LittleEndian.Uint32(data))
		data = data[4:]
	}
	w.Bias = math.Float32frombits(binary.LittleEndian.Uint32(data))
	return w, nil
}
