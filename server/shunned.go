package server

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"slices"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/seek"
	"mirabilia/store"
	"mirabilia/table"
)

// maxShunned is how many people one can mute or block.
const maxShunned = 500

// reader is like atTable for a person who reads the chat.
func (s *Server) reader(r *http.Request, p store.Person) (table.Person, error) {
	at := s.atTable(r, p)
	if !p.Shuns {
		return at, nil
	}
	var err error
	if at.Deaf, err = s.cfg.Store.Unread(r.Context(), p.ID); err != nil {
		return at, unavailable(err)
	}
	return at, nil
}

// keptApart tells a table with whom a person does not sit down.
func (s *Server) keptApart(ctx context.Context, p *table.Person) (err error) {
	if p.Apart, err = s.cfg.Store.Apart(ctx, p.ID); err != nil {
		return unavailable(err)
	}
	return nil
}

func (s *Server) listShunned(w http.ResponseWriter, r *http.Request) error {
	p, err := s.human(r)
	if err != nil {
		return err
	}
	list, err := s.shunned(r.Context(), p.ID)
	if err != nil {
		return err
	}
	send(w, http.StatusOK, api.ShunnedList{People: list})
	return nil
}

// shunned returns whom a person mutes and blocks.
func (s *Server) shunned(ctx context.Context, person string) ([]api.Shunned, error) {
	list, err := s.cfg.Store.Shunned(ctx, person)
	if err != nil {
		return nil, unavailable(err)
	}
	var ids []string
	for _, h := range list {
		ids = append(ids, h.Other)
	}
	names, err := s.cfg.Store.Names(ctx, ids)
	if err != nil {
		return nil, unavailable(err)
	}
	people := []api.Shunned{}
	for _, h := range list {
		people = append(people, api.Shunned{Person: h.Other, Name: names[h.Other], Blocked: h.Blocked, Since: h.Since})
	}
	return people, nil
}

func (s *Server) shun(w http.ResponseWriter, r *http.Request) error {
	p, err := s.human(r)
	if err != nil {
		return err
	}
	if err := s.limits.take(quotaShuns, p.ID); err != nil {
		return err
	}
	var req api.ShunRequest
	if err := read(w, r, &req); err != nil {
		return err
	}
	other := r.PathValue("person")
	if other == p.ID {
		return yourself()
	}
	whose, err := s.cfg.Store.Shun(r.Context(), store.Shunned{Person: p.ID, Other: other, Blocked: req.Blocked, Since: s.hub.Now()}, maxShunned)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return unknown()
	case errors.Is(err, store.ErrYourself):
		return yourself()
	case errors.Is(err, store.ErrTooMany):
		return game.Refuse(game.TooMany, "too_many_shunned", "you can mute or block at most %d people; take one off the list first", maxShunned)
	case err != nil:
		return unavailable(err)
	}
	if req.Blocked {
		if err := s.part(r.Context(), p, whose); err != nil {
			return theirs(err)
		}
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

func unknown() error { return game.Refuse(game.NotFound, "no_person", "there is no such person") }

func yourself() error { return game.Refuse(game.Invalid, "yourself", "this is yourself") }

// apart reports whether one of two people has blocked the other, and whether that was the first of them.
func (s *Server) apart(ctx context.Context, person, other string) (apart, own bool, err error) {
	all, err := s.cfg.Store.Apart(ctx, person)
	if err != nil {
		return false, false, unavailable(err)
	}
	own, apart = all[other]
	return apart, own, nil
}

// notBlocking refuses what a person asks of somebody whom they block.
func notBlocking(own bool) error {
	if own {
		return game.Refuse(game.Forbidden, "blocking", "you have blocked this person; end that first")
	}
	return nil
}

// part ends what is between two people of whom one has blocked the other: a friendship, being asked to a table, a call, and watching a private table or waiting at one of the person's own.
func (s *Server) part(ctx context.Context, p store.Person, other string) error {
	if err := s.cfg.Store.Unfriend(ctx, p.ID, other); err != nil {
		return err
	}
	for _, key := range []string{askKey(p.ID, other), askKey(other, p.ID)} {
		if _, err := s.cfg.Store.Take(ctx, kindAsk, key, s.hub.Now()); err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
	}
	if err := s.endCallWith(ctx, p.ID, other); err != nil {
		return err
	}
	apart, err := s.cfg.Store.Apart(ctx, p.ID)
	if err != nil {
		return err
	}
	programs, err := s.cfg.Store.Programs(ctx, p.ID)
	if err != nil {
		return err
	}
	for _, owner := range append(programs, p) {
		for _, status := range []string{api.StatusLobby, api.StatusPlaying} {
			rows, err := s.cfg.Store.OfPerson(ctx, owner.ID, status, mostParted)
			if err != nil {
				return err
			}
			for _, row := range rows {
				if row.Owner != owner.ID {
					continue
				}
				if err := s.hub.Part(ctx, row.ID, owner.ID, slices.Sorted(maps.Keys(apart))); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// mostParted is how many tables of a person are looked at when they block somebody: more than anybody can have open.
const mostParted = 1000

// endCallWith turns down a call that would bring two people together.
func (s *Server) endCallWith(ctx context.Context, person, other string) error {
	c, err := s.seeks.Call(ctx, person)
	if err != nil || c == nil || c.Opened || !slices.ContainsFunc(c.People, func(p seek.Called) bool { return p.Seek.Person == other }) {
		return err
	}
	_, err = s.seeks.Answer(ctx, person, c.ID, false)
	if refusal := (*game.Error)(nil); errors.As(err, &refusal) {
		return nil // it is over, or everybody has sat down
	}
	return err
}

func (s *Server) unshun(w http.ResponseWriter, r *http.Request) error {
	p, err := s.human(r)
	if err != nil {
		return err
	}
	err = s.cfg.Store.Unshun(r.Context(), p.ID, r.PathValue("person"))
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return unavailable(err)
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}
