package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"mirabilia/store"
)

// quickCheck looks for damage for as long as it may. Damage that it has no time to find shows when it is met.
func quickCheck(ctx context.Context, db *sql.DB, atMost time.Duration) error {
	if atMost <= 0 {
		return nil
	}
	limited, cancel := context.WithTimeout(ctx, atMost)
	defer cancel()
	err := said(limited, db, "PRAGMA quick_check(5)")
	if limited.Err() != nil && ctx.Err() == nil && !errors.Is(err, store.ErrDamaged) {
		return nil // the time is up
	}
	return err
}

// said runs a pragma that says "ok" or what is wrong.
func said(ctx context.Context, db *sql.DB, pragma string) error {
	rows, err := db.QueryContext(ctx, pragma)
	if err != nil {
		return explained(err)
	}
	defer rows.Close()
	var lines []string
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			return explained(err)
		}
		lines = append(lines, line)
	}
	if err := rows.Err(); err != nil {
		return explained(err)
	}
	if len(lines) == 1 && lines[0] == "ok" {
		return nil
	}
	return fmt.Errorf("%w: %s", store.ErrDamaged, strings.Join(lines, "; "))
}

// Check reads a database file through and reports damage, and whether it is one of ours.
func Check(ctx context.Context, file string) error {
	if _, err := os.Stat(file); err != nil {
		return err
	}
	db, err := connect(file, "&_pragma=query_only(1)")
	if err != nil {
		return err
	}
	defer db.Close()
	if err := said(ctx, db, "PRAGMA integrity_check(5)"); err != nil {
		return err
	}
	var id int
	if err := db.QueryRowContext(ctx, "PRAGMA application_id").Scan(&id); err != nil {
		return explained(err)
	}
	if id != applicationID {
		return errors.New("the file is not a copy of Mirabilia's data")
	}
	rows, err := db.QueryContext(ctx, "PRAGMA foreign_key_check")
	if err != nil {
		return explained(err)
	}
	defer rows.Close()
	if rows.Next() {
		return fmt.Errorf("%w: a row refers to one that is not there", store.ErrDamaged)
	}
	return rows.Err()
}

// Restore puts a copy made by Backup in the place of a folder's data, of which no server may be running. What was there is kept
// beside it; its name is returned, empty if there was nothing. The write-ahead log of the old data goes with it: over the
// copy it would spoil it without a word.
func Restore(ctx context.Context, file, folder string, now time.Time) (kept string, err error) {
	if err := Check(ctx, file); err != nil {
		return "", fmt.Errorf("%s: %w", file, err)
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", fmt.Errorf("data folder %s: %w", folder, readOnlyIfDenied(err))
	}
	path := filepath.Join(folder, File)
	own, err := ownerOf(path)
	if err != nil {
		return "", err
	}
	lock, err := lockFolder(folder)
	if err != nil {
		return "", fmt.Errorf("data folder %s: %w", folder, readOnlyIfDenied(err))
	}
	defer lock.Close()
	part := path + ".part"
	defer os.Remove(part)
	if err := copyFile(file, part, own); err != nil {
		return "", err
	}
	if kept, err = setAside(path, now); err != nil {
		return kept, err
	}
	if err := os.Rename(part, path); err != nil {
		return kept, err
	}
	return kept, syncFile(folder)
}

// setAside renames a database and what belongs to it, so that it can still be opened.
func setAside(path string, now time.Time) (kept string, err error) {
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		return "", errors.Join(removeIfThere(path+"-wal"), removeIfThere(path+"-shm"))
	}
	name := strings.TrimSuffix(path, ".db") + "-before-" + now.UTC().Format("20060102T150405")
	kept = name + ".db"
	for n := 2; ; n++ {
		if _, err := os.Stat(kept); errors.Is(err, os.ErrNotExist) {
			break
		} else if err != nil {
			return "", err
		}
		kept = fmt.Sprintf("%s-%d.db", name, n)
	}
	// The log first: if this ends in between, old data without its last changes are still whole.
	if err := os.Rename(path+"-wal", kept+"-wal"); err != nil && !errors.Is(err, os.ErrNotExist) {
		return "", err
	}
	return kept, errors.Join(os.Rename(path, kept), removeIfThere(path+"-shm"))
}

func removeIfThere(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// copyFile copies a file for its owner, down to the disk.
func copyFile(from, to string, own owner) error {
	data, err := os.Open(from)
	if err != nil {
		return err
	}
	defer data.Close()
	if err := removeIfThere(to); err != nil {
		return err
	}
	f, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if err = own.give(f); err == nil {
		_, err = f.ReadFrom(data)
	}
	return errors.Join(err, f.Sync(), f.Close())
}
