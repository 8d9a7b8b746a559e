package rating

import "math"

// anchor is the level of which the bots hang on the scale of people, until enough games of people against bots are known:
// it plays like a newcomer's rating.
const anchor = 4

// step is the share of the points that a level takes from the one below, in per cent, with its 95 % margin.
type step struct{ share, margin float64 }

// ladders are the measured ladders of docs/bots.md, from level 2 on. Where a level was measured twice, the later networks count.
var ladders = map[string][]step{
	"duel":       {{68.5, 4.3}, {69.2, 4.3}, {65.5, 4.6}, {69.7, 4.4}, {71.7, 4.5}, {68.7, 4.2}, {64.7, 4.4}},
	"pantheon":   {{70.5, 4.7}, {64.2, 4.7}, {73, 4.3}, {68.7, 4.2}, {73, 4.3}, {66, 4.5}, {69.5, 6.2}},
	"wonders":    {{74.4, 3.3}, {74.2, 3.3}, {70.8, 3.5}, {68.6, 3.4}, {64.7, 3.3}, {60, 3.5}, {62.8, 3.4}},
	"architects": {{66.4, 2.3}, {68.1, 2.2}, {66.1, 2.3}, {63.9, 2.4}, {63.1, 2.3}, {62.2, 2.5}, {69.9, 4.5}},
	"dice":       {{66.1, 4.5}, {73.4, 4.2}, {72, 4.5}, {71.5, 4.2}, {67, 4.4}, {68, 4.7}, {73.7, 3.7}},
}

// Bot is the rating of a level. It does not move with single games.
type Bot struct {
	Level  int
	Points float64
	// Margin is the half-width of the 95 % interval of the distance to the anchor.
	Margin float64
}

// Bots returns the levels of a game, the weakest first; none if it has no ladder.
func Bots(game string) []Bot {
	ladder := ladders[game]
	if ladder == nil {
		return nil
	}
	bots := make([]Bot, len(ladder)+1)
	bots[anchor-1] = Bot{anchor, Start, 0}
	for i := anchor; i < len(bots); i++ {
		bots[i] = bots[i-1].beside(ladder[i-1], 1)
	}
	for i := anchor - 2; i >= 0; i-- {
		bots[i] = bots[i+1].beside(ladder[i], -1)
	}
	return bots
}

// beside returns the bot a step up or down from b.
func (b Bot) beside(s step, direction int) Bot {
	return Bot{
		Level:  b.Level + direction,
		Points: b.Points + float64(direction)*points(s.share),
		Margin: math.Hypot(b.Margin, (points(s.share+s.margin)-points(s.share-s.margin))/2),
	}
}

// points is the difference in strength at which one player takes the given share of the points, in per cent.
func points(share float64) float64 { return 400 * math.Log10(share/(100-share)) }

// NearestBot returns the level of a game that is nearest to a strength.
func NearestBot(game string, strength float64) Bot {
	var best Bot
	for i, b := range Bots(game) {
		if i == 0 || math.Abs(b.Points-strength) < math.Abs(best.Points-strength) {
			best = b
		}
	}
	return best
}
