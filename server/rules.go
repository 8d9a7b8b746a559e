package server

import (
	"context"
	"errors"
	"slices"
	"time"

	"mirabilia/api"
	"mirabilia/conduct"
	"mirabilia/game"
	"mirabilia/people"
	"mirabilia/store"
	"mirabilia/table"
)

// What follows by rules, without a host, from how people have played.

const (
	// mostConduct is how many of the latest games of a person the rules look at, and mostAborts how many of those that were closed.
	mostConduct, mostAborts = 60, 100
	// kindRule marks what a rule has been applied to, so that it is applied once, and ruleFor is how long that is remembered.
	kindRule = "rule"
	ruleFor  = 90 * 24 * time.Hour
)

// conducted is a game as the rules see it.
func (p *played) conducted() conduct.Game {
	away, won := p.Places[p.seat].Away, p.won()
	g := conduct.Game{Table: p.ID, At: p.Updated, Days: p.Clock.Kind == api.ClockDays, Rated: p.Rated, Moves: p.Decision,
		Resigned: away == api.AwayResigned || p.WonBy == api.WonByResignation && !won,
		Left:     away == api.AwayLeft || p.WonBy == api.WonByAbsence && !won, Time: away == api.AwayTime || p.WonBy == api.WonByTime && !won}
	if p.seat < len(p.Figures) {
		g.Moves, g.Stalled = p.Figures[p.seat].Moves, p.Figures[p.seat].Stalled
	}
	return g
}

// conducts returns those of the games that were played with other people, as the rules see them.
func conducts(games []played) (list []conduct.Game) {
	for i := range games {
		if games[i].with {
			list = append(list, games[i].conducted())
		}
	}
	return list
}

// conductOf returns the latest games of a person as the rules see them.
func (s *Server) conductOf(ctx context.Context, person string) ([]conduct.Game, error) {
	games, err := s.latestGames(ctx, person, mostConduct)
	return conducts(games), err
}

// applyRules restricts a person who has broken a rule to friendly games. A host's measure that lasts longer stays in force.
func (s *Server) applyRules(ctx context.Context, person string) error {
	games, err := s.conductOf(ctx, person)
	if err != nil {
		return err
	}
	now := s.hub.Now()
	for _, b := range conduct.Friendly(games, now) {
		mark := store.Waiting{Kind: kindRule, Key: person + "/" + b.Rule + "/" + b.Tables[0], Person: person, Data: []byte("true"), Deadline: now + ruleFor.Milliseconds()}
		if _, err := s.cfg.Store.Waiting(ctx, mark.Kind, mark.Key, now); err == nil {
			continue
		} else if !errors.Is(err, store.ErrNotFound) {
			return unavailable(err)
		}
		if err := s.breach(ctx, person, b); err != nil {
			return err
		}
		if err := s.cfg.Store.Wait(ctx, mark, now); err != nil && !errors.Is(err, store.ErrTaken) {
			return unavailable(err)
		}
	}
	return nil
}

// breach does what follows from a rule that was broken. If a node dies in the middle, it is done again: a second time it changes little.
func (s *Server) breach(ctx context.Context, person string, b conduct.Broken) error {
	held, err := s.people.Held(ctx, person)
	if err != nil {
		return unavailable(err)
	}
	if d := under(held, people.Restrict); d == nil || d.Until < s.hub.Now()+dayLength {
		if _, err := s.people.Do(ctx, people.Deed{By: people.Rules, Person: person, Kind: people.Restrict, Days: 1, Reason: b.Rule}); err != nil {
			return theirs(err)
		}
	}
	if b.Rule != conduct.Sandbagging {
		return nil
	}
	err = s.cfg.Store.AddReport(ctx, store.Report{ID: newReportID(), By: people.Rules, Person: person, Reason: api.ReportSandbagging, Table: b.Tables[0], At: s.hub.Now()}, maxReportsOfRules)
	if err != nil && !errors.Is(err, store.ErrTaken) && !errors.Is(err, store.ErrTooMany) {
		return unavailable(err)
	}
	return nil
}

// maxReportsOfRules is how many open reports the rules may have.
const maxReportsOfRules = 1000

