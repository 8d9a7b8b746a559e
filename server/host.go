package server

import (
	"context"
	"crypto/rand"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"time"

	"mirabilia/api"
	"mirabilia/conduct"
	"mirabilia/game"
	"mirabilia/names"
	"mirabilia/people"
	"mirabilia/relay"
	"mirabilia/seek"
	"mirabilia/store"
)

// What hosts see and do. The command line makes people hosts.

const (
	// hostFor is how long after using a passkey a host need not use it again.
	hostFor = time.Hour
	// deedFor is how long for a deed.
	deedFor = 10 * time.Minute
	// pageForHosts is how many reports, people or deeds a host is shown at once, and mostOfDeeds how many deeds with a report.
	pageForHosts, mostOfDeeds = 50, 10
)

// newReportID returns the id of a report. Later ones are not greater: nobody learns how many there are.
func newReportID() string { return rand.Text() }

// host is like able but refuses everybody who is no host, and demands that a passkey was used here within the hour.
func (s *Server) host(r *http.Request) (store.Person, error) { return s.hostWithin(r, hostFor) }

// hostWithin is like host with a passkey that was used within a time.
func (s *Server) hostWithin(r *http.Request, within time.Duration) (store.Person, error) {
	p, err := s.human(r)
	switch {
	case err != nil:
		return p, err
	case !p.Host:
		return p, game.Refuse(game.Forbidden, "not_host", "this is for the hosts of the server; see mirabilia people host in docs/hosting.md")
	}
	if err := s.people.Able(p); err != nil {
		return p, err
	}
	return p, theirs(s.people.FreshFor(r.Context(), p.ID, hashToken(presented(r)), within))
}

// namesFor looks up names of people for a host.
func (s *Server) namesFor(ctx context.Context, ids []string) (map[string]string, error) {
	names, err := s.cfg.Store.Names(ctx, ids)
	if err != nil {
		return nil, unavailable(err)
	}
	return names, nil
}

// shownDeeds returns entries of the journal as hosts see them.
func (s *Server) shownDeeds(ctx context.Context, list []store.Deed) ([]api.Deed, error) {
	var ids []string
	for _, d := range list {
		ids = append(ids, d.By, d.Person)
	}
	names, err := s.namesFor(ctx, ids)
	if err != nil {
		return nil, err
	}
	shown := []api.Deed{}
	for _, d := range list {
		kind := d.Kind
		if _, lasts := people.Measures[kind]; lasts && d.Until == 0 {
			kind = "lift_" + kind
		}
		shown = append(shown, api.Deed{N: d.N, At: d.At, By: d.By, ByName: names[d.By], Kind: kind, Person: d.Person, Name: names[d.Person], Reason: d.Reason, Until: shownUntil(d.Until), Report: d.Report})
	}
	return shown, nil
}

func (s *Server) hostReports(w http.ResponseWriter, r *http.Request) error {
	if _, err := s.host(r); err != nil {
		return err
	}
	q := store.ReportQuery{Open: r.URL.Query().Get("all") == "", Person: r.URL.Query().Get("person"), Limit: pageForHosts}
	list, err := s.cfg.Store.Reports(r.Context(), q)
	if err != nil {
		return unavailable(err)
	}
	var ids []string
	for _, one := range list {
		ids = append(ids, one.By, one.Person)
		for _, l := range one.Lines {
			ids = append(ids, l.Person)
		}
	}
	names, err := s.namesFor(r.Context(), ids)
	if err != nil {
		return err
	}
	answer := api.HostReports{Reports: []api.HostReport{}}
	for _, one := range list {
		shown := api.HostReport{ID: one.ID, At: one.At, By: one.By, ByName: names[one.By], Person: one.Person, Name: names[one.Person], Reason: one.Reason, Text: one.Text, Table: one.Table,
			Lines: []api.ReportedLine{}, Closed: one.Closed}
		for _, l := range one.Lines {
			shown.Lines = append(shown.Lines, api.ReportedLine{Person: l.Person, Name: names[l.Person], At: l.At, Text: l.Text})
		}
		deeds, err := s.cfg.Store.Deeds(r.Context(), one.Person, 0, mostOfDeeds)
		if err != nil {
			return unavailable(err)
		}
		if shown.Deeds, err = s.shownDeeds(r.Context(), deeds); err != nil {
			return err
		}
		answer.Reports = append(answer.Reports, shown)
	}
	send(w, http.StatusOK, answer)
	return nil
}

