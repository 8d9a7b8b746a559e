package engine

import (
	"mirabilia/bot"
	"mirabilia/game"
)

// choose lets a bot choose for a seat; it does not play the move.
func (s *Session) choose(req *request) (any, error) {
	seat, err := s.seat(req)
	if err != nil {
		return nil, err
	}
	if err := game.CheckTurn(s.b, seat); err != nil {
		return nil, err
	}
	seed, err := readSeed(req.Seed)
	if err != nil {
		return nil, err
	}
	level := req.Level
	if level == "" {
		level = bot.Names[len(bot.Names)-1]
	}
	player, err := bot.New(s.g, level, seed)
	if err != nil {
		return nil, err
	}
	return map[string]any{"seat": seat, "move": s.b.Text(player.Choose(s.b, seat)), "level": level}, nil
}
