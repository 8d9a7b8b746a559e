package dice

import (
	"math/bits"

	"mirabilia/game"
)

// points returns the points of a seat by building, as the sheet would score now.
func (s *State) points(seat game.Seat, marked, written uint64) (by [numBuildings]int) {
	pl := s.plan(seat)
	for set := marked; set != 0; set &= set - 1 {
		i := bits.TrailingZeros64(set)
		by[pl.building[i]] += int(pl.vp[i])
	}
	for set := marked & pl.attacks; set != 0; set &= set - 1 {
		i := bits.TrailingZeros64(set)
		by[pl.building[i]] += int(written >> (4 * pl.attack[i]) & 15)
	}
	for i := range pl.scoring {
		if c := &pl.scoring[i]; marked>>c.space&1 != 0 {
			by[c.building] += int(c.points) * count(marked&c.counted)
		}
	}
	if s.agoraFirst.Has(seat) {
		by[Agora] += int(s.book().agoraFirst)
	}
	return by
}

// Result adds up the buildings (docs/rules/dice.md 7). While a round is being played, the standing is that of its
// beginning, which is what everyone knows.
func (s *State) Result() game.Result {
	res := game.Result{Over: s.over}
	var coins [game.MaxSeats]int16
	for seat := range game.Seat(s.seats) {
		p := &s.players[seat]
		marked, purse := p.before, p.coinsBefore
		if s.over {
			marked, purse = p.marked, p.coins
		}
		by := s.points(seat, marked, p.written)
		for b := Wonder; b < numBuildings; b++ {
			res.Parts[seat][b-Wonder] = int16(by[b])
			res.Score[seat] += int16(by[b])
		}
		coins[seat] = int16(purse)
	}
	how := res.Rank(int(s.seats), coins)
	if s.over {
		res.WonBy = how
	}
	return res
}
