package server

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/names"
	"mirabilia/push"
	"mirabilia/store"
	"mirabilia/table"
)

const (
	// maxFriends is how many others a person can want as friends.
	maxFriends = 200
	// askFor is how long somebody is asked to a table.
	askFor = 10 * time.Minute
	// kindAsk is the kind of what waits: somebody who was asked to a table.
	kindAsk = "ask"
)

// friendsOf returns a person's friends, those who are asked and those who ask, but not those whom the person blocks.
func (s *Server) friendsOf(ctx context.Context, person string) ([]store.Friend, error) {
	list, err := s.cfg.Store.FriendsOf(ctx, person)
	if err != nil {
		return nil, unavailable(err)
	}
	apart, err := s.cfg.Store.Apart(ctx, person)
	if err != nil {
		return nil, unavailable(err)
	}
	return slices.DeleteFunc(list, func(f store.Friend) bool { return apart[f.Person] }), nil
}

// friendship returns what two people are to each other, as the first sees it.
func (s *Server) friendship(ctx context.Context, person, other string) (string, error) {
	list, err := s.friendsOf(ctx, person)
	if err != nil {
		return "", err
	}
	for i := range list {
		if f := &list[i]; f.Person == other {
			return friendWord(f), nil
		}
	}
	return api.FriendNone, nil
}

func friendWord(f *store.Friend) string {
	switch {
	case f.Both():
		return api.FriendBoth
	case f.Wants != 0:
		return api.FriendAsked
	}
	return api.FriendWanted
}

// allowed reports whether somebody is one of those whom a word of a person's privacy means. friend says that they are friends.
func allowed(word string, kept, friend bool) bool {
	switch word {
	case api.SeenByNamed:
		return kept
	case api.SeenByFriends:
		return friend
	case api.SeenByNobody:
		return false
	}
	return true
}

// another returns the account of a name in a path or body, which is not the client's own.
func (s *Server) another(ctx context.Context, client store.Person, name string) (store.Account, error) {
	a, err := s.cfg.Store.AccountByName(ctx, names.Fold(name))
	switch {
	case errors.Is(err, store.ErrNotFound):
		return a, noPerson()
	case err != nil:
		return a, unavailable(err)
	case a.Person == client.ID:
		return a, game.Refuse(game.Invalid, "yourself", "that is you")
	}
	return a, nil
}

func (s *Server) listFriends(w http.ResponseWriter, r *http.Request) error {
	p, err := s.kept(r)
	if err != nil {
		return err
	}
	return s.sendFriends(w, r, p)
}

func (s *Server) sendFriends(w http.ResponseWriter, r *http.Request, p store.Person) error {
	ctx := r.Context()
	list, err := s.friendsOf(ctx, p.ID)
	if err != nil {
		return err
	}
	answer := api.FriendList{Friends: []api.Friend{}, Wanted: []string{}, Asked: []string{}}
	ids := make([]string, len(list))
	for i := range list {
		ids[i] = list[i].Person
	}
	called, err := s.cfg.Store.Names(ctx, ids)
	if err != nil {
		return unavailable(err)
	}
	for i := range list {
		f := &list[i]
		name := called[f.Person]
		switch word := friendWord(f); {
		case name == "": // has just left
		case word == api.FriendAsked:
			answer.Asked = append(answer.Asked, name)
		case word == api.FriendWanted:
			answer.Wanted = append(answer.Wanted, name)
		default:
			one := api.Friend{Name: name}
			if one.Here, one.Table, one.Game, err = s.whereabouts(ctx, f.Person, true, true); err != nil {
				return err
			}
			answer.Friends = append(answer.Friends, one)
		}
	}
	slices.SortFunc(answer.Friends, func(a, b api.Friend) int {
		if a.Here != b.Here {
			if a.Here {
				return -1
			}
			return 1
		}
		return cmp.Compare(names.Fold(a.Name), names.Fold(b.Name))
	})
	slices.Sort(answer.Wanted)
	slices.Sort(answer.Asked)
	if answer.Asks, err = s.asksOf(ctx, p); err != nil {
		return err
	}
	send(w, http.StatusOK, answer)
	return nil
}

