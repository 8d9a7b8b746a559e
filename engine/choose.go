package engine

import (
	"context"
	"time"

	"mirabilia/bot"
	"mirabilia/game"
)

// chosen is the answer to go: the move, and the analysis of a bot that searches.
type chosen struct {
	Seat  game.Seat `json:"seat"`
	Move  string    `json:"move"`
	Level string    `json:"level"`
	// Stopped says why the bot stopped: "time" or "simulations" (its budget is spent), "decided" (earlier, because no
	// other move could have overtaken this one), "only_move" (there was no choice) or "no_search" (this bot does not search).
	Stopped string `json:"stopped"`
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
	if (req.Milliseconds > 0 || req.Simulations > 0) && spec.Budget != (bot.Budget{}) {
		return nil, game.Refuse(game.Invalid, "bad_budget", "the level %s has a budget of its own; give it there or in ms and simulations, not both", level)
	}
	budget := bot.Budget{Time: time.Duration(req.Milliseconds) * time.Millisecond, Simulations: req.Simulations}
	if budget != (bot.Budget{}) && spec.Within(budget).Budget == (bot.Budget{}) {
		return nil, game.Refuse(game.Invalid, "bad_budget", "%s does not search, so it takes no ms and no simulations", level)
	}
	spec = spec.Within(budget)
	player, err := spec.New(s.g, seed)
	if err != nil {
		return nil, err
	}
	th := bot.Analyze(context.Background(), player, s.b, seat)
	a := chosen{
		Seat: seat, Move: s.b.Text(th.Move), Level: level, Stopped: stopped(th, len(s.b.Moves(seat, nil))), Simulations: th.Simulations, Milliseconds: th.Elapsed.Seconds() * 1000,
		Chances: th.Chances, Scores: th.Scores, Line: th.Line, Moves: []considered{},
	}
	for _, m := range th.Moves {
		a.Moves = append(a.Moves, considered{s.b.Text(m.Move), m.Visits, m.Chance})
	}
	return a, nil
}

// stopped says why a bot stopped searching.
func stopped(a *bot.Analysis, moves int) string {
	switch {
	case moves == 1:
		return "only_move"
	case a.Simulations == 0:
		return "no_search"
	case a.Allowed.Simulations > 0 && a.Simulations >= a.Allowed.Simulations:
		return "simulations"
	case a.Allowed.Time > 0 && a.Elapsed >= a.Allowed.Time:
		return "time"
	}
	return "decided"
}
