package dice

import (
	"math"

	"mirabilia/game"
	"mirabilia/games/dice"
)

// heuristic estimates a seat's chance to win: each seat is weighed by itself, and the weights are turned into chances
// by a softmax.
func heuristic(s *dice.State, seat game.Seat) float64 {
	phases := phases(end(s))
	var worth [game.MaxSeats]float64
	best := math.Inf(-1)
	for o := range game.Seat(s.Seats()) {
		worth[o] = seatWorth(s, o, &phases)
		best = max(best, worth[o])
	}
	sum := 0.0
	for o := range s.Seats() {
		worth[o] = math.Exp(worth[o] - best)
		sum += worth[o]
	}
	return worth[seat] / sum
}

// seatWorth adds up what a seat has, each thing by its weight in this phase of the game.
func seatWorth(s *dice.State, seat game.Seat, phases *[3]float64) float64 {
	var f items
	describe(s, seat, &f)
	sum := 0.0
	for i, v := range f {
		if v != 0 {
			w := &weights[i]
			sum += v * (w[0]*phases[0] + w[1]*phases[1] + w[2]*phases[2])
		}
	}
	return sum
}

// weights were fitted to who won games of this very bot against itself, several times over, with some of its
// moves replaced by random ones. Then the first weight of each almost finished building was raised by 0.6: it costs
// hardly any wins, and games end about a round earlier.
var weights = [itemCount][3]float64{
	itemPoints:           {-2.99, 1.42, 3.50},
	itemCoinsFew:         {-0.21, 0.10, 0.77},
	itemCoinsSome:        {0.04, 0.13, 0.13},
	itemCoinsMany:        {-0.26, 0.29, 0.17},
	itemResource1:        {0.95, -0.55, 1.12},
	itemResource2:        {1.50, -0.62, 0.41},
	itemResource3:        {2.06, -0.48, -1.10},
	itemResource4:        {0.07, -0.06, -0.08},
	itemResource5:        {0.03, 0.19, -0.05},
	itemResource6:        {-0.17, 0.39, 0.04},
	itemDiscount:         {1.44, -0.53, -0.80},
	itemFreeGrey:         {0.17, -0.08, -0.04},
	itemFreeOther:        {1.54, -0.90, -0.88},
	itemIncome:           {0.87, -0.42, -0.49},
	itemWhite:            {2.30, -1.08, -0.92},
	itemBlack:            {-0.07, -0.05, 0.12},
	itemPurple:           {0.98, -0.68, -0.30},
	itemWonder:           {0.19, -0.92, 2.06},
	itemWonderAlmost:     {1.08, 0.31, -1.59},
	itemBarracks:         {0.42, 1.67, -0.19},
	itemBarracksAlmost:   {-0.06, -2.73, 0.22},
	itemAgora:            {0.99, 1.00, -0.82},
	itemAgoraAlmost:      {0.56, -0.46, 0.44},
	itemMarket:           {-0.67, 2.00, -0.22},
	itemMarketAlmost:     {0.89, -0.05, 0.12},
	itemUniversity:       {3.94, 2.49, -1.15},
	itemUniversityAlmost: {1.77, -0.98, -0.42},
	itemGuild:            {0.59, 0.35, 0.17},
	itemGuildAlmost:      {-0.73, 0.91, 0.20},
	itemStatues:          {0.28, -0.56, -0.13},
	itemStatuesAlmost:    {-0.10, 1.27, 0.20},
	itemDefences:         {0.26, -0.36, -0.06},
	itemBonus1:           {0.84, -1.00, -1.14},
	itemBonus2:           {-1.70, 1.45, 0.50},
	itemBonus3:           {0.11, 0.14, -0.21},
	itemToEnd:            {1.56, -0.31, -1.16},
	itemActions:          {0.35, 0.33, 0.66},
	itemMarks:            {-0.20, 0.33, 0.67},
	itemFreeDice:         {0.28, 0.49, 0.14},
	itemBonusesDue:       {0.12, -1.19, 0.32},
	itemWonderPoints:     {-0.27, -0.77, 1.16},
	itemWonderDecisions:  {0.97, -0.40, -0.86},
	itemUniversityPoints: {-0.58, 1.55, 0.69},
}

