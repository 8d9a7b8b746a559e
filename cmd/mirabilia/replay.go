package main

import (
	"fmt"
	"os"

	"mirabilia/game"
	"mirabilia/game/record"
	"mirabilia/game/record/sentence"
	"mirabilia/games"
)

type replayCommand struct {
	File string `arg:"" help:"Record to read (.mgr)." type:"existingfile"`
	Lang string `help:"Language of the output: en or hu." default:"en" placeholder:"en|hu"`
}

func (r *replayCommand) Run(c console) error {
	if err := checkLanguage(r.Lang); err != nil {
		return err
	}
	rec, g, err := readRecord(r.File)
	if err != nil {
		return err
	}
	_, err = rec.Replay(g, func(i int, b game.Board, told *game.Events) error {
		s := rec.Steps[i]
		fmt.Fprintf(c.out, "%d %s %s\n", i+1, s.Seat.Letter(), s.Move)
		for _, ev := range told.SeenBy(game.Open) {
			fmt.Fprintf(c.out, "    %s\n", sentence.Of(r.Lang, rec.Game, ev, rec.Names))
		}
		return nil
	})
	return err
}

func readRecord(path string) (*record.Record, game.Game, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	rec, err := record.Read(f)
	if err != nil {
		return nil, nil, err
	}
	g, err := games.KnownByID(rec.Game)
	return rec, g, err
}
