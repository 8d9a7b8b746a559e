package duel

import (
	"mirabilia/bot/eval"
	"mirabilia/bot/net"
	"mirabilia/game"
	"mirabilia/games/duel"
)

// cachedCities is how many cities of a side are remembered. Eight times as many were no faster.
const cachedCities = 32

// cachedSide is a side with the sums of its city's features. One that is not used yet fits no city, because a city has prices.
type cachedSide struct {
	city duel.City
	side side
	sums net.Sums
}

// newLogit returns what a network says of the features of encode. It remembers what the last cities add to the sums: most positions that a
// search looks at one after another have a city in common.
func newLogit(n *net.Net) func(s *duel.State, seat game.Seat) float64 {
	cache := new([2][cachedCities]cachedSide)
	buf := make([]uint16, 0, net.MaxFeatures)
	cached := func(s *duel.State, who game.Seat, i int) *cachedSide {
		city := s.City(who)
		cards := s.CardSet(who)
		var h eval.Hash
		h.Add(cards[0])
		h.Add(cards[1] ^ uint64(s.BuiltSet(who))<<48 ^ uint64(s.UnbuiltSet(who))<<32 ^ uint64(s.TokenSet(who))<<16 ^ uint64(s.Coins(who)))
		c := &cache[i][uint64(h)>>32%cachedCities]
		if c.city != *city {
			c.city, c.sums = *city, net.Sums{}
			n.Add(&c.sums, c.side.encode(s, who, i, buf))
		}
		return c
	}
	return func(s *duel.State, seat game.Seat) float64 {
		mine, theirs := cached(s, seat, 0), cached(s, 1-seat, 1)
		sums := mine.sums
		sums.Plus(&theirs.sums)
		n.Add(&sums, encodeTable(s, seat, &mine.side, &theirs.side, buf))
		return n.LogitOf(&sums)
	}
}
