package bot

import (
	"math/bits"

	"mirabilia/game"
	"mirabilia/games/duel"
)

// The features of Duel, in blocks. Blocks for both sides begin with the side of the seat that looks.
const (
	duelSeeCards   = 0
	duelSeeBuilt   = duelSeeCards + 2*duel.CardCount
	duelSeeUnbuilt = duelSeeBuilt + 2*duel.WonderCount
	duelSeePrices  = duelSeeUnbuilt + 2*duel.WonderCount // of unbuilt wonders, in classes
	duelSeeTokens  = duelSeePrices + 2*duel.WonderCount*priceClasses
	duelSeeBoard   = duelSeeTokens + 2*duel.TokenCount
	duelSeePool    = duelSeeBoard + duel.TokenCount
	duelSeeSymbols = duelSeePool + duel.WonderCount
	duelSeeCoins   = duelSeeSymbols + 2*8
	duelSeeMade    = duelSeeCoins + 2*duelCoinSteps
	duelSeeChoices = duelSeeMade + 2*5*5
	duelSeePawn    = duelSeeChoices + 2*2*3
	duelSeeLoot    = duelSeePawn + 19
	duelSeeAge     = duelSeeLoot + 4
	duelSeeLeft    = duelSeeAge + 4
	duelSeeAsked   = duelSeeLeft + 20
	duelSeeAgain   = duelSeeAsked + 2*duel.AskCount
	duelSeeOpen    = duelSeeAgain + 2 // cards that can be taken, by whose turn it is
	duelSeeCovered = duelSeeOpen + 2*duel.CardCount
	duelSeeAfford  = duelSeeCovered + duel.CardCount // cards in sight, by what they cost each side
	duelSeeScore   = duelSeeAfford + 2*duel.CardCount*priceClasses
	duelSeeWonders = duelSeeScore + 2*duelScoreMost + 1
	duelSeeGods    = duelSeeWonders + 8 // from here on Pantheon's
	duelSeeOffers  = duelSeeGods + 2*duelGodCount
	duelSeeMyths   = duelSeeOffers + 2*3
	duelSeeSpaces  = duelSeeMyths + 2*10 // divinities on the spaces, counted from the seat that looks
	duelSeeActive  = duelSeeSpaces + duelGodCount*duel.SpaceCount
	duelSeeEnki    = duelSeeActive + 2*duelGodCount*priceClasses // divinities, by what they cost each side
	duelSeeMinerva = duelSeeEnki + duel.TokenCount
	duelSeeMarks   = duelSeeMinerva + 19
	duelFeatures   = duelSeeMarks + 5 + 3
)

const (
	duelGodCount  = int(duel.Gate) + 1
	duelCoinSteps = 24
	duelScoreMost = 20
)

var duelCoins = newSteps(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16, 18, 20, 22, 25, 28, 32, 36, 40, 50)

// priceClasses: free, cheap, affordable, nearly so, within reach, far off.
const priceClasses = 6

