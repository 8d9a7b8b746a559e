package analysis

// derive computes everything that follows from what was measured: W and loss of every decision, luck, start and sums.
func (a *Analysis) derive(c *course) {
	known := make([]*Decision, len(c.positions))
	for _, d := range a.Decisions {
		known[d.T] = d
	}
	for t := len(known) - 1; t >= 0; t-- {
		if d := known[t]; d != nil {
			d.judge(&c.positions[t], a.next(known, t))
		}
	}
	a.Start = nil
	if len(known) > 0 && known[0] != nil {
		a.Start = known[0].W
	}
	a.chance(c, known)
	a.Sums = a.sums(c, known)
}

// next returns the chances after decision t: those before the next one, or at the end; nil if they are not known.
func (a *Analysis) next(known []*Decision, t int) Chances {
	switch {
	case t+1 < len(known) && known[t+1] != nil:
		return known[t+1].W
	case t+1 < len(known):
		return nil
	case a.End != nil:
		return a.End
	}
	return a.Result
}

// judge sets W, q and loss of a decision, given the chances after it. Going from the end to the beginning, a stretch without
// chance is exact: the later position tells what the earlier move was worth.
func (d *Decision) judge(p *position, next Chances) {
	d.W, d.q, d.Loss = d.Value, d.Value, 0
	if d.Pass < 2 {
		return
	}
	best := d.Best().Played
	d.q = d.Moves[0].Q
	if best {
		d.W = d.q
	}
	if p.known && next != nil {
		d.q = next
		if d.q[d.Seat] > d.W[d.Seat] {
			d.W = d.q
		}
	}
	d.Loss = d.W[d.Seat] - d.q[d.Seat]
	if d.Loss <= 0 || best || p.forced || 2*d.Loss < 3*d.SE { // 1.5 standard errors
		d.Loss, d.W = 0, d.q
	}
}

// chance sets the luck of each chance event: what happened between the decisions of a turn and the next turn. Where someone
// knew more than the others, before or after, an event has no figure of its own.
func (a *Analysis) chance(c *course, known []*Decision) {
	n := a.Seats
	sum, from := make(Chances, n), 0
	complete, struck := true, false
	for t := range known {
		d, next := known[t], a.next(known, t)
		if d == nil || next == nil {
			complete = false
		} else {
			d.Luck = nil
			sum.add(next, d.q)
			struck = struck || !c.positions[t].known
		}
		last := t+1 == len(known)
		if !last && !c.positions[t+1].settled {
			continue
		}
		if complete && struck && c.positions[from].open && (last || c.positions[t+1].open) {
			d.Luck = sum
		}
		sum, from, complete, struck = make(Chances, n), t+1, true, false
	}
}

// Sum is how a seat's result came about: start + own + others + luck = the end.
type Sum struct {
	// Own is what the seat's decisions cost it, Others what it got from the decisions of the other seats, Luck the rest: deals,
	// draws, rolls, and what nobody could know.
	Own    Chance `json:"own"`
	Others Chance `json:"others"`
	Luck   Chance `json:"luck"`
	// Accuracy is null for a seat with too few decisions to tell.
	Accuracy *int `json:"accuracy"`
}

// sums returns the sums of all seats; nil until every decision has been looked at.
func (a *Analysis) sums(c *course, known []*Decision) []Sum {
	list := make([]Sum, a.Seats)
	for _, d := range known {
		if d == nil {
			return nil
		}
		for i := range list {
			if i == int(d.Seat) {
				list[i].Own -= d.Loss
			} else {
				list[i].Others += d.q[i] - d.W[i]
			}
		}
	}
	end := a.Result
	if a.End != nil {
		end = a.End
	}
	if len(known) == 0 || !c.over() && a.End == nil {
		return nil
	}
	for i := range list {
		list[i].Luck = end[i] - a.Start[i] - list[i].Own - list[i].Others
		list[i].Accuracy = a.accuracy(c, known, i)
	}
	return list
}
