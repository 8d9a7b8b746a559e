package analysis

import (
	"fmt"
	"math"
	"strconv"
)

// Chance is a chance to win, or a difference of chances, in thousandths: whole numbers, so that sums are exact.
type Chance int32

// Sure is the chance of who has won.
const Sure Chance = 1000

// Points returns the chance in points of a hundred.
func (c Chance) Points() float64 { return float64(c) / 10 }

// MarshalJSON writes a decimal number with at most three places.
func (c Chance) MarshalJSON() ([]byte, error) {
	return strconv.AppendFloat(nil, float64(c)/float64(Sure), 'f', -1, 64), nil
}

// UnmarshalJSON reads what MarshalJSON writes.
func (c *Chance) UnmarshalJSON(data []byte) error {
	x, err := strconv.ParseFloat(string(data), 64)
	n := math.Round(x * float64(Sure))
	if err != nil || math.Abs(n) > 1e6 || math.Abs(x*float64(Sure)-n) > 1e-6 {
		return fmt.Errorf("a chance is a number with at most three decimals, not %s", data)
	}
	*c = Chance(n)
	return nil
}

// Chances has one chance for each seat.
type Chances []Chance

// rounded returns chances in thousandths that add up to exactly 1, by the largest remainders.
func rounded(values []float64) Chances {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	list := make(Chances, len(values))
	rest := make([]float64, len(values))
	left := Sure
	for i, v := range values {
		x := v / sum * float64(Sure)
		list[i] = Chance(math.Floor(x))
		rest[i] = x - math.Floor(x)
		left -= list[i]
	}
	for ; left > 0; left-- {
		most := 0
		for i := range rest {
			if rest[i] > rest[most] {
				most = i
			}
		}
		list[most]++
		rest[most] = -1
	}
	return list
}

// add adds by times the difference of to and from.
func (c Chances) add(to, from Chances) {
	for i := range c {
		c[i] += to[i] - from[i]
	}
}

// roundedUp returns a standard error in thousandths, never less than it is.
func roundedUp(se float64) Chance { return Chance(math.Ceil(se*float64(Sure) - 1e-9)) }
