package main

import (
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"mirabilia/game"
	"mirabilia/game/record"
	"mirabilia/games"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"mirabilia": main})
}

// TestCommands runs the scripts of testdata: the program as people use it. Each finds a record of every
// game in its folder, <game>.mgr.
func TestCommands(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata", Setup: writeRecords})
}

func writeRecords(env *testscript.Env) error {
	secret := []byte("a secret that nobody could guess")
	for _, g := range games.All {
		info := g.Info()
		nonces := make([]string, info.MinSeats)
		names := make([]string, info.MinSeats)
		for i := range names {
			nonces[i], names[i] = fmt.Sprintf("%02x", i), "Player "+game.Seat(i).Letter()
		}
		seed := record.FairSeed(secret, nonces, info.ID)
		rec := record.New(g, names, nil, seed)
		rec.Deal = &record.Deal{Commit: record.CommitTo(secret), Table: info.ID, Secret: hex.EncodeToString(secret), Nonces: nonces}
		b, err := rec.Start(g)
		if err != nil {
			return err
		}
		r := game.NewRand(game.NumberSeed(4))
		for b.Owing() != 0 {
			seat := b.Owing().First()
			m := b.Draw(seat, r)
			rec.Add(seat, b.Text(m))
			b.Apply(seat, m, nil)
		}
		rec.Finish(b)
		f, err := os.Create(filepath.Join(env.WorkDir, info.ID+".mgr"))
		if err != nil {
			return err
		}
		if err := rec.Write(f); err != nil {
			return err
		}
		if err := f.Close(); err != nil {
			return err
		}
	}
	return nil
}
