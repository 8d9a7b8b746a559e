package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// What a person asked to be forgotten must not be left in the files. Deleted rows are overwritten (secure_delete), but copies of them may be
// in the write-ahead log, in pages that were free before, and where rows were moved. So after a person was forgotten the file is written anew and the log
// is emptied. Until that is done a mark is in the file, and the next start does it.

// Marks of the file, kept as its user_version.
const (
	clean   = 0
	toScrub = 1
)

// scrubAfter has the file scrubbed once the transaction is over, and the outcome told to done.
func (s *statements) scrubAfter(done chan<- error) error {
	s.scrubbed = append(s.scrubbed, done)
	return mark(s.conn, toScrub)
}

func mark(db executor, version int) error {
	_, err := db.ExecContext(context.Background(), fmt.Sprintf("PRAGMA user_version = %d", version))
	return err
}

// executor is a connection, or a database that has one.
type executor interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// errBusy says that a reader kept the log from being emptied.
var errBusy = errors.New("the write-ahead log is still read from")

// scrub writes the file anew and empties the log.
func scrub(db executor) error {
	ctx := context.Background()
	if _, err := db.ExecContext(ctx, "VACUUM"); err != nil {
		return err
	}
	if err := mark(db, clean); err != nil {
		return err
	}
	for end := time.Now().Add(scrubTime); ; {
		var busy, pages, moved int
		err := db.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &pages, &moved)
		if err != nil || busy == 0 {
			return err
		}
		if time.Now().After(end) {
			return errBusy // the next checkpoint does it
		}
	}
}

// scrubTime is how long readers may keep the log from being emptied; each attempt waits for the busy timeout.
const scrubTime = 30 * time.Second

// scrubLeft finishes what a server was stopped in the middle of.
func scrubLeft(ctx context.Context, db *sql.DB) error {
	var version int
	if err := db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil || version != toScrub {
		return err
	}
	return scrub(db)
}
