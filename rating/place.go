package rating

// Placing is where the bots of a game stand on the scale of people: so many points from where the measured ladder and the anchor put them.
type Placing struct {
	Points float64
	// Games is how many games of people against bots it rests on; 0: it is estimated.
	Games int
}

// Against is a game of a person against a bot.
type Against struct {
	Person Rating
	// Bot is the strength of the bot by the ladder alone, and Share what the person gained: 1, a half or 0.
	Bot, Share float64
}

const (
	// leastPlaced is how many games it takes to place bots, and mostMoved by how many points they are moved at once.
	leastPlaced = 200
	mostMoved   = 20
	// placingMargin is how uncertain the rating of a person may be whose games place bots.
	placingMargin = 150
	// farthest is how far from the ladder's own place bots can be.
	farthest = 1000
)

// Places reports whether a person's games can place bots: their strength is known well enough.
func (r Rating) Places() bool { return r.Margin() <= placingMargin && r.Games >= minGames }

// Place returns where bots stand after the games of a month, and whether these were enough. Bots never move by single games: all their levels are moved together, by a little, towards where these
// games are most likely.
func Place(now Placing, games []Against) (Placing, bool) {
	if len(games) < leastPlaced {
		return now, false
	}
	// What people gained beyond what was expected grows with the bots' strength, so there is one point at which it is nothing.
	low, high := -float64(farthest), float64(farthest)
	for high-low > 0.01 {
		middle := (low + high) / 2
		var gain float64
		for _, g := range games {
			gain += g.Share - Chance(g.Person, Rating{Points: g.Bot + middle})
		}
		if gain < 0 {
			low = middle
		} else {
			high = middle
		}
	}
	by := max(-mostMoved, min(mostMoved, low-now.Points))
	return Placing{now.Points + by, len(games)}, true
}
