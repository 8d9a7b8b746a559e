package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/signal"
	"path/filepath"
	"strings"

	"mirabilia/game"
	"mirabilia/store/move"
	"mirabilia/store/postgres"
	"mirabilia/store/sqlite"
)

type migrateCommand struct {
	From string `help:"Where the data is: a data folder or postgres://…" required:"" placeholder:"DIR|URL"`
	To   string `help:"Where it goes: a data folder or postgres://…" required:"" placeholder:"DIR|URL"`
}

// Help is shown by --help below the flags.
func (migrateCommand) Help() string {
	return `Stop all servers first. Everything is copied and compared: tables with their journals and chat, people and their sessions, results and ratings. The source is left as it is. The target must be empty, or hold a part of the source. A run that was stopped can be run again; until it is complete, no server starts on the target. Once a server has used the target, nothing is moved into it any more.`
}

func (m *migrateCommand) Run(c console) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if m.From == m.To {
		return game.Refuse(game.Invalid, "same_store", "from and to are the same")
	}
	if !isURL(m.From) {
		if _, err := os.Stat(filepath.Join(m.From, sqlite.File)); err != nil {
			return err
		}
	}
	from, closeFrom, err := openToMove(ctx, m.From)
	if err != nil {
		return err
	}
	to, closeTo, err := openToMove(ctx, m.To)
	if err != nil {
		return errors.Join(err, closeFrom())
	}
	lines := 0
	r, err := move.All(ctx, from, to, func(r move.Report) error {
		if lines++; lines%50 == 0 {
			fmt.Fprintf(c.err, "%d rows copied\n", r.Copied)
		}
		return nil
	})
	if err = errors.Join(err, closeFrom(), closeTo()); err != nil {
		return err
	}
	fmt.Fprintf(c.out, "%d people and %d tables are there, as they are in %s: %d rows, of which %d were copied now.\n", r.People, r.Tables, from.Name, r.Rows, r.Copied)
	switch {
	case r.Removed > 0:
		fmt.Fprintf(c.out, "%d rows of an earlier run, which the source has changed since, were replaced or taken away.\n", r.Removed)
	case r.Copied < r.Rows:
		fmt.Fprintln(c.out, "What was there before is left as it was.")
	}
	return nil
}

func isURL(place string) bool { return strings.Contains(place, "://") }

// openToMove opens a store for a move.
func openToMove(ctx context.Context, place string) (side *move.Side, closing func() error, err error) {
	var db interface {
		move.Raw
		Close() error
	}
	side = &move.Side{Shared: isURL(place)}
	if side.Shared {
		var u *url.URL
		if u, err = storeURL(place); err != nil {
			return nil, nil, err
		}
		side.Name = databaseName(u)
		db, err = postgres.Open(ctx, place, postgres.Options{Moving: true})
	} else {
		if side.Name, err = filepath.Abs(place); err != nil {
			return nil, nil, err
		}
		db, err = sqlite.Open(ctx, place, sqlite.Options{Moving: true})
	}
	if err != nil {
		return nil, nil, err
	}
	if side.DB, err = db.Raw(ctx); err != nil {
		return nil, nil, errors.Join(err, db.Close())
	}
	return side, func() error { return errors.Join(side.DB.Close(), db.Close()) }, nil
}
