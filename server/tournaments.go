package server

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"time"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/game/record"
	"mirabilia/names"
	"mirabilia/people"
	"mirabilia/store"
	"mirabilia/table"
	"mirabilia/tournament"
)

// tournamentsEvery is how often the server looks for tournaments that have something to do. Tests are in more of a hurry.
var tournamentsEvery = time.Second

const (
	// pageOfTournaments is how many tournaments a list has, and mostOnPodium how many people a podium.
	pageOfTournaments, mostOnPodium = 50, 3
	// tablesAtOnce is how many tables of a tournament are opened at the same time.
	tablesAtOnce = 8
)

// runTournaments lets tournaments go on until the context ends.
func (s *Server) runTournaments(ctx context.Context) {
	tick := time.NewTicker(tournamentsEvery)
	defer tick.Stop()
	var reminded time.Time
	for {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
		if err := s.tournaments.Sweep(ctx); err != nil && ctx.Err() == nil {
			s.cfg.Log.Error("tournaments could not be read", "error", err)
		}
		if time.Since(reminded) < lookEvery {
			continue
		}
		reminded = time.Now()
		if err := s.tournaments.Remind(ctx, s.remind); err != nil && ctx.Err() == nil {
			s.cfg.Log.Error("people could not be reminded of tournaments", "error", err)
		}
	}
}

// openTournamentTable opens the table of a tournament's game. It starts by itself.
func (s *Server) openTournamentTable(ctx context.Context, o *tournament.Opening) error {
	p := &o.Plan
	settings := api.Settings{Game: p.Game, Seats: len(o.People), Clock: api.Clock{Kind: api.ClockLive, Base: p.Base, Increment: p.Increment}, Rated: p.Rated, Public: o.Listed,
		FirstMove: p.FirstMove(), Tournament: &api.InTournament{ID: o.Tournament, Kind: p.Kind, Until: o.Until}}
	if p.Game == "pantheon" {
		settings.Game, settings.Options = "duel", map[string]string{"pantheon": "true"}
	}
	if p.DealtAlike() {
		settings.Game, settings.Tournament.Round = "duplicate", o.Round
		if err := s.hub.GatherAlike(ctx, o.Table, settings, o.Secret, o.People); err != nil {
			return err
		}
	} else if err := s.hub.Gather(ctx, o.Table, settings, o.People, nil); err != nil {
		return err
	}
	return s.tellPaired(ctx, o)
}

// sealedRound reports whether the round of a tournament is played all of whose tables are dealt alike.
func (s *Server) sealedRound(ctx context.Context, in *api.InTournament) (sealed bool, err error) {
	name := record.RoundName(in.ID, in.Round)
	if _, over := s.roundsOver.Load(name); over {
		return false, nil
	}
	err = s.tournaments.Look(ctx, in.ID, func(t *tournament.Tournament) { sealed = !t.RoundOver(in.Round, s.hub.Now()) })
	var gone *game.Error
	if errors.As(err, &gone) && gone.Code == game.NotFound {
		return false, nil // it is not kept any more
	}
	if err == nil && !sealed {
		s.roundsOver.Store(name, true)
	}
	return sealed, err
}

// endedInTournament tells a tournament how one of its games has ended.
func (s *Server) endedInTournament(ctx context.Context, o *table.Outcome) error {
	finishes := make([]tournament.Finish, len(o.People))
	for i, f := range o.People {
		finishes[i] = tournament.Finish{Person: f.Person, Place: f.Place, Absent: !f.Moved, Score: f.Score}
	}
	return s.tournaments.Ended(ctx, o.Tournament, o.Table, finishes, o.Finished)
}

func (s *Server) listTournaments(w http.ResponseWriter, r *http.Request) error {
	p, err := s.who(r)
	if err != nil {
		return err
	}
	q := store.TournamentQuery{Limit: pageOfTournaments}
	switch which := r.URL.Query().Get("which"); which {
	case "", "now":
		q.Public = true
	case "finished":
		q.Public, q.Over = true, true
	case "mine", "played":
		if p.ID == "" {
			return game.Refuse(game.Forbidden, reasonNoSession, "choose a name first: POST /api/session")
		}
		q.Person, q.Over = p.ID, which == "played"
	case "asked":
		if p, err = s.host(r); err != nil {
			return err
		}
		q.Asked = true
	default:
		return game.Refuse(game.Invalid, "bad_list", "which must be now, mine, played, finished or asked, not %q", which)
	}
	list, err := s.tournaments.List(r.Context(), q)
	if err != nil {
		return unavailable(err)
	}
	var mine []tournament.Summary
	if p.ID != "" {
		if mine, err = s.tournaments.List(r.Context(), store.TournamentQuery{Person: p.ID, Over: q.Over, Limit: pageOfTournaments}); err != nil {
			return unavailable(err)
		}
	}
	var ids []string
	for _, t := range list {
		ids = append(ids, t.Owner)
		for _, f := range t.First {
			ids = append(ids, f.Person)
		}
	}
	names, err := s.cfg.Store.Names(r.Context(), ids)
	if err != nil {
		return unavailable(err)
	}
	answer := api.TournamentList{Tournaments: []api.TournamentSummary{}, Now: s.hub.Now()}
	for i := range list {
		one := shownTournament(&list[i], names)
		one.Joined = slices.ContainsFunc(mine, func(t tournament.Summary) bool { return t.ID == one.ID })
		answer.Tournaments = append(answer.Tournaments, one)
	}
	send(w, http.StatusOK, answer)
	return nil
}

