package server

import (
	"context"
	"errors"
	"net/http"
	"time"

	"mirabilia/api"
	"mirabilia/push"
	"mirabilia/store"
	"mirabilia/tournament"
)

// Nothing that the tests say depends on how long a server rests between two looks, and they would wait for it hundreds of times.
func init() {
	const hurry = 20 * time.Millisecond
	sendEvery, sweepEvery, pairEvery, tournamentsEvery = hurry, hurry, hurry, hurry
}

// Patterns returns all routes of the API.
func (s *Server) Patterns() []string {
	var list []string
	for _, r := range s.api() {
		list = append(list, r.pattern)
	}
	return list
}

// Observe wraps a server so that a test sees every answer's route and status.
func (s *Server) Observe(seen func(pattern string, status int)) http.Handler {
	mux := http.NewServeMux()
	for _, r := range s.api() {
		mux.Handle(r.pattern, http.NotFoundHandler())
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, pattern := mux.Handler(r)
		rec := &recorder{ResponseWriter: w, status: http.StatusOK}
		s.ServeHTTP(rec, r)
		if pattern != "" {
			seen(pattern, rec.status)
		}
	})
}

// ForgetReplays drops what would be dropped after a while.
func (s *Server) ForgetReplays() { s.replays.forget(time.Now()) }

// Front returns the HTTP server that Serve uses.
func (s *Server) Front() *http.Server { return s.front() }

// Fill uses up what a person may write to journals.
func (s *Server) Fill(person string) { s.limits.kept(person, "", quotaEntries.burst) }

// TellAhead tells people what they would be told if so much time had passed.
func (s *Server) TellAhead(ctx context.Context, ahead time.Duration) error {
	c := s.push.Config
	c.Now = func() int64 { return s.hub.Now() + ahead.Milliseconds() }
	p := push.New(c)
	return errors.Join(p.Look(ctx), p.Send(ctx))
}

// TurnText returns what a person is told of a table that waits for them; nil if nothing.
func (s *Server) TurnText(ctx context.Context, person, table, lang string) (*push.Message, error) {
	return s.compose(ctx, person, &push.Notice{Kind: push.KindTurn, Topic: push.TopicTurns, Table: table}, lang)
}

// KeepHolidays does what is due of people's holidays.
func (s *Server) KeepHolidays(ctx context.Context) error { return s.keepHolidays(ctx) }

// UseUpHoliday makes a person's holiday one that has taken all away days of the year.
func (s *Server) UseUpHoliday(ctx context.Context, person string) error {
	w, err := s.cfg.Store.Waiting(ctx, kindHoliday, person, s.hub.Now())
	if err != nil {
		return err
	}
	h, err := readHoliday(w)
	if err != nil {
		return err
	}
	h.Until = s.hub.Now() - 1
	h.Since = h.Until - awayDays*day.Milliseconds()
	return s.cfg.Store.Change(ctx, w.Kind, w.Key, w.Data, h.waiting(person).Data)
}

// RemindAhead reminds people of what they would be reminded of in tournaments if so much time had passed, as another node would do it.
func (s *Server) RemindAhead(ctx context.Context, ahead time.Duration) error {
	c := s.tournaments.Config
	c.Now = func() int64 { return s.hub.Now() + ahead.Milliseconds() }
	return tournament.New(c).Remind(ctx, s.remind)
}

// Unseal plants a leak: rounds that are played are not sealed any more, until what it returns is called.
func (s *Server) Unseal() (seal func()) {
	was := s.sealed
	s.sealed = func(context.Context, *api.InTournament) (bool, error) { return false, nil }
	return func() { s.sealed = was }
}

// OpenAgain tells the people of a tournament's table of it as if it had been opened again.
func (s *Server) OpenAgain(ctx context.Context, id string) error {
	kept, err := s.cfg.Store.Load(ctx, id)
	if err != nil {
		return err
	}
	list, err := s.summaries(ctx, []store.Row{kept.Row}, "")
	if err != nil {
		return err
	}
	o := &tournament.Opening{Tournament: list.Tables[0].Tournament.ID, Game: tournament.Game{Table: id, Began: s.hub.Now()}}
	for _, p := range list.Tables[0].Places {
		o.People = append(o.People, p.Person)
	}
	return s.tellPaired(ctx, o)
}
