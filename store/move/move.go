// Package move copies everything from one store to another. It can be stopped and run again: what is there already is left alone.
package move

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"reflect"

	"mirabilia/store"
)

// page is how many things are listed at once.
const page = 200

// Report is what was done.
type Report struct {
	// Tables, People and Results are how many there are, and of these Copied how many were not there yet.
	Tables, People, Results, Copied int
}

// All copies everything. Nothing may be written to either store meanwhile. A target that holds anything that the source does not have is
// refused: it belongs to another server. progress is told now and then how far it is; may be nil.
func All(ctx context.Context, from, to store.Moving, progress func(Report)) (Report, error) {
	var r Report
	if err := foreign(ctx, from, to); err != nil {
		return r, err
	}
	if progress == nil {
		progress = func(Report) {}
	}
	// Programs refer to the people they belong to, so these come first.
	for _, programs := range []bool{false, true} {
		err := each(ctx, from.PeopleAfter, func(p store.WholePerson) string { return p.ID }, func(p store.WholePerson) error {
			if (p.Owner != "") != programs {
				return nil
			}
			r.People++
			return r.person(ctx, to, &p)
		})
		if err != nil {
			return r, err
		}
		progress(r)
	}
	err := each(ctx, from.TablesAfter, func(id string) string { return id }, func(id string) error {
		if r.Tables++; r.Tables%page == 0 {
			progress(r)
		}
		return r.table(ctx, from, to, id)
	})
	if err != nil {
		return r, err
	}
	if err := r.results(ctx, from, to); err != nil {
		return r, err
	}
	if err := botPlaces(ctx, from, to); err != nil {
		return r, err
	}
	if err := r.conduct(ctx, from, to); err != nil {
		return r, err
	}
	if err := each(ctx, from.TournamentsAfter, func(t store.Tournament) string { return t.ID }, func(t store.Tournament) error { return r.tournament(ctx, from, to, t) }); err != nil {
		return r, err
	}
	if at, err := from.Announce(ctx, store.Retention, 0); err != nil {
		return r, err
	} else if at > 0 {
		if _, err := to.Announce(ctx, store.Retention, at); err != nil {
			return r, err
		}
	}
	if keys, err := from.PushKeys(ctx, nil); err != nil {
		return r, err
	} else if keys != nil {
		if there, err := to.PushKeys(ctx, keys); err != nil {
			return r, err
		} else if !bytes.Equal(there, keys) {
			return r, errors.New("the target already holds other data (keys for push services); it must be empty, or hold an earlier part of this move")
		}
	}
	progress(r)
	// Clocks stand from when the last server stopped until the next one starts.
	at, err := from.LastHeartbeat(ctx)
	if err == nil && at > 0 {
		_, err = to.Heartbeat(ctx, at)
	}
	return r, err
}

// each lists everything page by page.
func each[T any](ctx context.Context, list func(ctx context.Context, after string, limit int) ([]T, error), id func(T) string, do func(T) error) error {
	for after := ""; ; {
		things, err := list(ctx, after, page)
		if err != nil {
			return err
		}
		for _, t := range things {
			if err := do(t); err != nil {
				return err
			}
			after = id(t)
		}
		if len(things) < page {
			return nil
		}
	}
}

// foreign refuses a target that holds what the source has not.
func foreign(ctx context.Context, from, to store.Moving) error {
	known := map[string]bool{}
	tableID := func(id string) string { return id }
	if err := each(ctx, from.TablesAfter, tableID, func(id string) error { known[id] = true; return nil }); err != nil {
		return err
	}
	err := each(ctx, to.TablesAfter, tableID, func(id string) error {
		if !known[id] {
			return fmt.Errorf("the target already holds other data (table %s); it must be empty, or hold an earlier part of this move", id)
		}
		return nil
	})
	if err != nil {
		return err
	}
	personID := func(p store.WholePerson) string { return p.ID }
	clear(known)
	if err := each(ctx, from.PeopleAfter, personID, func(p store.WholePerson) error { known[p.ID] = true; return nil }); err != nil {
		return err
	}
	return each(ctx, to.PeopleAfter, personID, func(p store.WholePerson) error {
		if !known[p.ID] {
			return fmt.Errorf("the target already holds other data (person %s); it must be empty, or hold an earlier part of this move", p.ID)
		}
		return nil
	})
}

func (r *Report) person(ctx context.Context, to store.Moving, p *store.WholePerson) error {
	if there, err := to.WholePerson(ctx, p.ID); err == nil && samePerson(there, p) {
		return nil
	}
	r.Copied++
	return to.PutPerson(ctx, p)
}

func (r *Report) table(ctx context.Context, from, to store.Moving, id string) error {
	w, err := from.Whole(ctx, id)
	if err != nil {
		return fmt.Errorf("table %s: %w", id, err)
	}
	if there, err := to.Whole(ctx, id); err == nil && same(there, w) {
		return nil
	}
	r.Copied++
	if err := to.Put(ctx, w); err != nil {
		return fmt.Errorf("table %s: %w", id, err)
	}
	there, err := to.Whole(ctx, id)
	if err == nil && !same(there, w) {
		err = errors.New("what was written is not what was read")
	}
	if err != nil {
		return fmt.Errorf("table %s: %w", id, err)
	}
	return nil
}

