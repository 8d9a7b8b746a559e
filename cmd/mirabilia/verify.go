package main

import (
	"fmt"
	"strings"

	"mirabilia/game"
)

type verifyCommand struct {
	File string `arg:"" help:"Record to check (.mgr)." type:"existingfile"`
}

func (v *verifyCommand) Run(c console) error {
	rec, g, err := readRecord(v.File)
	if err != nil {
		return err
	}
	if _, err := rec.Replay(g, nil); err != nil {
		return err
	}
	fmt.Fprintf(c.out, "%d moves are legal and lead to the result %s\n", len(rec.Steps), rec.Result)
	if rec.Deal == nil {
		fmt.Fprintln(c.out, "the record has no commitment, so where its seed came from is not proven")
		return nil
	}
	if err := rec.VerifyDeal(); err != nil {
		return err
	}
	fmt.Fprintln(c.out, "the deal is the one the server committed to, mixed with the players' nonces")
	committed, plain, unrevealed := rec.Deal.Shares()
	if len(committed) > 0 {
		fmt.Fprintf(c.out, "committed to their nonces before any was revealed: %s\n", letters(committed))
	}
	// A single nonce cannot have been chosen after another.
	if len(plain) > 0 && len(plain)+len(committed) > 1 {
		fmt.Fprintf(c.out, "not committed: %s; whoever ran the server could have chosen these nonces after the others\n", letters(plain))
	}
	if len(unrevealed) > 0 {
		fmt.Fprintf(c.out, "committed but not revealed in time, so left out: %s\n", letters(unrevealed))
	}
	return nil
}

func letters(seats []game.Seat) string {
	list := make([]string, len(seats))
	for i, s := range seats {
		list[i] = s.Letter()
	}
	return strings.Join(list, ", ")
}
