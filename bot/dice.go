package bot

import (
	"math"

	"mirabilia/game"
	"mirabilia/games/dice"
)

// diceValue is a seat's chance to win a game of 7 Wonders Dice: each seat is judged by itself, and the judgements are
// weighed against each other as chances.
func diceValue(s *dice.State, seat game.Seat) float64 {
	phases := dicePhases(diceEnd(s))
	var judged [game.MaxSeats]float64
	best := math.Inf(-1)
	for o := range game.Seat(s.Seats()) {
		judged[o] = diceJudge(s, o, &phases)
		best = max(best, judged[o])
	}
	sum := 0.0
	for o := range s.Seats() {
		judged[o] = math.Exp(judged[o] - best)
		sum += judged[o]
	}
	return judged[seat] / sum
}

// diceJudge adds up what a seat has, each thing by its weight in this phase of the game.
func diceJudge(s *dice.State, seat game.Seat, phases *[3]float64) float64 {
	var f diceItems
	diceDescribe(s, seat, &f)
	sum := 0.0
	for i, v := range f {
		if v != 0 {
			w := &diceWeights[i]
			sum += v * (w[0]*phases[0] + w[1]*phases[1] + w[2]*phases[2])
		}
	}
	return sum
}

// diceWeights were fitted to who won games of this very bot against itself, several times over, with some of its
// moves replaced by random ones. Then the first weight of each almost finished building was raised by 0.6: it costs
// hardly any wins, and games end about a round earlier.
var diceWeights = [diceItemCount][3]float64{
	diceItemPoints:           {-2.99, 1.42, 3.50},
	diceItemCoinsFew:         {-0.21, 0.10, 0.77},
	diceItemCoinsSome:        {0.04, 0.13, 0.13},
	diceItemCoinsMany:        {-0.26, 0.29, 0.17},
	diceItemResource1:        {0.95, -0.55, 1.12},
	diceItemResource2:        {1.50, -0.62, 0.41},
	diceItemResource3:        {2.06, -0.48, -1.10},
	diceItemResource4:        {0.07, -0.06, -0.08},
	diceItemResource5:        {0.03, 0.19, -0.05},
	diceItemResource6:        {-0.17, 0.39, 0.04},
	diceItemDiscount:         {1.44, -0.53, -0.80},
	diceItemFreeGrey:         {0.17, -0.08, -0.04},
	diceItemFreeOther:        {1.54, -0.90, -0.88},
	diceItemIncome:           {0.87, -0.42, -0.49},
	diceItemWhite:            {2.30, -1.08, -0.92},
	diceItemBlack:            {-0.07, -0.05, 0.12},
	diceItemPurple:           {0.98, -0.68, -0.30},
	diceItemWonder:           {0.19, -0.92, 2.06},
	diceItemWonderAlmost:     {1.08, 0.31, -1.59},
	diceItemBarracks:         {0.42, 1.67, -0.19},
	diceItemBarracksAlmost:   {-0.06, -2.73, 0.22},
	diceItemAgora:            {0.99, 1.00, -0.82},
	diceItemAgoraAlmost:      {0.56, -0.46, 0.44},
	diceItemMarket:           {-0.67, 2.00, -0.22},
	diceItemMarketAlmost:     {0.89, -0.05, 0.12},
	diceItemUniversity:       {3.94, 2.49, -1.15},
	diceItemUniversityAlmost: {1.77, -0.98, -0.42},
	diceItemGuild:            {0.59, 0.35, 0.17},
	diceItemGuildAlmost:      {-0.73, 0.91, 0.20},
	diceItemStatues:          {0.28, -0.56, -0.13},
	diceItemStatuesAlmost:    {-0.10, 1.27, 0.20},
	diceItemDefences:         {0.26, -0.36, -0.06},
	diceItemBonus1:           {0.84, -1.00, -1.14},
	diceItemBonus2:           {-1.70, 1.45, 0.50},
	diceItemBonus3:           {0.11, 0.14, -0.21},
	diceItemToEnd:            {1.56, -0.31, -1.16},
	diceItemActions:          {0.35, 0.33, 0.66},
	diceItemMarks:            {-0.20, 0.33, 0.67},
	diceItemFreeDice:         {0.28, 0.49, 0.14},
	diceItemBonusesDue:       {0.12, -1.19, 0.32},
	diceItemWonderPoints:     {-0.27, -0.77, 1.16},
	diceItemWonderDecisions:  {0.97, -0.40, -0.86},
	diceItemUniversityPoints: {-0.58, 1.55, 0.69},
}

