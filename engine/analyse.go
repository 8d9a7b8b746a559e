package engine

import (
	"context"
	"strings"

	"mirabilia/analysis"
	"mirabilia/game"
	"mirabilia/game/record"
	"mirabilia/games"
)

// analysed is the answer to analyse: the analysis so far, and how much of the work of this pass is done.
type analysed struct {
	Analysis *analysis.Analysis `json:"analysis"`
	Pass     int                `json:"pass"`
	Done     int                `json:"done"`
	All      int                `json:"all"`
	// Complete says that nothing is left to do for the budget.
	Complete bool `json:"complete"`
}

// analyse studies a recorded game. It does not touch the game on the board.
func (s *Session) analyse(req *request) (any, error) {
	rec, err := record.Read(strings.NewReader(req.Record))
	if err != nil {
		return nil, err
	}
	g, err := games.Find(s.games(), rec.Game)
	if err != nil {
		return nil, err
	}
	o := analysis.Options{Version: s.Version, Viewer: game.NoSeat}
	budget := req.Budget
	if budget == "" {
		budget = "fine"
	}
	if o.Budget, err = analysis.ParseBudget(budget); err != nil {
		return nil, err
	}
	if req.Pieces < 0 {
		return nil, game.Refuse(game.Invalid, "bad_budget", "pieces is at least 1; leave it out to do all the work at once")
	}
	if len(req.Analysis) > 0 {
		if o.From, err = analysis.Read(req.Analysis, g, rec); err != nil {
			return nil, err
		}
	}
	job, err := analysis.New(g, rec, o)
	if err != nil {
		return nil, err
	}
	a := analysed{Analysis: job.Analysis()}
	for n := 0; req.Pieces == 0 || n < req.Pieces; n++ {
		p, err := job.Step(context.Background())
		if err != nil {
			return nil, err
		}
		if p == nil {
			a.Complete = true
			break
		}
		a.Pass, a.Done, a.All = p.Pass, p.Done, p.All
	}
	return a, nil
}
