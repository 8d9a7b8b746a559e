// Package sqlite keeps everything in one SQLite file.
//
// An append is acknowledged when it has been synced to the disk: WAL with synchronous=FULL. One goroutine
// at a time writes; it takes whatever waits into one transaction, so that many tables share one sync. Readers
// have connections of their own and do not wait for it, but for lists that show what is pending.
package sqlite

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"mirabilia/store"
	"mirabilia/store/writing"
)

// File is the name of the database in the data folder.
const File = "mirabilia.db"

const (
	// readers is how many reads go on at once.
	readers = 4
	// readerCache is how much each of them remembers, in KiB: the upper pages of the indexes of a large store, which it would otherwise fetch again for every row.
	readerCache = "&_pragma=cache_size(-4096)"
	// writerCache is how much the writer remembers, in KiB: the pages that a few thousand tables write to.
	writerCache = "&_pragma=cache_size(-16384)"
)

// Options are the host's choices.
type Options struct {
	// MaxBytes bounds the size of the database file; 0: no bound but the disk's. Beyond it appends are refused
	// with store.ErrFull.
	MaxBytes int64
	// CheckFor is how long Open may look for damage before it opens; 0: not at all.
	CheckFor time.Duration
	// Moving opens a store for a move of data: one that is filled in part is taken, and one that was filled does not count as used.
	Moving bool
	// crowd is pendingFrom, and calm is quiet, but for tests.
	crowd int
	calm  time.Duration
}

// DB is a store in a folder.
type DB struct {
	lock  folderLock
	write *sql.DB
	read  *sql.DB
	// byToken is the one reading statement that every request needs, and to parse it takes longer than to run it.
	byToken *sql.Stmt
	path    string
	// maxBytes bounds the file; 0: nothing does.
	maxBytes int64
	writes   *writing.Queue[func(*statements) error]
	// writer belongs to whoever writes.
	writer  *statements
	pending pending
	// crowd is how many writes a transaction has at least if its moves become pending.
	crowd int
	// quiet is how long no move became pending before some are settled.
	quiet time.Duration
	once  sync.Once
	// toScrub says that there was no space to scrub the file.
	toScrub atomic.Bool

	// checkpoint is the connection that copies the log into the file. The writer asks for it on logGrew and is told on copied;
	// checkpointed is closed when nobody copies any more.
	checkpoint      *sql.DB
	logGrew, copied chan struct{}
	checkpointed    chan struct{}
	// logPages is how many pages the log has grown by since it was copied; it belongs to the writer.
	logPages int
}

var _ store.Store = (*DB)(nil)

// Open opens the store in a folder, which is made if need be, and brings its schema up to date. The folder is
// locked against a second server.
func Open(ctx context.Context, folder string, o Options) (*DB, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("data folder %s: %w", folder, readOnlyIfDenied(err))
	}
	lock, err := lockFolder(folder)
	if err != nil {
		return nil, fmt.Errorf("data folder %s: %w", folder, readOnlyIfDenied(err))
	}
	db := &DB{lock: lock, path: filepath.Join(folder, File), maxBytes: o.MaxBytes, crowd: cmp.Or(o.crowd, pendingFrom), quiet: cmp.Or(o.calm, quiet),
		logGrew: make(chan struct{}), copied: make(chan struct{}, 1), checkpointed: make(chan struct{})}
	if err := db.open(ctx, o); err != nil {
		lock.Close()
		return nil, fmt.Errorf("data file %s: %w", db.path, explained(err))
	}
	db.writes = writing.NewQueue(1, group, db.writeAll)
	go db.checkpointAll()
	return db, nil
}

func (db *DB) open(ctx context.Context, o Options) (err error) {
	if err := cmp.Or(denied(db.path), createAsOwner(db.path)); err != nil {
		return err
	}
	if db.write, err = connect(db.path, "&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=wal_autocheckpoint(0)&_pragma=secure_delete(FAST)"+writerCache+maxPages(o.MaxBytes)); err != nil {
		return err
	}
	// One connection: pragmas and the transaction belong to it.
	db.write.SetMaxOpenConns(1)
	if err := quickCheck(ctx, db.write, o.CheckFor); err != nil {
		db.write.Close()
		return err
	}
	if err := migrate(ctx, db.write); err != nil {
		db.write.Close()
		return err
	}
	if !o.Moving {
		if err := arrived(ctx, db.write); err != nil {
			db.write.Close()
			return err
		}
	}
	if err := db.scrubLeft(ctx); err != nil {
		db.write.Close()
		return err
	}
	makePrivate(db.path)
	if db.read, err = connect(db.path, "&_pragma=query_only(1)"+readerCache); err != nil {
		db.write.Close()
		return err
	}
	if db.checkpoint, err = connect(db.path, "&_pragma=synchronous(FULL)"); err != nil {
		return errors.Join(err, db.read.Close(), db.write.Close())
	}
	db.checkpoint.SetMaxOpenConns(1)
	db.read.SetMaxOpenConns(readers)
	db.read.SetMaxIdleConns(readers)
	if db.byToken, err = db.read.PrepareContext(ctx, personByToken); err == nil {
		err = db.loadPending(ctx)
	}
	if err != nil {
		return errors.Join(err, db.checkpoint.Close(), db.closeReaders(), db.write.Close())
	}
	return nil
}