// whereabouts tells somebody whether a person is here and what they play in public, as far as the person wants it told.
func (s *Server) whereabouts(ctx context.Context, person string, kept, friend bool) (here bool, id, as string, err error) {
	if !s.presence.here(person, time.Now()) {
		return false, "", "", nil
	}
	a, err := s.cfg.Store.Account(ctx, person)
	if errors.Is(err, store.ErrNotFound) || err == nil && !allowed(a.Presence, kept, friend) {
		return false, "", "", nil
	}
	if err != nil {
		return false, "", "", unavailable(err)
	}
	rows, err := s.cfg.Store.OfPerson(ctx, person, api.StatusPlaying, mostOfMine)
	if err != nil {
		return false, "", "", unavailable(err)
	}
	for _, row := range rows {
		if !row.Public {
			continue
		}
		if t, err := table.ReadSummary(row.Data); err == nil {
			return true, row.ID, s.hub.RatedAs(t.Game, t.Options), nil
		}
	}
	return true, "", "", nil
}

func (s *Server) befriend(w http.ResponseWriter, r *http.Request) error {
	p, err := s.player(r)
	if err != nil {
		return err
	}
	a, err := s.another(r.Context(), p, r.PathValue("name"))
	if err != nil {
		return err
	}
	// A wish of somebody who is blocked is kept and not shown, see friendsOf: they are told what others are told of a wish without an answer.
	_, own, err := s.apart(r.Context(), p.ID, a.Person)
	if err == nil {
		err = notBlocking(own)
	}
	if err != nil {
		return err
	}
	if err := s.limits.take(quotaTables, s.visitor(r)); err != nil {
		return err
	}
	err = s.cfg.Store.Befriend(r.Context(), p.ID, a.Person, s.hub.Now(), maxFriends)
	switch {
	case errors.Is(err, store.ErrTooMany):
		err = game.Refuse(game.TooMany, "too_many_friends", "you can have at most %d friends, with those whom you have asked", maxFriends)
	case errors.Is(err, store.ErrNotFound):
		err = noPerson()
	}
	if err != nil {
		return theirs(err)
	}
	return s.sendFriends(w, r, p)
}

func (s *Server) unfriend(w http.ResponseWriter, r *http.Request) error {
	p, err := s.kept(r)
	if err != nil {
		return err
	}
	a, err := s.another(r.Context(), p, r.PathValue("name"))
	if err != nil {
		return err
	}
	if err := s.cfg.Store.Unfriend(r.Context(), p.ID, a.Person); err != nil {
		return theirs(err)
	}
	return s.sendFriends(w, r, p)
}

// asking is what is kept of an ask.
type asking struct {
	From  string `json:"from"`
	Table string `json:"table"`
}

// askKey names an ask: whoever asks again asks instead.
func askKey(from, to string) string { return to + "." + from }

