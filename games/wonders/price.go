package wonders

import (
	"math/bits"
	"strings"
)

// How paying is worked out (docs/rules/wonders.md 5). Raw materials and manufactured goods never replace each
// other, so the two are counted apart. For each set X of raw materials (16 sets) and of goods (8 sets) a
// supply holds, in one byte, how many of its units can be used for something in X, and a need holds how
// many units of X are asked for. By Hall's theorem what stays open when the supply is used in the best way is
// the largest excess of need over supply, over all X. All 24 bytes are added and compared at once.
//
// What two supplies together leave open tells also who can sell how much: the amounts that own
// production, the left and the right neighbour can cover form a polymatroid. So if r units are open after
// own production, and still rL with the left neighbour's help alone and rR with the right one's, then the
// left neighbour can sell any number from rR to r-rL, the right one the rest, provided that nothing stays open
// with both.

// supply counts units by sets: bytes 0-15 (two words) raw materials, then eight for goods.
type supply [3]uint64

// need is what a cost asks for, by sets, kept as slack minus the number so that adding a supply gives
// slack plus the excess of supply.
type need [3]uint64

const (
	slack  = 8 // more than the five raw materials of the dearest card
	slacks = slack * 0x0101010101010101
	highs  = 0x8080808080808080
)

// supplyOf reads what a card produces: units like "WW" or options like "W/S".
func supplyOf(produce string) supply {
	var s supply
	if options := strings.Split(produce, "/"); len(options) > 1 {
		s.offer(options)
		return s
	}
	for _, unit := range produce {
		s.offer([]string{string(unit)})
	}
	return s
}

// offer adds one unit of any of the options.
func (s *supply) offer(options []string) {
	raw, goods := 0, 0
	for _, o := range options {
		if i := strings.Index(letters, o); i < numRaw {
			raw |= 1 << i
		} else {
			goods |= 1 << (i - numRaw)
		}
	}
	for x := range 16 {
		if x&raw != 0 {
			s[x>>3] += 1 << (x & 7 * 8)
		}
		if x < 8 && x&goods != 0 {
			s[2] += 1 << (x * 8)
		}
	}
}

// needOf reads the letters of a cost.
func needOf(cost string) need {
	n := need{slacks, slacks, slacks}
	asked := supplyOf(cost)
	for i := range n {
		n[i] -= asked[i]
	}
	return n
}

func (s *supply) add(o *supply) {
	s[0] += o[0]
	s[1] += o[1]
	s[2] += o[2]
}

// plus returns the balance of a need with a supply: slack plus the excess in every byte.
func (n *need) plus(s *supply) need { return need{n[0] + s[0], n[1] + s[1], n[2] + s[2]} }

// lift takes slack to the high bit of a byte.
const lift = (0x80 - slack) * 0x0101010101010101

// met reports whether no byte is below slack.
func (n *need) met() bool { return (n[0]+lift)&(n[1]+lift)&(n[2]+lift)&highs == highs }

// open returns how many raw materials and goods are missing.
func (n *need) open() (raw, goods int) {
	if (n[0]+lift)&(n[1]+lift)&highs != highs {
		raw = slack - least(lower(n[0], n[1]))
	}
	if (n[2]+lift)&highs != highs {
		goods = slack - least(n[2])
	}
	return raw, goods
}

// lower returns the smaller of each two bytes; all are below 128.
func lower(a, b uint64) uint64 {
	m := ((a | highs) - b) & highs // high bit where a >= b
	m -= m >> 7
	return b&m | a&^m
}

// least returns the smallest byte.
func least(a uint64) int {
	a = lower(a, bits.RotateLeft64(a, 32))
	a = lower(a, bits.RotateLeft64(a, 16))
	a = lower(a, bits.RotateLeft64(a, 8))
	return int(a & 0xFF)
}

// shares say how many units must be bought and how many of them the left neighbour can be paid for: any
// number from the least to the most.
type shares struct{ buy, least, most int }

// trade returns what a seat must buy for a need. It is not ok if the neighbours do not have it.
func (s *State) trade(seat int, n *need) (raw, goods shares, ok bool) {
	open := n.plus(&s.city[seat].own)
	if open.met() {
		return raw, goods, true
	}
	withLeft := open.plus(&s.city[s.leftOf(seat)].sells)
	withRight := open.plus(&s.city[s.rightOf(seat)].sells)
	withBoth := withLeft.plus(&s.city[s.rightOf(seat)].sells)
	if !withBoth.met() {
		return raw, goods, false
	}
	raw.buy, goods.buy = open.open()
	raw.least, goods.least = withRight.open()
	rawLeft, goodsLeft := withLeft.open()
	raw.most, goods.most = raw.buy-rawLeft, goods.buy-goodsLeft
	return raw, goods, true
}

