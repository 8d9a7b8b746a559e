package main

import (
	"crypto/sha256"
	"math/rand/v2"
	"sync"

	"mirabilia/bot"
	"mirabilia/game"
	"mirabilia/server"
)

// seedForTest derives table ids, deal secrets and the seeds of bots from text, so that a browser test meets the
// same game in every run. Tables must be opened one after the other for that.
func seedForTest(cfg *server.Config, text string) {
	var mu sync.Mutex
	random := rand.NewChaCha8(sha256.Sum256([]byte("tables " + text)))
	cfg.Random = func(b []byte) {
		mu.Lock()
		defer mu.Unlock()
		random.Read(b)
	}
	newBot := cfg.NewBot
	// Every bot of a name thinks by the same numbers, in whatever order the bots of a table are asked.
	cfg.NewBot = func(g game.Game, name string, _ game.Seed) (bot.Player, error) {
		return newBot(g, name, game.Seed(sha256.Sum256([]byte("bot "+name+" "+text))))
	}
}
