package analysis

import (
	"cmp"
	"context"
	"slices"

	"mirabilia/game"
	"mirabilia/game/record"
)

// Options of a job.
type Options struct {
	Budget Budget
	// Version of the program, kept with the figures.
	Version string
	// Viewer is the seat whose decisions are looked at first; NoSeat for a spectator. It changes the order of the work only.
	Viewer game.Seat
	// From is an earlier analysis to go on from; nil to begin. It must be of the same record and engine, and its budget
	// the same or with a smaller third pass.
	From *Analysis
}

// Job is the work on one game, on one goroutine. It can be stopped at any time and resumed from what was found.
type Job struct {
	course  *course
	options Options
	found   *Analysis
}

// Progress says what was done last. The analysis holds the best figures so far; all but the raw ones of that decision may have
// changed with it.
type Progress struct {
	Analysis *Analysis
	Pass     int
	// T is the decision that was looked at.
	T int
	// Done and All count the pieces of work of this pass; All may grow in the third.
	Done, All int
}

// New prepares the analysis of a record. It refuses a record that cannot be replayed or has not ended, and a game that the engine
// does not know.
func New(g game.Game, rec *record.Record, o Options) (*Job, error) {
	if err := o.Budget.check(); err != nil {
		return nil, err
	}
	c, err := replay(g, rec)
	if err != nil {
		return nil, err
	}
	engine, err := EngineOf(g, c.last, o.Version)
	if err != nil {
		return nil, err
	}
	j := &Job{course: c, options: o}
	j.found = &Analysis{
		Format: Format, Record: Fingerprint(rec), Engine: engine, Budget: o.Budget,
		Seats: c.seats, Result: c.result, Decisions: []*Decision{},
	}
	if from := o.From; from != nil {
		if from.Engine != j.found.Engine || !o.Budget.extends(from.Budget) {
			return nil, game.Refuse(game.Conflict, "other_engine", "the analysis was made by %+v with the budget %+v, this is %+v with %+v; begin anew", from.Engine, from.Budget, j.found.Engine, o.Budget)
		}
		if err := from.check(c, Fingerprint(rec)); err != nil {
			return nil, err
		}
		j.found.End, j.found.Decisions, j.found.Line = from.End, slices.Clone(from.Decisions), slices.Clone(from.Line)
		j.found.derive(c)
	}
	return j, nil
}

// Analysis returns what was found so far.
func (j *Job) Analysis() *Analysis { return j.found }

// Run works until everything is done or the context ends, and tells of each piece of work; told may be nil.
func (j *Job) Run(ctx context.Context, told func(Progress)) error {
	for {
		p, err := j.Step(ctx)
		if err != nil || p == nil {
			return err
		}
		if told != nil {
			told(*p)
		}
	}
}

// unit is a piece of work: a decision, a point of the line, or the last position of a game that ended outside its rules.
type unit struct {
	pass, t int
	point   bool
}

// Step does one piece of work; nil if there is none left. If the context ends, the piece is lost and nothing else.
func (j *Job) Step(ctx context.Context) (*Progress, error) {
	u, done, all := j.next()
	if u == nil {
		return nil, ctx.Err()
	}
	m := &measure{ctx, j.course.g}
	a, c := j.found, j.course
	switch {
	case u.t == len(c.positions):
		end := m.sketch(c.last, c.last.Owing().First(), u.t, a.Budget.Sketch)
		if end == nil {
			return nil, ctx.Err()
		}
		a.End = end
	case u.point:
		p := m.observe(c.positions[u.t].board, u.t, j.simulations(u.pass))
		if p == nil {
			return nil, ctx.Err()
		}
		a.putPoint(Point{u.t, u.pass, p})
	default:
		d := j.look(m, u)
		if d == nil {
			return nil, ctx.Err()
		}
		a.put(d)
	}
	a.derive(c)
	return &Progress{a, u.pass, u.t, done + 1, all}, nil
}

// look measures a decision.
func (j *Job) look(m *measure, u *unit) *Decision {
	p := &j.course.positions[u.t]
	if u.pass > 1 {
		redeals, simulations := j.found.Budget.of(u.pass)
		return m.decision(p, u.t, u.pass, redeals, simulations)
	}
	value := m.sketch(p.board, p.seat, u.t, j.found.Budget.Sketch)
	if value == nil {
		return nil
	}
	return &Decision{T: u.t, Seat: p.seat, Pass: 1, Value: value}
}