// shownTournament returns a tournament as lists show it.
func shownTournament(t *tournament.Summary, names map[string]string) api.TournamentSummary {
	shown := api.TournamentSummary{ID: t.ID, TournamentPlan: api.TournamentPlan{Kind: t.Kind, Name: t.Name, Game: t.Game, Clock: api.Clock{Kind: api.ClockLive, Base: t.Base, Increment: t.Increment},
		Rated: t.Rated, Public: t.Public, Begins: t.Begins, Minutes: t.Minutes, Rounds: t.Rounds, Most: t.Most, Plain: t.Plain},
		State: t.Status, Asked: t.Asked, Organiser: names[t.Owner], Why: t.Why, Players: t.Players, First: []string{}, Ends: t.Ends, Round: t.Round}
	for i, f := range t.First {
		if name := names[f.Person]; name != "" {
			shown.First = append(shown.First, name)
		}
		if t.Status == api.TournamentFinished && i < mostOnPodium {
			shown.Podium = append(shown.Podium, api.TournamentPoints{Name: names[f.Person], Points: f.Points})
		}
	}
	return shown
}

func (s *Server) createTournament(w http.ResponseWriter, r *http.Request) error {
	p, err := s.player(r)
	if err != nil {
		return err
	}
	var req api.TournamentPlan
	if err := read(w, r, &req); err != nil {
		return err
	}
	if err := s.limits.take(quotaTables, s.visitor(r)); err != nil {
		return err
	}
	if req.Clock.Kind != api.ClockLive {
		return game.Refuse(game.Invalid, "bad_tournament_clock", "the games of a tournament have a live clock, not %q; over days its base and increment are long", req.Clock.Kind)
	}
	if err := s.mayPublish(r.Context(), p.Self()); err != nil {
		return err
	}
	id, err := s.tournaments.Create(r.Context(), p.ID, p.Host || s.cfg.PublicTournaments, tournament.Plan{Kind: req.Kind, Name: req.Name, Game: req.Game, Base: req.Clock.Base,
		Increment: req.Clock.Increment, Rated: req.Rated, Public: req.Public, Begins: req.Begins, Minutes: req.Minutes, Rounds: req.Rounds, Most: req.Most, Plain: req.Plain})
	if err != nil {
		return theirs(err)
	}
	return s.sendTournament(w, r, http.StatusCreated, id, p)
}

func (s *Server) getTournament(w http.ResponseWriter, r *http.Request) error {
	p, err := s.who(r)
	if err != nil {
		return err
	}
	return s.sendTournament(w, r, http.StatusOK, r.PathValue("id"), p)
}

// sendTournament tells a person everything about a tournament.
func (s *Server) sendTournament(w http.ResponseWriter, r *http.Request, status int, id string, p store.Person) error {
	at := s.atTable(r, p)
	if p.Kept {
		if err := s.friendlyOnly(r.Context(), &at); err != nil {
			return err
		}
	}
	t, err := s.tournamentViews.to(r.Context(), s, id, &at)
	if err != nil {
		return err
	}
	if t.You != nil {
		t.Joined = t.You.Joined
		t.You.Organises = t.You.Organises || p.Host
		t.You.Hosts = p.Host
	}
	send(w, status, t)
	return nil
}

func playerState(p *tournament.Player) string {
	switch {
	case p.Game != nil:
		return api.PlayerPlays
	case p.State == tournament.Resting:
		return api.PlayerRests
	case p.State == tournament.Left:
		return api.PlayerLeft
	}
	return api.PlayerWaits
}

// shownYou returns what a tournament is to a person.
func shownYou(state *tournament.Tournament, client *table.Person, rows map[string]int) *api.TournamentYou {
	you := &api.TournamentYou{Organises: state.Owner == client.ID}
	if err := state.MayJoin(client.ID, client.Kept, client.Friendly); err == nil {
		you.MayJoin = !client.Program
	} else if refusal := (*game.Error)(nil); errors.As(err, &refusal) {
		you.CannotJoin = refusal.Reason
	}
	p := state.Player(client.ID)
	if p == nil {
		return you
	}
	if i, ok := rows[client.ID]; ok {
		you.Row = &i
	}
	you.Joined, you.State, you.Skips = p.State != tournament.Left, playerState(p), p.Skips
	you.MaySkip = state.InRounds() && !p.HalfTaken
	if p.Game != nil {
		you.Table = p.Game.Table
	}
	return you
}

