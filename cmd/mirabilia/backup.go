package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"

	"mirabilia/game"
	"mirabilia/store/sqlite"
)

type backupCommand struct {
	File string `arg:"" help:"File to write; it must not exist yet."`
	Data string `help:"Data folder. The server may be running." default:"data" env:"MIRABILIA_DATA" placeholder:"DIR"`
}

// Help is shown by --help below the flags.
func (backupCommand) Help() string {
	return `The copy is consistent, complete and checked. Only its owner may read it: it contains the seeds of running games, which reveal every hidden card. To restore it, stop the server and run "mirabilia restore FILE". The data of nodes that share a PostgreSQL database is backed up by its own tools, such as pg_dump.`
}

func (b *backupCommand) Run(c console) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if isURL(b.Data) {
		return game.Refuse(game.Invalid, "not_a_folder", "backup copies a data folder; on PostgreSQL use pg_dump --format=custom --file=FILE URL, which pg_restore restores")
	}
	if err := sqlite.Backup(ctx, b.Data, b.File); err != nil {
		return err
	}
	info, err := os.Stat(b.File)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.out, "%s holds everything, %d bytes. Keep it private: it holds the seeds of games that are being played.\n", b.File, info.Size())
	return nil
}
