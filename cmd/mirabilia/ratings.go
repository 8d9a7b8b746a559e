package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"os/signal"

	"mirabilia/rating"
	"mirabilia/store"
)

type ratingsCommand struct {
	Verify verifyRatingsCommand `cmd:"" help:"Compute all ratings anew from the stored results and compare."`
}

type verifyRatingsCommand struct {
	Place string `arg:"" help:"Where the data is: a data folder or postgres://…" placeholder:"DIR|URL"`
}

// resultsAtOnce is how many results are read at once.
const resultsAtOnce = 1000

func (v *verifyRatingsCommand) Run(c console) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	db, err := openToMove(ctx, v.Place)
	if err != nil {
		return err
	}
	n, wrong, err := verifyRatings(ctx, db, c)
	if err = errors.Join(err, db.Close()); err != nil {
		return err
	}
	if wrong > 0 {
		return fmt.Errorf("%d of the changes of %d results are not what follows from them", wrong, n)
	}
	fmt.Fprintf(c.out, "%d results: every change is what follows from them\n", n)
	return nil
}

// verifyRatings folds the stored results and tells which stored changes differ.
func verifyRatings(ctx context.Context, db store.Ratings, c console) (n, wrong int, err error) {
	ledger := rating.NewLedger()
	for {
		list, err := db.ResultsAfter(ctx, ledger.Last(), resultsAtOnce)
		if err != nil || len(list) == 0 {
			return n, wrong, err
		}
		for i := range list {
			n++
			changes, err := ledger.Deliver(list[i].Result)
			if err != nil {
				return n, wrong, err
			}
			if len(changes) == 0 {
				return n, wrong, fmt.Errorf("result %d follows result %d", list[i].Seq, ledger.Last())
			}
			want := map[string]rating.Change{}
			for _, ch := range changes {
				want[ch.Person] = ch
			}
			for _, ch := range list[i].Changes {
				if !alike(ch.Before, want[ch.Person].Before) || !alike(ch.After, want[ch.Person].After) {
					wrong++
					fmt.Fprintf(c.err, "result %d, table %s, person %s: %+v, computed %+v\n", ch.Seq, ch.Table, ch.Person, ch.After, want[ch.Person].After)
				}
			}
		}
	}
}

// alike compares ratings. Another kind of processor may round the last digits differently.
func alike(a, b rating.Rating) bool {
	near := func(x, y float64) bool { return math.Abs(x-y) < 1e-6 }
	return near(a.Points, b.Points) && near(a.Deviation, b.Deviation) && near(a.Volatility, b.Volatility) && a.Games == b.Games && a.At == b.At
}
