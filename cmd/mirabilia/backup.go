package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"

	"mirabilia/store/sqlite"
)

type backupCommand struct {
	File string `arg:"" help:"File to write; it must not be there yet."`
	Data string `help:"Folder of the data. The server may be running on it." default:"data" env:"MIRABILIA_DATA" type:"path" placeholder:"DIR"`
}

// Help is shown by --help below the flags.
func (backupCommand) Help() string {
	return `The copy is of one moment, checked and complete, and only its owner may read it: it holds the seeds of games that are being played, by which every hidden card can be known. To go back to it, stop the server and run "mirabilia restore FILE".`
}

func (b *backupCommand) Run(c console) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
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
