//go:build unix

package sqlite

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// folderLock keeps a second server out of a folder. It ends with the process, however that ends.
type folderLock struct{ *os.File }

// Close gives the folder back. To close the file would not be enough: a process that is being started at this moment has it open, too, until
// its program runs.
func (l folderLock) Close() error {
	return errors.Join(syscall.Flock(int(l.Fd()), syscall.LOCK_UN), l.File.Close())
}

func lockFolder(folder string) (l folderLock, err error) {
	path := filepath.Join(folder, "lock")
	if err := createAsOwner(path); err != nil {
		return l, err
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return l, cmp.Or(denied(path), err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		return l, fmt.Errorf("another server uses it: %w", err)
	}
	return folderLock{f}, nil
}

func isReadOnlyFS(err error) bool { return errors.Is(err, syscall.EROFS) }
