// Package store says what is kept for the server and how to ask for it: the journals of the tables, an
// index of them that can be searched, chat, analyses, and people. store/sqlite keeps it all in one file;
// store/storetest is the suite that every store passes.
package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
)

// Errors of a store. Any other error means that the store failed, for a reason that is not the caller's.
var (
	// ErrTaken refuses an append because another was first.
	ErrTaken = errors.New("the journal has gone on")
	// ErrNotFound says that there is no such thing.
	ErrNotFound = errors.New("not found")
	// ErrTooMany refuses a line of chat because its author has said as much as one may at a table.
	ErrTooMany = errors.New("too many")
	// ErrYourself refuses what a person can do about others only.
	ErrYourself = errors.New("this is the person's own")
	// ErrEnded refuses what a session has begun because the sessions of its account have ended meanwhile.
	ErrEnded = errors.New("the sessions of the account have ended")
	// ErrFull and ErrReadOnly are wrapped by errors that have these causes.
	ErrFull     = errors.New("no space is left for data")
	ErrReadOnly = errors.New("data cannot be written")
)

// Errors that are an ErrFull as well. What wraps neither of them was refused by the disk.
var (
	// ErrBound says that data has reached the bound that the host has set.
	ErrBound = fmt.Errorf("%w below the bound that the host has set", ErrFull)
	// ErrReserve says that no space is left but the reserve. It refuses writes that can wait, see CanWait.
	ErrReserve = fmt.Errorf("%w but a reserve, which this is not for", ErrFull)
)

type canWait struct{}

// CanWait returns a context whose writes can wait until there is space, if can says so. A store has a reserve as far as it knows how much space there is; when nothing else
// is left it refuses these writes with ErrReserve. So new guests, tables and chat are refused before games that are being played, sign-in, recovery and whatever makes room.
func CanWait(ctx context.Context, can bool) context.Context {
	return context.WithValue(ctx, canWait{}, can)
}

// Waits reports whether the writes of a context can wait until there is space.
func Waits(ctx context.Context) bool {
	can, _ := ctx.Value(canWait{}).(bool)
	return can
}

// IsRefusal reports whether a write was refused for a reason of its own, which changes nothing and concerns no other write.
func IsRefusal(err error) bool {
	return slices.ContainsFunc([]error{ErrTaken, ErrNotFound, ErrTooMany, ErrYourself, ErrEnded}, func(refusal error) bool { return errors.Is(err, refusal) })
}

// Journal keeps the journals of tables.
type Journal interface {
	// Append makes a batch durable, all or nothing, before it returns. If the table's last entry is not the
	// one that the batch names, or follows another past, it refuses with ErrTaken.
	Append(ctx context.Context, b *Batch) error
	// Entries returns a table's entries after the given number, in order; none if there is no such table.
	Entries(ctx context.Context, table string, after int64) ([][]byte, error)
	// Load returns a table's row, its latest snapshot and the entries after it, all of one moment; ErrNotFound
	// if there is no such table.
	Load(ctx context.Context, table string) (*Loaded, error)
	// Drop forgets a table with all that belongs to it, chat included. If the table's last entry is not the given one,
	// it refuses with ErrTaken.
	Drop(ctx context.Context, table string, last int64) error
}

// Batch is what one append adds to a table.
type Batch struct {
	// Last is the number of the last entry so far; 0 opens a new table. The batch's entries are numbered from
	// Last+1 on.
	Last    int64
	Entries [][]byte
	// After names the past that the batch follows, and Tip the past with the batch, in words that mean nothing to the store; no two pasts have the same name. The row keeps Tip,
	// and a batch that follows another past is refused though its number fits. A store that serves one node, which reads all that is there when it starts, leaves both aside.
	After, Tip string
	// Rewrite drops all earlier entries and snapshots. The batch's entries are numbered from Base+1 on, and the last
	// entry of the table is then the last of these, or Base if there are none.
	Rewrite bool
	Base    int64
	// Snapshot is the table after the batch's last entry. It replaces the snapshot before; nil keeps that one.
	Snapshot []byte
	// Row is the table's row in the index from now on, and People who it concerns.
	Row    Row
	People []Involved
	// NotBefore is when the clock of the store must be, in Unix milliseconds, for the batch to be taken; earlier it is refused with ErrTaken.
	// It protects people from a node with a wrong clock. A store that serves one node has the same clock and leaves it aside. 0: any time.
	NotBefore int64
	// Patient says that no other batch of the table is expected behind this one: a store that has much to write may let it wait a moment for those of other tables.
	Patient bool
}

// End returns the number of the table's last entry after the batch.
func (b *Batch) End() int64 {
	first := b.Last
	if b.Rewrite {
		first = b.Base
	}
	return first + int64(len(b.Entries))
}

