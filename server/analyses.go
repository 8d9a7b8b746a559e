package server

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"

	"mirabilia/analysis"
	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/game/record"
	"mirabilia/games"
	"mirabilia/store"
)

// putAnalysis keeps what the device of someone who sat at a table found out about the game. Everything that can be checked without
// thinking is checked; the chances themselves are the device's word, which is why its owner is named with them.
func (s *Server) putAnalysis(w http.ResponseWriter, r *http.Request) error {
	p, err := s.person(r)
	if err != nil {
		return err
	}
	if err := s.limits.take(quotaAnalyses, p.ID); err != nil {
		return err
	}
	data, err := body(w, r, analysis.MaxSize)
	if err != nil {
		return err
	}
	id, at := r.PathValue("id"), s.atTable(r, p)
	var a *analysis.Analysis
	err = s.limits.work(at.Address, func() (int, error) {
		snap, err := s.hub.Snapshot(r.Context(), id, at)
		if err != nil {
			return 0, err
		}
		if seatOf(snap.Table.Places, p.ID) < 0 {
			return 0, game.Refuse(game.Forbidden, "no_seat_held", "only people who sat at this table may send an analysis of its game")
		}
		rec, err := s.hub.Record(r.Context(), id)
		if err != nil {
			return 0, err
		}
		a, err = s.readAnalysis(data, rec)
		return len(rec.Steps) * bytesPerDecision, err
	})
	if err != nil {
		return err
	}
	kept, err := s.cfg.Store.PutAnalysis(r.Context(), store.Analysis{Table: id, Person: p.ID, At: s.hub.Now(), Net: a.Engine.Net, Depth: a.Depth(), Data: packed(a)})
	if errors.Is(err, store.ErrNotFound) {
		return game.Refuse(game.NotFound, "no_table", "there is no such table")
	}
	if err != nil {
		return unavailable(err)
	}
	send(w, http.StatusOK, api.AnalysisKept{Kept: kept})
	return nil
}

// readAnalysis checks an analysis against the record. One by another network could not be compared with those by ours, and would be
// called old as soon as it is shown.
func (s *Server) readAnalysis(data []byte, rec *record.Record) (*analysis.Analysis, error) {
	g, err := games.Find(s.cfg.Games, rec.Game)
	if err != nil {
		return nil, err
	}
	a, err := analysis.Read(data, g, rec)
	if err != nil {
		return nil, err
	}
	switch {
	case !a.Budget.Offered():
		return nil, game.Refuse(game.Invalid, "bad_budget", "the budget is not one of %s", strings.Join(analysis.BudgetNames(), ", "))
	case !aVersion(a.Engine.Version):
		return nil, game.Refuse(game.Invalid, "bad_version", "the engine's version has 1 to %d of A-Z, a-z, 0-9, dot, plus sign and hyphen", maxVersion)
	}
	if !a.Judged() {
		return nil, game.Refuse(game.Conflict, "analysis_part", "the analysis is not finished: every decision needs a verdict")
	}
	ours, err := engineFor(g, rec, a.Engine.Version)
	if err == nil && a.Engine != ours {
		err = game.Refuse(game.Conflict, "other_engine", "the analysis was made by %s with the network %s; this server takes those by %s with %s", a.Engine.Level, a.Engine.Net, ours.Level, ours.Net)
	}
	return a, err
}

// engineFor names the engine of this program for a game.
func engineFor(g game.Game, rec *record.Record, version string) (analysis.Engine, error) {
	b, err := rec.Start(g)
	if err != nil {
		return analysis.Engine{}, err
	}
	return analysis.EngineOf(g, b, version)
}

// maxVersion is how long the version of an engine may be.
const maxVersion = 40

func aVersion(text string) bool {
	return text != "" && len(text) <= maxVersion && strings.IndexFunc(text, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '.' || r == '+' || r == '-')
	}) < 0
}

