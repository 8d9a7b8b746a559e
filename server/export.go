package server

import (
	"archive/zip"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/store"
)

const (
	// mostOfExport is how many tables and lines of chat an export has at most: more than anybody has.
	mostOfExport = 100_000
	// exportTime is how long an export may take.
	exportTime = 10 * time.Minute
)

// saidLine is a line of chat in an export.
type saidLine struct {
	Table string `json:"table"`
	At    int64  `json:"at"`
	Text  string `json:"text"`
}

// ratedGame is what a game changed, in an export.
type ratedGame struct {
	Table  string     `json:"table"`
	At     int64      `json:"at"`
	Before api.Rating `json:"before"`
	After  api.Rating `json:"after"`
}

// exportMe sends everything that is kept of a person, as a zip of JSON files and the records of finished games.
func (s *Server) exportMe(w http.ResponseWriter, r *http.Request) error {
	p, err := s.kept(r)
	if err != nil {
		return err
	}
	if err := s.limits.take(quotaExports, p.ID); err != nil {
		return err
	}
	about, err := s.about(r, p)
	if err != nil {
		return err
	}
	programs, err := s.cfg.Store.Programs(r.Context(), p.ID)
	if err != nil {
		return unavailable(err)
	}
	said, err := s.cfg.Store.SaidBy(r.Context(), p.ID, mostOfExport)
	if err != nil {
		return unavailable(err)
	}
	rows, err := s.cfg.Store.OfPerson(r.Context(), p.ID, "", mostOfExport)
	if err != nil {
		return unavailable(err)
	}
	tables, err := s.summaries(r.Context(), rows, p.ID)
	if err != nil {
		return err
	}
	changes, err := s.cfg.Store.Changes(r.Context(), p.ID, "", mostOfExport)
	if err != nil {
		return unavailable(err)
	}
	history := make([]ratedGame, len(changes))
	for i, c := range changes {
		history[i] = ratedGame{c.Table, c.After.At, shownRating(c.Game, c.Before), shownRating(c.Game, c.After)}
	}
	friends, err := s.friendsExport(r.Context(), p.ID)
	if err != nil {
		return err
	}
	lines := make([]saidLine, len(said))
	for i, l := range said {
		lines[i] = saidLine{l.Table, l.At, l.Text}
	}
	tokens := []api.Token{}
	for _, q := range programs {
		tokens = append(tokens, api.Token{Person: q.ID, Name: q.Name, Created: q.Created})
	}
	shunned, err := s.shunned(r.Context(), p.ID)
	if err != nil {
		return err
	}
	conduct, err := s.exportConduct(r, p)
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", "application/zip")
	h.Set("Content-Disposition", `attachment; filename="mirabilia.zip"`)
	h.Set("Cache-Control", "no-store")
	// Many games take longer than other answers may.
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(exportTime))
	z := zip.NewWriter(w)
	for _, file := range []struct {
		name string
		what any
	}{{"account.json", about}, {"programs.json", tokens}, {"messages.json", lines}, {"tables.json", tables.Tables}, {"ratings.json", history}, {"friends.json", friends}, {"shunned.json", shunned}, {"reports.json", conduct.reports}, {"measures.json", conduct.measures}} {
		f, err := z.Create(file.name)
		if err != nil {
			return nil // nobody reads it any more
		}
		e := json.NewEncoder(f)
		e.SetIndent("", "  ")
		if err := e.Encode(file.what); err != nil {
			return nil
		}
	}
	for _, row := range rows {
		if row.Status == api.StatusFinished && s.addRecord(z, r, row) != nil {
			return nil
		}
	}
	_ = z.Close()
	return nil
}

// exportedFriend is a friend in an export, or somebody who asks to be one or was asked.
type exportedFriend struct {
	Name string `json:"name"`
	// Wants is since when the person wants them, and Wanted since when they want the person; left out if not.
	Wants  int64 `json:"wants,omitempty"`
	Wanted int64 `json:"wanted,omitempty"`
}

func (s *Server) friendsExport(ctx context.Context, person string) ([]exportedFriend, error) {
	list, err := s.cfg.Store.FriendsOf(ctx, person)
	if err != nil {
		return nil, unavailable(err)
	}
	ids := make([]string, len(list))
	for i := range list {
		ids[i] = list[i].Person
	}
	names, err := s.cfg.Store.Names(ctx, ids)
	if err != nil {
		return nil, unavailable(err)
	}
	friends := []exportedFriend{}
	for _, f := range list {
		friends = append(friends, exportedFriend{names[f.Person], f.Wants, f.Wanted})
	}
	return friends, nil
}

// reportMade is a report in an export of its author.
type reportMade struct {
	At     int64  `json:"at"`
	Person string `json:"person"`
	Reason string `json:"reason"`
	Text   string `json:"text"`
	Table  string `json:"table,omitempty"`
	Closed int64  `json:"closed,omitempty"`
}

// conducted is what is kept of a person's reports, and of what hosts did about the person.
type conducted struct {
	reports  []reportMade
	measures []api.Deed
}

func (s *Server) exportConduct(r *http.Request, p store.Person) (c conducted, err error) {
	reports, err := s.cfg.Store.Reports(r.Context(), store.ReportQuery{By: p.ID, Limit: mostOfExport})
	if err != nil {
		return c, unavailable(err)
	}
	c.reports = make([]reportMade, len(reports))
	for i, one := range reports {
		c.reports[i] = reportMade{one.At, one.Person, one.Reason, one.Text, one.Table, one.Closed}
	}
	deeds, err := s.cfg.Store.Deeds(r.Context(), p.ID, 0, mostOfExport)
	if err != nil {
		return c, unavailable(err)
	}
	// Which host it was is the hosts' own affair.
	for i := range deeds {
		deeds[i].By = ""
	}
	c.measures, err = s.shownDeeds(r.Context(), deeds)
	return c, err
}

// addRecord adds the record of a game. One that cannot be read is left out.
func (s *Server) addRecord(z *zip.Writer, r *http.Request, row store.Row) error {
	rec, err := s.hub.Record(r.Context(), row.ID)
	if err != nil {
		var refusal *game.Error
		if !errors.As(err, &refusal) && r.Context().Err() == nil {
			s.cfg.Log.Error("a game is left out of an export", "table", row.ID, "error", err)
		}
		return r.Context().Err()
	}
	f, err := z.Create("games/" + rec.Game + "-" + row.ID + ".mgr")
	if err != nil {
		return err
	}
	return rec.Write(f)
}
