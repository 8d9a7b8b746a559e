package store

import (
	"cmp"
	"context"
	"errors"
	"slices"
)

// Moving is what a store offers so that all of it can be moved to another.
type Moving interface {
	Store
	// TablesAfter returns ids of tables that follow the given one, in the store's order; the empty id comes before all.
	TablesAfter(ctx context.Context, after string, limit int) ([]string, error)
	// Whole returns everything that is kept of a table; ErrNotFound if there is no such table.
	Whole(ctx context.Context, table string) (*Whole, error)
	// Put keeps a table in the place of whatever was kept of it.
	Put(ctx context.Context, w *Whole) error
	// PeopleAfter returns people that follow the given one, in the store's order, with their tokens; WholePerson returns one, or ErrNotFound.
	WholePerson(ctx context.Context, id string) (*WholePerson, error)
	PeopleAfter(ctx context.Context, after string, limit int) ([]WholePerson, error)
	// PutPerson keeps a person in the place of whatever was kept of them. Guests come before their programs.
	PutPerson(ctx context.Context, p *WholePerson) error
	// PutResult keeps a result with its number and what it changed. It comes after the people whom it concerns, and after the results before it.
	PutResult(ctx context.Context, r *Rated) error
	// ReportsAfter returns reports that follow the given one, in the store's order, DeedsAfter the journal after the given number. PutReport and PutDeed keep one that is not
	// there yet. They come after the people whom they concern.
	ReportsAfter(ctx context.Context, after string, limit int) ([]Report, error)
	PutReport(ctx context.Context, r *Report) error
	DeedsAfter(ctx context.Context, n int64, limit int) ([]Deed, error)
	PutDeed(ctx context.Context, d *Deed) error
	// TournamentsAfter returns tournaments that follow the given one, in the store's order. AppendTournament keeps them.
	TournamentsAfter(ctx context.Context, after string, limit int) ([]Tournament, error)
	// LastHeartbeat returns when a server was last alive; 0 if never.
	LastHeartbeat(ctx context.Context) (int64, error)
}

// Whole is everything that is kept of a table.
type Whole struct {
	Row  Row
	Last int64
	// Entries are all that are kept, up to the one numbered Last.
	Entries    [][]byte
	Snapshot   []byte
	SnapshotAt int64
	// People are in the order of their ids.
	People []Involved
	Chat   []Line
	// Analysis is nil if there is none.
	Analysis *Analysis
}

// AnalysisOrNone takes what Analysis returns; nil if there is none.
func AnalysisOrNone(a Analysis, err error) (*Analysis, error) {
	if errors.Is(err, ErrNotFound) {
		return nil, nil
	}
	return &a, err
}

// WholePerson is a person with the hashes of their tokens, in order, and their account if they have one.
type WholePerson struct {
	Person
	Tokens   []Token
	Account  *Account
	Passkeys []Passkey
	Codes    Codes
	// Friends are those whom the person wants, in the order of their ids; who wants the person is kept with the others.
	Friends []Friend
	// Shunned are in the order in which Shunning returns them.
	Shunned []Shunned
	// HostSince is since when the person is a host; 0: not.
	HostSince int64
	// Subscriptions are where the person can be reached, and Notices what they want to be told; nil if nothing was kept.
	Subscriptions []Subscription
	Notices       []byte
}

// Complete adds to people who they are beyond their names: their tokens, which it is told, and their accounts.
func Complete(ctx context.Context, from interface {
	Accounts
	Friends
	Shunning
	Push
}, list []WholePerson, tokens func(person string) ([]Token, error)) error {
	for i := range list {
		p := &list[i]
		var err error
		if p.Tokens, err = tokens(p.ID); err != nil {
			return err
		}
		if p.Shunned, err = from.Shunned(ctx, p.ID); err != nil {
			return err
		}
		if p.Subscriptions, err = from.Subscriptions(ctx, p.ID); err != nil {
			return err
		}
		if p.Notices, err = from.Notices(ctx, p.ID); err != nil {
			return err
		}
		a, err := from.Account(ctx, p.ID)
		if errors.Is(err, ErrNotFound) {
			continue
		}
		if err != nil {
			return err
		}
		p.Account = &a
		if p.Passkeys, err = from.Passkeys(ctx, p.ID); err != nil {
			return err
		}
		if p.Codes, err = from.Codes(ctx, p.ID); err != nil {
			return err
		}
		friends, err := from.FriendsOf(ctx, p.ID)
		if err != nil {
			return err
		}
		for _, f := range friends {
			if f.Wants != 0 {
				p.Friends = append(p.Friends, Friend{Person: f.Person, Wants: f.Wants})
			}
		}
		slices.SortFunc(p.Friends, func(a, b Friend) int { return cmp.Compare(a.Person, b.Person) })
	}
	return nil
}

// Token is the hash of a token, and when it was last marked as seen.
type Token struct {
	Hash []byte
	Seen int64
	// Agent is the kind of browser that it was given to.
	Agent string
	// Verified is when the person last proved to be it by a passkey with this token; 0: never.
	Verified int64
}