// prices are what one unit costs at each neighbour (docs/rules/wonders.md 5.3).
type prices struct{ rawLeft, rawRight, goods int }

func (c *city) prices() prices {
	p := prices{2, 2, 2}
	if c.built.meets(&cheapLeft) {
		p.rawLeft = 1
	}
	if c.built.meets(&cheapRight) {
		p.rawRight = 1
	}
	if c.built.meets(&cheapGoods) {
		p.goods = 1
	}
	return p
}

// payment is what goes to the two neighbours for one construction.
type payment struct{ left, right uint8 }

func (p payment) total() int { return int(p.left) + int(p.right) }

// maxPayments is the most payments that can differ: five raw materials and three goods, each bought left or
// right.
const maxPayments = 6 * 4

// payments lists every pair of sums that buys what a need leaves open and that the purse covers, the
// cheapest first, then those with less to the left. One that buys nothing is a payment too.
func (s *State) payments(seat int, n *need, purse int, buf *[maxPayments]payment) []payment {
	if purse < 0 {
		return nil
	}
	raw, goods, ok := s.trade(seat, n)
	if !ok {
		return nil
	}
	if raw.buy|goods.buy == 0 {
		buf[0] = payment{}
		return buf[:1]
	}
	price := s.city[seat].prices()
	list := buf[:0]
	for a := raw.least; a <= raw.most; a++ {
		for b := goods.least; b <= goods.most; b++ {
			p := payment{uint8(price.rawLeft*a + price.goods*b), uint8(price.rawRight*(raw.buy-a) + price.goods*(goods.buy-b))}
			if p.total() <= purse {
				list = insert(list, p)
			}
		}
	}
	return list
}

// insert puts a payment into its place in the list, if it is not there yet.
func insert(list []payment, p payment) []payment {
	i := len(list)
	for i > 0 && dearer(list[i-1], p) {
		i--
	}
	if i > 0 && list[i-1] == p {
		return list
	}
	list = append(list, p)
	copy(list[i+1:], list[i:])
	list[i] = p
	return list
}

func dearer(p, q payment) bool {
	if p.total() != q.total() {
		return p.total() > q.total()
	}
	return p.left > q.left
}

// undominated keeps the payments of a sorted list to which no other is better for both neighbours' sums.
func undominated(list []payment) []payment {
	kept := list[:0]
	for _, p := range list {
		if !dominated(kept, p) {
			kept = append(kept, p)
		}
	}
	return kept
}

func dominated(kept []payment, p payment) bool {
	for _, k := range kept {
		if k.left <= p.left && k.right <= p.right {
			return true
		}
	}
	return false
}

// free says why a card costs a seat nothing: by a chain, by a power, or not at all (docs/rules/wonders.md 5.6, 9.1).
// It holds for what is chosen now, on the state at the start of the turn (docs/rules/wonders.md 5.4).
func (s *State) free(seat int, card Card) (chain bool, by power) {
	c := &s.city[seat]
	if c.built.meets(&chainedBy[card]) {
		return true, 0
	}
	powers := stageSums[c.board][c.side][c.stages].powers
	if powers&(freeColour|freeFirst|freeLast) == 0 || s.phase != choosing {
		return false, 0
	}
	switch {
	case powers&freeColour != 0 && !c.built.meets(&ofColour[cards[card].colour]):
		return false, freeColour
	case powers&freeFirst != 0 && s.turn == 0:
		return false, freeFirst
	case powers&freeLast != 0 && s.turn == lastTurn:
		return false, freeLast
	}
	return false, 0
}

// bank returns what a seat pays to the bank for building a card.
func (s *State) bank(seat int, card Card) int {
	if bankPrice[card] == 0 {
		return 0
	}
	if chain, by := s.free(seat, card); chain || by != 0 {
		return 0
	}
	return int(bankPrice[card])
}

// buildPayments returns the ways to pay for a card: none if it cannot be built.
func (s *State) buildPayments(seat int, card Card, buf *[maxPayments]payment) []payment {
	c := &s.city[seat]
	if c.built.meets(&sameName[card]) {
		return nil
	}
	if chain, by := s.free(seat, card); chain || by != 0 {
		buf[0] = payment{}
		return buf[:1]
	}
	return s.payments(seat, &cardNeed[card], int(c.coins)-int(bankPrice[card]), buf)
}

// stagePayments returns the ways to pay for the next stage: none if it cannot be built.
func (s *State) stagePayments(seat int, buf *[maxPayments]payment) []payment {
	c := &s.city[seat]
	if c.stages >= numStages[c.board][c.side] {
		return nil
	}
	return s.payments(seat, &stageNeed[c.board][c.side][c.stages], int(c.coins), buf)
}