func priceClass(price, coins int) int {
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

// duelSight is a position of Duel as its network sees it.
func duelSight(s *duel.State, seat game.Seat, buf []uint16) []uint16 {
	built := 0
	for side, who := range [2]game.Seat{seat, 1 - seat} {
		cards := s.CardSet(who)
		buf = seeSet(buf, duelSeeCards+side*duel.CardCount, cards[0])
		buf = seeSet(buf, duelSeeCards+side*duel.CardCount+64, cards[1])
		wonders := s.BuiltSet(who)
		built += bits.OnesCount16(wonders)
		buf = seeSet(buf, duelSeeBuilt+side*duel.WonderCount, uint64(wonders))
		coins := s.Coins(who)
		for set := s.UnbuiltSet(who); set != 0; set &= set - 1 {
			w := bits.TrailingZeros16(set)
			at := side*duel.WonderCount + w
			buf = append(buf, uint16(duelSeeUnbuilt+at), uint16(duelSeePrices+at*priceClasses+priceClass(s.WonderPrice(who, duel.Wonder(w)), coins)))
		}
		buf = seeSet(buf, duelSeeTokens+side*duel.TokenCount, uint64(s.TokenSet(who)))
		buf = append(buf, uint16(duelSeeSymbols+side*8+s.Symbols(who)))
		if n := duelCoins.of(coins); n > 0 {
			buf = append(buf, uint16(duelSeeCoins+side*duelCoinSteps+n-1))
		}
		for r := range duel.Resource(5) {
			if n := min(5, s.Made(who, r)); n > 0 {
				buf = append(buf, uint16(duelSeeMade+side*25+int(r)*5+n-1))
			}
		}
		raw, manufactured := s.Choices(who)
		if raw > 0 {
			buf = append(buf, uint16(duelSeeChoices+side*6+min(3, raw)-1))
		}
		if manufactured > 0 {
			buf = append(buf, uint16(duelSeeChoices+side*6+3+min(3, manufactured)-1))
		}
	}
	buf = seeSet(buf, duelSeeBoard, uint64(s.BoardSet()))
	buf = seeSet(buf, duelSeePool, uint64(s.PoolSet()))
	buf = seeSet(buf, duelSeeLoot, uint64(s.LootSet(seat)))
	asked, what, again := s.Asked()
	turn := int(asked ^ seat)
	buf = append(buf,
		uint16(duelSeePawn+9+s.Lead(seat)),
		uint16(duelSeeAge+s.Age()),
		uint16(duelSeeAsked+turn*duel.AskCount+what),
		uint16(duelSeeScore+duelScoreMost+max(-duelScoreMost, min(duelScoreMost, (s.Score(seat)-s.Score(1-seat))/2))),
		uint16(duelSeeWonders+min(7, built)))
	if again {
		buf = append(buf, uint16(duelSeeAgain+turn))
	}
	if s.Age() > 0 {
		buf = duelSeeStructure(s, seat, turn, buf)
	}
	if s.Pantheon() {
		buf = duelSeePantheon(s, seat, buf)
	}
	return buf
}

// duelSeeStructure adds the cards that lie face up.
func duelSeeStructure(s *duel.State, seat game.Seat, turn int, buf []uint16) []uint16 {
	if n := s.CardsLeft(); n > 0 {
		buf = append(buf, uint16(duelSeeLeft+n-1))
	}
	mine, theirs := s.Coins(seat), s.Coins(1-seat)
	seen, open := s.FaceUp()
	for ; seen != 0; seen &= seen - 1 {
		slot := bits.TrailingZeros32(seen)
		card := s.CardAt(slot)
		if open>>slot&1 != 0 {
			buf = append(buf, uint16(duelSeeOpen+turn*duel.CardCount+int(card)))
		} else {
			buf = append(buf, uint16(duelSeeCovered+int(card)))
		}
		buf = append(buf,
			uint16(duelSeeAfford+int(card)*priceClasses+priceClass(s.CardPrice(seat, card), mine)),
			uint16(duelSeeAfford+(duel.CardCount+int(card))*priceClasses+priceClass(s.CardPrice(1-seat, card), theirs)))
	}
	return buf
}

// duelSeePantheon adds what the expansion brings.
func duelSeePantheon(s *duel.State, seat game.Seat, buf []uint16) []uint16 {
	for side, who := range [2]game.Seat{seat, 1 - seat} {
		buf = seeSet(buf, duelSeeGods+side*duelGodCount, uint64(s.GodSet(who)))
		buf = seeSet(buf, duelSeeOffers+side*3, uint64(s.OfferingSet(who)))
		buf = seeSet(buf, duelSeeMyths+side*10, uint64(s.Mythologies(who)))
		means := s.Coins(who) + s.Offerings(who)
		for i := range duel.SpaceCount {
			g, cost, ok := s.Space(who, i)
			if !ok {
				continue
			}
			buf = append(buf, uint16(duelSeeActive+(side*duelGodCount+int(g))*priceClasses+priceClass(cost, means)))
			if side == 0 {
				if seat == 1 {
					i = duel.SpaceCount - 1 - i
				}
				buf = append(buf, uint16(duelSeeSpaces+int(g)*duel.SpaceCount+i))
			}
		}
	}
	buf = seeSet(buf, duelSeeEnki, uint64(s.Enki()))
	if at, ok := s.MinervaAt(seat); ok {
		buf = append(buf, uint16(duelSeeMinerva+9+at))
	}
	mythologies, offerings := s.Marks()
	buf = seeSet(buf, duelSeeMarks, uint64(mythologies))
	return seeSet(buf, duelSeeMarks+5, uint64(offerings))
}

// duelVariant is the number of the network that judges a state.
func duelVariant(s *duel.State) int {
	if s.Pantheon() {
		return 1
	}
	return 0
}
