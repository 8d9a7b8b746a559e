//go:build unix

package sqlite

import (
	"syscall"
	"testing"
)

// A folder that was given back can be taken at once, also if another process had its lock file open meanwhile: every process that this one
// starts has, for a moment.
func TestFolderIsGivenBack(t *testing.T) {
	folder := t.TempDir()
	db, err := Open(t.Context(), folder, Options{})
	if err != nil {
		t.Fatal(err)
	}
	inherited, err := syscall.Dup(int(db.lock.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Close(inherited)
	if _, err := Open(t.Context(), folder, Options{}); err == nil {
		t.Error("two use the folder at once")
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if db, err = Open(t.Context(), folder, Options{}); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}
