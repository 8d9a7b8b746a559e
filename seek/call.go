package seek

import (
	"context"
	"encoding/json"
	"errors"
	"hash/fnv"
	"slices"
	"strings"

	"mirabilia/game"
	"mirabilia/pairing"
	"mirabilia/store"
)

// Pair answers the seeks that can be answered now: each game that is found takes its seeks and puts a call in their place, by one write. Of several nodes that find games
// for the same people one is first, and the others look again the next time. It returns how many games were found.
func (s *Seeks) Pair(ctx context.Context) (int, error) {
	now := s.Now()
	list, err := s.glance(ctx, true)
	if err != nil {
		return 0, err
	}
	if len(list) == 0 {
		return 0, nil
	}
	byKey := make(map[string]*Seek, len(list))
	waiting := make([]pairing.Seek, len(list))
	for i := range list {
		byKey[list[i].key()] = &list[i]
		waiting[i] = list[i].pairing()
	}
	tables, err := s.fitting(ctx, list, now)
	if err != nil {
		return 0, err
	}
	waiting = append(waiting, tables...)
	var people []string
	for i := range waiting {
		for _, p := range waiting[i].Players {
			people = append(people, p.ID)
		}
	}
	if len(people) < 2 {
		return 0, nil
	}
	blocked, err := s.Store.Blocked(ctx, people)
	if err != nil {
		return 0, err
	}
	asunder, err := s.asunder(ctx, now)
	if err != nil {
		return 0, err
	}
	for i := range waiting {
		for k := range waiting[i].Players {
			id := waiting[i].Players[k].ID
			waiting[i].Players[k].Blocked = append(blocked[id], asunder[id]...)
		}
	}
	found := 0
	for _, m := range pairing.Pair(now, waiting) {
		c := &Call{ID: s.NewID(), Table: m.Table, Until: now + ringTime.Milliseconds(), NumBots: m.Bots, Level: m.Level}
		if c.Table == "" {
			c.Table = s.NewID()
		}
		var take []store.Waiting
		for _, key := range m.Seeks {
			seek := byKey[key]
			if seek == nil {
				// It is the open table.
				at := slices.IndexFunc(tables, func(t pairing.Seek) bool { return t.ID == key })
				for _, p := range tables[at].Players {
					c.Seated = append(c.Seated, p.ID)
				}
				continue
			}
			c.Wish = seek.Wish
			// Nobody sits at the screen for a game at days per move: it is there when they come.
			c.People = append(c.People, Called{Seek: *seek, Yes: seek.Days})
			take = append(take, kept(kindSeek, key, seek.Person, seek, 0))
		}
		c.Rated = c.Rated && !m.Friendly
		c.seat()
		err := s.Store.Exchange(ctx, take, append(c.marks(), c.waiting()), now)
		if errors.Is(err, store.ErrTaken) {
			continue
		}
		if err != nil {
			return found, err
		}
		found++
		if c.agreed() {
			if err := s.open(ctx, c); err != nil && !isOver(err) {
				return found, err
			}
		}
		if s.Called != nil {
			s.Called(ctx, c)
		}
	}
	return found, nil
}

// fitting returns the open tables that somebody who seeks could sit down at, as pairing sees them. Those to which others are called already are left out.
func (s *Seeks) fitting(ctx context.Context, seeks []Seek, now int64) (list []pairing.Seek, err error) {
	fits := func(t Table) bool {
		return slices.ContainsFunc(seeks, func(one Seek) bool { return PoolOf(one.Wish) == PoolOf(t.Wish) })
	}
	tables, err := s.tables(ctx, false)
	if err == nil && slices.ContainsFunc(tables, fits) {
		// Somebody may have sat down at one of them a moment ago: nobody is called to a table that is full.
		tables, err = s.tables(ctx, true)
	}
	if err != nil {
		return nil, err
	}
	for _, t := range tables {
		if !fits(t) {
			continue
		}
		if _, err := s.Store.Waiting(ctx, kindTabled, t.ID, now); err == nil {
			continue
		} else if !errors.Is(err, store.ErrNotFound) {
			return nil, err
		}
		one := pairing.Seek{ID: "table/" + t.ID, Pool: PoolOf(t.Wish), Since: t.Since, Table: t.ID}
		for _, p := range t.People {
			seek := Seek{Wish: t.Wish, Person: p}
			if err := s.learn(ctx, &seek, now); err != nil {
				return nil, err
			}
			one.Players = append(one.Players, seek.player())
		}
		list = append(list, one)
	}
	return list, nil
}