// Loaded is what is kept of one table.
type Loaded struct {
	Row Row
	// Last is the number of the last entry, and Tip the name that the last batch gave to the past; empty if it gave none, or if the store serves one node.
	Last int64
	Tip  string
	// Snapshot is the table after the entry numbered SnapshotAt; nil if there is none, and then Entries are all.
	Snapshot   []byte
	SnapshotAt int64
	Entries    [][]byte
}

// StatusFinished is the status of a table whose game is over: the only one that means something to a store.
const StatusFinished = "finished"

// Row is a table in the index.
type Row struct {
	ID     string
	Game   string
	Status string
	// Owner is the person who opened the table.
	Owner  string
	Public bool
	// Open says that a seat can be taken.
	Open    bool
	Updated int64
	// Wake is when the table has something to do by itself; 0: never.
	Wake int64
	// Data is what lists show, of no meaning to the store.
	Data []byte
}

// Involved is a person concerned by a table.
type Involved struct {
	Person string
	// Turn says that the table waits for this person.
	Turn bool
}

// Tables is the index.
type Tables interface {
	// List returns public tables, the latest first.
	List(ctx context.Context, q Query) ([]Row, error)
	// OfPerson returns the tables that concern a person: those that wait for the person first, then the latest.
	// An empty status means all.
	OfPerson(ctx context.Context, person, status string, limit int) ([]Row, error)
	// Owned returns how many tables of one of the statuses a person owns that changed since the given time.
	Owned(ctx context.Context, person string, statuses []string, since int64) (int, error)
	// TablesAfter returns ids of tables that follow the given one, in the store's order; the empty id comes before all.
	TablesAfter(ctx context.Context, after string, limit int) ([]string, error)
	// Due returns the ids of tables whose Wake has come, the longest due first.
	Due(ctx context.Context, now int64, limit int) ([]string, error)
}

// Query asks for a page of tables.
type Query struct {
	Status string
	// Game restricts to one game if set.
	Game string
	// Open restricts to tables with an open seat.
	Open bool
	// Since leaves out tables that were last changed before it.
	Since int64
	// Before and BeforeID continue after the last row of the page before; zero: from the beginning.
	Before   int64
	BeforeID string
	Limit    int
}

// Chat keeps what people say at tables, apart from the journals: it has a life of its own, and a person can be
// forgotten without touching a game.
type Chat interface {
	// Say keeps a line and returns its number at its table. A line with the same table, person and command as an
	// earlier one is not kept again: its number is that of the earlier. A person who has already said most lines at
	// this table is refused with ErrTooMany.
	Say(ctx context.Context, l Line, most int) (int64, error)
	// Said returns the last lines of a table, in order.
	Said(ctx context.Context, table string, last int) ([]Line, error)
	// SaidBy returns what a person said anywhere, the latest first.
	SaidBy(ctx context.Context, person string, limit int) ([]Line, error)
}

// Line is one thing that a person said.
type Line struct {
	Table string
	// N is the number of the line at its table, from 1; the store gives it.
	N       int64
	Person  string
	Command string
	At      int64
	Text    string
}

// Analyses keeps what devices found out about finished games, for each at most one analysis of each person.
type Analyses interface {
	// PutAnalysis keeps an analysis and reports whether it did: an earlier one of the same person stays if the same network made it and it is
	// deeper. ErrNotFound if there is no such table.
	PutAnalysis(ctx context.Context, a Analysis) (bool, error)
	// Analyses returns those of a table, in the order of the persons.
	Analyses(ctx context.Context, table string) ([]Analysis, error)
}

// Analysis is what a device found out about a finished game.
type Analysis struct {
	Table string
	// Person is whose device computed it, and At when it was sent.
	Person string
	At     int64
	// Net names the network that it was computed with, and Depth says how much was spent on it.
	Net   string
	Depth int64
	// Data is the analysis itself, of no meaning to the store.
	Data []byte
}

// People keeps persons and what they prove themselves by. Of a token only its SHA-256 is ever given to a
// store.
type People interface {
	// AddPerson keeps a new person with the hash of its first token.
	AddPerson(ctx context.Context, p Person, hash []byte) error
	// PersonByToken returns the person a token stands for, and when the token was last marked as seen; ErrNotFound
	// if there is none.
	PersonByToken(ctx context.Context, hash []byte) (Person, int64, error)
	// Person returns a person by id; ErrNotFound if there is none.
	Person(ctx context.Context, id string) (Person, error)
	// Names returns the names of those of the people that are known.
	Names(ctx context.Context, people []string) (map[string]string, error)
	// Kept returns those of the people who have accounts.
	Kept(ctx context.Context, people []string) ([]string, error)
	// Rename gives a person another name.
	Rename(ctx context.Context, id, name string) error
	// Seen marks a token as used.
	Seen(ctx context.Context, hash []byte, at int64) error
	// RemoveTokens forgets all tokens of a person and returns how many there were.
	RemoveTokens(ctx context.Context, person string) (int, error)
	// Programs returns the programs that belong to a person and have a token, the oldest first.
	Programs(ctx context.Context, owner string) ([]Person, error)
}

