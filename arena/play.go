package arena

import (
	"mirabilia/bot"
	"mirabilia/game"
)

// Maker makes a player of a game from its name, as bot.New does.
type Maker func(g game.Game, name string, seed game.Seed) (bot.Player, error)

// pairedDeal is one deal that every player meets from every seat in turn: rotation r puts player p to seat
// (p+r) mod n.
type pairedDeal struct {
	game    game.Game
	players []string
	newBot  Maker
	// seed of the whole match and the number of the deal in it.
	seed uint64
	deal int
}

// play plays one rotation of the deal on the board and returns which player sat at each seat. Whatever
// happens is passed to watch, which may be nil.
func (d *pairedDeal) play(b game.Board, rotation int, watch func(told *game.Events, b game.Board)) (player []int) {
	n := len(d.players)
	b.Deal(game.NewRand(ChildSeed(d.seed, d.deal, 0)))
	seats := make([]bot.Player, n)
	player = make([]int, n)
	for p, name := range d.players {
		seat := (p + rotation) % n
		player[seat] = p
		seats[seat], _ = d.newBot(d.game, name, ChildSeed(d.seed, d.deal*n+rotation, p+1)) // names were tried before
	}
	var told *game.Events
	if watch != nil {
		told = new(game.Events)
	}
	for b.Owing() != 0 {
		seat := b.Owing().First()
		b.Apply(seat, seats[seat].Choose(b, seat), told)
		if watch != nil {
			watch(told, b)
			told.Reset()
		}
	}
	return player
}

// tryNames makes every player once, to refuse what cannot be made before anything is played.
func tryNames(g game.Game, newBot Maker, names []string) error {
	for _, name := range names {
		if _, err := newBot(g, name, game.Seed{}); err != nil {
			return err
		}
	}
	return nil
}
