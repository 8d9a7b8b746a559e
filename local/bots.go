package local

import (
	"encoding/json"

	"mirabilia/bot"
	"mirabilia/bot/search"
	"mirabilia/game"
	"mirabilia/games"
)

// treeMemory is what the bots' trees may hold together.
const treeMemory = 64 << 20

// Thought is a decision that a bot is asked for, as it travels from the worker of the tables to the worker of the bots.
type Thought struct {
	// Player tells the bots apart; one that is asked again goes on with its tree.
	Player   uint64          `json:"player"`
	Game     string          `json:"game"`
	Bot      string          `json:"bot"`
	Seed     string          `json:"seed"`
	Seat     game.Seat       `json:"seat"`
	Position json.RawMessage `json:"position"`
}

// Bots think for the tables of a device.
type Bots struct {
	newBot  func(g game.Game, name string, seed game.Seed) (bot.Player, error)
	players map[uint64]bot.Player
}

// NewBots returns bots that have not thought yet.
func NewBots() *Bots {
	return &Bots{bot.NewSharing(search.NewSharedMemory(treeMemory)), map[uint64]bot.Player{}}
}

// Choose returns the move that a bot chooses; data is a Thought.
func (b *Bots) Choose(data []byte) (string, error) {
	var t Thought
	if err := json.Unmarshal(data, &t); err != nil {
		return "", err
	}
	g, err := games.KnownByID(t.Game)
	if err != nil {
		return "", err
	}
	board, err := g.Load(t.Position)
	if err != nil {
		return "", err
	}
	p := b.players[t.Player]
	if p == nil {
		seed, err := game.ParseSeed(t.Seed)
		if err != nil {
			return "", err
		}
		if p, err = b.newBot(g, t.Bot, seed); err != nil {
			return "", err
		}
		b.players[t.Player] = p
	}
	return board.Text(p.Choose(board, t.Seat)), nil
}

// Release forgets a bot.
func (b *Bots) Release(player uint64) {
	if p := b.players[player]; p != nil {
		bot.Release(p)
		delete(b.players, player)
	}
}
