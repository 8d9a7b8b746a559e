package tournament

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/store"
)

// Config is what Tournaments are made of.
type Config struct {
	Store store.Store
	// Now is the time in Unix milliseconds.
	Now func() int64
	// NewID draws the id of a tournament or a table, and NewSecret a secret for a deal, in hex.
	NewID, NewSecret func() string
	// Steward reports whether this node takes on something of this name.
	Steward func(name string) bool
	// Open opens the table of a game, once, however often it is asked. Count makes sure that the result of a table that has ended was told.
	Open  func(ctx context.Context, o *Opening) error
	Count func(ctx context.Context, table string) error
	// AtOnce is how many tables are opened or counted at the same time, 1 unless it is set.
	AtOnce int
	// Changed is told of every change to a tournament, and must not wait for anything; may be nil.
	Changed func(id string)
	Log     interface {
		Error(message string, keysAndValues ...any)
	}
}

// Tournaments are all tournaments of a store.
type Tournaments struct {
	Config

	mu    sync.Mutex
	lives map[string]*live
}

// live is a tournament in memory: what was read of its journal, and what this node has done for it.
type live struct {
	id string
	mu sync.Mutex
	// t is nil before the journal was read.
	t    *Tournament
	used time.Time
	// opened are tables that this node has seen open, tick the last pairing of the arena, and checked when its tables were last looked at.
	opened map[string]bool
	// reminded are the keys of what this node has reminded people of.
	reminded map[string]bool
	tick     int64
	checked  int64
}

// New returns the tournaments of a store.
func New(c Config) *Tournaments {
	if c.Changed == nil {
		c.Changed = func(string) {}
	}
	c.AtOnce = max(1, c.AtOnce)
	return &Tournaments{Config: c, lives: map[string]*live{}}
}

func (a *Tournaments) live(id string) *live {
	a.mu.Lock()
	defer a.mu.Unlock()
	l := a.lives[id]
	if l == nil {
		l = &live{id: id, opened: map[string]bool{}, reminded: map[string]bool{}, tick: -1}
		a.lives[id] = l
	}
	return l
}

// idleFor is how long a tournament stays in memory that nobody asks for.
const idleFor = 10 * time.Minute

func (a *Tournaments) forgetIdle() {
	a.mu.Lock()
	defer a.mu.Unlock()
	for id, l := range a.lives {
		if l.mu.TryLock() {
			if time.Since(l.used) > idleFor {
				delete(a.lives, id)
			}
			l.mu.Unlock()
		}
	}
}

// refresh reads what is new in the journal.
func (l *live) refresh(ctx context.Context, from store.Tournaments) error {
	l.used = time.Now()
	after := int64(0)
	if l.t != nil {
		after = l.t.seq
	}
	list, err := from.TournamentEntries(ctx, l.id, after)
	if errors.Is(err, store.ErrNotFound) {
		return noTournament()
	}
	if err != nil {
		return err
	}
	if l.t == nil {
		l.t = newTournament(l.id)
	}
	for _, data := range list {
		e, err := decode(data)
		if err == nil {
			err = l.t.apply(e)
		}
		if err != nil {
			seq := l.t.seq
			l.t = nil
			return fmt.Errorf("tournament %s, entry %d: %w", l.id, seq+1, err)
		}
		l.t.seq++
	}
	return nil
}

// refresh reads what is new of a tournament. One that does not exist is not kept in memory.
func (a *Tournaments) refresh(ctx context.Context, l *live) error {
	err := l.refresh(ctx, a.Store)
	if l.t == nil {
		a.mu.Lock()
		delete(a.lives, l.id)
		a.mu.Unlock()
	}
	return err
}

func noTournament() error {
	return game.Refuse(game.NotFound, "no_tournament", "there is no tournament at this address")
}

// look shows a tournament as it is now. f must neither keep nor change it, nor ask anything of a table: tables tell their results while somebody looks.
func (a *Tournaments) look(ctx context.Context, l *live, f func(*Tournament)) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := a.refresh(ctx, l); err != nil {
		return err
	}
	f(l.t)
	return nil
}

// Look shows a tournament as it is now. f must neither keep nor change it.
func (a *Tournaments) Look(ctx context.Context, id string, f func(*Tournament)) error {
	return a.look(ctx, a.live(id), f)
}

