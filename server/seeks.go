package server

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/seek"
	"mirabilia/store"
	"mirabilia/table"
)

// pairEvery is how often seeks are looked at.
const pairEvery = 2 * time.Second

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

// openFound opens the table of a call. It starts by itself.
func (s *Server) openFound(ctx context.Context, c *seek.Call) error {
	settings := api.Settings{Game: c.Game, Seats: c.Seats(), Clock: liveGame, Rated: c.Rated}
	if c.Game == "pantheon" {
		settings.Game, settings.Options = "duel", map[string]string{"pantheon": "true"}
	}
	if c.Days {
		settings.Clock = daysGame
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
		answer.Pools = append(answer.Pools, api.PoolCount{Game: c.Pool.Game, Days: c.Pool.Days, Rated: c.Pool.Rated, Waiting: c.Waiting, Bots: c.Bots})
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

// shownCall returns a call as one of its people sees it.
func (s *Server) shownCall(ctx context.Context, c *seek.Call, person string, now int64) (*api.Call, error) {
	call := &api.Call{ID: c.ID, Game: c.Game, Days: c.Days, Rated: c.Rated, Left: max(0, c.Until-now), Bots: c.NumBots, People: []api.Called{}}
	if c.Opened {
		call.Table = c.Table
	}
	var ids []string
	for _, p := range c.People {
		ids = append(ids, p.Seek.Person)
	}
	names, err := s.cfg.Store.Names(ctx, ids)
	if err != nil {
		return nil, unavailable(err)
	}
	for _, p := range c.People {
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
