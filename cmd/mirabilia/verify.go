package main

import "fmt"

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
	fmt.Fprintln(c.out, "the deal is the one the server committed to, mixed with the players' numbers")
	return nil
}
