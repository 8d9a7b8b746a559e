package server

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"math"
	"net/http"
	"slices"
	"time"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/push"
	"mirabilia/relay"
	"mirabilia/store"
)

// sendEvery is how often the server looks for messages to send. Tests are in more of a hurry.
var sendEvery = 2 * time.Second

const (
	// lookEvery is how often the server looks for turns to tell.
	lookEvery = 10 * time.Second
	// caller is the name under which one node becomes the steward of messages.
	caller = "push"
)

// tellPeople tells people things until the context ends. Of several nodes one does it, so that the others need not try in vain.
func (s *Server) tellPeople(ctx context.Context) {
	tick := time.NewTicker(sendEvery)
	defer tick.Stop()
	var looked time.Time
	for {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
		if !s.hub.Steward(caller) {
			continue
		}
		var err error
		if time.Since(looked) >= lookEvery {
			looked = time.Now()
			err = errors.Join(s.keepHolidays(ctx), s.push.Look(ctx))
		}
		if err = errors.Join(err, s.push.Send(ctx)); err != nil && ctx.Err() == nil {
			s.cfg.Log.Error("people could not be told things", "error", err)
		}
	}
}

// tellOf tells somebody something, if they want it. That it could not be noted stops nothing else.
func (s *Server) tellOf(ctx context.Context, person string, n push.Notice) {
	if err := s.push.Tell(context.WithoutCancel(ctx), person, n); err != nil {
		s.cfg.Log.Warn("something to be told could not be noted", "kind", n.Kind, "error", err)
	}
}

// isLooking notes that a person has a page in front, and tells the other nodes.
func (s *Server) isLooking(person string) {
	if s.looking.note(person, time.Now()) {
		s.tell(&relay.Message{Kind: relay.Looking, Person: person})
	}
}

// waitingFor returns the games that wait for a person and are worth telling of, that with the least time left first.
func (s *Server) waitingFor(ctx context.Context, person string) ([]api.TableSummary, error) {
	rows, err := s.cfg.Store.OfPerson(ctx, person, api.StatusPlaying, mostOfMine)
	if err != nil {
		return nil, unavailable(err)
	}
	list, err := s.summaries(ctx, rows, person)
	if err != nil {
		return nil, err
	}
	waiting := slices.DeleteFunc(list.Tables, func(t api.TableSummary) bool { return !t.YourTurn || !push.Counts(&t) })
	end := func(t *api.TableSummary) int64 {
		if t.Deadline == 0 {
			return math.MaxInt64
		}
		return t.Deadline
	}
	slices.SortStableFunc(waiting, func(a, b api.TableSummary) int { return cmp.Compare(end(&a), end(&b)) })
	return waiting, nil
}

func (s *Server) turns(w http.ResponseWriter, r *http.Request) error {
	p, err := s.human(r)
	if err != nil {
		return err
	}
	s.isLooking(p.ID)
	waiting, err := s.waitingFor(r.Context(), p.ID)
	if err != nil {
		return err
	}
	n, err := s.push.Notices(r.Context(), p.ID)
	if err != nil {
		return unavailable(err)
	}
	answer := api.Turns{Count: len(waiting), Title: n.Title}
	if len(waiting) > 0 {
		answer.Next = waiting[0].ID
	}
	if p.Kept {
		added, err := s.passkeysAdded(r.Context(), p.ID)
		if err != nil {
			return err
		}
		for _, k := range added {
			answer.Passkey = k.Created // the last is the youngest
		}
	}
	send(w, http.StatusOK, answer)
	return nil
}

func (s *Server) pushState(w http.ResponseWriter, r *http.Request) error {
	p, err := s.human(r)
	if err != nil {
		return err
	}
	return s.sendPush(w, r, p)
}

func (s *Server) sendPush(w http.ResponseWriter, r *http.Request, p store.Person) error {
	answer, err := s.pushOf(r.Context(), p.ID, hashToken(presented(r)))
	if err != nil {
		return err
	}
	send(w, http.StatusOK, answer)
	return nil
}

