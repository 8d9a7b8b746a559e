package server

import (
	"archive/zip"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"time"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/people"
	"mirabilia/push"
	"mirabilia/store"
	"mirabilia/store/keep"
	"mirabilia/table"
	"mirabilia/tournament"
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
	files, rows, err := s.exported(r.Context(), p, hashToken(presented(r)))
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", "application/zip")
	h.Set("Content-Disposition", `attachment; filename="mirabilia.zip"`)
	h.Set("Cache-Control", "no-store")
	// Many games take longer than other answers may.
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(exportTime))
	_ = s.writeExport(r.Context(), w, files, rows) // nobody reads it any more
	return nil
}

// exportedFile is a file of an export, written as JSON.
type exportedFile struct {
	name string
	what any
}

// exported returns everything that is kept of a person, and their tables.
func (s *Server) exported(ctx context.Context, p store.Person, here []byte) (files []exportedFile, rows []store.Row, err error) {
	about, err := s.about(ctx, p, here)
	if err != nil {
		return nil, nil, err
	}
	programs, err := s.cfg.Store.Programs(ctx, p.ID)
	if err != nil {
		return nil, nil, unavailable(err)
	}
	said, err := s.cfg.Store.SaidBy(ctx, p.ID, mostOfExport)
	if err != nil {
		return nil, nil, unavailable(err)
	}
	rows, err = s.cfg.Store.OfPerson(ctx, p.ID, "", mostOfExport)
	if err != nil {
		return nil, nil, unavailable(err)
	}
	tables, err := s.summaries(ctx, rows, p.ID)
	if err != nil {
		return nil, nil, err
	}
	changes, err := s.cfg.Store.Changes(ctx, p.ID, "", mostOfExport)
	if err != nil {
		return nil, nil, unavailable(err)
	}
	history := make([]ratedGame, len(changes))
	for i, c := range changes {
		history[i] = ratedGame{c.Table, c.After.At, shownRating(c.Game, c.Before), shownRating(c.Game, c.After)}
	}
	friends, err := s.friendsExport(ctx, p.ID)
	if err != nil {
		return nil, nil, err
	}
	lines := make([]saidLine, len(said))
	for i, l := range said {
		lines[i] = saidLine{l.Table, l.At, l.Text}
	}
	tokens := []api.Token{}
	for _, q := range programs {
		tokens = append(tokens, api.Token{Person: q.ID, Name: q.Name, Created: q.Created})
	}
	shunned, err := s.shunned(ctx, p.ID)
	if err != nil {
		return nil, nil, err
	}
	conduct, err := s.exportConduct(ctx, p)
	if err != nil {
		return nil, nil, err
	}
	notices, err := s.exportNotices(ctx, p.ID)
	if err != nil {
		return nil, nil, err
	}
	tournaments, err := s.exportTournaments(ctx, p.ID, tables.Tables)
	if err != nil {
		return nil, nil, err
	}
	return []exportedFile{{"account.json", about}, {"programs.json", tokens}, {"messages.json", lines}, {"tables.json", tables.Tables}, {"ratings.json", history}, {"friends.json", friends}, {"shunned.json", shunned},
		{"reports.json", conduct.reports}, {"measures.json", conduct.measures}, {"notices.json", notices}, {"tournaments.json", tournaments}}, rows, nil
}

// writeExport writes an export as a zip, with the records of finished games.
func (s *Server) writeExport(ctx context.Context, w io.Writer, files []exportedFile, rows []store.Row) error {
	z := zip.NewWriter(w)
	for _, file := range files {
		f, err := z.Create(file.name)
		if err != nil {
			return err
		}
		e := json.NewEncoder(f)
		e.SetIndent("", "  ")
		if err := e.Encode(file.what); err != nil {
			return err
		}
	}
	for _, row := range rows {
		if row.Status != api.StatusFinished {
			continue
		}
		if err := s.addRecord(ctx, z, row); err != nil {
			return err
		}
	}
	return z.Close()
}

// Export writes everything that a store keeps of a person, as the person would get it, without a running server.
func Export(ctx context.Context, cfg Config, p store.Person, w io.Writer) error {
	s := &Server{cfg: cfg, metrics: newMetrics("")}
	s.hub = table.New(table.Config{Games: slices.Concat(cfg.Games, cfg.Matches), Store: &keeping{cfg.Store, s}, Sealed: s.sealedRound, Log: cfg.Log})
	defer s.hub.Close()
	s.people = people.New(cfg.Store, s.hub.Now)
	s.push = push.New(push.Config{Store: cfg.Store, Now: s.hub.Now, Log: cfg.Log})
	s.tournaments = tournament.New(tournament.Config{Store: cfg.Store, Now: s.hub.Now, Log: cfg.Log})
	s.keeper = keep.New(cfg.Store, s.hub.Now, 0, func(string) {}, cfg.Log)
	files, rows, err := s.exported(ctx, p, nil)
	if err != nil {
		return err
	}
	return s.writeExport(ctx, w, files, rows)
}