// simulations returns what a point of the line costs in a pass: as much as a candidate.
func (j *Job) simulations(pass int) int {
	if pass == 1 {
		return j.found.Budget.Sketch
	}
	redeals, simulations := j.found.Budget.of(pass)
	return redeals * simulations
}

// put adds a decision, in place of an older one of the same number.
func (a *Analysis) put(d *Decision) {
	i, found := slices.BinarySearchFunc(a.Decisions, d.T, func(d *Decision, t int) int { return cmp.Compare(d.T, t) })
	if found {
		a.Decisions[i] = d
	} else {
		a.Decisions = slices.Insert(a.Decisions, i, d)
	}
}

// putPoint adds a point of the line likewise.
func (a *Analysis) putPoint(p Point) {
	i, found := slices.BinarySearchFunc(a.Line, p.T, func(p Point, t int) int { return cmp.Compare(p.T, t) })
	if found {
		a.Line[i] = p
	} else {
		a.Line = slices.Insert(a.Line, i, p)
	}
}

// next returns the next piece of work, and how many of its pass are done and how many there are. What comes next depends only on
// what was found, so a job that was stopped goes on as if it had not been.
func (j *Job) next() (u *unit, done, all int) {
	for pass := 1; pass <= 3; pass++ {
		left, done := j.pass(pass)
		if len(left) > 0 {
			return &left[0], done, done + len(left)
		}
	}
	return nil, 0, 0
}

// pass returns what is left of a pass, the next piece first, and how much of it is done.
func (j *Job) pass(pass int) (left []unit, done int) {
	a, c := j.found, j.course
	if pass > 1 && a.Budget.Redeals == 0 || pass > 2 && a.Budget.Fine == FineNone {
		return nil, 0
	}
	passOf := make([]int, len(c.positions))
	for _, d := range a.Decisions {
		passOf[d.T] = d.Pass
	}
	pointOf := make([]int, len(c.positions))
	for _, p := range a.Line {
		pointOf[p.T] = p.Pass
	}
	add := func(u unit, now int) {
		if now < pass {
			left = append(left, u)
		} else {
			done++
		}
	}
	wanted := func(int) bool { return true }
	if pass == 3 && a.Budget.Fine != FineAll {
		wanted = j.lossy(passOf)
	}
	for t := range c.positions {
		if wanted(t) {
			add(unit{pass, t, false}, passOf[t])
		}
		if c.lined && c.positions[t].settled && (pass < 3 || a.Budget.Fine == FineAll) {
			add(unit{pass, t, true}, pointOf[t])
		}
	}
	if pass == 1 && !c.over() {
		now := 0
		if a.End != nil {
			now = 1
		}
		add(unit{pass, len(c.positions), false}, now)
	}
	if pass > 1 {
		slices.SortStableFunc(left, j.sooner)
	}
	return left, done
}

// lossy returns which decisions the third pass takes: those that cost something, or of them the largest only, and those it has
// taken already. A loss near the border of two judgements and a large one both are among them.
func (j *Job) lossy(passOf []int) func(t int) bool {
	largest := j.found.TurningPoints(game.NoSeat)
	return func(t int) bool {
		d := j.found.at(t)
		return passOf[t] == 3 || d != nil && d.Loss > 0 && (j.found.Budget.Fine == FineLosses || slices.Contains(largest, d))
	}
}

// sooner orders the later passes: the viewer's decisions, the winners', the others', then the points; within each the largest
// losses and jumps of the curve first. The third pass has the same order for every viewer, because what it finds of one decision
// says whether an earlier one cost anything and is looked at, too.
func (j *Job) sooner(x, y unit) int {
	return cmp.Or(cmp.Compare(j.rank(x), j.rank(y)), -cmp.Compare(j.jump(x), j.jump(y)))
}

func (j *Job) rank(u unit) int {
	switch seat := j.course.positions[u.t].seat; {
	case u.point:
		return 3
	case seat == j.options.Viewer && u.pass < 3:
		return 0
	case j.course.result[seat] > 0:
		return 1
	}
	return 2
}

func (j *Job) jump(u unit) Chance {
	d, next := j.found.at(u.t), j.found.at(u.t+1)
	if u.point || d == nil || next == nil {
		return 0
	}
	jump := next.W[d.Seat] - d.W[d.Seat]
	return max(d.Loss, jump, -jump)
}
