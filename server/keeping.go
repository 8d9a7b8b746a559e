package server

import (
	"context"
	"errors"
	"time"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/store"
	"mirabilia/table"
)

// keeping lets tables be kept in a store.
type keeping struct {
	store store.Store
	s     *Server
}

var _ table.Shared = (*keeping)(nil)

func (k *keeping) Append(ctx context.Context, id string, b *table.Batch) error {
	s := b.Summary
	updated := s.Updated
	if s.Status == api.StatusPlaying {
		// Lists go by the minute in which a game was last changed. With the exact time, which is in the summary, every move would
		// change every index of the tables.
		updated -= updated % time.Minute.Milliseconds()
	}
	batch := &store.Batch{Last: b.Last, After: b.After, Tip: b.Tip, Entries: b.Entries, Rewrite: b.Rewrite, Base: b.Base, Snapshot: b.Snapshot, NotBefore: b.NotBefore, Patient: b.Patient, Row: store.Row{ID: id, Game: s.Game,
		Status: s.Status, Owner: s.Owner, Public: s.Public, Open: s.Open(), Updated: updated, Wake: s.Wake, Data: s.Encode()}}
	for _, p := range s.People {
		batch.People = append(batch.People, store.Involved(p))
	}
	start := time.Now()
	err := k.store.Append(store.CanWait(ctx, b.CanWait), batch)
	k.s.metrics.commit.Observe(time.Since(start).Seconds())
	if err == nil {
		k.s.ready.written(start)
	}
	return refusal(k.damage(id, err), id, b.Last)
}

// refusal says what a refusal of the store means to a table.
func refusal(err error, id string, last int64) error {
	switch {
	case errors.Is(err, store.ErrTaken):
		return game.Refuse(game.Conflict, table.ReasonSeqTaken, "table %s has gone on after entry %d", id, last)
	case errors.Is(err, store.ErrTooMany):
		return game.Refuse(game.TooMany, "table_budget", "you have said as much as one may at one table")
	}
	return err
}

func (k *keeping) Load(ctx context.Context, id string) (*table.Loaded, error) {
	l, err := k.store.Load(ctx, id)
	err = k.damage(id, err)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return &table.Loaded{Snapshot: l.Snapshot, Entries: l.Entries, Tip: l.Tip, Last: l.Last, Summary: l.Row.Data}, nil
}

func (k *keeping) Read(ctx context.Context, id string, after int64) ([][]byte, error) {
	list, err := k.store.Entries(ctx, id, after)
	return list, k.damage(id, err)
}

// damage notes that a table has met damage, which is that table's alone, or that it does no longer.
func (k *keeping) damage(id string, err error) error {
	switch {
	case errors.Is(err, store.ErrDamaged):
		k.s.reportDamaged(id, err)
	case err == nil:
		k.s.damaged.Delete(id)
	}
	return err
}

// Last is asked of a store that is shared.
func (k *keeping) Last(ctx context.Context, tables []string) (map[string]table.Last, error) {
	shared, ok := k.store.(store.Shared)
	if !ok {
		return nil, errors.ErrUnsupported
	}
	list, err := shared.Last(ctx, tables)
	last := make(map[string]table.Last, len(list))
	for id, l := range list {
		last[id] = table.Last(l)
	}
	return last, err
}

// Since is asked of a store that is shared.
func (k *keeping) Since(ctx context.Context, id string, after int64) (*table.Since, error) {
	shared, ok := k.store.(store.Shared)
	if !ok {
		return nil, errors.ErrUnsupported
	}
	end, err := shared.Since(ctx, id, after)
	if err != nil {
		return nil, err
	}
	return (*table.Since)(end), nil
}

func (k *keeping) Drop(ctx context.Context, id string, last int64) error {
	return refusal(k.store.Drop(ctx, id, last), id, last)
}

func (k *keeping) Owned(ctx context.Context, person string, since int64) (int, error) {
	return k.store.Owned(ctx, person, []string{api.StatusLobby, api.StatusPlaying}, since)
}

func (k *keeping) Names(ctx context.Context, people []string) (map[string]string, error) {
	return k.store.Names(ctx, people)
}

func (k *keeping) Kept(ctx context.Context, people []string) ([]string, error) {
	return k.store.Kept(ctx, people)
}

func (k *keeping) Say(ctx context.Context, id string, l table.Line, most int) (int64, error) {
	n, err := k.store.Say(store.CanWait(ctx, true), store.Line{Table: id, Person: l.Person, Command: l.Command, At: l.At, Text: l.Text}, most)
	return n, refusal(err, id, 0)
}

func (k *keeping) Said(ctx context.Context, id string, last int) ([]table.Line, error) {
	said, err := k.store.Said(ctx, id, last)
	lines := make([]table.Line, len(said))
	for i, l := range said {
		lines[i] = table.Line{N: l.N, Person: l.Person, Command: l.Command, At: l.At, Text: l.Text}
	}
	return lines, err
}