// seat puts the people in an order that nobody chose: it follows from the id of the table, which was drawn at random.
func (c *Call) seat() {
	place := func(p Called) uint64 {
		h := fnv.New64a()
		h.Write([]byte(c.Table + " " + p.Seek.Person))
		return h.Sum64()
	}
	slices.SortFunc(c.People, func(a, b Called) int {
		if place(a) < place(b) {
			return -1
		}
		return 1
	})
}

// open opens the table of a call to which all have agreed.
func (s *Seeks) open(ctx context.Context, c *Call) error {
	err := s.Open(ctx, c)
	if errors.Is(err, ErrGone) {
		return s.gone(ctx, c)
	}
	if err != nil {
		return err
	}
	was := c.waiting()
	c.Opened = true
	// If it was changed meanwhile, another has opened the table, too.
	err = s.Store.Change(ctx, kindCall, c.ID, was.Data, c.waiting().Data)
	if errors.Is(err, store.ErrTaken) {
		return nil
	}
	if err != nil {
		return err
	}
	return s.noteWaits(ctx, c)
}

// gone ends a call to an open table at which somebody else has sat down meanwhile: those who were called look again.
func (s *Seeks) gone(ctx context.Context, c *Call) error {
	err := s.dissolve(ctx, c, c.waiting(), func(Called) bool { return true })
	if err != nil && !errors.Is(err, store.ErrTaken) {
		return err
	}
	return callOver()
}

// call returns the call that goes out to a person, and how it waits; store.ErrNotFound if there is none.
func (s *Seeks) call(ctx context.Context, person string) (*Call, store.Waiting, error) {
	mark, err := s.Store.Waiting(ctx, kindCalled, person, s.Now())
	if err != nil {
		return nil, mark, err
	}
	var id string
	if err := json.Unmarshal(mark.Data, &id); err != nil {
		return nil, mark, err
	}
	w, err := s.Store.Waiting(ctx, kindCall, id, s.Now())
	if err != nil {
		return nil, w, err
	}
	c := &Call{}
	return c, w, json.Unmarshal(w.Data, c)
}

// Call returns the call that goes out to a person; nil if there is none.
func (s *Seeks) Call(ctx context.Context, person string) (*Call, error) {
	c, _, err := s.call(ctx, person)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	return c, err
}

func callOver() error {
	return game.Refuse(game.NotFound, "call_over", "this call is over")
}

// isOver reports whether a call is over, which is nobody's fault.
func isOver(err error) bool {
	var r *game.Error
	return errors.As(err, &r) && r.Reason == "call_over"
}

// Answer is a person's answer to a call. When all have agreed, the table is opened; when one does not want to, the others go on looking. It returns the call as it is now.
func (s *Seeks) Answer(ctx context.Context, person, id string, yes bool) (*Call, error) {
	for {
		c, w, err := s.call(ctx, person)
		if errors.Is(err, store.ErrNotFound) || err == nil && (c.ID != id || !c.Opened && s.Now() >= c.Until) {
			return nil, callOver()
		}
		if err != nil {
			return nil, err
		}
		at := slices.IndexFunc(c.People, func(p Called) bool { return p.Seek.Person == person })
		switch {
		case c.Opened || yes && c.agreed():
			return c, s.opened(ctx, c)
		case !yes && c.agreed():
			return nil, game.Refuse(game.Conflict, "call_agreed", "everybody has sat down already")
		case !yes:
			err = s.dissolve(ctx, c, w, func(p Called) bool { return p.Seek.Person != person })
		default:
			c.People[at].Yes = true
			err = s.Store.Change(ctx, kindCall, c.ID, w.Data, c.waiting().Data)
		}
		if errors.Is(err, store.ErrTaken) {
			continue // somebody else answered in this moment
		}
		if err != nil {
			return nil, err
		}
		if !yes {
			return nil, s.missed(ctx, c, person, s.Now())
		}
		if _, err := s.Store.Take(ctx, kindMissed, person, s.Now()); err != nil && !errors.Is(err, store.ErrNotFound) {
			return nil, err
		}
		return c, s.opened(ctx, c)
	}
}

