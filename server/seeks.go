package server

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"mirabilia/api"
	"mirabilia/conduct"
	"mirabilia/game"
	"mirabilia/pairing"
	"mirabilia/seek"
	"mirabilia/store"
	"mirabilia/table"
)

// pairEvery is how often seeks are looked at. Tests are in more of a hurry.
var pairEvery = 2 * time.Second

// seekers names those who look for opponents among the things that have a steward.
const seekers = "seeks"

// meetPeople pairs people until the context ends. Of several nodes one does it, so that the others need not try in vain.
func (s *Server) meetPeople(ctx context.Context) {
	tick := time.NewTicker(pairEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
		if !s.hub.Steward(seekers) {
			continue
		}
		_, err := s.seeks.Pair(ctx)
		if err = errors.Join(err, s.seeks.Tidy(ctx)); err != nil && ctx.Err() == nil {
			s.cfg.Log.Error("people could not be paired", "error", err)
		}
	}
}

// The clocks of games that were found: fifteen minutes and five seconds a move each, or two days a move.
var liveGame, daysGame = api.Clock{Kind: api.ClockLive, Base: 900, Increment: 5}, api.Clock{Kind: api.ClockDays, Days: 2}

// openTables returns the open tables at which people wait for others like those who seek: public and rated, with the usual options and the clock of games that are found. At a live
// table they must be here.
func (s *Server) openTables(ctx context.Context) (list []seek.Table, err error) {
	rows, err := s.cfg.Store.List(ctx, store.Query{Status: api.StatusLobby, Open: true, Since: s.hub.Now() - openFor.Milliseconds(), Limit: mostPooled})
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		t, err := table.ReadSummary(row.Data)
		if err != nil {
			s.reportDamaged(row.ID, err)
			continue
		}
		one := seek.Table{ID: t.ID, Wish: seek.Wish{Game: s.hub.RatedAs(t.Game, t.Options), Days: t.Clock == daysGame, Rated: true}, Since: t.Updated}
		if !t.Rated || t.HideUnseen || one.Game == "" || t.Clock != daysGame && t.Clock != liveGame || t.Seats != seek.PoolOf(one.Wish).Seats {
			continue
		}
		waits := true
		for _, p := range t.Places {
			switch p.Kind {
			case api.KindPerson:
				one.People = append(one.People, p.Person)
				waits = waits && (one.Days || s.presence.here(p.Person, time.Now()))
			case api.KindOpen:
			default:
				waits = false
			}
		}
		if waits && slices.Contains(one.People, t.Owner) {
			list = append(list, one)
		}
	}
	return list, nil
}

// mostPooled is how many open tables are looked at.
const mostPooled = 200

// fillOpen seats the people of a call at an open table.
func (s *Server) fillOpen(ctx context.Context, c *seek.Call) error {
	var people []table.Person
	for _, p := range c.People {
		names, err := s.cfg.Store.Names(ctx, []string{p.Seek.Person})
		if err != nil {
			return err
		}
		one := table.Person{ID: p.Seek.Person, Name: names[p.Seek.Person], Kept: !p.Seek.Guest}
		if err := errors.Join(s.ratedPlay(ctx, &one), s.keptApart(ctx, &one)); err != nil {
			return err
		}
		people = append(people, one)
	}
	err := s.hub.Fill(ctx, c.Table, people)
	var r *game.Error
	if errors.As(err, &r) {
		return seek.ErrGone
	}
	return err
}

// openFound opens the table of a call. It starts by itself.
func (s *Server) openFound(ctx context.Context, c *seek.Call) error {
	if len(c.Seated) > 0 {
		return s.fillOpen(ctx, c)
	}
	settings := api.Settings{Game: c.Game, Seats: c.Seats(), Clock: liveGame, Rated: c.Rated, FirstMove: table.FirstMoveTime}
	if c.Game == "pantheon" {
		settings.Game, settings.Options = "duel", map[string]string{"pantheon": "true"}
	}
	if c.Days {
		settings.Clock, settings.FirstMove = daysGame, 0
	}
	var people, bots []string
	for _, p := range c.People {
		people = append(people, p.Seek.Person)
	}
	for range c.NumBots {
		bots = append(bots, fmt.Sprint("level", c.Level))
	}
	return s.hub.Gather(ctx, c.Table, settings, people, bots)
}

