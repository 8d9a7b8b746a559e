package duel

import (
	"testing"

	"mirabilia/game"
)

// TestPriceIsMinimal compares the price of docs/rules/duel.md 4 with a search over all ways to use the producers of
// choice and the discount.
func TestPriceIsMinimal(t *testing.T) {
	r := game.NewRand(game.NumberSeed(11))
	for range 20000 {
		var c city
		var lack goods
		for res := range numResources {
			c.price += goods(1+r.IntN(6)) * one(res)
			lack += goods(r.IntN(4)) * one(res)
		}
		c.raw, c.manuf = uint8(r.IntN(3)), uint8(r.IntN(3))
		discount := discountUnits * r.IntN(2)
		best := cheapest(lack, c.price, int(c.raw), int(c.manuf), discount)
		if got := c.trade(lack, discount); got != best {
			t.Fatalf("missing %010x at %010x with %d raw, %d manufactured and discount %d: %d, could be %d", lack, c.price, c.raw, c.manuf, discount, got, best)
		}
	}
}

// total returns the sum over all lanes; it must stay below 256.
func (g goods) total() int { return int(g * everyOne >> (lanePlace * (numResources - 1)) & laneMask) }

func cheapest(lack, prices goods, raw, manuf, discount int) int {
	best := lack.cost(prices)
	for res := range numResources {
		if lack.of(res) == 0 {
			continue
		}
		less := lack - one(res)
		if res < Glass && raw > 0 {
			best = min(best, cheapest(less, prices, raw-1, manuf, discount))
		}
		if res >= Glass && manuf > 0 {
			best = min(best, cheapest(less, prices, raw, manuf-1, discount))
		}
		if discount > 0 {
			best = min(best, cheapest(less, prices, raw, manuf, discount-1))
		}
	}
	return best
}

// TestLanes checks the arithmetic of lanes against plain numbers.
func TestLanes(t *testing.T) {
	r := game.NewRand(game.NumberSeed(12))
	for range 5000 {
		var need, have, prices goods
		sum, cost := 0, 0
		for res := range numResources {
			n, h, p := r.IntN(8), r.IntN(8), r.IntN(8)
			need += goods(n) * one(res)
			have += goods(h) * one(res)
			prices += goods(p) * one(res)
			sum += max(0, n-h)
			cost += max(0, n-h) * p
		}
		lack := lacking(need, have)
		if lack.total() != sum || lack.cost(prices) != cost {
			t.Fatalf("need %010x have %010x: lacking %010x, %d units for %d", need, have, lack, sum, cost)
		}
	}
}
