//go:build unix

package sqlite

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"

	"mirabilia/store"
)

// owner is whose a new file is to be, and who may read it. A host may run a command as root on a folder that belongs to the server's user: what root
// leaves there must be that user's.
type owner struct {
	uid, gid int
	mode     fs.FileMode
}

// ownerOf returns the owner of a new file: that of the file it replaces, or else of the folder. Only root can give a file to another user; without it, a file of
// another user is not replaced.
func ownerOf(path string) (owner, error) {
	info, err := os.Stat(path)
	replaced := err == nil
	if errors.Is(err, fs.ErrNotExist) {
		info, err = os.Stat(filepath.Dir(path))
	}
	if err != nil {
		return owner{}, err
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return owner{-1, -1, 0o600}, nil
	}
	o := owner{int(stat.Uid), int(stat.Gid), 0o600}
	if replaced {
		o.mode = info.Mode().Perm()
	}
	switch {
	case os.Geteuid() == 0, replaced && o.uid == os.Geteuid():
		return o, nil
	case replaced:
		return o, fmt.Errorf("%w: %s belongs to %s, and a file in its place would belong to %s; run this as %s or as root", store.ErrReadOnly, path, userName(o.uid), userName(os.Geteuid()), userName(o.uid))
	}
	return owner{-1, -1, o.mode}, nil
}

// give makes a new file the owner's.
func (o owner) give(f *os.File) error {
	if o.uid >= 0 {
		if err := f.Chown(o.uid, o.gid); err != nil {
			return fmt.Errorf("%s cannot be given to %s: %w", f.Name(), userName(o.uid), err)
		}
	}
	return f.Chmod(o.mode)
}

// createAsOwner makes an empty file for its owner if there is none.
func createAsOwner(path string) error {
	if _, err := os.Stat(path); err == nil || os.Geteuid() != 0 {
		return nil
	}
	o, err := ownerOf(path)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	err = errors.Join(o.give(f), f.Close())
	if err != nil {
		_ = os.Remove(path)
	}
	return err
}

// denied says whose a file is that cannot be opened; nil if it can be, or is not there.
func denied(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err == nil {
		return f.Close()
	}
	info, statErr := os.Stat(path)
	if !errors.Is(err, fs.ErrPermission) || statErr != nil {
		return nil
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return nil
	}
	return fmt.Errorf("%w: %s belongs to %s, who alone may write to it (%s), but this runs as %s; \"chown\" gives it to another user", store.ErrReadOnly, path, userName(int(stat.Uid)), info.Mode().Perm(),
		userName(os.Geteuid()))
}

// userName is a user's name with the number, which alone may be known.
func userName(uid int) string {
	if u, err := user.LookupId(strconv.Itoa(uid)); err == nil {
		return fmt.Sprintf("%s (%d)", u.Username, uid)
	}
	return fmt.Sprintf("user %d", uid)
}
