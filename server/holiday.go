package server

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/push"
	"mirabilia/store"
	"mirabilia/table"
)

// Away days: people who have kept their name may stop their clocks of days for so many days a year. A holiday is stored with its end; the node that tells people things
// lets it begin at tables that are opened meanwhile, and ends it at all of them, whatever was interrupted.

const (
	// awayDays is how many days a year somebody may be away.
	awayDays = 14
	day      = 24 * time.Hour
	// kindHoliday is the kind of what waits: somebody's holiday. It is kept for longer than it lasts, because it must be ended.
	kindHoliday = "holiday"
	holidayKept = 400 * day
)

// holiday is what is kept of one.
type holiday struct {
	Since int64 `json:"since"`
	Until int64 `json:"until"`
	// Over says that it is being ended, and Used how much of the year's days is used then.
	Over bool  `json:"over,omitempty"`
	Used int64 `json:"used,omitempty"`
}

func (h *holiday) waiting(person string) store.Waiting {
	data, err := json.Marshal(h)
	if err != nil {
		panic(err) // numbers always encode
	}
	return store.Waiting{Kind: kindHoliday, Key: person, Person: person, Data: data, Deadline: h.Since + holidayKept.Milliseconds()}
}

// readHoliday reads what waits.
func readHoliday(w store.Waiting) (*holiday, error) {
	h := &holiday{}
	return h, json.Unmarshal(w.Data, h)
}

// awayOf returns what a person is shown of their away days.
func (s *Server) awayOf(ctx context.Context, person string, n *push.Notices) (api.Away, error) {
	now := s.hub.Now()
	left := awayDays*day.Milliseconds() - n.AwayUsed(now)
	w, err := s.cfg.Store.Waiting(ctx, kindHoliday, person, now)
	if err == nil {
		h, err := readHoliday(w)
		if err != nil {
			return api.Away{}, err
		}
		if !h.Over {
			return api.Away{Away: true, Until: h.Until, Left: int(max(0, h.Until-now) / day.Milliseconds())}, nil
		}
	} else if !errors.Is(err, store.ErrNotFound) {
		return api.Away{}, unavailable(err)
	}
	return api.Away{Left: int(max(0, left) / day.Milliseconds())}, nil
}

func (s *Server) setAway(w http.ResponseWriter, r *http.Request) error {
	p, err := s.kept(r)
	if err != nil {
		return err
	}
	var req api.AwayRequest
	if err := read(w, r, &req); err != nil {
		return err
	}
	if err := s.limits.take(quotaPush, p.ID); err != nil {
		return err
	}
	if req.Away {
		err = s.beginHoliday(r.Context(), p.ID)
	} else {
		err = s.endHoliday(r.Context(), p.ID)
	}
	if err != nil {
		return theirs(err)
	}
	return s.sendPush(w, r, p)
}

// beginHoliday begins a holiday that lasts until it is ended, or all away days of the year are used.
func (s *Server) beginHoliday(ctx context.Context, person string) error {
	now := s.hub.Now()
	n, err := s.push.Notices(ctx, person)
	if err != nil {
		return err
	}
	left := awayDays*day.Milliseconds() - n.AwayUsed(now)
	if left < day.Milliseconds() {
		return game.Refuse(game.Conflict, "no_away_days", "you have used the %d away days of this year", awayDays)
	}
	h := &holiday{Since: now, Until: now + left}
	if err := s.cfg.Store.Wait(ctx, h.waiting(person), now); errors.Is(err, store.ErrTaken) {
		return nil // it has begun already
	} else if err != nil {
		return err
	}
	return s.atTables(ctx, person, true)
}

// endHoliday ends a holiday, if there is one.
func (s *Server) endHoliday(ctx context.Context, person string) error {
	w, err := s.cfg.Store.Waiting(ctx, kindHoliday, person, s.hub.Now())
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	return s.finishHoliday(ctx, w)
}

// finishHoliday ends a holiday at all tables. Interrupted, it can be done again: what was used is noted first.
func (s *Server) finishHoliday(ctx context.Context, w store.Waiting) error {
	h, err := readHoliday(w)
	if err != nil {
		return err
	}
	now := s.hub.Now()
	n, err := s.push.Notices(ctx, w.Person)
	if err != nil {
		return err
	}
	if !h.Over {
		h.Over, h.Used = true, n.AwayUsed(now)+min(now, h.Until)-h.Since
		over := h.waiting(w.Person)
		if err := s.cfg.Store.Change(ctx, w.Kind, w.Key, w.Data, over.Data); errors.Is(err, store.ErrTaken) {
			return nil // another node ends it
		} else if err != nil {
			return err
		}
		w.Data = over.Data
	}
	if err := s.atTables(ctx, w.Person, false); err != nil {
		return err
	}
	if err := s.push.SetAwayUsed(ctx, w.Person, h.Used); err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	if err := s.cfg.Store.Exchange(ctx, []store.Waiting{w}, nil, now); err != nil && !errors.Is(err, store.ErrTaken) {
		return err
	}
	return nil
}

// atTables begins or ends a holiday at the tables where it has not.
func (s *Server) atTables(ctx context.Context, person string, on bool) error {
	rows, err := s.cfg.Store.OfPerson(ctx, person, api.StatusPlaying, mostOfMine)
	if err != nil {
		return err
	}
	var errs []error
	for _, row := range rows {
		t, err := table.ReadSummary(row.Data)
		if err != nil || t.Clock.Kind != api.ClockDays {
			continue // damaged ones are reported elsewhere
		}
		for _, p := range t.Places {
			if p.Person == person && p.Holiday != on {
				errs = append(errs, s.hub.Holiday(ctx, row.ID, person, on))
			}
		}
	}
	return errors.Join(errs...)
}

// keepHolidays lets holidays begin at new tables, and ends those whose days are used up or whose end was interrupted.
func (s *Server) keepHolidays(ctx context.Context) error {
	now := s.hub.Now()
	list, err := s.cfg.Store.WaitingOf(ctx, kindHoliday, "", now)
	if err != nil {
		return err
	}
	// Where something fails, the holidays of others go on all the same.
	var errs []error
	for _, w := range list {
		h, err := readHoliday(w)
		switch {
		case err != nil:
		case h.Over || now >= h.Until:
			err = s.finishHoliday(ctx, w)
		default:
			err = s.atTables(ctx, w.Person, true)
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// onHoliday returns who is on holiday.
func (s *Server) onHoliday(ctx context.Context) (map[string]bool, error) {
	list, err := s.cfg.Store.WaitingOf(ctx, kindHoliday, "", s.hub.Now())
	away := make(map[string]bool, len(list))
	for _, w := range list {
		away[w.Person] = true
	}
	return away, err
}