// givenUp reports whether a game is one of several that one of its people gave up at once: it does not count.
func (s *Server) givenUp(ctx context.Context, people []string, table string, ended int64) (bool, error) {
	for _, p := range people {
		games, err := s.conductOf(ctx, p)
		if err != nil {
			return false, err
		}
		for _, b := range conduct.Friendly(games, ended) {
			if b.Rule == conduct.Sandbagging && slices.Contains(b.Tables, table) {
				return true, nil
			}
		}
	}
	return false, nil
}

// mayLook refuses somebody who aborted too many games to look for a live one, or has too many running at days per move.
func (s *Server) mayLook(ctx context.Context, p store.Person, days bool) error {
	now := s.hub.Now()
	if !days {
		return s.restsFromAborts(ctx, p.ID)
	}
	games, err := s.conductOf(ctx, p.ID)
	if err != nil {
		return err
	}
	most, lost := conduct.Running(games, !p.Kept, now)
	rows, err := s.cfg.Store.OfPerson(ctx, p.ID, api.StatusPlaying, mostOfMine)
	if err != nil {
		return unavailable(err)
	}
	running := 0
	for _, row := range rows {
		if t, err := table.ReadSummary(row.Data); err == nil && t.Clock.Kind == api.ClockDays {
			running++
		}
	}
	switch {
	case running < most:
		return nil
	case lost:
		return game.Refuse(game.TooMany, "too_many_late", "you have lost games at days per move on time within a month: finish some before you begin more than %d", most)
	}
	return game.Refuse(game.TooMany, "too_many_running", "you can have at most %d games at days per move running", most)
}

// restsFromAborts refuses somebody who aborted too many games.
func (s *Server) restsFromAborts(ctx context.Context, person string) error {
	starts, err := s.starts(ctx, person)
	if err != nil {
		return err
	}
	var dodged []int64
	for _, one := range starts {
		if one.Dodged {
			dodged = append(dodged, one.At)
		}
	}
	now := s.hub.Now()
	if until := conduct.Rest(dodged, now); until > 0 {
		return game.Refuse(game.TooMany, "resting_aborts", "you have aborted %d games within a day: you can play live games that people are found for, or that are rated, again in %d minutes, at %s",
			len(dodged), (until-now)/60_000+1, time.UnixMilli(until).UTC().Format(time.RFC3339))
	}
	return nil
}

// abortsOf returns the games that a person aborted within a day.
func (s *Server) abortsOf(ctx context.Context, person string) (aborts []*table.Summary, err error) {
	rows, err := s.cfg.Store.OfPerson(ctx, person, api.StatusClosed, mostAborts)
	if err != nil {
		return nil, unavailable(err)
	}
	for _, row := range rows {
		t, err := table.ReadPlayed(row.Data)
		if err != nil {
			s.reportDamaged(row.ID, err)
			continue
		}
		if t.Late != nil && t.Places[*t.Late].Person == person && s.hub.Now()-t.Updated < dayLength {
			aborts = append(aborts, t)
		}
	}
	return aborts, nil
}

// starts returns how the latest live games began for a person that were rated or found. One that the person did not begin was aborted, or lost without everybody having moved.
func (s *Server) starts(ctx context.Context, person string) (list []conduct.Start, err error) {
	aborts, err := s.abortsOf(ctx, person)
	if err != nil {
		return nil, err
	}
	for _, t := range aborts {
		list = append(list, conduct.Start{At: t.Updated, Rated: t.Rated, Dodged: true})
	}
	games, err := s.latestGames(ctx, person, lastGames)
	if err != nil {
		return nil, err
	}
	for i := range games {
		if g := &games[i]; g.FirstMove > 0 {
			c := g.conducted()
			list = append(list, conduct.Start{At: g.Updated, Rated: g.Rated, Dodged: g.Rated && g.Decision < len(g.Places) && (c.Resigned || c.Left || c.Time)})
		}
	}
	return list, nil
}

// dodged reports whether a person did not begin the rated game before.
func (s *Server) dodged(ctx context.Context, person string) (bool, error) {
	starts, err := s.starts(ctx, person)
	return conduct.Dodged(starts, s.hub.Now()), err
}