// makePrivate lets only the owner read the files, because they hold the seeds of running games; the folder may be open to others. SQLite gives
// files that it makes beside the data file later the same mode. It comes after migrate, which knows whether the file is ours.
func makePrivate(path string) {
	for _, beside := range []string{"", "-wal", "-shm"} {
		_ = os.Chmod(path+beside, 0o600) // a file that another user owns stays as that user wants it
	}
}

func connect(path, more string) (*sql.DB, error) {
	return connectLoosely(path, "&_pragma=foreign_keys(1)"+more)
}

// connectLoosely connects without a check of references between rows.
func connectLoosely(path, more string) (*sql.DB, error) {
	// The busy timeout comes first, so that the other pragmas may wait for a lock.
	return sql.Open("sqlite", "file:"+url.PathEscape(path)+"?_pragma=busy_timeout(5000)"+more)
}

func maxPages(bytes int64) string {
	if bytes <= 0 {
		return ""
	}
	return fmt.Sprintf("&_pragma=max_page_count(%d)", max(1, bytes/4096))
}

// Close finishes what is being written and closes the file.
func (db *DB) Close() error {
	var err error
	db.once.Do(func() {
		// It is no harm if this cannot be written: the next start reads what is pending.
		_ = db.writes.Submit(context.Background(), func(s *statements) error { return s.deleteRows(0) })
		db.writes.Close()
		<-db.checkpointed
		err = errors.Join(db.closeReaders(), db.checkpoint.Close(), db.closeWriter(), db.write.Close(), db.lock.Close())
	})
	return err
}

func (db *DB) closeReaders() (err error) {
	if db.byToken != nil {
		err = db.byToken.Close()
	}
	return errors.Join(err, db.read.Close())
}

// closeWriter gives back the writer's connection, after folding the write-ahead log into the file so that a
// stopped server leaves one file. It is no harm if it cannot: the next start does it.
func (db *DB) closeWriter() error {
	if db.writer == nil {
		return nil
	}
	_, _ = db.writer.conn.ExecContext(context.Background(), "PRAGMA wal_checkpoint(TRUNCATE)")
	db.writer.finalize()
	return db.writer.conn.Close()
}

// Backup copies the store of a folder, on which a server may be running, to a new file. It copies into a file beside the
// wanted one, checks the copy and only then gives it its name, so that a file of that name is always complete.
func Backup(ctx context.Context, folder, file string) error {
	path := filepath.Join(folder, File)
	if _, err := os.Stat(path); err != nil {
		return err
	}
	if _, err := os.Stat(file); err == nil {
		return fmt.Errorf("%s is already there", file)
	}
	db, err := connect(path, "")
	if err != nil {
		return err
	}
	defer db.Close()
	own, err := ownerOf(file)
	if err != nil {
		return err
	}
	part := file + ".part"
	if err := os.RemoveAll(part); err != nil {
		return err
	}
	defer os.RemoveAll(part)
	// The copy holds everything, the seeds of games that are being played included: only its owner may read it.
	empty, err := os.OpenFile(part, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if err := errors.Join(own.give(empty), empty.Close()); err != nil {
		return err
	}
	if _, err := db.ExecContext(ctx, "VACUUM INTO ?", part); err != nil {
		return explained(err)
	}
	if err := Check(ctx, part); err != nil {
		return fmt.Errorf("the copy is not whole: %w", err)
	}
	if err := syncFile(part); err != nil {
		return err
	}
	if err := os.Rename(part, file); err != nil {
		return err
	}
	return syncFile(filepath.Dir(file))
}

func syncFile(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// explained adds the cause to errors of which it is known.
func explained(err error) error {
	var e *sqlite.Error
	if !errors.As(err, &e) || errors.Is(err, store.ErrFull) || errors.Is(err, store.ErrDamaged) || errors.Is(err, store.ErrReadOnly) {
		return err
	}
	// On a full disk SQLite cannot extend the memory its connections share, and reports an I/O error.
	if e.Code() == sqlite3.SQLITE_IOERR_SHMSIZE {
		return fmt.Errorf("%w: %w", store.ErrFull, err)
	}
	switch e.Code() & 0xff {
	case sqlite3.SQLITE_FULL:
		return fmt.Errorf("%w: %w", store.ErrFull, err)
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		return fmt.Errorf("%w: %w", store.ErrDamaged, err)
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM:
		return fmt.Errorf("%w: %w", store.ErrReadOnly, err)
	}
	return err
}

func readOnlyIfDenied(err error) error {
	if errors.Is(err, os.ErrPermission) || isReadOnlyFS(err) {
		return fmt.Errorf("%w: %w", store.ErrReadOnly, err)
	}
	return err
}
