package dice

import (
	"math/bits"

	"mirabilia/bot/eval"
	"mirabilia/game"
	"mirabilia/games/dice"
)

// The features of Dice, in blocks. Rivals are the other seats from the most points to the fewest; only
// the first ones are looked at one by one.
const (
	featMarked  = 0 // own spaces, by city
	featBonuses = featMarked + maxCities*dice.MaxSpaces
	featOwned   = featBonuses + dice.MaxBonuses
	featForum   = featOwned + dice.MaxDice
	featCoins   = featForum + dice.MaxDice
	featGoods   = featCoins + coinBucketCount
	featPending = featGoods + 8 // actions, free dice, marks, bonuses still to come in this round
	featRound   = featPending + 4*4
	featLast    = featRound + maxRounds
	featSeats   = featLast + 4
	featAgora   = featSeats + game.MaxSeats + 1
	featFacing  = featAgora + 1 // defences and attacks, to the left and the right
	featRivals  = featFacing + 2*2*7
	featPoints  = featRivals + rivalCount*rivalSize
	featEnd     = featPoints + pointBucketCount // own bonuses against the most of the others
	features    = featEnd + 4*4
)

const (
	maxCities        = 8
	coinBucketCount  = 12
	pointBucketCount = 16
	maxRounds        = 30
	rivalCount       = 3
	maxLead          = 15
	rivalLead        = 2*maxLead + 1
	// A rival: points against it, bonuses it has taken, spaces it has marked more or less.
	rivalSize = rivalLead + 4 + rivalLead
)

var (
	coinBuckets  = eval.NewBuckets(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15)
	pointBuckets = eval.NewBuckets(2, 4, 7, 10, 14, 18, 22, 26, 30, 35, 40, 45, 50, 56, 62, 70)
)

// encode appends the features of a position of Dice.
func encode(s *dice.State, seat game.Seat, buf []uint16) []uint16 {
	marked := s.MarkedSet(seat)
	buf = eval.AppendSet(buf, featMarked+min(maxCities-1, s.City(seat))*dice.MaxSpaces, marked)
	buf = eval.AppendSet(buf, featBonuses, uint64(s.BonusSet(seat)))
	buf = eval.AppendSet(buf, featOwned, uint64(s.OwnedSet(seat)))
	buf = eval.AppendSet(buf, featForum, uint64(s.ForumSet()))
	if n := coinBuckets.Of(s.Coins(seat)); n > 0 {
		buf = append(buf, uint16(featCoins+n-1))
	}
	buf = append(buf,
		uint16(featGoods+min(7, s.Resources(seat))),
		uint16(featRound+min(maxRounds-1, s.Round())),
		uint16(featSeats+s.Seats()))
	if last := s.LastRound(); last > 0 {
		buf = append(buf, uint16(featLast+max(0, min(3, last-s.Round()))))
	}
	if !s.AgoraTaken() {
		buf = append(buf, uint16(featAgora))
	}
	pending := s.Pending(seat)
	for i, n := range [4]int{pending.Actions, pending.FreeDice, pending.Marks, pending.Bonuses} {
		if n > 0 {
			buf = append(buf, uint16(featPending+i*4+min(4, n)-1))
		}
	}
	for i, left := range [2]bool{true, false} {
		defences, attacks := s.Facing(seat, left)
		buf = append(buf, uint16(featFacing+14*i+min(6, defences)), uint16(featFacing+14*i+7+min(6, attacks)))
	}
	return encodeRivals(s, seat, bits.OnesCount64(marked), buf)
}

// encodeRivals adds how the seat stands against the others.
func encodeRivals(s *dice.State, seat game.Seat, marked int, buf []uint16) []uint16 {
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
	clamp := func(n int) int { return maxLead + max(-maxLead, min(maxLead, n)) }
	for i, o := range rivals[:min(count, rivalCount)] {
		at := featRivals + i*rivalSize
		taken, _ := s.Bonuses(o)
		buf = append(buf,
			uint16(at+clamp(points[seat]-points[o])),
			uint16(at+rivalLead+min(3, taken)),
			uint16(at+rivalLead+4+clamp(marked-bits.OnesCount64(s.MarkedSet(o)))))
	}
	if n := pointBuckets.Of(points[seat]); n > 0 {
		buf = append(buf, uint16(featPoints+n-1))
	}
	taken, _ := s.Bonuses(seat)
	return append(buf, uint16(featEnd+4*min(3, taken)+min(3, most)))
}
