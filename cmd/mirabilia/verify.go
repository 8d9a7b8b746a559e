package main

import (
	"fmt"
	"strings"

	"mirabilia/game"
	"mirabilia/game/record"
)

type verifyCommand struct {
	Files []string `arg:"" help:"Records to check (.mgr). Of two boards of one match of Duplicate Duel, and of several games of a round of a duplicate tournament, it also checks that they had the same deal." type:"existingfile" name:"file"`
}

func (v *verifyCommand) Run(c console) error {
	var list []*record.Record
	for _, file := range v.Files {
		if len(v.Files) > 1 {
			fmt.Fprintf(c.out, "%s:\n", file)
		}
		rec, err := verified(c, file)
		if err != nil && len(v.Files) > 1 {
			return fmt.Errorf("%s: %w", file, err)
		}
		if err != nil {
			return err
		}
		list = append(list, rec)
	}
	return together(c, list)
}

// together checks that several records had the same deal.
func together(c console, list []*record.Record) error {
	first := list[0]
	switch {
	case len(list) == 1:
		if first.Twin != nil {
			fmt.Fprintf(c.out, "it was board %d of a match; give the record of the other board, too, to check that both had the same deal\n", first.Twin.Board)
		}
		return nil
	case len(list) == 2 && (first.Twin != nil || first.Deal == nil || first.Deal.Round == ""):
		if err := record.VerifyTwins(first, list[1]); err != nil {
			return err
		}
		fmt.Fprintln(c.out, "the records are the two boards of one match: each names the other, the seats are swapped, and both were dealt from the same seed")
		return nil
	}
	for _, other := range list[1:] {
		if err := record.SameDeal(first, other); err != nil {
			return err
		}
	}
	fmt.Fprintf(c.out, "all %d games were dealt alike: round %s, seed %s\n", len(list), first.Deal.Round, first.Seed)
	return nil
}

// verified checks one record and says what was found.
func verified(c console, file string) (*record.Record, error) {
	rec, g, err := readRecord(file)
	if err != nil {
		return nil, err
	}
	if _, err := rec.Replay(g, nil); err != nil {
		return nil, err
	}
	fmt.Fprintf(c.out, "%d moves are legal and lead to the result %s\n", len(rec.Steps), rec.Result)
	if rec.Deal == nil {
		fmt.Fprintln(c.out, "the record has no commitment, so where its seed came from is not proven")
		return rec, nil
	}
	if err := rec.VerifyDeal(); err != nil {
		return nil, err
	}
	if rec.Deal.Round != "" {
		fmt.Fprintf(c.out, "the deal is the one the server committed to for the round %s, the same at all its tables\n", rec.Deal.Round)
		return rec, nil
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
	return rec, nil
}

func letters(seats []game.Seat) string {
	list := make([]string, len(seats))
	for i, s := range seats {
		list[i] = s.Letter()
	}
	return strings.Join(list, ", ")
}