// botPlaces copies where bots stand.
func botPlaces(ctx context.Context, from, to store.Moving) error {
	list, err := from.BotPlaces(ctx)
	if err != nil {
		return err
	}
	for _, p := range list {
		if err := to.PlaceBots(ctx, p); err != nil && !errors.Is(err, store.ErrTaken) {
			return err
		}
	}
	return nil
}

// results copies the sequence of results. What is there of it already is its beginning.
func (r *Report) results(ctx context.Context, from, to store.Moving) error {
	for after := int64(0); ; {
		list, err := from.ResultsAfter(ctx, after, page)
		if err != nil {
			return err
		}
		there, err := to.ResultsAfter(ctx, after, page)
		if err != nil {
			return err
		}
		for i := range list {
			r.Results++
			after = list[i].Seq
			if i < len(there) {
				if !reflect.DeepEqual(there[i], list[i]) {
					return fmt.Errorf("the target already holds other data (result %d); it must be empty, or hold an earlier part of this move", there[i].Seq)
				}
				continue
			}
			r.Copied++
			if err := to.PutResult(ctx, &list[i]); err != nil {
				return fmt.Errorf("result %d: %w", list[i].Seq, err)
			}
		}
		if len(there) > len(list) {
			return fmt.Errorf("the target already holds other data (result %d); it must be empty, or hold an earlier part of this move", there[len(list)].Seq)
		}
		if len(list) < page {
			return nil
		}
	}
}

// conduct copies reports and the journal of what hosts did. What is there of the journal already is its beginning.
func (r *Report) conduct(ctx context.Context, from, to store.Moving) error {
	err := each(ctx, from.ReportsAfter, func(one store.Report) string { return one.ID }, func(one store.Report) error {
		if _, err := to.Report(ctx, one.ID); !errors.Is(err, store.ErrNotFound) {
			return err
		}
		r.Copied++
		return to.PutReport(ctx, &one)
	})
	if err != nil {
		return err
	}
	last, err := to.Deeds(ctx, "", 0, 1)
	if err != nil {
		return err
	}
	after := int64(0)
	if len(last) > 0 {
		after = last[0].N
	}
	for {
		list, err := from.DeedsAfter(ctx, after, page)
		if err != nil || len(list) == 0 {
			return err
		}
		for i := range list {
			r.Copied++
			after = list[i].N
			if err := to.PutDeed(ctx, &list[i]); err != nil {
				return fmt.Errorf("entry %d of the host's journal: %w", after, err)
			}
		}
	}
}

// samePerson reports whether the same is kept of a person.
func samePerson(a, b *store.WholePerson) bool {
	return a.Person == b.Person && equal(a.Tokens, b.Tokens) && reflect.DeepEqual(a.Account, b.Account) && equal(a.Passkeys, b.Passkeys) &&
		bytes.Equal(a.Codes.Salt, b.Codes.Salt) && equal(a.Codes.Hashes, b.Codes.Hashes) && equal(a.Friends, b.Friends) && equal(a.Shunned, b.Shunned) && a.HostSince == b.HostSince &&
		equal(a.Subscriptions, b.Subscriptions) && bytes.Equal(a.Notices, b.Notices)
}

// same reports whether the same is kept of a table.
func same(a, b *store.Whole) bool {
	return reflect.DeepEqual(a.Row, b.Row) && a.Last == b.Last && a.SnapshotAt == b.SnapshotAt && reflect.DeepEqual(a.Snapshot, b.Snapshot) &&
		equal(a.Entries, b.Entries) && equal(a.People, b.People) && equal(a.Chat, b.Chat) && reflect.DeepEqual(a.Analysis, b.Analysis)
}

// equal compares lists, of which an empty one may be nil.
func equal[T any](a, b []T) bool { return len(a) == 0 && len(b) == 0 || reflect.DeepEqual(a, b) }

// tournament copies a tournament with its journal if it is not there yet.
func (r *Report) tournament(ctx context.Context, from, to store.Moving, t store.Tournament) error {
	entries, err := from.TournamentEntries(ctx, t.ID, 0)
	if err != nil {
		return fmt.Errorf("tournament %s: %w", t.ID, err)
	}
	people, err := from.TournamentPeople(ctx, t.ID)
	if err != nil {
		return fmt.Errorf("tournament %s: %w", t.ID, err)
	}
	err = to.AppendTournament(ctx, &store.TournamentBatch{Entries: entries, Row: t, Add: people})
	if errors.Is(err, store.ErrTaken) {
		return nil // it is there
	}
	if err != nil {
		return fmt.Errorf("tournament %s: %w", t.ID, err)
	}
	r.Copied++
	return nil
}