func (s *Server) inTournament(w http.ResponseWriter, r *http.Request) error {
	p, err := s.human(r)
	if err != nil {
		return err
	}
	var req api.TournamentWish
	if err := read(w, r, &req); err != nil {
		return err
	}
	id := r.PathValue("id")
	switch req.Want {
	case api.WantPlay:
		err = s.joinTournament(r, p, id)
	case api.WantRest:
		err = s.tournaments.Rest(r.Context(), id, p.ID)
	case api.WantSkip:
		err = s.tournaments.Skip(r.Context(), id, p.ID)
	default:
		err = game.Refuse(game.Invalid, "bad_want", "want must be play, rest or skip, not %q", req.Want)
	}
	if err != nil {
		return theirs(err)
	}
	return s.sendTournament(w, r, http.StatusOK, id, p)
}

// joinTournament lets a person take part with the rating of now.
func (s *Server) joinTournament(r *http.Request, p store.Person, id string) error {
	at := s.atTable(r, p)
	if err := s.friendlyOnly(r.Context(), &at); err != nil {
		return err
	}
	var played string
	if err := s.tournaments.Look(r.Context(), id, func(t *tournament.Tournament) { played = t.Game }); err != nil {
		return err
	}
	rating, err := s.ratingAt(r.Context(), played, p.ID, s.hub.Now())
	if err != nil {
		return err
	}
	return s.tournaments.Join(r.Context(), id, p.ID, p.Kept, at.Friendly, rating.Points)
}

func (s *Server) leaveTournament(w http.ResponseWriter, r *http.Request) error {
	p, err := s.self(r)
	if err != nil {
		return err
	}
	id := r.PathValue("id")
	if err := s.tournaments.Leave(r.Context(), id, p.ID); err != nil {
		return theirs(err)
	}
	return s.sendTournament(w, r, http.StatusOK, id, p)
}

func (s *Server) tournamentDeed(w http.ResponseWriter, r *http.Request) error {
	p, err := s.human(r)
	if err != nil {
		return err
	}
	var req api.TournamentDeed
	if err := read(w, r, &req); err != nil {
		return err
	}
	if req.Why, err = people.Words(req.Why); err != nil {
		return err
	}
	id, ctx := r.PathValue("id"), r.Context()
	var owner string
	if err := s.tournaments.Look(ctx, id, func(t *tournament.Tournament) { owner = t.Owner }); err != nil {
		return theirs(err)
	}
	if owner != p.ID || req.Do == api.DoAllow || req.Do == api.DoResult {
		if p, err = s.hostWithin(r, deedFor); err != nil {
			return err
		}
	}
	if req.Why != "" {
		if err := s.mayPublish(ctx, p.Self()); err != nil {
			return err
		}
	}
	switch req.Do {
	case api.DoStart:
		err = s.tournaments.Start(ctx, id, p.ID)
	case api.DoEnd:
		err = s.tournaments.End(ctx, id, p.ID)
	case api.DoCancel:
		if req.Why == "" {
			return game.Refuse(game.Invalid, "no_reason", "say why: everybody who takes part is told")
		}
		if err = s.tournaments.Cancel(ctx, id, p.ID, req.Why); err == nil {
			s.tellCancelled(ctx, id, p.ID)
		}
	case api.DoAllow:
		err = s.tournaments.Allow(ctx, id, p.ID)
	case api.DoResult:
		err = s.setResult(ctx, id, p.ID, &req)
	default:
		err = game.Refuse(game.Invalid, "bad_do", "do must be start, end, cancel, allow or result, not %q", req.Do)
	}
	if err != nil {
		return theirs(err)
	}
	s.cfg.Log.Info("a tournament was changed", "tournament", id, "do", req.Do)
	return s.sendTournament(w, r, http.StatusOK, id, p)
}

// setResult sets the result of a game as a host says.
func (s *Server) setResult(ctx context.Context, id, by string, req *api.TournamentDeed) error {
	if req.Why == "" {
		return game.Refuse(game.Invalid, "no_reason", "say why: the journal of the tournament keeps it")
	}
	winner := ""
	if req.Winner != "" {
		var at []string
		if err := s.tournaments.Look(ctx, id, func(t *tournament.Tournament) {
			for _, g := range t.Games {
				if g.Table == req.Table {
					at = g.People
				}
			}
		}); err != nil {
			return err
		}
		called, err := s.cfg.Store.Names(ctx, at)
		if err != nil {
			return err
		}
		for person, name := range called {
			if names.Fold(name) == names.Fold(req.Winner) {
				winner = person
			}
		}
		if winner == "" && at != nil {
			return game.Refuse(game.Invalid, "not_at_table", "the winner must be one of those who play at the table")
		}
	}
	return s.tournaments.SetResult(ctx, id, by, req.Table, winner, req.Why)
}