// What a seat is weighed by, as describe fills it in.
const (
	itemPoints = iota
	itemCoinsFew
	itemCoinsSome
	itemCoinsMany
	itemResource1
	itemResource2
	itemResource3
	itemResource4
	itemResource5
	itemResource6
	itemDiscount
	itemFreeGrey
	itemFreeOther
	itemIncome
	itemWhite
	itemBlack
	itemPurple
	itemWonder
	itemWonderAlmost
	itemBarracks
	itemBarracksAlmost
	itemAgora
	itemAgoraAlmost
	itemMarket
	itemMarketAlmost
	itemUniversity
	itemUniversityAlmost
	itemGuild
	itemGuildAlmost
	itemStatues
	itemStatuesAlmost
	itemDefences
	itemBonus1
	itemBonus2
	itemBonus3
	itemToEnd
	itemActions
	itemMarks
	itemFreeDice
	itemBonusesDue
	itemWonderPoints
	itemWonderDecisions
	itemUniversityPoints
	itemCount
)

// items holds the terms of the evaluation of a seat.
type items [itemCount]float64

// describe describes a seat.
func describe(s *dice.State, seat game.Seat, f *items) {
	*f = items{}
	f[itemPoints] = float64(s.Points(seat)) / 10
	coins := float64(s.Coins(seat))
	f[itemCoinsFew] = min(coins, 4) / 4
	f[itemCoinsSome] = min(max(coins-4, 0), 6) / 4
	f[itemCoinsMany] = max(coins-10, 0) / 4
	for k := range s.Resources(seat) {
		f[itemResource1+k] = 1
	}
	f[itemDiscount] = float64(s.Discount(seat))
	for c := dice.Grey; c <= dice.Yellow; c++ {
		f[itemIncome] += float64(s.Income(seat, c)) / 2
		switch {
		case !s.Free(seat, c):
		case c == dice.Grey:
			f[itemFreeGrey] = 1
		default:
			f[itemFreeOther]++
		}
	}
	for i, c := range [...]dice.Colour{dice.White, dice.Black, dice.Purple} {
		if s.Owns(seat, c) {
			f[itemWhite+i] = 1
		}
	}
	at := itemWonder
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
		f[itemDefences] += float64(min(defences, 2)*attacks) / 3
	}
	taken, _ := s.Bonuses(seat)
	for k := range min(taken, 3) {
		f[itemBonus1+k] = 1
	}
	f[itemToEnd] = marksToEnd(s, seat) / 5
	due := s.Pending(seat)
	f[itemActions], f[itemMarks], f[itemFreeDice], f[itemBonusesDue] = float64(due.Actions), float64(due.Marks), float64(due.FreeDice), float64(due.Bonuses)
	points, decisions := s.Ahead(seat, dice.Wonder)
	f[itemWonderPoints], f[itemWonderDecisions] = float64(points)/10, float64(decisions)
	points, _ = s.Ahead(seat, dice.University)
	f[itemUniversityPoints] = float64(points) / 10
}

// marksToEnd returns how many spaces a seat must at least mark to take the bonus that ends the game.
func marksToEnd(s *dice.State, seat game.Seat) float64 {
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

// end returns how far away the end is: rounds if the last one is known, else marks of the nearest seat.
func end(s *dice.State) float64 {
	if last := s.LastRound(); last > 0 {
		return float64(last - s.Round())
	}
	least := math.Inf(1)
	for o := range game.Seat(s.Seats()) {
		least = min(least, marksToEnd(s, o))
	}
	return 1 + least
}

// phases returns what the three weights of a feature are for: always, far from the end, near the end.
func phases(end float64) [3]float64 {
	end /= 10
	return [3]float64{1, end, 1 / (0.5 + end)}
}
