//go:build !js

package table

import (
	"context"

	"mirabilia/api"
	"mirabilia/game"
)

// Fill seats people at an open table who were found for it; the game then starts by itself. If they sit there already, nothing happens. It refuses with ReasonTaken if there is no
// room for all of them, and with other reasons if they may not sit down.
func (h *Hub) Fill(ctx context.Context, id string, people []Person) error {
	_, err := ask(ctx, h, id, func(t *table) (struct{}, error) { return struct{}{}, t.fill(people) })
	return err
}

func (t *table) fill(people []Person) error {
	for range maxConflicts + len(people) {
		if err := t.ready(); err != nil {
			return err
		}
		missing, room := 0, 0
		next := Person{}
		for _, p := range people {
			if t.s.seatOf(p.ID) < 0 {
				missing, next = missing+1, p
			}
		}
		if missing == 0 {
			return nil
		}
		for _, p := range t.s.places {
			if p.holder == holderOpen {
				room++
			}
		}
		e, err := (&asked{h: t.h, s: t.s, p: next, d: &api.CommandData{}, seat: noSeat}).join()
		if err == nil && room < missing {
			err = noRoom()
		}
		if err != nil {
			if t.outdated() {
				continue
			}
			return err
		}
		e.AutoStart = true
		t.meet(next)
		if err := t.commit(e); err != nil && !conflict(err) {
			return err
		}
	}
	return tooFast()
}

// Part puts people out of a table whose owner has blocked them. Before the game their seats become open; after that only those who watch go: a game that has begun is played on.
func (h *Hub) Part(ctx context.Context, id, owner string, people []string) error {
	_, err := ask(ctx, h, id, func(t *table) (struct{}, error) { return struct{}{}, t.part(owner, people) })
	return err
}

func (t *table) part(owner string, people []string) error {
	for range maxConflicts + len(people) {
		if err := t.ready(); err != nil {
			return err
		}
		e := t.s.parting(owner, people)
		if e == nil {
			return nil
		}
		if err := t.commit(e); err != nil && !conflict(err) {
			return err
		}
	}
	return tooFast()
}

// parting returns the entry that puts out the first of the people who is at the table; nil if nobody of them is, or stays.
func (s *state) parting(owner string, people []string) *entry {
	if s.owner != owner || s.over() || s.anybody() && s.status != api.StatusLobby {
		return nil
	}
	for _, person := range people {
		switch seat := s.seatOf(person); {
		case seat >= 0 && s.status == api.StatusLobby && s.fixed == 0 && s.settings.Tournament == nil:
			return &entry{Kind: kindRemoved, Seat: seat}
		case s.watches(person):
			return &entry{Kind: kindExpelled, Seat: noSeat, Person: person}
		}
	}
	return nil
}

// End closes a table whose game is not over, without a result. The server's host wants it.
func (h *Hub) End(ctx context.Context, id string) error {
	_, err := ask(ctx, h, id, func(t *table) (struct{}, error) { return struct{}{}, t.end() })
	return err
}

func (t *table) end() error {
	for range maxConflicts {
		if err := t.ready(); err != nil {
			return err
		}
		if t.s.over() {
			return game.Refuse(game.Conflict, "game_over", "the game is over")
		}
		if err := t.commit(&entry{Kind: kindClosed, Seat: noSeat, Why: api.ClosedHost}); !conflict(err) {
			return err
		}
	}
	return tooFast()
}
