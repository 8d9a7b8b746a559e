package duel

import "mirabilia/game"

// The columns of the score sheet; the last two are Pantheon's.
const (
	scoreMilitary = iota
	scoreBlue
	scoreGreen
	scoreYellow
	scorePurple
	scoreWonders
	scoreProgress
	scoreCoins
	scoreTemples
	scoreDivinities
	numCategories
)

var categoryIDs = [numCategories]string{
	"military", "blue", "green", "yellow", "purple", "wonders", "progress", "coins", "temples", "divinities",
}

// The ways to win.
var wonByIDs = []string{"military", "science", "points", "tie_break", "shared"}

// militaryVP is what the leader scores by the pawn's distance from the centre. Source: board.json.
var militaryVP = [capital + 1]int16{0, 2, 2, 5, 5, 5, 10, 10, 10, 10}

// Result returns the outcome; before the end, the points as if it were scored now.
func (s *State) Result() game.Result {
	var res game.Result
	for seat := range s.cities {
		parts := &res.Parts[seat]
		s.scoreCity(uint8(seat), parts)
		for _, p := range parts {
			res.Score[seat] += p
		}
	}
	var tie [game.MaxSeats]int16
	for seat := range s.cities {
		tie[seat] = res.Parts[seat][scoreBlue]
	}
	how := res.Rank(len(s.cities), tie)
	switch s.ending {
	case running:
		return res
	case civilian:
		res.WonBy = how
	case military, scientific:
		res.WonBy = wonByIDs[s.ending-military]
		res.Place[s.winner], res.Place[1-s.winner] = 1, 2
	}
	res.Over = true
	return res
}

// scoreCity adds up docs/rules/duel.md 10.
func (s *State) scoreCity(seat uint8, parts *[game.MaxCategories]int16) {
	c, o := &s.cities[seat], &s.cities[1-seat]
	if lead := s.lead(seat); lead > 0 {
		parts[scoreMilitary] = militaryVP[lead]
	}
	parts[scoreBlue] = int16(c.points.of(Blue))
	parts[scoreGreen] = int16(c.points.of(Green))
	parts[scoreYellow] = int16(c.points.of(Yellow))
	parts[scorePurple] = int16(c.guildVP(o))
	parts[scoreWonders] = int16(c.wonderVP())
	parts[scoreProgress] = int16(c.progressVP())
	parts[scoreCoins] = c.coins / 3
	if s.pantheon {
		c.scorePantheon(parts)
	}
}

// guildVP returns what the guilds of a city score.
func (c *city) guildVP(o *city) (vp int) {
	for set := c.cards.and(ofColour[Purple]); !set.empty(); {
		card := set.first()
		set.remove(card)
		e := &cards[card].effect
		vp += int(e.perVP) * max(c.counts(e.guild), o.counts(e.guild))
	}
	return vp
}

// wonderVP returns what the wonders of a city score.
func (c *city) wonderVP() (vp int) {
	for set := c.built; set != 0; set &= set - 1 {
		vp += int(wonders[set.first()].vp)
	}
	return vp
}

// progressVP returns what the progress tokens of a city score without Pantheon.
func (c *city) progressVP() (vp int) {
	for set := c.tokens; set != 0; set &= set - 1 {
		vp += int(tokens[set.first()].vp)
	}
	if c.tokens.has(Mathematics) {
		vp += mathematicsVP * c.tokens.len()
	}
	return vp
}
