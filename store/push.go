package store

import "context"

// Push keeps where people are told things while no page of theirs is open, and what they want to be told.
type Push interface {
	// PushKeys returns the keys by which push services know this server. If there are none yet, it keeps those given; nil only asks. However many give some at
	// once, all get the same.
	PushKeys(ctx context.Context, made []byte) ([]byte, error)
	// DropPushKeys forgets the keys and with them all devices, which know no others, and returns how many devices there were.
	DropPushKeys(ctx context.Context) (int, error)
	// Subscribe keeps where a device can be reached, in the place of what was kept of the same session or address. It refuses with ErrTooMany if the person has most
	// others, and with ErrNotFound if the session is not the person's.
	Subscribe(ctx context.Context, s Subscription, most int) error
	// Subscriptions returns where a person can be reached, the oldest first. One whose session has ended is not among them.
	Subscriptions(ctx context.Context, person string) ([]Subscription, error)
	// Unsubscribe forgets one of a person's; ErrNotFound if there is none.
	Unsubscribe(ctx context.Context, person, id string) error
	// Reached notes that a push service took a message.
	Reached(ctx context.Context, id string, at int64) error
	// Awaited returns the tables that wait for people who can be reached, in the order of these people and then of the tables.
	Awaited(ctx context.Context) ([]Awaited, error)
	// SetNotices keeps what a person wants to be told, of no meaning to the store; ErrNotFound if there is no such person.
	SetNotices(ctx context.Context, person string, data []byte) error
	// Notices returns it; nil if nothing was kept.
	Notices(ctx context.Context, person string) ([]byte, error)
	// ExpireSubscriptions forgets those whose session has ended, or whose page was not seen since the given time; at most limit, and returns how many it forgot.
	ExpireSubscriptions(ctx context.Context, before int64, limit int) (int, error)
}

// Subscription is where a device can be reached.
type Subscription struct {
	ID     string
	Person string
	// Token is the hash of the token of the session to which it belongs.
	Token []byte
	// Endpoint is the address at the push service, and Key and Auth are what messages are encrypted with.
	Endpoint  string
	Key, Auth []byte
	// Agent is the kind of browser.
	Agent string
	// Created is when it was made, Seen when its page was last seen, and Reached when the push service last took a message; 0: never.
	Created, Seen, Reached int64
}

// Awaited is a table that waits for a person.
type Awaited struct {
	Person string
	Table  string
	// Data is what lists show of the table.
	Data []byte
}
