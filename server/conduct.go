package server

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"time"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/people"
	"mirabilia/store"
	"mirabilia/table"
)

// What people tell the host about others, and what measures of the host keep people from.

// held returns the measures that a person is under; a program is under those of its owner.
func (s *Server) held(ctx context.Context, p store.Person) ([]store.Deed, error) {
	if !p.Measured {
		return nil, nil
	}
	list, err := s.people.Held(ctx, p.Self())
	if err != nil {
		return nil, unavailable(err)
	}
	return list, nil
}

// under returns the measure of a kind among those of a person; nil if there is none.
func under(list []store.Deed, kind string) *store.Deed {
	if at := slices.IndexFunc(list, func(d store.Deed) bool { return d.Kind == kind }); at >= 0 {
		return &list[at]
	}
	return nil
}

// measured refuses what a measure does not allow: it says why, and until when.
func measured(d *store.Deed, reason, what string) error {
	until := "for good"
	if d.Until < people.Forever {
		until = "until " + time.UnixMilli(d.Until).UTC().Format(time.RFC3339)
	}
	return game.Refuse(game.Forbidden, reason, "%s %s: %s", what, until, d.Reason)
}

// mayPlay refuses people whose account is closed.
func (s *Server) mayPlay(ctx context.Context, p store.Person) error {
	list, err := s.held(ctx, p)
	if err != nil {
		return err
	}
	if d := under(list, people.Close); d != nil {
		return measured(d, "closed_account", "the host has closed your account")
	}
	return nil
}

// friendlyOnly tells a table whether a person may play rated games.
func (s *Server) friendlyOnly(ctx context.Context, p *table.Person) error {
	if !p.Kept {
		return nil // only people whose names are their own may
	}
	if err := s.applyRules(ctx, p.ID); err != nil {
		return err
	}
	list, err := s.people.Held(ctx, p.ID)
	if err != nil {
		return unavailable(err)
	}
	p.Friendly = under(list, people.Restrict) != nil
	return nil
}

// ratedPlay tells a table whether a person may sit down to rated games, and to live ones among them.
func (s *Server) ratedPlay(ctx context.Context, p *table.Person) error {
	if err := s.friendlyOnly(ctx, p); err != nil || !p.Kept {
		return err
	}
	err := s.restsFromAborts(ctx, p.ID)
	if refusal := (*game.Error)(nil); errors.As(err, &refusal) {
		p.Rests, err = err, nil
	}
	return err
}

// shownMeasures returns measures as their person is told.
func shownMeasures(list []store.Deed) []api.Measure {
	shown := []api.Measure{}
	for _, d := range list {
		m := api.Measure{Kind: d.Kind, Reason: d.Reason, At: d.At, Until: shownUntil(d.Until)}
		if d.By == people.Rules {
			m.Reason, m.Rule = "", d.Reason
		}
		shown = append(shown, m)
	}
	return shown
}

// shownUntil returns 0 for what has no end.
func shownUntil(until int64) int64 {
	if until == people.Forever {
		return 0
	}
	return until
}

// withMeasures adds to a session what its person must be told: measures, and that guests will be forgotten sooner than they were told when they came.
func (s *Server) withMeasures(ctx context.Context, p store.Person) (api.Session, error) {
	who := session(p)
	who.Limited = s.lasting(p.Limited)
	if p.Kept {
		var err error
		if who.PasskeysAdded, err = s.passkeysAdded(ctx, p.ID); err != nil {
			return who, err
		}
	}
	if announced, from := s.keeper.Announced(); !p.Kept && p.Owner == "" && p.Created < announced && s.hub.Now() < from {
		who.GuestsFrom = from
	}
	list, err := s.held(ctx, p)
	if len(list) > 0 {
		who.Measures = shownMeasures(list)
	}
	return who, err
}

const (
	// maxReports is how many open reports one person may have.
	maxReports = 10
	// around is how many lines before and after the one that a report is about are kept with it; without such a line as many of the last.
	around = 10
)

func (s *Server) report(w http.ResponseWriter, r *http.Request) error {
	p, err := s.self(r)
	if err != nil {
		return err
	}
	if err := s.limits.take(quotaReports, p.ID); err != nil {
		return err
	}
	if err := s.limits.take(quotaReports.times(peoplePerAddress), s.visitor(r)); err != nil {
		return err
	}
	var req api.ReportRequest
	if err := read(w, r, &req); err != nil {
		return err
	}
	text, err := people.Words(cleanChat(req.Text))
	if err != nil {
		return err
	}
	switch req.Reason {
	case api.ReportWords, api.ReportName, api.ReportCheating, api.ReportLeaving:
	case api.ReportOther, api.ReportObjection:
		if text == "" {
			return game.Refuse(game.Invalid, "no_text", "say in your own words what it is about")
		}
	default:
		return game.Refuse(game.Invalid, "bad_report", "there is no reason %q for a report", req.Reason)
	}
	if (req.Person == p.ID) != (req.Reason == api.ReportObjection) {
		return game.Refuse(game.Invalid, "yourself", "a report is about somebody else; object to a measure against yourself with the reason %q", api.ReportObjection)
	}
	lines, err := s.linesAround(r, p, &req)
	if err != nil {
		return err
	}
	err = s.cfg.Store.AddReport(r.Context(), store.Report{ID: newReportID(), By: p.ID, Person: req.Person, Reason: req.Reason, Text: text, Table: req.Table, Lines: lines, At: s.hub.Now()}, maxReports)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return unknown()
	case errors.Is(err, store.ErrTaken):
		return game.Refuse(game.Conflict, "reported", "you have reported this already; the host has not decided yet")
	case errors.Is(err, store.ErrTooMany):
		return game.Refuse(game.TooMany, "too_many_reports", "%d of your reports wait for the host already", maxReports)
	case err != nil:
		return unavailable(err)
	}
	s.metrics.reports.Inc()
	s.cfg.Log.Info("somebody has reported something to the host; see /host", "reason", req.Reason)
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// linesAround returns what was said at the table of a report around the line that it is about, as far as its author may read it: also what they have muted.
func (s *Server) linesAround(r *http.Request, p store.Person, req *api.ReportRequest) ([]store.Line, error) {
	if req.Table == "" {
		return nil, nil
	}
	snap, err := s.hub.Snapshot(r.Context(), req.Table, s.atTable(r, p))
	if err != nil {
		return nil, err
	}
	said := snap.Chat
	from, to := len(said)-2*around, len(said)
	if req.Line > 0 {
		at := slices.IndexFunc(said, func(l api.ChatLine) bool { return l.N == req.Line })
		if at < 0 {
			return nil, game.Refuse(game.NotFound, "no_line", "there is no such line at this table")
		}
		from, to = at-around, min(at+around+1, to)
	}
	var lines []store.Line
	for _, l := range said[max(0, from):to] {
		lines = append(lines, store.Line{Table: req.Table, N: l.N, Person: l.Person, At: l.At, Text: l.Text})
	}
	return lines, nil
}
