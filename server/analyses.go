package server

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"

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

// older reports whether an analysis was made with another network than the one we have; nothing is called older that we cannot compare.
func (s *Server) older(r *http.Request, a store.Analysis) bool {
	rec, err := s.hub.Record(r.Context(), a.Table)
	if err != nil {
		return false
	}
	g, err := games.Find(s.cfg.Games, rec.Game)
	if err != nil {
		return false
	}
	ours, err := engineFor(g, rec, "")
	return err == nil && ours.Net != a.Net
}

// analysis answers with the analysis that is kept of a finished game, and whose device computed it.
func (s *Server) analysis(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	a, err := s.cfg.Store.Analysis(r.Context(), id)
	if errors.Is(err, store.ErrNotFound) {
		return game.Refuse(game.NotFound, "no_analysis", "nobody has sent an analysis of this game")
	}
	if err != nil {
		return unavailable(err)
	}
	data, err := unpacked(a.Data)
	if err != nil {
		return err
	}
	names, err := s.cfg.Store.Names(r.Context(), []string{a.Person})
	if err != nil {
		return unavailable(err)
	}
	send(w, http.StatusOK, api.StoredAnalysis{Person: a.Person, Name: names[a.Person], At: a.At, Older: s.older(r, a), Analysis: data})
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