// stored is an analysis as it is kept, unpacked, with what decides which of several is shown.
type stored struct {
	store.Analysis
	text json.RawMessage
	// older says that another network made it than ours.
	older bool
	// last is 1 for one from before that would be refused today; otherwise 0.
	last int
}

// stored reads the analyses of a table, those first that are to be shown first: by our network, deepest, latest. What a device claims to have spent is its own word, but
// it can claim no more than others spend.
func (s *Server) stored(ctx context.Context, id string) (list []stored, built int, err error) {
	kept, err := s.cfg.Store.Analyses(ctx, id)
	if err != nil {
		return nil, 0, unavailable(err)
	}
	ours := s.network(ctx, id, len(kept))
	for _, a := range kept {
		text, err := unpacked(a.Data)
		if err != nil {
			return nil, built, err
		}
		var told struct {
			Engine analysis.Engine
			Budget analysis.Budget
		}
		built += len(text)
		last := 0
		if json.Unmarshal(text, &told) != nil || !told.Budget.Offered() || !aVersion(told.Engine.Version) {
			last = 1
		}
		list = append(list, stored{a, text, ours != "" && ours != a.Net, last})
	}
	rank := func(a stored) int {
		if a.older {
			return 2*a.last + 1
		}
		return 2 * a.last
	}
	slices.SortFunc(list, func(a, b stored) int {
		return cmp.Or(rank(a)-rank(b), cmp.Compare(b.Depth, a.Depth), cmp.Compare(b.At, a.At))
	})
	return list, built, nil
}

// network returns the network that we have for a finished game; empty if it cannot be told, or nobody has sent an analysis.
func (s *Server) network(ctx context.Context, id string, kept int) string {
	if kept == 0 {
		return ""
	}
	rec, err := s.hub.Record(ctx, id)
	if err != nil {
		return ""
	}
	g, err := games.Find(s.cfg.Games, rec.Game)
	if err != nil {
		return ""
	}
	ours, err := engineFor(g, rec, "")
	if err != nil {
		return ""
	}
	return ours.Net
}

// analysis answers with an analysis that is kept of a finished game, and whose device computed it.
func (s *Server) analysis(w http.ResponseWriter, r *http.Request) error {
	var list []stored
	err := s.limits.work(s.visitor(r), func() (built int, err error) {
		list, built, err = s.stored(r.Context(), r.PathValue("id"))
		return built, err
	})
	if err != nil {
		return err
	}
	shown := 0
	if by := r.URL.Query().Get("by"); by != "" {
		shown = slices.IndexFunc(list, func(a stored) bool { return a.Person == by })
	}
	if shown < 0 || len(list) == 0 {
		return game.Refuse(game.NotFound, "no_analysis", "nobody has sent an analysis of this game")
	}
	ids := make([]string, len(list))
	for i, a := range list {
		ids[i] = a.Person
	}
	names, err := s.cfg.Store.Names(r.Context(), ids)
	if err != nil {
		return unavailable(err)
	}
	a := list[shown]
	answer := api.StoredAnalysis{Person: a.Person, Name: names[a.Person], At: a.At, Older: a.older, Analysis: a.text}
	for i, other := range list {
		if name := names[other.Person]; i != shown && name != "" {
			answer.Others = append(answer.Others, api.AnalysedBy{Person: other.Person, Name: name, At: other.At, Older: other.older})
		}
	}
	send(w, http.StatusOK, answer)
	return nil
}

// seatOf returns the seat of a person; -1 if they have none.
func seatOf(places []api.Seat, person string) int {
	return slices.IndexFunc(places, func(p api.Seat) bool { return p.Person == person })
}

// packed returns an analysis as it is stored: figures repeat, so it shrinks to a fifth.
func packed(a *analysis.Analysis) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_ = a.Write(z) // a Buffer takes everything
	_ = z.Close()
	return b.Bytes()
}

func unpacked(data []byte) (json.RawMessage, error) {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}