func (s *Server) hostDeeds(w http.ResponseWriter, r *http.Request) error {
	if _, err := s.host(r); err != nil {
		return err
	}
	var before int64
	if text := r.URL.Query().Get("before"); text != "" {
		var err error
		if before, err = strconv.ParseInt(text, 10, 64); err != nil || before < 0 {
			return game.Refuse(game.Invalid, "bad_page", "before takes the value of more from the previous page")
		}
	}
	list, err := s.cfg.Store.Deeds(r.Context(), r.URL.Query().Get("person"), before, pageForHosts)
	if err != nil {
		return unavailable(err)
	}
	answer := api.DeedList{}
	if answer.Deeds, err = s.shownDeeds(r.Context(), list); err != nil {
		return err
	}
	if len(list) == pageForHosts {
		answer.More = list[len(list)-1].N
	}
	send(w, http.StatusOK, answer)
	return nil
}

func (s *Server) hostPeople(w http.ResponseWriter, r *http.Request) error {
	if _, err := s.host(r); err != nil {
		return err
	}
	find := r.URL.Query().Get("find")
	list, err := s.cfg.Store.Find(r.Context(), find, names.Fold(find), pageForHosts)
	if err != nil {
		return unavailable(err)
	}
	together, err := s.cameTogether(r.Context())
	if err != nil {
		return err
	}
	answer := api.HostPeople{People: []api.HostPerson{}}
	for _, f := range list {
		names, err := s.namesFor(r.Context(), together[f.ID])
		if err != nil {
			return err
		}
		held, err := s.people.Held(r.Context(), f.ID)
		if err != nil {
			return unavailable(err)
		}
		reports, err := s.cfg.Store.Reports(r.Context(), store.ReportQuery{Person: f.ID, Limit: pageForHosts})
		if err != nil {
			return unavailable(err)
		}
		aborts, err := s.abortsOf(r.Context(), f.ID)
		if err != nil {
			return err
		}
		games, err := s.conductOf(r.Context(), f.ID)
		if err != nil {
			return err
		}
		one := api.HostPerson{Person: f.ID, Name: f.Name, Kept: f.Kept, Created: f.Created, Seen: f.Seen, Measures: shownMeasures(held), Reports: len(reports), Aborts: len(aborts), Together: slices.Sorted(maps.Values(names))}
		one.Finished, one.Played = conduct.Finishes(games)
		answer.People = append(answer.People, one)
	}
	send(w, http.StatusOK, answer)
	return nil
}

func (s *Server) hostState(w http.ResponseWriter, r *http.Request) error {
	if _, err := s.host(r); err != nil {
		return err
	}
	ctx := r.Context()
	reports, err := s.cfg.Store.Reports(ctx, store.ReportQuery{Open: true, Limit: pageForHosts})
	if err != nil {
		return unavailable(err)
	}
	counts, err := s.seeks.Counts(ctx)
	if err != nil {
		return unavailable(err)
	}
	answer := api.HostState{Here: s.presence.count(time.Now()), Reports: len(reports), Tables: s.hub.Stats().Tables, Playing: int(s.keeper.Stats().Usage.Tables[api.StatusPlaying]), Waits: []api.PoolWait{}}
	for _, c := range counts {
		one := api.PoolWait{PoolCount: shownPool(c)}
		if one.Usual, err = s.seeks.Usual(ctx, seek.Wish{Game: c.Pool.Game, Days: c.Pool.Days, Rated: c.Pool.Rated}); err != nil {
			return unavailable(err)
		}
		answer.Waits = append(answer.Waits, one)
	}
	send(w, http.StatusOK, answer)
	return nil
}

