package store

import (
	"context"
	"errors"
	"fmt"

	"mirabilia/rating"
)

// Refold is what is to be written when ratings were computed anew from the stored results.
type Refold struct {
	// Void is the table whose result is taken out; empty if none is.
	Void string
	// Last is the number of the last result that was taken into account, and Voids how many had been taken out.
	Last  int64
	Voids int
	// Changes are those that are not what they were, and Scores the ratings that follow from all, without those of people of whom no result is left; Gone are these.
	Changes []rating.Change
	Scores  []Score
	Gone    []Score
}

// refoldAtOnce is how many results are read at once.
const refoldAtOnce = 1000

// Refit computes all ratings anew from the stored results, without that of a table if one is named, and writes those that are not what they were. It returns how many changes of how many results it
// has written. A result that is added meanwhile is taken into account. It refuses with ErrNotFound if the table has no result, and with ErrTaken if its result was taken out before.
func Refit(ctx context.Context, db Ratings, void string) (written, results int, err error) {
	f := newFold(void)
	for {
		last := f.ledger.Last()
		if err := f.readOn(ctx, db); err != nil {
			return 0, 0, err
		}
		if last > 0 && f.ledger.Last() == last {
			// Nothing was added, so another result was taken out meanwhile.
			f = newFold(void)
			continue
		}
		if void != "" && !f.found {
			return 0, 0, ErrNotFound
		}
		plan := f.finished()
		if void == "" && len(plan.Changes)+len(plan.Scores)+len(plan.Gone) == 0 {
			return 0, int(plan.Last), nil
		}
		if err := db.Refold(ctx, plan); !errors.Is(err, ErrTaken) {
			return len(plan.Changes), int(plan.Last), err
		}
	}
}

type scoreKey struct{ person, game string }

// fold computes ratings anew.
type fold struct {
	ledger  *rating.Ledger
	won     map[scoreKey]int
	touched map[scoreKey]bool
	found   bool
	plan    Refold
}

func newFold(void string) *fold {
	return &fold{ledger: rating.NewLedger(), won: map[scoreKey]int{}, touched: map[scoreKey]bool{}, plan: Refold{Void: void}}
}

// readOn takes in the results that are not known yet.
func (f *fold) readOn(ctx context.Context, db Ratings) error {
	for {
		list, err := db.ResultsAfter(ctx, f.ledger.Last(), refoldAtOnce)
		if err != nil || len(list) == 0 {
			return err
		}
		for i := range list {
			if err := f.take(&list[i]); err != nil {
				return err
			}
		}
	}
}

// take takes in a result.
func (f *fold) take(r *Rated) error {
	if r.Void {
		f.plan.Voids++
	}
	if f.plan.Void != "" && r.Table == f.plan.Void {
		if r.Void {
			return ErrTaken
		}
		f.found, r.Void = true, true
	}
	changes, err := f.ledger.Deliver(r.Result)
	if err != nil {
		return err
	}
	if f.ledger.Last() != r.Seq {
		return fmt.Errorf("result %d follows result %d", r.Seq, f.ledger.Last())
	}
	want := map[string]rating.Change{}
	for _, c := range changes {
		want[c.Person] = c
	}
	for _, c := range r.Changes {
		key := scoreKey{c.Person, c.Game}
		now, counts := want[c.Person]
		if !counts {
			f.touched[key] = true
			continue
		}
		f.won[key] += r.Won(c.Person)
		if !f.alike(c.Before, now.Before) || !f.alike(c.After, now.After) {
			f.touched[key] = true
			f.plan.Changes = append(f.plan.Changes, now)
		}
	}
	return nil
}

// alike reports whether a rating may stay as it is. When a result is taken out, everything that follows is written; otherwise the last digits may differ, because another
// kind of processor wrote them.
func (f *fold) alike(a, b rating.Rating) bool {
	if f.plan.Void != "" {
		return a == b
	}
	return rating.Alike(a, b)
}

// finished returns what is to be written.
func (f *fold) finished() Refold {
	plan := f.plan
	plan.Last = f.ledger.Last()
	for key := range f.touched {
		s := Score{Person: key.person, Game: key.game, Won: f.won[key]}
		var left bool
		if s.Rating, left = f.ledger.Rating(key.game, key.person); left {
			plan.Scores = append(plan.Scores, s)
		} else {
			plan.Gone = append(plan.Gone, s)
		}
	}
	return plan
}