// lastGames is in how many of the latest tables of a person opponents are looked for.
const lastGames = 20

// aboutSeeker tells what pairing must know of a person.
func (s *Server) aboutSeeker(ctx context.Context, person, name string) (a seek.About, err error) {
	if a.Last, err = s.opponents(ctx, person); err != nil {
		return a, err
	}
	changes, err := s.cfg.Store.Changes(ctx, person, name, mostHistory)
	if err != nil {
		return a, err
	}
	for _, c := range changes {
		if s.hub.Now()-c.After.At < bestOf.Milliseconds() {
			a.Best = max(a.Best, c.After.Points)
		}
	}
	games, err := s.conductOf(ctx, person)
	if err != nil {
		return a, err
	}
	a.Leaver, a.TakesLeavers = leaver(conduct.Finishes(games))
	return a, nil
}

const (
	// bestOf is over how long the best rating keeps people from weaker opponents.
	bestOf = 90 * 24 * time.Hour
	// fewFinishes is how many games say too little about whether somebody finishes them, and patient the share of finished games below which people are paired with leavers.
	fewFinishes = 5
	patient     = 0.9
)

// leaver reports whether somebody leaves too many games to be paired with everybody, and whether they are paired with such people.
func leaver(finished, of int) (leaves, takes bool) {
	if of < fewFinishes {
		return false, false
	}
	share := float64(finished) / float64(of)
	return pairing.Leaver(share), share < patient
}

// opponents returns the people whom a person met in the last game and in the one before.
func (s *Server) opponents(ctx context.Context, person string) (last [2][]string, err error) {
	rows, err := s.cfg.Store.OfPerson(ctx, person, "", lastGames)
	if err != nil {
		return last, err
	}
	n := 0
	for _, row := range rows {
		if row.Status == api.StatusLobby || n == len(last) {
			continue
		}
		t, err := table.ReadSummary(row.Data)
		if err != nil {
			return last, err
		}
		for _, p := range t.Places {
			if p.Kind == api.KindPerson && p.Person != person {
				last[n] = append(last[n], p.Person)
			}
		}
		if len(last[n]) > 0 {
			n++
		}
	}
	return last, nil
}

func (s *Server) listSeeks(w http.ResponseWriter, r *http.Request) error {
	p, err := s.who(r)
	if err != nil {
		return err
	}
	return s.sendSeeking(w, r, http.StatusOK, p)
}

// sendSeeking tells a person what they look for and what was found.
func (s *Server) sendSeeking(w http.ResponseWriter, r *http.Request, status int, p store.Person) error {
	ctx, now := r.Context(), s.hub.Now()
	answer := api.Seeking{Seeks: []api.Seek{}, Pools: []api.PoolCount{}}
	counts, err := s.seeks.Counts(ctx)
	if err != nil {
		return unavailable(err)
	}
	for _, c := range counts {
		answer.Pools = append(answer.Pools, shownPool(c))
	}
	if p.ID != "" {
		own, err := s.seeks.Of(ctx, p.ID)
		if err != nil {
			return unavailable(err)
		}
		for i := range own {
			one := api.Seek{SeekRequest: api.SeekRequest(own[i].Wish), ID: own[i].ID(), Since: own[i].Since, Seats: seek.PoolOf(own[i].Wish).Seats}
			one.Low, one.High = own[i].Window(now)
			if one.Usual, err = s.seeks.Usual(ctx, own[i].Wish); err != nil {
				return unavailable(err)
			}
			answer.Seeks = append(answer.Seeks, one)
		}
		c, err := s.seeks.Call(ctx, p.ID)
		if err != nil {
			return unavailable(err)
		}
		if c != nil {
			if answer.Call, err = s.shownCall(ctx, c, p.ID, now); err != nil {
				return err
			}
		}
	}
	send(w, status, answer)
	return nil
}

