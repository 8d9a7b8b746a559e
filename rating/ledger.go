package rating

import (
	"fmt"
	"slices"
)

// Result is how the people at a rated table finished. Bots are left out; who resigned or ran out of time has the place that
// the rules of rating give for it.
type Result struct {
	// Seq is the number of the result in the one stored sequence, from 1 and without gaps. Every table has one number.
	Seq   int64
	Table string
	// Game is the game as it is rated, see Models.
	Game string
	// At is when the game ended, in Unix milliseconds.
	At int64
	// Finishes are at least two, of different people.
	Finishes []Finish
	// Void says that hosts have taken the result out: it has its number and changes nothing.
	Void bool
}

// Finish is a person's place; people with the same place share it.
type Finish struct {
	Person string
	Place  int
}

// Change is what a result did to one person's rating.
type Change struct {
	Seq           int64
	Table, Game   string
	Person        string
	Before, After Rating
}

// Ledger is the fold of the stored sequence of results. Results may be delivered repeatedly and in any order: each is applied
// once, when all before it have been applied. So every ledger that was told the same results has the same ratings.
type Ledger struct {
	// last is the number of the last result that was applied.
	last    int64
	ratings map[key]Rating
	// early are results that came before one that precedes them.
	early map[int64]Result
}

type key struct{ game, person string }

// NewLedger returns a ledger without results.
func NewLedger() *Ledger { return &Ledger{ratings: map[key]Rating{}, early: map[int64]Result{}} }

// Last returns the number of the last result that was applied: all up to it were.
func (l *Ledger) Last() int64 { return l.last }

// Rating returns a person's rating after the last game, and whether there was one.
func (l *Ledger) Rating(game, person string) (Rating, bool) {
	r, ok := l.ratings[key{game, person}]
	return r, ok
}

// Deliver takes a result and returns what it changed, together with the results that had waited for it. A result that makes no
// sense is refused and changes nothing.
func (l *Ledger) Deliver(r Result) ([]Change, error) {
	if err := r.Check(); err != nil {
		return nil, err
	}
	if r.Seq <= l.last {
		return nil, nil
	}
	l.early[r.Seq] = r
	var changes []Change
	for {
		next, ok := l.early[l.last+1]
		if !ok {
			return changes, nil
		}
		delete(l.early, next.Seq)
		changes = append(changes, l.apply(next)...)
		l.last = next.Seq
	}
}

// Check refuses a result that makes no sense.
func (r *Result) Check() error {
	switch {
	case r.Seq < 1:
		return fmt.Errorf("result %d of table %s: numbers begin with 1", r.Seq, r.Table)
	case Models[r.Game] == nil:
		return fmt.Errorf("result %d of table %s: nothing is rated as %q", r.Seq, r.Table, r.Game)
	case len(r.Finishes) < 2:
		return fmt.Errorf("result %d of table %s: a rated game has at least two people, not %d", r.Seq, r.Table, len(r.Finishes))
	}
	if _, pairs := Models[r.Game].(Glicko2); pairs && len(r.Finishes) > 2 {
		return fmt.Errorf("result %d of table %s: %s has two people, not %d", r.Seq, r.Table, r.Game, len(r.Finishes))
	}
	for i, f := range r.Finishes {
		if slices.ContainsFunc(r.Finishes[:i], func(other Finish) bool { return other.Person == f.Person }) {
			return fmt.Errorf("result %d of table %s: %s is there twice", r.Seq, r.Table, f.Person)
		}
	}
	return nil
}

func (l *Ledger) apply(r Result) []Change {
	if r.Void {
		return nil
	}
	before := make([]Rating, len(r.Finishes))
	for i, f := range r.Finishes {
		var known bool
		if before[i], known = l.Rating(r.Game, f.Person); !known {
			before[i] = Models[r.Game].New()
		}
	}
	changes := r.Rate(before)
	for _, c := range changes {
		l.ratings[key{c.Game, c.Person}] = c.After
	}
	return changes
}

// Rate returns what a result changes, from the ratings that the people had after their games before it; those of newcomers are new.
func (r *Result) Rate(before []Rating) []Change {
	model := Models[r.Game]
	rested := make([]Rating, len(r.Finishes))
	places := make([]int, len(r.Finishes))
	for i, f := range r.Finishes {
		rested[i], places[i] = At(model, before[i], r.At), f.Place
	}
	changes := make([]Change, len(r.Finishes))
	for i, after := range model.Update(rested, places) {
		after.Games++
		after.At = max(after.At, r.At)
		changes[i] = Change{Seq: r.Seq, Table: r.Table, Game: r.Game, Person: r.Finishes[i].Person, Before: before[i], After: after}
	}
	return changes
}
