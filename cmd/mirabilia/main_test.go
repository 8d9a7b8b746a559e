package main

import (
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"mirabilia/game"
	"mirabilia/game/gametest"
	"mirabilia/game/record"
	"mirabilia/games"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"mirabilia": main})
}

// TestCommands runs the scripts of testdata: the program as people use it. Each finds a record of every
// game in its folder, <game>.mgr.
func TestCommands(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata", Setup: func(env *testscript.Env) error { return writeRecords(t, env) }})
}

func writeRecords(t *testing.T, env *testscript.Env) error {
	secret := []byte("a secret that nobody could guess")
	for _, g := range games.Known {
		info := g.Info()
		nonces := make([]string, info.MinSeats)
		names := make([]string, info.MinSeats)
		for i := range names {
			nonces[i], names[i] = fmt.Sprintf("%02x", i), "Player "+game.Seat(i).Letter()
		}
		seed := record.FairSeed(secret, nonces, info.ID)
		rec := record.New(g, names, nil, seed)
		rec.Deal = &record.Deal{Commit: record.CommitTo(secret), Table: info.ID, Secret: hex.EncodeToString(secret), Nonces: nonces}
		gametest.Played(t, g, rec, gametest.Random(4))
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