func (s *Server) ask(w http.ResponseWriter, r *http.Request) error {
	p, err := s.player(r)
	if err != nil {
		return err
	}
	var req api.AskRequest
	if err := read(w, r, &req); err != nil {
		return err
	}
	ctx, now := r.Context(), s.hub.Now()
	a, err := s.another(ctx, p, req.Name)
	if err != nil {
		return err
	}
	apart, own, err := s.apart(ctx, p.ID, a.Person)
	if err == nil {
		err = notBlocking(own)
	}
	if err != nil {
		return err
	}
	word, err := s.friendship(ctx, p.ID, a.Person)
	if err != nil {
		return err
	}
	if apart || !allowed(a.Asked, true, word == api.FriendBoth) {
		return game.Refuse(game.Forbidden, "only_friends", "this person is asked to tables by friends only")
	}
	if err := s.limits.take(quotaTables, s.visitor(r)); err != nil {
		return err
	}
	if err := s.hub.MayInvite(ctx, req.Table, s.atTable(r, p)); err != nil {
		return err
	}
	data, err := json.Marshal(asking{From: p.ID, Table: req.Table})
	if err != nil {
		return err
	}
	key := askKey(p.ID, a.Person)
	if _, err := s.cfg.Store.Take(ctx, kindAsk, key, now); err != nil && !errors.Is(err, store.ErrNotFound) {
		return unavailable(err)
	}
	err = s.cfg.Store.Wait(ctx, store.Waiting{Kind: kindAsk, Key: key, Person: a.Person, Data: data, Deadline: now + askFor.Milliseconds()}, now)
	if err != nil && !errors.Is(err, store.ErrTaken) { // asked twice at once
		return unavailable(err)
	}
	s.tellOf(ctx, a.Person, push.Notice{Kind: push.KindAsk, Topic: topicAsk + p.ID, Table: req.Table, From: p.ID, Until: now + askFor.Milliseconds()})
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// asksOf returns the tables to which a person is asked that still wait for somebody.
func (s *Server) asksOf(ctx context.Context, p store.Person) ([]api.Ask, error) {
	now, list := s.hub.Now(), []api.Ask{}
	waiting, err := s.cfg.Store.WaitingOf(ctx, kindAsk, p.ID, now)
	if err != nil {
		return nil, unavailable(err)
	}
	for _, one := range waiting {
		var a asking
		if err := json.Unmarshal(one.Data, &a); err != nil {
			continue // of a newer program
		}
		names, err := s.cfg.Store.Names(ctx, []string{a.From})
		if err != nil {
			return nil, unavailable(err)
		}
		kept, err := s.cfg.Store.Load(ctx, a.Table)
		if errors.Is(err, store.ErrNotFound) || err == nil && (!kept.Row.Open || names[a.From] == "") {
			continue
		}
		if err != nil {
			return nil, unavailable(err)
		}
		t, err := table.ReadSummary(kept.Row.Data)
		if err != nil {
			s.reportDamaged(a.Table, err)
			continue
		}
		list = append(list, api.Ask{ID: one.Key, From: names[a.From], Game: s.hub.RatedAs(t.Game, t.Options), Rated: t.Rated, Table: a.Table, Left: one.Deadline - now})
	}
	return list, nil
}

// answerAsk lets somebody in who was asked to a table, or ends it.
func (s *Server) answerAsk(w http.ResponseWriter, r *http.Request) error {
	p, err := s.player(r)
	if err != nil {
		return err
	}
	var req api.CallAnswer
	if err := read(w, r, &req); err != nil {
		return err
	}
	// The key begins with whom it is for.
	key := r.PathValue("id")
	if !strings.HasPrefix(key, p.ID+".") {
		return noAsk()
	}
	waited, err := s.cfg.Store.Take(r.Context(), kindAsk, key, s.hub.Now())
	if errors.Is(err, store.ErrNotFound) {
		return noAsk()
	}
	if err != nil {
		return unavailable(err)
	}
	if !req.Accept {
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	var a asking
	if err := json.Unmarshal(waited.Data, &a); err != nil {
		return noAsk() // of a newer program
	}
	by, err := s.cfg.Store.Account(r.Context(), a.From)
	if errors.Is(err, store.ErrNotFound) {
		return noAsk() // has left since
	}
	if err != nil {
		return unavailable(err)
	}
	token, err := s.hub.Invite(r.Context(), a.Table, table.Person{ID: by.Person, Name: by.Name, Kept: true})
	if err != nil {
		return err
	}
	at := s.atTable(r, p)
	if err := s.keptApart(r.Context(), &at); err != nil {
		return err
	}
	if _, err := s.hub.Accept(r.Context(), token, at); err != nil {
		return err
	}
	s.tellOf(r.Context(), a.From, push.Notice{Kind: push.KindAsk, Topic: topicCame + a.Table, Table: a.Table, From: p.ID, Until: s.hub.Now() + askFor.Milliseconds()})
	send(w, http.StatusOK, api.Invitation{Table: a.Table})
	return nil
}

func noAsk() error {
	return game.Refuse(game.NotFound, "no_ask", "you are not asked that, or not any more")
}