// exportedTournament is a tournament in an export, with what the person did there.
type exportedTournament struct {
	ID    string `json:"id"`
	Kind  string `json:"kind"`
	Name  string `json:"name"`
	Game  string `json:"game"`
	State string `json:"state"`
	// Began is when it began, and Over when it was over; left out if it has not or is not.
	Began     int64 `json:"began,omitempty"`
	Over      int64 `json:"over,omitempty"`
	Organised bool  `json:"organised,omitempty"`
	// Rating is what the person joined with. Place and Points are those of the standings; points of a Swiss tournament are in halves.
	Rating float64            `json:"rating,omitempty"`
	Place  int                `json:"place,omitempty"`
	Points int                `json:"points,omitempty"`
	Games  []exportedCupGame  `json:"games"`
	Rounds []exportedCupRound `json:"rounds_without_game,omitempty"`
}

// exportedCupGame is a game of a tournament in an export.
type exportedCupGame struct {
	Table  string `json:"table"`
	State  string `json:"state"`
	Points int    `json:"points"`
}

// exportedCupRound is a round of a Swiss tournament in which the person did not play.
type exportedCupRound struct {
	Round  int    `json:"round"`
	Why    string `json:"why"`
	Points int    `json:"points"`
}

// exportTournaments returns the tournaments that a person organises or takes part in, or has left after a game.
func (s *Server) exportTournaments(ctx context.Context, person string, tables []api.TableSummary) ([]exportedTournament, error) {
	var ids []string
	for _, over := range []bool{false, true} {
		list, err := s.tournaments.List(ctx, store.TournamentQuery{Person: person, Over: over, Limit: mostOfExport})
		if err != nil {
			return nil, unavailable(err)
		}
		for _, t := range list {
			ids = append(ids, t.ID)
		}
	}
	for _, t := range tables {
		if t.Tournament != nil && !slices.Contains(ids, t.Tournament.ID) {
			ids = append(ids, t.Tournament.ID)
		}
	}
	list := []exportedTournament{}
	for _, id := range ids {
		err := s.tournaments.Look(ctx, id, func(t *tournament.Tournament) { list = append(list, exportedOf(t, person)) })
		var gone *game.Error
		if err != nil && !(errors.As(err, &gone) && gone.Code == game.NotFound) {
			return nil, unavailable(err)
		}
	}
	return list, nil
}

// exportedOf returns what a tournament knows of a person.
func exportedOf(t *tournament.Tournament, person string) exportedTournament {
	one := exportedTournament{ID: t.ID, Kind: t.Kind, Name: t.Name, Game: t.Game, State: t.Status, Began: t.Started, Over: t.Over, Organised: t.Owner == person, Games: []exportedCupGame{}}
	for _, row := range t.Standings() {
		if row.Person != person {
			continue
		}
		one.Rating, one.Place, one.Points = row.Rating, row.Place, row.Points
		for i, c := range row.Cells {
			if c.Table != "" {
				one.Games = append(one.Games, exportedCupGame{c.Table, c.Kind, c.Points})
			} else {
				one.Rounds = append(one.Rounds, exportedCupRound{i + 1, c.Kind, c.Points})
			}
		}
	}
	return one
}

// exportedNotices are what a person wants to be told and where, in an export.
type exportedNotices struct {
	Notices api.Notices      `json:"notices"`
	Devices []exportedDevice `json:"devices"`
}

type exportedDevice struct {
	Agent    string `json:"agent"`
	Endpoint string `json:"endpoint"`
	Since    int64  `json:"since"`
	Seen     int64  `json:"seen"`
	Reached  int64  `json:"reached,omitempty"`
}

func (s *Server) exportNotices(ctx context.Context, person string) (*exportedNotices, error) {
	told, err := s.pushOf(ctx, person, nil)
	if err != nil {
		return nil, err
	}
	devices, err := s.cfg.Store.Subscriptions(ctx, person)
	if err != nil {
		return nil, unavailable(err)
	}
	list := make([]exportedDevice, len(devices))
	for i, d := range devices {
		list[i] = exportedDevice{d.Agent, d.Endpoint, d.Created, d.Seen, d.Reached}
	}
	return &exportedNotices{told.Notices, list}, nil
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

func (s *Server) exportConduct(ctx context.Context, p store.Person) (c conducted, err error) {
	reports, err := s.cfg.Store.Reports(ctx, store.ReportQuery{By: p.ID, Limit: mostOfExport})
	if err != nil {
		return c, unavailable(err)
	}
	c.reports = make([]reportMade, len(reports))
	for i, one := range reports {
		c.reports[i] = reportMade{one.At, one.Person, one.Reason, one.Text, one.Table, one.Closed}
	}
	deeds, err := s.cfg.Store.Deeds(ctx, p.ID, 0, mostOfExport)
	if err != nil {
		return c, unavailable(err)
	}
	// Which host it was is the hosts' own affair.
	for i := range deeds {
		deeds[i].By = ""
	}
	c.measures, err = s.shownDeeds(ctx, deeds)
	return c, err
}

// addRecord adds the record of a game. One that cannot be read is left out.
func (s *Server) addRecord(ctx context.Context, z *zip.Writer, row store.Row) error {
	rec, err := s.hub.Record(ctx, row.ID)
	if err != nil {
		var refusal *game.Error
		if !errors.As(err, &refusal) && ctx.Err() == nil {
			s.cfg.Log.Error("a game is left out of an export", "table", row.ID, "error", err)
		}
		return ctx.Err()
	}
	f, err := z.Create("games/" + rec.Game + "-" + row.ID + ".mgr")
	if err != nil {
		return err
	}
	return rec.Write(f)
}
