package sqlite

import (
	"context"
	"errors"
	"os"

	"mirabilia/store"
)

// A part of the space is kept for writes that cannot wait (store.CanWait): of what the host allows for the file, and of the disk as far as nobody else takes it.
const (
	// reservePart is the part of the whole that is kept, but at most mostReserve; and of the host's bound at least leastReserve.
	reservePart  = 12
	leastReserve = 16 * pageSize
	mostReserve  = 64 << 20
	// mostDiskReserve is more than the log grows before it is copied, see checkpointAfter.
	mostDiskReserve = 32 << 20
)

// reserveOf returns the reserve of a file that may have so many bytes; 0 if nothing bounds it.
func reserveOf(bound int64) int64 {
	if bound <= 0 {
		return 0
	}
	return min(max(bound/reservePart, leastReserve), mostReserve)
}

// roomToSpare refuses with store.ErrReserve if no space is left but the reserve. What a transaction has written so far counts.
func (db *DB) roomToSpare(s *statements) error {
	var pages, unused int64
	for pragma, n := range map[string]*int64{"PRAGMA page_count": &pages, "PRAGMA freelist_count": &unused} {
		if err := s.row(pragma).Scan(n); err != nil {
			return err
		}
	}
	if db.maxBytes > 0 && (pages-unused)*pageSize > db.maxBytes-reserveOf(db.maxBytes) {
		return store.ErrReserve
	}
	free, whole, known := diskSpace(db.path)
	file, err := os.Stat(db.path)
	if !known || err != nil {
		return err
	}
	// The file has yet to grow by what is in the log alone.
	if owed := max(0, pages*pageSize-file.Size()); free < min(whole/reservePart, mostDiskReserve)+owed {
		// Once the log is copied, it begins anew and takes no more of the disk for as long as it was.
		db.logPages = max(db.logPages, checkpointAfter)
		return store.ErrReserve
	}
	return nil
}

// bounded says of an error for want of space whether the host's bound is the cause, which SQLite reports like a full disk.
func (db *DB) bounded(err error) error {
	if db.maxBytes <= 0 || !errors.Is(err, store.ErrFull) {
		return err
	}
	var pages int64
	if e := db.read.QueryRowContext(context.Background(), "PRAGMA page_count").Scan(&pages); e != nil || (pages+boundNear)*pageSize < db.maxBytes {
		return err
	}
	return errors.Join(store.ErrBound, err)
}

// boundNear is how many pages a transaction may need at once: a file that is so near to its bound has met it.
const boundNear = 16
