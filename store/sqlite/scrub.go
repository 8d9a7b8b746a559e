package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"mirabilia/store"
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
func (db *DB) scrubLeft(ctx context.Context) error {
	var version int
	if err := db.write.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil || version != toScrub {
		return err
	}
	return db.scrubbedAll(explained(scrub(db.write)))
}

// roomToScrub reports whether the disk has room for the file once more, as far as that is known.
func (db *DB) roomToScrub(ctx context.Context) bool {
	free, _, known := diskSpace(db.path)
	var pages int64
	err := db.read.QueryRowContext(ctx, "PRAGMA page_count").Scan(&pages)
	return !known || err == nil && free > pages*pageSize
}

// scrubbedAll takes the outcome of scrubbing. It takes as much space as the whole file: if there is too little, the mark stays, and the next sign of life tries again.
func (db *DB) scrubbedAll(err error) error {
	full := errors.Is(err, store.ErrFull)
	db.toScrub.Store(full)
	if full {
		err = nil
	}
	return err
}
