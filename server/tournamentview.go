package server

import (
	"context"
	"math"
	"slices"
	"sync"
	"time"

	"mirabilia/api"
	"mirabilia/table"
	"mirabilia/tournament"
)

// shownFor is how long what was told of a tournament is told again if nothing has changed. Names may be that much older.
const shownFor = time.Second

// tournamentViews keeps what everybody is told of tournaments: whenever one changes, all its pages ask at once.
type tournamentViews struct {
	mu sync.Mutex
	of map[string]*tournamentView
}

// tournamentView is what everybody is told of a tournament.
type tournamentView struct {
	mu sync.Mutex
	// t has all but what one person is told; seq is the last entry that it knows, and at when it was made. Before the first time t is nil.
	t   *api.Tournament
	seq int64
	at  int64
	// rows are the places of people in the standings, from 0.
	rows map[string]int
	// unopened are tables that are paired but not open yet: for a moment after the draw, or longer if the node that drew died, nobody can go there.
	unopened []string
}

// one returns a tournament, and forgets those that nobody has asked for lately.
func (l *tournamentViews) one(id string, now int64) *tournamentView {
	l.mu.Lock()
	defer l.mu.Unlock()
	if v := l.of[id]; v != nil {
		return v
	}
	for other, v := range l.of {
		if v.mu.TryLock() {
			if now-v.at > shownFor.Milliseconds() {
				delete(l.of, other)
			}
			v.mu.Unlock()
		}
	}
	if l.of == nil {
		l.of = map[string]*tournamentView{}
	}
	v := &tournamentView{}
	l.of[id] = v
	return v
}

// forget lets a tournament be told anew.
func (l *tournamentViews) forget(id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.of, id)
}

// to returns what a person is told of a tournament.
func (l *tournamentViews) to(ctx context.Context, s *Server, id string, client *table.Person) (api.Tournament, error) {
	now := s.hub.Now()
	v := l.one(id, now)
	v.mu.Lock()
	defer v.mu.Unlock()
	var you *api.TournamentYou
	var next int64
	var people []string
	var summary tournament.Summary
	err := s.tournaments.Look(ctx, id, func(state *tournament.Tournament) {
		if v.t == nil || v.seq != state.Seq() || now-v.at > shownFor.Milliseconds() {
			summary = state.Summarize()
			v.t, people = shownState(state, now)
			v.seq, v.at, v.rows = state.Seq(), now, make(map[string]int, len(people))
			for i, p := range people {
				v.rows[p] = i
			}
			people = append(people, summary.Owner)
		}
		if client.ID != "" {
			you = shownYou(state, client, v.rows)
		}
		if !state.InRounds() && state.Status == api.TournamentRunning {
			next = state.NextPairing(now)
		}
	})
	if err != nil {
		return api.Tournament{}, theirs(err)
	}
	if people != nil {
		if err := v.fill(ctx, s, &summary, people); err != nil {
			v.t = nil
			return api.Tournament{}, unavailable(err)
		}
	}
	t := *v.t
	t.You, t.Next, t.Now = you, next, now
	if you != nil && slices.Contains(v.unopened, you.Table) {
		you.Table = ""
	}
	return t, nil
}

// fill adds what the store says: the names of people, and which tables are open.
func (v *tournamentView) fill(ctx context.Context, s *Server, summary *tournament.Summary, people []string) error {
	names, err := s.cfg.Store.Names(ctx, people)
	if err != nil {
		return err
	}
	v.t.TournamentSummary = shownTournament(summary, names)
	kept, err := s.cfg.Store.Kept(ctx, people)
	if err != nil {
		return err
	}
	for person, i := range v.rows {
		v.t.Standings[i].Name = names[person]
	}
	for _, person := range kept {
		if i, ok := v.rows[person]; ok {
			v.t.Standings[i].Kept = true
		}
	}
	return v.leaveOutUnopened(ctx, s)
}

// leaveOutUnopened tells nobody of tables that are not open yet.
func (v *tournamentView) leaveOutUnopened(ctx context.Context, s *Server) error {
	v.unopened = nil
	for _, one := range v.t.Tables {
		if !one.Over && v.t.Now-one.Began < time.Minute.Milliseconds() {
			v.unopened = append(v.unopened, one.Table)
		}
	}
	if len(v.unopened) == 0 {
		return nil
	}
	statuses, err := s.cfg.Store.Statuses(ctx, v.unopened)
	if err != nil {
		return err
	}
	v.unopened = slices.DeleteFunc(v.unopened, func(table string) bool { return statuses[table] != "" })
	v.t.Tables = slices.DeleteFunc(v.t.Tables, func(one api.TournamentTable) bool { return slices.Contains(v.unopened, one.Table) })
	for i := range v.t.Standings {
		if row := &v.t.Standings[i]; slices.Contains(v.unopened, row.Table) {
			row.Table = ""
		}
	}
	return nil
}

// shownState returns what follows from the state of a tournament, and the people in the order of the standings.
func shownState(state *tournament.Tournament, now int64) (t *api.Tournament, people []string) {
	t = &api.Tournament{Standings: []api.TournamentRow{}, Tables: []api.TournamentTable{}, Now: now}
	standings := state.Standings()
	at := make(map[string]int, len(standings))
	for i, one := range standings {
		at[one.Person] = i
		people = append(people, one.Person)
	}
	places := func(people []string) (list []int) {
		for _, p := range people {
			if i, ok := at[p]; ok {
				list = append(list, i)
			}
		}
		return list
	}
	for _, one := range standings {
		row := api.TournamentRow{Place: one.Place, Points: one.Points, Buchholz: one.Buchholz, Difference: one.Difference, Cells: []api.TournamentCell{}, State: playerState(one.Player)}
		if !one.Guest {
			row.Rating = int(math.Round(one.Rating))
		}
		if one.Game != nil {
			row.Table = one.Game.Table
		}
		for _, c := range one.Cells {
			row.Cells = append(row.Cells, api.TournamentCell{Kind: c.Kind, Points: c.Points, Opponents: places(c.Opponents), Table: c.Table, Doubled: c.Doubled})
		}
		t.Standings = append(t.Standings, row)
	}
	for _, g := range state.Games {
		if g.Done && (!state.InRounds() || g.Round != state.Round) {
			continue
		}
		one := api.TournamentTable{Table: g.Table, Players: places(g.People), Began: g.Began, Over: g.Done, Sealed: state.DealtAlike() && !state.RoundOver(g.Round, now)}
		if g.Done {
			for _, p := range g.People {
				one.Points = append(one.Points, g.Points(p))
			}
		}
		t.Tables = append(t.Tables, one)
	}
	for _, d := range state.Deals(now) {
		t.Deals = append(t.Deals, api.TournamentDeal(d))
	}
	return t, people
}
