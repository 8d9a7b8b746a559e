package duel

import "math/bits"

// Prices by docs/rules/duel.md 4. What a city makes and what it pays for a unit are kept up to date in the city, so
// a price is a subtraction of lanes and, if something is missing, a short sum.

// cardPrice returns what a city pays for a card: printed coins to the bank and coins of trade.
func (c *city) cardPrice(card Card) (printed, trade int) {
	f := &cardTable[card]
	if c.cards.has(f.chain) {
		return 0, 0
	}
	discount := 0
	if c.tokens.has(Masonry) && f.colour == Blue {
		discount = discountUnits
	}
	printed, trade = int(f.coins), c.trade(lacking(f.need, c.made), discount)
	if f.chained && c.tokens.has(Engineering) && printed+trade > engineeringCoin {
		return engineeringCoin, 0
	}
	return printed, trade
}

// cardPrices writes down what a city pays for some cards.
func (c *city) cardPrices(list []Card, prices []uint8) {
	prices = prices[:len(list)]
	if c.choosesOrSaves() {
		for i, card := range list {
			printed, trade := c.cardPrice(card)
			prices[i] = uint8(printed + trade)
		}
		return
	}
	made, units := c.made, c.price.reversed()
	for i, card := range list {
		f := &priceTable[card]
		price := int(f.coins) + lacking(f.need, made).costBy(units)
		if f.chain[0]&c.cards[0]|f.chain[1]&c.cards[1] != 0 {
			price = 0
		}
		prices[i] = uint8(price)
	}
}

// wonderPrices writes down what a city pays for its unbuilt wonders.
func (c *city) wonderPrices(prices *[numWonders]uint8) {
	special := c.choosesOrSaves()
	made, units := c.made, c.price.reversed()
	for set := c.unbuilt; set != 0; set &= set - 1 {
		w := set.first()
		price := lacking(wonderTable[w].need, made).costBy(units)
		if special {
			price = c.wonderPrice(w)
		}
		prices[w] = uint8(price)
	}
}

// choosesOrSaves reports whether a city may pay less than the units it lacks at their prices, chains apart.
func (c *city) choosesOrSaves() bool {
	return c.raw|c.manuf != 0 || c.tokens&(Masonry.bit()|Architecture.bit()|Engineering.bit()) != 0
}

// wonderPrice returns what a city pays for a wonder, all of it trade.
func (c *city) wonderPrice(w Wonder) int {
	discount := 0
	if c.tokens.has(Architecture) {
		discount = discountUnits
	}
	return c.trade(lacking(wonderTable[w].need, c.made), discount)
}

// trade returns the least a city pays for the missing units, of which a discount waives some.
func (c *city) trade(lack goods, discount int) int {
	if int(c.raw|c.manuf)|discount != 0 {
		lack = c.waive(lack, discount)
	}
	return lack.cost(c.price)
}

// waive takes away the units that producers of choice make and a discount waives: always the dearest, first
// within each group, then among all that is left. docs/rules/duel.md 4 proves that this is the minimum.
func (c *city) waive(lack goods, discount int) goods {
	lack = dropDearest(lack, rawLanes, c.price, int(c.raw))
	lack = dropDearest(lack, manufLanes, c.price, int(c.manuf))
	return dropDearest(lack, rawLanes|manufLanes, c.price, discount)
}

// dropDearest takes the n dearest units out of some lanes.
func dropDearest(lack, among, prices goods, n int) goods {
	for ; n > 0 && lack&among != 0; n-- {
		var most, dearest goods
		for left := lack & among; left != 0; {
			shift := bits.TrailingZeros64(uint64(left)) &^ (lanePlace - 1)
			left &^= laneMask << shift
			if price := prices >> shift & laneMask; price > most {
				most, dearest = price, 1<<shift
			}
		}
		lack -= dearest
	}
	return lack
}

// funds returns the coins a city can pay with.
func (c *city) funds() int { return int(c.coins) + int(c.astarte) }

// discardGain returns what discarding a card brings (docs/rules/duel.md 3, action B).
func (c *city) discardGain() int { return 2 + c.count.of(Yellow) }

// counts returns how many of the counted things a city has (docs/rules/duel.md 9).
func (c *city) counts(what counted) int {
	n := 0
	for set := what & (1<<numColours - 1); set != 0; set &= set - 1 {
		n += c.count.of(Colour(bits.TrailingZeros16(uint16(set))))
	}
	if what&countWonders != 0 {
		n += c.built.len()
	}
	if what&countTriplets != 0 {
		n += int(c.coins) / 3
	}
	return n
}
