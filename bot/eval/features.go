package eval

import "math/bits"

// AppendSet appends the features of the members of a set, numbered from first.
func AppendSet(buf []uint16, first int, set uint64) []uint16 {
	for ; set != 0; set &= set - 1 {
		buf = append(buf, uint16(first+bits.TrailingZeros64(set)))
	}
	return buf
}

// Buckets sorts numbers into classes by thresholds.
type Buckets [256]uint8

// NewBuckets returns buckets with these thresholds, in rising order.
func NewBuckets(thresholds ...int) *Buckets {
	b := new(Buckets)
	for i := range b {
		for j, from := range thresholds {
			if i >= from {
				b[i] = uint8(j + 1)
			}
		}
	}
	return b
}

// Of returns the number of the highest threshold that n reaches, counted from 1; 0 below the first.
func (b *Buckets) Of(n int) int { return int(b[max(0, min(255, n))]) }

// PriceClasses is the number of price classes: free, cheap, affordable, nearly so, within reach, far off.
const PriceClasses = 6

// PriceClass returns the class of a price for a seat with so many coins. It is looked up, because no branch could be foreseen.
func PriceClass(price, coins int) int {
	return int(priceClasses[max(0, min(farOff, price-coins))][min(dear, price)])
}

const (
	dear   = 5 // from this price on something is not cheap
	farOff = 8 // with so many coins missing it is far off
)

// priceClasses has the classes by the coins that are missing and the price.
var priceClasses = func() (table [farOff + 1][dear + 1]uint8) {
	for missing := range table {
		for price := range table[missing] {
			class := uint8(5)
			switch {
			case price == 0:
				class = 0
			case missing == 0 && price < dear:
				class = 1
			case missing == 0:
				class = 2
			case missing <= 3:
				class = 3
			case missing < farOff:
				class = 4
			}
			table[missing][price] = class
		}
	}
	return table
}()
