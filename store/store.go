// Package store defines what the server stores: the journals of the tables, an
// index of them that can be searched, and the people. store/sqlite keeps it in one file;
// store/storetest is the suite that every store passes.
package store

import (
	"context"
	"errors"
)

// Errors of a store. Any other error is an internal failure, not the caller's fault.
var (
	// ErrTaken refuses an append because another was first.
	ErrTaken = errors.New("the journal has gone on")
	// ErrNotFound means that the thing does not exist.
	ErrNotFound = errors.New("not found")
	// ErrFull and ErrReadOnly are wrapped by errors that have these causes.
	ErrFull     = errors.New("no space is left for data")
	ErrReadOnly = errors.New("data cannot be written")
)

// Journal keeps the journals of tables.
type Journal interface {
	// Append makes a batch durable, all or nothing, before it returns. If the table's last entry is not the
	// one that the batch names, it refuses with ErrTaken.
	Append(ctx context.Context, b *Batch) error
	// Entries returns a table's entries after the given number, in order; none if there is no such table.
	Entries(ctx context.Context, table string, after int64) ([][]byte, error)
}

// Batch is what one append adds to a table.
type Batch struct {
	// Last is the number of the last entry so far; 0 opens a new table. The batch's entries are numbered from
	// Last+1 on.
	Last    int64
	Entries [][]byte
	// Row is the table's row in the index from now on, and People who it concerns.
	Row    Row
	People []Involved
}

// Row is a table in the index.
type Row struct {
	ID      string
	Game    string
	Status  string
	Public  bool
	Updated int64
	// Wake is when the table must act without a command; 0: never.
	Wake int64
	// Data is shown in lists; the store does not interpret it.
	Data []byte
}

// Involved is a person concerned by a table.
type Involved struct {
	Person string
	// Turn reports whether the table waits for this person.
	Turn bool
}

// Tables is the index.
type Tables interface {
	// List gives public tables, the latest first.
	List(ctx context.Context, q Query) ([]Row, error)
	// OfPerson returns the tables that concern a person: those that wait for the person first, then the latest.
	// An empty status means all.
	OfPerson(ctx context.Context, person, status string, limit int) ([]Row, error)
	// Due returns the ids of tables whose Wake has come, the longest due first.
	Due(ctx context.Context, now int64, limit int) ([]string, error)
}

// Query asks for a page of tables.
type Query struct {
	Status string
	// Game restricts to one game if set.
	Game string
	// Since leaves out tables that were last changed before it.
	Since int64
	// Before and BeforeID continue after the last row of the page before; zero: from the beginning.
	Before   int64
	BeforeID string
	Limit    int
}

// People keeps persons and what they prove themselves by. Of a token only its SHA-256 is ever given to a
// store.
type People interface {
	// AddPerson keeps a new person with the hash of its first token.
	AddPerson(ctx context.Context, p Person, hash []byte) error
	// PersonByToken returns the person a token stands for, and when the token was last marked as seen; ErrNotFound
	// if there is none.
	PersonByToken(ctx context.Context, hash []byte) (Person, int64, error)
	// Rename changes a person's name.
	Rename(ctx context.Context, id, name string) error
	// Seen marks a token as used.
	Seen(ctx context.Context, hash []byte, at int64) error
	// RemoveTokens removes all tokens of a person and returns how many there were.
	RemoveTokens(ctx context.Context, person string) (int, error)
	// Programs returns the programs that belong to a person and have a token, the oldest first.
	Programs(ctx context.Context, owner string) ([]Person, error)
	// Prune forgets the tokens of people (not of programs) that were last seen before then.
	Prune(ctx context.Context, before int64) (int, error)
}

// Person is a guest, or a program that plays for one.
type Person struct {
	ID   string
	Name string
	// Owner is the person a program belongs to; empty for guests.
	Owner   string
	Created int64
}

// Store is all of it.
type Store interface {
	Journal
	Tables
	People
	// Ping writes something of no meaning, to learn whether the store can.
	Ping(ctx context.Context) error
	// Close finishes what is being written.
	Close() error
}
