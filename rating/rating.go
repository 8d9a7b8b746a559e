// Package rating computes how strong players are, and how sure that is, from the results of their games. It is pure: no
// clocks, no files, no randomness. Games of two seats are rated by Glicko-2, games of up to seven by the Plackett–Luce
// model of Weng and Lin. Both work on one scale, on which 400 points mean odds of 10 to 1 between two players.
package rating

import (
	"math"
	"time"
)

const (
	// Start is the rating of a player of whom nothing is known.
	Start = 1500
	// z is how many standard deviations hold 95 % of a normal distribution to each side.
	z = 1.96
	// A rating is provisional while its margin is above maxMargin or it rests on fewer than minGames games.
	maxMargin = 215
	minGames  = 8
)

// Rating is what is known of a player's strength.
type Rating struct {
	// Points is the estimate, and Deviation its standard deviation.
	Points, Deviation float64
	// Volatility says how much the strength itself varies; only Glicko-2 knows it.
	Volatility float64
	// Games is how many games it rests on.
	Games int
	// At is when the last of them ended, in Unix milliseconds; 0: never.
	At int64
}

// Margin is the half-width of the 95 % interval around the points.
func (r Rating) Margin() float64 { return z * r.Deviation }

// Provisional reports whether the rating is still too uncertain to be listed.
func (r Rating) Provisional() bool { return r.Margin() > maxMargin || r.Games < minGames }

// Chance returns the chance of a to finish before b, with both uncertainties taken into account. A shared place counts half.
func Chance(a, b Rating) float64 {
	both := math.Hypot(a.Deviation, b.Deviation) / glickoScale
	return 1 / (1 + math.Exp(-g(both)*(a.Points-b.Points)/glickoScale))
}

// Model is a way to learn from results.
type Model interface {
	// New returns the rating of a player of whom nothing is known.
	New() Rating
	// Rested returns a rating as it is days later: a strength that was not seen for long is less certain.
	Rested(r Rating, days float64) Rating
	// Update returns the ratings after a game. Places are compared only: the lower is the better, equal places are shared.
	// The ratings are those of the moment of the game, see Rested.
	Update(before []Rating, places []int) []Rating
}

// Models are those of the games as they are rated: Duel with Pantheon has a rating of its own.
var Models = map[string]Model{
	"duel":       Glicko2{},
	"pantheon":   Glicko2{},
	"wonders":    PlackettLuce{},
	"architects": PlackettLuce{},
	"dice":       PlackettLuce{},
}

// Game returns the game as it is rated, by the options that are not the usual ones; empty if it is not rated with them. A match of Duplicate Duel counts as one game of Duel.
func Game(game string, unusual map[string]string) string {
	if game == "duplicate" {
		game = "duel"
	}
	switch {
	case game == "duel" && len(unusual) == 1 && unusual["pantheon"] == "true":
		return "pantheon"
	case len(unusual) > 0 || Models[game] == nil || game == "pantheon":
		return ""
	}
	return game
}

// Alike reports whether two ratings are the same. Another kind of processor may round the last digits differently.
func Alike(a, b Rating) bool {
	near := func(x, y float64) bool { return math.Abs(x-y) < 1e-6 }
	return near(a.Points, b.Points) && near(a.Deviation, b.Deviation) && near(a.Volatility, b.Volatility) && a.Games == b.Games && a.At == b.At
}

// At returns a rating as it is at a time, in Unix milliseconds.
func At(m Model, r Rating, now int64) Rating {
	if r.At == 0 || now <= r.At {
		return r // a result that is told late makes nobody surer
	}
	return m.Rested(r, float64(now-r.At)/float64(24*time.Hour/time.Millisecond))
}