// What a seat is judged by, as diceDescribe fills it in.
const (
	diceItemPoints = iota
	diceItemCoinsFew
	diceItemCoinsSome
	diceItemCoinsMany
	diceItemResource1
	diceItemResource2
	diceItemResource3
	diceItemResource4
	diceItemResource5
	diceItemResource6
	diceItemDiscount
	diceItemFreeGrey
	diceItemFreeOther
	diceItemIncome
	diceItemWhite
	diceItemBlack
	diceItemPurple
	diceItemWonder
	diceItemWonderAlmost
	diceItemBarracks
	diceItemBarracksAlmost
	diceItemAgora
	diceItemAgoraAlmost
	diceItemMarket
	diceItemMarketAlmost
	diceItemUniversity
	diceItemUniversityAlmost
	diceItemGuild
	diceItemGuildAlmost
	diceItemStatues
	diceItemStatuesAlmost
	diceItemDefences
	diceItemBonus1
	diceItemBonus2
	diceItemBonus3
	diceItemToEnd
	diceItemActions
	diceItemMarks
	diceItemFreeDice
	diceItemBonusesDue
	diceItemWonderPoints
	diceItemWonderDecisions
	diceItemUniversityPoints
	diceItemCount
)

// diceItems is what the judgement of a seat is made of.
type diceItems [diceItemCount]float64

// diceDescribe describes a seat.
func diceDescribe(s *dice.State, seat game.Seat, f *diceItems) {
	*f = diceItems{}
	f[diceItemPoints] = float64(s.Points(seat)) / 10
	coins := float64(s.Coins(seat))
	f[diceItemCoinsFew] = min(coins, 4) / 4
	f[diceItemCoinsSome] = min(max(coins-4, 0), 6) / 4
	f[diceItemCoinsMany] = max(coins-10, 0) / 4
	for k := range s.Resources(seat) {
		f[diceItemResource1+k] = 1
	}
	f[diceItemDiscount] = float64(s.Discount(seat))
	for c := dice.Grey; c <= dice.Yellow; c++ {
		f[diceItemIncome] += float64(s.Income(seat, c)) / 2
		switch {
		case !s.Free(seat, c):
		case c == dice.Grey:
			f[diceItemFreeGrey] = 1
		default:
			f[diceItemFreeOther]++
		}
	}
	for i, c := range [...]dice.Colour{dice.White, dice.Black, dice.Purple} {
		if s.Owns(seat, c) {
			f[diceItemWhite+i] = 1
		}
	}
	at := diceItemWonder
	for b := dice.Wonder; b <= dice.StatuePark; b++ {
		marked, left := float64(s.Marked(seat, b)), float64(s.Left(seat, b))
		share := marked / (marked + left)
		f[at] += share
		f[at+1] += share * share * share
		if b != dice.BarracksWest { // both barracks share theirs
			at += 2
		}
	}
	for _, toLeft := range [...]bool{true, false} {
		defences, attacks := s.Facing(seat, toLeft)
		f[diceItemDefences] += float64(min(defences, 2)*attacks) / 3
	}
	taken, _ := s.Bonuses(seat)
	for k := range min(taken, 3) {
		f[diceItemBonus1+k] = 1
	}
	f[diceItemToEnd] = diceMarksToEnd(s, seat) / 5
	due := s.Pending(seat)
	f[diceItemActions], f[diceItemMarks], f[diceItemFreeDice], f[diceItemBonusesDue] = float64(due.Actions), float64(due.Marks), float64(due.FreeDice), float64(due.Bonuses)
	points, decisions := s.Ahead(seat, dice.Wonder)
	f[diceItemWonderPoints], f[diceItemWonderDecisions] = float64(points)/10, float64(decisions)
	points, _ = s.Ahead(seat, dice.University)
	f[diceItemUniversityPoints] = float64(points) / 10
}

// diceMarksToEnd is how many spaces a seat must at least mark to take the bonus that ends the game.
func diceMarksToEnd(s *dice.State, seat game.Seat) float64 {
	const without = 3 // what it takes, by experience, to obtain the die that a building needs
	var left [8]int
	n := 0
	for b := dice.Wonder; b <= dice.StatuePark; b++ {
		spaces := s.Left(seat, b)
		if spaces == 0 || !s.GivesBonus(seat, b) {
			continue
		}
		if b == dice.Guild && !s.Owns(seat, dice.Purple) || b == dice.StatuePark && !s.Owns(seat, dice.White) {
			spaces += without
		}
		// Sorted by insertion: the fewest first.
		i := n
		for ; i > 0 && left[i-1] > spaces; i-- {
			left[i] = left[i-1]
		}
		left[i] = spaces
		n++
	}
	taken, toEnd := s.Bonuses(seat)
	sum := 0
	for _, spaces := range left[:min(n, max(0, toEnd-taken))] {
		sum += spaces
	}
	return float64(sum)
}

// diceEnd is how far away the end is: rounds if the last one is known, else marks of the nearest seat.
func diceEnd(s *dice.State) float64 {
	if last := s.LastRound(); last > 0 {
		return float64(last - s.Round())
	}
	least := math.Inf(1)
	for o := range game.Seat(s.Seats()) {
		least = min(least, diceMarksToEnd(s, o))
	}
	return 1 + least
}

// dicePhases is what the three weights of a feature are for: always, far from the end, near the end.
func dicePhases(end float64) [3]float64 {
	end /= 10
	return [3]float64{1, end, 1 / (0.5 + end)}
}
