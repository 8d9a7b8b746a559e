package main

import (
	"context"
	"fmt"
	"log/slog"

	"mirabilia/games"
	"mirabilia/people"
	"mirabilia/server"
	"mirabilia/store"
)

type tablesCommand struct {
	Check checkTablesCommand `cmd:"" help:"Read all tables, or one, and say which cannot be read."`
	Cut   cutTableCommand    `cmd:"" help:"Cut a table that cannot be read back to the last entry that fits."`
}

// Help is shown by --help below the commands.
func (tablesCommand) Help() string {
	return `A table cannot be read if its journal holds an entry that does not follow from those before it. The server refuses everything there with "unreadable", and lists say so. The data of a folder can be read and changed while its server is stopped, a PostgreSQL database at any time.`
}

// tableConfig is what it takes to read tables.
func tableConfig(c console, db store.Store) server.Config {
	return server.Config{Store: db, Games: games.All, Matches: games.Matches, Log: slog.New(slog.NewTextHandler(c.err, nil))}
}

type checkTablesCommand struct {
	place
	Table string `arg:"" optional:"" help:"Id of the table; all tables if it is left out." placeholder:"TABLE"`
}

// tablesAtOnce is how many tables are listed at once.
const tablesAtOnce = 500

func (k *checkTablesCommand) Run(c console) error {
	return k.with(func(ctx context.Context, db store.Store, _ *people.People) error {
		cfg := tableConfig(c, db)
		seen, bad := 0, 0
		check := func(id string) error {
			seen++
			cut, err := server.CheckTable(ctx, cfg, id)
			switch {
			case k.Table != "" && err != nil || ctx.Err() != nil:
				return err
			case err != nil:
				bad++
				fmt.Fprintf(c.out, "%s: %v\n", id, err)
			case cut != nil:
				bad++
				fmt.Fprintf(c.out, "%s: of %d entries those from %d on do not fit: %v\n", id, cut.Last, cut.First, cut.Cause)
			}
			return nil
		}
		if k.Table != "" {
			if err := check(k.Table); err != nil {
				return err
			}
		} else {
			for after := ""; ; {
				ids, err := db.TablesAfter(ctx, after, tablesAtOnce)
				if err != nil {
					return err
				}
				for _, id := range ids {
					if err := check(id); err != nil {
						return err
					}
				}
				if len(ids) == 0 {
					break
				}
				after = ids[len(ids)-1]
			}
		}
		fmt.Fprintf(c.out, "%d tables were read, and %d of them cannot be.\n", seen, bad)
		return nil
	})
}

type cutTableCommand struct {
	place
	Table string `arg:"" help:"Id of the table." placeholder:"TABLE"`
	Why   string `help:"Why; the journal of the hosts keeps it." required:"" placeholder:"TEXT"`
}

func (x *cutTableCommand) Run(c console) error {
	why, err := reason(x.Why)
	if err != nil {
		return err
	}
	return x.with(func(ctx context.Context, db store.Store, all *people.People) error {
		cut, err := server.CutTable(ctx, tableConfig(c, db), x.Table)
		if err != nil {
			return err
		}
		if _, err := all.Do(ctx, people.Deed{By: people.Console, Kind: people.Cut, Reason: x.Table + ": " + why}); err != nil {
			return err
		}
		fmt.Fprintf(c.out, "Table %s goes on after entry %d; entries %d to %d are gone: %v\n", x.Table, cut.First-1, cut.First, cut.Last, cut.Cause)
		return nil
	})
}
