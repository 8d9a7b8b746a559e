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

// FirstTooDear is the first of the classes that cannot be paid.
const FirstTooDear = 3

// PriceClass returns the class of a price for a seat with so many coins.
func PriceClass(price, coins int) int {
	switch {
	case price == 0:
		return 0
	case price <= coins && price <= 4:
		return 1
	case price <= coins:
		return 2
	case price-coins <= 3:
		return 3
	case price-coins <= 7:
		return 4
	}
	return 5
}

// PriceTable has the classes of the prices below its length for a seat with some coins. They are looked up, because which of the
// cases is the right one cannot be foreseen.
type PriceTable [64]uint8

// Of returns the class of a price.
func (t *PriceTable) Of(price uint8) int { return int(t[min(price, uint8(len(t)-1))]) }

// PriceClassesFor returns the classes for a seat with so many coins: with more than the highest price they are all the same.
func PriceClassesFor(coins int) *PriceTable { return &priceTables[min(coins, len(priceTables)-1)] }

var priceTables = func() (list [len(PriceTable{})]PriceTable) {
	for coins := range list {
		for price := range list[coins] {
			list[coins][price] = uint8(PriceClass(price, coins))
		}
	}
	return list
}()
