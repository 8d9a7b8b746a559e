package architects

import "mirabilia/game"

// Categories of the score, as columns of Result.Parts.
const (
	scoreWonder = iota
	scoreBlue
	scoreMilitary
	scoreCat
	scoreProgress
)

var categories = []string{"wonder", "blue", "military", "cat", "progress"}

// culturePoints are listed by how many Cultures a player has.
var culturePoints = [...]int{0, 4, 12}

// tokenPoints returns what a token is worth at the end, or would be now; both Cultures together.
func (p *player) tokenPoints(t Token) int {
	if !p.tokens.Has(t) {
		return 0
	}
	switch t {
	case Decor:
		if p.built == allStages {
			return 6
		}
		return 4
	case Politics:
		return p.cards.Count(CatPoints)
	case Strategy:
		return int(p.victories)
	case Education:
		return 2 * p.tokens.Len()
	case Culture:
		return culturePoints[p.tokens.Count(Culture)]
	}
	return 0
}

// progressPoints returns what all tokens of a player are worth.
func (p *player) progressPoints() int {
	n := 0
	for t := Decor; t <= Culture; t++ {
		n += p.tokenPoints(t)
	}
	return n
}

// parts returns the points of a seat by category (docs/rules/architects.md 8).
func (s *State) parts(seat game.Seat) (parts [game.MaxCategories]int16) {
	p := &s.players[seat]
	parts[scoreWonder] = int16(stages[p.wonder][p.built].points)
	parts[scoreBlue] = int16(p.cards.Count(ThreePoints)*cards[ThreePoints].points + p.cards.Count(CatPoints)*cards[CatPoints].points)
	parts[scoreMilitary] = int16(p.victories) * victoryPoints
	if s.cat == seat {
		parts[scoreCat] = pawnPoints
	}
	parts[scoreProgress] = int16(p.progressPoints())
	return parts
}

// Result ranks by points, then by built stages.
func (s *State) Result() game.Result {
	var res game.Result
	var tie [game.MaxSeats]int16
	for seat := range game.Seat(s.seats) {
		res.Parts[seat] = s.parts(seat)
		for _, n := range res.Parts[seat] {
			res.Score[seat] += n
		}
		tie[seat] = int16(s.Built(seat))
	}
	how := res.Rank(s.Seats(), tie)
	if res.Over = s.phase == over; res.Over {
		res.WonBy = how
	}
	return res
}
