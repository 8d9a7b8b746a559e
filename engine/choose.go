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
	level := req.Level
	if level == "" {
		level = bot.Levels[len(bot.Levels)-1]
	}
	spec, err := bot.ParseSpec(level)
	if err != nil {
		return nil, err
	}
	if spec, err = s.within(spec, req); err != nil {
		return nil, err
	}
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

// maxBudget is the most milliseconds or simulations that a request may grant, as in the text of a bot.Spec.
const maxBudget = 1e9

// within returns the spec with the budget of a request. A budget that the bot would ignore is refused.
func (s *Session) within(spec bot.Spec, req *request) (bot.Spec, error) {
	var budget bot.Budget
	for _, n := range []*int{req.Milliseconds, req.Simulations} {
		if n != nil && (*n < 1 || *n > maxBudget) {
			return spec, game.Refuse(game.Invalid, "bad_budget", "ms and simulations must be from 1 to %d, not %d", int(maxBudget), *n)
		}
	}
	if req.Milliseconds != nil {
		budget.Time = time.Duration(*req.Milliseconds) * time.Millisecond
	}
	if req.Simulations != nil {
		budget.Simulations = *req.Simulations
	}
	switch none := (bot.Budget{}); {
	case budget == none && spec.Budget == none:
		return spec, nil
	case budget != none && spec.Budget != none:
		return spec, game.Refuse(game.Invalid, "bad_budget", "the level %s has a budget of its own; give it there or in ms and simulations, not both", spec)
	}
	searches, err := spec.Searches(s.g, s.b)
	if err == nil && !searches {
		err = game.Refuse(game.Invalid, "bad_budget", "%s does not search, so it takes no ms and no simulations", spec.Name)
	}
	return spec.Within(budget), err
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
