package store

import "context"

// Tournaments keeps tournaments, each as a journal of its own with a row in an index. A journal is read from its first entry: it is short.
type Tournaments interface {
	// AppendTournament makes a batch durable, all or nothing, before it returns. If the tournament's last entry is not the one that the batch names, it refuses with
	// ErrTaken.
	AppendTournament(ctx context.Context, b *TournamentBatch) error
	// TournamentEntries returns a tournament's entries after the given number, in order; ErrNotFound if there is no such tournament.
	TournamentEntries(ctx context.Context, id string, after int64) ([][]byte, error)
	// Tournaments returns tournaments: those that are not over in the order of their beginnings, or those that are, the latest first.
	Tournaments(ctx context.Context, q TournamentQuery) ([]Tournament, error)
	// DueTournaments returns the ids of tournaments whose Wake has come, the longest due first.
	DueTournaments(ctx context.Context, now int64, limit int) ([]string, error)
	// TournamentPeople returns whom a tournament concerns, in the order of their ids.
	TournamentPeople(ctx context.Context, id string) ([]string, error)
	// Statuses returns the statuses of those of the tables that exist.
	Statuses(ctx context.Context, tables []string) (map[string]string, error)
}

// TournamentBatch is what one append adds to a tournament.
type TournamentBatch struct {
	// Last is the number of the last entry so far; 0 opens a new tournament.
	Last    int64
	Entries [][]byte
	// Row is the tournament's row from now on.
	Row Tournament
	// Add and Remove are people whom it concerns from now on, or no longer.
	Add, Remove []string
}

// End returns the number of the tournament's last entry after the batch.
func (b *TournamentBatch) End() int64 { return b.Last + int64(len(b.Entries)) }

// Tournament is a tournament in the index.
type Tournament struct {
	ID string
	// Public ones are in the lists of everybody; Asked says that the host is asked to make it one.
	Public, Asked bool
	// Over says that it has ended, or was called off.
	Over   bool
	Begins int64
	// Wake is when it has something to do by itself; 0: never.
	Wake int64
	// Data is what lists show, of no meaning to the store.
	Data []byte
}

// TournamentQuery asks for tournaments.
type TournamentQuery struct {
	Over bool
	// Public, Asked and Person restrict to public ones, to those that wait for the host, and to those that concern a person, if set.
	Public, Asked bool
	Person        string
	Limit         int
}
