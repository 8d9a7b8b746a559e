package engine

import (
	"context"
	"time"

	"mirabilia/bot"
	"mirabilia/game"
)

// chosen is the answer to go: the move, and what the bot thinks of it as far as it thinks at all.
type chosen struct {
	Seat  game.Seat `json:"seat"`
	Move  string    `json:"move"`
	Level string    `json:"level"`
	// Simulations played, and the milliseconds they took.
	Simulations  int     `json:"simulations"`
	Milliseconds float64 `json:"ms"`
	// Chances to win of every seat after the move, and the scores expected at the end if the search saw it.
	Chances []float64 `json:"chances,omitempty"`
	Scores  []float64 `json:"scores,omitempty"`
	// Line is the play expected, the move first.
	Line []bot.Ply `json:"line"`
	// Moves thought about, most visited first.
	Moves []considered `json:"moves"`
}

type considered struct {
	Move   string  `json:"move"`
	Visits int     `json:"visits"`
	Chance float64 `json:"chance"`
}

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
	if req.Milliseconds < 0 || req.Simulations < 0 {
		return nil, game.Refuse(game.Invalid, "bad_budget", "a budget must be at least 1 millisecond or 1 simulation")
	}
	level := req.Level
	if level == "" {
		level = bot.Levels[len(bot.Levels)-1]
	}
	spec, err := bot.ParseSpec(level)
	if err != nil {
		return nil, err
	}
	spec = spec.Within(bot.Budget{Time: time.Duration(req.Milliseconds) * time.Millisecond, Simulations: req.Simulations})
	player, err := spec.New(s.g, seed)
	if err != nil {
		return nil, err
	}
	th := bot.Analyze(context.Background(), player, s.b, seat)
	a := chosen{
		Seat: seat, Move: s.b.Text(th.Move), Level: level, Simulations: th.Simulations, Milliseconds: th.Elapsed.Seconds() * 1000,
		Chances: th.Chances, Scores: th.Scores, Line: th.Line, Moves: []considered{},
	}
	for _, m := range th.Moves {
		a.Moves = append(a.Moves, considered{s.b.Text(m.Move), m.Visits, m.Chance})
	}
	return a, nil
}
