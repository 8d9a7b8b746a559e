package server

import (
	"context"
	"errors"
	"math"
	"net/http"
	"slices"
	"strings"
	"time"

	"mirabilia/api"
	"mirabilia/rating"
	"mirabilia/store"
	"mirabilia/table"
)

// maxMet is how many rated games of one game two people can play with each other on a day, and the same people of a larger table in a week: the next is friendly.
const maxMet = 3

const dayLength = int64(24 * time.Hour / time.Millisecond)

// ended tells the tournament of a game how it ended, and keeps the result of a rated one. What is kept already stays as it is.
func (s *Server) ended(ctx context.Context, o *table.Outcome) error {
	if o.Tournament != "" {
		if err := s.endedInTournament(ctx, o); err != nil {
			return err
		}
	}
	if !o.Rated {
		return nil
	}
	people := make([]string, len(o.People))
	for i, f := range o.People {
		// Until everybody has moved once, a game can be left without consequences. One that could have been aborted and was not is lost by somebody who does that again and again.
		if !f.Moved && !o.Hurried {
			return nil
		}
		people[i] = f.Person
	}
	named, why, err := s.counts(ctx, o.Game, people, o.Started, o.Finished)
	if err != nil {
		return err
	}
	for _, p := range named {
		if err := s.applyRules(ctx, p); err != nil {
			return err
		}
	}
	if why != "" || len(named) < 2 {
		return nil
	}
	if out, err := s.givenUp(ctx, named, o.Table, o.Finished); err != nil || out {
		return err
	}
	r := rating.Result{Table: o.Table, Game: o.Game, At: o.Finished}
	for _, f := range o.People {
		if slices.Contains(named, f.Person) {
			r.Finishes = append(r.Finishes, rating.Finish{Person: f.Person, Place: f.Place})
		}
	}
	_, err = s.cfg.Store.AddResult(ctx, r)
	s.standings.forget()
	return err
}

// counts returns those of the people for whom a game counts that began and ended at these times, or why it does not. Somebody who was forgotten
// meanwhile is left out, like a bot.
func (s *Server) counts(ctx context.Context, game string, people []string, began, ended int64) (named []string, why string, err error) {
	names, err := s.cfg.Store.Names(ctx, people)
	if err != nil {
		return nil, "", err
	}
	for _, p := range people {
		if _, known := names[p]; !known {
			continue
		}
		a, err := s.cfg.Store.Account(ctx, p)
		if errors.Is(err, store.ErrNotFound) || err == nil && a.Kept > began {
			return nil, api.UnratedGuest, nil
		}
		if err != nil {
			return nil, "", err
		}
		restricted, err := s.people.HeldAt(ctx, p, api.MeasureRestrict, began)
		if err != nil {
			return nil, "", err
		}
		if restricted {
			return nil, api.UnratedRestricted, nil
		}
		named = append(named, p)
	}
	if len(named) < 2 {
		return named, "", nil
	}
	met, err := s.cfg.Store.Met(ctx, game, named, ended-ended%dayLength)
	if err != nil || met >= maxMet {
		return named, api.UnratedMet, err
	}
	if len(named) > 2 {
		// The same group could arrange among themselves who wins.
		if met, err = s.cfg.Store.MetAll(ctx, game, named, ended-7*dayLength); err != nil || met >= maxMet {
			return named, api.UnratedGroup, err
		}
	}
	return named, "", nil
}

// shownRating returns a rating as people see it.
func shownRating(game string, r rating.Rating) api.Rating {
	return api.Rating{Game: game, Points: int(math.Round(r.Points)), Margin: int(math.Round(r.Margin())), Provisional: r.Provisional(), Games: r.Games}
}

// ratingAt returns a person's rating at a game as it is at a time.
func (s *Server) ratingAt(ctx context.Context, game, person string, now int64) (rating.Rating, error) {
	all, err := s.cfg.Store.RatingsOf(ctx, person)
	if err != nil {
		return rating.Rating{}, unavailable(err)
	}
	r, ok := all[game]
	if !ok {
		return rating.Models[game].New(), nil
	}
	return rating.At(rating.Models[game], r, now), nil
}