func shownPool(c seek.Count) api.PoolCount {
	return api.PoolCount{Game: c.Pool.Game, Days: c.Pool.Days, Rated: c.Pool.Rated, Waiting: c.Waiting, Bots: c.Bots}
}

// shownCall returns a call as one of its people sees it.
func (s *Server) shownCall(ctx context.Context, c *seek.Call, person string, now int64) (*api.Call, error) {
	call := &api.Call{ID: c.ID, Game: c.Game, Days: c.Days, Rated: c.Rated, Left: max(0, c.Until-now), Bots: c.NumBots, People: []api.Called{}}
	if c.Opened {
		call.Table = c.Table
	}
	ids := slices.Clone(c.Seated)
	for _, p := range c.People {
		ids = append(ids, p.Seek.Person)
	}
	names, err := s.cfg.Store.Names(ctx, ids)
	if err != nil {
		return nil, unavailable(err)
	}
	called := slices.Clone(c.People)
	for _, p := range c.Seated {
		called = append(called, seek.Called{Seek: seek.Seek{Person: p}, Yes: true})
	}
	for _, p := range called {
		one := api.Called{Name: names[p.Seek.Person], You: p.Seek.Person == person, Yes: p.Yes}
		if !p.Seek.Guest {
			r, err := s.ratingAt(ctx, c.Game, p.Seek.Person, now)
			if err != nil {
				return nil, err
			}
			rating := shownRating(c.Game, r)
			one.Rating = &rating
		}
		call.People = append(call.People, one)
	}
	return call, nil
}

func (s *Server) beginSeek(w http.ResponseWriter, r *http.Request) error {
	p, err := s.human(r)
	if err != nil {
		return err
	}
	var req api.SeekRequest
	if err := read(w, r, &req); err != nil {
		return err
	}
	if err := s.limits.take(quotaTables, s.visitor(r)); err != nil {
		return err
	}
	if err := s.mayLook(r.Context(), p, req.Days); err != nil {
		return err
	}
	if req.Rated {
		at := s.atTable(r, p)
		if err := s.friendlyOnly(r.Context(), &at); err != nil {
			return err
		}
		if at.Friendly {
			return game.Refuse(game.Forbidden, "friendly_only", "the host allows you friendly games only")
		}
	}
	if err := s.seeks.Begin(r.Context(), p.ID, p.Kept, seek.Wish(req)); err != nil {
		return theirs(err)
	}
	// Whoever fits is found at once.
	if _, err := s.seeks.Pair(r.Context()); err != nil {
		return theirs(err)
	}
	return s.sendSeeking(w, r, http.StatusCreated, p)
}

func (s *Server) endSeek(w http.ResponseWriter, r *http.Request) error {
	p, err := s.human(r)
	if err != nil {
		return err
	}
	if err := s.seeks.End(r.Context(), p.ID, r.PathValue("id")); err != nil {
		return theirs(err)
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

func (s *Server) answerCall(w http.ResponseWriter, r *http.Request) error {
	p, err := s.human(r)
	if err != nil {
		return err
	}
	var req api.CallAnswer
	if err := read(w, r, &req); err != nil {
		return err
	}
	if _, err := s.seeks.Answer(r.Context(), p.ID, r.PathValue("id"), req.Accept); err != nil {
		return theirs(err)
	}
	return s.sendSeeking(w, r, http.StatusOK, p)
}

// meet returns whom the home page offers first.
func (s *Server) meet(ctx context.Context) (string, error) {
	if s.cfg.Meet != "" {
		return s.cfg.Meet, nil
	}
	sought, err := s.seeks.Sought(ctx)
	if err != nil {
		return "", unavailable(err)
	}
	if sought {
		return api.MeetPeople, nil
	}
	return api.MeetBots, nil
}
