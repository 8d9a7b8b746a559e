package main

import (
	"fmt"
	"os"
	"strings"

	"mirabilia/game/record"
	"mirabilia/game/record/pair"
)

type boardsCommand struct {
	File string `arg:"" help:"Record of a match of Duplicate Duel (.mgr)." type:"existingfile"`
}

// Run writes the records of both boards beside that of the match. A file that is there already is not touched.
func (b *boardsCommand) Run(c console) error {
	match, _, err := readRecord(b.File)
	if err != nil {
		return err
	}
	boards, err := pair.Split(match)
	if err != nil {
		return err
	}
	for i, rec := range boards {
		path := fmt.Sprintf("%s-board-%d.mgr", strings.TrimSuffix(b.File, ".mgr"), i+1)
		if err := writeNew(path, rec); err != nil {
			return err
		}
		fmt.Fprintf(c.out, "Board %d is in %s.\n", i+1, path)
	}
	return nil
}

func writeNew(path string, rec *record.Record) (err error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	defer func() {
		if closed := f.Close(); err == nil {
			err = closed
		}
	}()
	return rec.Write(f)
}
