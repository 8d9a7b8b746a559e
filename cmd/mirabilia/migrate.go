package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"time"

	"mirabilia/game"
	"mirabilia/store"
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
	return `Stop all servers first. Everything is copied and compared: tables with their journals and chat, people and their sessions, results and ratings. The source is left as it is. The target must be empty, or hold an earlier part of the same move: a run that was stopped goes on where it was.`
}

// quiet is how long a database must not have heard of a server.
const quiet = 30 * time.Second

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
	from, err := openToMove(ctx, m.From)
	if err != nil {
		return err
	}
	to, err := openToMove(ctx, m.To)
	if err != nil {
		return errors.Join(err, from.Close())
	}
	r, err := move.All(ctx, from, to, func(r move.Report) {
		fmt.Fprintf(c.err, "%d people, %d tables\n", r.People, r.Tables)
	})
	if err = errors.Join(err, from.Close(), to.Close()); err != nil {
		return err
	}
	fmt.Fprintf(c.out, "%d people and %d tables are there, %d of them copied now. What was there before is left as it was.\n", r.People, r.Tables, r.Copied)
	return nil
}

func isURL(place string) bool { return strings.Contains(place, "://") }

// openToMove opens a store that no server uses.
func openToMove(ctx context.Context, place string) (store.Moving, error) {
	if !isURL(place) {
		return sqlite.Open(ctx, place, sqlite.Options{})
	}
	if _, err := storeURL(place); err != nil {
		return nil, err
	}
	db, err := postgres.Open(ctx, place, postgres.Options{})
	if err != nil {
		return nil, err
	}
	now, err := db.Now(ctx)
	at, err2 := db.LastHeartbeat(ctx)
	if err = errors.Join(err, err2); err == nil && at > 0 && now-at < quiet.Milliseconds() {
		err = fmt.Errorf("a server used this database less than %v ago; stop it and wait a little", quiet)
	}
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}