// opened opens the table of a call if all have agreed and nobody has opened it.
func (s *Seeks) opened(ctx context.Context, c *Call) error {
	if !c.agreed() || c.Opened {
		return nil
	}
	return s.open(ctx, c)
}

// dissolve ends a call. Those who stay look again, from when they began to.
func (s *Seeks) dissolve(ctx context.Context, c *Call, w store.Waiting, stays func(Called) bool) error {
	now := s.Now()
	take := []store.Waiting{w}
	if len(c.Seated) > 0 {
		if mark, err := s.Store.Waiting(ctx, kindTabled, c.Table, now); err == nil {
			take = append(take, mark)
		} else if !errors.Is(err, store.ErrNotFound) {
			return err
		}
	}
	var put []store.Waiting
	for i := range c.People {
		mark, err := s.Store.Waiting(ctx, kindCalled, c.People[i].Seek.Person, now)
		if errors.Is(err, store.ErrNotFound) {
			continue // the person was forgotten meanwhile
		}
		if err != nil {
			return err
		}
		take = append(take, mark)
		if stays(c.People[i]) {
			put = append(put, c.People[i].Seek.waiting(now))
		}
	}
	return s.Store.Exchange(ctx, take, put, now)
}

// Tidy goes on with calls that nobody goes on with: it opens the tables of those to which all have agreed, and ends those to which somebody has not answered in time.
func (s *Seeks) Tidy(ctx context.Context) error {
	now := s.Now()
	waiting, err := s.Store.WaitingOf(ctx, kindCall, "", now)
	if err != nil {
		return err
	}
	for _, w := range waiting {
		c := &Call{}
		if err := json.Unmarshal(w.Data, c); err != nil {
			return err
		}
		switch {
		case c.Opened:
		case c.agreed():
			if err := s.open(ctx, c); err != nil && !isOver(err) {
				return err
			}
		case now >= c.Until:
			err := s.dissolve(ctx, c, w, func(p Called) bool { return p.Yes })
			if errors.Is(err, store.ErrTaken) {
				continue // answered, or ended by another node
			}
			if err != nil {
				return err
			}
			for _, p := range c.People {
				if !p.Yes {
					if err := s.missed(ctx, c, p.Seek.Person, now); err != nil {
						return err
					}
				}
			}
		}
	}
	return nil
}

// asunder returns who is not called together with whom for a while.
func (s *Seeks) asunder(ctx context.Context, now int64) (map[string][]string, error) {
	list, err := s.Store.WaitingOf(ctx, kindAsunder, "", now)
	asunder := map[string][]string{}
	for _, w := range list {
		if one, other, ok := strings.Cut(w.Key, " "); ok {
			asunder[one] = append(asunder[one], other)
		}
	}
	return asunder, err
}

// missed notes that somebody declined a call or did not answer. The people of the call are not called together with them for a while; the second time in a row they rest.
func (s *Seeks) missed(ctx context.Context, c *Call, person string, now int64) error {
	others := slices.Clone(c.Seated)
	for _, p := range c.People {
		if p.Seek.Person != person {
			others = append(others, p.Seek.Person)
		}
	}
	for _, other := range others {
		if err := s.Store.Wait(ctx, kept(kindAsunder, person+" "+other, person, true, now+asunderFor.Milliseconds()), now); err != nil && !errors.Is(err, store.ErrTaken) {
			return err
		}
	}
	err := s.Store.Wait(ctx, kept(kindMissed, person, person, true, now+missedFor.Milliseconds()), now)
	if !errors.Is(err, store.ErrTaken) {
		return err
	}
	if _, err := s.Store.Take(ctx, kindMissed, person, now); err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	err = s.Store.Wait(ctx, kept(kindRest, person, person, true, now+restTime.Milliseconds()), now)
	if errors.Is(err, store.ErrTaken) {
		return nil
	}
	return err
}