// change adds to a tournament what decide returns, or nothing. If another was first, it is asked again. It reports whether something was added.
func (a *Tournaments) change(ctx context.Context, id string, decide func(*Tournament) ([]*entry, error)) (bool, error) {
	l := a.live(id)
	l.mu.Lock()
	defer l.mu.Unlock()
	for {
		if err := a.refresh(ctx, l); err != nil {
			return false, err
		}
		list, err := decide(l.t)
		if err != nil || len(list) == 0 {
			return false, err
		}
		if err = l.append(ctx, a.Store, a.Now(), list); err == nil {
			a.Changed(id)
			return true, nil
		}
		l.tick = -1 // what was paired may not be durable
		if !errors.Is(err, store.ErrTaken) {
			return false, err
		}
	}
}

// append makes entries durable and applies them. If that fails, the journal decides what became of them.
func (l *live) append(ctx context.Context, to store.Tournaments, now int64, list []*entry) error {
	t := l.t
	b := &store.TournamentBatch{Last: t.seq}
	l.t = nil // applied, but perhaps never durable
	for _, e := range list {
		e.At = now
		if err := t.apply(e); err != nil {
			return err
		}
		t.seq++
		b.Entries = append(b.Entries, e.encode())
		switch e.Kind {
		case kindCreated:
			b.Add = append(b.Add, e.By)
		case kindJoined:
			b.Add = append(b.Add, e.Person)
		case kindLeft:
			if e.Person != t.Owner {
				b.Remove = append(b.Remove, e.Person)
			}
		}
	}
	b.Row = t.row()
	if err := to.AppendTournament(context.WithoutCancel(ctx), b); err != nil {
		return err
	}
	l.t = t
	return nil
}

// row is the tournament in the index.
func (t *Tournament) row() store.Tournament {
	data, err := json.Marshal(t.Summarize())
	if err != nil {
		panic(err) // strings and numbers always encode
	}
	return store.Tournament{ID: t.ID, Public: t.Listed, Asked: t.Asked, Over: t.IsOver(), Begins: t.Begins, Wake: t.wake(), Data: data}
}

// Summary is a tournament as lists show it, in words of the store's own. People are named by id.
type Summary struct {
	ID string `json:"id"`
	Plan
	Owner  string `json:"owner"`
	Status string `json:"status"`
	Asked  bool   `json:"asked,omitempty"`
	Why    string `json:"why,omitempty"`
	Ends   int64  `json:"ends,omitempty"`
	Round  int    `json:"round,omitempty"`
	// Players is how many take part. First are those who are ahead, with their points.
	Players int     `json:"players"`
	First   []Ahead `json:"first"`
}

// Ahead is somebody who is ahead.
type Ahead struct {
	Person string `json:"person"`
	Points int    `json:"points"`
}

// mostFirst is of how many people lists show the names.
const mostFirst = 5

// Summarize returns the tournament as lists show it.
func (t *Tournament) Summarize() Summary {
	s := Summary{ID: t.ID, Plan: t.Plan, Owner: t.Owner, Status: t.Status, Asked: t.Asked, Why: t.Why, Ends: t.Ends, Round: t.Round, Players: t.numPlayers(), First: []Ahead{}}
	for _, p := range t.Standings() {
		if len(s.First) < mostFirst {
			s.First = append(s.First, Ahead{p.Person, p.Points})
		}
	}
	return s
}

// numPlayers is how many take part, or have played.
func (t *Tournament) numPlayers() (n int) {
	for _, p := range t.Players {
		if p.State != Left || p.rounds != nil || t.hasPlayed(p) {
			n++
		}
	}
	return n
}

func (t *Tournament) hasPlayed(p *Player) bool {
	return slices.ContainsFunc(t.Games, func(g *Game) bool { return slices.Contains(g.People, p.Person) })
}

