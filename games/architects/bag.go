package architects

import "math/bits"

// Bag counts cards by kind, four bits a kind, wood lowest. No deck and no hand holds more than 15 of a kind: the
// most that one seat can ever draw of one is 15 (Alexandria: gold or cats of its two decks, of the central deck and by
// its two abilities).
type Bag uint64

// maxOfKind is the most cards of a kind that a bag can count.
const maxOfKind = 15

const (
	eachByte    = 0x0101010101010101
	lowHalves   = 0x0F0F0F0F0F0F0F0F
	highBits    = 0x8080808080808080
	greyCards   = Bag(1)<<(4*NumResources) - 1
	greyOnes    = Bag(0x11111)
	greenShift  = 4 * Compass
	greenOnes   = Bag(0x111)
	shieldShift = 4 * Shield
)

// hornCards are the red cards with horns, which a battle uses up (docs/rules/architects.md 7).
const hornCards = Bag(0xFF) << (4 * ShieldHorn)

// one returns a bag with one card.
func one(k Kind) Bag { return 1 << (4 * k) }

// Count returns the number of cards of a kind.
func (b Bag) Count(k Kind) int { return int(b >> (4 * k) & 0xF) }

// sums adds neighbouring kinds up in bytes, and then all bytes up to each.
func (b Bag) sums() uint64 { return (uint64(b)&lowHalves + uint64(b)>>4&lowHalves) * eachByte }

// Len returns the number of cards.
func (b Bag) Len() int { return int(b.sums() >> 56) }

// nth returns the kind of card number i when they lie sorted by kind: the first kind up to which there are more than i
// cards. It is found without a loop, since turning up cards is most of what chance does here.
func (b Bag) nth(i int) Kind {
	sums := b.sums()
	pair := bits.TrailingZeros64(((sums|highBits)-uint64(i+1)*eachByte)&highBits) &^ 7
	within := uint64(i) - sums<<8>>pair&0xFF
	k := Kind(pair >> 2)
	if within >= uint64(b)>>pair&0xF {
		k++
	}
	return k
}

// with reports the kinds of ones of which there are at least n cards (n is 1 to 3), one bit each.
func (b Bag) with(n int, ones Bag) Bag {
	switch n {
	case 1:
		return (b | b>>1 | b>>2 | b>>3) & ones
	case 2:
		return (b>>1 | b>>2 | b>>3) & ones
	}
	return (b&(b>>1) | b>>2 | b>>3) & ones
}

// greyKinds returns how many different resources there are.
func (b Bag) greyKinds() int { return bits.OnesCount64(uint64(b.with(1, greyOnes))) }

// has reports whether all cards of the other bag are in this one.
func (b Bag) has(other Bag) bool {
	low := (uint64(b)&lowHalves | highBits) - uint64(other)&lowHalves
	high := (uint64(b)>>4&lowHalves | highBits) - uint64(other)>>4&lowHalves
	return low&high&highBits == highBits
}