// Person is a guest, or a program that plays for one.
type Person struct {
	ID   string
	Name string
	// Owner is the person a program belongs to; empty for guests.
	Owner   string
	Created int64
	// Kept says that the person has an account, Shuns that the person mutes or blocks somebody, Measured that the host has done something about the person, and Host
	// that the person is one. Only PersonByToken tells.
	Kept, Shuns, Measured, Host bool
	// Epoch is that of the account, and Limited until when the token is limited. Only PersonByToken tells. A program is kept with the epoch that its owner has when it is made.
	Epoch, Limited int64
}

// Self returns whom the person counts as: the owner of a program, or the person.
func (p Person) Self() string { return cmp.Or(p.Owner, p.ID) }

// Upkeep is what keeps a store from growing for ever. Every method removes at most limit things, the oldest first, and
// returns how many it removed.
type Upkeep interface {
	// Usage returns what is kept.
	Usage(ctx context.Context) (Usage, error)
	// ExpireTables forgets tables of a status that were last changed before the given time, with all that belongs to
	// them.
	ExpireTables(ctx context.Context, status string, before int64, limit int) (int, error)
	// ExpireExcess forgets tables of a status that were last changed before the given time and do nothing by themselves before calm: first those of the owner who has most of
	// them, until all have equally many, each owner's oldest first, and guests' before those of people with accounts. A program's belong to its owner. With guests it spares
	// tables that concern anybody with an account.
	ExpireExcess(ctx context.Context, status string, guests bool, before, calm int64, limit int) (int, error)
	// ExpireChat forgets lines that were said before the given time at tables that are over since before it.
	ExpireChat(ctx context.Context, before int64, limit int) (int, error)
	// ExpireTokens forgets the tokens of people that were last seen before the given time: of those who have an account, or of guests. With those of guests go
	// those of programs whose owner has no token left and no account: nobody could revoke them.
	ExpireTokens(ctx context.Context, kept bool, before int64, limit int) (int, error)
	// ExpireGuests forgets people without an account who came and were last seen before the given time and are at no table that is not over, with all that Forget
	// removes and with their programs. It returns who they were.
	ExpireGuests(ctx context.Context, before int64, limit int) ([]string, error)
	// ExpireReports forgets reports that were made before the given time, ExpireReportLines what was said around those that were decided before it, and ExpireDeeds
	// the journal's entries from before it that play no part any more at now.
	ExpireReports(ctx context.Context, before int64, limit int) (int, error)
	ExpireReportLines(ctx context.Context, before int64, limit int) (int, error)
	ExpireDeeds(ctx context.Context, before, now int64, limit int) (int, error)
	// ExpirePeople forgets people that were added before the given time, have no account and no token left, nor a program with one,
	// and are at no table. A program whose owner can still come back stays while somebody shuns it.
	ExpirePeople(ctx context.Context, before int64, limit int) (int, error)
	// ExpireWaiting forgets what nobody waits for any more at the given time, and names that are no longer held back; of each at most limit.
	ExpireWaiting(ctx context.Context, now int64, limit int) (int, error)
	// Announce notes when something was announced and returns when it was first; 0 only asks.
	Announce(ctx context.Context, what string, at int64) (int64, error)
	// Heartbeat notes that the server was alive at a time and returns the time noted before; 0 if there is none.
	Heartbeat(ctx context.Context, at int64) (int64, error)
}

// Retention is announced before guests are forgotten sooner than they were told.
const Retention = "retention"

// Usage is what a store holds.
type Usage struct {
	// Bytes are in use, of at most MaxBytes, of which Reserve are kept for writes that cannot wait. MaxBytes 0 means that only the disk bounds them.
	Bytes, MaxBytes, Reserve int64
	// Tables by status.
	Tables map[string]int64
	// Entries, Snapshots, Lines (of chat) and Analyses are how many there are.
	Entries, Snapshots, Lines, Analyses int64
	People, Tokens                      int64
}

// Store is all of it.
type Store interface {
	Journal
	Tables
	Chat
	Analyses
	People
	Accounts
	Friends
	Shunning
	Conduct
	Ratings
	BotPlaces
	Push
	Tournaments
	Upkeep
	// Ping performs a trivial write to check that the store is writable. ErrReserve says that it is, but only for what cannot wait; that reading works is certain with
	// any ErrFull.
	Ping(ctx context.Context) error
	// Close finishes what is being written.
	Close() error
}
