package duel

import "math/bits"

// Resource is one of the five goods that buildings and wonders cost.
type Resource uint8

// The resources, raw first, in the order of their lanes.
const (
	Wood Resource = iota
	Stone
	Clay
	Glass
	Papyrus
	numResources
)

var resourceIDs = [numResources]string{"wood", "stone", "clay", "glass", "papyrus"}

// resourceLetters write costs in the tables: one letter for one unit.
const resourceLetters = "WSCGP"

// goods holds a small number for each resource, a byte each, wood lowest. Such lanes are added, compared
// and subtracted all five at once.
type goods uint64

const (
	everyOne    goods = 0x01_01_01_01_01
	everyTop    goods = 0x80_80_80_80_80
	rawLanes    goods = 0x00_00_ff_ff_ff
	manufLanes  goods = 0xff_ff_00_00_00
	lanePlace         = 8
	laneMask          = 0xff
	startPrices       = 2 * everyOne
)

// of returns the number in one resource's lane.
func (g goods) of(r Resource) int { return int(g >> (lanePlace * r) & laneMask) }

// one returns a single unit of a resource.
func one(r Resource) goods { return 1 << (lanePlace * r) }

// lane returns the mask of a resource's lane.
func lane(r Resource) goods { return laneMask << (lanePlace * r) }

// lacking is need less have in each lane, and 0 where there is enough. Numbers stay below 128.
func lacking(need, have goods) goods {
	d := (need | everyTop) - have
	enough := d & everyTop // the lanes that did not borrow
	return d & (enough - enough>>7)
}

// cost returns the sum of units times prices over all lanes.
func (g goods) cost(prices goods) int { return g.costBy(prices.reversed()) }

// reversed returns the lanes in reverse order.
func (g goods) reversed() goods {
	return goods(bits.ReverseBytes64(uint64(g)) >> (64 - lanePlace*numResources))
}

// costBy is cost with the prices in reverse order: in the product, what is wanted comes together in the lane of the last resource.
// Nothing is carried, because no lane comes near 256.
func (g goods) costBy(reversed goods) int {
	return int(g * reversed >> (lanePlace * (numResources - 1)) & laneMask)
}

// units reads a cost as the tables write it: "WWG" is two wood and one glass.
func units(letters string) goods {
	var g goods
	for _, l := range letters {
		for r := range numResources {
			if rune(resourceLetters[r]) == l {
				g += one(r)
			}
		}
	}
	return g
}

// lanes returns the mask of all lanes named in a list of letters.
func lanes(letters string) goods { return units(letters) * laneMask }
