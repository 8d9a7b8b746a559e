package main

import (
	"context"
	"fmt"

	"mirabilia/people"
	"mirabilia/store"
)

type gameCommand struct {
	Unrate unrateCommand `cmd:"" help:"Take the result of a game out of the ratings: everybody's rating becomes what it would be without it."`
}

type unrateCommand struct {
	place
	Table string `arg:"" help:"Id of the table." placeholder:"TABLE"`
	Why   string `help:"Why; the journal of the hosts keeps it." required:"" placeholder:"TEXT"`
}

func (u *unrateCommand) Run(c console) error {
	return u.with(func(ctx context.Context, db store.Store, all *people.People) error {
		if _, err := all.Unrate(ctx, db, people.Console, u.Table, u.Why, ""); err != nil {
			return err
		}
		fmt.Fprintf(c.out, "The game of table %s counts no longer; all ratings are what they would be without it.\n", u.Table)
		return nil
	})
}
