package tournament

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"mirabilia/api"
	"mirabilia/store"
	"mirabilia/tournament/rules"
)

const (
	// pairEvery is how often the free players of an arena are paired.
	pairEvery = 10 * time.Second
	// checkEvery is how often the tables of the running games are looked at. Results come by themselves; this finds those that nobody told because a node died.
	checkEvery = 5 * time.Second
	// mostDue is how many tournaments are taken on at once.
	mostDue = 1000
)

// Sweep takes the next step of every tournament that is due and has this node as its steward.
func (a *Tournaments) Sweep(ctx context.Context) error {
	due, err := a.Store.DueTournaments(ctx, a.Now(), mostDue)
	if err != nil {
		return err
	}
	for _, id := range due {
		if !a.Steward(steward + id) {
			continue
		}
		if err := a.Step(ctx, id); err != nil && ctx.Err() == nil {
			a.Log.Error("a tournament cannot go on", "tournament", id, "error", err)
		}
	}
	a.forgetIdle()
	return nil
}

// steward begins the names by which tournaments have stewards.
const steward = "tournament/"

// Step takes the next step of a tournament if there is one. Taken twice, it changes nothing more.
func (a *Tournaments) Step(ctx context.Context, id string) error {
	l := a.live(id)
	if err := a.check(ctx, l); err != nil {
		return err
	}
	for range mostSteps {
		moved, err := a.change(ctx, id, func(t *Tournament) ([]*entry, error) { return a.due(ctx, l, t) })
		if err != nil {
			return err
		}
		if !moved {
			break
		}
	}
	return a.openTables(ctx, l)
}

// mostSteps is how many steps are taken one after the other: it begins, and its first games are paired.
const mostSteps = 3

// due returns what happens next by itself.
func (a *Tournaments) due(ctx context.Context, l *live, t *Tournament) ([]*entry, error) {
	now := a.Now()
	switch {
	case t.IsOver():
		return nil, nil
	case t.Status == api.TournamentAnnounced && now < t.wake():
		return nil, nil
	case t.Status == api.TournamentAnnounced && t.Begins == 0:
		return []*entry{{Kind: kindCancelled, Why: api.CancelledNotBegun}}, nil
	case t.Status == api.TournamentAnnounced:
		return []*entry{t.begin(a.NewSecret)}, nil
	case t.InRounds():
		return a.nextRound(ctx, t)
	case now >= t.Ends:
		return []*entry{{Kind: kindEnded}}, nil
	}
	return a.pairFree(ctx, l, t)
}

// begin returns the entry by which a tournament begins, or is called off because too few came.
func (t *Tournament) begin(newSecret func() string) *entry {
	if !t.InRounds() {
		return &entry{Kind: kindStarted}
	}
	if len(t.Players) < 2 {
		return &entry{Kind: kindCancelled, Why: api.CancelledTooFew}
	}
	e := &entry{Kind: kindStarted, Rounds: t.Rounds}
	if e.Rounds == 0 {
		e.Rounds = rules.SwissRounds(len(t.Players))
	}
	if t.DealtAlike() {
		// The deals are drawn before anybody is paired, so that nobody can choose one for somebody.
		for range e.Rounds {
			e.Secrets = append(e.Secrets, newSecret())
		}
	}
	return e
}

// pairFree pairs the free players of an arena, at most once in pairEvery.
func (a *Tournaments) pairFree(ctx context.Context, l *live, t *Tournament) ([]*entry, error) {
	tick := (a.Now() - t.Started) / pairEvery.Milliseconds()
	if tick <= l.tick {
		return nil, nil
	}
	l.tick = tick
	contenders := t.contenders()
	if err := a.keepApart(ctx, t, func(person string, others []string) {
		for i := range contenders {
			if contenders[i].ID == person {
				contenders[i].Apart = others
			}
		}
	}); err != nil {
		return nil, err
	}
	var free []rules.Free
	for _, r := range rules.ArenaRanks(contenders, t.Plain) {
		if p := t.byPerson[r.Contender.ID]; p.State == In && p.Game == nil {
			free = append(free, rules.Free{Contender: r.Contender, Place: r.Place, Since: p.Since})
		}
	}
	e := &entry{Kind: kindPaired}
	if Seats(t.Game) == 2 {
		for _, g := range rules.PairArena(free, a.Now()) {
			e.Games = append(e.Games, paired{a.NewID(), []string{g.First, g.Second}})
		}
	} else {
		for _, people := range rules.SeatArena(free, leastSeats(t.Game), a.Now()) {
			e.Games = append(e.Games, paired{a.NewID(), people})
		}
	}
	if len(e.Games) == 0 {
		return nil, nil
	}
	return []*entry{e}, nil
}

