package table

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"mirabilia/game"
)

// A journal can hold an entry that does not follow from those before it: an earlier program let that happen, or a disk has changed what it kept. Then the table cannot be shown. It says so,
// is not tried again and again, and its host can cut it back to the last entry that fits.

// ReasonUnreadable is the reason with which everything is refused at a table that cannot be read.
const ReasonUnreadable = "unreadable"

// errNewer marks what only a newer program may know how to read: nothing is wrong with it.
var errNewer = errors.New("written by a newer program")

// unreadable says why a table cannot be read. To people it is a refusal that does not tell the cause, which may name hidden cards.
type unreadable struct {
	refusal *game.Error
	cause   error
}

func (u *unreadable) Error() string { return u.refusal.Error() + ": " + u.cause.Error() }
func (u *unreadable) Unwrap() error { return u.refusal }

// take reads an entry and applies it.
func (s *state) take(data []byte, told *game.Events) (*entry, error) {
	e, err := decodeEntry(data)
	if err != nil {
		return nil, fmt.Errorf("table %s: %w", s.id, err)
	}
	return e, s.apply(e, told)
}

// broken says why a journal cannot be folded. What cannot be read because of an entry is noted in lists, once, and told to the log.
func (j *journal) broken(at int64, cause error) error {
	if errors.Is(cause, errNewer) {
		return unavailable(cause)
	}
	err := &unreadable{game.Refuse(game.Conflict, ReasonUnreadable, "what is kept of table %s cannot be read; its host can cut it back to the last entry that fits", j.id), cause}
	sum, readErr := ReadPlayed(j.Summary)
	if j.Last == 0 || readErr != nil || sum.Unreadable {
		return err
	}
	j.h.unreadable.Add(1)
	j.h.cfg.Log.Error("a table cannot be read, see mirabilia tables", "table", j.id, "entry", at, "error", cause)
	sum.Unreadable, sum.Owing, sum.Deadline = true, []int{}, 0
	people := []string{sum.Owner}
	for _, p := range sum.Places {
		people = append(people, p.Person)
	}
	slices.Sort(people)
	for _, p := range slices.Compact(people) {
		if p != "" {
			sum.People = append(sum.People, Involved{Person: p})
		}
	}
	if noted := j.h.cfg.Store.Append(context.Background(), j.id, &Batch{Last: j.Last, After: j.Tip, Tip: j.Tip, Summary: sum}); noted != nil && !conflict(noted) {
		j.h.cfg.Log.Warn("that a table cannot be read could not be noted", "table", j.id, "error", noted)
	}
	return err
}

// Cut is what a table that cannot be read loses when it is cut back: the entries from First to Last, because of Cause.
type Cut struct {
	First, Last int64
	Cause       error
	batch       *Batch
}

// Check reads a table from its first entry, as far as they are kept, and returns what would have to be cut; nil if it can be read.
func (h *Hub) Check(ctx context.Context, id string) (*Cut, error) {
	l, err := h.cfg.Store.Load(ctx, id)
	if err != nil {
		return nil, unavailable(err)
	}
	if l == nil {
		return nil, game.Refuse(game.NotFound, "no_table", "there is no table %q", id)
	}
	all, err := h.cfg.Store.Read(ctx, id, 0)
	if err != nil {
		return nil, unavailable(err)
	}
	if isFirst(all) {
		return nil, nil // it is rewritten when it is asked for
	}
	whole := false
	if len(all) > 0 {
		first, err := decodeEntry(all[0])
		whole = l.Snapshot == nil || err == nil && first.Seq == 1
	}
	base := func() (*state, error) { return newState(h.cfg.Games, id), nil }
	if !whole {
		all = l.Entries
		if l.Snapshot != nil {
			base = func() (*state, error) { return restore(h.cfg.Games, id, l.Snapshot) }
		}
	}
	s, err := base()
	if err != nil {
		return nil, fmt.Errorf("table %s has no entries from the first on, and the saved table cannot be read, so that only a backup helps: %w", id, err)
	}
	first := s.seq
	fits := 0
	var cause error
	for ; fits < len(all) && cause == nil; fits++ {
		_, cause = s.take(all[fits], &game.Events{})
	}
	if cause == nil && whole && l.Snapshot != nil {
		// Tables are read from where they were saved.
		var saved *state
		if saved, cause = restore(h.cfg.Games, id, l.Snapshot); cause == nil {
			for _, data := range l.Entries {
				if _, cause = saved.take(data, &game.Events{}); cause != nil {
					break
				}
			}
		}
		if cause != nil {
			fits++ // all entries stay, and the table is saved anew
		}
	}
	switch {
	case cause == nil:
		return nil, nil
	case errors.Is(cause, errNewer):
		return nil, unavailable(cause)
	}
	if fits--; fits+int(first) == 0 {
		return nil, fmt.Errorf("not even the first entry of table %s can be read, so that only a backup helps: %w", id, cause)
	}
	// What did not fit may have changed the state in part.
	if s, err = base(); err != nil {
		return nil, err
	}
	b := &Batch{Last: l.Last, After: l.Tip, Tip: nextTip(l.Tip, []byte("cut")), Rewrite: true, Base: first, Entries: all[:fits]}
	for _, data := range b.Entries {
		if _, err := s.take(data, &game.Events{}); err != nil {
			return nil, err
		}
	}
	b.Snapshot, b.Summary = s.save(), s.summary()
	return &Cut{First: s.seq + 1, Last: l.Last, Cause: cause, batch: b}, nil
}

// CutBack cuts a table back to the last entry that fits. Nobody may have it in memory, which is so: it cannot be read.
func (h *Hub) CutBack(ctx context.Context, id string) (*Cut, error) {
	c, err := h.Check(ctx, id)
	if err != nil {
		return nil, err
	}
	if c == nil {
		return nil, game.Refuse(game.Conflict, "readable", "table %q can be read, so there is nothing to cut", id)
	}
	return c, unavailable(h.cfg.Store.Append(ctx, id, c.batch))
}