// ratings returns a person's ratings as they are now.
func (s *Server) ratings(ctx context.Context, person string) ([]api.Rating, error) {
	all, err := s.cfg.Store.RatingsOf(ctx, person)
	if err != nil {
		return nil, unavailable(err)
	}
	list := []api.Rating{}
	for game, r := range all {
		list = append(list, shownRating(game, rating.At(rating.Models[game], r, s.hub.Now())))
	}
	slices.SortFunc(list, func(a, b api.Rating) int { return strings.Compare(a.Game, b.Game) })
	return list, nil
}

func (s *Server) tableRating(w http.ResponseWriter, r *http.Request) error {
	return s.look(r, func(snap *api.Snapshot) (n int, err error) {
		t := snap.Table
		answer := api.TableRating{Seats: []api.SeatRating{}}
		switch {
		case !t.Rated:
			answer.Why = api.UnratedFriendly
		case t.Status == api.StatusClosed:
			answer.Why = api.UnratedUnplayed
		case t.Status == api.StatusFinished:
			err = s.changed(r.Context(), &t, &answer)
		default:
			err = s.atStake(r.Context(), &t, &answer)
		}
		if err != nil {
			return 0, err
		}
		return send(w, http.StatusOK, answer), nil
	})
}

// seated returns the people at a table, and their seats.
func seated(t *api.Table) (people []string, seats map[string]int) {
	seats = map[string]int{}
	for i, p := range t.Places {
		if p.Kind == api.KindPerson {
			people = append(people, p.Person)
			seats[p.Person] = i
		}
	}
	return people, seats
}

// changed tells what a finished game has changed.
func (s *Server) changed(ctx context.Context, t *api.Table, answer *api.TableRating) error {
	if err := s.hub.Count(ctx, t.ID); err != nil {
		return err
	}
	people, seats := seated(t)
	kept, err := s.cfg.Store.Result(ctx, t.ID)
	if errors.Is(err, store.ErrNotFound) {
		var named []string
		if named, answer.Why, err = s.counts(ctx, s.hub.RatedAs(t.Game, t.Options), people, t.Started, t.Finished); err != nil || answer.Why != "" {
			return theirs(err)
		}
		out, err := s.givenUp(ctx, named, t.ID, t.Finished)
		if answer.Why = api.UnratedUnplayed; out {
			answer.Why = api.UnratedGivenUp
		}
		return theirs(err)
	}
	if err != nil {
		return unavailable(err)
	}
	if kept.Void {
		answer.Why = api.UnratedHost
		return nil
	}
	answer.Rated = true
	for _, c := range kept.Changes {
		after := shownRating(c.Game, c.After)
		before := shownRating(c.Game, rating.At(rating.Models[c.Game], c.Before, kept.At))
		answer.Seats = append(answer.Seats, api.SeatRating{Seat: seats[c.Person], Before: before, After: &after})
	}
	return nil
}

// atStake tells what a game would change that has not ended.
func (s *Server) atStake(ctx context.Context, t *api.Table, answer *api.TableRating) error {
	now := s.hub.Now()
	began := t.Started
	if began == 0 {
		began = now
	}
	people, seats := seated(t)
	game := s.hub.RatedAs(t.Game, t.Options)
	named, why, err := s.counts(ctx, game, people, began, now)
	if err != nil {
		return unavailable(err)
	}
	answer.Rated, answer.Why = why == "" && game != "", why
	if !answer.Rated {
		return nil
	}
	before := make([]rating.Rating, len(named))
	for i, p := range named {
		if before[i], err = s.ratingAt(ctx, game, p, now); err != nil {
			return err
		}
	}
	for i, p := range named {
		one := api.SeatRating{Seat: seats[p], Before: shownRating(game, before[i])}
		if len(named) > 1 {
			one.First, one.Last = stake(rating.Models[game], before, i, 1), stake(rating.Models[game], before, i, 3)
		}
		answer.Seats = append(answer.Seats, one)
	}
	return nil
}

// stake returns by how many points a rating changes if its owner has a place and all others share the second.
func stake(m rating.Model, before []rating.Rating, i, place int) int {
	places := make([]int, len(before))
	for k := range places {
		places[k] = 2
	}
	places[i] = place
	return int(math.Round(m.Update(before, places)[i].Points - before[i].Points))
}
