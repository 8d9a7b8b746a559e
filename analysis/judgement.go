package analysis

import (
	"cmp"
	"math"
	"slices"

	"mirabilia/game"
)

// Judgement says in a word how good a decision was.
type Judgement int

const (
	Best Judgement = iota
	Good
	Inaccuracy
	Mistake
	Blunder
)

// judgements have an id for the texts, a glyph, and the loss in points from which they begin, between two seats.
var judgements = [...]struct {
	id, glyph string
	from      float64
}{{"best", "★", 0}, {"good", "✓", 1}, {"inaccuracy", "?!", 3}, {"mistake", "?", 7}, {"blunder", "??", 15}}

// String returns the id of the judgement: "best", "good", "inaccuracy", "mistake" or "blunder".
func (j Judgement) String() string { return judgements[j].id }

// Glyph returns the sign of the judgement.
func (j Judgement) Glyph() string { return judgements[j].glyph }

// scale makes losses comparable between tables: a quarter of a win among four is not measured like a half between two.
func scale(seats int) float64 { return math.Sqrt(2 / float64(seats)) }

// Judge returns the judgement of a loss at a table of so many seats.
func Judge(loss Chance, seats int) Judgement {
	j := Best
	for i := range judgements {
		if loss.Points() >= judgements[i].from*scale(seats) {
			j = Judgement(i)
		}
	}
	return j
}

// Of accuracy: how fast it falls with the mean loss, how far best and worst candidate must be apart for a decision to count, and
// how many decisions tell enough.
const (
	accuracyFall    = 15
	accuracyApart   = 10 // thousandths
	accuracyMinimum = 10
)

// accuracy returns how close a seat came to the best moves, from 0 to 100; nil if it had too few real choices.
func (a *Analysis) accuracy(c *course, known []*Decision, seat int) *int {
	n, lost := 0, Chance(0)
	for t, d := range known {
		if int(d.Seat) != seat || c.positions[t].forced || d.Pass < 2 {
			continue
		}
		low, high := d.Moves[0].Q[seat], d.Moves[0].Q[seat]
		for _, m := range d.Moves {
			low, high = min(low, m.Q[seat]), max(high, m.Q[seat])
		}
		if high-low >= accuracyApart {
			n++
			lost += d.Loss
		}
	}
	if n < accuracyMinimum {
		return nil
	}
	mean := float64(lost) / float64(Sure) / float64(n)
	return new(int(math.Round(100 * math.Exp(-accuracyFall/scale(a.Seats)*mean))))
}

// Judged reports whether every decision has a verdict.
func (a *Analysis) Judged() bool {
	return len(a.Sums) > 0 && !slices.ContainsFunc(a.Decisions, func(d *Decision) bool { return d.Pass < 2 })
}

// Depth returns how much was spent on the game: the simulations of a candidate, over all decisions.
func (a *Analysis) Depth() (n int64) {
	for _, d := range a.Decisions {
		if d.Pass == 1 {
			n += int64(a.Budget.Sketch)
			continue
		}
		redeals, simulations := a.Budget.of(d.Pass)
		n += int64(redeals) * int64(simulations)
	}
	return n
}

// turningPoints is how many decisions are said to have decided a game.
const turningPoints = 3

// TurningPoints returns the decisions with the largest losses, largest first. If the viewer lost and has an inaccuracy or worse,
// at least one is the viewer's; a viewer that is no seat sees the largest of all.
func (a *Analysis) TurningPoints(viewer game.Seat) []*Decision {
	var list []*Decision
	for _, d := range a.Decisions {
		if d.Loss > 0 {
			list = append(list, d)
		}
	}
	slices.SortStableFunc(list, func(x, y *Decision) int { return cmp.Compare(y.Loss, x.Loss) })
	own := slices.IndexFunc(list, func(d *Decision) bool { return d.Seat == viewer })
	if own >= turningPoints && a.Result[viewer] == 0 && Judge(list[own].Loss, a.Seats) >= Inaccuracy {
		list[turningPoints-1] = list[own]
	}
	return list[:min(turningPoints, len(list))]
}

// Curve returns the chances over the game: the number of the decision before which they hold, and the chances. The last are
// those at the end.
func (a *Analysis) Curve() (at []int, chances []Chances) {
	last := 0
	if a.Line != nil {
		for _, p := range a.Line {
			at, chances = append(at, p.T), append(chances, p.P)
		}
	}
	for _, d := range a.Decisions {
		if a.Line == nil {
			at, chances = append(at, d.T), append(chances, d.W)
		}
		last = d.T + 1
	}
	if len(a.Sums) > 0 {
		at, chances = append(at, last), append(chances, a.Result)
	}
	return at, chances
}