// List returns tournaments as lists show them.
func (a *Tournaments) List(ctx context.Context, q store.TournamentQuery) ([]Summary, error) {
	rows, err := a.Store.Tournaments(ctx, q)
	if err != nil {
		return nil, err
	}
	list := make([]Summary, len(rows))
	for i, row := range rows {
		if err := json.Unmarshal(row.Data, &list[i]); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// maxOrganised is how many tournaments a person can organise at a time.
const maxOrganised = 5

// Create announces a tournament and returns its id. Trusted people may make it public by themselves; for others the host is asked.
func (a *Tournaments) Create(ctx context.Context, person string, trusted bool, plan Plan) (string, error) {
	if err := plan.settle(a.Now()); err != nil {
		return "", err
	}
	own, err := a.List(ctx, store.TournamentQuery{Person: person, Limit: mostDue})
	if err != nil {
		return "", err
	}
	if n := len(slices.DeleteFunc(own, func(s Summary) bool { return s.Owner != person })); n >= maxOrganised {
		return "", game.Refuse(game.TooMany, "too_many_tournaments", "you organise %d tournaments already; call one off or wait until it is over", n)
	}
	id := a.NewID()
	l := a.live(id)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.t, l.used = newTournament(id), time.Now()
	return id, l.append(ctx, a.Store, a.Now(), []*entry{{Kind: kindCreated, By: person, Plan: &plan, Asked: plan.Public && !trusted}})
}

func over() error { return game.Refuse(game.Conflict, "tournament_over", "this tournament is over") }

// MayJoin refuses somebody who cannot join now.
func (t *Tournament) MayJoin(person string, kept, friendly bool) error {
	p := t.byPerson[person]
	switch {
	case t.IsOver():
		return over()
	case t.Rated && !kept:
		return game.Refuse(game.Forbidden, "rated_name", "only people who have kept their name can play a rated game")
	case t.Rated && friendly:
		return game.Refuse(game.Forbidden, "friendly_only", "the host allows you friendly games only")
	case p != nil && p.Absent >= mostAbsent:
		return game.Refuse(game.Forbidden, "tournament_absent", "you did not come to two games of this tournament, so you are out of it")
	case p != nil:
		return nil // back again
	case t.InRounds() && t.Round > 1:
		return game.Refuse(game.Conflict, "tournament_closed", "a Swiss tournament can be joined until its second round")
	case t.numPlayers() >= t.Most:
		return game.Refuse(game.Conflict, "tournament_full", "%d people take part, which is as many as can", t.Most)
	}
	return nil
}

// Join lets a person take part, or go on after a rest.
func (a *Tournaments) Join(ctx context.Context, id, person string, kept, friendly bool, rating float64) error {
	_, err := a.change(ctx, id, func(t *Tournament) ([]*entry, error) {
		if err := t.MayJoin(person, kept, friendly); err != nil {
			return nil, err
		}
		switch p := t.byPerson[person]; {
		case p == nil || p.State == Left:
			return []*entry{{Kind: kindJoined, Person: person, Rating: rating, Guest: !kept}}, nil
		case p.State == Resting:
			return []*entry{{Kind: kindResumed, Person: person}}, nil
		case p.Skips:
			return []*entry{{Kind: kindUnskipped, Person: person}}, nil
		}
		return nil, nil
	})
	return err
}

// takesPart returns a player who can still decide something.
func (t *Tournament) takesPart(person string) (*Player, error) {
	p := t.byPerson[person]
	switch {
	case t.IsOver():
		return nil, over()
	case p == nil || p.State == Left:
		return nil, game.Refuse(game.Conflict, "not_in_tournament", "you do not take part in this tournament")
	}
	return p, nil
}

// Leave ends a person's part in a tournament. A game that runs is played to its end.
func (a *Tournaments) Leave(ctx context.Context, id, person string) error {
	_, err := a.change(ctx, id, func(t *Tournament) ([]*entry, error) {
		if _, err := t.takesPart(person); err != nil {
			return nil, err
		}
		return []*entry{{Kind: kindLeft, Person: person}}, nil
	})
	return err
}

// Withdraw ends a person's part in all tournaments, and calls off those that the person organises and that have not begun.
func (a *Tournaments) Withdraw(ctx context.Context, person string) error {
	list, err := a.List(ctx, store.TournamentQuery{Person: person, Limit: mostDue})
	if err != nil {
		return err
	}
	for _, s := range list {
		if _, err := a.change(ctx, s.ID, func(t *Tournament) (entries []*entry, err error) {
			if p := t.byPerson[person]; p != nil && p.State != Left && !t.IsOver() {
				entries = append(entries, &entry{Kind: kindLeft, Person: person})
			}
			if t.Owner == person && t.Status == api.TournamentAnnounced {
				entries = append(entries, &entry{Kind: kindCancelled, Why: api.CancelledNotBegun})
			}
			return entries, nil
		}); err != nil {
			return err
		}
	}
	return nil
}

// Rest lets a player of an arena take no next game for now.
func (a *Tournaments) Rest(ctx context.Context, id, person string) error {
	_, err := a.change(ctx, id, func(t *Tournament) ([]*entry, error) {
		p, err := t.takesPart(person)
		switch {
		case err != nil:
			return nil, err
		case t.Kind != api.TournamentArena:
			return nil, game.Refuse(game.Invalid, "only_arena", "one rests in an arena; in a Swiss tournament one can miss a round")
		case p.State == Resting:
			return nil, nil
		}
		return []*entry{{Kind: kindRested, Person: person}}, nil
	})
	return err
}

// Skip lets a player of a Swiss tournament miss the next round for half a point, once in a tournament.
func (a *Tournaments) Skip(ctx context.Context, id, person string) error {
	_, err := a.change(ctx, id, func(t *Tournament) ([]*entry, error) {
		p, err := t.takesPart(person)
		switch {
		case err != nil:
			return nil, err
		case !t.InRounds():
			return nil, game.Refuse(game.Invalid, "only_swiss", "one misses rounds of a Swiss tournament; in an arena one can rest")
		case p.HalfTaken:
			return nil, game.Refuse(game.Conflict, "half_taken", "you have had half a point for a missed round already, which is possible once")
		case p.Skips:
			return nil, nil
		}
		return []*entry{{Kind: kindSkipped, Person: person}}, nil
	})
	return err
}

// Start lets a tournament begin now.
func (a *Tournaments) Start(ctx context.Context, id, by string) error {
	if _, err := a.change(ctx, id, func(t *Tournament) ([]*entry, error) {
		switch {
		case t.IsOver():
			return nil, over()
		case t.Status != api.TournamentAnnounced:
			return nil, nil
		case t.InRounds() && len(t.Players) < 2:
			return nil, game.Refuse(game.Conflict, "tournament_too_few", "a Swiss tournament needs two players or more")
		}
		e := t.begin(a.NewSecret)
		e.By = by
		return []*entry{e}, nil
	}); err != nil {
		return err
	}
	return a.Step(ctx, id)
}

// End ends a running arena now: what was played counts.
func (a *Tournaments) End(ctx context.Context, id, by string) error {
	if err := a.check(ctx, a.live(id)); err != nil {
		return err
	}
	_, err := a.change(ctx, id, func(t *Tournament) ([]*entry, error) {
		switch {
		case t.IsOver():
			return nil, over()
		case t.Kind != api.TournamentArena || t.Status != api.TournamentRunning:
			return nil, game.Refuse(game.Conflict, "not_running_arena", "only an arena that runs can be ended; call this tournament off instead")
		}
		return []*entry{{Kind: kindEnded, By: by}}, nil
	})
	return err
}

// Cancel calls a tournament off.
func (a *Tournaments) Cancel(ctx context.Context, id, by, why string) error {
	_, err := a.change(ctx, id, func(t *Tournament) ([]*entry, error) {
		if t.IsOver() {
			return nil, over()
		}
		return []*entry{{Kind: kindCancelled, By: by, Why: why}}, nil
	})
	return err
}

// Allow makes a tournament public.
func (a *Tournaments) Allow(ctx context.Context, id, by string) error {
	_, err := a.change(ctx, id, func(t *Tournament) ([]*entry, error) {
		switch {
		case t.IsOver():
			return nil, over()
		case t.Listed:
			return nil, nil
		case !t.Asked:
			return nil, game.Refuse(game.Conflict, "not_asked", "this tournament is meant for those who have its link; nobody asked to make it public")
		}
		return []*entry{{Kind: kindAllowed, By: by}}, nil
	})
	return err
}

// SetResult sets the result of a game, whether it is over or not. winner is one of its people; empty: the victory is shared.
func (a *Tournaments) SetResult(ctx context.Context, id, by, table, winner, why string) error {
	_, err := a.change(ctx, id, func(t *Tournament) ([]*entry, error) {
		g := t.byTable[table]
		switch {
		case g == nil:
			return nil, game.Refuse(game.NotFound, "no_tournament_game", "this tournament has no game at table %q", table)
		case t.IsOver():
			return nil, over()
		}
		e := &entry{Kind: kindResult, By: by, Table: table, Why: why, Finished: a.Now()}
		for _, p := range g.People {
			place := 1
			if winner != "" && p != winner {
				place = 2
			}
			e.Finishes = append(e.Finishes, Finish{Person: p, Place: place})
		}
		return []*entry{e}, nil
	})
	return err
}

// Ended tells how the game at a table has ended. Told again, it changes nothing.
func (a *Tournaments) Ended(ctx context.Context, id, table string, finishes []Finish, finished int64) error {
	_, err := a.change(ctx, id, func(t *Tournament) ([]*entry, error) {
		if g := t.byTable[table]; g == nil || g.Done {
			return nil, nil
		}
		return []*entry{{Kind: kindResult, Table: table, Finishes: finishes, Finished: finished}}, nil
	})
	var refusal *game.Error
	if errors.As(err, &refusal) && refusal.Code == game.NotFound {
		return nil // the tournament is not kept any more
	}
	return err
}
