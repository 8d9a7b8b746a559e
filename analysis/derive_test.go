package analysis

import (
	"slices"
	"testing"
)

// TestFigures: the best move of one half of the redeals is valued on the other half, and the standard errors are those of paired differences.
func TestFigures(t *testing.T) {
	two := func(list ...float64) (values [][]float64) {
		for _, x := range list {
			values = append(values, []float64{x, 1 - x})
		}
		return values
	}
	d := &Decision{Moves: make([]Move, 2)}
	// The second move looks best on the even redeals, where it is lucky, and is worst on the odd ones.
	d.figures([][][]float64{two(0.5, 0.5, 0.5, 0.5), two(0.9, 0.3, 0.9, 0.3)})
	if !slices.Equal(d.Moves[1].Q, Chances{600, 400}) || !slices.Equal(d.Value, Chances{400, 600}) {
		t.Errorf("q %v, value %v", d.Moves[1].Q, d.Value)
	}
	// Differences 0, -0.2, 0, -0.2: a deviation of 0.1155, by the root of 4.
	if d.SE != 58 || d.Moves[0].SE != 0 || d.Moves[1].SE != 174 {
		t.Errorf("standard errors %v, %v, %v", d.SE, d.Moves[0].SE, d.Moves[1].SE)
	}
	// A constant lead on noisy redeals has no error: they are paired.
	d.figures([][][]float64{two(0.1, 0.5, 0.3, 0.2), two(0.3, 0.7, 0.5, 0.4)})
	if d.SE != 0 || !slices.Equal(d.Value, Chances{475, 525}) {
		t.Errorf("value %v ± %v", d.Value, d.SE)
	}
}

// TestJudge: what a loss is, by each of the rules.
func TestJudge(t *testing.T) {
	for name, c := range map[string]struct {
		value, played, other Chance // of seat 0
		se                   Chance
		position             position
		next                 Chance
		w, q                 Chance
	}{
		"plain loss":                   {value: 600, played: 500, other: 610, se: 10, next: 450, w: 600, q: 500},
		"below the error":              {value: 600, played: 500, other: 610, se: 67, next: 450, w: 500, q: 500},
		"just above the error":         {value: 600, played: 500, other: 610, se: 66, next: 450, w: 600, q: 500},
		"the best move":                {value: 560, played: 620, other: 610, se: 1, next: 450, w: 620, q: 620},
		"a split below the played one": {value: 480, played: 500, other: 510, se: 1, next: 450, w: 500, q: 500},
		"forced":                       {value: 600, played: 500, other: 610, se: 1, position: position{forced: true}, next: 450, w: 500, q: 500},
		"later knows better: worse":    {value: 600, played: 500, other: 610, se: 10, position: position{known: true}, next: 450, w: 600, q: 450},
		"later knows better: best":     {value: 600, played: 500, other: 610, se: 10, position: position{known: true}, next: 700, w: 700, q: 700},
		"the best move, later worse":   {value: 620, played: 620, other: 610, se: 10, position: position{known: true}, next: 450, w: 450, q: 450},
	} {
		pair := func(x Chance) Chances { return Chances{x, Sure - x} }
		d := &Decision{Pass: 2, SE: c.se, Value: pair(c.value), Moves: []Move{{Q: pair(c.played), Played: true}, {Q: pair(c.other)}}}
		d.judge(&c.position, pair(c.next))
		if !slices.Equal(d.W, pair(c.w)) || !slices.Equal(d.q, pair(c.q)) || d.Loss != c.w-c.q {
			t.Errorf("%s: w %v, q %v, loss %v; want %v, %v, %v", name, d.W, d.q, d.Loss, c.w, c.q, c.w-c.q)
		}
	}
	sketch := &Decision{Pass: 1, Value: Chances{600, 400}}
	sketch.judge(&position{known: true}, Chances{0, Sure})
	if sketch.Loss != 0 || !slices.Equal(sketch.W, sketch.Value) || !slices.Equal(sketch.q, sketch.Value) {
		t.Errorf("a sketch has a loss: %+v", sketch)
	}
}
