package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"time"

	"mirabilia/store/sqlite"
)

type restoreCommand struct {
	File string `arg:"" help:"Backup to restore."`
	Data string `help:"Data folder. The server must be stopped." default:"data" env:"MIRABILIA_DATA" type:"path" placeholder:"DIR"`
}

// Help is shown by --help below the flags.
func (restoreCommand) Help() string {
	return `The backup is checked first. The old data is kept under another name in the same folder.`
}

func (r *restoreCommand) Run(c console) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	kept, err := sqlite.Restore(ctx, r.File, r.Data, time.Now())
	if err != nil {
		return err
	}
	fmt.Fprintf(c.out, "%s is in place in %s\n", r.File, r.Data)
	if kept != "" {
		fmt.Fprintf(c.out, "the data that was there is kept as %s\n", kept)
	}
	return nil
}
