package game

// MaxCategories is the most scoring categories a game of the family has.
const MaxCategories = 12

// Result is the outcome of a game, or the standing while it is being played.
type Result struct {
	// Over reports whether the game has ended; before, the rest is the standing by points so far.
	Over bool
	// WonBy is how it was won, one of the game's Info.WonBy ids: "points", "military", "tie_break", ...
	WonBy string
	// Place of each seat, 1 for the winner. Seats that share a victory share place 1.
	Place [MaxSeats]uint8
	// Score of each seat in total.
	Score [MaxSeats]int16
	// Parts of the score by category, in the order of Info.Categories.
	Parts [MaxSeats][MaxCategories]int16
}

// Winners returns the set of seats on place 1.
func (r *Result) Winners() Seats {
	var set Seats
	for s, p := range r.Place {
		if p == 1 {
			set |= 1 << s
		}
	}
	return set
}

// Rank sets the places of n seats by Score, then by tie, each higher is better, and returns how the first
// place was decided: "points" by score alone, "tie_break" by tie, "shared" by neither.
func (r *Result) Rank(n int, tie [MaxSeats]int16) string {
	how := "points"
	for s := range n {
		place := uint8(1)
		for o := range n {
			if r.Score[o] > r.Score[s] || r.Score[o] == r.Score[s] && tie[o] > tie[s] {
				place++
			}
		}
		r.Place[s] = place
	}
	winner := r.Winners().First()
	for s := range n {
		if Seat(s) != winner && r.Score[s] == r.Score[winner] {
			if r.Place[s] == 1 {
				return "shared"
			}
			how = "tie_break"
		}
	}
	return how
}
