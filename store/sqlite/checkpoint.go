package sqlite

import "context"

// Frames of the write-ahead log are copied into the file ("checkpointed") by a goroutine with a connection of its own, while the writer goes on:
// within a commit, as SQLite does it by itself, the copying of a thousand pages would keep everybody waiting. What was written
// meanwhile is then copied by the writer, between two transactions: only when nothing is left does the log begin anew instead of growing.

// checkpointAfter is how many pages, by estimate, the log grows before it is copied.
const checkpointAfter = 4000

// Estimates of what a write adds to the log.
const (
	pageSize      = 4096
	pagesPerWrite = 4
	// pagesPerRow is for a row of the table pending that is added or deleted, besides what is in it.
	pagesPerRow = 2
)

// checkpointAll copies the log whenever the writer asks for it.
func (db *DB) checkpointAll() {
	defer close(db.checkpointed)
	for {
		select {
		case <-db.logGrew:
		case <-db.writes.Stopping():
			return
		}
		// An error is no harm: everything is in the log, which is copied next time or at the next start.
		_, _ = db.checkpoint.Exec(passiveCheckpoint)
		select {
		case db.copied <- struct{}{}:
		default: // the writer has not written since it was told last
		}
	}
}

// passiveCheckpoint copies what it can without waiting for anyone.
const passiveCheckpoint = "PRAGMA wal_checkpoint(PASSIVE)"

// grew notes that the log has grown, and asks for a checkpoint if it is time.
func (db *DB) grew(pages int) {
	if db.logPages += pages; db.logPages < checkpointAfter {
		return
	}
	select {
	case db.logGrew <- struct{}{}:
		db.logPages = 0
	default: // one is under way
	}
}

// copyRest copies what was written during a checkpoint, if there was one.
func (db *DB) copyRest() {
	select {
	case <-db.copied:
		if db.writer != nil {
			_, _ = db.writer.conn.ExecContext(context.Background(), passiveCheckpoint)
		}
	default:
	}
}
