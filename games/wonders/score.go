package wonders

import "mirabilia/game"

// The columns of the score sheet, in the order of docs/rules/wonders.md 10.
const (
	partWonder = iota
	partCoins
	partConflicts
	partBlue
	partYellow
	partGreen
	partPurple
	numParts
)

var categories = [numParts]string{"wonder", "coins", "conflicts", "blue", "yellow", "green", "purple"}

// Result scores the cities as they are; at the end that is the outcome.
func (s *State) Result() game.Result {
	res := game.Result{Over: s.phase == over}
	var coins [game.MaxSeats]int16
	for seat := range int(s.seats) {
		coins[seat] = int16(s.city[seat].coins)
		parts := s.parts(seat)
		for i, p := range parts {
			res.Parts[seat][i] = int16(p)
			res.Score[seat] += int16(p)
		}
	}
	how := res.Rank(int(s.seats), coins)
	if res.Over {
		res.WonBy = how
	}
	return res
}

// parts returns the parts of a seat's score.
func (s *State) parts(seat int) (parts [numParts]int) {
	c := &s.city[seat]
	parts[partWonder] = int(stageSums[c.board][c.side][c.stages].vp)
	parts[partCoins] = int(c.coins) / 3
	for age := range numAges {
		parts[partConflicts] += victory(age)*int(c.won[age]) - int(c.lost[age])
	}
	for i := range blueByPoints {
		parts[partBlue] += i * c.built.common(&blueByPoints[i])
	}
	parts[partGreen] = c.science()
	counted := set{c.built[0] & scorers[0], c.built[1] & scorers[1]}
	for !counted.empty() {
		card := counted.first()
		part := partYellow
		if card >= firstGuild {
			part = partPurple
		}
		parts[part] += s.pointsPer(seat, card)
	}
	return parts
}

// blueByPoints are the cards with points of their own, by how many: all are blue.
var blueByPoints = func() (by [9]set) {
	for i, row := range cards {
		if row.effect.per == 0 && row.effect.vp > 0 {
			by[row.effect.vp].add(Card(i))
		}
	}
	return by
}()

// pointsPer returns the points of a card that counts something.
func (s *State) pointsPer(seat int, card Card) int {
	e := &cards[card].effect
	return int(e.vp) * s.count(seat, e.per, e.where)
}

// count counts things in the cities around a seat.
func (s *State) count(seat int, what tally, in where) int {
	n := 0
	if in&self != 0 {
		n += s.city[seat].count(what)
	}
	if in&left != 0 {
		n += s.city[s.leftOf(seat)].count(what)
	}
	if in&right != 0 {
		n += s.city[s.rightOf(seat)].count(what)
	}
	return n
}

func (c *city) count(what tally) int {
	n := 0
	for col := brown; col < numColours; col++ {
		if what>>col&1 != 0 {
			n += c.built.common(&ofColour[col])
		}
	}
	if what&stages != 0 {
		n += int(c.stages)
	}
	if what&wonderComplete != 0 && c.stages == numStages[c.board][c.side] {
		n++
	}
	return n
}

// strength returns the number of shields (docs/rules/wonders.md 7).
func (c *city) strength() int {
	n := int(stageSums[c.board][c.side][c.stages].shields)
	for i := 1; i < len(shieldSets); i++ {
		n += i * c.built.common(&shieldSets[i])
	}
	return n
}

// signs returns the science symbols of a city: compasses, gears, tablets and free choices.
func (c *city) signs() (n [3]int, choices int) {
	for i := range n {
		n[i] = c.built.common(&signSets[int(compass)+i])
	}
	return n, c.built.common(&signSets[anySymbol]) + int(stageSums[c.board][c.side][c.stages].choices)
}

// science returns the points of the green cards and choices, used in the best way.
func (c *city) science() int {
	n, choices := c.signs()
	return bestScience(n, choices)
}

func bestScience(n [3]int, choices int) int {
	if choices == 0 {
		return n[0]*n[0] + n[1]*n[1] + n[2]*n[2] + 7*min(n[0], n[1], n[2])
	}
	best := 0
	for i := range n {
		with := n
		with[i]++
		best = max(best, bestScience(with, choices-1))
	}
	return best
}