// pushOf returns how a person is told things, as one of their sessions sees it.
func (s *Server) pushOf(ctx context.Context, person string, token []byte) (*api.Push, error) {
	n, err := s.push.Notices(ctx, person)
	if err != nil {
		return nil, unavailable(err)
	}
	kept, err := s.cfg.Store.Notices(ctx, person)
	if err != nil {
		return nil, unavailable(err)
	}
	devices, err := s.cfg.Store.Subscriptions(ctx, person)
	if err != nil {
		return nil, unavailable(err)
	}
	key, err := s.push.Key(ctx)
	if err != nil {
		return nil, unavailable(err)
	}
	answer := &api.Push{Key: key, Devices: []api.PushDevice{}, Decided: kept != nil, Notices: api.Notices{
		Lang: n.Lang, Zone: n.Zone, Turn: n.Turn, Time: n.Time, Live: n.Live, Call: n.Call, Ask: n.Ask, Cup: n.Cup, Chat: n.Chat, Title: n.Title,
		Quiet: n.Quiet, From: n.From, To: n.To, Wake: n.Wake, Silent: n.Silent > s.hub.Now(),
	}}
	if answer.Away, err = s.awayOf(ctx, person, &n); err != nil {
		return nil, err
	}
	for _, d := range devices {
		answer.Devices = append(answer.Devices, api.PushDevice{ID: d.ID, Agent: d.Agent, Since: d.Created, Reached: d.Reached, Here: bytes.Equal(d.Token, token)})
	}
	return answer, nil
}

func (s *Server) subscribe(w http.ResponseWriter, r *http.Request) error {
	p, err := s.human(r)
	if err != nil {
		return err
	}
	var req api.PushSubscription
	if err := read(w, r, &req); err != nil {
		return err
	}
	if err := s.limits.take(quotaPush, p.ID); err != nil {
		return err
	}
	err = s.push.Subscribe(r.Context(), p.ID, hashToken(presented(r)), push.Device{Endpoint: req.Endpoint, Key: req.P256dh, Auth: req.Auth})
	if err != nil {
		return theirs(err)
	}
	return s.sendPush(w, r, p)
}

func (s *Server) unsubscribe(w http.ResponseWriter, r *http.Request) error {
	p, err := s.human(r)
	if err != nil {
		return err
	}
	if err := s.maySilence(r, p, r.PathValue("id")); err != nil {
		return err
	}
	err = s.cfg.Store.Unsubscribe(r.Context(), p.ID, r.PathValue("id"))
	if errors.Is(err, store.ErrNotFound) {
		return game.Refuse(game.NotFound, "no_push_device", "you are not told things there")
	}
	if err != nil {
		return unavailable(err)
	}
	return s.sendPush(w, r, p)
}

// maySilence refuses a device that was let in lately which wants another one to be told nothing any more: it is there that the owner is told of a passkey that was added.
func (s *Server) maySilence(r *http.Request, p store.Person, id string) error {
	limited := s.people.Able(p)
	if limited == nil {
		return nil
	}
	devices, err := s.cfg.Store.Subscriptions(r.Context(), p.ID)
	if err != nil {
		return unavailable(err)
	}
	here := hashToken(presented(r))
	if slices.ContainsFunc(devices, func(d store.Subscription) bool { return d.ID == id && !bytes.Equal(d.Token, here) }) {
		return limited
	}
	return nil
}

func (s *Server) setNotices(w http.ResponseWriter, r *http.Request) error {
	p, err := s.human(r)
	if err != nil {
		return err
	}
	var req api.Notices
	if err := read(w, r, &req); err != nil {
		return err
	}
	if err := s.limits.take(quotaPush, p.ID); err != nil {
		return err
	}
	n := push.Notices{Lang: req.Lang, Zone: req.Zone, Turn: req.Turn, Time: req.Time, Live: req.Live, Call: req.Call, Ask: req.Ask, Cup: req.Cup, Chat: req.Chat, Title: req.Title,
		Quiet: req.Quiet, From: req.From, To: req.To, Wake: req.Wake}
	if err := s.push.SetNotices(r.Context(), p.ID, n, req.Silent); err != nil {
		return theirs(err)
	}
	return s.sendPush(w, r, p)
}

// testPush sends the client a message, whatever the hour.
func (s *Server) testPush(w http.ResponseWriter, r *http.Request) error {
	p, err := s.human(r)
	if err != nil {
		return err
	}
	if err := s.limits.take(quotaPush, p.ID); err != nil {
		return err
	}
	if err := s.push.Tell(r.Context(), p.ID, push.Notice{Kind: push.KindTest, Topic: push.KindTest, Until: s.hub.Now() + time.Minute.Milliseconds()}); err != nil {
		return theirs(err)
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// tellLater lets the client be told again of the games that wait after an hour.
func (s *Server) tellLater(w http.ResponseWriter, r *http.Request) error {
	p, err := s.human(r)
	if err != nil {
		return err
	}
	if err := s.limits.take(quotaPush, p.ID); err != nil {
		return err
	}
	if err := s.push.Later(r.Context(), p.ID); err != nil {
		return theirs(err)
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}