// hostDoes are the kinds of deeds that hosts do over the API.
var hostDoes = map[string]bool{people.Warn: true, people.Mute: true, people.Restrict: true, people.Close: true, people.Dismiss: true, people.Rename: true, people.End: true, people.Unrate: true}

func (s *Server) hostDo(w http.ResponseWriter, r *http.Request) error {
	p, err := s.hostWithin(r, deedFor)
	if err != nil {
		return err
	}
	var req api.DeedRequest
	if err := read(w, r, &req); err != nil {
		return err
	}
	if !hostDoes[req.Kind] {
		return game.Refuse(game.Invalid, "bad_measure", "there is no measure %q", req.Kind)
	}
	if req.Kind == people.Unrate {
		return s.hostUnrate(w, r, p, &req)
	}
	hosts, err := s.cfg.Store.Hosts(r.Context())
	if err != nil {
		return unavailable(err)
	}
	for _, h := range hosts {
		if h == req.Person && req.Kind != people.Dismiss {
			return game.Refuse(game.Forbidden, "is_host", "what concerns hosts is done at the command line")
		}
	}
	if req.Kind == people.Rename {
		if req.Name, err = s.cleanKept(r.Context(), p, req.Name); err != nil {
			return err
		}
	}
	if req.Kind == people.End {
		// Whose game it is does not matter; the journal says which.
		if req.Reason, err = people.Words(req.Reason); err == nil && req.Reason == "" {
			err = people.NoReason()
		}
		if err == nil {
			err = s.hub.End(r.Context(), req.Table)
		}
		if err != nil {
			return theirs(err)
		}
		req.Person, req.Reason = "", req.Table+": "+req.Reason
	}
	programs, err := s.cfg.Store.Programs(r.Context(), req.Person)
	if err != nil {
		return unavailable(err)
	}
	d, err := s.people.Do(r.Context(), people.Deed{By: p.ID, Person: req.Person, Kind: req.Kind, Days: req.Days, Lift: req.Lift, Name: req.Name, Reason: req.Reason, Report: req.Report})
	if err != nil {
		return theirs(err)
	}
	switch {
	case d.Kind == people.Rename:
		s.renamed(d.Person, req.Name)
	case d.Kind == people.Close && d.Until > 0:
		if err := s.endSeeks(r.Context(), d.Person); err != nil {
			return err
		}
		if err := s.tournaments.Withdraw(r.Context(), d.Person); err != nil {
			return unavailable(err)
		}
		for _, q := range append(programs, store.Person{ID: d.Person}) {
			s.clients.cutOff(q.ID)
			s.tell(&relay.Message{Kind: relay.Revoked, Person: q.ID})
		}
	}
	return s.hostDid(w, r, d)
}

// hostUnrate takes the result of a game out of the ratings.
func (s *Server) hostUnrate(w http.ResponseWriter, r *http.Request, host store.Person, req *api.DeedRequest) error {
	d, err := s.people.Unrate(r.Context(), s.cfg.Store, host.ID, req.Table, req.Reason, req.Report)
	if err != nil {
		return theirs(err)
	}
	s.standings.forget()
	return s.hostDid(w, r, d)
}

// hostDid answers with what was done.
func (s *Server) hostDid(w http.ResponseWriter, r *http.Request, d store.Deed) error {
	shown, err := s.shownDeeds(r.Context(), []store.Deed{d})
	if err != nil {
		return err
	}
	s.cfg.Log.Info("a host has acted", "kind", shown[0].Kind, "deed", d.N)
	send(w, http.StatusCreated, shown[0])
	return nil
}

// endSeeks lets somebody look for games no longer.
func (s *Server) endSeeks(ctx context.Context, person string) error {
	own, err := s.seeks.Of(ctx, person)
	if err != nil {
		return unavailable(err)
	}
	for i := range own {
		if err := s.seeks.End(ctx, person, own[i].ID()); err != nil {
			return unavailable(err)
		}
	}
	return nil
}