// nextRound pairs the next round of a Swiss tournament if the one before is over, or ends it after the last.
func (a *Tournaments) nextRound(ctx context.Context, t *Tournament) ([]*entry, error) {
	if len(t.Running()) > 0 {
		return nil, nil
	}
	entrants := t.entrants(func(p *Player) bool { return p.State == In && !p.Skips })
	if t.Round >= t.Rounds || len(entrants) < 2 {
		return []*entry{{Kind: kindEnded}}, nil
	}
	if err := a.keepApart(ctx, t, func(person string, others []string) {
		for i := range entrants {
			if entrants[i].ID == person {
				entrants[i].Apart = others
			}
		}
	}); err != nil {
		return nil, err
	}
	games, bye, err := rules.PairSwiss(entrants)
	if err != nil {
		return nil, err
	}
	e := &entry{Kind: kindPaired, Round: t.Round + 1, Bye: bye, Until: a.Now() + t.roundTime().Milliseconds()}
	for _, g := range games {
		e.Games = append(e.Games, paired{a.NewID(), []string{g.First, g.Second}})
	}
	for _, p := range t.Players {
		if p.State == In && p.Skips && !p.HalfTaken {
			e.Half = append(e.Half, p.Person)
		}
	}
	return []*entry{e}, nil
}

// keepApart tells whom each of the players blocks.
func (a *Tournaments) keepApart(ctx context.Context, t *Tournament, tell func(person string, others []string)) error {
	people := make([]string, len(t.Players))
	for i, p := range t.Players {
		people[i] = p.Person
	}
	blocked, err := a.Store.Blocked(ctx, people)
	for person, others := range blocked {
		tell(person, others)
	}
	return err
}

// openTables opens the tables of the running games that this node has not seen open. Opening one that is open does nothing.
func (a *Tournaments) openTables(ctx context.Context, l *live) error {
	var open []Opening
	err := a.look(ctx, l, func(t *Tournament) {
		for _, g := range t.Running() {
			if !l.opened[g.Table] {
				one := Opening{Tournament: t.ID, Plan: t.Plan, Listed: t.Listed, Game: *g}
				if t.DealtAlike() {
					one.Secret = t.secrets[g.Round-1]
				}
				open = append(open, one)
			}
		}
	})
	if err != nil {
		return err
	}
	err = a.several(len(open), func(i int) error {
		if err := a.Open(ctx, &open[i]); err != nil {
			return err
		}
		l.mu.Lock()
		defer l.mu.Unlock()
		l.opened[open[i].Table] = true
		return nil
	})
	if len(open) > 0 {
		a.Changed(l.id) // people can go to their tables now
	}
	return err
}

// several does something n times, a few at once, and returns what failed: a round of a hundred games is opened as fast as the store can.
func (a *Tournaments) several(n int, do func(i int) error) error {
	errs := make([]error, n)
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(n, a.AtOnce) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				errs[i] = do(i)
			}
		})
	}
	wg.Wait()
	return errors.Join(errs...)
}

// Opening is a table that is to be opened.
type Opening struct {
	Tournament string
	Plan       Plan
	// Listed says that the tournament is in the lists of everybody.
	Listed bool
	Game
	// Secret is what the deal of the round is made of, in hex, where all its tables are dealt alike.
	Secret string
}

// check looks at the tables of the running games: it lets those be counted that have ended without a word, and gives up those that are closed or gone. An arena that is
// about to end is checked at once, so that it ends with all results.
func (a *Tournaments) check(ctx context.Context, l *live) error {
	now := a.Now()
	var tables []string
	err := a.look(ctx, l, func(t *Tournament) {
		ending := t.Kind == api.TournamentArena && t.Status == api.TournamentRunning && now >= t.Ends
		if now-l.checked < checkEvery.Milliseconds() && !ending {
			return
		}
		l.checked = now
		for _, g := range t.Running() {
			if l.opened[g.Table] {
				tables = append(tables, g.Table)
			}
		}
	})
	if err != nil || len(tables) == 0 {
		return err
	}
	statuses, err := a.Store.Statuses(ctx, tables)
	if err != nil {
		return err
	}
	return a.several(len(tables), func(i int) error {
		table := tables[i]
		switch statuses[table] {
		case store.StatusFinished:
			if err := a.Count(ctx, table); err != nil {
				return err
			}
			fallthrough // bots and programs give no result
		case "", api.StatusClosed:
			_, err := a.change(ctx, l.id, func(t *Tournament) ([]*entry, error) {
				if g := t.byTable[table]; g == nil || g.Done {
					return nil, nil
				}
				return []*entry{{Kind: kindVoid, Table: table}}, nil
			})
			return err
		}
		return nil
	})
}
