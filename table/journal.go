package table

import (
	"context"

	"mirabilia/api"
)

// Store is where tables are kept: for each a journal, an append-only list of entries numbered from 1. The journal is
// the truth; what a table holds in memory follows from it. Names and chat are kept apart, because they belong to
// people and not to games.
type Store interface {
	// Append makes a batch durable, all or nothing. When another was first it refuses with the code game.Conflict and the
	// reason ReasonSeqTaken. After any other error the batch may or may not have become durable.
	Append(ctx context.Context, id string, b *Batch) error
	// Load returns what is kept of a table; nil if there is no such table.
	Load(ctx context.Context, id string) (*Loaded, error)
	// Read returns the entries after the given number, in order. A table that does not exist has none.
	Read(ctx context.Context, id string, after int64) ([][]byte, error)
	// Drop forgets a table whose last entry is the given one, and refuses like Append.
	Drop(ctx context.Context, id string, last int64) error
	// Owned returns how many tables a person owns that wait or are played and changed since the given time.
	Owned(ctx context.Context, person string, since int64) (int, error)
	// Names returns the names of those of the people that are known.
	Names(ctx context.Context, people []string) (map[string]string, error)
	// Kept returns those of the people whose names are their own.
	Kept(ctx context.Context, people []string) ([]string, error)
	// Say keeps a line of chat and returns its number at its table; see mirabilia/store. A person who has already said
	// most lines is refused with the code game.TooMany.
	Say(ctx context.Context, id string, l Line, most int) (int64, error)
	// Said returns the last lines of a table's chat, in order.
	Said(ctx context.Context, id string, last int) ([]Line, error)
}

// Batch is what one append adds to a table.
type Batch struct {
	// Last is the number of the last entry so far; 0 opens a table. Entries are numbered from there on.
	Last    int64
	Entries [][]byte
	// After names the past that the batch follows, and Tip the past with the batch, see point. A store that several nodes use refuses a batch that follows another past
	// as if another had been first.
	After, Tip string
	// Rewrite drops all earlier entries and snapshots; the batch's entries are numbered from Base on.
	Rewrite bool
	Base    int64
	// Snapshot is the table after the last entry; nil keeps the snapshot there is.
	Snapshot []byte
	Summary  *Summary
	// NotBefore is when the store's own clock must be for the batch to be taken, where the store has one; before, it refuses as if another
	// had been first. 0: any time.
	NotBefore int64
	// Patient says that no other batch of the table is expected behind this one, which may therefore wait a moment for those of other tables.
	Patient bool
	// CanWait says that no game needs the batch: a store that has only a reserve of space left may refuse it.
	CanWait bool
}

// Loaded is what is kept of a table.
type Loaded struct {
	// Snapshot is the table after one of its entries, and Entries are those that follow it; without a snapshot they
	// are all.
	Snapshot []byte
	Entries  [][]byte
	// Tip is the name that the past was given last; empty in a store that serves one node.
	Tip string
	// Last is the number of the last entry; 0 in a store that does not say.
	Last int64
	// Summary is the table's summary as it was stored last, see ReadSummary.
	Summary []byte
}

// Line is one thing that a person said.
type Line struct {
	N       int64
	Person  string
	Command string
	At      int64
	Text    string
}

// Summary is what lists of tables show and what wakes sleeping tables. It follows from the journal and is
// kept beside it so that it can be searched.
type Summary struct {
	api.TableSummary
	// Wake is when the table has something to do by itself (a clock runs out, a bot must move), in Unix
	// milliseconds; 0 means never.
	Wake int64
	// People concerned: those who hold a seat, and the owner.
	People []Involved
	// Late is the seat because of which a game was aborted; nil if it was not.
	Late *int
	// Figures are those of the seats of a finished game; games that ended before they were kept have none.
	Figures []SeatFigures
}

// Involved is a person at a table.
type Involved struct {
	Person string
	// Turn says that the person must decide.
	Turn bool
}

// SeatFigures is what a finished game says about how a seat was played. It is kept with the row of the table, so that nobody need read whole games to tell how somebody plays.
type SeatFigures struct {
	// Moves is how many decisions the person took, and Pace the median of the milliseconds they took.
	Moves int   `json:"moves,omitempty"`
	Pace  int64 `json:"pace,omitempty"`
	// Stalled says that the person ran out of time after more than a third of the clock on one decision.
	Stalled bool `json:"stalled,omitempty"`
	// Wonders are the ids of the wonders that the seat has built, or whose city it played.
	Wonders []string `json:"wonders,omitempty"`
	// Parts are the points by the categories of the game; none if the rules did not count.
	Parts []int `json:"parts,omitempty"`
}
