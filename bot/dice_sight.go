package bot

import (
	"math/bits"

	"mirabilia/game"
	"mirabilia/games/dice"
)

// The features of Dice, in blocks. Rivals are the other seats from the most points to the fewest; only
// the first ones are looked at one by one.
const (
	diceSeeMarked  = 0 // own spaces, by city
	diceSeeBonuses = diceSeeMarked + diceCities*dice.MaxSpaces
	diceSeeOwned   = diceSeeBonuses + dice.MaxBonuses
	diceSeeForum   = diceSeeOwned + dice.MaxDice
	diceSeeCoins   = diceSeeForum + dice.MaxDice
	diceSeeGoods   = diceSeeCoins + diceCoinSteps
	diceSeePending = diceSeeGoods + 8 // actions, free dice, marks, bonuses still to come in this round
	diceSeeRound   = diceSeePending + 4*4
	diceSeeLast    = diceSeeRound + diceRounds
	diceSeeSeats   = diceSeeLast + 4
	diceSeeAgora   = diceSeeSeats + game.MaxSeats + 1
	diceSeeFacing  = diceSeeAgora + 1 // defences and attacks, to the left and the right
	diceSeeRivals  = diceSeeFacing + 2*2*7
	diceSeePoints  = diceSeeRivals + diceRivals*diceRivalSize
	diceSeeEnd     = diceSeePoints + dicePointSteps // own bonuses against the most of the others
	diceFeatures   = diceSeeEnd + 4*4
)

const (
	diceCities     = 8
	diceCoinSteps  = 12
	dicePointSteps = 16
	diceRounds     = 30
	diceRivals     = 3
	diceLeadMost   = 15
	diceRivalLead  = 2*diceLeadMost + 1
	// A rival: points against it, bonuses it has taken, spaces it has marked more or less.
	diceRivalSize = diceRivalLead + 4 + diceRivalLead
)

var (
	diceCoins  = newSteps(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15)
	dicePoints = newSteps(2, 4, 7, 10, 14, 18, 22, 26, 30, 35, 40, 45, 50, 56, 62, 70)
)

// diceSight is a position of Dice as its network sees it.
func diceSight(s *dice.State, seat game.Seat, buf []uint16) []uint16 {
	marked := s.MarkedSet(seat)
	buf = seeSet(buf, diceSeeMarked+min(diceCities-1, s.City(seat))*dice.MaxSpaces, marked)
	buf = seeSet(buf, diceSeeBonuses, uint64(s.BonusSet(seat)))
	buf = seeSet(buf, diceSeeOwned, uint64(s.OwnedSet(seat)))
	buf = seeSet(buf, diceSeeForum, uint64(s.ForumSet()))
	if n := diceCoins.of(s.Coins(seat)); n > 0 {
		buf = append(buf, uint16(diceSeeCoins+n-1))
	}
	buf = append(buf,
		uint16(diceSeeGoods+min(7, s.Resources(seat))),
		uint16(diceSeeRound+min(diceRounds-1, s.Round())),
		uint16(diceSeeSeats+s.Seats()))
	if last := s.LastRound(); last > 0 {
		buf = append(buf, uint16(diceSeeLast+max(0, min(3, last-s.Round()))))
	}
	if !s.AgoraTaken() {
		buf = append(buf, uint16(diceSeeAgora))
	}
	pending := s.Pending(seat)
	for i, n := range [4]int{pending.Actions, pending.FreeDice, pending.Marks, pending.Bonuses} {
		if n > 0 {
			buf = append(buf, uint16(diceSeePending+i*4+min(4, n)-1))
		}
	}
	for i, left := range [2]bool{true, false} {
		defences, attacks := s.Facing(seat, left)
		buf = append(buf, uint16(diceSeeFacing+14*i+min(6, defences)), uint16(diceSeeFacing+14*i+7+min(6, attacks)))
	}
	return diceSeeRivalry(s, seat, bits.OnesCount64(marked), buf)
}

// diceSeeRivalry adds how the seat stands against the others.
func diceSeeRivalry(s *dice.State, seat game.Seat, marked int, buf []uint16) []uint16 {
	var rivals [game.MaxSeats]game.Seat
	var points [game.MaxSeats]int
	count, most := 0, 0
	for o := range game.Seat(s.Seats()) {
		points[o] = s.Points(o)
		if o == seat {
			continue
		}
		taken, _ := s.Bonuses(o)
		most = max(most, taken)
		i := count
		for ; i > 0 && points[rivals[i-1]] < points[o]; i-- {
			rivals[i] = rivals[i-1]
		}
		rivals[i] = o
		count++
	}
	clamp := func(n int) int { return diceLeadMost + max(-diceLeadMost, min(diceLeadMost, n)) }
	for i, o := range rivals[:min(count, diceRivals)] {
		at := diceSeeRivals + i*diceRivalSize
		taken, _ := s.Bonuses(o)
		buf = append(buf,
			uint16(at+clamp(points[seat]-points[o])),
			uint16(at+diceRivalLead+min(3, taken)),
			uint16(at+diceRivalLead+4+clamp(marked-bits.OnesCount64(s.MarkedSet(o)))))
	}
	if n := dicePoints.of(points[seat]); n > 0 {
		buf = append(buf, uint16(diceSeePoints+n-1))
	}
	taken, _ := s.Bonuses(seat)
	return append(buf, uint16(diceSeeEnd+4*min(3, taken)+min(3, most)))
}
