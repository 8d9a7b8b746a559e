package store

import "context"

// Friends keeps who wants to be whose friend. Two people are friends when each wants the other.
type Friends interface {
	// Befriend notes that a person wants another as a friend; again, it changes nothing. It refuses with ErrTooMany if the person wants most others already, and with
	// ErrNotFound if one of them has no account.
	Befriend(ctx context.Context, person, other string, at int64, most int) error
	// Unfriend forgets what two people want of each other.
	Unfriend(ctx context.Context, person, other string) error
	// FriendsOf returns whom a person wants and by whom the person is wanted, in the order of their ids.
	FriendsOf(ctx context.Context, person string) ([]Friend, error)
}

// Friend is somebody whom a person wants as a friend, or the other way round.
type Friend struct {
	Person string
	// Wants is since when the person wants them, and Wanted since when they want the person; 0: not.
	Wants, Wanted int64
}

// Both says that each wants the other.
func (f *Friend) Both() bool { return f.Wants != 0 && f.Wanted != 0 }

// Privacy is what a person has decided about who may know and ask what, in words of no meaning to the store but that an empty one means everybody.
type Privacy struct {
	// Profile says who may see the person's profile, Presence who may see that they are here, and Asked who may ask them to a table.
	Profile, Presence, Asked string
}
