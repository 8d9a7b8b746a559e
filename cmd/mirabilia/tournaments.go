package main

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"mirabilia/game"
	"mirabilia/people"
	"mirabilia/store"
	"mirabilia/tournament"
)

type tournamentsCommand struct {
	List   listTournamentsCommand  `cmd:"" help:"List tournaments that run or are announced."`
	Show   showTournamentCommand   `cmd:"" help:"Show a tournament: its standings and its games."`
	Allow  allowTournamentCommand  `cmd:"" help:"Make a tournament public whose organiser asked for it."`
	Cancel cancelTournamentCommand `cmd:"" help:"Call a tournament off."`
	Result setResultCommand        `cmd:"" help:"Set the result of a game of a tournament."`
}

// Help is shown by --help below the commands.
func (tournamentsCommand) Help() string {
	return `The data of a folder can be changed while its server is stopped; while it runs, hosts use the page of the tournament. A PostgreSQL database can be changed at any time.`
}

// withTournaments opens the data and lets f work with its tournaments.
func (p place) withTournaments(f func(ctx context.Context, db store.Store, all *tournament.Tournaments) error) error {
	return p.with(func(ctx context.Context, db store.Store, _ *people.People) error {
		return f(ctx, db, tournament.New(tournament.Config{Store: db, Now: func() int64 { return time.Now().UnixMilli() }}))
	})
}

type listTournamentsCommand struct {
	place
	Over  bool `help:"Those that are over instead, the latest first."`
	Asked bool `help:"Only those that wait to be allowed."`
	Most  int  `help:"At most so many." default:"50" placeholder:"N"`
}

func (l *listTournamentsCommand) Run(c console) error {
	return l.withTournaments(func(ctx context.Context, db store.Store, all *tournament.Tournaments) error {
		list, err := all.List(ctx, store.TournamentQuery{Over: l.Over, Asked: l.Asked, Limit: l.Most})
		if err != nil {
			return err
		}
		var ids []string
		for _, t := range list {
			ids = append(ids, t.Owner)
		}
		names, err := db.Names(ctx, ids)
		if err != nil {
			return err
		}
		return columns(c.out, "id | name | kind | game | state | begins | players | organiser | public", func(row func(...any)) {
			for _, t := range list {
				public := map[bool]string{true: "public", false: "by link"}[t.Public]
				if t.Asked {
					public = "asked for"
				}
				begins := "by hand"
				if t.Begins > 0 {
					begins = moment(t.Begins)
				}
				row(t.ID, t.Name, t.Kind, t.Game, t.Status, begins, t.Players, names[t.Owner], public)
			}
		})
	})
}

func moment(at int64) string { return time.UnixMilli(at).UTC().Format("2006-01-02 15:04") }

// oneTournament is a tournament by its id.
type oneTournament struct {
	place
	ID string `arg:"" help:"Id of the tournament, as list shows it." placeholder:"ID"`
}

type showTournamentCommand struct{ oneTournament }

func (s *showTournamentCommand) Run(c console) error {
	return s.withTournaments(func(ctx context.Context, db store.Store, all *tournament.Tournaments) error {
		var standings []tournament.Standing
		var games []tournament.Game
		var head string
		var halves, alike bool
		var deals []tournament.Deal
		if err := all.Look(ctx, s.ID, func(t *tournament.Tournament) {
			head = fmt.Sprintf("%s, %s of %s, %s", t.Name, t.Kind, t.Game, t.Status)
			if t.Why != "" {
				head += ": " + t.Why
			}
			halves, alike = t.InRounds(), t.DealtAlike()
			deals = t.Deals(time.Now().UnixMilli())
			standings = t.Standings()
			for _, g := range t.Games {
				games = append(games, *g)
			}
		}); err != nil {
			return err
		}
		var ids []string
		for _, p := range standings {
			ids = append(ids, p.Person)
		}
		names, err := db.Names(ctx, ids)
		if err != nil {
			return err
		}
		name := func(id string) string {
			if names[id] == "" {
				return id
			}
			return names[id]
		}
		fmt.Fprintln(c.out, strings.Map(printable, head))
		head = "place | player | points | games"
		if alike {
			head += " | difference"
		}
		if err := columns(c.out, head, func(row func(...any)) {
			for _, p := range standings {
				points := fmt.Sprint(p.Points)
				if halves {
					points = fmt.Sprintf("%.1f", float64(p.Points)/2)
				}
				cells := []any{p.Place, name(p.Person), points, len(p.Cells)}
				if alike {
					cells = append(cells, p.Difference)
				}
				row(cells...)
			}
		}); err != nil {
			return err
		}
		if alike {
			if err := columns(c.out, "round | commitment | secret", func(row func(...any)) {
				for _, d := range deals {
					row(d.Round, d.Commit, cmp.Or(d.Secret, "sealed"))
				}
			}); err != nil {
				return err
			}
		}
		return columns(c.out, "table | round | players | result", func(row func(...any)) {
			for _, g := range games {
				var players, first []string
				for _, p := range g.People {
					players = append(players, name(p))
				}
				for _, f := range g.Finishes {
					if f.Place == 1 {
						first = append(first, name(f.Person))
					}
				}
				result := "runs"
				switch {
				case g.Void:
					result = "lost"
				case g.Done:
					result = strings.Join(first, " and ") + " won"
				}
				row(g.Table, g.Round, strings.Join(players, ", "), result)
			}
		})
	})
}

type allowTournamentCommand struct{ oneTournament }

func (a *allowTournamentCommand) Run(c console) error {
	return a.withTournaments(func(ctx context.Context, _ store.Store, all *tournament.Tournaments) error {
		if err := all.Allow(ctx, a.ID, people.Console); err != nil {
			return err
		}
		fmt.Fprintln(c.out, "The tournament is public.")
		return nil
	})
}

type cancelTournamentCommand struct {
	oneTournament
	Why string `help:"Why; the page of the tournament shows it." required:"" placeholder:"TEXT"`
}

func (x *cancelTournamentCommand) Run(c console) error {
	why, err := reason(x.Why)
	if err != nil {
		return err
	}
	return x.withTournaments(func(ctx context.Context, _ store.Store, all *tournament.Tournaments) error {
		if err := all.Cancel(ctx, x.ID, people.Console, why); err != nil {
			return err
		}
		fmt.Fprintln(c.out, "The tournament is called off.")
		return nil
	})
}

// reason checks why something is done.
func reason(text string) (string, error) {
	why, err := people.Words(text)
	if err == nil && why == "" {
		err = game.Refuse(game.Invalid, "no_reason", "say why")
	}
	return why, err
}

type setResultCommand struct {
	oneTournament
	Table  string `arg:"" help:"Table of the game, as show lists it." placeholder:"TABLE"`
	Winner string `help:"The name of the winner, or the id of a guest. If it is left out, the victory is shared." placeholder:"NAME"`
	Why    string `help:"Why; the journal of the tournament keeps it." required:"" placeholder:"TEXT"`
}

func (r *setResultCommand) Run(c console) error {
	why, err := reason(r.Why)
	if err != nil {
		return err
	}
	return r.withTournaments(func(ctx context.Context, db store.Store, all *tournament.Tournaments) error {
		winner := ""
		if r.Winner != "" {
			p, err := named{r.place, r.Winner}.find(ctx, db)
			if err != nil {
				return err
			}
			winner = p.ID
		}
		if err := all.SetResult(ctx, r.ID, people.Console, r.Table, winner, why); err != nil {
			return err
		}
		fmt.Fprintln(c.out, "The result is set.")
		return nil
	})
}
