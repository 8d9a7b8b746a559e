// Package servertest runs a server for tests of what talks to one.
package servertest

import (
	"io"
	"log/slog"
	"net/http/httptest"
	"testing"
	"time"

	"mirabilia/bot"
	"mirabilia/game"
	"mirabilia/games"
	"mirabilia/server"
	"mirabilia/store/sqlite"
)

// Start serves all games, with bots that play at random, until the test ends, and returns the address.
func Start(t *testing.T, limits server.Limits, change ...func(*server.Config)) string {
	t.Helper()
	db, err := sqlite.Open(t.Context(), t.TempDir(), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	cfg := server.Config{Store: db, Games: games.All, Matches: games.Matches, Bots: []string{"random"}, DefaultBot: "random", BotWorkers: 1, Limits: limits, Idle: time.Minute,
		NewBot: func(_ game.Game, _ string, seed game.Seed) (bot.Player, error) { return bot.NewRandom(seed), nil },
		Log:    slog.New(slog.NewTextHandler(io.Discard, nil))}
	for _, f := range change {
		f(&cfg)
	}
	srv, err := server.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	h := httptest.NewServer(srv)
	t.Cleanup(func() {
		srv.Close()
		h.Close()
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return h.URL
}
