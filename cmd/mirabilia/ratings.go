package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"time"

	"mirabilia/games"
	"mirabilia/people"
	"mirabilia/rating"
	"mirabilia/server"
	"mirabilia/store"
)

type ratingsCommand struct {
	Verify verifyRatingsCommand `cmd:"" help:"Compute all ratings anew from the stored results and compare."`
	Refit  refitRatingsCommand  `cmd:"" help:"Compute all ratings anew from the stored results and write those that differ; place the bots among the people, once a month."`
}

type verifyRatingsCommand struct {
	Place string `arg:"" help:"Where the data is: a data folder or postgres://…" placeholder:"DIR|URL"`
}

// resultsAtOnce is how many results are read at once.
const resultsAtOnce = 1000

func (v *verifyRatingsCommand) Run(c console) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	db, err := openStore(ctx, v.Place)
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
			if ledger.Last() != list[i].Seq {
				return n, wrong, fmt.Errorf("result %d follows result %d", list[i].Seq, ledger.Last())
			}
			want := map[string]rating.Change{}
			for _, ch := range changes {
				want[ch.Person] = ch
			}
			for _, ch := range list[i].Changes {
				if !rating.Alike(ch.Before, want[ch.Person].Before) || !rating.Alike(ch.After, want[ch.Person].After) {
					wrong++
					fmt.Fprintf(c.err, "result %d, table %s, person %s: %+v, computed %+v\n", ch.Seq, ch.Table, ch.Person, ch.After, want[ch.Person].After)
				}
			}
		}
	}
}

type refitRatingsCommand struct{ place }

func (r *refitRatingsCommand) Run(c console) error {
	return r.with(func(ctx context.Context, db store.Store, _ *people.People) error {
		n, of, err := store.Refit(ctx, db, "")
		if err != nil {
			return err
		}
		fmt.Fprintf(c.out, "%d results; %d changes were not what follows from them, and are now\n", of, n)
		placed, err := server.PlaceBots(ctx, db, games.All, time.Now().UnixMilli())
		for _, p := range placed {
			fmt.Fprintf(c.out, "bots of %s: moved to %+.0f points from the ladder alone, by %d games of people\n", p.Game, p.Points, p.Games)
		}
		if len(placed) == 0 && err == nil {
			fmt.Fprintln(c.out, "bots stay where they are: they were placed this month, or people have played them too seldom")
		}
		return err
	})
}
